"""Reads a recording beside the view, so that neither waits for the other."""

from __future__ import annotations

import time
from collections import deque
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, BinaryIO, Literal

from .files import is_stream

if TYPE_CHECKING:
    from ..canonical import AnyEvent
    from .document import Document
    from .pace import Pace

FRAME = 1 / 30
_BUSY = 0.012
"""So many seconds of a frame go into events, so that keys are always answered."""


class _StoppedError(Exception):
    """Nobody wants to see the rest."""


State = Literal["playing", "paused", "over"]
"""``over``: all of it is shown."""


class _Clock:
    """Tells the time in seconds, without that in which it was stopped."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._lost = 0.0
        self._stopped: float | None = None

    def __call__(self) -> float:
        with self._lock:
            return (time.time() if self._stopped is None else self._stopped) - self._lost

    def stop(self) -> None:
        with self._lock:
            self._stopped = time.time()

    def go_on(self) -> None:
        with self._lock:
            if self._stopped is not None:
                self._lost += time.time() - self._stopped
            self._stopped = None


class Feed:
    """The events of a recording, each at its time.

    Args:
        source: The recording.
        name: What to call it when something is wrong.
        provider: Its wire format; found out by default.
        speed: How many times as fast as it was recorded; None for its own pace.
    """

    def __init__(self, source: BinaryIO, name: str, provider: str | None = None, speed: float | None = None) -> None:
        self._source = source
        self._name = name
        self._provider = provider
        self._speed = speed
        self._stop = Event()
        self._going = Event()
        self._going.set()
        self._clock = _Clock()
        self._events: deque[AnyEvent] = deque()
        self._pace: Pace | None = None
        self._thread = Thread(target=self._read, name="reflex-thinking-feed", daemon=True)
        self.error: Exception | None = None
        """Why it could not be read to its end."""
        self.is_done = False

    def start(self) -> None:
        """Begin to read."""
        self._thread.start()

    def stop(self) -> None:
        """Read no more."""
        self._stop.set()
        self._going.set()

    @property
    def state(self) -> State:
        """How far it is."""
        if self.is_done and not self._events:
            return "over"
        return "playing" if self._going.is_set() else "paused"

    def pause(self) -> None:
        """Show no more for now. A recording waits; what is piped in goes on coming, and is shown later."""
        self._clock.stop()
        self._going.clear()

    def resume(self) -> None:
        """Go on."""
        self._clock.go_on()
        self._going.set()

    def take(self) -> AnyEvent | None:
        """The next event whose time has come, or None."""
        return self._events.popleft() if self._events else None

    def pour(self, document: Document) -> int:
        """Show in a document what has come, or as much of it as fits into a frame. Returns how many events."""
        if not self._going.is_set():
            return 0
        until = time.monotonic() + _BUSY
        count = 0
        while time.monotonic() < until and (event := self.take()) is not None:
            document.is_estimated = self.is_estimated
            document.show(event)
            count += 1
        document.heads.now = self.now()
        return count

    def now(self) -> int:
        """The time of the recording, in milliseconds; 0 when it has none."""
        return self._pace.now() if self._pace else 0

    @property
    def is_estimated(self) -> bool:
        """Whether the recording has no times of its own."""
        return self._pace is not None and self._pace.is_estimated

    def _wait(self, seconds: float) -> None:
        until = self._clock() + seconds
        while (left := until - self._clock()) > 0:
            self._going.wait()
            if self._stop.wait(left):
                raise _StoppedError

    def _read(self) -> None:
        from .pace import Pace
        from .source import read_events

        try:
            is_live = self._speed is None and is_stream(self._source)
            clock = time.time if is_live else self._clock
            speed = 1 if self._speed is None else self._speed
            self._pace = Pace(speed, is_live=is_live, wait=self._wait, clock=clock)
            for event in self._pace(read_events(self._source, self._name, self._provider)):
                self._events.append(event)
                if self._stop.is_set():
                    break
        except _StoppedError:
            pass
        except Exception as error:
            self.error = error
        self.is_done = True
