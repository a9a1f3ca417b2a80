"""Where the events of a trace go: into a list, or to whoever reads them in the event loop while they happen."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import threading
from collections import deque
from typing import Literal

from ..canonical import AnyEvent
from ..errors import ThinkingError
from .compose import now_ms

AHEAD = 256
"""So many events an agent may be ahead of the one who reads them before it has to wait, where it can wait."""

PATIENCE_SECONDS = 5.0
"""So long a thread waits for a reader; after that it goes on, because the reader may be waiting for the thread."""


class TraceError(ThinkingError, RuntimeError):
    """A trace, or a step of one, is used before it began or after it ended."""


class Record:
    """What a trace and all traces inside it share: a list of events, and the names that are taken. Safe in threads."""

    def __init__(self) -> None:
        self.state: Literal["open", "ended", "stopped"] = "open"
        self.flowing = 0
        """Reasoning and forwarded streams that are open right now."""
        self._events: list[AnyEvent] = []
        self._lock = threading.RLock()
        self._prefix = secrets.token_hex(4)
        self._made = 0
        self._calls: dict[str, str] = {}
        self._segments: set[tuple[str | None, str]] = set()

    @property
    def events(self) -> list[AnyEvent]:
        """All events so far."""
        with self._lock:
            return list(self._events)

    def now(self) -> int:
        """The time, in milliseconds."""
        return now_ms()

    def new_id(self, kind: str) -> str:
        """An id that no other step has, in this trace or in another one of the same message."""
        with self._lock:
            self._made += 1
            return f"{kind}-{self._prefix}-{self._made}"

    def call_name(self, call_id: str) -> tuple[str, bool]:
        """What a call that was announced is called here, and whether it is only now announced."""
        with self._lock:
            is_new = call_id not in self._calls
            return self._calls.setdefault(call_id, call_id), is_new

    def new_call_name(self, call_id: str) -> str:
        """The name for a call that a stream announces: its own, or another one when an earlier stream has used that.

        From now on the stream's own name stands for it.
        """
        with self._lock:
            self._calls[call_id] = call_id if call_id not in self._calls else self.new_id(call_id)
            return self._calls[call_id]

    def segment_name(self, parent_id: str | None, segment_id: str) -> str:
        """The name for a segment of a stream: its own, or another one when an earlier stream has used that."""
        with self._lock:
            name = segment_id if (parent_id, segment_id) not in self._segments else self.new_id(segment_id)
            self._segments.add((parent_id, name))
            return name

    def flow(self, change: Literal[1, -1]) -> int:
        """Count what is open; returns how much was open before."""
        with self._lock:
            before = self.flowing
            self.flowing += change
            return before

    def add(self, *events: AnyEvent) -> None:
        """Add events that belong together.

        Raises:
            TraceError: The agent has returned.
        """
        if self.state == "ended":
            msg = "this trace has ended with its agent: let the agent wait for the tasks and threads that it starts"
            raise TraceError(msg)
        self._keep(events)

    def add_end(self, *events: AnyEvent) -> None:
        """Add what ends a step; when nobody listens any more, nothing happens."""
        if self.state == "open":
            self._keep(events)

    def _keep(self, events: tuple[AnyEvent, ...]) -> None:
        with self._lock:
            self._events.extend(events)

    async def room(self) -> None:
        """Wait until there is room for more events."""


class Handover(Record):
    """Hands events, as they happen and in whichever thread, to one reader in the event loop.

    A thread waits while too many events are unread. So does a coroutine where it can: in :meth:`room`.
    """

    def __init__(self) -> None:
        super().__init__()
        self._loop = asyncio.get_running_loop()
        self._home = threading.get_ident()
        self._buffer: deque[AnyEvent] = deque()
        self._read = threading.Condition(self._lock)
        self._is_stalled = False
        self._news = asyncio.Event()
        self._free = asyncio.Event()
        self._free.set()

    @property
    def events(self) -> list[AnyEvent]:
        """Not kept.

        Raises:
            TraceError: Always.
        """
        msg = "the events of this trace go to whoever reads them and are not kept: use a Trace() of your own to collect them"
        raise TraceError(msg)

    async def next(self) -> AnyEvent | None:
        """The next event; None at the end."""
        while True:
            with self._lock:
                if self._buffer:
                    self._is_stalled = False
                    event = self._buffer.popleft()
                    if len(self._buffer) < AHEAD and not self._free.is_set():
                        self._make_room()
                    return event
                if self.state != "open":
                    return None
                self._news.clear()
            await self._news.wait()

    def close(self, state: Literal["ended", "stopped"]) -> None:
        """Take no more: the agent has ended, or nobody reads. The first reason counts."""
        with self._lock:
            if self.state == "open":
                self.state = state
            self._make_room()
            self._wake(self._news)

    async def room(self) -> None:
        """Wait until there is room for more events."""
        if not self._is_at_home():
            return
        while self._is_full():
            await self._free.wait()

    def _keep(self, events: tuple[AnyEvent, ...]) -> None:
        with self._lock:
            if self.state == "stopped":
                if self._is_at_home():
                    return  # the agent's task is cancelled and cleaning up
                raise asyncio.CancelledError  # nothing else stops a thread
            was_empty = not self._buffer
            self._buffer.extend(events)
            if was_empty:
                self._wake(self._news)
            if not self._is_full():
                return
            self._free.clear()  # unlike set, this may be called in any thread: it only resets a flag
            if not self._is_at_home() and not self._is_stalled:
                self._is_stalled = not self._read.wait_for(lambda: not self._is_full(), timeout=PATIENCE_SECONDS)

    def _is_full(self) -> bool:
        with self._lock:
            return len(self._buffer) >= AHEAD and self.state == "open"

    def _is_at_home(self) -> bool:
        return threading.get_ident() == self._home

    def _make_room(self) -> None:
        self._read.notify_all()
        self._wake(self._free)

    def _wake(self, event: asyncio.Event) -> None:
        if self._is_at_home():
            event.set()
            return
        with contextlib.suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(event.set)
