"""Numbers, plural forms, lists and times as each locale writes them: what ``Intl`` is in a browser, from Babel's CLDR data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache

from babel import Locale, UnknownLocaleError
from babel.core import get_global
from babel.lists import format_list
from babel.numbers import NumberPattern, parse_pattern

_FALLBACK = "en_US"
_LONGEST_NAME = 64

# What Intl knows and Babel does not.
_ZEROS = {
    "adlm": "𞥐",
    "arab": "٠",
    "arabext": "۰",
    "beng": "০",
    "cakm": "𑄶",
    "deva": "०",
    "mymr": "၀",
    "nkoo": "߀",
    "olck": "᱐",
    "tibt": "༠",
}
"""The zero of each numbering system that some locale uses by default; the other digits follow it."""
_LEAST_GROUPED = {
    **dict.fromkeys(("be", "bg", "es", "et", "hu", "hy", "ia", "ie", "it", "ka", "lv"), 5),
    **dict.fromkeys(("pl", "pt_PT", "ru_UA", "sl", "sq"), 5),
    **dict.fromkeys(("es_419", "pt_AO"), 4),
}
"""From how many digits on a number is grouped, where that is not from four on or not as in the parent locale."""


class Conventions:
    """How one locale writes numbers and lists, and which plural form it uses.

    Args:
        locale: The locale.
    """

    def __init__(self, locale: Locale) -> None:
        self._locale = locale
        system = locale.default_numbering_system
        zero = ord(_ZEROS.get(system, "0"))
        self._digits = {ord("0") + digit: zero + digit for digit in range(10)}
        self._system = system if system in locale.number_symbols else "latn"
        self._least_grouped = next(
            (_LEAST_GROUPED[name] for name in _lineage(str(locale)) if name in _LEAST_GROUPED), 4
        )
        self._patterns: dict[tuple[int, int], NumberPattern] = {}

    def plural(self, number: int) -> str:
        """The plural category of a whole number: ``zero``, ``one``, ``two``, ``few``, ``many`` or ``other``."""
        return self._locale.plural_form(number)

    def number(self, value: float | Decimal, decimals: int = 0, digits: int = 1) -> str:
        """A number.

        Args:
            value: The number.
            decimals: Exactly so many decimals.
            digits: At least so many digits before the decimals.
        """
        exact = Decimal(str(value)).quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)
        is_grouped = not 1_000 <= abs(exact) < 10 ** (self._least_grouped - 1)
        text = self._pattern(decimals, digits).apply(
            exact, self._locale, group_separator=is_grouped, numbering_system=self._system
        )
        return text.translate(self._digits)

    def percent(self, share: float) -> str:
        """A share of 1 in whole percent."""
        pattern = self._locale.percent_formats[None]
        sign = self._locale.number_symbols[self._system].get("percentSign", "%")
        number = self.number(Decimal(str(share)) * 100)
        return f"{pattern.prefix[0]}{number}{pattern.suffix[0]}".replace("%", sign)

    def listing(self, items: Sequence[str]) -> str:
        """Several things, the last one after an "and"."""
        return format_list(items, locale=self._locale)

    def time(self, at: int) -> str:
        """The time of day of a time in ms, in the time zone of this machine; empty for 0 and what no calendar has."""
        from babel.dates import format_time  # takes a tenth of a second to load, and few ask

        if not at:
            return ""
        try:
            moment = datetime.fromtimestamp(at / 1000)
        except (ValueError, OverflowError, OSError):
            return ""
        # Browsers write a plain space before "PM", too.
        return format_time(moment, "medium", locale=self._locale).translate(self._digits).replace("\u202f", " ")

    def _pattern(self, decimals: int, digits: int) -> NumberPattern:
        if (decimals, digits) not in self._patterns:
            whole = self._locale.decimal_formats[None].pattern.partition(".")[0]
            text = whole[:-1] + "0" * digits + ("." + "0" * decimals if decimals else "")
            self._patterns[decimals, digits] = parse_pattern(text)
        return self._patterns[decimals, digits]


@lru_cache(maxsize=128)
def conventions(name: str) -> Conventions:
    """The conventions of a locale such as ``"pt-BR"``; of its language, or English, where nothing is known of it."""
    for known in _lineage(name[:_LONGEST_NAME].replace("-", "_")):
        try:
            return Conventions(Locale.parse(known))
        except (ValueError, UnknownLocaleError):
            continue
    return Conventions(Locale.parse(_FALLBACK))


def _lineage(name: str) -> Iterator[str]:
    """The name of a locale and of those whose ways it shares, the nearest first."""
    parents = get_global("parent_exceptions")
    while name:
        yield name
        name = parents.get(name) or name.rpartition("_")[0]
