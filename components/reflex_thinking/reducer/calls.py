"""What the events of tool calls and assistant calls do to a draft."""

from __future__ import annotations

from typing import Any

from .. import canonical as ev
from .draft import Draft
from .node import AssistantStep, Call, Op, ToolStep, began
from .values import as_text, parsed

ToolEvent = ev.StepStarted | ev.StepUpdate | ev.StepResult
AssistantEvent = ev.AssistantCallStarted | ev.AssistantCallUpdate | ev.AssistantResult


def find_home(draft: Draft, event: ev.AnyEvent) -> tuple[AssistantStep | None, list[Op]]:
    """The assistant call that an event is inside of, None for the top level.

    A call that nobody has heard of is announced by what happens inside it.
    """
    call_id = event.parent_id
    if not call_id:
        return None, []
    if call_id in draft.calls:
        return draft.home(call_id), []
    call = AssistantStep(call_id, call_id, event.at or 0)
    call.number = call.rank = draft.next_number(None)
    return call, draft.add_call(call, None)


def tool_started(draft: Draft, event: ev.StepStarted) -> list[Op]:
    """A tool is called, or a call is only now announced."""
    call, ops = _call(draft, event, event.created_at, event.sequence_number)
    if call.announced or not isinstance(call, ToolStep):
        return ops
    kind = event.type.removesuffix("_started")
    fields: dict[str, Any] = {"tool_name": event.name, "kind": None if kind == "tool_call" else kind}
    if event.description:
        fields["content"] = event.description
    call.server = bool(event.server)
    if event.args_preview and call.get("tool_input") is None:
        call.preview = True
        if call.status == "thinking":
            fields["tool_input"] = event.args_preview
        else:
            call.args = event.args_preview
            fields["tool_input"] = as_text(parsed(event.args_preview))
    return ops + _announce(draft, call, event, fields)


def assistant_started(draft: Draft, event: ev.AssistantCallStarted) -> list[Op]:
    """An assistant is called, or a call is only now announced."""
    call, ops = _call(draft, event, event.created_at, event.sequence_number)
    if call.announced or not isinstance(call, AssistantStep):
        return ops
    fields = {"assistant_name": event.name, "assistant_id": event.assistant_id, "assistant_task": event.task}
    return ops + _announce(draft, call, event, fields)


def _announce(
    draft: Draft, call: Call, event: ev.StepStarted | ev.AssistantCallStarted, fields: dict[str, Any]
) -> list[Op]:
    call.announced = True
    if event.sequence_number is not None:
        call.number = draft.next_number(event.sequence_number)
    if event.created_at:
        fields |= began(min(event.created_at, call.end_at(event.created_at)))
    return draft.set(call, fields)


def tool_updated(draft: Draft, event: ev.StepUpdate) -> list[Op]:
    """More is known about a call: its input, what it writes, how far it is."""
    call, ops = _call(draft, event)
    if isinstance(call, ToolStep):
        if event.args_delta and call.input is None:
            ops += _more_args(draft, call, event.args_delta)
        if event.input is not None:
            call.input = event.input
            ops += draft.set(call, {"tool_input": as_text(event.input)})
        if event.logs_delta:
            ops += draft.grow(call, "logs", event.logs_delta)
    return ops + _progress(draft, call, event)


def _more_args(draft: Draft, call: ToolStep, delta: str) -> list[Op]:
    """Input is shown as it is streamed; after the end, in the form that it has when it is stored."""
    known = None if call.preview else call.raw_args
    call.preview = False
    if call.status != "thinking":
        call.args = (known or "") + delta
        return draft.set(call, {"tool_input": as_text(parsed(call.args))})
    if known is None:
        return draft.set(call, {"tool_input": delta})
    return draft.grow(call, "tool_input", delta)


def assistant_updated(draft: Draft, event: ev.AssistantCallUpdate) -> list[Op]:
    """How far an assistant is."""
    call, ops = _call(draft, event)
    return ops + _progress(draft, call, event)


def _progress(draft: Draft, call: Call, event: ev.StepUpdate | ev.AssistantCallUpdate) -> list[Op]:
    if call.status != "thinking":
        return []
    if event.status is not None and event.status != "thinking":
        return draft.end_step(call, event.status, event.at or 0)
    return [] if event.progress is None else draft.set(call, {"progress": event.progress})


def call_ended(draft: Draft, event: ev.StepResult | ev.AssistantResult) -> list[Op]:
    """A call gave a result or failed. An error counts even if the call was said to be done before."""
    call, ops = _call(draft, event)
    if call.complete:
        return ops
    call.complete = True
    fields: dict[str, Any] = {}
    if event.result is not None:
        call.result = event.result
        fields[call.result_key] = as_text(event.result)
    if event.error is None:
        return ops + draft.end_step(call, "done", event.at or 0, fields)
    fields["error"] = event.error
    if call.status == "done":
        fields["status"] = "error"
    return ops + draft.end_step(call, "error", event.at or 0, fields)


def _call(
    draft: Draft, event: ToolEvent | AssistantEvent, created_at: int = 0, number: int | None = None
) -> tuple[Call, list[Op]]:
    """The step that shows a call, made if this is the first that is heard of it."""
    known = draft.calls.get(event.call_id)
    if known is not None:
        return known, []
    home, ops = find_home(draft, event)
    if event.call_id in draft.calls:
        # It says that it is inside itself.
        return draft.calls[event.call_id], ops
    started_at = created_at or event.at or 0
    match event:
        case ev.AssistantCallStarted():
            call = AssistantStep(
                event.call_id, event.name, started_at, assistant_id=event.assistant_id, task=event.task
            )
        case ev.AssistantCallUpdate() | ev.AssistantResult():
            call = AssistantStep(event.call_id, event.call_id, started_at)
        case _:
            call = ToolStep(event.call_id, _kind(event), getattr(event, "name", event.call_id), started_at)
    call.number = call.rank = draft.next_number(number)
    return call, ops + draft.add_call(call, home)


def _kind(event: ToolEvent) -> str:
    name, _, _ = event.type.rpartition("_")
    return "tool_call" if name == "tool" else name
