"""The playbacks of this process: found by their ids, few at a time, forgotten when nobody uses them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from reflex_thinking.runs.registry import Runs

from .playback import Playback
from .recordings import Recording

MOST_PLAYBACKS = 64
IDLE_SECONDS = 900.0


class Playbacks:
    """Keeps playbacks.

    Args:
        most: So many at a time; a further one takes the place of the one that was not used for longest.
        idle: One that was not used for so many seconds is forgotten.
        clock: Tells the time in seconds.
    """

    def __init__(
        self,
        *,
        most: int = MOST_PLAYBACKS,
        idle: float = IDLE_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._most = most
        self._idle = idle
        self._clock = clock
        self._used: dict[str, tuple[Playback, float]] = {}
        """With when each was last used; the longest unused first."""

    def __len__(self) -> int:
        return len(self._used)

    async def open(self, recording: Recording, runs: Runs) -> Playback:
        """Begin to play something."""
        playback = Playback(recording)
        self._used[playback.id] = (playback, self._clock())
        await self.sweep(runs)
        return playback

    def get(self, playback_id: str) -> Playback | None:
        """A playback that is in use now; None when it is unknown or was forgotten."""
        found = self._used.pop(playback_id, None)
        if found is None:
            return None
        self._used[playback_id] = (found[0], self._clock())
        return found[0]

    async def close(self, playback_id: str, runs: Runs) -> None:
        """Forget one."""
        found = self._used.pop(playback_id, None)
        if found is not None:
            await found[0].close(runs)

    async def sweep(self, runs: Runs) -> None:
        """Forget those that nobody uses."""
        now = self._clock()
        surplus = len(self._used) - self._most
        gone = [
            playback
            for number, (playback, used) in enumerate(self._used.values())
            if number < surplus or now - used > self._idle
        ]
        for playback in gone:
            del self._used[playback.id]
        await asyncio.gather(*(playback.close(runs) for playback in gone))


playbacks = Playbacks()
