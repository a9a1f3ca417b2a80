"""The languages the kit speaks: one JSON table per locale, read by Python and by the browser alike."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

DEFAULT_LOCALE = "en-US"
_FOLDER = Path(__file__).parent

Text = str | dict[str, str]


@cache
def available_locales() -> tuple[str, ...]:
    """The names of all locales that come with the kit."""
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.json")))


@cache
def load_locale(name: str) -> dict[str, Text]:
    """The table of one locale."""
    return json.loads((_FOLDER / f"{name}.json").read_text(encoding="utf-8"))


def link_locales() -> None:
    """Make the tables importable for the front end that is being compiled."""
    import reflex as rx

    for name in available_locales():
        rx.asset(f"{name}.json", shared=True)
