"""Journals: what a run has said so far, in a file, so that a process that is killed loses nothing a user saw.

One file per run. The first line says whose message it is, each further line is an event, the last one, written just before
the message is stored, is ``message_final``. The file is deleted when the message is stored. Whoever writes it holds a lock on
it: a file that can be locked was left behind.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ..canonical import AnyEvent, MessageFinal, parse_event
from ..errors import DataError
from ..locales import DEFAULT_LOCALE

try:
    import fcntl
except ImportError:  # pragma: no cover - no file locks on this system, hence no journals
    fcntl = None

logger = logging.getLogger(__name__)

SUFFIX = ".jsonl"
UNREADABLE = ".unreadable"


@dataclass(frozen=True, slots=True)
class Header:
    """What is needed to store the message of a journal."""

    thread_id: str
    message_id: str
    user_id: str
    workspace_id: str
    created_at: int
    locale: str = DEFAULT_LOCALE
    """Of phrases in summaries."""


class Journal:
    """The journal of a run that goes on. Nothing in here raises: a run does not depend on it."""

    def __init__(self, folder: JournalFolder, path: Path, descriptor: int) -> None:
        self._folder = folder
        self._path = path
        self._descriptor: int | None = descriptor
        self._broken = False

    def write(self, lines: Sequence[bytes]) -> None:
        """Append lines, with one write."""
        if not self._broken and self._descriptor is not None:
            self._append(b"\n".join(lines) + b"\n")

    def write_final(self, line: bytes) -> None:
        """Append the line that says all. It is tried even if the journal could not be written before."""
        if self._descriptor is not None:
            self._append((b"\n" if self._broken else b"") + line + b"\n")

    def discard(self) -> None:
        """The message is stored: the journal is not needed any more."""
        with contextlib.suppress(OSError):
            self._path.unlink(missing_ok=True)
        self.release()

    def release(self) -> None:
        """Let go of the journal and leave it for a recovery."""
        if self._descriptor is not None:
            with contextlib.suppress(OSError):
                os.close(self._descriptor)
            self._descriptor = None

    def _append(self, data: bytes) -> None:
        assert self._descriptor is not None  # noqa: S101
        rest = memoryview(data)
        try:
            while rest:
                rest = rest[os.write(self._descriptor, rest) :]
        except OSError as error:
            self._broken = True
            self._folder.warn(error)


class JournalFolder:
    """The folder of the journals, readable for this system user alone.

    Args:
        path: Where it is; it is made when it is first needed.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._warned = False

    def open(self, header: Header) -> Journal | None:
        """Begin a journal; None, and once a warning, when that is not possible."""
        if fcntl is None:  # pragma: no cover
            return None
        name = secrets.token_urlsafe(18)
        unnamed = self.path / f".{name}"
        path = self.path / f"{name}{SUFFIX}"
        descriptor = None
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.mkdir(mode=0o700, exist_ok=True)
            descriptor = os.open(unnamed, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND | os.O_CLOEXEC, 0o600)
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            os.write(descriptor, (json.dumps(asdict(header)) + "\n").encode())
            # Only a file that is locked already gets a name that a recovery looks for.
            unnamed.rename(path)
        except OSError as error:
            self.warn(error)
            if descriptor is not None:
                with contextlib.suppress(OSError):
                    os.close(descriptor)
                    unnamed.unlink()
            return None
        return Journal(self, path, descriptor)

    def left_behind(self) -> Iterator[Path]:
        """Journals whose process is gone. Each is locked until the next one is asked for."""
        for path in sorted(self.path.glob(f"*{SUFFIX}")):
            descriptor = _lock(path)
            if descriptor is not None:
                try:
                    yield path
                finally:
                    os.close(descriptor)

    def warn(self, error: OSError) -> None:
        """Say once that journals cannot be written."""
        if not self._warned:
            self._warned = True
            reason = error.strerror or type(error).__name__
            logger.warning("Journals cannot be written (%s): runs go on in memory alone.", reason)


def _lock(path: Path) -> int | None:
    """Open and lock a journal that nobody has; None when somebody does, or when it is not ours or gone."""
    if fcntl is None:  # pragma: no cover
        return None
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        status = os.fstat(descriptor)
        if status.st_nlink > 0 and status.st_uid == os.geteuid():
            return descriptor
    except OSError:
        pass
    os.close(descriptor)
    return None


def read_journal(path: Path) -> tuple[Header, list[AnyEvent], dict[str, Any] | None]:
    """What a journal holds: whose message it is, the events, and the message itself if it was complete.

    A line that is torn, because the process died or the disk was full in the middle of it, ends the events.

    Raises:
        DataError: It does not begin as a journal does.
    """
    header, *lines = path.read_bytes().split(b"\n")
    try:
        read = Header(**json.loads(header))
    except (ValueError, TypeError):
        msg = f"the journal {path.name!r} has no header that can be read"
        raise DataError(msg) from None
    lines = [line for line in lines if line]
    events: list[AnyEvent] = []
    with contextlib.suppress(DataError):
        events.extend(parse_event(line) for line in lines)
    if events and isinstance(events[-1], MessageFinal):
        return read, events[:-1], events[-1].event
    with contextlib.suppress(DataError, IndexError):
        if isinstance(last := parse_event(lines[-1]), MessageFinal):
            return read, events, last.event
    return read, events, None
