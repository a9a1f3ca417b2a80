"""The interactive view, in Textual. It takes half a second to load, so nothing else may import this: see stage.py."""

from __future__ import annotations

import time
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType

from ..i18n import Strings
from .document import Document
from .feed import FRAME, Feed
from .marks import Marks
from .panels import Help, KeyLine, SearchLine
from .transcript import Transcript

_TICK = 0.1
_BREATH = 0.8


class ThinkingApp(App[int]):
    """Shows a feed until the user has seen enough.

    Args:
        feed: What to show; it has been started.
        document: What has been shown of it.
        strings: The language.
        marks: The signs.
    """

    ENABLE_COMMAND_PALETTE = False
    CSS = """
    Screen { background: ansi_default; color: ansi_default; layers: base; }
    Transcript {
        height: 1fr; background: ansi_default; color: ansi_default; overflow-x: hidden;
        scrollbar-size-vertical: 1; scrollbar-gutter: stable;
        scrollbar-color: ansi_bright_black; scrollbar-color-hover: ansi_blue; scrollbar-color-active: ansi_blue;
        scrollbar-background: ansi_default; scrollbar-background-hover: ansi_default;
        scrollbar-background-active: ansi_default;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,ctrl+c,ctrl+q", "quit", show=False, priority=False),
        Binding("question_mark", "help", show=False),
        Binding("space", "pause", show=False),
        # Keys that change what the next key means are taken before anything else, so that none goes astray.
        Binding("slash", "search", show=False, priority=True),
        Binding("enter", "submit_search", show=False, priority=True),
        Binding("escape", "end_search", show=False, priority=True),
        Binding("n", "next_hit(1)", show=False),
        Binding("N", "next_hit(-1)", show=False),
    ]

    def __init__(self, feed: Feed, document: Document, strings: Strings, marks: Marks) -> None:
        super().__init__(ansi_color=True)
        self._feed = feed
        self._strings = strings
        self.document = document
        self.transcript = Transcript(self.document, marks)
        self._keys = KeyLine(strings)
        self._search = SearchLine(strings)
        self._ticked = 0.0
        self.frames = 0
        """How many there were, for those who count."""

    def compose(self) -> ComposeResult:
        """The transcript above a line with the keys."""
        yield self.transcript
        yield self._keys
        yield self._search

    def on_mount(self) -> None:
        """Begin to show."""
        self.transcript.focus()
        self.transcript.update()
        self.set_interval(FRAME, self._frame)

    def _frame(self) -> None:
        """Take in what has come since the last frame, then draw it once."""
        self.frames += 1
        count = self._feed.pour(self.document)
        if self._keys.state != self._feed.state:
            self._keys.state = self._feed.state
            self._keys.refresh()
        self._tick(time.perf_counter(), is_drawn=count > 0)
        if count:
            self.transcript.update()
        elif self._feed.is_done and self._feed.error is not None:
            self.exit(1)

    def _tick(self, now: float, *, is_drawn: bool) -> None:
        if now - self._ticked < _TICK:
            return
        self._ticked = now
        is_still = self.animation_level == "none" or self._feed.state == "paused"
        self.document.heads.dot = 0 if is_still else int(now / _BREATH)
        if not is_drawn:
            self.transcript.tick()

    def action_pause(self) -> None:
        """Pause, or go on. When all is shown there is nothing to pause: then it opens and closes, as Enter does."""
        match self._feed.state:
            case "playing":
                self._feed.pause()
            case "paused":
                self._feed.resume()
            case "over":
                self.transcript.action_turn()

    def action_search(self) -> None:
        """Look for a text."""
        self.transcript.begin_search()
        self._keys.display = False
        self._search.edit()
        self._look()

    def _look(self) -> None:
        self.transcript.look_for(self._search.text)
        self._search.show_found(*self.transcript.found)

    def on_search_line_changed(self, event: SearchLine.Changed) -> None:
        """Look while the user writes."""
        if self.transcript.is_searching:
            self._look()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key means this now."""
        match action:
            case "search":
                return not self._search.is_written and not isinstance(self.screen, Help)
            case "submit_search":
                return self._search.is_written
            case "end_search":
                return self.transcript.is_searching and not isinstance(self.screen, Help)
            case _:
                return True

    def action_submit_search(self) -> None:
        """The keys are the transcript's again. Without a text there is nothing to look for."""
        if self._search.text.strip():
            self.screen.set_focus(self.transcript)
        else:
            self.action_end_search()

    def action_next_hit(self, direction: int) -> None:
        """Go to the next place with what was looked for last, or to the one before."""
        if not self._search.text.strip():
            return
        if not self.transcript.is_searching:
            self.transcript.begin_search()
            self._keys.display, self._search.display = False, True
            self._look()
        else:
            self.transcript.move_to_hit(direction)
            self._search.show_found(*self.transcript.found)

    def action_end_search(self) -> None:
        """Mark nothing any more."""
        self.transcript.end_search()
        self.screen.set_focus(self.transcript)
        self._search.display, self._keys.display = False, True

    def action_help(self) -> None:
        """Show what the keys do."""
        self.push_screen(Help(self._strings))

    async def action_quit(self) -> None:
        """End."""
        self._feed.stop()
        self.exit(0)
