"""What the tests of runs share."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

from reflex_thinking.canonical import AnyEvent, parse_event
from reflex_thinking.runs.limits import Limits
from reflex_thinking.runs.registry import Runs
from reflex_thinking.runs.run import Run
from reflex_thinking.runs.turn import Turn
from reflex_thinking.store.base import new_id
from reflex_thinking.store.memory import MemoryStore

PATIENCE = 60.0
"""So long a test waits for what should happen at once."""

QUICK = Limits(save_delays=(0.001, 0.001, 0.001), close_seconds=0.05)


async def within(awaitable: Any) -> Any:
    return await asyncio.wait_for(awaitable, PATIENCE)


async def until(condition: Callable[[], bool]) -> None:
    """Let the event loop turn until a condition holds."""
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110 - the condition may be anything
            await asyncio.sleep(0)


async def read(run: Run, after: int = 0) -> list[AnyEvent]:
    """All events of a run, to its end."""

    async def collect() -> list[AnyEvent]:
        return [parse_event(line) async for batch in run.log.follow(after) for line in batch]

    return await within(collect())


async def turn_in(store: MemoryStore, user_id: str = "ada", **fields: Any) -> Turn:
    """A turn in a new thread."""
    thread_id = fields.pop("thread_id", None) or await store.create_thread(user_id)
    return Turn(
        **{"text": "Why?", "history": [], "thread_id": thread_id, "message_id": new_id(), "user_id": user_id, **fields}
    )


async def start(runs: Runs, respond: Any, **fields: Any) -> Run:
    """A run in a new thread."""
    store = runs.store
    assert isinstance(store, MemoryStore)
    return await runs.start(await turn_in(store, **fields), respond)


def journals(tmp_path: Path) -> list[Path]:
    """The journals below a folder that hold something."""
    return [path for path in (tmp_path / "journal").iterdir() if path.stat().st_size]


async def stored(run: Run, runs: Runs) -> list[dict[str, Any]]:
    return await runs.store.messages(run.turn.thread_id)


def saying(*values: object) -> Callable[[Turn], AsyncIterator[object]]:
    """A ``respond`` that yields these values."""

    async def respond(turn: Turn) -> AsyncIterator[object]:
        for value in values:
            yield value

    return respond


class Gate:
    """A ``respond`` that says one thing, waits to be let on, and says another."""

    def __init__(self, before: object = "before", after: object = "after") -> None:
        self.before, self.after = before, after
        self.open = asyncio.Event()
        self.reached = asyncio.Event()
        self.closed = asyncio.Event()

    async def __call__(self, turn: Turn) -> AsyncIterator[object]:
        try:
            yield self.before
            self.reached.set()
            await self.open.wait()
            yield self.after
        finally:
            self.closed.set()


class SlowSummariser:
    """A model that is asked for a summary and does not answer."""

    def __init__(self) -> None:
        self.asked = asyncio.Event()

    async def __call__(self, block: dict[str, Any]) -> str:
        self.asked.set()
        await asyncio.Event().wait()
        return "Too late"
