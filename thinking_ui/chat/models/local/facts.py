"""Lines of a document's front matter as sentences."""

from __future__ import annotations

from ...contract import Plan
from .phrases import say
from .units import Unit

FACTS = ("duration", "team", "year", "client", "stack", "role", "sector")


def fact(plan: Plan, unit: Unit) -> str:
    """A line of a document's front matter as a sentence."""
    name, _, value = unit.text.partition(": ")
    if name.casefold() in FACTS:
        return say(plan.language, name.casefold(), title=unit.passage.title, value=value)
    return f"*{unit.passage.title}*: {unit.text}"
