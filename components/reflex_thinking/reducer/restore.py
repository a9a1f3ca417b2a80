"""A stored message becomes a draft again."""

from __future__ import annotations

from typing import Any

from ..model import Status
from .draft import Draft
from .node import AssistantStep, Call, Media, Node, Op, ReasoningStep, Segment, ToolStep
from .values import as_text

Stored = dict[str, Any]

_FIELDS = (
    "status",
    "error",
    "thread_id",
    "created_at",
    "ended_at",
    "provider",
    "model",
    "stop_reason",
    "usage",
    "artifacts",
)
_TOOL_TYPES = ("tool_call", "web_search_call", "code_interpreter_call")


def stored_fields(event: Stored) -> dict[str, Any]:
    """The fields of a stored message that are shown of it as a whole."""
    fields = {key: event[key] for key in _FIELDS if event.get(key) is not None}
    # Of an answer that failed or was stopped the status says so already.
    if event.get("incomplete") and event.get("status", "done") == "done":
        fields["incomplete"] = True
    return fields


def restore(draft: Draft, event: Stored) -> list[Op]:
    """Fill an empty draft from a stored message. What it does not know, it leaves out."""
    status: Status = event.get("status", "done")
    ops: list[Op] = []
    for segment in event.get("segments", ()):
        ops += _restore_segment(draft, segment, None, status)
    known = {block.get("id"): block for block in event.get("blocks", ())}
    for number, row in enumerate(draft.blocks):
        is_last = row["end"] == len(draft.parts) - 1
        block = known.get(row["id"], {})
        fields = draft.thinking.ending(number, draft.parts, status if is_last else "done", row["started_at"])
        fields.update({key: block[key] for key in ("summary", "started_at", "ended_at") if block.get(key) is not None})
        ops += draft.thinking.put(number, fields)
    draft.final = event
    return ops + draft.put({**draft.ending(status, event.get("ended_at", 0)), **stored_fields(event)})


def _restore_segment(draft: Draft, stored: Stored, home: AssistantStep | None, status: Status) -> list[Op]:
    """Restore a segment inside something that ended with a status."""
    kind = stored["type"]
    if kind == "reasoning":
        return _restore_reasoning(draft, stored, home, status)
    if kind == "assistant_call":
        return _restore_assistant(draft, stored, home)
    if kind in _TOOL_TYPES:
        return _restore_tool(draft, stored, home)
    if kind in ("image", "file"):
        media = Media(
            stored["id"], kind, {k: v for k, v in stored.items() if k not in ("id", "type", "sequence_number")}
        )
        media.number = draft.next_number(stored.get("sequence_number"))
        return draft.add_media(media, home)
    if home is not None:
        return []
    return draft.add_part(Node(stored["id"], kind, {k: v for k, v in stored.items() if k not in ("id", "type")}))


def _restore_reasoning(draft: Draft, stored: Stored, home: AssistantStep | None, status: Status) -> list[Op]:
    segment = Segment(stored["id"])
    segment.effort_level = stored.get("effort_level")
    segment.output_index = stored.get("output_index")
    segment.reasoning_tokens = stored.get("reasoning_tokens")
    ops: list[Op] = []
    for place, part in enumerate(stored.get("parts", ())):
        started_at = part.get("created_at", stored.get("started_at", 0))
        step = ReasoningStep(segment, part.get("summary_index", place), started_at)
        step.part_type = part.get("type", step.part_type)
        step.number = draft.next_number(part.get("sequence_number"))
        step.ended_at = max(stored.get("ended_at", 0), started_at)
        # A part that was not complete and says no more was cut off by the end of what it is in.
        step.complete = "status" in part
        step.fields["status"] = "done" if part.get("is_complete", True) else part.get("status", status)
        step.fields["content"] = part.get("text", "")
        if part.get("redacted"):
            step.fields["redacted"] = True
        segment.add(step)
        ops += draft.add(step, home, len(draft.siblings(home)))
    return ops + (draft.thinking.describe(segment, segment.reasoning_tokens or 0) if segment.steps else [])


def _restore_tool(draft: Draft, stored: Stored, home: AssistantStep | None) -> list[Op]:
    call = ToolStep(stored["id"], stored["type"], stored.get("name", stored["id"]), stored.get("started_at", 0))
    call.server = bool(stored.get("server"))
    call.input = stored.get("input")
    if call.input is not None:
        call.fields["tool_input"] = as_text(call.input)
    if stored.get("description"):
        call.fields["content"] = stored["description"]
    if stored.get("logs") is not None:
        call.fields["logs"] = stored["logs"]
    return _restore_call(draft, call, stored, home)


def _restore_assistant(draft: Draft, stored: Stored, home: AssistantStep | None) -> list[Op]:
    call = AssistantStep(
        stored["id"],
        stored.get("name", stored["id"]),
        stored.get("started_at", 0),
        assistant_id=stored.get("assistant_id", ""),
        task=stored.get("task", ""),
    )
    ops = _restore_call(draft, call, stored, home)
    for segment in stored.get("segments", ()):
        ops += _restore_segment(draft, segment, call, call.status)
    return ops


def _restore_call(draft: Draft, call: Call, stored: Stored, home: AssistantStep | None) -> list[Op]:
    call.number = draft.next_number(stored.get("sequence_number"))
    call.result = stored.get("result")
    call.ended_at = max(stored.get("ended_at", 0), call.started_at)
    call.fields.update(status=stored.get("status", "done"), ended_at=call.ended_at)
    if call.result is not None:
        call.fields[call.result_key] = as_text(call.result)
    if stored.get("error") is not None:
        call.fields["error"] = stored["error"]
    return draft.add_call(call, home, len(draft.siblings(home)))
