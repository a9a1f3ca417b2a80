"""Answers that list documents: all of them, those about something, or in the order of a fact."""

from __future__ import annotations

import re

from ...contract import Evidence, Hit, Order, Plan
from .phrases import listed, number_word, say
from .picking import rank

Made = tuple[list[str], list[str], set[int]]
"""Notes, paragraphs and the numbers of the passages that are cited."""

_DAYS = {"day": 1, "week": 7, "month": 30, "year": 365}


def about(plan: Plan, evidence: Evidence) -> Made:
    """What there is to ask about."""
    lines = [f"- **{hit.passage.title}**{detail(evidence, hit)}" for hit in evidence.hits]
    notes = [f"There are {len(lines)} documents; their titles say what I can be asked."]
    return notes, [say(plan.language, "about", count=len(lines)), "\n".join(lines)], set()


def enumerate_documents(plan: Plan, evidence: Evidence) -> Made:
    """The documents that match, each with why."""
    subject = listed(plan.language, [each.text for each in plan.subjects], "**")
    if not evidence.hits:
        notes = ["I went through all of them, and none matches."]
        return (
            notes,
            [say(plan.language, "list_none", kind="case studies" if plan.kind else "documents", subject=subject)],
            set(),
        )
    if plan.order is not None:
        ordered = [(value, hit) for hit in evidence.hits if (value := _value(evidence, hit, plan.order)) is not None]
        if ordered:
            return _in_order(plan, evidence, ordered, plan.order)
    single = len(evidence.hits) == 1
    name = f"list{'_one' * single}{'_about' * bool(subject)}"
    opening = say(
        plan.language, name, count=number_word(plan.language, len(evidence.hits)).capitalize(), subject=subject
    )
    lines = [_line(plan, evidence, hit, number) for number, hit in enumerate(evidence.hits, start=1)]
    notes = [
        f"{'One document matches' if single else f'{len(lines)} documents match'}. I name each with the place that says so."
    ]
    cited = set(range(1, len(lines) + 1)) if subject else set[int]()
    return notes, [opening, "\n".join(lines)], cited


def _line(plan: Plan, evidence: Evidence, hit: Hit, number: int) -> str:
    line = f"- **{hit.passage.title}**{detail(evidence, hit)}"
    if not plan.subjects:
        return line
    terms = [term for subject in plan.subjects for term in subject.terms]
    best = rank([hit], terms)[0]
    if best.unit.kind == "code" or not best.holds:
        return f"{line} [{number}]"
    return f"{line}: {best.unit.text.rstrip('.')} [{number}]"


def detail(evidence: Evidence, hit: Hit) -> str:
    """Whose project a document is about, and when it was."""
    facts = evidence.facts.get(hit.passage.source, {})
    parts = [facts[name].split(",")[0] for name in ("client", "year") if name in facts]
    return f" ({', '.join(parts)})" if parts else ""


def _in_order(plan: Plan, evidence: Evidence, ordered: list[tuple[float, Hit]], order: Order) -> Made:
    ordered.sort(key=lambda each: each[0], reverse=order.most)
    numbers = {id(hit): number for number, hit in enumerate(evidence.hits, start=1)}

    def shown(hit: Hit) -> str:
        return evidence.facts[hit.passage.source][order.fact]

    (_, first), *others = ordered
    name = {"duration": ("duration", "duração"), "team": ("team", "equipe"), "year": ("year", "ano")}[order.fact]
    opening = say(
        plan.language,
        "order",
        title=first.passage.title,
        fact=name[plan.language == "pt"],
        value=f"{shown(first)} [{numbers[id(first)]}]",
    )
    lines = [f"- {hit.passage.title}: {shown(hit)}" for _, hit in others[:9]]
    notes = [
        f"{len(ordered)} documents name their {order.fact}. I sort them by it; *{first.passage.title}* comes first."
    ]
    return notes, [opening, "\n".join(lines)], {numbers[id(first)]}


def _value(evidence: Evidence, hit: Hit, order: Order) -> float | None:
    text = evidence.facts.get(hit.passage.source, {}).get(order.fact, "")
    if not (match := re.search(r"(\d+(?:\.\d+)?)\s*(\w*)", text)):
        return None
    return float(match[1]) * _DAYS.get(match[2].casefold().removesuffix("s"), 1)
