"""The local model itself."""

from __future__ import annotations

from collections.abc import AsyncIterator

from reflex_thinking import Trace, reasoning
from reflex_thinking.canonical import MessageStarted

from ...contract import Experience, FitBrief, Material, StructuredAnswer
from ...pace import WORD_SECONDS, WORDS_AT_ONCE, Pace, pieces
from .briefing import experience, fit_brief
from .composing import compose


class LocalModel:
    """Answers from the passages by rules alone: the same question over the same documents gives the same answer.

    Args:
        pace: The speed at which it speaks.
    """

    id = "local"

    def __init__(self, pace: Pace) -> None:
        self.pace = pace

    async def answer(self, material: Material) -> AsyncIterator[object]:
        """How the sentences were chosen, then the answer."""
        made = compose(material)
        yield MessageStarted(provider=self.id, model=self.id)
        async for piece in self._spoken(" ".join(made.notes)):
            yield reasoning(piece)
        async for piece in self._spoken(made.text(material)):
            yield piece

    async def structured(self, material: Material) -> AsyncIterator[object]:
        """The same answer without its making, then everything at once."""
        text = compose(material).text(material)
        yield MessageStarted(provider=self.id, model=self.id)
        async for piece in self._spoken(text):
            yield piece
        yield StructuredAnswer(
            answer=text,
            fitBrief=fit_brief(material) if material.requirements else None,
            relevantExperience=experience(material),
        )

    async def fit_brief(self, trace: Trace, material: Material) -> FitBrief:
        """The brief, with the weighing of its points as reasoning."""
        brief = fit_brief(material)
        met = [need.text for need in material.requirements if need.hits]
        note = (
            f"{len(met)} of {len(material.requirements)} points are met by some document. "
            f"Weighed by how completely, that makes a confidence of {brief.confidence:.0%}."
        )
        async with trace.reasoning() as step:
            await self.pace.write(step.write, note)
        return brief

    async def experience(self, trace: Trace, material: Material) -> list[Experience]:
        """The documents, with their order as reasoning."""
        found = experience(material)
        lines = [
            f"*{candidate.title}* has {len(candidate.covers)} of the words that matter"
            + (f" ({', '.join(candidate.covers[:5])})." if candidate.covers else ".")
            for candidate in material.candidates[: len(found)]
        ]
        async with trace.reasoning() as step:
            await self.pace.write(step.write, " ".join(lines) or "No document shows experience with this.")
        return found

    async def _spoken(self, text: str) -> AsyncIterator[str]:
        for piece in pieces(text):
            yield piece
            await self.pace.pause(WORD_SECONDS * WORDS_AT_ONCE)
