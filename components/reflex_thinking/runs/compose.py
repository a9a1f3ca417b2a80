"""From what ``respond`` yields to canonical events.

``respond`` may yield canonical events, as objects or as dicts, and shorthands: ``reasoning("…")``, ``image(…)`` and
``file(…)``, and a plain ``str`` for text of the answer. A :class:`Composer` turns one after the other into events that have all that the
contract asks for: segments with ids, numbers from one counter, and times.

An answer may be made of several model calls, each with a stream of its own that knows nothing of the others. A
``message_started`` inside the stream marks where the next one begins: its numbers go on where the last one ended, and a
segment id that was used before gets a new name.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, cast

from .. import canonical as ev
from ..errors import DataError
from ..media import checked_part
from .limits import Limits
from .plain import whole
from .shorthand import Reasoning
from .shorthand import reasoning as reasoning


@dataclass(slots=True)
class Outcome:
    """What the model calls said about themselves at their ends; tokens are added up."""

    usage: dict[str, int] = field(default_factory=dict[str, int])
    stop_reason: str | None = None
    incomplete: bool = False
    """Whether the last call that answered ended before it was done."""
    replies: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    """Each call's turn in the provider's own words, for follow-up requests; never shown."""

    def add(self, stored: dict[str, Any]) -> None:
        """Take over what the end of one model call says."""
        self.add_usage(stored)
        incomplete = bool(stored.get("incomplete"))
        if self.incomplete and not incomplete and not _has_text(stored):
            return  # the answer that was cut off is still the last one
        self.stop_reason = stored.get("stop_reason") or self.stop_reason
        self.incomplete = incomplete

    def add_usage(self, stored: dict[str, Any]) -> None:
        """Count the tokens of one model call."""
        usage = cast("dict[str, Any]", stored.get("usage") or {})
        for key, value in usage.items():
            if isinstance(value, int):
                self.usage[key] = self.usage.get(key, 0) + value


def _has_text(stored: dict[str, Any]) -> bool:
    segments = cast("list[dict[str, Any]]", stored.get("segments") or [])
    return any(segment.get("type") == "text" and segment.get("text") for segment in segments)


_Part = ev.ReasoningPartStarted | ev.ReasoningPartDelta | ev.ReasoningPartCompleted
_Call = ev.StepStarted | ev.StepUpdate | ev.StepResult | ev.AssistantCallStarted | ev.AssistantCallUpdate
_Numbered = ev.ReasoningPartStarted | ev.StepStarted | ev.AssistantCallStarted
_PARTIAL_SHARE = 4
"""Images that are not finished get one part in so many of the room that a message has for images and files."""


def now_ms() -> int:
    """The server's clock, in milliseconds."""
    return time.time_ns() // 1_000_000


class Composer:
    """Makes the canonical events of one message.

    Args:
        thread_id: The thread of the message.
        created_at: When the message began, in milliseconds.
        clock: Tells the time in milliseconds.
        limits: How large images and files may be.
    """

    def __init__(
        self,
        *,
        thread_id: str = "",
        created_at: int = 0,
        clock: Callable[[], int] = now_ms,
        limits: Limits | None = None,
    ) -> None:
        self.outcome = Outcome()
        self._thread_id = thread_id
        self._created_at = created_at
        self._clock = clock
        self._limits = limits or Limits()
        self._media: dict[tuple[str | None, str], int] = {}
        """The bytes of each image and file."""
        self._partial_bytes = 0
        self._is_streaming = False
        self._number = 0
        self._offset = 0
        self._made = 0
        self._reasoning: str | None = None
        self._text: str | None = None
        self._halves: dict[str, str] = {}
        self._segments: dict[tuple[str | None, str], set[int]] = {}
        self._ids: set[str] = set()
        self._calls: set[str] = set()
        self._names: dict[str, str] = {}
        self._taken: set[str] = set()
        self._call_names: dict[str, str] = {}
        self._taken_calls: set[str] = set()

    def compose(self, value: object) -> list[ev.AnyEvent]:
        """The events that one yielded value stands for; none when it says nothing new.

        Raises:
            DataError: The value is nothing that ``respond`` may yield.
        """
        if isinstance(value, str):
            return self._answer(value)
        if isinstance(value, Reasoning):
            return self._reason(value.text)
        if isinstance(value, ev.EventBase):
            return self._event(cast("ev.AnyEvent", value))
        if isinstance(value, dict):
            return self._event(ev.parse_event(cast("dict[str, Any]", value)))
        msg = f"respond yielded {value!r:.80}: yield canonical events, reasoning(…) or a str"
        raise DataError(msg)

    @property
    def waits_for_text(self) -> bool:
        """Whether half a character was said whose other half is to come."""
        return bool(self._halves)

    def finish(self) -> list[ev.AnyEvent]:
        """What completes the reasoning that the shorthand left open."""
        if self._reasoning is None:
            return []
        segment_id, self._reasoning = self._reasoning, None
        return [ev.ReasoningPartCompleted(segment_id=segment_id)]

    # Shorthands -------------------------------------------------------------------------------------------------------

    def _reason(self, text: str) -> list[ev.AnyEvent]:
        text = self._whole("reasoning", text)
        if not text:
            return []
        events: list[ev.AnyEvent] = []
        if self._reasoning is None:
            segment_id = self._new_id("reasoning")
            started = ev.ReasoningPartStarted(segment_id=segment_id)
            events += self._part(started)
            self._reasoning = segment_id
        events.append(ev.ReasoningPartDelta(segment_id=self._reasoning, text_delta=text))
        return events

    def _answer(self, text: str) -> list[ev.AnyEvent]:
        return self._top_text(ev.TextDelta(text_delta=text)) if text else []

    # Events -----------------------------------------------------------------------------------------------------------

    def _event(self, event: ev.AnyEvent) -> list[ev.AnyEvent]:
        if self._taken_calls or self._call_names:
            event = self._with_own_call(event)
        match event:
            case ev.TextDelta():
                return [*self._enter(event), event] if event.parent_id else self._top_text(event)
            case ev.ReasoningPartStarted() | ev.ReasoningPartDelta() | ev.ReasoningPartCompleted():
                return self._part(event)
            case ev.ReasoningSegmentMeta():
                return [self._renamed(event)]
            case ev.PartAdded():
                return self._add_media(event)
            case ev.SummaryUpdated() | ev.Artifact():
                return [event]
            case ev.MessageStarted() | ev.MessageFinal() | ev.MessageError() | ev.MessageCancelled():
                return self._message(event)
            case _:
                return self._call(event)

    def _top_text(self, event: ev.TextDelta) -> list[ev.AnyEvent]:
        if "segment_id" in event.model_fields_set:
            event = cast("ev.TextDelta", self._renamed(event))
            segment_id = event.segment_id
        else:
            segment_id = self._text or self._new_id("text")
        text = self._whole(segment_id, event.text_delta)
        if not text:
            return []
        self._ids.add(segment_id)
        self._text = segment_id
        if text is not event.text_delta or segment_id != event.segment_id:
            event = event.model_copy(update={"text_delta": text, "segment_id": segment_id})
        return [*self.finish(), event]

    def _part(self, event: _Part) -> list[ev.AnyEvent]:
        if self._names or self._taken:
            event = cast("_Part", self._renamed(event))
        key = (event.parent_id, event.segment_id)
        known = self._segments.get(key)
        if known is not None and event.summary_index in known:
            return [self._whole_delta(event)]
        events = self._begin(event)
        self._ids.add(event.segment_id)
        if known is None:
            self._segments[key] = {event.summary_index}
        else:
            known.add(event.summary_index)
        step = 2 if known is None else 1  # the segment has a number of its own
        if isinstance(event, ev.ReasoningPartStarted):
            return [*events, self._numbered(event, step)]
        self._number += step
        return [*events, self._whole_delta(event)]

    def _add_media(self, event: ev.PartAdded) -> list[ev.AnyEvent]:
        """An image or a file, checked and within the limits. Images on the way to a finished one give way first."""
        # Outside of a model's stream an id is the app's own, which may well come back.
        part_id = self._own_name(event.part.id) if self._is_streaming else event.part.id
        key = (event.parent_id or None, part_id)
        others = sum(self._media.values()) - self._media.get(key, 0)
        part = checked_part(event.part, most=min(self._limits.part_bytes, max(0, self._limits.parts_bytes - others)))
        size = 0 if part.data is None else part.size or 0
        if part.type == "image" and part.partial:
            self._partial_bytes += size
            if part.omitted or self._partial_bytes > self._limits.parts_bytes // _PARTIAL_SHARE:
                return []
        is_new = key not in self._media
        self._media[key] = size
        events = self._begin(event) if is_new else []
        self._ids.add(part_id)
        number = event.sequence_number
        if is_new:
            number = self._number + 1 if number is None else number + self._offset
            self._number = max(self._number, number)
        update = {"part": part.model_copy(update={"id": part_id}), "sequence_number": number if is_new else None}
        return [*events, event.model_copy(update=update)]

    def _call(self, event: _Call | ev.AssistantResult) -> list[ev.AnyEvent]:
        events: list[ev.AnyEvent] = []
        if event.call_id not in self._calls:
            events = self._begin(event)
            self._calls.add(event.call_id)
            if not isinstance(event, _Numbered):
                self._number += 1
        if isinstance(event, _Numbered):
            return [*events, self._numbered(event, 1)]
        return [*events, event]

    def _message(
        self, event: ev.MessageStarted | ev.MessageFinal | ev.MessageError | ev.MessageCancelled
    ) -> list[ev.AnyEvent]:
        """What a model's own stream says about itself; inside an assistant call it is about that call."""
        parent = event.parent_id or None
        match event:
            case ev.MessageStarted():
                if parent is None:
                    self._is_streaming = True
                    self._offset = self._number
                    self._taken = set(self._ids)
                    self._names = {}
                    self._taken_calls = set(self._calls)
                if parent is not None or not (event.model or event.provider):
                    return []
                return [event.model_copy(update={"thread_id": self._thread_id, "created_at": self._created_at})]
            case ev.MessageFinal():
                self._is_streaming = self._is_streaming and parent is not None
                if parent is None:
                    self.outcome.add(event.event)
                else:
                    self.outcome.add_usage(event.event)
                if parent is None and event.reply is not None:
                    self.outcome.replies.append(event.reply)
                return []
            case ev.MessageError():
                return [event if parent is None else ev.AssistantResult(call_id=parent, error=event.message)]
            case ev.MessageCancelled():
                return [event if parent is None else ev.AssistantCallUpdate(call_id=parent, status="cancelled")]

    # Ids, numbers, times ----------------------------------------------------------------------------------------------

    def _enter(self, event: ev.AnyEvent) -> list[ev.AnyEvent]:
        """An event is inside an assistant call: one that nobody has heard of begins with it."""
        if event.parent_id in self._calls or not event.parent_id:
            return []
        self._calls.add(event.parent_id)
        self._number += 1
        self._text = None
        return self.finish()

    def _begin(self, event: _Part | _Call | ev.AssistantResult | ev.PartAdded) -> list[ev.AnyEvent]:
        """A new part begins: at the top level it ends the reasoning and the text before it."""
        if event.parent_id:
            return self._enter(event)
        self._text = None
        return self.finish()

    def _numbered(self, event: _Numbered, step: int) -> ev.AnyEvent:
        number = self._number + step if event.sequence_number is None else event.sequence_number + self._offset
        self._number = max(self._number, number)
        now = self._clock()
        # A recording's time or another machine's clock would make nonsense of every duration.
        created_at = event.created_at if self._created_at <= event.created_at <= now else now
        return event.model_copy(update={"sequence_number": number, "created_at": created_at})

    def _new_id(self, kind: str) -> str:
        while True:
            self._made += 1
            if (name := f"{kind}-{self._made}") not in self._ids:
                return name

    def _with_own_call(self, event: ev.AnyEvent) -> ev.AnyEvent:
        """An id that another model call of the same answer used for a call of its own gets a new name here."""
        if isinstance(event, ev.StepStarted | ev.AssistantCallStarted) and event.call_id in self._taken_calls:
            self._taken_calls.discard(event.call_id)
            name = event.call_id
            while name in self._calls:
                name = self._new_id(event.call_id)
            self._call_names[event.call_id] = name
        given: str | None = getattr(event, "call_id", None)
        names = {"call_id": given, "parent_id": event.parent_id}
        changed = {key: self._call_names[name] for key, name in names.items() if name in self._call_names}
        return event.model_copy(update=changed) if changed else event

    def _renamed(self, event: _Part | ev.ReasoningSegmentMeta | ev.TextDelta) -> ev.AnyEvent:
        name = self._own_name(event.segment_id)
        return event if name == event.segment_id else event.model_copy(update={"segment_id": name})

    def _own_name(self, given: str) -> str:
        """The id of a segment; a new name if an earlier model call of the same answer has used it."""
        if given in self._taken and given not in self._names:
            self._names[given] = self._new_id(given)
        return self._names.get(given, given)

    def _whole_delta(self, event: _Part) -> ev.AnyEvent:
        if not isinstance(event, ev.ReasoningPartDelta) or (event.text_delta.isascii() and not self._halves):
            return event
        text = self._whole(f"{event.parent_id} {event.segment_id} {event.summary_index}", event.text_delta)
        return event if text is event.text_delta else event.model_copy(update={"text_delta": text})

    def _whole(self, place: str, text: str) -> str:
        """The text without half a character at its end; that half waits for the other one."""
        if self._halves:
            text = self._halves.pop(place, "") + text
        if text.isascii():
            return text
        if "\ud800" <= text[-1] <= "\udbff":
            self._halves[place] = text[-1]
            text = text[:-1]
        return whole(text)
