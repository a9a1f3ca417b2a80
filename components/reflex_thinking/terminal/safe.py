"""Text of models and tools, made safe for a terminal.

Such text is data. Nothing in it may move the cursor, set colours or the window's title, hide or reorder what is beside it:
control characters are shown as symbols, what reorders text is left out.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

TAB = "    "
_UNSAFE = re.compile(
    "[^\n -~\u00a0-\u00ac\u00ae-\u200d\u2010-\u2027\u202f-\u2065\u206a-\ud7ff\ue000-\ufefe\uff00-\ufff8\ufffc-\U000dffff]"
)
_NEW_LINES = "\u0085\u2028\u2029\v\f\r"
_GONE = "\u00ad\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff\ufff9\ufffa\ufffb"


def clean(text: str) -> str:
    """The text with nothing in it that a terminal obeys. Lines end in a line feed, tabs are spaces."""
    if _UNSAFE.search(text) is None:
        return text
    return _UNSAFE.sub(_shown, text.replace("\r\n", "\n"))


def clean_line(text: str, limit: int = 2000) -> str:
    """The beginning of a text, safe and as one line."""
    return " ".join(clean(text[: limit * 2]).split())[:limit]


def _shown(match: re.Match[str]) -> str:
    char = match.group()
    if char == "\t":
        return TAB
    if char in _NEW_LINES:
        return "\n"
    if char in _GONE or char >= "\U000e0000":
        return ""
    code = ord(char)
    if code < 0x20:
        return chr(0x2400 + code)
    return "\u2421" if code == 0x7F else "\ufffd"


class Cleaner:
    """Cleans a text that comes in pieces. What is cut between two pieces is put together first."""

    def __init__(self) -> None:
        self._held = ""

    def feed(self, text: str) -> str:
        """The next piece, safe."""
        if self._held:
            text, self._held = self._held + text, ""
        if text and (text[-1] == "\r" or "\ud800" <= text[-1] <= "\udbff"):
            text, self._held = text[:-1], text[-1]
        return clean(_whole(text))

    def end(self) -> str:
        """What was held back."""
        held, self._held = self._held, ""
        return clean(held)


def _whole(text: str) -> str:
    """The text with halves of surrogate pairs joined."""
    if text.isascii():
        return text
    from ..runs.plain import whole

    return whole(text)


@lru_cache(4096)
def char_width(char: str) -> int:
    """How many columns a character takes."""
    if char < "\u0300":
        return 1
    if unicodedata.category(char) in {"Mn", "Me", "Cf"} or "\u1160" <= char <= "\u11ff":
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def width_of(text: str) -> int:
    """How many columns a line takes."""
    return len(text) if text.isascii() else sum(map(char_width, text))
