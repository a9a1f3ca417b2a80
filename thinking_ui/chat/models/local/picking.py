"""Which pieces of the passages answer a question best."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from ...contract import Expects, Hit, Term
from ...text import stems
from .units import Unit, units

_NUMBER = r"(?:\d[\d,.]*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|half)"
EXPECTED: dict[Expects, re.Pattern[str]] = {
    "duration": re.compile(
        rf"{_NUMBER}[\s-]+(?:milli)?(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?)\b", re.I
    ),
    # "One" is mostly no number: "the built-in one", "one-line".
    "number": re.compile(rf"(?<![\w-])(?!one\b){_NUMBER}(?![\w-])|percent|%", re.I),
    "money": re.compile(r"(?:[€$£]\s?\d|\d[\d,.]*\s*(?:million\s+)?(?:euros?|dollars?|cents?|pounds?)\b)", re.I),
    "date": re.compile(
        r"\b(?:1[6-9]|20)\d\d\b|\bquarter\b|\b(?:january|february|march|april|june|july|august)\b", re.I
    ),
    "people": re.compile(r"\b(?:people|team|persons?|developers?|analysts?|we|who)\b", re.I),
    "reason": re.compile(r"\b(?:because|since|so that|why|reason|which is why|for this|therefore|in order to)\b", re.I),
    "steps": re.compile(r"`|\b(?:install|run|set|call|use|make|add)\b", re.I),
    "code": re.compile(r"```|`"),
}
SHORT_CODE_LINES = 3
EXACT: frozenset[Expects] = frozenset({"duration", "number", "money", "date"})
_FACT_OF: dict[Expects, tuple[str, ...]] = {"duration": ("duration",), "people": ("team", "client"), "date": ("year",)}
_LEANS = re.compile(r"^(?:it|this|that|they|these|those|he|she|such|both|the rest|along the way|afterwards)\b", re.I)


@dataclass(frozen=True, slots=True)
class Picked:
    """A piece, how well it fits, and what it has of the question."""

    unit: Unit
    score: float
    holds: tuple[str, ...]
    tells: bool
    """Whether it, or the heading above it, has a word of the question."""
    expected: bool
    """Whether it has what the question asks for, such as a figure."""
    exact: bool
    """Whether that is something which can be told from the text for certain."""


def rank(hits: Sequence[Hit], terms: Sequence[Term], expects: Expects = "anything") -> list[Picked]:
    """All pieces of the passages, the best first."""
    pieces = [(unit, hit) for number, hit in enumerate(hits, start=1) for unit in units(hit.passage, number)]
    weights = {term: term.weight * _rarity(term, pieces) for term in terms}
    total = sum(weights.values()) or 1.0
    picked = [_picked(unit, hit, weights, total, expects) for unit, hit in pieces]
    return sorted(picked, key=lambda each: (-each.score, each.unit.citation, each.unit.place))


def _rarity(term: Term, pieces: Sequence[tuple[Unit, Hit]]) -> float:
    holding = sum(not term.stems.isdisjoint(unit.stems) for unit, _ in pieces)
    return math.log(1 + (len(pieces) + 1) / (holding + 1))


def _picked(unit: Unit, hit: Hit, weights: dict[Term, float], total: float, expects: Expects) -> Picked:
    passage = unit.passage
    title, heading = frozenset(stems(passage.title)), frozenset(stems(f"{passage.heading} {unit.context}"))
    held = [term for term in weights if not term.stems.isdisjoint(unit.stems)]
    score = sum(weight * _share(term, unit.stems, heading, title) for term, weight in weights.items()) / total
    expected = expects in EXPECTED and bool(EXPECTED[expects].search(unit.text))
    bonus = 0.35 if expects in EXACT or expects == "reason" else 0.15
    score += bonus * (1.0 if held else 0.3) * expected + 0.3 * hit.score
    if unit.kind == "fact":
        is_asked = unit.text.partition(":")[0].casefold() in _FACT_OF.get(expects, ())
        score += 0.3 if is_asked else -0.25
    if unit.kind == "code":
        is_short = unit.text.count("\n") <= SHORT_CODE_LINES
        score += 0.3 + 0.15 * is_short if expects in ("steps", "code") else -0.6
    if _LEANS.match(unit.text) and unit.place:
        score -= 0.12
    if len(unit.text) < 25 and unit.kind != "fact":
        score -= 0.15
    tells = bool(held) or any(not term.stems.isdisjoint(heading) for term in weights)
    return Picked(unit, round(score, 4), tuple(term.text for term in held), tells, expected, expects in EXACT)


def _share(term: Term, own: frozenset[str], heading: frozenset[str], title: frozenset[str]) -> float:
    """How much of a term a piece has: the word itself, or another that stands for it.

    What its heading says goes for all pieces below it, what the title says for all of the document.
    """
    has = 1.0 if term.stem in own else 0.75 if not term.stems.isdisjoint(own) else 0.0
    if not term.stems.isdisjoint(heading):
        return max(has, 0.8)
    if not term.stems.isdisjoint(title):
        return 0.45 + 0.1 * has
    return has


def choose(ranked: Sequence[Picked], *, most: int = 4, least: float = 0.66) -> list[Picked]:
    """The best pieces that add something to one another, in the order in which they should be read."""
    chosen: list[Picked] = []
    if ranked and ranked[0].unit.kind == "fact" and ranked[0].expected:
        return [ranked[0]]  # the very fact that was asked for
    for each in _fitting(ranked):
        if len(chosen) >= most or (chosen and each.score < chosen[0].score * least):
            break
        elsewhere = bool(chosen) and each.unit.passage.source != chosen[0].unit.passage.source
        if elsewhere and each.unit.kind == "code":
            continue  # code needs its document around it
        if all(_overlap(each.unit, other.unit) < 0.6 for other in chosen):
            chosen.append(each)
    order = {each.unit.passage.source: place for place, each in reversed(list(enumerate(chosen)))}
    best = chosen[0] if chosen else None
    return sorted(
        chosen,
        key=lambda each: (order[each.unit.passage.source], each is not best, each.unit.passage.number, each.unit.place),
    )


def _fitting(ranked: Sequence[Picked]) -> list[Picked]:
    """What may stand beside the best piece: what has, like it, words of the question and the figure that was asked for."""
    if not ranked:
        return []
    best = ranked[0]
    needs_figure, takes_facts = best.expected and best.exact, best.unit.kind == "fact"
    return [
        each
        for each in ranked
        if (each.expected or not needs_figure)
        and (each.tells or not best.tells)
        and (each.unit.kind != "fact" or takes_facts)
    ]


def following(ranked: Sequence[Picked], picked: Picked, count: int = 2) -> list[Picked]:
    """The sentences after a piece: a reason often stands in the sentence that comes next."""
    passage, place = picked.unit.passage, picked.unit.place
    after = [each for each in ranked if each.unit.passage == passage and place < each.unit.place <= place + count]
    return sorted(after, key=lambda each: each.unit.place)


def _overlap(first: Unit, second: Unit) -> float:
    if "code" in (first.kind, second.kind):
        return float(first.text == second.text)
    smaller = min(len(first.stems), len(second.stems)) or 1
    return len(first.stems & second.stems) / smaller
