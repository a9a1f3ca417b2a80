"""The rows of the interactive view: what each shows, and how high it is."""

from __future__ import annotations

from collections.abc import Callable

from rich.segment import Segment
from rich.style import Style

from ..tool_values import parsed, pretty
from .markdown import Flow
from .safe import clean, width_of
from .spans import ACCENT, DIM, PLAIN, Line, Span, cut, wrap

Key = tuple[str, object]
GUTTER = 2
"""Columns before everything: the cursor stands there."""
NARROWEST = 20
"""Lines are never broken for fewer columns."""
_MOST = 20_000
"""So many characters are shown of what a tool takes or gives."""


class Row:
    """A part of the view that is drawn line by line.

    Args:
        key: What it is; the cursor and the choices of the user know it by that.
        depth: How deep it is nested.
        can_focus: Whether the cursor can stand on it.
    """

    def __init__(self, key: Key, depth: int = 0, *, can_focus: bool = False) -> None:
        self.key = key
        self.depth = depth
        self.can_focus = can_focus

    @property
    def indent(self) -> int:
        """Columns before its text."""
        return GUTTER + 2 * self.depth

    def lines(self, width: int) -> list[Line]:
        """Its lines, for a view with so many columns."""
        raise NotImplementedError

    def line(self, at: int, width: int, cursor: str = "") -> Line:
        """One of its lines, with what stands before it."""
        before = [Segment(cursor.ljust(GUTTER), ACCENT), Segment(" " * (self.indent - GUTTER))]
        return [*before, *self.lines(width)[at]]

    def text_at(self, at: int, width: int) -> tuple[int, str]:
        """The text of one of its lines, and how many characters stand before it."""
        return self.indent, "".join(segment.text for segment in self.lines(width)[at])


class BlankRow(Row):
    """Room between two things."""

    def lines(self, width: int) -> list[Line]:
        """One empty line."""
        return [[]]


class HeadRow(Row):
    """One line with something at its beginning and something at its end.

    Args:
        key: What it is.
        depth: How deep it is nested.
        make: Gives the spans of both sides, by how many columns there are.
    """

    def __init__(self, key: Key, depth: int, make: Callable[[int], tuple[list[Span], list[Span]]]) -> None:
        super().__init__(key, depth, can_focus=True)
        self._make = make

    def lines(self, width: int) -> list[Line]:
        """The line. What does not fit is cut from the beginning's end."""
        room = width - self.indent
        left, right = self._make(room)
        taken = sum(width_of(text) for text, _ in right)
        free = max(room - taken - (1 if taken else 0), 0)
        line: Line = []
        used = 0
        for text, style in left:
            part = cut(text, free - used)
            if part:
                line.append(Segment(part, style))
                used += width_of(part)
            if part != text:
                break
        line.append(Segment(" " * max(room - used - taken, 0)))
        line.extend(Segment(text, style) for text, style in right)
        return [line]


class NoteRow(Row):
    """A line or two about something, broken where they must be."""

    def __init__(self, key: Key, depth: int, spans: list[Span], *, most: int = 3) -> None:
        super().__init__(key, depth)
        self._spans = spans
        self._most = most

    def lines(self, width: int) -> list[Line]:
        """Its lines."""
        return wrap(self._spans, width - self.indent)[: self._most]


class FlowRow(Row):
    """Text that may grow.

    Args:
        key: What it is.
        depth: How deep it is nested.
        flow: The text.
        rule: What stands before each line.
        label: A line above the text.
        can_focus: Whether the cursor can stand on it.
    """

    def __init__(
        self, key: Key, depth: int, flow: Flow, *, rule: str = "", label: str = "", can_focus: bool = False
    ) -> None:
        super().__init__(key, depth, can_focus=can_focus)
        self._flow = flow
        self._before: Line = [Segment(rule + " ", DIM)] if rule else []
        self._room = len(rule) + 1 if rule else 0
        self._label: list[Line] = [[Segment(label, DIM)]] if label else []

    def lines(self, width: int) -> list[Line]:
        """Its lines. Without a rule and a label they are the flow's own."""
        lines = self._flow.lines(max(width - self.indent - self._room, 8))
        if not self._before and not self._label:
            return lines
        return _Framed(self._label, self._before, lines)

    def text_at(self, at: int, width: int) -> tuple[int, str]:
        """The text of one of its lines without the rule."""
        before, text = super().text_at(at, width)
        room = self._room if at >= len(self._label) else 0
        return before + room, text[room:]


class _Framed(list[Line]):
    """Lines with something before each, made only for those that are drawn."""

    def __init__(self, label: list[Line], before: Line, lines: list[Line]) -> None:
        super().__init__()
        self._label = label
        self._before = before
        self._all = lines

    def __len__(self) -> int:
        return len(self._label) + len(self._all)

    def __getitem__(self, index: int) -> Line:  # pyright: ignore[reportIncompatibleMethodOverride]
        if index < len(self._label):
            return self._label[index]
        return [*self._before, *self._all[index - len(self._label)]]


def field_flow(text: str, style: Style = PLAIN) -> Flow:
    """What a tool takes or gives: JSON in lines, anything else as it is; of what is very long, the beginning."""
    value = parsed(text)
    if value is not None:
        text = value if isinstance(value, str) else pretty(text)
    shown = clean(text[:_MOST])
    return Flow(shown + ("\n…" if len(text) > _MOST else ""), markdown=False, style=style)
