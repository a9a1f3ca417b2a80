"""A stream of events, as a model or another agent makes it, becomes part of a trace."""

from __future__ import annotations

from typing import Any, TypeVar, cast

from .. import canonical as ev
from ..errors import DataError
from .endings import Ending, Family, call_end, ending, part_end
from .record import Record
from .shorthand import Reasoning

_Segment = ev.ReasoningPartStarted | ev.ReasoningPartDelta | ev.ReasoningPartCompleted | ev.ReasoningSegmentMeta
_Call = (
    ev.StepStarted
    | ev.StepUpdate
    | ev.StepResult
    | ev.AssistantCallStarted
    | ev.AssistantCallUpdate
    | ev.AssistantResult
)
_Named = TypeVar("_Named", bound=_Segment | ev.TextDelta)


class Forward:
    """Takes what one stream yields and adds it to a record, at one level of a trace.

    Such a stream knows of no other. Its numbers are left out, because they are given in the order of the whole message,
    and a segment or a call gets another name when an earlier stream has used its own.

    Args:
        record: Where the events go.
        parent_id: The assistant call that the stream is inside of, None for the top level.
    """

    def __init__(self, record: Record, parent_id: str | None) -> None:
        self.final: ev.MessageFinal | None = None
        """The end of the stream, when it had one."""
        self._record = record
        self._parent_id = parent_id
        self._names: dict[tuple[str | None, str], str] = {}
        self._reasoning: str | None = None
        self._parts: dict[tuple[str | None, str, int], None] = {}
        self._call_names: dict[str, str] = {}
        self._calls: dict[str, tuple[Family, str | None]] = {}
        self._is_alone = record.flow(1) == 0

    def take(self, value: object) -> None:
        """Add what one yielded value stands for.

        Raises:
            DataError: It is neither an event, nor ``reasoning(…)``, nor a str.
        """
        if isinstance(value, Reasoning):
            self._reason(value.text)
            return
        self._end_reasoning()
        if isinstance(value, str):
            if value:
                self._record.add(self._at_home(ev.TextDelta(text_delta=value)))
        elif isinstance(value, ev.EventBase):
            self._event(cast("ev.AnyEvent", value))
        elif isinstance(value, dict):
            self._event(ev.parse_event(cast("dict[str, Any]", value)))
        else:
            msg = f"forward got {value!r:.80}: it takes canonical events, reasoning(…) and str"
            raise DataError(msg)

    def close(self, error: BaseException | None = None) -> None:
        """The stream has ended. If it did not end well, what it left open ends in the same way.

        A stream that ended well may leave calls open: their results are still to come.
        """
        if error is None:
            self._end_reasoning()
        else:
            self._record.add_end(*self._endings(ending(error)))
        self._record.flow(-1)

    # Shorthands -------------------------------------------------------------------------------------------------------

    def _reason(self, text: str) -> None:
        if not text:
            return
        if self._reasoning is None:
            self._reasoning = self._record.new_id("reasoning")
            self._event(ev.ReasoningPartStarted(segment_id=self._reasoning))
        self._event(ev.ReasoningPartDelta(segment_id=self._reasoning, text_delta=text))

    def _end_reasoning(self) -> None:
        if self._reasoning is not None:
            segment_id, self._reasoning = self._reasoning, None
            self._event(ev.ReasoningPartCompleted(segment_id=segment_id))

    # Events -----------------------------------------------------------------------------------------------------------

    def _event(self, event: ev.AnyEvent) -> None:
        event = self._at_home(event)
        match event:
            case ev.MessageStarted():
                # Whoever numbers the events takes this for the end of all that is open.
                if self._parent_id is not None or not self._is_alone or self._record.flowing > 1:
                    return
            case ev.MessageFinal():
                self.final = event
            case ev.TextDelta():
                if event.parent_id is None and "segment_id" in event.model_fields_set:
                    event = self._named(event)
            case ev.ReasoningPartStarted() | ev.ReasoningPartDelta() | ev.ReasoningPartCompleted():
                event = self._part(self._named(event))
            case ev.ReasoningSegmentMeta():
                event = self._named(event)
            case ev.PartAdded():
                event = self._named_media(event)
            case ev.SummaryUpdated() | ev.Artifact() | ev.MessageError() | ev.MessageCancelled():
                pass
            case _:
                event = self._call(event)
        self._record.add(event)

    def _at_home(self, event: ev.AnyEvent) -> ev.AnyEvent:
        """The event at this level, now. What is inside a call of the stream itself stays there."""
        changed: dict[str, Any] = {"at": self._record.now()}
        if event.parent_id:
            changed["parent_id"] = self._call_names.get(event.parent_id, event.parent_id)
        elif self._parent_id:
            changed["parent_id"] = self._parent_id
        if isinstance(event, ev.PartAdded):
            changed["sequence_number"] = None
        if isinstance(event, ev.ReasoningPartStarted | ev.StepStarted | ev.AssistantCallStarted):
            changed["sequence_number"] = None
            changed["created_at"] = event.created_at or changed["at"]
        return event.model_copy(update=changed)

    def _named(self, event: _Named) -> _Named:
        name = self._own_name(event.parent_id, event.segment_id)
        return event if name == event.segment_id else event.model_copy(update={"segment_id": name})

    def _named_media(self, event: ev.PartAdded) -> ev.PartAdded:
        part = event.part.model_copy(update={"id": self._own_name(event.parent_id, event.part.id)})
        return event.model_copy(update={"part": part})

    def _own_name(self, parent_id: str | None, given: str) -> str:
        key = (parent_id, given)
        if key not in self._names:
            self._names[key] = self._record.segment_name(*key)
        return self._names[key]

    def _part(self, event: ev.ReasoningPartStarted | ev.ReasoningPartDelta | ev.ReasoningPartCompleted) -> ev.AnyEvent:
        key = (event.parent_id, event.segment_id, event.summary_index)
        if isinstance(event, ev.ReasoningPartCompleted):
            self._parts.pop(key, None)
        elif isinstance(event, ev.ReasoningPartStarted):
            self._parts[key] = None
        return event

    def _call(self, event: _Call) -> ev.AnyEvent:
        name = self._call_names.get(event.call_id)
        if name is None:
            is_announced = isinstance(event, ev.StepStarted | ev.AssistantCallStarted)
            record, own = self._record, event.call_id
            name = self._call_names[own] = record.new_call_name(own) if is_announced else record.call_name(own)[0]
        if name != event.call_id:
            event = event.model_copy(update={"call_id": name})
        if isinstance(event, ev.StepResult | ev.AssistantResult):
            self._calls.pop(event.call_id, None)
        else:
            family = event.type.removesuffix("_started").removesuffix("_update")
            self._calls.setdefault(event.call_id, (cast("Family", family), event.parent_id))
        return event

    def _endings(self, how: Ending) -> list[ev.AnyEvent]:
        now = self._record.now()
        return [
            *(
                part_end(how, segment_id=segment_id, summary_index=index, parent_id=parent_id, at=now)
                for parent_id, segment_id, index in self._parts
            ),
            *(
                call_end(family, how, call_id=call_id, parent_id=parent_id, at=now)
                for call_id, (family, parent_id) in reversed(self._calls.items())
            ),
        ]
