"""The local model's artefacts: how well the documented experience fits, and which documents show it."""

from __future__ import annotations

from ...contract import Candidate, Experience, FitBrief, Material, Requirement
from .phrases import Language, listed, number_word, say
from .picking import rank

MOST_SENTENCE = 220
MOST_EXPERIENCE = 4


def fit_brief(material: Material) -> FitBrief:
    """The brief, from what was found for each point that the visitor needs."""
    language, needs = material.plan.language, material.requirements
    met = [need for need in needs if need.hits and need.hits[0].coverage > 0.99]
    part = [need for need in needs if need.hits and need not in met]
    gaps = [need for need in needs if not need.hits]
    projects = _projects(needs)
    if not projects:
        names = listed(language, [need.text for need in needs], "*")
        return FitBrief(
            headline=say(language, "headline_none"),
            summary=say(language, "brief_none", needs=names),
            gaps=[_cut(say(language, "gap", need=need.text)) for need in gaps[:8]],
            confidence=0.05,
        )
    share = (len(met) + 0.5 * len(part)) / len(needs)
    # Two projects that show the same are better evidence than one.
    evidence = min(0.95, 0.75 + 0.1 * max(projects.values()) + 0.05 * (len(projects) > 1))
    headline = say(language, "headline_strong" if share >= 0.75 else "headline_part", met=len(met), all=len(needs))
    best = max(projects, key=lambda title: projects[title])
    count = number_word(language, len(projects)).capitalize()
    name = "brief_summary_one" if len(projects) == 1 else "brief_summary"
    return FitBrief(
        headline=headline,
        summary=say(language, name, count=count, best=f"*{best}*"),
        strengths=[_strength(language, need) for need in [*met, *part][:8]],
        gaps=[
            *(_partly(language, need) for need in part),
            *(_cut(say(language, "gap", need=need.text)) for need in gaps),
        ][:8],
        confidence=round(share * evidence, 2),
    )


def experience(material: Material) -> list[Experience]:
    """The documents that show experience with what was asked for, each with why."""
    plan = material.plan
    found: list[Experience] = []
    for candidate in material.candidates[:MOST_EXPERIENCE]:
        ranked = [
            each for each in rank([candidate.hit], plan.terms, plan.expects) if each.unit.kind not in ("code", "fact")
        ]
        sentence = ranked[0].unit.text if ranked and ranked[0].holds else ""
        covers = listed(plan.language, candidate.covers[:6], "*")
        relevance = say(plan.language, "relevance", covers=covers) if covers else candidate.hit.passage.heading
        found.append(
            Experience(
                title=candidate.title,
                role=candidate.role,
                summary=_summary(candidate),
                relevance=_cut(f"{relevance}: {sentence}" if sentence else relevance or candidate.title, 380),
                source=candidate.source,
            )
        )
    return found


def _projects(needs: tuple[Requirement, ...]) -> dict[str, int]:
    """The documents by title, with how many points each one speaks of."""
    counts: dict[str, int] = {}
    for need in needs:
        for title in dict.fromkeys(hit.passage.title for hit in need.hits):
            counts[title] = counts.get(title, 0) + 1
    return counts


def _strength(language: Language, need: Requirement) -> str:
    hit = need.hits[0]
    ranked = rank([hit], need.terms)
    best = next((each.unit.text for each in ranked if each.unit.kind != "code"), hit.snippet)
    return _cut(
        say(
            language,
            "strength",
            need=need.text,
            sentence=_cut(best.rstrip("."), MOST_SENTENCE),
            title=hit.passage.title,
        )
    )


def _partly(language: Language, need: Requirement) -> str:
    covered = listed(language, [term.text for term in need.terms if term.text not in need.missing], "*")
    return _cut(say(language, "gap_part", need=need.text, covered=covered, missing=listed(language, need.missing, "*")))


def _summary(candidate: Candidate) -> str:
    return _cut(candidate.summary or candidate.hit.snippet or candidate.title, 600)


def _cut(text: str, most: int = 390) -> str:
    return text if len(text) <= most else f"{text[: most - 1].rsplit(' ', 1)[0]}…"
