"""What reasoning events do to a draft."""

from __future__ import annotations

from typing import Any

from .. import canonical as ev
from .calls import find_home
from .draft import Draft
from .node import Op, ReasoningStep, Segment, began

PartEvent = ev.ReasoningPartStarted | ev.ReasoningPartDelta | ev.ReasoningPartCompleted


def part_started(draft: Draft, event: ev.ReasoningPartStarted) -> list[Op]:
    """A part begins, or is only now announced."""
    step, ops = _part(draft, event, event.created_at, event.sequence_number)
    if step.announced:
        return ops
    step.announced = True
    step.part_type = event.part_type or step.part_type
    if event.sequence_number is not None:
        step.number = draft.next_number(event.sequence_number)
    if event.created_at:
        ops += draft.set(step, began(min(event.created_at, step.end_at(event.created_at))))
    return ops


def part_delta(draft: Draft, event: ev.ReasoningPartDelta) -> list[Op]:
    """More text. What is complete takes no more."""
    step, ops = _part(draft, event)
    if step.complete or not event.text_delta:
        return ops
    step.grow("content", event.text_delta)
    ops.append(["a", step.path, event.text_delta])
    return ops


def part_completed(draft: Draft, event: ev.ReasoningPartCompleted) -> list[Op]:
    """A part is complete, and its text is corrected if it is not what was streamed."""
    step, ops = _part(draft, event)
    if step.complete:
        return ops
    step.complete = True
    fields: dict[str, Any] = {}
    if event.redacted:
        step.part_type = "redacted"
        fields = {"redacted": True, "content": ""}
    elif event.final_text is not None:
        fields = {"content": event.final_text}
    return ops + draft.end_step(step, event.status or "done", event.at or 0, fields)


def segment_meta(draft: Draft, event: ev.ReasoningSegmentMeta) -> list[Op]:
    """More is known about a segment, perhaps before there is anything of it."""
    segment = _segment(draft, event.segment_id, _home_id(draft, event.parent_id))
    more = 0
    ops: list[Op] = []
    if event.effort_level is not None:
        segment.effort_level = event.effort_level
    if event.output_index is not None:
        segment.output_index = event.output_index
    if event.reasoning_tokens is not None:
        more = event.reasoning_tokens - (segment.reasoning_tokens or 0)
        segment.reasoning_tokens = event.reasoning_tokens
        usage = draft.fields.get("usage", {})
        ops += draft.put({"usage": {**usage, "reasoning_tokens": usage.get("reasoning_tokens", 0) + more}})
    return ops + (draft.thinking.describe(segment, more) if segment.steps else [])


def _home_id(draft: Draft, parent_id: str | None) -> str | None:
    """The id of where a segment belongs. Facts about a segment announce no call, unlike what happens in one."""
    if not parent_id or parent_id not in draft.calls:
        return parent_id or None
    home = draft.home(parent_id)
    return home.id if home else None


def _segment(draft: Draft, segment_id: str, home_id: str | None) -> Segment:
    key = (home_id, segment_id)
    segment = draft.segments.get(key)
    if segment is None:
        segment = draft.segments[key] = Segment(segment_id)
    return segment


def _part(
    draft: Draft, event: PartEvent, created_at: int = 0, number: int | None = None
) -> tuple[ReasoningStep, list[Op]]:
    """The step that shows a part, made if this is the first that is heard of it."""
    home, ops = find_home(draft, event)
    segment = _segment(draft, event.segment_id, home.id if home else None)
    step = segment.steps.get(event.summary_index)
    if step is not None:
        return step, ops
    is_first = not segment.steps
    step = ReasoningStep(segment, event.summary_index, created_at or event.at or 0)
    # Segments have numbers too: the first part leaves one free for its segment.
    step.number = draft.next_number(number, reserve=1 if is_first else 0)
    if is_first:
        segment.rank = step.number
    step.rank = segment.rank
    ops += draft.add(step, home, segment.add(step))
    if is_first and (segment.reasoning_tokens is not None or segment.effort_level is not None):
        ops += draft.thinking.describe(segment, segment.reasoning_tokens or 0)
    return step, ops
