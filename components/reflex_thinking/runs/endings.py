"""How the steps of a trace end."""

from __future__ import annotations

import asyncio
from typing import Any, Literal, cast

from .. import canonical as ev
from .errors import RespondError

Family = Literal["tool_call", "web_search_call", "code_interpreter_call", "assistant_call"]

STARTED = {
    "tool_call": ev.ToolCallStarted,
    "web_search_call": ev.WebSearchCallStarted,
    "code_interpreter_call": ev.CodeInterpreterCallStarted,
}
UPDATE = {
    "tool_call": ev.ToolCallUpdate,
    "web_search_call": ev.WebSearchCallUpdate,
    "code_interpreter_call": ev.CodeInterpreterCallUpdate,
    "assistant_call": ev.AssistantCallUpdate,
}
RESULT = {
    "tool_call": ev.ToolResult,
    "web_search_call": ev.WebSearchCallResult,
    "code_interpreter_call": ev.CodeInterpreterCallResult,
    "assistant_call": ev.AssistantResult,
}

Ending = tuple[Literal["done", "error", "cancelled"], str | None]
"""How a step ends, and what a reader is told of an error."""


def ending(error: BaseException | None) -> Ending:
    """How a step ends that was left with this exception. Of an exception, only a text that was meant for users is told."""
    if error is None:
        return "done", None
    if isinstance(error, asyncio.CancelledError | GeneratorExit):
        return "cancelled", None
    while len(inner := cast("tuple[BaseException, ...]", getattr(error, "exceptions", ()))) == 1:
        error = inner[0]  # what a TaskGroup makes of one error
    if isinstance(error, RespondError):
        return "error", error.message
    return "error", f"This step failed: {type(error).__name__}."


def call_end(family: Family, how: Ending, *, call_id: str, parent_id: str | None, at: int, result: Any = None) -> Any:
    """The event that ends a call."""
    status, error = how
    if status == "cancelled":
        return UPDATE[family](call_id=call_id, parent_id=parent_id, at=at, status="cancelled")
    return RESULT[family](call_id=call_id, parent_id=parent_id, at=at, result=result, error=error)


def part_end(how: Ending, *, segment_id: str, summary_index: int, parent_id: str | None, at: int) -> ev.AnyEvent:
    """The event that ends a part of reasoning."""
    status, _ = how
    return ev.ReasoningPartCompleted(
        segment_id=segment_id,
        summary_index=summary_index,
        parent_id=parent_id,
        at=at,
        status=None if status == "done" else status,
    )
