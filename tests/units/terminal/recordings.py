"""Recordings that the tests of the terminal write, in the wire formats that programs really meet."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from reflex_thinking import canonical as ev
from reflex_thinking.reducer import Draft, apply_all
from reflex_thinking.stored import final_event

THOUGHT = "The user wants a train that arrives **before seven**. I compare the offers.\n\nThe 18:30 arrives in time."
ANSWER = "Take the **18:30**.\n\n- It arrives at 18:55\n- It costs 24 euros\n"


def anthropic_stream(thinking: str = THOUGHT, answer: str = ANSWER, *, piece: int = 12) -> bytes:
    """Raw server-sent events as Anthropic sends them."""
    frames: list[dict[str, Any]] = [
        {"type": "message_start", "message": {"id": "msg_1", "model": "claude", "role": "assistant", "content": []}},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "thinking", "thinking": ""}},
        *_deltas(0, "thinking_delta", "thinking", thinking, piece),
        {"type": "content_block_stop", "index": 0},
        {"type": "content_block_start", "index": 1, "content_block": {"type": "text", "text": ""}},
        *_deltas(1, "text_delta", "text", answer, piece),
        {"type": "content_block_stop", "index": 1},
        {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 9}},
        {"type": "message_stop"},
    ]
    return b"".join(f"event: {frame['type']}\ndata: {json.dumps(frame)}\n\n".encode() for frame in frames)


def _deltas(index: int, kind: str, key: str, text: str, piece: int) -> list[dict[str, Any]]:
    return [
        {"type": "content_block_delta", "index": index, "delta": {"type": kind, key: text[at : at + piece]}}
        for at in range(0, len(text), piece)
    ]


def agent_events() -> list[ev.AnyEvent]:
    """A run with reasoning, a tool, an assistant with steps of its own, a failure, and an answer. It has times."""
    start = 1_700_000_000_000

    def at(tenths: int) -> dict[str, Any]:
        return {"at": start + tenths * 100, "event_id": "m1"}

    return [
        ev.MessageStarted(thread_id="t1", created_at=start, **at(0)),
        ev.ReasoningPartStarted(segment_id="r1", **at(1)),
        ev.ReasoningPartDelta(segment_id="r1", text_delta="The refund was asked for ", **at(3)),
        ev.ReasoningPartDelta(segment_id="r1", text_delta="on day 29. I check the rules.", **at(6)),
        ev.ReasoningPartCompleted(segment_id="r1", **at(7)),
        ev.WebSearchCallStarted(call_id="c1", name="web_search", description="Refund law", **at(8)),
        ev.WebSearchCallUpdate(call_id="c1", input={"query": "refund window"}, **at(9)),
        ev.WebSearchCallResult(call_id="c1", result="30 days from delivery", **at(13)),
        ev.AssistantCallStarted(call_id="a1", name="Policy Checker", task="Is day 29 in time?", **at(14)),
        ev.ReasoningPartDelta(segment_id="r2", text_delta="Section 4.2 applies.", parent_id="a1", **at(16)),
        ev.ReasoningPartCompleted(segment_id="r2", parent_id="a1", **at(17)),
        ev.ToolCallStarted(call_id="c2", name="read_file", parent_id="a1", **at(18)),
        ev.ToolResult(call_id="c2", error="no such file: rules.pdf", parent_id="a1", **at(20)),
        ev.AssistantResult(call_id="a1", result="Day 29 is **in time**.", **at(30)),
        ev.ReasoningPartDelta(segment_id="r3", text_delta="So the refund is approved.", **at(38)),
        ev.ReasoningPartCompleted(segment_id="r3", **at(43)),
        ev.SummaryUpdated(block_id="m1:0", summary="Checked the refund window against policy", **at(43)),
        ev.TextDelta(text_delta="The refund is **approved**: ", segment_id="x", **at(44)),
        ev.TextDelta(text_delta="day 29 is in time.\n", segment_id="x", **at(50)),
    ]


def ended(events: list[ev.AnyEvent]) -> list[ev.AnyEvent]:
    """The events with the end that a run gives them."""
    draft = Draft("m1")
    apply_all(draft, events)
    return [*events, ev.MessageFinal(event=final_event(draft), event_id="m1", at=events[-1].at)]


def write_events(path: Path, events: list[ev.AnyEvent]) -> Path:
    """A log of canonical events as a file."""
    path.write_text("".join(event.to_json() + "\n" for event in events), encoding="utf-8")
    return path
