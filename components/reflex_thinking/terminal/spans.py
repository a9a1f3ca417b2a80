"""Styled text, and how it is broken into lines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from rich.segment import Segment
from rich.style import Style

from .safe import char_width, width_of

PLAIN = Style.null()
BOLD = Style(bold=True)
ITALIC = Style(italic=True)
STRUCK = Style(strike=True)
DIM = Style(dim=True)
CODE = Style(color="cyan")
ACCENT = Style(color="blue")
GOOD = Style(color="green")
BAD = Style(color="red")

Span = tuple[str, Style]
Line = list[Segment]

_ATOM = re.compile(r" +|[^ ]+")


@dataclass(slots=True)
class _Word:
    """What is not broken; ``gap`` are the columns before it."""

    gap: str = ""
    pieces: list[Span] = field(default_factory=list[Span])
    width: int = 0

    def add(self, text: str, style: Style) -> None:
        self.pieces.append((text, style))
        self.width += width_of(text)


def wrap(spans: Iterable[Span], width: int, *, first: Iterable[Span] = (), hanging: str = "") -> list[Line]:
    """Break styled text into lines.

    Args:
        spans: The text, without line breaks.
        width: How many columns there are.
        first: What the first line begins with.
        hanging: What all others begin with.
    """
    line: Line = [Segment(text, style) for text, style in first]
    column = sum(width_of(text) for text, _ in first)
    lines: list[Line] = []
    width = max(width, 4)
    if len(hanging) > width - 4:
        hanging = ""
    is_fresh = True
    for word in _words(spans):
        if not is_fresh and column + len(word.gap) + word.width > width:
            lines.append(line)
            line, column = [Segment(hanging)] if hanging else [], len(hanging)
        elif word.gap and (not is_fresh or not lines):
            line.append(Segment(word.gap, word.pieces[0][1] if word.pieces else PLAIN))
            column += len(word.gap)
        is_fresh = False
        for text, style in word.pieces:
            for part in _fitting(text, width, column):
                if part is None:
                    lines.append(line)
                    line, column = [Segment(hanging)] if hanging else [], len(hanging)
                else:
                    line.append(Segment(part, style))
                    column += width_of(part)
    lines.append(line)
    return lines


def _fitting(text: str, width: int, column: int) -> Iterator[str | None]:
    """The text in parts that fit, with None where a line ends."""
    if column + width_of(text) <= width:
        yield text
        return
    part = ""
    for char in text:
        if column + char_width(char) > width and (part or column):
            yield part
            yield None
            part, column = "", 0
        part += char
        column += char_width(char)
    yield part


def _words(spans: Iterable[Span]) -> Iterator[_Word]:
    word = _Word()
    for text, style in spans:
        for atom in _ATOM.findall(text):
            if atom[0] == " ":
                if word.pieces:
                    yield word
                    word = _Word()
                word.gap += atom
            elif atom.isascii():
                word.add(atom, style)
            else:
                for char in atom:
                    before = word.pieces[-1][0][-1] if word.pieces else ""
                    is_wide = char_width(char) == 2 or (before and char_width(before) == 2)
                    if before and before != "\u200d" and char_width(char) and is_wide:
                        yield word
                        word = _Word()
                    if word.pieces and word.pieces[-1][1] is style:
                        word.pieces[-1] = (word.pieces[-1][0] + char, style)
                        word.width += char_width(char)
                    else:
                        word.add(char, style)
    if word.pieces:
        yield word


def cut(text: str, width: int, ellipsis: str = "…") -> str:
    """The beginning of a line that fits into so many columns."""
    if width_of(text) <= width:
        return text
    room = width - width_of(ellipsis)
    kept = 0
    for index, char in enumerate(text):
        kept += char_width(char)
        if kept > room:
            return text[:index].rstrip() + ellipsis if room > 0 else ""
    return text
