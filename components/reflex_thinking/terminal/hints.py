"""What the keys do, in words."""

from __future__ import annotations

from ..i18n import Strings
from .safe import width_of

_KEYS = (("move", "↑↓", 5), ("toggle", "⏎", 3), ("all", "a", 4), ("help", "?", 2), ("quit", "q", 1))
"""Name, sign, and the order in which they get room."""
_ALL_KEYS = (
    ("toggle", "⏎  ␣"),
    ("all", "a"),
    ("move", "↑ ↓  j k"),
    ("page", "PgUp PgDn"),
    ("ends", "Home End"),
    ("help", "?"),
    ("quit", "q"),
)
PADDING = 2
"""Columns on both sides of the line."""


def key_line(strings: Strings, width: int) -> str:
    """The keys that matter most, as many as there is room for."""
    texts = [(rank, f"{sign} {strings.text(f'ai.terminal.{name}')}") for name, sign, rank in _KEYS]
    free = width
    chosen: set[str] = set()
    for _, text in sorted(texts):
        free -= width_of(text) + 2
        if free < -2:
            break
        chosen.add(text)
    return "  ".join(text for _, text in texts if text in chosen)


def key_list(strings: Strings) -> list[str]:
    """All of them, a line each."""
    return [f"{sign:<11}{strings.text(f'ai.terminal.{name}')}" for name, sign in _ALL_KEYS]
