"""The log of a run: its events, numbered from 1, only ever appended to, read by any number of followers.

A log may live in this process or in a server that several processes share; followers see no difference.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from typing import Protocol

from ..canonical import AnyEvent, MessageFinal


class RunLog(Protocol):
    """What a log has to do."""

    @property
    def last_seq(self) -> int:
        """The number of the last event that is known here; 0 when there is none."""
        ...

    @property
    def is_closed(self) -> bool:
        """Whether nothing will be added any more."""
        ...

    async def append(self, events: Sequence[AnyEvent]) -> None:
        """Add events, in order. Their ``seq`` goes on where the last one ended. Never waits for a follower."""
        ...

    def follow(self, after: int = 0, *, heartbeat: float | None = None) -> AsyncGenerator[list[AnyEvent]]:
        """All events with a ``seq`` above ``after``, in batches of whatever is new; ends after the last event.

        Args:
            after: The last event that the follower has.
            heartbeat: Yield an empty batch when nothing came for so many seconds.
        """
        ...

    async def close(self) -> None:
        """Nothing will be added any more: followers end when they have read everything."""
        ...


class MemoryLog:
    """A log in this process. A follower is a place in the one list of events: however slow, it holds nothing back."""

    def __init__(self) -> None:
        self._events: list[AnyEvent] = []
        self._waiting: set[asyncio.Future[bool]] = set()
        self._closed = False

    @property
    def last_seq(self) -> int:
        """The number of the last event; 0 when there is none."""
        return len(self._events)

    @property
    def is_closed(self) -> bool:
        """Whether nothing will be added any more."""
        return self._closed

    async def append(self, events: Sequence[AnyEvent]) -> None:
        """Add events, in order."""
        if self._closed:
            msg = "this log is closed"
            raise RuntimeError(msg)
        for expected, event in enumerate(events, start=self.last_seq + 1):
            if event.seq != expected:
                msg = f"the event after {expected - 1} has seq {event.seq!r}"
                raise RuntimeError(msg)
        self._events.extend(events)
        self._wake()

    async def follow(self, after: int = 0, *, heartbeat: float | None = None) -> AsyncGenerator[list[AnyEvent]]:
        """All events with a ``seq`` above ``after``, in batches of whatever is new; ends after the last event."""
        position = max(0, after)
        while True:
            batch = self._events[position:]
            if batch:
                position += len(batch)
                yield batch
                if isinstance(batch[-1], MessageFinal):
                    return
            elif self._closed:
                return
            elif not await self._news(heartbeat):
                yield []

    async def close(self) -> None:
        """Nothing will be added any more."""
        self._closed = True
        self._wake()

    def _wake(self) -> None:
        for waiter in self._waiting:
            _answer(waiter, True)

    async def _news(self, patience: float | None) -> bool:
        """Wait until something happens; False when nothing did for so long."""
        loop = asyncio.get_running_loop()
        waiter: asyncio.Future[bool] = loop.create_future()
        timer = None if patience is None else loop.call_later(patience, _answer, waiter, False)
        self._waiting.add(waiter)
        try:
            return await waiter
        finally:
            self._waiting.discard(waiter)
            if timer is not None:
                timer.cancel()


def _answer(waiter: asyncio.Future[bool], news: bool) -> None:
    if not waiter.done():
        waiter.set_result(news)
