"""The data that is shown: steps, the blocks they form, and the message they are part of.

In Python every name is snake_case. JSON uses ``toolName``, ``childSteps`` and the like for what has always had those
names, and snake_case for what came later; :meth:`Model.to_json_dict` and :meth:`Model.from_json` convert.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, Literal, Protocol, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from .errors import DataError
from .words import count_words

Status = Literal["thinking", "done", "error", "cancelled"]
StepType = Literal["reasoning", "tool_call", "assistant_call"]
BuiltInTool = Literal["web_search_call", "code_interpreter_call"]
Role = Literal["user", "assistant"]
Omitted = Literal["too_large", "unreadable"]

Milliseconds = Annotated[int, Field(ge=0)]
Identifier = Annotated[str, Field(min_length=1)]


_JSON_NAMES = {
    "tool_name": "toolName",
    "tool_input": "toolInput",
    "tool_result": "toolResult",
    "assistant_name": "assistantName",
    "assistant_id": "assistantId",
    "assistant_task": "assistantTask",
    "assistant_result": "assistantResult",
    "child_steps": "childSteps",
}


def _json_name(name: str) -> str:
    """The name of a field in JSON. An alias generator, so that type checkers see the Python names."""
    return _JSON_NAMES.get(name, name)


def require_type(schema: dict[str, Any]) -> None:
    """In JSON the type is always there; only in Python it goes without saying."""
    schema["required"] = ["type", *schema.get("required", ())]


class Model(BaseModel):
    """What all models share: aliases for JSON, names for Python, unknown fields refused."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True, alias_generator=_json_name, defer_build=True)

    @classmethod
    def from_json(cls, data: str | bytes | dict[str, Any]) -> Self:
        """Read JSON text or the dict it stands for.

        Raises:
            DataError: One line that names the field, the value and the rule.
        """
        try:
            return cls.model_validate(data) if isinstance(data, dict) else cls.model_validate_json(data)
        except ValidationError as error:
            raise DataError.from_validation(cls.__name__, error) from None

    def to_json_dict(self) -> dict[str, Any]:
        """The JSON form: public names, without what is not set."""
        return self.model_dump(mode="json", by_alias=True, exclude_none=True)

    def to_json(self) -> str:
        """The JSON form as text."""
        return self.model_dump_json(by_alias=True, exclude_none=True)


class Timed(Model):
    """Something that began, and perhaps ended, at a time of the server's clock."""

    started_at: Milliseconds | None = None
    ended_at: Milliseconds | None = None

    @model_validator(mode="after")
    def _ends_after_it_starts(self) -> Self:
        if self.started_at is not None and self.ended_at is not None and self.ended_at < self.started_at:
            msg = f"ended_at {self.ended_at!r} is before started_at {self.started_at!r}"
            raise ValueError(msg)
        return self

    @property
    def duration_ms(self) -> int | None:
        """How long it took, or None while that is not known."""
        if self.started_at is None or self.ended_at is None:
            return None
        return self.ended_at - self.started_at


class PartStatus(Model):
    """The status of a part, as headless components see it."""

    type: Literal["running", "complete", "incomplete"]
    reason: Literal["error", "cancelled"] | None = None


_PART_STATUS: dict[Status, PartStatus] = {
    "thinking": PartStatus(type="running"),
    "done": PartStatus(type="complete"),
    "error": PartStatus(type="incomplete", reason="error"),
    "cancelled": PartStatus(type="incomplete", reason="cancelled"),
}


class _Media(Model):
    """What images and files share. ``data`` is base64; it is given in place of an address, not beside one."""

    model_config = ConfigDict(json_schema_extra=require_type)

    id: Identifier
    media_type: str = "application/octet-stream"
    url: str | None = None
    data: str | None = None
    name: str | None = None
    alt: str | None = None
    size: Annotated[int, Field(ge=0)] | None = None
    """Bytes."""
    file_id: str | None = None
    """What the provider calls the file, where it has to be fetched from the provider."""
    omitted: Omitted | None = None
    """Why there is no data."""

    @model_validator(mode="after")
    def _has_one_source(self) -> Self:
        if self.url is not None and self.data is not None:
            msg = "url and data are both given: use one of them"
            raise ValueError(msg)
        return self


class ImagePart(_Media):
    """An image. ``width`` and ``height`` are in pixels; ``partial`` says that a better version is on its way."""

    type: Literal["image"] = "image"
    width: Annotated[int, Field(ge=1)] | None = None
    height: Annotated[int, Field(ge=1)] | None = None
    partial: bool | None = None


class FilePart(_Media):
    """A file."""

    type: Literal["file"] = "file"


MediaPart = Annotated[ImagePart | FilePart, Field(discriminator="type")]


class ThinkingStep(Timed):
    """One thing that happened: a passage of reasoning, a tool call, or a call of another assistant."""

    id: Identifier
    type: StepType
    content: str = ""
    tool_name: str | None = None
    tool_input: str | None = None
    tool_result: str | None = None
    assistant_name: str | None = None
    assistant_id: str | None = None
    assistant_task: str | None = None
    assistant_result: str | None = None
    child_steps: list[ThinkingStep] = Field(default_factory=list["ThinkingStep"])
    parts: list[MediaPart] = Field(default_factory=list[MediaPart])
    """Images and files that an assistant gave beside its result."""
    timestamp: Milliseconds | None = None
    status: Status = "done"
    error: str | None = None
    redacted: bool = False
    kind: BuiltInTool | None = None
    progress: Annotated[float, Field(ge=0, le=1)] | None = None
    logs: str | None = None

    @property
    def part_status(self) -> PartStatus:
        """The status as a headless component sees it."""
        return _PART_STATUS[self.status]

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to show: reasoning without text that was not withheld either."""
        return self.type == "reasoning" and not self.redacted and not self.content.strip()

    @property
    def tool_count(self) -> int:
        """How many tools and assistants this assistant called itself."""
        return count_tools(self.child_steps)


class ThinkingBlock(Timed):
    """The thinking that stands together in one place of a message."""

    id: str = ""
    summary: str = ""
    status: Status = "done"
    steps: list[ThinkingStep] = Field(default_factory=list[ThinkingStep])
    reasoning_tokens: Annotated[int, Field(ge=0)] | None = None
    effort_level: str | None = None

    @property
    def tool_count(self) -> int:
        """Tools and assistants called at the top level; what an assistant called counts in its own row."""
        return count_tools(self.steps)

    @property
    def failed_count(self) -> int:
        """Tools and assistants that failed, at any depth."""
        return count_failed(self.steps, lambda step: step.child_steps)

    @property
    def word_count(self) -> int:
        """Words of readable reasoning, those of delegated assistants included."""
        return sum(_words(step) for step in self.steps)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to show at all."""
        return self.status != "thinking" and all(step.is_empty for step in self.steps)

    @property
    def part_status(self) -> PartStatus:
        """The status of the last step; complete when there is none."""
        return self.steps[-1].part_status if self.steps else _PART_STATUS["done"]


class TextPart(Model):
    """Text of the answer, or what the user wrote."""

    id: Identifier
    type: Literal["text"] = "text"
    text: str = ""
    output_index: Annotated[int, Field(ge=0)] | None = None


Part = Annotated[ThinkingStep | TextPart | ImagePart | FilePart, Field(discriminator="type")]


class Message(Timed):
    """A message as a list of parts in the order in which they happened."""

    id: Identifier
    role: Role = "assistant"
    status: Status = "done"
    parts: list[Part] = Field(default_factory=list[Part])


_TOO_LONG = re.compile("length|max|tokens|context|budget")
_FILTERED = re.compile("filter|safety|sensitive|recitation|prohibited|blocklist|spii|guardrail")


def ending_of(message: Mapping[str, Any]) -> str:
    """Why an answer is not whole; empty when it is, is still being made, or says itself why it failed.

    Args:
        message: The fields of the message.

    Returns:
        ``"cancelled"``, ``"length"``, ``"filtered"``, ``"incomplete"``, or ``"error"`` where nothing says what went wrong.
        The texts are ``ai.chat.ended.…``.
    """
    status = message.get("status")
    if message.get("role") == "user" or message.get("error"):
        return ""
    if status in {"cancelled", "error"}:
        return str(status)
    if status != "done" or not message.get("incomplete"):
        return ""
    reason = str(message.get("stop_reason") or "").lower()
    if _FILTERED.search(reason):
        return "filtered"
    return "length" if _TOO_LONG.search(reason) else "incomplete"


def count_tools(steps: list[ThinkingStep]) -> int:
    """How many of these steps are calls of a tool or of an assistant."""
    return sum(step.type != "reasoning" for step in steps)


class _HasOutcome(Protocol):
    @property
    def type(self) -> str: ...

    @property
    def status(self) -> str: ...


_Step = TypeVar("_Step", bound=_HasOutcome)


def count_failed(steps: Iterable[_Step], children: Callable[[_Step], Iterable[_Step]]) -> int:
    """How many calls failed, at any depth. Reasoning that was cut off is no call, so it does not count.

    ``client/model.js`` has the same rule for the browser.
    """
    return sum(
        (step.type != "reasoning" and step.status == "error") + count_failed(children(step), children) for step in steps
    )


def _words(step: ThinkingStep) -> int:
    own = count_words(step.content) if step.type == "reasoning" else 0
    return own + sum(_words(child) for child in step.child_steps)
