"""Which view a recording gets, and what it is fed with."""

from __future__ import annotations

import os
import shutil
import sys
from importlib.util import find_spec
from io import TextIOWrapper
from typing import BinaryIO

from ..errors import MissingExtraError
from ..i18n import Strings
from ..locales import near_locale
from .files import is_stream, name_of, opened
from .marks import marks_for


def show(file: str, provider: str | None, speed: float | None, locale: str | None, *, is_plain: bool) -> int:
    """Show a recording, and return the exit status.

    Args:
        file: Its path, or ``-`` for standard input.
        provider: Its wire format; found out by default.
        speed: How many times as fast as it was recorded; 0 for at once.
        locale: The language; that of the environment by default.
        is_plain: Lines of text, also in a terminal.

    Raises:
        UnreadableError: It is not a recording.
    """
    strings = Strings(_locale(locale))
    with opened(file) as source:
        if not is_plain and is_interactive() and _has_textual():
            from .keys import keyboard

            with keyboard(source) as data:
                if data is not None:
                    from .stage import show_interactive

                    return show_interactive(data, name_of(file), provider, speed, strings)
        show_plain(source, file, provider, speed, strings)
    return 0


def show_plain(source: BinaryIO, file: str, provider: str | None, speed: float | None, strings: Strings) -> None:
    """Write a recording as lines of text."""
    from .pace import Pace
    from .plain import PlainView
    from .source import read_events

    out = sys.stdout
    if isinstance(out, TextIOWrapper):
        out.reconfigure(errors="replace")
    is_live = is_stream(source)
    pace = Pace(speed or 0, is_live=is_live and speed is None)
    view = PlainView(
        out.write, strings, width=_width(), marks=marks_for(out.encoding), is_estimated=lambda: pace.is_estimated
    )
    must_flush = is_live or bool(speed) or out.isatty()
    try:
        for event in pace(read_events(source, name_of(file), provider)):
            view.show(event)
            if must_flush:
                out.flush()
    finally:
        view.end()
        out.flush()


def is_interactive() -> bool:
    """Whether there is a terminal that can show more than lines."""
    return sys.stdout.isatty() and os.environ.get("TERM", "") not in {"dumb", "unknown"}


def _has_textual() -> bool:
    """Whether the interactive view can be shown; if not, the user is told why."""
    if find_spec("textual") is None:
        sys.stderr.write(
            f"reflex-thinking: showing plain text. {MissingExtraError('The interactive view', 'terminal')}\n"
        )
        return False
    return True


def _width() -> int | None:
    """How wide lines may be: as the terminal. What is piped away is not broken, unless COLUMNS says so."""
    if sys.stdout.isatty() or os.environ.get("COLUMNS", "").isdecimal():
        return shutil.get_terminal_size().columns
    return None


def _locale(wanted: str | None) -> str:
    if wanted is not None:
        if near_locale(wanted) is None:
            sys.stderr.write(f"reflex-thinking: there is no locale {wanted!r}, using en-US\n")
        return wanted
    names = (os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return next(filter(None, names), "en-US")
