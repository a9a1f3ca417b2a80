"""A plain iterator, read in a thread of its own."""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import threading
from collections import deque
from collections.abc import Iterator

AHEAD = 256
"""So many values a plain iterator may be ahead of whoever reads it."""


class ThreadedValues:
    """The values of a plain iterator, read in a thread, so that one that blocks does not hold up the event loop."""

    def __init__(self, values: Iterator[object]) -> None:
        self._values = values
        self._loop = asyncio.get_running_loop()
        self._buffer: deque[tuple[object, BaseException | None]] = deque()
        self._room = threading.Semaphore(AHEAD)
        self._news = asyncio.Event()
        self._told = False
        self._closed = False
        work = contextvars.copy_context().run
        # A daemon, because a thread cannot be stopped: one that hangs must not hold up the end of the process.
        threading.Thread(target=work, args=(self._work,), name="respond", daemon=True).start()

    def __aiter__(self) -> ThreadedValues:
        return self

    async def __anext__(self) -> object:
        """The next value."""
        while not self._buffer:
            self._news.clear()
            self._told = False
            if not self._buffer:
                await self._news.wait()
        value, error = self._buffer.popleft()
        self._room.release()
        if error is not None:
            raise error
        return value

    async def aclose(self) -> None:
        """Read no further; the iterator is closed by its thread as soon as it gives the next value."""
        self._closed = True
        self._room.release()

    def _work(self) -> None:
        end: BaseException = StopAsyncIteration()
        try:
            for value in self._values:
                self._room.acquire()
                if self._closed:
                    break
                self._put(value, None)
        except Exception as error:
            end = error  # raised again where the values are read
        finally:
            with contextlib.suppress(Exception):
                getattr(self._values, "close", lambda: None)()
            self._put(None, end)

    def _put(self, value: object, error: BaseException | None) -> None:
        self._buffer.append((value, error))
        if not self._told:
            self._told = True
            with contextlib.suppress(RuntimeError):  # the loop is closed
                self._loop.call_soon_threadsafe(self._news.set)
