"""The kit's texts in Python, by the rules of ``client/strings.js``: for what has no browser, such as the terminal."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from .locales import DEFAULT_LOCALE, Text, load_locale, near_locale

_NAME = re.compile(r"\{(\w+)\}")
_MARKS = {"de": (".", ","), "es": (".", ","), "fr": ("\u202f", ","), "pt": (".", ",")}
"""What groups thousands and what begins decimals, where it is not as in English."""


class Strings:
    """The texts of one locale.

    Args:
        locale: Which one; one that is not there is replaced by one of the same language, else by English.
        own: What the host app says itself, by locale.
    """

    def __init__(self, locale: str = DEFAULT_LOCALE, own: Mapping[str, Mapping[str, Text]] | None = None) -> None:
        own = own or {}
        self.locale = near_locale(locale, own) or DEFAULT_LOCALE
        self._language = self.locale.partition("-")[0]
        kit = near_locale(self.locale) or DEFAULT_LOCALE
        self._texts = {**load_locale(DEFAULT_LOCALE), **load_locale(kit), **own.get(self.locale, {})}

    def text(self, key: str, **values: str | int) -> str:
        """The text for a key, with its ``{name}``s filled in. A number called ``n`` chooses the plural form."""
        found = self._texts.get(key)
        if found is None:
            return key
        if isinstance(found, dict):
            found = found.get(_plural(self._language, int(values.get("n", 0)))) or found["other"]

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

    def number(self, value: float, decimals: int = 0) -> str:
        """A number as it is written in this locale."""
        group, point = _MARKS.get(self._language, (",", "."))
        whole, _, rest = f"{value:.{decimals}f}".partition(".")
        if len(whole) > (4 if self._language == "es" else 3):  # Spanish groups from five digits on
            whole = f"{int(whole):,}".replace(",", group)
        return f"{whole}{point}{rest}" if rest else whole

    def duration(self, milliseconds: int) -> str:
        """A duration: one decimal below a minute, then minutes and seconds, then hours and minutes."""
        tenths = max(0, milliseconds) // 100
        if tenths < 600:
            return self.text("ai.time.seconds", s=self.number(tenths / 10, 1))
        seconds = tenths // 10
        if seconds < 3600:
            return self.text("ai.time.minutes", m=seconds // 60, s=f"{seconds % 60:02d}")
        return self.text("ai.time.hours", h=seconds // 3600, m=f"{seconds % 3600 // 60:02d}")


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


def _plural(language: str, n: int) -> str:
    """The plural category of a whole number."""
    match language:
        case "ja" | "zh":
            return "other"
        case "ar":
            return _arabic_plural(n)
        case "fr" | "pt" if n == 0:
            return "one"
        case _:
            return "one" if n == 1 else "other"


def _arabic_plural(n: int) -> str:
    if n <= 2:
        return ("zero", "one", "two")[n]
    rest = n % 100
    if 3 <= rest <= 10:
        return "few"
    return "many" if rest >= 11 else "other"
