"""What a model is to the chat: four things that it can be asked for."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Protocol

from reflex_thinking import Trace

from ..contract import Experience, FitBrief, Material
from ..pace import Pace


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """A model as the page offers it."""

    id: str
    label: str
    available: bool
    reason: str = ""
    """Why it is not available, and what to do about it."""


class Model(Protocol):
    """Makes answers and artefacts from what was found. Its text is data: whoever shows it treats it so."""

    id: str
    pace: Pace
    """The speed at which the agents around it tell what they do."""

    def answer(self, material: Material) -> AsyncIterator[object]:
        """The answer with its reasoning, as it comes: whatever a ``respond`` may yield."""
        ...

    def structured(self, material: Material) -> AsyncIterator[object]:
        """The answer without reasoning: its text as it comes, then a ``StructuredAnswer`` with its artefacts, if it has any."""
        ...

    async def fit_brief(self, trace: Trace, material: Material) -> FitBrief:
        """How well the documented experience fits; the trace is that of the agent that asks."""
        ...

    async def experience(self, trace: Trace, material: Material) -> list[Experience]:
        """Which documents show experience with what was asked for."""
        ...
