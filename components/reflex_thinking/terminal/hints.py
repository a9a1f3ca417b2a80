"""What the keys do, in words."""

from __future__ import annotations

from collections.abc import Iterable

from ..i18n import Strings
from .feed import State
from .safe import width_of

_KEYS = (
    ("move", "↑↓", 7),
    ("toggle", "⏎", 4),
    ("pause", "␣", 3),
    ("all", "a", 6),
    ("search", "/", 5),
    ("help", "?", 2),
    ("quit", "q", 1),
)
"""Name, sign, and the order in which they get room."""
_SEARCH_KEYS = (("next", "n N", 2), ("toggle", "⏎", 3), ("end_search", "Esc", 1))
_ALL_KEYS = (
    ("toggle", "⏎"),
    ("pause", "␣"),
    ("search", "/"),
    ("next", "n N"),
    ("end_search", "Esc"),
    ("all", "a"),
    ("move", "↑ ↓  j k"),
    ("page", "PgUp PgDn"),
    ("ends", "Home End"),
    ("help", "?"),
    ("quit", "q"),
)
PADDING = 2
"""Columns on both sides of the line."""


def key_line(strings: Strings, width: int, state: State = "over") -> str:
    """The keys that matter most, as many as there is room for.

    Args:
        strings: The language.
        width: How many columns there are.
        state: Whether there is something to pause, or to go on with.
    """
    names = {"pause": {"playing": "pause", "paused": "resume", "over": ""}[state]}
    keys = [(names.get(name, name), sign, rank) for name, sign, rank in _KEYS]
    paused = f"‖ {strings.text('ai.terminal.paused')}  " if state == "paused" else ""
    return paused + _fitting(strings, width - width_of(paused), keys)


def search_line(strings: Strings, width: int) -> str:
    """The keys that matter while something is looked for."""
    return _fitting(strings, width, _SEARCH_KEYS)


def _fitting(strings: Strings, width: int, keys: Iterable[tuple[str, str, int]]) -> str:
    texts = [(rank, f"{sign} {strings.text(f'ai.terminal.{name}')}") for name, sign, rank in keys if name]
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
