"""Producers that hang, hog or will not stop. (What they raise is tested with the run.)"""

from __future__ import annotations

import asyncio
import dataclasses
import threading
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from reflex_thinking.runs import producer as producer_module
from reflex_thinking.runs.compose import reasoning
from reflex_thinking.runs.registry import Runs
from reflex_thinking.runs.turn import Turn
from reflex_thinking.store.memory import MemoryStore

from tests.units.runs.helpers import QUICK, read, start, stored, until, within


@pytest.fixture
def runs() -> Runs:
    return Runs(MemoryStore(), limits=QUICK)


async def test_one_that_hangs_is_stopped(runs: Runs):
    async def respond(turn: Turn) -> AsyncIterator[object]:
        yield "a"
        await asyncio.Event().wait()

    run = await start(runs, respond)
    await until(lambda: run.log.last_seq == 2)
    run.cancel()
    assert (await within(run.wait()))["status"] == "cancelled"


@pytest.mark.parametrize("value", ["x", "", reasoning("x")])
async def test_one_that_never_waits_leaves_time_for_others_and_can_be_stopped(runs: Runs, value: object):
    async def respond(turn: Turn) -> AsyncIterator[object]:
        while True:
            yield value

    run = await start(runs, respond)
    for _ in range(100):
        await asyncio.sleep(0)
    assert not run.is_done
    run.cancel()
    assert (await within(run.wait()))["status"] == "cancelled"


async def test_one_that_never_waits_meets_its_limits(runs: Runs):
    async def respond(turn: Turn) -> AsyncIterator[object]:
        while True:
            yield ""

    limited = Runs(MemoryStore(), limits=dataclasses.replace(QUICK, max_seconds=0.02))
    run = await start(limited, respond)
    assert (await within(run.wait()))["error"]["code"] == "max_seconds"


async def test_a_follower_reads_along_while_the_producer_never_waits(runs: Runs):
    async def respond(turn: Turn) -> AsyncIterator[object]:
        for _ in range(5000):
            yield "x"

    run = await start(runs, respond)
    batches = 0
    async for _ in run.log.follow():
        batches += 1
    assert batches > 3  # one would mean that it saw nothing before the end


class Stubborn:
    """Goes on whatever happens, until it is let go."""

    def __init__(self, *, says_more: bool) -> None:
        self.says_more = says_more
        self.let_go = asyncio.Event()
        self.interrupted = 0

    async def __call__(self, turn: Turn) -> Any:
        yield "a"
        while not self.let_go.is_set():
            try:
                await self.let_go.wait()
            except asyncio.CancelledError:
                self.interrupted += 1
                if self.says_more:
                    yield "more"


@pytest.mark.parametrize("says_more", [False, True])
async def test_one_that_ignores_being_stopped_does_not_hold_up_the_run(
    says_more: bool, caplog: pytest.LogCaptureFixture
):
    runs = Runs(MemoryStore(), limits=dataclasses.replace(QUICK, close_seconds=0.01))
    stubborn = Stubborn(says_more=says_more)
    run = await start(runs, stubborn.__call__)
    await until(lambda: run.log.last_seq == 2)
    run.cancel()
    final = await within(run.wait())
    assert stubborn.interrupted
    assert (final["status"], final["segments"][0]["text"]) == ("cancelled", "a")
    assert [event.type for event in await read(run)][-2:] == ["message_cancelled", "message_final"]
    left: Any = producer_module._left_behind  # pyright: ignore[reportPrivateUsage]
    if not says_more:
        assert "left behind" in caplog.text
        assert len(left) == 1
    stubborn.let_go.set()
    await until(lambda: not left)


async def test_one_that_fails_while_it_is_stopped_is_stopped_all_the_same(runs: Runs, caplog: pytest.LogCaptureFixture):
    async def respond(turn: Turn) -> AsyncIterator[object]:
        try:
            yield "a"
            await asyncio.Event().wait()
        finally:
            raise ZeroDivisionError

    run = await start(runs, respond)
    await until(lambda: run.log.last_seq == 2)
    run.cancel()
    assert (await within(run.wait()))["status"] == "cancelled"
    assert "failed while it was stopped" in caplog.text


async def test_a_blocked_thread_does_not_hold_up_the_run(runs: Runs):
    release = threading.Event()

    def respond(turn: Turn) -> Iterator[object]:
        yield "a"
        release.wait()
        yield "never"

    run = await start(runs, respond)
    await until(lambda: run.log.last_seq == 2)
    run.cancel()
    final = await within(run.wait())
    release.set()
    assert (final["status"], final["segments"][0]["text"]) == ("cancelled", "a")
    assert len(await stored(run, runs)) == 1
