"""The beat of a process: what its runs said since the last beat is journalled with one write, then shown to readers.

A beat follows at once on what is said after a pause. While text streams there is one every :data:`SHORTEST` seconds, and
fewer when the event loop is busy: showing what is new takes at most a third of its time.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Protocol

from .journal import Journals

logger = logging.getLogger(__name__)

SHORTEST = 0.033
LONGEST = 0.25
SHARE = 3.0
"""The time between two beats is at least so many times what a beat takes."""


class Publishes(Protocol):
    """A log, as the clock sees it."""

    def publish(self) -> None:
        """Let readers have everything that was appended."""
        ...


class Clock:
    """The beat for all runs of a process.

    Args:
        journals: Where what is new is written before anybody reads it; None for nowhere.
    """

    def __init__(self, journals: Journals | None = None) -> None:
        self.interval = SHORTEST
        """The time between two beats while there is news."""
        self.beats = 0
        """How many there were so far."""
        self._journals = journals
        self._logs: dict[Publishes, None] = {}
        self._timer: asyncio.Handle | None = None
        self._last = 0.0

    def touch(self, log: Publishes) -> None:
        """A log has something new."""
        self._logs[log] = None
        if self._timer is None:
            loop = asyncio.get_running_loop()
            due = self._last + self.interval
            self._timer = loop.call_soon(self._beat) if loop.time() >= due else loop.call_at(due, self._beat)

    def flush(self) -> None:
        """Journal and publish now."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        logs, self._logs = self._logs, {}
        if not logs:
            return
        self.beats += 1
        if self._journals is not None:
            self._journals.commit()
        for log in logs:
            log.publish()

    def _beat(self) -> None:
        self._timer = None
        loop = asyncio.get_running_loop()
        self._last = began = loop.time()
        try:
            self.flush()
        except Exception:
            logger.exception("What is new in the runs of this process could not be published.")
        # Whoever was woken runs before this does, so it measures what it costs to show what is new.
        loop.call_soon(self._measure, began)

    def _measure(self, began: float) -> None:
        took = asyncio.get_running_loop().time() - began
        wanted = min(max(SHORTEST, took * SHARE), LONGEST)
        self.interval += (wanted - self.interval) * (0.5 if wanted > self.interval else 0.1)
