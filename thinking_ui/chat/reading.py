"""Reads what a model says on its way to the reader: takes quick replies and dead citations out of the text."""

from __future__ import annotations

from collections.abc import AsyncIterator

from reflex_thinking import ChipSplitter, RespondError
from reflex_thinking import canonical as ev

from .citations import CitationGuard
from .contract import Answer


class AnswerReader:
    """Passes on what a model yields, with its text cleaned; afterwards ``answer`` is what was said.

    Args:
        sources: How many passages the answer may cite.
    """

    def __init__(self, sources: int) -> None:
        self._guard = CitationGuard(sources)
        self._splitter = ChipSplitter(fenced=True)  # models that are asked for a list like to put it into a code block
        self._said: list[str] = []
        self._chips: list[str] = []

    @property
    def answer(self) -> Answer:
        """What was said, as far as it was passed on."""
        text = "".join(self._said).strip()
        return Answer(text=text, chips=tuple(self._chips), dropped_citations=tuple(self._guard.dropped))

    async def read(self, values: AsyncIterator[object]) -> AsyncIterator[object]:
        """The values of a model, cleaned.

        Raises:
            RespondError: The model's stream says that it failed.
        """
        last: list[object] = []
        async for value in values:
            if isinstance(value, ev.MessageError) and not value.parent_id:
                raise RespondError(value.message, code=value.code)
            if isinstance(value, ev.MessageFinal):
                last.append(value)
            elif isinstance(value, str):
                if text := self.feed(value):
                    yield text
            elif isinstance(value, ev.TextDelta) and not value.parent_id:
                if text := self.feed(value.text_delta):
                    yield value.model_copy(update={"text_delta": text})
            else:
                if _begins_a_step(value) and (text := self._release()):
                    yield text
                yield value
        if text := self.finish():
            yield text
        for value in last:
            yield value

    def feed(self, text: str) -> str:
        """Take more text, and return what is certain to stay."""
        return self._passed_on(self._guard.feed(self._splitter.feed(text)))

    def finish(self) -> str:
        """The text has ended: return what is left of it."""
        rest, self._chips = self._splitter.finish()
        return self._passed_on(self._guard.feed(rest) + self._guard.finish())

    def _release(self) -> str:
        """Something else begins: what was held back belongs before it."""
        return self._passed_on(self._guard.feed(self._splitter.release()) + self._guard.finish())

    def _passed_on(self, text: str) -> str:
        self._said.append(text)
        return text


def _begins_a_step(value: object) -> bool:
    return isinstance(value, ev.ReasoningPartStarted | ev.StepStarted | ev.AssistantCallStarted)
