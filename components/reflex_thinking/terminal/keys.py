"""The keyboard and the screen, also where standard input is the recording."""

from __future__ import annotations

import os
import sys
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from typing import BinaryIO


@contextmanager
def keyboard(source: BinaryIO) -> Generator[BinaryIO | None]:
    """Give standard input and standard error to the terminal for as long as the view is there.

    Args:
        source: The recording, perhaps standard input itself.

    Yields:
        The recording; None when there is no terminal to take keys from.
    """
    with ExitStack() as after:
        try:
            terminal = os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY)
        except OSError:
            yield None
            return
        after.callback(os.close, terminal)
        if source.fileno() == 0:
            # Without a buffer: a thread that waits for more must not hold a lock when the program ends.
            source = after.enter_context(os.fdopen(os.dup(0), "rb", buffering=0))
        for number, stream in enumerate((sys.stdin, sys.stdout, sys.stderr)):
            if number != 1 and not (stream and stream.isatty()):
                _lend(after, terminal, number)
        yield source


def _lend(after: ExitStack, terminal: int, number: int) -> None:
    saved = os.dup(number)

    def give_back() -> None:
        os.dup2(saved, number)
        os.close(saved)

    os.dup2(terminal, number)
    after.callback(give_back)
