"""The log of a run: its events as JSON, numbered from 1, each with the ops that it made of the message.

A log is only ever appended to. What is appended can be read once it is published: until then it may be lost with the
process. Readers are positions in the log, so a slow one holds nothing back.
"""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import AsyncGenerator, Callable
from typing import NamedTuple

from pydantic_core import to_json

from ..reducer import Op, Path

SEALED_LINES = 256
"""So many lines are compressed together: text that streams is otherwise outweighed by what is around it."""

KEPT_OPS = 4096
"""The ops of so many events are kept. A reader that is further behind takes a snapshot of the message."""

KIND_AT = len(b'{"type":"')


class Place(NamedTuple):
    """Where text was appended last: a part, and the field of it if that is not its text."""

    path: Path
    key: str | None = None


class Changes(NamedTuple):
    """What a range of events changed."""

    base: int
    """The last event before the range."""
    seq: int
    """The last event in it."""
    place: Place | None
    """Where text was appended last before the range."""
    ops: list[Op]
    """The ops in order; text that goes to one place is joined."""


class Log:
    """A log in the memory of this process."""

    def __init__(self) -> None:
        self._sealed: list[bytes] = []
        self._lines: list[bytes] = []
        self._ops: list[list[Op]] = []
        self._ops_from = 0
        self._first_place: Place | None = None
        """The place before the first of the ops that are kept."""
        self._appended = 0
        self._published = 0
        self._closed = False
        self._patches: dict[int, str] = {}
        self.listeners: set[Callable[[], object]] = set()
        """Called whenever there is more to read, and at the end."""

    @property
    def last_seq(self) -> int:
        """The number of the last event that can be read; 0 when there is none."""
        return self._published

    @property
    def is_closed(self) -> bool:
        """Whether nothing more will be appended."""
        return self._closed

    def append(self, line: bytes, ops: list[Op]) -> None:
        """Add the next event as one line of JSON that begins with its type.

        Raises:
            RuntimeError: The log is closed.
        """
        if self._closed:
            msg = "this log is closed"
            raise RuntimeError(msg)
        self._lines.append(line)
        self._ops.append(ops)
        self._appended += 1
        if len(self._lines) >= 2 * SEALED_LINES:
            self._sealed.append(zlib.compress(b"\n".join(self._lines[:SEALED_LINES]), 1))
            del self._lines[:SEALED_LINES]
        if len(self._ops) >= 2 * KEPT_OPS:
            self._forget_ops()

    def publish(self) -> None:
        """Let readers have everything that was appended."""
        if self._published != self._appended:
            self._published = self._appended
            self._tell()

    def close(self) -> None:
        """Nothing more will be appended: followers end when they have read everything."""
        self._closed = True
        self._published = self._appended
        self._tell()

    def lines(self, after: int, most: int = SEALED_LINES) -> list[bytes]:
        """At most ``most`` events after a position, as JSON."""
        found: list[bytes] = []
        position = max(0, after)
        while len(found) < most and position < self._published:
            chunk, start = divmod(position, SEALED_LINES)
            if chunk < len(self._sealed):
                lines = zlib.decompress(self._sealed[chunk]).split(b"\n")
            else:
                lines, start = self._lines, position - len(self._sealed) * SEALED_LINES
            end = min(start + most - len(found), start + self._published - position, len(lines))
            found += lines[start:end]
            position += end - start
        return found

    def changes(self, after: int) -> Changes | None:
        """What changed after a position; None when that is too long ago to be known here."""
        if not self._ops_from <= after <= self._published:
            return None
        place = self.place_at(after)
        merged: list[Op] = []
        for ops in self._ops[after - self._ops_from : self._published - self._ops_from]:
            for op in ops:
                last = merged[-1] if merged else None
                if last is None or op[0] not in ("a", "s") or last[:2] != op[:2] or last[3:] != op[3:]:
                    merged.append(["a", op[1], [op[2]], *op[3:]] if op[0] == "a" else op)
                elif op[0] == "a":
                    last[2].append(op[2])
                else:  # of several versions of an image only the last one is sent
                    merged[-1] = ["s", op[1], {**last[2], **op[2]}]
        for op in merged:
            if op[0] == "a":
                op[2] = "".join(op[2])
        return Changes(after, self._published, place, merged)

    def patch(self, name: int, after: int) -> str | None:
        """What changed after a position, as a browser gets it; None when that is too long ago to be known here.

        All who are at the same position share the text. It is ``[name, base, count, op, …]``; an append to where text was
        appended last is the text alone.

        Args:
            name: What the message is called on the wire.
            after: The position.
        """
        if (known := self._patches.get(after)) is not None:
            return known
        changes = self.changes(after)
        if changes is None:
            return None
        place = changes.place
        ops: list[Op | str] = []
        for op in changes.ops:
            if op[0] != "a":
                ops.append(op)
                continue
            there = _place(op)
            ops.append(op[2] if there == place else op)
            place = there
        patch = to_json([name, after, changes.seq - after, *ops]).decode()
        self._patches[after] = patch
        return patch

    def place_at(self, seq: int) -> Place | None:
        """Where text was appended last at or before a position whose ops are kept."""
        for ops in reversed(self._ops[: seq - self._ops_from]):
            for op in reversed(ops):
                if op[0] == "a":
                    return _place(op)
        return self._first_place

    async def follow(self, after: int = 0) -> AsyncGenerator[list[bytes]]:
        """All events after a position as they are published, in batches; ends with the log."""
        position = max(0, after)
        news = asyncio.Event()
        self.listeners.add(news.set)
        try:
            while True:
                news.clear()
                if lines := self.lines(position):
                    position += len(lines)
                    yield lines
                elif self._closed:
                    return
                else:
                    await news.wait()
        finally:
            self.listeners.discard(news.set)

    def _forget_ops(self) -> None:
        self._first_place = self.place_at(self._ops_from + KEPT_OPS)
        del self._ops[:KEPT_OPS]
        self._ops_from += KEPT_OPS

    def _tell(self) -> None:
        self._patches.clear()
        for listener in tuple(self.listeners):
            listener()


def kind_of(line: bytes) -> str:
    """The type of an event in a log."""
    return line[KIND_AT : line.index(b'"', KIND_AT)].decode()


def _place(op: Op) -> Place:
    return Place(op[1], op[3] if len(op) > 3 else None)
