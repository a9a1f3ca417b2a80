"""The kit's texts in Python, by the rules of ``client/strings.js``: for what has no browser, such as the terminal."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache

from .cldr import conventions
from .locales import DEFAULT_LOCALE, Text, load_locale, near_locale, plain_name

_NAME = re.compile(r"\{(\w+)\}")


class Strings:
    """The texts of one locale.

    Args:
        locale: Which one; one that is not there is replaced by one of the same language, else by English.
        own: What the host app says itself, by locale.
    """

    def __init__(self, locale: str = DEFAULT_LOCALE, own: Mapping[str, Mapping[str, Text]] | None = None) -> None:
        own = own or {}
        name = near_locale(locale, own) or DEFAULT_LOCALE
        kit = near_locale(name) or DEFAULT_LOCALE
        self._texts = {**load_locale(DEFAULT_LOCALE), **load_locale(kit), **own.get(name, {})}
        # Numbers are written as in the region that was asked for, also where there are no texts for it.
        asked = plain_name(locale)
        self.locale = asked if _language(asked) == _language(name) else name
        self._conventions = conventions(self.locale)

    def text(self, key: str, **values: str | int) -> str:
        """The text for a key, with its ``{name}``s filled in. A number called ``n`` chooses the plural form."""
        found = self._texts.get(key)
        if found is None:
            return key
        if isinstance(found, dict):
            found = found.get(self._conventions.plural(int(values.get("n", 0)))) or found["other"]

        def fill(match: re.Match[str]) -> str:
            value = values.get(match.group(1), match.group())
            return value if isinstance(value, str) else self.number(value)

        return _NAME.sub(fill, found)

    def told(self, message: str) -> str:
        """What the kit says in English when something fails, in this language; what anybody else says as it is."""
        for key, english in _sentences():
            if found := english.fullmatch(message):
                values = {name: _number(value) for name, value in found.groupdict().items()}
                return self.text(key, **values)
        return message

    def number(self, value: float, decimals: int = 0, digits: int = 1) -> str:
        """A number as it is written in this locale, with at least so many digits before its decimals."""
        return self._conventions.number(value, decimals, digits)

    def percent(self, share: float) -> str:
        """A share of 1 in whole percent."""
        return self._conventions.percent(share)

    def listing(self, items: Sequence[str]) -> str:
        """Several things as one text: "Ada, Bo, and Cy"."""
        return self._conventions.listing(items)

    def size(self, octets: int) -> str:
        """Bytes as people say them: one decimal below ten, none above."""
        units = ("bytes", "kilobytes", "megabytes", "gigabytes")
        place = next((place for place in range(3) if octets < 1000 ** (place + 1)), 3)
        tenths = octets * 10 // 1000**place
        decimals = 1 if place and tenths < 100 else 0
        return self.text(f"ai.size.{units[place]}", n=self.number(tenths / 10 if decimals else tenths // 10, decimals))

    def time(self, at: int) -> str:
        """The time of day of a time in ms, in the time zone of this machine; empty for 0 and what no calendar has."""
        return self._conventions.time(at)

    def duration(self, milliseconds: int) -> str:
        """A duration: one decimal below a minute, then minutes and seconds, then hours and minutes."""
        tenths = max(0, milliseconds) // 100
        if tenths < 600:
            return self.text("ai.time.seconds", s=self.number(tenths / 10, 1))
        seconds = tenths // 10
        if seconds < 3600:
            return self.text("ai.time.minutes", m=seconds // 60, s=self.number(seconds % 60, digits=2))
        return self.text("ai.time.hours", h=seconds // 3600, m=self.number(seconds % 3600 // 60, digits=2))


@cache
def _sentences() -> list[tuple[str, re.Pattern[str]]]:
    """What the kit says of failures in English, each with groups for what is filled in."""
    english = ((key, text) for key, text in load_locale(DEFAULT_LOCALE).items() if key.startswith("ai.error."))
    return [
        (key, re.compile(_NAME.sub(r"(?P<\1>.+?)", _escaped(text)), re.S))
        for key, text in english
        if isinstance(text, str)
    ]


def _escaped(text: str) -> str:
    return re.sub(r"[^\w\s{}]", lambda match: f"\\{match.group()}", text)


def _number(text: str) -> str | int:
    return int(text.replace(",", "")) if re.fullmatch(r"\d{1,3}(?:,\d{3})*|\d+", text) else text


def _language(locale: str) -> str:
    return locale.partition("-")[0].lower()
