"""The canonical events: what happens during one assistant turn, in the order in which it happens.

Every provider's stream is turned into these, and everything that shows, stores or sends a turn reads these. Each event
has a ``type``; in a log it also has ``seq`` (from 1) and ``at`` (milliseconds of the server's clock). ``parent_id``, the
``call_id`` of an assistant call, puts an event inside that call.
"""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PrivateAttr, TypeAdapter, ValidationError
from pydantic_core import from_json, to_json, to_jsonable_python

from .errors import DataError
from .model import Identifier, MediaPart, Milliseconds, Status, require_type

Index = Annotated[int, Field(ge=0)]
Progress = Annotated[float, Field(ge=0, le=1)]


def _plain(value: Any) -> Any:
    """What JSON can say of a value that a tool took or gave, so that it is the same live, stored and sent."""
    if value is None or isinstance(value, bool):
        return value
    try:
        return from_json(to_json(value, inf_nan_mode="null", bytes_mode="base64", fallback=str))
    except ValueError:
        return _repaired(value)


def _repaired(value: Any) -> Any:
    """The same for a value with text that cannot be encoded, or with itself inside."""
    try:
        plain = to_jsonable_python(value, inf_nan_mode="null", bytes_mode="base64", fallback=str)
    except ValueError:
        plain = str(value)
    text = json.dumps(plain, ensure_ascii=False)
    return json.loads(text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace"))


Json = Annotated[Any, BeforeValidator(_plain)]
"""Any value; one that JSON does not know becomes the nearest that it does."""


class EventBase(BaseModel):
    """What all events share."""

    model_config = ConfigDict(extra="forbid", json_schema_extra=require_type, defer_build=True)

    event_id: str = ""
    seq: Annotated[int, Field(ge=1)] | None = None
    at: Milliseconds | None = None
    parent_id: str | None = None

    def to_json_dict(self) -> dict[str, Any]:
        """The JSON form, without what is not set."""
        return self.model_dump(mode="json", exclude_none=True)

    def to_json(self) -> str:
        """The JSON form as one line of text."""
        return self.model_dump_json(exclude_none=True)

    def to_line(self) -> bytes:
        """The JSON form as a log has it: the type comes first."""
        rest = self.model_dump_json(exclude={"type"}, exclude_none=True)
        return f'{{"type":"{self.type}",{rest[1:]}'.encode()  # pyright: ignore

    def stamped(self, *, event_id: str, seq: int, at: int) -> Self:
        """A copy that belongs to a message and has its place in a log."""
        return self.model_copy(update={"event_id": event_id, "seq": seq, "at": at})


class MessageStarted(EventBase):
    """The turn begins. ``thinking_enabled`` says whether the user asked for thinking."""

    type: Literal["message_started"] = "message_started"
    thread_id: str = ""
    created_at: Milliseconds = 0
    model: str | None = None
    provider: str | None = None
    thinking_enabled: bool | None = None


class ReasoningPartStarted(EventBase):
    """A part of a reasoning segment begins."""

    type: Literal["reasoning_part_started"] = "reasoning_part_started"
    segment_id: Identifier
    summary_index: Index = 0
    sequence_number: Index | None = None
    created_at: Milliseconds = 0
    part_type: Literal["summary_text"] | None = None


class ReasoningPartDelta(EventBase):
    """More text of a part."""

    type: Literal["reasoning_part_delta"] = "reasoning_part_delta"
    segment_id: Identifier
    summary_index: Index = 0
    text_delta: str


class ReasoningPartCompleted(EventBase):
    """A part is complete. ``final_text`` is the whole text; a redacted part has none.

    ``status`` is set when it did not end well: it was cut off by an error, or stopped.
    """

    type: Literal["reasoning_part_completed"] = "reasoning_part_completed"
    segment_id: Identifier
    summary_index: Index = 0
    is_complete: Literal[True] = True
    final_text: str | None = None
    redacted: bool | None = None
    status: Literal["error", "cancelled"] | None = None


class ReasoningSegmentMeta(EventBase):
    """What the provider says about a segment as a whole."""

    type: Literal["reasoning_segment_meta"] = "reasoning_segment_meta"
    segment_id: Identifier
    effort_level: str | None = None
    reasoning_tokens: Index | None = None
    output_index: Index | None = None


class TextDelta(EventBase):
    """More text of the answer. ``output_index`` is where in the provider's output it is, if the provider says so."""

    type: Literal["text_delta"] = "text_delta"
    text_delta: str
    segment_id: Identifier = "text"
    output_index: Index | None = None


class PartAdded(EventBase):
    """An image or a file. One whose ``part.id`` is known already takes the place of that one."""

    type: Literal["part_added"] = "part_added"
    part: MediaPart
    sequence_number: Index | None = None


class _CallStarted(EventBase):
    call_id: Identifier
    name: str
    description: str | None = None
    args_preview: str | None = None
    server: bool | None = None
    sequence_number: Index | None = None
    created_at: Milliseconds = 0


class _CallUpdate(EventBase):
    call_id: Identifier
    status: Status | None = None
    progress: Progress | None = None
    args_delta: str | None = None
    input: Json = None
    logs_delta: str | None = None


class _CallResult(EventBase):
    call_id: Identifier
    result: Json = None
    error: str | None = None


class ToolCallStarted(_CallStarted):
    """A tool is called."""

    type: Literal["tool_call_started"] = "tool_call_started"


class ToolCallUpdate(_CallUpdate):
    """More is known about a call: its input, its progress, its output."""

    type: Literal["tool_call_update"] = "tool_call_update"


class ToolResult(_CallResult):
    """A call ended, with a result or an error."""

    type: Literal["tool_result"] = "tool_result"


class WebSearchCallStarted(_CallStarted):
    """The provider searches the web."""

    type: Literal["web_search_call_started"] = "web_search_call_started"


class WebSearchCallUpdate(_CallUpdate):
    """More is known about a web search."""

    type: Literal["web_search_call_update"] = "web_search_call_update"


class WebSearchCallResult(_CallResult):
    """A web search ended."""

    type: Literal["web_search_call_result"] = "web_search_call_result"


class CodeInterpreterCallStarted(_CallStarted):
    """The provider runs code."""

    type: Literal["code_interpreter_call_started"] = "code_interpreter_call_started"


class CodeInterpreterCallUpdate(_CallUpdate):
    """More is known about the code that runs."""

    type: Literal["code_interpreter_call_update"] = "code_interpreter_call_update"


class CodeInterpreterCallResult(_CallResult):
    """The code has run."""

    type: Literal["code_interpreter_call_result"] = "code_interpreter_call_result"


class AssistantCallStarted(EventBase):
    """Another assistant is asked to do something."""

    type: Literal["assistant_call_started"] = "assistant_call_started"
    call_id: Identifier
    assistant_id: str = ""
    name: str
    task: str = ""
    sequence_number: Index | None = None
    created_at: Milliseconds = 0


class AssistantCallUpdate(EventBase):
    """How far another assistant is."""

    type: Literal["assistant_call_update"] = "assistant_call_update"
    call_id: Identifier
    status: Status | None = None
    progress: Progress | None = None


class AssistantResult(_CallResult):
    """Another assistant answered, or failed."""

    type: Literal["assistant_result"] = "assistant_result"


class SummaryUpdated(EventBase):
    """A thinking block has a new summary; an empty one while what happens says more. After a ``final`` one none is taken."""

    type: Literal["summary_updated"] = "summary_updated"
    block_id: str
    summary: str
    final: bool | None = None


class Artifact(EventBase):
    """Something made beside the answer."""

    type: Literal["artifact"] = "artifact"
    name: str
    data: Json = None


class MessageError(EventBase):
    """The turn failed. ``message_final`` follows."""

    type: Literal["message_error"] = "message_error"
    message: str
    code: str | None = None


class MessageCancelled(EventBase):
    """The turn was stopped. ``message_final`` follows."""

    type: Literal["message_cancelled"] = "message_cancelled"


class MessageFinal(EventBase):
    """The end, always the last event: the message as it is stored, and whether storing it worked."""

    type: Literal["message_final"] = "message_final"
    event: dict[str, Any]
    persisted: bool = True

    _reply: dict[str, Any] | None = PrivateAttr(default=None)

    @property
    def reply(self) -> dict[str, Any] | None:
        """The turn in the provider's own words: ``{"provider", "message"}``, with all that a follow-up request must send back.

        It is for the server alone: it is in no JSON form of this event.
        """
        return self._reply

    def with_reply(self, reply: dict[str, Any] | None) -> Self:
        """The same event with the provider's own words."""
        event = self.model_copy()
        event._reply = reply
        return event


StepStarted = ToolCallStarted | WebSearchCallStarted | CodeInterpreterCallStarted
StepUpdate = ToolCallUpdate | WebSearchCallUpdate | CodeInterpreterCallUpdate
StepResult = ToolResult | WebSearchCallResult | CodeInterpreterCallResult
AnyEvent = (
    MessageStarted
    | ReasoningPartStarted
    | ReasoningPartDelta
    | ReasoningPartCompleted
    | ReasoningSegmentMeta
    | TextDelta
    | PartAdded
    | StepStarted
    | StepUpdate
    | StepResult
    | AssistantCallStarted
    | AssistantCallUpdate
    | AssistantResult
    | SummaryUpdated
    | Artifact
    | MessageError
    | MessageCancelled
    | MessageFinal
)
Event = Annotated[AnyEvent, Field(discriminator="type")]

_ADAPTER: TypeAdapter[AnyEvent] = TypeAdapter(Event, config=ConfigDict(defer_build=True))


def parse_event(data: str | bytes | dict[str, Any]) -> AnyEvent:
    """Read one event from JSON text or from a dict.

    Raises:
        DataError: One line that names the field, the value and the rule.
    """
    try:
        return _ADAPTER.validate_python(data) if isinstance(data, dict) else _ADAPTER.validate_json(data)
    except ValidationError as error:
        match error.errors(include_url=False)[0]:
            case {"type": "union_tag_invalid", "ctx": {"tag": tag}}:
                msg = f"event: type = {tag!r}: there is no such event; docs/events.schema.json lists them"
                raise DataError(msg) from None
            case {"type": "union_tag_not_found"}:
                msg = "event: type is missing; every event has one"
                raise DataError(msg) from None
            case _:
                raise DataError.from_validation("event", error) from None


def event_json_schema() -> str:
    """The JSON Schema of all events, as text."""
    heading = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Canonical events"}
    return json.dumps({**heading, **_ADAPTER.json_schema()}, indent=2) + "\n"
