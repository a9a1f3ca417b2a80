"""Finding text in what is shown."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from rich.segment import Segment
from rich.style import Style

from .rows import Row
from .safe import char_width
from .spans import Line

LONGEST = 200
"""So much of what is looked for counts."""

FOUND = Style(bold=True, underline=True)
CURRENT = Style(reverse=True)


class Stretch(NamedTuple):
    """A part of a line."""

    line: int
    start: int
    end: int


Hit = list[Stretch]
"""Where something was found: a stretch of one line, or of several where lines were broken inside of it."""


class Search:
    """Looks for a text, whatever its case and wherever lines are broken.

    Args:
        text: What to look for.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._wanted = _folded(" ".join(text[:LONGEST].split()))
        self._reach = len(self._wanted) // 8 + 1
        """On so many lines before and after a line there may be the rest of a hit."""

    def hits(self, row: Row, width: int) -> list[Hit]:
        """All hits in a row."""
        return list(self._hits(row, width, 0, len(row.lines(width))))

    def stretches(self, row: Row, at: int, width: int) -> list[tuple[Stretch, Stretch]]:
        """The parts of one line that belong to a hit, each with where that hit begins."""
        first, last = max(0, at - self._reach), min(len(row.lines(width)), at + self._reach + 1)
        hits = self._hits(row, width, first, last)
        return [(stretch, hit[0]) for hit in hits for stretch in hit if stretch.line == at]

    def _hits(self, row: Row, width: int, first: int, last: int) -> Iterator[Hit]:
        if not self._wanted:
            return
        joined = ""
        starts: list[int] = []
        begins: list[int] = []
        for at in range(first, last):
            before, text = row.text_at(at, width)
            body = text.strip()
            if joined and body and not _is_wide(joined[-1]) and not _is_wide(body[0]):
                joined += " "
            starts.append(len(joined))
            begins.append(before + len(text) - len(text.lstrip()))
            joined += _folded(body)
        place = joined.find(self._wanted)
        while place >= 0:
            end = place + len(self._wanted)
            yield list(_stretches(place, end, starts, begins, first))
            place = joined.find(self._wanted, end)


def _stretches(place: int, end: int, starts: list[int], begins: list[int], first: int) -> Iterator[Stretch]:
    index = bisect_right(starts, place) - 1
    while index < len(starts) and starts[index] < end:
        stop = starts[index + 1] if index + 1 < len(starts) else end
        shift = begins[index] - starts[index]
        yield Stretch(first + index, max(place, starts[index]) + shift, min(end, stop) + shift)
        index += 1


def _folded(text: str) -> str:
    lower = text.lower()
    return lower if len(lower) == len(text) else text


def _is_wide(char: str) -> bool:
    return char_width(char) == 2


def highlighted(line: Line, stretches: list[tuple[Stretch, bool]]) -> Line:
    """A line with what was found in it marked; the hit that the reader is at stands out.

    Args:
        line: The line.
        stretches: What to mark, and whether it belongs to the current hit.
    """
    marked: Line = []
    place = 0
    for segment in line:
        text, style = segment.text, segment.style
        cuts = {0, len(text)}
        for stretch, _ in stretches:
            cuts |= {min(max(stretch.start - place, 0), len(text)), min(max(stretch.end - place, 0), len(text))}
        ordered = sorted(cuts)
        for start, end in pairwise(ordered):
            mark = next(
                (CURRENT if now else FOUND for at, now in stretches if at.start <= place + start < at.end), None
            )
            marked.append(Segment(text[start:end], style if mark is None else (style or Style.null()) + mark))
        place += len(text)
    return marked
