"""The log in memory."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from reflex_thinking.canonical import AnyEvent, MessageFinal, TextDelta
from reflex_thinking.runs.log import MemoryLog, RunLog

from tests.units.runs.helpers import until, within


def texts(first: int, last: int) -> list[AnyEvent]:
    return [TextDelta(text_delta=str(seq), seq=seq) for seq in range(first, last + 1)]


def final(seq: int) -> AnyEvent:
    return MessageFinal(event={}, seq=seq)


async def seqs(log: RunLog, after: int = 0) -> list[int | None]:
    async def collect() -> list[int | None]:
        return [event.seq async for batch in log.follow(after) for event in batch]

    return await within(collect())


async def test_a_follower_gets_everything_from_any_point_and_ends_with_the_last_event():
    log = MemoryLog()
    early = asyncio.create_task(seqs(log))
    await log.append(texts(1, 3))
    middle = asyncio.create_task(seqs(log, 2))
    await log.append([*texts(4, 5), final(6)])
    assert await early == [1, 2, 3, 4, 5, 6]
    assert await middle == [3, 4, 5, 6]
    assert await seqs(log) == [1, 2, 3, 4, 5, 6]
    assert await seqs(log, 5) == [6]
    assert log.last_seq == 6


async def test_one_who_has_everything_of_a_closed_log_gets_nothing():
    log = MemoryLog()
    await log.append([*texts(1, 1), final(2)])
    await log.close()
    assert log.is_closed
    assert await seqs(log, 2) == []
    assert await seqs(log, 99) == []


async def test_a_batch_is_all_that_is_new():
    log = MemoryLog()
    await log.append(texts(1, 3))
    follower = log.follow()
    assert [event.seq for event in await within(anext(follower))] == [1, 2, 3]
    await log.append(texts(4, 4))
    await log.append(texts(5, 6))
    assert [event.seq for event in await within(anext(follower))] == [4, 5, 6]


async def test_a_heartbeat_is_an_empty_batch_and_loses_nothing():
    log = MemoryLog()
    follower = log.follow(heartbeat=0.001)
    assert await within(anext(follower)) == []
    assert await within(anext(follower)) == []
    await log.append(texts(1, 1))
    assert [event.seq for event in await within(anext(follower))] == [1]


async def test_a_log_that_is_closed_without_a_last_event_ends_its_followers():
    log = MemoryLog()
    follower = asyncio.create_task(seqs(log))
    await log.append(texts(1, 1))
    await log.close()
    assert await follower == [1]


async def test_a_follower_that_leaves_leaves_nothing_behind():
    log: Any = MemoryLog()
    tasks = [asyncio.create_task(seqs(log)) for _ in range(10)]
    await until(lambda: len(log._waiting) == 10)
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)
    assert not log._waiting


@pytest.mark.parametrize("seq", [None, 1, 3])
async def test_a_gap_or_a_repetition_is_refused(seq: int | None):
    log = MemoryLog()
    await log.append(texts(1, 1))
    with pytest.raises(RuntimeError, match="the event after 1"):
        await log.append([TextDelta(text_delta="x", seq=seq)])
    assert log.last_seq == 1


async def test_a_closed_log_takes_no_more():
    log = MemoryLog()
    await log.close()
    with pytest.raises(RuntimeError, match="closed"):
        await log.append(texts(1, 1))
