"""A finished message without what stands in its closed blocks.

A thread with many long messages is shown at once when only what can be seen of it is sent. Of a step in a closed block that is
how it ended, when, and how many words it has; the rest follows when the block is opened. Images and files are sent without
their data, which follows when they come into view.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from ..words import count_words

WORTH_IT = 1_000
"""A message with less text in its steps than this many characters is sent whole; so is an image or a file with less data."""

_KEPT = ("id", "type", "status", "started_at", "ended_at", "timestamp", "redacted")
_THINKING = frozenset({"reasoning", "tool_call", "assistant_call"})


def outlined(message: dict[str, Any], opened: Collection[str]) -> dict[str, Any]:
    """The message as a page needs it until somebody opens a block.

    Args:
        message: The snapshot of a message that has ended.
        opened: The blocks that the user opened: a message with one of them is sent whole.
    """
    parts: list[dict[str, Any]] = message["parts"]
    steps = [part for part in parts if part["type"] in _THINKING]
    if any(block["id"] in opened for block in message["blocks"]):
        return message
    is_long = sum(map(_size, steps)) >= WORTH_IT
    if not is_long and not any(_is_heavy(part) for part in parts):
        return message
    return {**message, "parts": [_shown(part, is_long) for part in parts]}


def _shown(part: dict[str, Any], is_long: bool) -> dict[str, Any]:
    if part["type"] in _THINKING:
        return _outline(part) if is_long else part
    if _is_heavy(part):
        return {**{key: value for key, value in part.items() if key != "data"}, "outline": True}
    return part


def _is_heavy(part: dict[str, Any]) -> bool:
    return len(part.get("data") or "") >= WORTH_IT


def _outline(step: dict[str, Any]) -> dict[str, Any]:
    children: list[dict[str, Any]] | None = step.get("child_steps")
    return {
        **{key: step[key] for key in _KEPT if key in step},
        "outline": count_words(step["content"]) if step["type"] == "reasoning" else 0,
        **({} if children is None else {"child_steps": [_outline(child) for child in children]}),
    }


def _size(step: dict[str, Any]) -> int:
    own = sum(len(value) for value in step.values() if isinstance(value, str))
    return own + sum(map(_size, (*(step.get("child_steps") or ()), *(step.get("parts") or ()))))
