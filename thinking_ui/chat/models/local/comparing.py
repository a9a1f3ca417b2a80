"""Answers that put two things side by side."""

from __future__ import annotations

from ...contract import Evidence, Hit, Plan, Subject
from ...text import stems
from .facts import fact
from .listing import Made
from .phrases import say
from .picking import choose, rank

_FACTS = ("client", "sector", "year", "duration", "team", "stack")
_NAMES = {
    "client": ("Client", "Cliente"), "sector": ("Sector", "Setor"), "year": ("Year", "Ano"),
    "duration": ("Duration", "Duração"), "team": ("Team", "Equipe"), "stack": ("Built with", "Tecnologia"),
}  # fmt: skip


def compare(plan: Plan, evidence: Evidence) -> Made:
    """Both sides: a table of what their documents state about themselves, then what they say about the matter."""
    first, second = plan.sides
    notes: list[str] = []
    paragraphs = [say(plan.language, "compare", first=_cell(first.text), second=_cell(second.text))]
    cited: set[int] = set()
    numbers = {(hit.passage.source, hit.passage.number): number for number, hit in enumerate(evidence.hits, start=1)}
    tops = [side[0].passage.source if side else None for side in evidence.sides]
    if None not in tops and tops[0] == tops[1]:
        paragraphs.append(say(plan.language, "both_in", title=evidence.sides[0][0].passage.title))
        notes.append(
            "Both sides lead to the same document, so a table of its facts would say nothing. I quote it for each."
        )
    elif _are_documents(plan, evidence, tops) and (table := _table(plan, evidence, tops)):
        paragraphs.append(table)
        notes.append("Both documents state facts about themselves, which makes a table.")
    for side, hits in zip(plan.sides, evidence.sides, strict=True):
        text, used = _side(plan, side, hits, numbers)
        paragraphs.append(text)
        cited |= used
        notes.append(
            f"For **{side.text}** I quote {len(used)} passage{'s' * (len(used) != 1)}."
            if used
            else f"For **{side.text}** there is nothing to quote."
        )
    if not any(evidence.sides):
        paragraphs = paragraphs[1:]
    return notes, paragraphs, cited


def _side(
    plan: Plan, side: Subject, hits: tuple[Hit, ...], numbers: dict[tuple[str, int], int]
) -> tuple[str, set[int]]:
    if not hits:
        return say(plan.language, "side_nothing", side=side.text), set()
    other = [term for each in plan.sides if each is not side for term in each.terms]
    shared = [term for term in plan.terms if term not in other and term not in side.terms]
    ranked = [each for each in rank(hits, [*side.terms, *shared], plan.expects) if each.unit.kind != "code"]
    told = [each for each in ranked if each.unit.kind != "fact"]
    if told and not told[0].holds and ranked[0].holds:
        told = ranked  # only the facts of the document name it
    chosen = choose(told, most=3, least=0.7)
    used: set[int] = set()
    sentences: list[str] = []
    for each in chosen:
        number = numbers[(each.unit.passage.source, each.unit.passage.number)]
        used.add(number)
        text = fact(plan, each.unit) if each.unit.kind == "fact" else each.unit.text
        sentences.append(f"{text.rstrip('.')} [{number}].")
    return f"**{side.text[:1].upper()}{side.text[1:]}**: {' '.join(sentences)}", used


def _are_documents(plan: Plan, evidence: Evidence, tops: list[str | None]) -> bool:
    """Whether the sides name the documents themselves, not something that is mentioned in them."""
    for side, top, hits in zip(plan.sides, tops, evidence.sides, strict=True):
        if top is None:
            return False
        facts = evidence.facts.get(top, {})
        name = frozenset(stems(f"{hits[0].passage.title} {top} {facts.get('client', '')} {facts.get('sector', '')}"))
        named = sum(not term.stems.isdisjoint(name) for term in side.terms)
        if named * 2 < len(side.terms):
            return False
    return True


def _table(plan: Plan, evidence: Evidence, tops: list[str | None]) -> str:
    facts = [evidence.facts.get(top or "", {}) for top in tops]
    rows = [name for name in _FACTS if all(name in each for each in facts)]
    if not rows:
        return ""
    cells = [[each[name].replace("|", "\\|") for each in facts] for name in rows]
    titles = [_cell(side.text) for side in plan.sides]
    lines = [f"|  | {titles[0]} | {titles[1]} |", "|---|---|---|"]
    lines += [
        f"| {_NAMES[name][plan.language == 'pt']} | {left} | {right} |"
        for name, (left, right) in zip(rows, cells, strict=True)
    ]
    return "\n".join(lines)


def _cell(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}".replace("|", "\\|")
