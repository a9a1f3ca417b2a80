"""Markdown as lines of a terminal, while it is being written.

It goes line by line, so that a line that is whole is never looked at again: the cost of more text does not grow with the
text before it. What it does not know stays as it was written; nothing is loaded and no link is made.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rich.segment import Segment
from rich.style import Style

from .safe import width_of
from .spans import ACCENT, BOLD, CODE, DIM, ITALIC, PLAIN, STRUCK, Line, Span, wrap

_LONGEST = 2000
"""A line that is longer is shown in pieces, so that more text at its end does not break all of it again."""

_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})(.*)$")
_HEADING = re.compile(r"^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$")
_ITEM = re.compile(r"^(\s*)([-*+]|\d{1,9}[.)])(\s+)(.*)$")
_QUOTE = re.compile(r"^ {0,3}>\s?(.*)$")
_RULE = re.compile(r"^ {0,3}([-*_])(?:\s*\1){2,}\s*$")
_TABLE_RULE = re.compile(r"^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$")
_INLINE = re.compile(
    r"\\(?P<escaped>[!-/:-@\[-`{-~])"
    r"|(?P<ticks>`+)(?P<code>.+?)(?<!`)(?P=ticks)(?!`)"
    r"|!\[(?P<alt>[^\]]*)\]\((?P<source>[^)\s]*)[^)]*\)"
    r"|\[(?P<link>[^\]]+)\]\((?P<target>[^)\s]*)[^)]*\)"
    r"|(?P<bold>\*\*|__)(?=\S)(?P<strong>.+?)(?<=\S)(?P=bold)"
    r"|~~(?=\S)(?P<struck>.+?)(?<=\S)~~"
    r"|(?<![\w*])\*(?=[^\s*])(?P<star>.+?)(?<=[^\s*])\*(?!\*)"
    r"|(?<!\w)_(?=[^\s_])(?P<line>.+?)(?<=[^\s_])_(?!\w)"
)


def inline(text: str, style: Style = PLAIN, depth: int = 0) -> Iterator[Span]:
    """The spans of a line: emphasis, code, links with where they lead."""
    place = 0
    for found in _INLINE.finditer(text) if depth < 4 else ():
        if found.start() > place:
            yield text[place : found.start()], style
        place = found.end()
        part = found.groupdict()
        if part["escaped"]:
            yield part["escaped"], style
        elif part["code"]:
            yield part["code"].strip() or part["code"], style + CODE
        elif part["link"] is not None:
            yield from inline(part["link"], style, depth + 1)
            if part["target"] and part["target"] != part["link"]:
                yield f" ({part['target']})", style + DIM
        elif part["source"] is not None:
            yield f"[{part['alt'] or part['source']}]", style + DIM
        elif part["strong"]:
            yield from inline(part["strong"], style + BOLD, depth + 1)
        elif part["struck"]:
            yield from inline(part["struck"], style + STRUCK, depth + 1)
        else:
            yield from inline(part["star"] or part["line"], style + ITALIC, depth + 1)
    if place < len(text):
        yield text[place:], style


class Flow:
    """A text that grows, as lines. It must be safe already.

    Args:
        text: What there is of it.
        markdown: Whether it is markdown; else it is shown as it is.
        style: How plain text looks.
    """

    def __init__(self, text: str = "", *, markdown: bool = True, style: Style = PLAIN) -> None:
        self._is_markdown = markdown
        self._style = style
        self._lines: list[str] = []
        self._open = ""
        """The last line, which may grow."""
        self._width = 0
        self._shown: list[Line] = []
        self._settled = 0
        """So many of the shown lines will not change."""
        self._next = 0
        """The first line of the text that is not settled."""
        self._fence = ""
        self._is_dirty = True
        self.feed(text)

    def feed(self, text: str) -> None:
        """More text."""
        if not text:
            return
        self._is_dirty = True
        first, *others = text.split("\n")
        self._open += first
        for line in others:
            self._lines.append(self._open)
            self._open = line
        while len(self._open) > _LONGEST:
            at = self._open.rfind(" ", 0, _LONGEST) + 1 or _LONGEST
            self._lines.append(self._open[:at])
            self._open = self._open[at:]

    @property
    def text(self) -> str:
        """The first line that says something."""
        return next((line for line in [*self._lines[:20], self._open] if line.strip()), "")

    def lines(self, width: int) -> list[Line]:
        """All lines, broken at so many columns. The list grows in place."""
        if width != self._width:
            self._width, self._next, self._settled, self._fence = width, 0, 0, ""
            self._is_dirty = True
        if self._is_dirty:
            self._is_dirty = False
            del self._shown[self._settled :]
            self._settle()
            self._shown.extend(self._rest())
        return self._shown

    def _settle(self) -> None:
        """Take over the lines that are whole. A table waits for its end, because each row can move the others."""
        while self._next < len(self._lines):
            start = self._next
            end = self._table_end(start)
            if end is None:
                return
            self._next = max(end, start + 1)
            self._shown.extend(self._table(start, end) if end > start else self._line(self._lines[start]))
            self._settled = len(self._shown)

    def _rest(self) -> Iterator[Line]:
        """The lines that may change: a table that goes on, and the last line."""
        before = self._fence
        if self._next < len(self._lines):
            yield from self._table(self._next, len(self._lines))
        if self._open.strip():
            yield from self._line(self._open)
        self._fence = before

    def _line(self, line: str) -> list[Line]:
        # Blank lines at the beginning, and more than one in a row, say nothing.
        if not line.strip() and not self._fence and self._is_markdown:
            return [[]] if self._shown and self._shown[-1] else []
        if not self._is_markdown:
            return wrap([(line, self._style)], self._width)
        if (found := _FENCE.match(line)) and (not self._fence or found[1].startswith(self._fence)):
            self._fence = "" if self._fence else found[1]
            note = found[2].strip()
            return wrap([(note, DIM)], self._width) if note and self._fence else []
        if self._fence:
            return wrap([(line, CODE)], self._width, first=[("  ", PLAIN)], hanging="  ")
        return self._paragraph(line)

    def _paragraph(self, line: str) -> list[Line]:
        width = self._width
        if found := _HEADING.match(line):
            return wrap(inline(found[2], BOLD), width)
        if _RULE.match(line):
            return wrap([("─" * min(width, 24), DIM)], width)
        if found := _ITEM.match(line):
            indent = " " * min(len(found[1]), width // 3)
            mark = "•" if found[2] in "-*+" else found[2]
            first = [(f"{indent}{mark} ", self._style + ACCENT)]
            return wrap(inline(found[4], self._style), width, first=first, hanging=" " * (len(indent) + len(mark) + 1))
        if found := _QUOTE.match(line):
            quoted = wrap(inline(found[1], self._style + ITALIC), max(width - 2, 4))
            return [[Segment("│ ", DIM), *rest] for rest in quoted]
        indent = " " * min(len(line) - len(line.lstrip()), width // 3)
        return wrap(inline(line.strip(), self._style), width, first=[(indent, PLAIN)] if indent else (), hanging=indent)

    # Tables -----------------------------------------------------------------------------------------------------------

    def _table_end(self, start: int) -> int | None:
        """Where the table ends that begins here: at once when there is none, None when it may go on."""
        if self._fence or not self._is_markdown or not _is_row(self._lines[start]):
            return start
        if start + 1 >= len(self._lines):
            return start if self._open.strip("|:- ") else None
        if not _TABLE_RULE.match(self._lines[start + 1]):
            return start
        end = start + 2
        while end < len(self._lines) and _is_row(self._lines[end]):
            end += 1
        return None if end == len(self._lines) and end - start < 200 else end

    def _table(self, start: int, end: int) -> list[Line]:
        rows = [_cells(line) for index, line in enumerate(self._lines[start:end]) if index != 1]
        columns = max(map(len, rows))
        spans = [
            [list(inline(cell, BOLD if not index else self._style)) for cell in row] for index, row in enumerate(rows)
        ]
        widths = [max((_width(row[at]) for row in spans if at < len(row)), default=0) for at in range(columns)]
        lines: list[Line] = []
        for row in spans:
            if sum(widths) + 2 * (columns - 1) > self._width:
                # It does not fit: a row is a paragraph.
                joined = [span for at, cell in enumerate(row) for span in ([(" · ", DIM)] if at else []) + cell]
                lines.extend(wrap(joined, self._width, hanging="  "))
                continue
            padded = [
                span for at, cell in enumerate(row) for span in [*cell, (" " * (widths[at] - _width(cell) + 2), PLAIN)]
            ]
            lines.append(wrap(padded, self._width + 2)[0])
        return lines


def _is_row(line: str) -> bool:
    return line.lstrip().startswith("|") or line.count(" | ") > 0


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().removeprefix("|").removesuffix("|").split("|")]


def _width(spans: list[Span]) -> int:
    return sum(width_of(text) for text, _ in spans)
