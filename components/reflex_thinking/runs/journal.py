"""Journals: what runs have said so far, in files, so that a process that is killed loses nothing a reader saw.

All runs of a process share a file. Its lines are

=============  =====================================================================
line           meaning
=============  =====================================================================
``+7 {…}``     run 7 begins; whose message it is
``7 {…}``      an event of run 7; the last one, written just before the message is
               stored, is ``message_final``
``-7``         the message of run 7 is stored
=============  =====================================================================

A file is emptied when all its runs are stored. Whoever writes it holds a lock on it: a file that can be locked was left
behind by a process that is gone.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import secrets
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
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

SUFFIX = ".journal"
UNREADABLE = ".unreadable"
LARGEST = 16_000_000
"""A file of so many bytes takes no further run."""


@dataclass(frozen=True, slots=True)
class Header:
    """What is needed to store the message of a run."""

    thread_id: str
    message_id: str
    user_id: str
    workspace_id: str
    created_at: int
    locale: str = DEFAULT_LOCALE
    """Of phrases in summaries."""


@dataclass(slots=True)
class Entry:
    """What a file holds of one run."""

    header: Header
    events: list[AnyEvent] = field(default_factory=list[AnyEvent])
    final: dict[str, Any] | None = None
    """The message, if it was about to be stored."""
    is_torn: bool = False
    """A line of it cannot be read, because the process died or the disk was full: the events end there."""


class _File:
    """A journal file that this process writes."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self.path = path
        self.descriptor = descriptor
        self.size = 0
        self.open_runs = 0
        self.torn = False

    def append(self, data: bytes) -> None:
        """Write data, with one system call as a rule.

        Raises:
            OSError: It is not written, or only a part of it.
        """
        if self.torn:
            data = b"\n" + data  # end the line that was cut off
        rest = memoryview(data)
        try:
            while rest:
                rest = rest[os.write(self.descriptor, rest) :]
        except OSError:
            self.torn = True
            raise
        self.torn = False
        self.size += len(data)

    def empty(self) -> None:
        """Forget everything."""
        os.ftruncate(self.descriptor, 0)
        self.size = 0
        self.torn = False

    def close(self, *, remove: bool) -> None:
        """Let go of the file."""
        with contextlib.suppress(OSError):
            if remove:
                self.path.unlink(missing_ok=True)
            os.close(self.descriptor)


class Journal:
    """The journal of one run. Nothing in here raises: a run does not depend on it."""

    def __init__(self, journals: Journals, file: _File, number: int) -> None:
        self.file = file
        self.broken = False
        """An event could not be written: only the whole message is still worth writing."""
        self._journals = journals
        self._number = b"%d" % number
        self._open = True

    def add(self, line: bytes) -> None:
        """Add an event; it is written with the next commit."""
        if self._open and not self.broken:
            self._journals.add(self, b"%b %b\n" % (self._number, line))

    def add_final(self, line: bytes) -> None:
        """Write the whole message now. This is tried even if the journal could not be written before."""
        if self._open:
            self.broken = False
            self.add(line)
            self._journals.commit()

    def discard(self) -> None:
        """The message is stored: the journal is not needed any longer."""
        if self._open:
            self._journals.add(self, b"-%b\n" % self._number)
            self._journals.commit()
            self._end()

    def release(self) -> None:
        """The run is over; what it said is left for a recovery."""
        if self._open:
            self._journals.commit()
            self._end(keep=True)

    def _end(self, *, keep: bool = False) -> None:
        self._open = False
        self._journals.ended(self.file, keep=keep)


class Journals:
    """The journals of this process, in a folder that only this system user can read.

    Args:
        path: The folder; it is made when it is first needed.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: _File | None = None
        self._kept: set[_File] = set()
        self._number = 0
        self._pending: dict[_File, list[tuple[Journal, bytes]]] = {}
        self._warned = False

    def begin(self, header: Header) -> Journal | None:
        """Begin the journal of a run; None, and once a warning, when that is not possible."""
        try:
            file = self._current()
        except OSError as error:
            self._warn(error)
            return None
        if file is None:
            return None
        self._number += 1
        file.open_runs += 1
        journal = Journal(self, file, self._number)
        self.add(journal, b"+%d %b\n" % (self._number, json.dumps(asdict(header)).encode()))
        return journal

    def add(self, journal: Journal, data: bytes) -> None:
        """Keep data for the next commit."""
        self._pending.setdefault(journal.file, []).append((journal, data))

    def commit(self) -> None:
        """Write all that was added, with one write for each file; there is rarely more than one."""
        if not self._pending:
            return
        pending, self._pending = self._pending, {}
        for file, added in pending.items():
            try:
                file.append(b"".join([data for _, data in added]))
            except OSError as error:
                self._warn(error)
                for journal, _ in added:
                    journal.broken = True

    def ended(self, file: _File, *, keep: bool) -> None:
        """A run of a file is over; ``keep`` says that the file has what a recovery needs."""
        file.open_runs -= 1
        if keep:
            self._kept.add(file)
        if file.open_runs:
            return
        if file in self._kept:  # a recovery finds it as soon as it is not locked any longer
            self._kept.discard(file)
            self._let_go(file, remove=False)
        elif file is self._file:
            with contextlib.suppress(OSError):
                file.empty()
        else:
            self._let_go(file, remove=True)

    def close(self) -> None:
        """The process ends. A file that holds nothing is removed."""
        self.commit()
        if self._file is not None and not self._file.open_runs:
            self._let_go(self._file, remove=True)

    def left_behind(self) -> Iterator[Path]:
        """Files whose process is gone. Each is locked until the next one is asked for."""
        for path in sorted(self.path.glob(f"*{SUFFIX}")):
            descriptor = _lock(path)
            if descriptor is not None:
                try:
                    yield path
                finally:
                    os.close(descriptor)

    def _let_go(self, file: _File, *, remove: bool) -> None:
        file.close(remove=remove)
        if file is self._file:
            self._file = None

    def _current(self) -> _File | None:
        """The file that takes further runs."""
        if fcntl is None:  # pragma: no cover
            return None
        if self._file is not None and self._file.size < LARGEST and os.fstat(self._file.descriptor).st_nlink:
            return self._file
        name = secrets.token_urlsafe(18)
        unnamed = self.path / f".{name}"
        path = self.path / f"{name}{SUFFIX}"
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.mkdir(mode=0o700, exist_ok=True)
        descriptor = os.open(unnamed, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            unnamed.rename(path)  # only a file that is locked gets a name that a recovery looks for
        except OSError:
            os.close(descriptor)
            unnamed.unlink(missing_ok=True)
            raise
        self._file = _File(path, descriptor)
        return self._file

    def _warn(self, error: OSError) -> None:
        if not self._warned:
            self._warned = True
            reason = error.strerror or type(error).__name__
            logger.warning("Journals cannot be written (%s): runs go on in memory alone.", reason)


def _lock(path: Path) -> int | None:
    """Open and lock a file that nobody has; None when somebody does, or when it is not ours or gone."""
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


def read_journal(path: Path) -> list[Entry]:
    """The runs of a file whose messages are not known to be stored.

    Raises:
        DataError: It has lines, but none that a journal has.
    """
    entries: dict[bytes, Entry] = {}
    understood = 0
    lines = [line for line in path.read_bytes().split(b"\n") if line]
    for line in lines:
        number, _, rest = line.partition(b" ")
        if number.startswith(b"+"):
            with contextlib.suppress(ValueError, TypeError):
                entries[number[1:]] = Entry(Header(**json.loads(rest)))
                understood += 1
        elif number.startswith(b"-"):
            understood += 1
            entries.pop(number[1:], None)
        elif (entry := entries.get(number)) is not None:
            understood += 1
            _add(entry, rest)
    if lines and not understood:
        msg = f"the journal {path.name!r} has no line that can be read"
        raise DataError(msg)
    return list(entries.values())


def _add(entry: Entry, line: bytes) -> None:
    try:
        event = parse_event(line)
    except DataError:
        entry.is_torn = True
        return
    if isinstance(event, MessageFinal):
        entry.final = event.event
    elif not entry.is_torn:
        entry.events.append(event)
