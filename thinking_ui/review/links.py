"""A permanent link: which story, with which settings, at which moment, and what it is compared with.

The address holds all of it, so that whoever opens a link sees what its sender saw. What is as the story has it by itself
is left out. An address may say anything: what cannot be used is replaced by the story's own value, and said.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any
from urllib.parse import parse_qsl, urlencode

from reflex_thinking.locales import available_locales

PAGE = "/review"
NARROWEST, WIDEST = 280, 1600
WIDTHS = {"Phone": 390, "Tablet": 768, "Desktop": 1280}
MOST_EVENTS = 1_000_000
"""A moment further along is no moment of any recording."""


@dataclass(frozen=True)
class Settings:
    """How a story is shown."""

    live: str = "expanded"
    auto_close: bool = True
    semantics: str = "button"
    locale: str = "en-US"
    direction: str = "auto"
    theme: str = "light"
    accent: str = "blue"
    radius: str = "medium"
    motion: str = "full"
    text: str = "100"
    width: int = WIDTHS["Tablet"]


CHOICES: dict[str, tuple[str, ...]] = {
    "live": ("expanded", "collapsed", "overlay", "progress"),
    "semantics": ("button", "details"),
    "locale": tuple(available_locales()),
    "direction": ("auto", "ltr", "rtl"),
    "theme": ("light", "dark"),
    "accent": ("blue", "indigo", "violet", "plum", "crimson", "orange", "amber", "green", "teal", "gray"),
    "radius": ("none", "small", "medium", "large", "full"),
    "motion": ("full", "reduced"),
    "text": ("100", "125", "150", "200"),
}
RIGHT_TO_LEFT = {"ar"}
"""The languages of the kit that are read from the right."""
SWITCHES = {"on": True, "off": False}
QUOTED = 60
"""So much of a wrong value is repeated."""
NAMES = tuple(field.name for field in fields(Settings))


class LinkError(ValueError):
    """A value that a setting cannot have; the text says what it can."""


@dataclass(frozen=True)
class Pin:
    """A place in a story: a part by its ``data-slot`` and its number among those, and how far into it, in percent.

    Parts move with the width and with what is open; a place in one of them moves along.
    """

    side: str
    """``a``, or ``b`` for the second view."""
    slot: str
    number: int
    x: int
    y: int

    def __str__(self) -> str:
        """As it stands in an address."""
        return f"{self.side}.{self.slot}.{self.number}.{self.x}.{self.y}"


_PIN = re.compile(r"([ab])\.([a-z][a-z-]{0,39})\.(0|[1-9]\d{0,4})\.(\d|[1-9]\d|100)\.(\d|[1-9]\d|100)", re.ASCII)


def read_pin(text: str) -> Pin | None:
    """A pin from an address; None when it is none."""
    found = _PIN.fullmatch(text)
    return Pin(found[1], found[2], int(found[3]), int(found[4]), int(found[5])) if found else None


@dataclass(frozen=True)
class Link:
    """What a link shows."""

    story: str
    settings: Settings = field(default_factory=Settings)
    other: Settings | None = None
    """The settings of a second view beside the first one."""
    moment: int | None = None
    """After how many events of a recording."""
    pin: Pin | None = None
    """A place in it."""

    def query(self, defaults: Settings, *, with_moment: bool = True) -> str:
        """The link as the query of an address, without a question mark.

        Args:
            defaults: The story's own settings.
            with_moment: Whether the moment is in it.
        """
        pairs = [("story", self.story), *differences(self.settings, defaults)]
        if with_moment and self.moment is not None:
            pairs.append(("at", str(self.moment)))
        if self.other is not None:
            pairs.append(("b", urlencode(differences(self.other, defaults))))
        if self.pin is not None:
            pairs.append(("pin", str(self.pin)))
        return urlencode(pairs)


def direction_of(settings: Settings) -> str:
    """``"ltr"`` or ``"rtl"``; that of the language unless the settings say otherwise."""
    if settings.direction != "auto":
        return settings.direction
    return "rtl" if settings.locale in RIGHT_TO_LEFT else "ltr"


def differences(settings: Settings, defaults: Settings) -> list[tuple[str, str]]:
    """What is not as the story has it by itself, as it stands in an address."""
    changed = [name for name in NAMES if getattr(settings, name) != getattr(defaults, name)]
    return [(name, _written(getattr(settings, name))) for name in changed]


def changed(settings: Settings, name: str, value: object) -> Settings:
    """The settings with one of them changed.

    Raises:
        LinkError: There is no such setting, or it cannot have this value.
    """
    if name not in NAMES:
        msg = f"There is no setting {_quoted(name)}: use {', '.join(NAMES)}."
        raise LinkError(msg)
    changes: dict[str, Any] = {name: _read(name, value)}
    return replace(settings, **changes)


def read_link(query: Mapping[str, str] | str, stories: Mapping[str, Settings]) -> tuple[Link, list[str]]:
    """Read a link; never fails.

    Args:
        query: The query of an address, or its values by name.
        stories: The settings that each story has by itself; the first one is shown where a link names none.

    Returns:
        The link, and what is wrong with it in words for the reader.
    """
    values = dict(parse_qsl(query, keep_blank_values=True)) if isinstance(query, str) else query
    problems: list[str] = []
    story = values.get("story", "")
    if story not in stories:
        if story:
            problems.append(f"There is no story {_quoted(story)}.")
        story = next(iter(stories))
    defaults = stories[story]
    settings = _settings(values, defaults, problems)
    other = values.get("b")
    compared = None if other is None else _settings(dict(parse_qsl(other)), defaults, problems)
    return Link(
        story, settings, compared, _moment(values.get("at"), problems), _pin(values.get("pin"), problems)
    ), problems


def _settings(values: Mapping[str, str], defaults: Settings, problems: list[str]) -> Settings:
    found = defaults
    for name in NAMES:
        if name in values:
            try:
                found = changed(found, name, values[name])
            except LinkError as problem:
                problems.append(str(problem))
    return found


def _moment(text: str | None, problems: list[str]) -> int | None:
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text) <= MOST_EVENTS):
        problems.append(f"at={_quoted(text)}: use the number of an event.")
        return None
    return int(text)


def _pin(text: str | None, problems: list[str]) -> Pin | None:
    if text is None:
        return None
    if (pin := read_pin(text)) is None:
        problems.append(f"pin={_quoted(text)}: use a place that a comment was pinned to.")
    return pin


def _read(name: str, value: object) -> str | bool | int:
    if name == "width":
        return _width(value)
    if name == "auto_close":
        if isinstance(value, bool):
            return value
        if isinstance(value, str) and value in SWITCHES:
            return SWITCHES[value]
        raise LinkError(_problem(name, value, tuple(SWITCHES)))
    if value not in CHOICES[name]:
        raise LinkError(_problem(name, value, CHOICES[name]))
    return str(value)


def _width(value: object) -> int:
    text = str(value).strip()
    if text.isascii() and text.isdigit() and len(text) < 6 and NARROWEST <= int(text) <= WIDEST:
        return int(text)
    msg = f"width={_quoted(text)}: use a number of pixels from {NARROWEST} to {WIDEST}."
    raise LinkError(msg)


def _problem(name: str, value: object, choices: tuple[str, ...]) -> str:
    return f"{name}={_quoted(value)}: use one of {', '.join(choices)}."


def _written(value: str | bool | int) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def _quoted(value: object) -> str:
    """A value for a message, however long and odd it is."""
    text = repr(str(value))
    return text if len(text) <= QUOTED else f"{text[:QUOTED]}…"
