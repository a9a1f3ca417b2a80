"""Numbers in brackets that cite passages, such as ``[2]``, in a text that comes in pieces. Pure."""

from __future__ import annotations

import re

_CITATION = re.compile(r"(?P<space>[ \t]*)\[(?P<numbers>\d{1,3}(?:\s*,\s*\d{1,3})*)\](?!\()")
_UNFINISHED = re.compile(r"[ \t]*\[[\d,\s]{0,24}\]?$|[ \t]+$")


def cited(text: str) -> list[int]:
    """The numbers that a text cites, each once, in the order in which they come. Code cites nothing."""
    found = (number for part, is_code in _parts(text) if not is_code for number in _numbers(part))
    return list(dict.fromkeys(found))


class CitationGuard:
    """Lets a text through without the citations that lead nowhere.

    Args:
        sources: How many passages can be cited; their numbers begin with 1.
    """

    def __init__(self, sources: int) -> None:
        self._sources = sources
        self._held = ""
        self._ticks = 0
        self.dropped: list[str] = []
        """The citations that were taken out."""

    def feed(self, text: str) -> str:
        """Take more text, and return what is certain."""
        text = self._held + text
        match = _UNFINISHED.search(text)
        cut = match.start() if match else len(text)
        self._held = text[cut:]
        return self._checked(text[:cut])

    def finish(self) -> str:
        """The text has ended: return what is left of it."""
        held, self._held = self._held, ""
        return self._checked(held)

    def _checked(self, text: str) -> str:
        kept: list[str] = []
        for part, _ in _parts(text):
            if part == "`":
                self._ticks += 1
            kept.append(part if self._ticks % 2 else _CITATION.sub(self._check, part))
        return "".join(kept)

    def _check(self, match: re.Match[str]) -> str:
        numbers = [int(number) for number in match["numbers"].split(",")]
        good = [number for number in numbers if 1 <= number <= self._sources]
        self.dropped += [f"[{number}]" for number in numbers if number not in good]
        return f"{match['space']}[{', '.join(map(str, good))}]" if good else ""


def _numbers(text: str) -> list[int]:
    return [int(number) for match in _CITATION.finditer(text) for number in match["numbers"].split(",")]


def _parts(text: str) -> list[tuple[str, bool]]:
    """A text cut at its backticks; between an odd and an even one there is code."""
    parts: list[tuple[str, bool]] = []
    ticks = 0
    for part in re.split(r"(`)", text):
        ticks += part == "`"
        parts.append((part, bool(ticks % 2)))
    return parts
