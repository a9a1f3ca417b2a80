"""Entries for `hold.script`: what an assistant does beside saying something."""

from collections.abc import Iterable
from typing import Any

Entry = str | dict[str, Any]


def reasoning(text: str, *, segment: str = "r", parent: str | None = None) -> Entry:
    """A piece of reasoning."""
    return {"type": "reasoning_part_delta", "segment_id": segment, "text_delta": text, "parent_id": parent}


def tool(call_id: str, name: str, given: Any, result: Any, *, parent: str | None = None) -> list[Entry]:
    """A tool is called with something and gives something."""
    around = {"call_id": call_id, "parent_id": parent}
    return [
        {"type": "tool_call_started", **around, "name": name},
        {"type": "tool_call_update", **around, "input": given},
        {"type": "tool_result", **around, "result": result},
    ]


def artifact(name: str, data: Any) -> Entry:
    """What an answer brings along."""
    return {"type": "artifact", "name": name, "data": data}


def cut_off(stop_reason: str) -> Entry:
    """What a provider says at the end of an answer that it did not finish."""
    event = {"id": "m", "role": "assistant", "status": "done", "incomplete": True, "stop_reason": stop_reason}
    return {"type": "message_final", "event": {**event, "segments": []}}


def pieces(text: str, sizes: Iterable[int]) -> list[str]:
    """A text in pieces of these sizes; the last one takes the rest."""
    found: list[str] = []
    for size in sizes:
        if not text:
            break
        found.append(text[:size])
        text = text[size:]
    return [*found, *([text] if text else [])]
