"""The widget that draws a document. Only what is on the screen is drawn, and only when it has changed."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.events import Click, MouseScrollDown, MouseScrollUp, Resize
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from .document import Document
from .marks import Marks
from .rows import NARROWEST, Key, Row
from .spans import PLAIN

_STEP = 3
"""So many lines a key scrolls where the next row is out of sight."""


class Transcript(ScrollView, can_focus=True):
    """Draws a document, with a cursor that stands on what can be opened and closed.

    Args:
        document: What there is to see.
        marks: The signs.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "turn", show=False),
        Binding("a", "turn_all", show=False),
        Binding("down,j", "move(1)", show=False),
        Binding("up,k", "move(-1)", show=False),
        Binding("pagedown,ctrl+d,f", "page(1)", show=False),
        Binding("pageup,ctrl+u,b", "page(-1)", show=False),
        Binding("home,g", "top", show=False),
        Binding("end,G", "bottom", show=False),
    ]

    def __init__(self, document: Document, marks: Marks) -> None:
        super().__init__()
        self._document = document
        self._marks = marks
        self._rows: list[Row] = []
        self._ends: list[int] = []
        """For each row, the line after its last one."""
        self._width = NARROWEST
        """The columns that the lines were broken for. The window may be another already."""
        self.cursor: Key | None = None
        self.is_following = True
        """Whether the end stays in sight while it grows."""
        self.drawn = 0
        """How often lines were drawn, for those who count."""

    def update(self) -> None:
        """Draw what is new in the document."""
        rows = self._document.rows()
        self._width = width = max(self.scrollable_content_region.width, NARROWEST)
        self._rows = rows
        self._ends = list(accumulate(len(row.lines(width)) for row in rows))
        self._keep_cursor()
        height = self._ends[-1] if self._ends else 0
        if self.virtual_size != (size := Size(width, height)):
            self.virtual_size = size
        if self.is_following:
            self.scroll_to(y=max(0, height - self.size.height), animate=False, force=True)
        self.refresh()

    def tick(self) -> None:
        """Draw the bars whose timers run."""
        for index, row in enumerate(self._rows):
            if row.key[0] == "block" and self._document.is_running(row.key):
                self.refresh_line(self._start(index))

    def render_line(self, y: int) -> Strip:
        """One line of the screen."""
        self.drawn += 1
        line = y + self.scroll_offset.y
        index = bisect_right(self._ends, line)
        width = self.size.width
        if index >= len(self._rows):
            return Strip.blank(width)
        row = self._rows[index]
        at = line - self._start(index)
        has_cursor = row.key == self.cursor and at == 0 and self.has_focus
        strip = Strip(row.line(at, self._width, self._marks.cursor if has_cursor else ""))
        return strip.adjust_cell_length(width, PLAIN)

    def _start(self, index: int) -> int:
        return self._ends[index - 1] if index else 0

    # The cursor -------------------------------------------------------------------------------------------------------

    def _places(self) -> list[int]:
        return [index for index, row in enumerate(self._rows) if row.can_focus]

    def _keep_cursor(self) -> None:
        """What the cursor stood on may be closed now: then it stands on the last that is left before it."""
        places = self._places()
        if not places:
            self.cursor = None
        elif self.cursor is None:
            self.cursor = self._rows[places[0]].key
        elif all(self._rows[index].key != self.cursor for index in places):
            self.cursor = self._document.home_of(self.cursor, {self._rows[index].key for index in places})

    def action_turn(self) -> None:
        """Open or close what the cursor stands on."""
        if self.cursor is not None:
            self.is_following = False
            self._document.toggle(self.cursor)
            self.update()
            self._show_cursor()

    def action_turn_all(self) -> None:
        """Open or close everything."""
        self.is_following = False
        self._document.toggle_all()
        self.update()
        self._show_cursor()

    def action_move(self, direction: int) -> None:
        """Move the cursor to the next row. Where that is out of sight, scroll towards it."""
        places = self._places()
        here = next((at for at, index in enumerate(places) if self._rows[index].key == self.cursor), 0)
        to = here + direction
        top, bottom = self.scroll_offset.y, self.scroll_offset.y + self.size.height
        if 0 <= to < len(places) and top <= self._start(places[to]) < bottom:
            self.cursor = self._rows[places[to]].key
            self.refresh()
        elif self._can_scroll(direction):
            self._scroll(direction * _STEP)
        elif 0 <= to < len(places):
            self.cursor = self._rows[places[to]].key
            self._show_cursor()

    def _can_scroll(self, direction: int) -> bool:
        return self.scroll_offset.y < self.max_scroll_y if direction > 0 else self.scroll_offset.y > 0

    def _scroll(self, lines: int) -> None:
        self.scroll_to(y=min(max(0, self.scroll_offset.y + lines), self.max_scroll_y), animate=False, force=True)
        self.is_following = self.scroll_offset.y >= self.max_scroll_y
        self.refresh()

    def _show_cursor(self) -> None:
        index = next((index for index, row in enumerate(self._rows) if row.key == self.cursor), None)
        if index is None:
            return
        line, top = self._start(index), self.scroll_offset.y
        if line < top or line >= top + self.size.height:
            self.scroll_to(y=min(line, self.max_scroll_y), animate=False, force=True)
        self.refresh()

    def action_page(self, direction: int) -> None:
        """Scroll by a page."""
        self._scroll(direction * max(1, self.size.height - 2))

    def action_top(self) -> None:
        """Go to the beginning."""
        places = self._places()
        self.cursor = self._rows[places[0]].key if places else None
        self._scroll(-self.virtual_size.height)

    def action_bottom(self) -> None:
        """Go to the end, and stay there while it grows."""
        places = self._places()
        self.cursor = self._rows[places[-1]].key if places else None
        self._scroll(self.virtual_size.height)
        self.is_following = True

    # The mouse, and the window ----------------------------------------------------------------------------------------

    def on_click(self, event: Click) -> None:
        """Open or close what is clicked."""
        index = bisect_right(self._ends, event.y + self.scroll_offset.y)
        if index < len(self._rows) and self._rows[index].can_focus:
            self.cursor = self._rows[index].key
            self.action_turn()

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Scroll."""
        event.stop()
        self._scroll(-_STEP)

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Scroll."""
        event.stop()
        self._scroll(_STEP)

    def on_resize(self, _: Resize) -> None:
        """Break the lines anew."""
        self.update()
