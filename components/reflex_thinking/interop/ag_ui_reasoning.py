"""Reasoning in AG-UI: spans that hold messages. A span is a segment, each of its messages a part."""

from __future__ import annotations

from dataclasses import dataclass

from ..providers.frames import Frame
from ..providers.values import text_of
from .agent import AgentEmitter


@dataclass(slots=True)
class _Span:
    """Reasoning that has begun: a segment, and which part of it goes on."""

    segment_id: str
    part: int = -1
    name: str = ""
    """The wire's name for that part."""
    is_open: bool = False
    """Whether that part goes on."""


class Spans:
    """The reasoning of an agent and of its assistants, one span each at a time."""

    def __init__(self, out: AgentEmitter) -> None:
        self._out = out
        self._spans: dict[str | None, _Span] = {}

    def read(self, kind: str, frame: Frame) -> None:
        """Read an event of the current assistant's reasoning.

        Args:
            kind: The event's type without what all such types begin with.
            frame: The event.
        """
        name = text_of(frame.get("messageId"))
        match kind:
            case "START":
                self.end()
                self._out.begin_reasoning(self._span().segment_id)
            case "MESSAGE_START":
                self._part(name, anew=True)
            case "MESSAGE_CONTENT" | "MESSAGE_CHUNK":
                span = self._part(name)
                self._out.reasoning(span.segment_id, text_of(frame.get("delta")), span.part)
            case "MESSAGE_END":
                self._end_part(self._spans.get(self._out.inside))
            case "END":
                self.end()
            case _:
                pass

    def end(self) -> None:
        """The span ends, or something else comes: what has no end of its own ends here."""
        span = self._spans.pop(self._out.inside, None)
        if span is not None:
            self._out.end_reasoning(span.segment_id, max(0, span.part), redacted=True)

    def _span(self) -> _Span:
        place = self._out.inside
        if place not in self._spans:
            self._spans[place] = _Span(self._out.new_id("reasoning"))
        return self._spans[place]

    def _part(self, name: str, *, anew: bool = False) -> _Span:
        """The part that a message is; a new one when the name changes."""
        span = self._span()
        if anew or not span.is_open or (name or span.name) != span.name:
            self._end_part(span)
            span.part, span.name, span.is_open = span.part + 1, name, True
            self._out.begin_reasoning(span.segment_id, span.part)
        return span

    def _end_part(self, span: _Span | None) -> None:
        if span is not None and span.is_open:
            span.is_open = False
            self._out.end_reasoning(span.segment_id, span.part, redacted=True)
