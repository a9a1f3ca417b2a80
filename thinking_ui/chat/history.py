"""What was said before in a thread, as far as an answer needs it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .contract import Said

MOST_MESSAGES = 12
MOST_CHARACTERS = 6_000


def said(history: Sequence[dict[str, Any]]) -> tuple[Said, ...]:
    """The last messages as text; a very long one is cut."""
    found = [
        Said(role="user" if message.get("role") == "user" else "assistant", text=text[:MOST_CHARACTERS])
        for message in history[-MOST_MESSAGES:]
        if (text := text_of(message))
    ]
    return tuple(found)


def text_of(message: dict[str, Any]) -> str:
    """The answer text of a stored message."""
    segments = message.get("segments") or []
    return "\n\n".join(
        str(each["text"]).strip() for each in segments if each.get("type") == "text" and each.get("text")
    )


def last_sources(history: Sequence[dict[str, Any]]) -> tuple[str, ...]:
    """The documents that the last answer was about, the most important first."""
    for message in reversed(history):
        if message.get("role") == "user":
            continue
        sources = (message.get("artifacts") or {}).get("sources") or []
        names = [str(source.get("source", "")) for source in sources if isinstance(source, dict)]
        return tuple(dict.fromkeys(name for name in names if name))
    return ()
