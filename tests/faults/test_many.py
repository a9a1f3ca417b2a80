"""Many followers, slow followers, and very long runs."""

from __future__ import annotations

import asyncio
import dataclasses
import gc
import json
import tracemalloc
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from reflex_thinking.runs.compose import reasoning
from reflex_thinking.runs.registry import Runs
from reflex_thinking.runs.turn import Turn
from reflex_thinking.store.memory import MemoryStore

from tests.growth import assert_linear
from tests.units.runs.helpers import QUICK, saying, start, stored, within

MAX_BYTES_PER_EVENT = 800


def words(count: int, *, waits: bool = False) -> Any:
    async def respond(turn: Turn) -> AsyncIterator[object]:
        for number in range(count):
            yield reasoning(f"word {number} ")
            if waits:
                await asyncio.sleep(0)

    return respond


async def test_a_thousand_followers_join_and_leave_and_each_sees_all_it_asked_for(tmp_path: Path):
    runs = Runs(MemoryStore(), journal_dir=tmp_path / "journal", limits=QUICK)
    followers: list[asyncio.Task[bool]] = []

    async def follow(after: int, leaves: int | None) -> bool:
        seqs: list[int] = []
        async for batch in run.log.follow(after):
            seqs += [json.loads(line)["seq"] for line in batch]
            if leaves is not None and len(seqs) >= leaves:
                return seqs == list(range(after + 1, after + 1 + len(seqs)))
        return seqs == list(range(after + 1, run.log.last_seq + 1))

    async def respond(turn: Turn) -> AsyncIterator[object]:
        for number in range(1000):
            leaves = number % 7 if number % 3 == 0 else None
            followers.append(asyncio.create_task(follow(number % 50, leaves)))
            yield f"{number} "
            await asyncio.sleep(0)

    run = await start(runs, respond)
    await within(run.wait())
    assert len(followers) == 1000
    assert all(await within(asyncio.gather(*followers)))
    assert not run.log.listeners


async def test_a_follower_that_is_slow_slows_nobody_and_misses_nothing():
    runs = Runs(MemoryStore(), limits=QUICK)
    run = await start(runs, words(2000))
    slow = run.log.follow()
    first = await within(anext(slow))
    await within(run.wait())
    rest = [line async for batch in slow for line in batch]
    assert [json.loads(line)["seq"] for line in [*first, *rest]] == list(range(1, run.log.last_seq + 1))


@pytest.mark.parametrize("waits", [False, True])
def test_an_event_costs_the_same_however_many_came_before(tmp_path: Path, waits: bool):
    async def follow(count: int) -> None:
        runs = Runs(MemoryStore(), journal_dir=tmp_path / "journal", limits=QUICK)
        run = await start(runs, words(count, waits=waits))
        async for _ in run.log.follow():
            pass
        (event,) = await stored(run, runs)
        assert event["segments"][0]["combined_text"] == "".join(f"word {number} " for number in range(count))

    assert_linear(lambda count: lambda: asyncio.run(follow(count)), 1_000)


@pytest.mark.parametrize("count", [20_000, pytest.param(100_000, marks=pytest.mark.slow)])
async def test_many_events_take_little_memory_each_and_give_it_back(tmp_path: Path, count: int):
    runs = Runs(MemoryStore(), journal_dir=tmp_path / "journal", limits=dataclasses.replace(QUICK, kept_runs=1))
    tracemalloc.start()
    try:
        run = await start(runs, words(count))
        await within(run.wait())
        held = tracemalloc.get_traced_memory()[0]
        await runs.store.remove_message(run.turn.thread_id, run.id)
        del run
        await within((await start(runs, saying("a"))).wait())
        gc.collect()
        kept = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert held / count <= MAX_BYTES_PER_EVENT
    assert kept < held / 10
