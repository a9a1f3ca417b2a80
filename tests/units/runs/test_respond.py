"""How respond is called."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from reflex_thinking.errors import DataError
from reflex_thinking.runs.compose import reasoning
from reflex_thinking.runs.respond import Respond, close_values, open_values
from reflex_thinking.runs.turn import Turn
from reflex_thinking.threaded import AHEAD

from tests.units.runs.helpers import until, within

TURN = Turn("Why?", [], "t1", "m1", "ada")


async def values(respond: Respond) -> list[object]:
    async def collect() -> list[object]:
        return [value async for value in await open_values(respond, TURN)]

    return await within(collect())


async def generator(turn: Turn) -> AsyncIterator[object]:
    yield turn.text
    yield "b"


async def returns_generator(turn: Turn) -> AsyncIterator[object]:
    await asyncio.sleep(0)
    return generator(turn)


def plain_generator(turn: Turn) -> Iterator[object]:
    yield turn.text
    yield "b"


async def returns_list(turn: Turn) -> list[object]:
    return [turn.text, "b"]


class Iterable:
    def __aiter__(self) -> AsyncIterator[object]:
        return generator(TURN)


@pytest.mark.parametrize(
    "respond",
    [generator, returns_generator, plain_generator, returns_list, lambda turn: generator(turn), lambda _: Iterable()],
)
async def test_respond_may_be_any_kind_of_function(respond: Respond):
    assert await values(respond) == ["Why?", "b"]


@pytest.mark.parametrize("value", ["text", {"type": "x"}, reasoning("r")])
async def test_respond_may_return_just_one_value(value: object):
    assert await values(lambda _: value) == [value]


@pytest.mark.parametrize("value", [None, 7])
async def test_what_cannot_be_iterated_over_is_refused(value: object):
    with pytest.raises(DataError, match="async generator"):
        await values(lambda _: value)


async def test_a_plain_generator_that_blocks_does_not_block_the_loop():
    release = threading.Event()

    def respond(turn: Turn) -> Iterator[object]:
        yield "a"
        assert release.wait(60)
        yield "b"

    opened = await open_values(respond, TURN)
    assert await within(anext(opened)) == "a"
    waiting = asyncio.ensure_future(anext(opened))
    await asyncio.sleep(0)
    assert not waiting.done()
    release.set()
    assert await within(waiting) == "b"


async def test_what_a_plain_generator_raises_is_raised():
    def respond(turn: Turn) -> Iterator[object]:
        yield "a"
        raise ZeroDivisionError

    opened = await open_values(respond, TURN)
    assert await within(anext(opened)) == "a"
    with pytest.raises(ZeroDivisionError):
        await within(anext(opened))


async def test_a_plain_generator_is_not_far_ahead_and_is_closed_when_nobody_reads_on():
    made: list[int] = []
    closed = threading.Event()

    def respond(turn: Turn) -> Iterator[object]:
        try:
            while True:
                made.append(1)
                yield "x"
        finally:
            closed.set()

    opened: Any = await open_values(respond, TURN)
    await until(lambda: len(made) == AHEAD + 1)
    await close_values(opened)
    await until(closed.is_set)
    assert len(made) == AHEAD + 1


async def test_all_values_of_a_plain_generator_arrive_in_order():
    assert await values(lambda _: (str(number) for number in range(10_000))) == [str(n) for n in range(10_000)]
