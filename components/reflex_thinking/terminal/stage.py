"""The interactive view, from its first moment on.

Loading Textual takes longer than everything else together. Until it is there the same document is drawn here, at the same place
of the same screen, so that one sees it begin at once; keys that are pressed meanwhile wait for the view.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
import termios
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from threading import Thread
from typing import BinaryIO, NoReturn

from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style

from ..i18n import Strings
from .document import Document
from .feed import FRAME, Feed, State
from .hints import PADDING, key_line
from .marks import Marks, marks_for
from .rows import NARROWEST
from .spans import DIM, Line

_ENTER = "\x1b[?1049h\x1b[?25l\x1b[2J"
_LEAVE = "\x1b[?1049l\x1b[?25h"
_SCROLLBAR = 1


def show_interactive(source: BinaryIO, name: str, provider: str | None, speed: float | None, strings: Strings) -> int:
    """Show a recording until the user ends it. Returns the exit status.

    Raises:
        UnreadableError: It is not a recording.
    """
    marks = marks_for(sys.stdout.encoding)
    document = Document(strings, marks)
    feed = Feed(source, name, provider, speed)
    feed.start()
    try:
        with _quiet_keys(), _own_screen():
            _first_frames(feed, Picture(document, strings, marks))
            if feed.error is not None:
                raise feed.error
            status = _run(feed, document, strings, marks)
    finally:
        feed.stop()
    if feed.error is not None:
        raise feed.error
    return status


def _run(feed: Feed, document: Document, strings: Strings, marks: Marks) -> int:
    """Let Textual take the screen over."""
    from .app import ThinkingApp

    app = ThinkingApp(feed, document, strings, marks)
    _when_ended(lambda number: app.call_later(app.exit, 128 + number) if app.is_running else _exit(number))
    return app.run() or 0


def _when_ended(act: Callable[[int], object]) -> None:
    """The screen is given back whatever ends the program."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda received, _: act(received))


def _exit(number: int) -> NoReturn:
    raise SystemExit(128 + number)


@contextmanager
def _quiet_keys() -> Generator[None]:
    """Keys are not written to the screen, and wait for whoever reads them."""
    before = termios.tcgetattr(0)
    ours = termios.tcgetattr(0)
    ours[0] &= ~termios.ICRNL
    ours[3] &= ~(termios.ECHO | termios.ICANON)
    ours[6][termios.VSUSP] = b"\0"  # nobody could give the screen back yet
    termios.tcsetattr(0, termios.TCSANOW, ours)
    try:
        yield
    finally:
        termios.tcsetattr(0, termios.TCSADRAIN, before)


@contextmanager
def _own_screen() -> Generator[None]:
    """Take a screen of its own, and give it back if something goes wrong. If nothing does, Textual gives it back."""
    _when_ended(_exit)
    _put(_ENTER)
    try:
        yield
    except BaseException:
        _put(_LEAVE)
        raise


def _put(text: str) -> None:
    """Where Textual writes, too."""
    sys.stderr.write(text)
    sys.stderr.flush()


def _first_frames(feed: Feed, picture: Picture) -> None:
    """Draw until Textual is loaded, or nothing can be read."""
    failures: list[ImportError] = []

    def load() -> None:
        try:
            from . import app  # noqa: F401 # pyright: ignore[reportUnusedImport] - from now on importing it costs nothing
        except ImportError as error:
            failures.append(error)

    _put(picture.drawn(feed))
    loading = Thread(target=load, name="reflex-thinking-load", daemon=True)
    loading.start()
    while loading.is_alive() and feed.error is None:
        _put(picture.drawn(feed))
        loading.join(FRAME)
    if failures:
        raise failures[0]


class Picture:
    """What is on the screen before Textual is there.

    Args:
        document: What there is to see.
        strings: The language.
        marks: The signs.
    """

    def __init__(self, document: Document, strings: Strings, marks: Marks) -> None:
        self._document = document
        self._strings = strings
        self._marks = marks
        self._has_colours = not os.environ.get("NO_COLOR")
        self._lines: list[str] = []
        self._size = (0, 0)

    def drawn(self, feed: Feed) -> str:
        """Take in what has come, and return what turns the last picture into the next."""
        feed.pour(self._document)
        size = width, height = shutil.get_terminal_size()
        lines = [self._text(line) for line in self._all(width, height, feed.state)]
        before = self._lines if size == self._size else []
        self._lines, self._size = lines, size
        before = [*before, *[""] * (len(lines) - len(before))]
        changes = ((at, line) for at, line in enumerate(lines) if line != before[at])
        return "".join(f"\x1b[{at + 1};1H{line}\x1b[0m\x1b[K" for at, line in changes)

    def _all(self, width: int, height: int, state: State) -> Iterator[Line]:
        """The last lines of the document that there is room for, above the line with the keys."""
        columns = max(width - _SCROLLBAR, NARROWEST)
        rows = self._document.rows()
        first = next((row for row in rows if row.can_focus), None)
        lines = [(row, at) for row in rows for at in range(len(row.lines(columns)))]
        room = max(height - 1, 0)
        shown = lines[-room:] if room else []
        for row, at in shown:
            yield row.line(at, columns, self._marks.cursor if row is first and at == 0 else "")
        yield from ([] for _ in range(room - len(shown)))
        yield [Segment(" " * PADDING), Segment(key_line(self._strings, width - 2 * PADDING, state), DIM)]

    def _text(self, line: Line) -> str:
        return "".join(self._styled(text, style) if style else text for text, style, _ in line)

    def _styled(self, text: str, style: Style) -> str:
        shown = style if self._has_colours else style.without_color
        return shown.render(text, color_system=ColorSystem.STANDARD)
