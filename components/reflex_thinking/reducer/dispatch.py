"""Which event does what."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, assert_never

from .. import canonical as ev
from . import calls, media, reasoning
from .draft import Draft
from .node import AssistantStep, Node, Op
from .restore import restore, stored_fields

_AFTER_THE_END = (ev.ReasoningSegmentMeta, ev.SummaryUpdated, ev.Artifact, ev.MessageFinal)
_UNNAMED_TEXT = "text"
"""The segment of text that does not say which segment it belongs to."""


def apply(draft: Draft, event: ev.AnyEvent) -> list[Op]:
    """Apply an event to a draft and return what changed.

    The events of a log (those with a ``seq``) are applied in their order; one that was applied already changes nothing.
    """
    if event.seq is not None:
        if event.seq <= draft.seq:
            return []
        draft.seq = event.seq
    if draft.final is not None or (draft.fields["status"] != "thinking" and not isinstance(event, _AFTER_THE_END)):
        return []
    if event.at:
        draft.at = event.at
    match event:
        case ev.ReasoningPartDelta():
            return reasoning.part_delta(draft, event)
        case ev.TextDelta():
            return _text_delta(draft, event)
        case ev.MessageStarted():
            return _started(draft, event)
        case ev.ReasoningPartStarted():
            return reasoning.part_started(draft, event)
        case ev.ReasoningPartCompleted():
            return reasoning.part_completed(draft, event)
        case ev.ReasoningSegmentMeta():
            return reasoning.segment_meta(draft, event)
        case ev.ToolCallStarted() | ev.WebSearchCallStarted() | ev.CodeInterpreterCallStarted():
            return calls.tool_started(draft, event)
        case ev.ToolCallUpdate() | ev.WebSearchCallUpdate() | ev.CodeInterpreterCallUpdate():
            return calls.tool_updated(draft, event)
        case ev.AssistantCallStarted():
            return calls.assistant_started(draft, event)
        case ev.AssistantCallUpdate():
            return calls.assistant_updated(draft, event)
        case ev.ToolResult() | ev.WebSearchCallResult() | ev.CodeInterpreterCallResult() | ev.AssistantResult():
            return calls.call_ended(draft, event)
        case ev.PartAdded():
            return media.part_added(draft, event)
        case ev.SummaryUpdated():
            return draft.thinking.summarise(event.block_id, event.summary, final=bool(event.final))
        case ev.Artifact():
            return draft.put({"artifacts": {**draft.fields.get("artifacts", {}), event.name: event.data}})
        case ev.MessageError():
            error = {"message": event.message, **({"code": event.code} if event.code else {})}
            return draft.end("error", event.at or 0, {"error": error})
        case ev.MessageCancelled():
            return draft.end("cancelled", event.at or 0)
        case ev.MessageFinal():
            return _finish(draft, event)
        case _:
            assert_never(event)


def apply_all(draft: Draft, events: Iterable[ev.AnyEvent]) -> list[Op]:
    """Apply several events and return all that changed."""
    return [op for event in events for op in apply(draft, event)]


def _started(draft: Draft, event: ev.MessageStarted) -> list[Op]:
    fields: dict[str, Any] = {"created_at": event.created_at or event.at or 0, "thread_id": event.thread_id}
    if event.model:
        fields["model"] = event.model
    if event.provider:
        fields["provider"] = event.provider
    if event.thinking_enabled is not None:
        fields["thinking_enabled"] = event.thinking_enabled
    return draft.put(fields)


def _text_delta(draft: Draft, event: ev.TextDelta) -> list[Op]:
    """Text of the answer; inside an assistant call, of that assistant's result."""
    text = event.text_delta
    if not text:
        return []
    home, ops = calls.find_home(draft, event)
    inside = draft.calls.get(event.parent_id) if event.parent_id else None
    call = inside if isinstance(inside, AssistantStep) else home
    if call is not None:
        return ops if call.complete else ops + draft.grow(call, "assistant_result", text)
    node = draft.texts.get(event.segment_id)
    if node is None or (event.segment_id == _UNNAMED_TEXT and node is not draft.parts[-1]):
        # Text that names no segment begins a new one after each thinking block.
        name = event.segment_id if node is None else f"{event.segment_id}.{len(draft.parts)}"
        fields: dict[str, Any] = {"text": ""}
        if event.output_index is not None:
            fields["output_index"] = event.output_index
        node = draft.texts[event.segment_id] = Node(name, "text", fields)
        ops += draft.thinking.end(draft.parts, "done", event.at or 0)
        ops += draft.add_part(node)
    elif event.output_index is not None and node.fields.get("output_index") != event.output_index:
        ops += draft.set(node, {"output_index": event.output_index})
    node.grow("text", text)
    ops.append(["a", node.index, text])
    return ops


def _finish(draft: Draft, event: ev.MessageFinal) -> list[Op]:
    """The message is stored. A draft that saw nothing of it takes it from there."""
    stored = event.event
    ops: list[Op] = []
    if draft.parts:
        at = stored.get("ended_at") or event.at or 0
        ops = draft.end(stored.get("status", "done"), at)
        ops += draft.put(stored_fields(stored))
        draft.final = stored
    else:
        ops = restore(draft, stored)
    return ops if event.persisted else ops + draft.put({"persisted": False})
