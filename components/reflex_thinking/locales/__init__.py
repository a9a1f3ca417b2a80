"""The languages the kit speaks: one JSON table per locale, read by Python and by the browser alike."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any, cast

from ..errors import ConfigurationError

DEFAULT_LOCALE = "en-US"
AUTO = "auto"
"""In place of a locale: that of the reader's browser."""
_FOLDER = Path(__file__).parent
_NAME = re.compile(r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*")
LONGEST_HEADER = 1000
"""So many characters of a header are read."""
_PLURALS = ("zero", "one", "two", "few", "many", "other")
_unknown: set[str] = set()

Text = str | dict[str, str]
logger = logging.getLogger(__name__)


@cache
def available_locales() -> tuple[str, ...]:
    """The names of all locales that come with the kit."""
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.json")))


@cache
def load_locale(name: str) -> dict[str, Text]:
    """The table of one locale."""
    return json.loads((_FOLDER / f"{name}.json").read_text(encoding="utf-8"))


def match_locale(wanted: str, own: Iterable[str] = ()) -> str:
    """The locale that is used for the one that is asked for: itself, one of the same language, else English.

    A language that nobody speaks here is said once, in the log.

    Args:
        wanted: For example ``"pt-BR"``.
        own: The locales that the host app brings itself.
    """
    if found := near_locale(wanted, own):
        return found
    if wanted not in _unknown:
        _unknown.add(wanted)
        logger.warning(
            "There is no locale %r, %s is used instead. There are %s; configure(texts={%r: …}) adds one.",
            wanted,
            DEFAULT_LOCALE,
            ", ".join(_names(own)),
            wanted,
        )
    return DEFAULT_LOCALE


def near_locale(wanted: str, own: Iterable[str] = ()) -> str | None:
    """The locale that is asked for, or one of the same language; None when there is neither.

    Args:
        wanted: For example ``"pt-BR"``, also as the environment writes it: ``"pt_BR.UTF-8"``.
        own: The locales that the host app brings itself.
    """
    asked = plain_name(wanted).lower()
    language = asked.split("-")[0]
    names = {name.lower(): name for name in reversed(_names(own))}
    same_language = next((name for name in _names(own) if name.lower().split("-")[0] == language), None)
    return names.get(asked) or names.get(language) or same_language


def preferred_locale(accept_language: str, own: Iterable[str] = ()) -> str:
    """The locale for a browser: the first of its languages that is spoken here, else English.

    Args:
        accept_language: What the browser says in the header of that name. It may say anything.
        own: The locales that the host app brings itself.
    """
    own = tuple(own)
    wanted: list[tuple[float, str]] = []
    for entry in accept_language[:LONGEST_HEADER].split(","):
        name, _, weight = entry.partition(";")
        found = re.fullmatch(r"\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*", weight)
        if _NAME.fullmatch(name := name.strip()) and (found or not weight.strip()):
            wanted.append((float(found.group(1)) if found else 1.0, name))
    wanted.sort(key=lambda pair: -pair[0])
    return next((near for weight, name in wanted if weight and (near := near_locale(name, own))), DEFAULT_LOCALE)


def plain_name(wanted: str) -> str:
    """The name of a locale as the web writes it: ``"pt-BR"`` also for ``"pt_BR.UTF-8"``."""
    return re.split(r"[.@]", wanted)[0].replace("_", "-")


def _names(own: Iterable[str]) -> list[str]:
    return list(dict.fromkeys((*available_locales(), *own)))


def check_texts(texts: Any) -> None:
    """Check the texts that a host app brings, by locale.

    Raises:
        ConfigurationError: A locale has a name that is none, or a text does not exist or cannot be filled in.
    """
    for locale, table in _items(texts, "texts"):
        if not _NAME.fullmatch(locale):
            msg = f"configure(texts=…): {locale!r} is no name of a locale: write one such as 'pt-BR'"
            raise ConfigurationError(msg)
        for key, text in _items(table, f"texts[{locale!r}]"):
            _check_text(f"texts[{locale!r}][{key!r}]", key, text)


def _items(table: Any, where: str) -> Iterable[tuple[str, Any]]:
    if not isinstance(table, Mapping):
        msg = f"configure({where} = {table!r}): use a dict"
        raise ConfigurationError(msg)
    return table.items()  # pyright: ignore[reportUnknownVariableType, reportUnknownMemberType]


def _check_text(where: str, key: str, text: Any) -> None:
    known = load_locale(DEFAULT_LOCALE)
    if key not in known:
        near = get_close_matches(key, known, 1)
        msg = f"configure({where}): there is no such text{f', did you mean {near[0]!r}?' if near else ''}"
        raise ConfigurationError(msg)
    forms = cast("Mapping[str, Any]", text) if isinstance(text, Mapping) else {"other": text}
    if (
        "other" not in forms
        or not set(forms) <= set(_PLURALS)
        or not all(isinstance(form, str) for form in forms.values())
    ):
        msg = f"configure({where} = {text!r}): use a text, or one for each of {', '.join(_PLURALS)} with 'other' among them"
        raise ConfigurationError(msg)
    allowed = _names_in(known[key])
    if extra := _names_in(dict(forms)) - allowed:
        offered = ", ".join(f"{{{name}}}" for name in sorted(allowed)) or "none"
        msg = f"configure({where} = {text!r}): nothing fills in {{{min(extra)}}}; there is {offered}"
        raise ConfigurationError(msg)


def _names_in(text: Text) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text if isinstance(text, str) else " ".join(text.values())))


def link_locales() -> None:
    """Make the tables importable for the front end that is being compiled."""
    import reflex as rx

    for name in available_locales():
        rx.asset(f"{name}.json", shared=True)
