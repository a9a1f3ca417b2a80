"""The file that is shown, or what is piped in. Opening it needs nothing that takes long to load."""

from __future__ import annotations

import os
import stat
import sys
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import BinaryIO

from ..errors import ThinkingError


class UnreadableError(ThinkingError):
    """A file that is no recording."""


def opened(file: str) -> AbstractContextManager[BinaryIO]:
    """The file, to be closed; or standard input for ``-``, which stays open.

    Raises:
        UnreadableError: It cannot be opened.
    """
    if file == "-":
        return nullcontext(sys.stdin.buffer)
    path = Path(file)
    try:
        if path.is_dir():
            msg = f"{file}: a folder, not a file"
            raise UnreadableError(msg)
        return path.open("rb")
    except OSError as error:
        msg = f"{file}: {(error.strerror or str(error)).lower()}"
        raise UnreadableError(msg) from None
    except ValueError as error:
        msg = f"{file!r}: {error}"
        raise UnreadableError(msg) from None


def name_of(file: str) -> str:
    """What to call it."""
    return "standard input" if file == "-" else file


def is_stream(source: BinaryIO) -> bool:
    """Whether it comes as it is made, from a pipe or a socket, and not from a file that is there already."""
    try:
        return not stat.S_ISREG(os.fstat(source.fileno()).st_mode)
    except (OSError, ValueError):
        return False
