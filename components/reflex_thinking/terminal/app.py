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
from .panels import Help, KeyLine
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
    ]

    def __init__(self, feed: Feed, document: Document, strings: Strings, marks: Marks) -> None:
        super().__init__(ansi_color=True)
        self._feed = feed
        self._strings = strings
        self.document = document
        self.transcript = Transcript(self.document, marks)
        self._ticked = 0.0
        self.frames = 0
        """How many there were, for those who count."""

    def compose(self) -> ComposeResult:
        """The transcript above a line with the keys."""
        yield self.transcript
        yield KeyLine(self._strings)

    def on_mount(self) -> None:
        """Begin to show."""
        self.transcript.focus()
        self.transcript.update()
        self.set_interval(FRAME, self._frame)

    def _frame(self) -> None:
        """Take in what has come since the last frame, then draw it once."""
        self.frames += 1
        count = self._feed.pour(self.document)
        self._tick(time.perf_counter(), is_drawn=count > 0)
        if count:
            self.transcript.update()
        elif self._feed.is_done and self._feed.error is not None:
            self.exit(1)

    def _tick(self, now: float, *, is_drawn: bool) -> None:
        if now - self._ticked < _TICK:
            return
        self._ticked = now
        self.document.heads.dot = 0 if self.animation_level == "none" else int(now / _BREATH)
        if not is_drawn:
            self.transcript.tick()

    def action_help(self) -> None:
        """Show what the keys do."""
        self.push_screen(Help(self._strings))

    async def action_quit(self) -> None:
        """End."""
        self._feed.stop()
        self.exit(0)
