"""The parts of a turn of Gemini as a follow-up request sends them back."""

from __future__ import annotations

from typing import Any


class Parts:
    """Keeps parts. Pieces of the same text become one, but a part with a signature stays as it came."""

    def __init__(self) -> None:
        self._parts: list[tuple[dict[str, Any], list[str]]] = []

    def add(self, part: dict[str, Any]) -> None:
        """Take the next part."""
        if self._parts and _is_plain(part):
            last, pieces = self._parts[-1]
            if pieces and bool(last.get("thought")) == bool(part.get("thought")):
                pieces.append(part["text"])
                return
        if any(value not in (None, "") for value in part.values()):
            self._parts.append((part, [part["text"]] if _is_plain(part) else []))

    def written(self) -> list[dict[str, Any]]:
        """All parts."""
        return [{**part, "text": "".join(pieces)} if pieces else part for part, pieces in self._parts]


def _is_plain(part: dict[str, Any]) -> bool:
    """Whether a part is text and nothing else."""
    return isinstance(part.get("text"), str) and not any(
        value for key, value in part.items() if key not in ("text", "thought")
    )
