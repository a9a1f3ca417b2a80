"""Makes the canonical events of one model call, whatever the provider.

A reader of a wire format says what it found, in the order in which it found it; the emitter sees to it that the events are
well formed: parts begin once and end once, nothing is said twice, numbers and ids are there, and the end comes last.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, TypedDict, Unpack

from .. import canonical as ev
from ..media import UNKNOWN, checked_part, type_of_name
from ..model import FilePart, ImagePart
from ..reducer import Draft, apply
from ..reducer.values import parsed
from ..stored import final_event
from .surrogates import Halves, mended

Kind = Literal["tool_call", "web_search_call", "code_interpreter_call"]

_STARTED: dict[Kind, type[ev.StepStarted]] = {
    "tool_call": ev.ToolCallStarted,
    "web_search_call": ev.WebSearchCallStarted,
    "code_interpreter_call": ev.CodeInterpreterCallStarted,
}
_UPDATE: dict[Kind, type[ev.StepUpdate]] = {
    "tool_call": ev.ToolCallUpdate,
    "web_search_call": ev.WebSearchCallUpdate,
    "code_interpreter_call": ev.CodeInterpreterCallUpdate,
}
_RESULT: dict[Kind, type[ev.StepResult]] = {
    "tool_call": ev.ToolResult,
    "web_search_call": ev.WebSearchCallResult,
    "code_interpreter_call": ev.CodeInterpreterCallResult,
}

_REASONING = "reasoning"
"""The segment of reasoning of which nobody says where it belongs."""


_MOST_PIECES = 512
"""So many deltas are kept back at most: they weigh more than their text."""


@dataclass(slots=True)
class _Part:
    """A part of reasoning that has begun."""

    pieces: list[str] = field(default_factory=list[str])
    is_open: bool = True

    @property
    def text(self) -> str:
        return "".join(self.pieces)


@dataclass(slots=True)
class _Call:
    """A call that has begun."""

    name: str
    kind: Kind
    server: bool
    arguments: list[str] = field(default_factory=list[str])
    has_input: bool = False
    has_result: bool = False


class MediaFields(TypedDict, total=False):
    """What a provider says of an image or a file. An empty text says nothing."""

    data: str
    """Its bytes as base64."""
    url: str
    """Its address, which may be a ``data:`` address."""
    file_id: str
    """What the provider calls it, if only the provider has it."""
    media_type: str
    """Its type, ``image/*`` for an image of any type; without one, its address or its name decide."""
    name: str
    """Its file name."""
    alt: str
    """What it shows."""


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool that the model asks for: run it and send the result back.

    ``input`` is what the model sent: parsed JSON when it parses, else the raw text.
    """

    id: str
    name: str
    input: Any


class Emitter:
    """What a reader tells what it finds. :meth:`take` gives the events.

    Args:
        provider: The name of the wire format, for the message.
    """

    def __init__(self, provider: str) -> None:
        self.provider = provider
        self.inside: str | None = None
        """The assistant that everything belongs to until this changes; None for the message itself."""
        self.usage: dict[str, int] = {}
        self.stop_reason: str | None = None
        self.is_incomplete = False
        self.error: ev.MessageError | None = None
        self.final: dict[str, Any] | None = None
        self._is_started = False
        self._events: list[ev.AnyEvent] = []
        self._draft = Draft("message")
        self._tail: ev.TextDelta | ev.ReasoningPartDelta | None = None
        self._pieces: list[str] = []
        """Text that is not in the draft yet, and the event that began it."""
        self._number = 0
        self._parts: dict[tuple[str, int], _Part] = {}
        self._segments: set[str] = set()
        self._calls: dict[str, _Call] = {}
        self._media: dict[tuple[str | None, str | int], tuple[int, bool]] = {}
        """The images and files so far: a hash of the source of each, and whether it is a draft."""
        self._made: dict[str, int] = {}
        self._halves = Halves()

    def take(self) -> list[ev.AnyEvent]:
        """The events since the last time."""
        events, self._events = self._events, []
        return events

    # The message ------------------------------------------------------------------------------------------------------

    def start(self, message_id: str | None = None, *, model: str | None = None, created_at: int = 0) -> None:
        """The message begins. Only the first time counts; what is said before anything else begins it too.

        Args:
            message_id: The provider's id of it.
            model: Which model speaks.
            created_at: When, in milliseconds, if the provider says so.
        """
        if self._is_started:
            return
        self._is_started = True
        self._draft = Draft(message_id or "message")
        self._add(ev.MessageStarted(created_at=max(0, created_at), model=model or None, provider=self.provider))

    def count(self, **tokens: int | None) -> None:
        """How many tokens it took so far. Providers repeat their totals, so that the last one counts."""
        for name, value in tokens.items():
            if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
                self.usage[name] = value

    def stop(self, reason: str | None, *, incomplete: bool = False) -> None:
        """Why the model stopped, and whether it was before it was done."""
        if reason:
            self.stop_reason = reason
            self.is_incomplete = incomplete

    def fail(self, message: str, code: str | None = None) -> None:
        """The message ends here, with an error. Only the first one counts."""
        if self.error is None:
            self.error = ev.MessageError(message=mended(message), code=code)

    def finish(self, reply: dict[str, Any] | None = None) -> None:
        """Nothing will come any more: close what is open and say the end.

        Args:
            reply: The turn in the provider's own words, for follow-up requests.
        """
        if self.final is not None:
            return
        self.start()
        self.close_reasoning()
        if self.error is not None:
            self._add(self.error)
        self._settle()
        final = final_event(self._draft, usage=self.usage, stop_reason=self.stop_reason, incomplete=self.is_incomplete)
        self.final = final
        last = ev.MessageFinal(event=final, persisted=False, event_id=self._draft.id)
        own = None if reply is None else {"provider": self.provider, "message": reply}
        self._events.append(last.with_reply(own))

    @property
    def calls(self) -> list[ToolCall]:
        """The tools that the model asks the caller to run: those without a result that the provider does not run."""
        inputs = {step["id"]: step.get("input") for step in (self.final or {}).get("segments", ()) if "input" in step}
        return [
            ToolCall(call_id, call.name, inputs.get(call_id))
            for call_id, call in self._calls.items()
            if not call.server and not call.has_result
        ]

    # Reasoning --------------------------------------------------------------------------------------------------------

    def begin_reasoning(self, segment_id: str, index: int = 0, *, summary: bool = False) -> None:
        """A part of reasoning begins, perhaps without text yet.

        Args:
            segment_id: The segment it belongs to.
            index: Which part of the segment it is.
            summary: Whether it is a summary of reasoning that is not shown.
        """
        segment_id = segment_id or _REASONING
        if (segment_id, index) in self._parts:
            return
        self.start()
        self._number += 1 if segment_id in self._segments else 2  # the segment has a number of its own
        self._add(
            ev.ReasoningPartStarted(
                segment_id=segment_id,
                summary_index=index,
                sequence_number=self._number,
                part_type="summary_text" if summary else None,
            )
        )
        self._segments.add(segment_id)  # only now: what could not begin has no end either
        self._parts[segment_id, index] = _Part()

    def reasoning(self, segment_id: str, text: str, index: int = 0, *, summary: bool = False) -> None:
        """More text of a part of reasoning. What comes after the part's end is left out."""
        segment_id = segment_id or _REASONING
        text = self._halves.join((segment_id, index), text)
        if not text:
            return
        part = self._parts.get((segment_id, index))
        if part is None:
            self.begin_reasoning(segment_id, index, summary=summary)
            part = self._parts[segment_id, index]
        if part.is_open:
            part.pieces.append(text)
            self._add(ev.ReasoningPartDelta(segment_id=segment_id, summary_index=index, text_delta=text))

    def end_reasoning(
        self, segment_id: str, index: int = 0, *, text: str | None = None, redacted: bool = False, summary: bool = False
    ) -> None:
        """A part of reasoning is complete.

        Args:
            segment_id: The segment it belongs to.
            index: Which part of the segment it is.
            text: The whole text, if the provider repeats it: what was not streamed of it follows now.
            redacted: There is reasoning, but it cannot be read. A part with text is never redacted.
            summary: Whether it is a summary.
        """
        segment_id = segment_id or _REASONING
        if text:
            self._rest_of(segment_id, index, text, summary)
        self.begin_reasoning(segment_id, index, summary=summary)
        part = self._parts[segment_id, index]
        if not part.is_open:
            return
        part.is_open = False
        hidden = True if redacted and not part.pieces else None
        self._add(ev.ReasoningPartCompleted(segment_id=segment_id, summary_index=index, redacted=hidden))

    def close_reasoning(self) -> None:
        """Complete every part of reasoning that is open."""
        for (segment_id, index), part in self._parts.items():
            if part.is_open:
                self.end_reasoning(segment_id, index)

    def has_reasoning(self, segment_id: str, index: int | None = None) -> bool:
        """Whether a segment, or a part of it, has begun."""
        return segment_id in self._segments if index is None else (segment_id, index) in self._parts

    def has_reasoning_text(self, segment_id: str, index: int = 0) -> bool:
        """Whether a part has any text yet."""
        part = self._parts.get((segment_id, index))
        return part is not None and bool(part.pieces)

    def about_reasoning(
        self, segment_id: str, *, effort: str | None = None, tokens: int | None = None, output_index: int | None = None
    ) -> None:
        """What the provider says of a segment as a whole."""
        if segment_id in self._segments and not (effort is None and tokens is None and output_index is None):
            meta = ev.ReasoningSegmentMeta(segment_id=segment_id, effort_level=effort, reasoning_tokens=tokens)
            self._add(meta.model_copy(update={"output_index": output_index}))

    def _rest_of(self, segment_id: str, index: int, text: str, summary: bool) -> None:
        part = self._parts.get((segment_id, index))
        streamed = part.text if part else ""
        if text.startswith(streamed):  # else it was streamed in another form: what was seen stays
            self.reasoning(segment_id, text[len(streamed) :], index, summary=summary)

    # The answer -------------------------------------------------------------------------------------------------------

    def text(self, segment_id: str, text: str, output_index: int | None = None) -> None:
        """More text of the answer.

        Args:
            segment_id: The segment it belongs to.
            text: The text.
            output_index: Where in the provider's output it is, if the provider says so.
        """
        if text := self._halves.join(segment_id, text):
            self.start()
            self._add(ev.TextDelta(segment_id=segment_id or "text", text_delta=text, output_index=output_index))

    def media(self, *, part_id: str = "", partial: bool = False, **given: Unpack[MediaFields]) -> None:
        """An image or a file. Providers repeat them: one that was there already changes nothing.

        Args:
            part_id: What later versions of it are known by.
            partial: Whether it is a draft that a better version will replace.
            given: What the provider says of it.
        """
        data, url, file_id = given.get("data", ""), given.get("url", ""), given.get("file_id", "")
        media_type, name = given.get("media_type", ""), given.get("name", "")
        if not (data or url or file_id):
            return
        source = hash(data or url or file_id)
        key = (self.inside, part_id or source)
        known = self._media.get(key)
        if known is not None and (known == (source, partial) or (partial and not known[1])):
            return
        self._media[key] = (source, partial)
        in_address = url[5:100] if url[:5].lower() == "data:" else ""
        kind = media_type if media_type not in {"", UNKNOWN} else in_address or type_of_name(name)
        is_image = kind.lower().startswith("image/")
        if data:
            given.pop("url", None)
        fields: dict[str, Any] = {about: mended(str(value)) for about, value in given.items() if value}
        fields["id"] = mended(part_id) or self.new_id("image" if is_image else "file")
        part = ImagePart(**fields, partial=partial or None) if is_image else FilePart(**fields)
        self.start()
        self._number += 1 if known is None else 0
        number = self._number if known is None else None
        self._add(ev.PartAdded(part=checked_part(part), sequence_number=number))

    # Calls ------------------------------------------------------------------------------------------------------------

    def call(
        self,
        call_id: str,
        name: str,
        *,
        kind: Kind = "tool_call",
        server: bool = False,
        description: str | None = None,
    ) -> None:
        """A tool is called. Only the first time counts.

        Args:
            call_id: What later events about it are known by.
            name: The provider's name for the tool.
            kind: What kind of tool it is.
            server: Whether the provider runs it.
            description: What it is asked to do, if that is known.
        """
        if not call_id or call_id in self._calls:
            return
        self.start()
        self._number += 1
        self._calls[call_id] = _Call(name, kind, server)
        self._add(
            _STARTED[kind](
                call_id=call_id,
                name=name,
                description=description,
                server=server or None,
                sequence_number=self._number,
            )
        )

    def has_call(self, call_id: str) -> bool:
        """Whether a call has begun."""
        return call_id in self._calls

    def arguments(self, call_id: str, text: str) -> None:
        """More of a call's input, as text of JSON."""
        call = self._calls.get(call_id)
        text = self._halves.join((call_id, "arguments"), text)
        if call is not None and text and not call.has_input:
            call.arguments.append(text)
            self._add(_UPDATE[call.kind](call_id=call_id, args_delta=text))

    def whole_arguments(self, call_id: str, text: str) -> None:
        """A call's whole input, as text of JSON: what was not streamed of it follows now."""
        call = self._calls.get(call_id)
        if call is None or call.has_input:
            return
        streamed = "".join(call.arguments)
        if text.startswith(streamed):  # else it was streamed in another form: what was seen stays
            self.arguments(call_id, text[len(streamed) :])
            call.has_input = True

    def input(self, call_id: str, value: Any) -> None:
        """A call's whole input, as a value. It counts more than text that was streamed before."""
        call = self._calls.get(call_id)
        if call is None or call.has_input or value is None:
            return
        call.has_input = True
        if not call.arguments or parsed("".join(call.arguments)) != value:
            self._add(_UPDATE[call.kind](call_id=call_id, input=value))

    def has_arguments(self, call_id: str) -> bool:
        """Whether anything is known of a call's input."""
        call = self._calls.get(call_id)
        return call is not None and (call.has_input or bool(call.arguments))

    def progress(self, call_id: str, *, logs: str | None = None) -> None:
        """What a tool prints while it runs."""
        call = self._calls.get(call_id)
        if call is not None and logs and not call.has_result:
            self._add(_UPDATE[call.kind](call_id=call_id, logs_delta=logs))

    def result(self, call_id: str, result: Any = None, *, error: str | None = None) -> None:
        """A call ended."""
        call = self._calls.get(call_id)
        if call is not None and not call.has_result:
            call.has_result = True
            error = None if error is None else mended(error)
            self._add(_RESULT[call.kind](call_id=call_id, result=result, error=error))

    def pass_on(self, event: ev.AnyEvent) -> None:
        """An event that is canonical already."""
        self._is_started = True
        if isinstance(event, ev.MessageStarted):
            self._settle()
            self._draft = Draft(event.event_id)
        elif isinstance(event, ev.MessageFinal):
            self.final = event.event
        self._keep(event)
        self._events.append(event)

    # Inside -----------------------------------------------------------------------------------------------------------

    def new_id(self, kind: str) -> str:
        """An id for something that the provider gives none, the same for a stream and for its finished response."""
        number = self._made[kind] = self._made.get(kind, 0) + 1
        return f"{kind}-{number}"

    def _add(self, event: ev.AnyEvent) -> None:
        event.event_id = self._draft.id
        self._keep(event)
        self._events.append(event)

    def _keep(self, event: ev.AnyEvent) -> None:
        """Note an event for the message that the stream comes to. Text is reduced when it ends, not delta by delta."""
        if isinstance(event, ev.TextDelta | ev.ReasoningPartDelta):
            if self._tail is not None and len(self._pieces) < _MOST_PIECES and _goes_on(self._tail, event):
                self._pieces.append(event.text_delta)
                return
            self._settle()
            self._tail, self._pieces = event, [event.text_delta]
            return
        self._settle()
        apply(self._draft, event)

    def _settle(self) -> None:
        """Reduce the text that was kept back."""
        tail, self._tail = self._tail, None
        if tail is not None:
            apply(self._draft, tail.model_copy(update={"text_delta": "".join(self._pieces)}))


def _goes_on(before: ev.TextDelta | ev.ReasoningPartDelta, event: ev.TextDelta | ev.ReasoningPartDelta) -> bool:
    """Whether text goes where the text before it went."""
    if before.segment_id != event.segment_id or before.parent_id != event.parent_id:
        return False
    if isinstance(before, ev.TextDelta):
        return isinstance(event, ev.TextDelta) and before.output_index == event.output_index
    return isinstance(event, ev.ReasoningPartDelta) and before.summary_index == event.summary_index
