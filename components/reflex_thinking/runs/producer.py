"""The task that reads what ``respond`` yields."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

from .respond import Respond, close_values, open_values
from .turn import Turn

logger = logging.getLogger(__name__)

TURN_VALUES = 64
TURN_SECONDS = 0.005
"""After so many values, or so long, a ``respond`` that never waits lets others have a turn."""

_left_behind: set[asyncio.Task[None]] = set()


class Producer:
    """Reads ``respond`` in a task of its own and hands over one value after the other.

    Args:
        respond: What to call.
        turn: What to call it with.
        take: Gets each value; False ends the reading.
        ended: Called when ``respond`` has ended by itself, with what it raised.
    """

    def __init__(
        self,
        respond: Respond,
        turn: Turn,
        *,
        take: Callable[[object], bool],
        ended: Callable[[BaseException | None], None],
    ) -> None:
        self.last_value = time.monotonic()
        self._respond = respond
        self._turn = turn
        self._take = take
        self._ended = ended
        self._closing = False
        self._task = asyncio.get_running_loop().create_task(self._read(), name=f"respond {turn.message_id}")

    async def close(self, seconds: float) -> None:
        """Stop reading and let ``respond`` clean up for a while; one that does not end by then is left behind."""
        if not self._closing:
            self._task.cancel()
        _, running = await asyncio.wait([self._task], timeout=seconds)
        if running:
            logger.warning("respond goes on although the run %s has ended: it is left behind.", self._turn.message_id)
            self._task.cancel()
            _left_behind.add(self._task)
            self._task.add_done_callback(_left_behind.discard)

    async def _read(self) -> None:
        try:
            values = await open_values(self._respond, self._turn)
            try:
                values_taken = 0
                turn_began = self.last_value
                async for value in values:
                    self.last_value = time.monotonic()
                    if not self._take(value):
                        break
                    values_taken += 1
                    if values_taken >= TURN_VALUES or self.last_value - turn_began > TURN_SECONDS:
                        values_taken = 0
                        await asyncio.sleep(0)
                        turn_began = time.monotonic()
            finally:
                self._closing = True
                await close_values(values)
        except asyncio.CancelledError as error:
            self._ended(error)
            raise
        except Exception as error:
            self._ended(error)
        else:
            self._ended(None)
