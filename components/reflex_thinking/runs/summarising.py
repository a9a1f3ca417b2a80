"""The summaries of a run's blocks."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from ..canonical import SummaryUpdated
from ..reducer import Draft
from ..summaries import Summarise, provider_headline

logger = logging.getLogger(__name__)


class Summarising:
    """Makes the summary of each block when it ends, so that it is there while the answer is still being said.

    A summary that somebody else gives a block, at any time, stands. One that cannot be made, or not in time, is left out.

    Args:
        summarise: Makes a summary; None for no summaries.
        seconds: How long making one may take.
        tell: Called with each one.
    """

    def __init__(self, summarise: Summarise | None, seconds: float, tell: Callable[[SummaryUpdated], object]) -> None:
        self._summarise = summarise
        self._seconds = seconds
        self._tell = tell
        self._looked_at = 0
        self._made: dict[str, str] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def look(self, draft: Draft) -> None:
        """Begin with the blocks that have ended since this was called last. Only the last block of all can be open."""
        while self._looked_at < len(draft.blocks) and draft.blocks[self._looked_at]["status"] != "thinking":
            block = draft.blocks[self._looked_at]
            self._looked_at += 1
            if self._summarise is not None and not block.get("summary"):
                steps = [part.snapshot() for part in draft.parts[block["start"] : block["end"] + 1]]
                self._begin(self._summarise, {**block, "steps": steps})

    async def finish(self, draft: Draft, hurry: asyncio.Event) -> None:
        """Wait for what is being made, unless somebody is in a hurry."""
        self.look(draft)
        if self._tasks:
            waiting = asyncio.create_task(hurry.wait())
            making = asyncio.gather(*self._tasks, return_exceptions=True)
            await asyncio.wait((waiting, making), return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()
            making.cancel()
        for block in draft.blocks:
            if (made := self._made.get(block["id"])) and made == block.get("summary"):
                self._tell(SummaryUpdated(block_id=block["id"], summary=made, final=True))

    def _begin(self, summarise: Summarise, block: dict[str, Any]) -> None:
        try:
            found = provider_headline(block) or summarise(block)
        except Exception as error:
            _warn(block["id"], error)
            return
        if isinstance(found, str):
            self._take(block["id"], " ".join(found.split()))
        else:
            task = asyncio.create_task(self._wait_for(block["id"], found))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _wait_for(self, block_id: str, found: Awaitable[str]) -> None:
        try:
            async with asyncio.timeout(self._seconds):
                summary = " ".join((await found).split())
        except Exception as error:
            _warn(block_id, error)
        else:
            self._take(block_id, summary)

    def _take(self, block_id: str, summary: str) -> None:
        if summary:
            self._made[block_id] = summary
            self._tell(SummaryUpdated(block_id=block_id, summary=summary))


def _warn(block_id: str, error: Exception) -> None:
    logger.warning("The block %s has no summary: %s.", block_id, type(error).__name__)
