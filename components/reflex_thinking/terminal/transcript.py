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
from .search import Search, Stretch, highlighted
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
        Binding("enter", "turn", show=False),
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
        self.search: Search | None = None
        """What is looked for."""
        self.is_searching = False
        self._hits: list[tuple[Key, int]] = []
        """All that was found: the row, and which of the row's hits it is."""
        self._hit: tuple[Key, int] | None = None
        """The one that the reader is at."""
        self._hit_start: Stretch | None = None
        """Where in its row that one begins."""
        self._search_began: Key | None = None
        """The row at the top when the search began."""

    def update(self) -> None:
        """Draw what is new in the document."""
        rows = self._document.rows()
        width = max(self.scrollable_content_region.width, NARROWEST)
        is_broken_anew, self._width = width != self._width, width
        self._rows = rows
        if is_broken_anew:
            self._locate_hit()
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
        has_cursor = row.key == self.cursor and at == 0 and (self.has_focus or self.is_searching)
        content = row.line(at, self._width, self._marks.cursor if has_cursor else "")
        if self.search is not None:
            here = self._hit_start if self._hit is not None and row.key == self._hit[0] else None
            found = self.search.stretches(row, at, self._width)
            content = highlighted(content, [(stretch, first == here) for stretch, first in found])
        return Strip(content).adjust_cell_length(width, PLAIN)

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

    # Search -----------------------------------------------------------------------------------------------------------

    @property
    def found(self) -> tuple[int, int]:
        """Which hit the reader is at, counted from 1, and how many there are."""
        return (self._hits.index(self._hit) + 1 if self._hit in self._hits else 0), len(self._hits)

    def begin_search(self) -> None:
        """From now on a search goes on from what is on the screen."""
        self.is_searching = True
        index = bisect_right(self._ends, self.scroll_offset.y)
        self._search_began = self._rows[index].key if index < len(self._rows) else None

    def end_search(self) -> None:
        """Mark nothing any more."""
        self.is_searching = False
        self.look_for("")

    def look_for(self, text: str) -> None:
        """Look for a text and go to the first place from where the search began."""
        self.search = Search(text) if text.strip() else None
        self._hit = None
        places = self._find()
        if self._hits:
            began = places.get(self._search_began, 0) if self._search_began else 0
            self._hit = next((hit for hit in self._hits if places[hit[0]] >= began), self._hits[0])
            self._show_hit()
        self.refresh()

    def move_to_hit(self, direction: int) -> None:
        """Go to the next place, or the one before; after the last one comes the first. There may be more by now."""
        self._find()
        if not self._hits:
            self._hit = None
        elif self._hit in self._hits:
            self._hit = self._hits[(self._hits.index(self._hit) + direction) % len(self._hits)]
            self._show_hit()
        else:
            self._hit = self._hits[0]
            self._show_hit()
        self.refresh()

    def _find(self) -> dict[Key, int]:
        """Find all places, also those in what is closed. Returns the order of the rows."""
        self._hits = []
        places: dict[Key, int] = {}
        for place, row in enumerate(self._document.all_rows()):
            places[row.key] = place
            if self.search is not None:
                self._hits += [(row.key, number) for number in range(len(self.search.hits(row, self._width)))]
        return places

    def _locate_hit(self) -> int | None:
        """Find out where the current hit begins. Returns the index of its row, None when that is not shown."""
        self._hit_start = None
        for index, row in enumerate(self._rows):
            if self.search is not None and self._hit is not None and row.key == self._hit[0]:
                hits = self.search.hits(row, self._width)
                self._hit_start = hits[min(self._hit[1], len(hits) - 1)][0] if hits else None
                return index
        return None

    def _show_hit(self) -> None:
        """Bring the current hit into sight, opening what it is in, and put the cursor on it or above it."""
        assert self._hit is not None  # noqa: S101 - only called with one
        key = self._hit[0]
        self.is_following = False
        self._document.reveal(key)
        self.update()
        index = self._locate_hit()
        if index is None:
            return
        self.cursor = next((row.key for row in reversed(self._rows[: index + 1]) if row.can_focus), self.cursor)
        line = self._start(index) + (self._hit_start.line if self._hit_start else 0)
        top = self.scroll_offset.y
        if not top <= line < top + self.size.height:
            self.scroll_to(y=min(max(0, line - self.size.height // 3), self.max_scroll_y), animate=False, force=True)

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
