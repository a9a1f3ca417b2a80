"""Conversations to look at: each visitor of a story gets some of their own, made by real runs of the scripted scenarios."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable

from reflex_thinking import Turn
from reflex_thinking.canonical import AnyEvent
from reflex_thinking.runs.compose import now_ms
from reflex_thinking.runs.registry import Runs
from reflex_thinking.store.base import Store
from reflex_thinking.store.ids import new_id
from reflex_thinking.stored import user_event

from .recordings import Recording, scenario

CONVERSATIONS = (
    ("Supplier for the spring order", "Which supplier can deliver before the fifth?", "agent"),
    ("Refund after nine days", "The parcel came nine days late. Is a refund due?", "policy"),
    ("Ferry to Cacilhas", "How long does it take to Cacilhas tonight?", "search"),
    ("Dinner for eleven in Lisbon", "Find us a place for dinner in Lisbon, eleven guests, step-free.", "trip"),
)
"""Title, question and the scenario that answers it; the last one is the newest."""
MOST_VISITORS = 64
IDLE_SECONDS = 3600.0


class Samples:
    """Makes conversations for visitors, and deletes those of visitors who are gone.

    Args:
        most: So many visitors at a time; a further one takes the place of the one that was not seen for longest.
        idle: What a visitor has who was not seen for so many seconds is deleted.
        clock: Tells the time in seconds.
    """

    def __init__(
        self,
        *,
        most: int = MOST_VISITORS,
        idle: float = IDLE_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._most = most
        self._idle = idle
        self._clock = clock
        self._seen: dict[str, float] = {}
        """When each visitor was last seen; the longest unseen first."""
        self._making = asyncio.Lock()

    async def give(self, user_id: str, runs: Runs) -> str:
        """See to it that a visitor has conversations.

        Args:
            user_id: The visitor.
            runs: What makes and keeps them.

        Returns:
            The id of the visitor's newest conversation.
        """
        async with self._making:
            self._seen.pop(user_id, None)
            self._seen[user_id] = self._clock()
            await self._sweep(runs.store)
            found = await runs.store.threads(user_id, limit=1)
            if not found:
                for title, question, name in CONVERSATIONS:
                    await _converse(runs, user_id, title, question, await scenario(name))
                found = await runs.store.threads(user_id, limit=1)
            return found[0].id

    async def _sweep(self, store: Store) -> None:
        now = self._clock()
        surplus = len(self._seen) - self._most
        gone = [
            user_id
            for number, (user_id, seen) in enumerate(self._seen.items())
            if number < surplus or now - seen > self._idle
        ]
        for user_id in gone:
            del self._seen[user_id]
            for thread in await store.threads(user_id):
                await store.delete_thread(thread.id, user_id)


async def _converse(runs: Runs, user_id: str, title: str, question: str, recording: Recording) -> None:
    thread_id = await runs.store.create_thread(user_id, "", title)
    begun = now_ms() - recording.length
    position = 0

    async def perform(_: Turn) -> AsyncIterator[AnyEvent]:
        nonlocal position
        for position, event in enumerate(recording.events, start=1):  # noqa: B007  the clock reads it
            yield event

    def clock() -> int:
        return begun + recording.time(position)

    await runs.store.add_message(thread_id, user_event(new_id("u"), question, thread_id, begun))
    turn = Turn(question, [], thread_id, new_id("m"), user_id)
    run = await runs.start(turn, perform, clock=clock)
    await run.wait()


samples = Samples()
