"""Halves of characters: JSON can hold them, but nothing can store or send them.

A server that counts in UTF-16 may send the first half of an emoji in one chunk and the second in the next.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, cast

_TEXTS = frozenset(
    [
        *("text", "content", "thinking", "delta", "refusal", "transcript", "response", "summary"),
        *("reasoning", "reasoning_content", "reasoning_text", "tool_plan"),
        *("arguments", "partial_json", "input", "stringValue"),
        *("inputTextDelta", "content_delta", "args_delta", "transcript_delta"),
    ]
)
"""What may go on in the next chunk, so that half a character at its edge may find the other half."""


def is_whole(text: str) -> bool:
    """Whether a text has no half of a character in it."""
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def mended(text: str) -> str:
    """A text in which halves that stand together are one, and others are replaced."""
    if is_whole(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def mend(value: Any, name: str = "", *, edges: bool = True) -> Any:
    """JSON data with whole characters only.

    Args:
        value: The data.
        name: The field it stands in.
        edges: Whether a half at the edge of a text that goes on elsewhere stays.
    """
    if isinstance(value, str):
        if is_whole(value):
            return value
        first = 1 if edges and name in _TEXTS and "\udc00" <= value[0] <= "\udfff" else 0
        last = len(value) - (1 if edges and name in _TEXTS and "\ud800" <= value[-1] <= "\udbff" else 0)
        return value[:first] + mended(value[first:last]) + value[last:] if first <= last else value
    if isinstance(value, dict):
        fields = cast("dict[str, Any]", value)
        return {mended(key): mend(inner, key, edges=edges) for key, inner in fields.items()}
    if isinstance(value, list):
        return [mend(inner, name, edges=edges) for inner in cast("list[Any]", value)]
    return value


class Halves:
    """Puts halves at the edges of successive texts together."""

    def __init__(self) -> None:
        self._waiting: dict[Hashable, str] = {}

    def join(self, key: Hashable, text: str) -> str:
        """A text of something that is known by a key, with the half that was kept before, without the one to keep now."""
        if self._waiting:
            text = self._waiting.pop(key, "") + text
        if is_whole(text):
            return text
        if "\ud800" <= text[-1] <= "\udbff":
            self._waiting[key] = text[-1]
            text = text[:-1]
        return mended(text)
