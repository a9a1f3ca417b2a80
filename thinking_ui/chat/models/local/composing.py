"""The local model's answers: what the best pieces of the passages say, put into an order that can be read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ...contract import Evidence, Hit, Material, Plan
from ...questions import EXPECTED_WORDS
from ...text import STOPWORDS, words
from .comparing import compare
from .facts import fact
from .listing import about, detail, enumerate_documents
from .phrases import listed, number_word, say
from .picking import EXACT, Picked, choose, following, rank
from .units import Unit

MOST_MISSING = 6


@dataclass(slots=True)
class Composed:
    """An answer, and how it came about."""

    notes: list[str] = field(default_factory=list[str])
    paragraphs: list[str] = field(default_factory=list[str])
    cited: set[int] = field(default_factory=set[int])

    def text(self, material: Material) -> str:
        """The answer as Markdown, with its sources at the end."""
        plan, evidence = material.plan, material.evidence
        paragraphs = [paragraph for paragraph in self.paragraphs if paragraph]
        paragraphs += [say(plan.language, "unreadable", source=source) for source in evidence.unreadable]
        if self.cited and plan.language == "pt":
            paragraphs.append(f"*{say('pt', 'in_english')}*")
        if self.cited:
            paragraphs.append(_sources(plan, evidence, self.cited))
        return "\n\n".join(paragraphs)


def compose(material: Material) -> Composed:
    """The answer to a question."""
    plan, evidence = material.plan, material.evidence
    match plan.intent:
        case "greeting" | "thanks" | "unclear":
            return Composed(paragraphs=[say(plan.language, plan.intent)])
        case "about":
            return Composed(*about(plan, evidence))
        case "list":
            return Composed(*enumerate_documents(plan, evidence))
        case "comparison":
            return Composed(*compare(plan, evidence))
        case "enquiry":
            return _fit(plan, evidence)
        case "question":
            return _reply(plan, evidence)


# Questions ------------------------------------------------------------------------------------------------------------


def _reply(plan: Plan, evidence: Evidence) -> Composed:
    made = Composed()
    if not _is_about(plan, evidence):
        return _nothing(plan, evidence)
    ranked = rank(evidence.hits, plan.terms, plan.expects)
    chosen = choose(ranked, most=2, least=0.75) if evidence.relaxed else choose(ranked)
    if plan.expects == "reason" and not ranked[0].expected:
        chosen = [ranked[0], *following(ranked, ranked[0])]
    elif plan.expects in EXACT and not ranked[0].expected and (figure := _expected(ranked)) is not None:
        chosen = [ranked[0], figure]
    made.notes = _notes(plan, evidence, ranked, chosen)
    if evidence.relaxed:
        missing = _missing(plan, evidence)
        made.paragraphs.append(
            say(plan.language, "partly", missing=missing) if missing else say(plan.language, "nearest")
        )
    made.paragraphs += _blocks(plan, chosen)
    made.paragraphs += _code(plan, ranked, chosen, made.cited)
    made.cited |= {each.unit.citation for each in chosen}
    if not evidence.relaxed and (names := [word for word in evidence.missing if _is_name(plan, word)]):
        made.paragraphs.append(say(plan.language, "missing", missing=listed(plan.language, names, "**")))
    return made


def _is_name(plan: Plan, word: str) -> bool:
    """Whether a word is worth saying that it was not found: a name, not a verb that the documents put differently."""
    return any(letter.isdigit() or letter.isupper() for letter in word) and not plan.question.startswith(word)


def _expected(ranked: Sequence[Picked]) -> Picked | None:
    """The best piece of the best document that has what was asked for."""
    source = ranked[0].unit.passage.source
    return next((each for each in ranked if each.expected and each.unit.passage.source == source), None)


def _nothing(plan: Plan, evidence: Evidence) -> Composed:
    """Nothing answers: say so, and offer what comes nearest without pretending that it is an answer."""
    missing = _missing(plan, evidence)
    name = "fit_none" if plan.intent == "enquiry" else "nothing"
    made = Composed(
        paragraphs=[say(plan.language, name, missing=missing) if missing else say(plan.language, "nothing_fits")]
    )
    if _is_foreign(plan):
        made.paragraphs.append(say(plan.language, "languages"))
    made.notes.append("Two searches brought nothing that answers this. I say so rather than guess.")
    return made


def _is_foreign(plan: Plan) -> bool:
    """Whether a question of some length has none of the words that every English or Portuguese one has."""
    found = words(plan.question)
    return len(found) >= 3 and STOPWORDS.isdisjoint(found)


def _is_about(plan: Plan, evidence: Evidence) -> bool:
    """Whether the passages have anything to do with the question."""
    if not evidence.hits:
        return False
    if not evidence.relaxed:
        return True
    telling = [term for term in plan.terms if not term.generic] or list(plan.terms)
    return len(evidence.missing) < len(telling) and evidence.hits[0].coverage >= 0.2


def _blocks(plan: Plan, chosen: Sequence[Picked]) -> list[str]:
    """The pieces as paragraphs: the best document first, the others as items below it."""
    by_source: dict[str, list[Unit]] = {}
    for each in chosen:
        by_source.setdefault(each.unit.passage.source, []).append(each.unit)
    first, *others = by_source.values() or [[]]
    blocks = [_paragraph(plan, first)]
    items = [f"- **{group[0].passage.title}**: {_paragraph(plan, group, titled=True)}" for group in others]
    return [*blocks, f"{say(plan.language, 'also')}\n\n" + "\n".join(items)] if items else blocks


def _paragraph(plan: Plan, group: Sequence[Unit], *, titled: bool = False) -> str:
    sentences = [_cited(plan, unit, titled) for unit in group if unit.kind in ("sentence", "fact")]
    items = [f"- {_cited(plan, unit, True)}" for unit in group if unit.kind in ("item", "row") and not titled]
    inline = [_cited(plan, unit, True) for unit in group if unit.kind in ("item", "row") and titled]
    code = [unit.text for unit in group if unit.kind == "code" and not titled]
    return "\n\n".join(part for part in (" ".join([*sentences, *inline]), "\n".join(items), *code) if part)


def _cited(plan: Plan, unit: Unit, titled: bool) -> str:
    text = fact(plan, unit) if unit.kind == "fact" and not titled else unit.text
    return (
        f"{text.rstrip('.')} [{unit.citation}]."
        if text[-1:].isalnum() or text.endswith(".")
        else f"{text} [{unit.citation}]"
    )


def _code(plan: Plan, ranked: Sequence[Picked], chosen: Sequence[Picked], cited: set[int]) -> list[str]:
    """A block of code, when that is what was asked for and the best pieces hold none."""
    if plan.expects not in ("steps", "code") or any(each.unit.kind == "code" for each in chosen):
        return []
    wanted = {each.unit.passage.source for each in chosen}
    best = next((each for each in ranked if each.unit.kind == "code" and each.unit.passage.source in wanted), None)
    if best is None or not best.holds:
        return []
    cited.add(best.unit.citation)
    return [best.unit.text]


# Enquiries ------------------------------------------------------------------------------------------------------------


def _fit(plan: Plan, evidence: Evidence) -> Composed:
    if not plan.subjects or not _is_about(plan, evidence):
        return _reply(plan, evidence) if evidence.hits and not plan.subjects else _nothing(plan, evidence)
    made = Composed()
    kinds = {hit.passage.kind for hit in evidence.hits}
    shown = [hit for hit in evidence.hits if "case study" not in kinds or hit.passage.kind == "case study"]
    numbers = {id(hit): number for number, hit in enumerate(evidence.hits, start=1)}
    ranked = rank(evidence.hits, plan.terms, plan.expects)
    lines: list[str] = []
    best_coverage = shown[0].coverage
    for hit in _one_each(shown):
        if len(lines) == 3 or hit.coverage < best_coverage * 0.6:
            break
        of_hit = [each for each in ranked if each.unit.passage.source == hit.passage.source]
        picks = choose([each for each in of_hit if each.unit.kind not in ("fact", "code")], most=2, least=0.5)
        if picks:
            lines.append(
                f"- **{hit.passage.title}**{detail(evidence, hit)}: {' '.join(_cited(plan, each.unit, True) for each in picks)}"
            )
            made.cited |= {each.unit.citation for each in picks}
            made.notes.append(
                f"*{hit.passage.title}* covers {hit.coverage:.0%} of what they need "
                f"(passage {numbers[id(hit)]}, {hit.passage.heading or 'opening'})."
            )
    missing = _missing(plan, evidence)
    name = "fit_part" if evidence.relaxed or missing else "fit_strong"
    come = (
        ("comes" if len(lines) == 1 else "come")
        if plan.language == "en"
        else ("chega" if len(lines) == 1 else "chegam")
    )
    made.paragraphs.append(say(plan.language, name, count=number_word(plan.language, len(lines)), come=come))
    made.paragraphs.append("\n".join(lines))
    if missing:
        made.paragraphs.append(say(plan.language, "not_covered", missing=missing))
        made.notes.append(f"Nothing mentions {missing}; that belongs in the answer.")
    return made


def _one_each(hits: Sequence[Hit]) -> list[Hit]:
    best: dict[str, Hit] = {}
    for hit in hits:
        best.setdefault(hit.passage.source, hit)
    return list(best.values())


# Shared ---------------------------------------------------------------------------------------------------------------


def _missing(plan: Plan, evidence: Evidence) -> str:
    return listed(plan.language, evidence.missing[:MOST_MISSING], "**")


def _notes(plan: Plan, evidence: Evidence, ranked: Sequence[Picked], chosen: Sequence[Picked]) -> list[str]:
    documents = len({hit.passage.source for hit in evidence.hits})
    count = len(evidence.hits)
    notes = [
        f"I have {count} passage{'s' * (count != 1)} from {documents} document{'s' * (documents != 1)}, "
        f"{len(ranked)} sentences and items in all, and weigh each against the question."
    ]
    best = ranked[0]
    where = (
        f"“{best.unit.passage.heading}” of *{best.unit.passage.title}*"
        if best.unit.passage.heading
        else f"*{best.unit.passage.title}*"
    )
    has = listed("en", best.holds[:5], "*") or "the right context"
    weak = [hit for number, hit in enumerate(evidence.hits, 1) if number not in {each.unit.citation for each in chosen}]
    if weak:
        names = listed("en", list(dict.fromkeys(hit.passage.title for hit in weak))[:3], "*")
        notes.append(f"I use {len(chosen)} of them and leave out the weaker passages (of {names}).")
    notes.append(f"The best one is in {where}: it has {has}{_with_expected(plan, best)}.")
    return notes


def _with_expected(plan: Plan, best: Picked) -> str:
    if plan.expects == "anything":
        return ""
    return f", and {EXPECTED_WORDS[plan.expects]}" if best.expected else f", though not {EXPECTED_WORDS[plan.expects]}"


def _sources(plan: Plan, evidence: Evidence, cited: set[int]) -> str:
    lines = [
        f"- [{source.number}] {source.title}{f' › {source.heading}' if source.heading else ''} (`{source.source}`)"
        for source in evidence.sources
        if source.number in cited
    ]
    return f"**{say(plan.language, 'sources')}**\n\n" + "\n".join(lines)
