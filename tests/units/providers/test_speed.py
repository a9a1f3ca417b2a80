"""What a chunk costs does not depend on how many came before it, in no wire format."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from reflex_thinking.providers.normaliser import Normaliser

from bench.streams import STREAMS, as_sent

pytestmark = [pytest.mark.measured, pytest.mark.usefixtures("no_collector")]

TOLERATED = 1.25
"""Ten times as many chunks may cost so much more than ten times as much: not all that is measured is the work."""


def chunk(delta: dict[str, Any]) -> dict[str, Any]:
    return {"id": "m", "object": "chat.completion.chunk", "choices": [{"index": 0, "delta": delta}]}


def many_calls(n: int) -> Iterator[dict[str, Any]]:
    for number in range(n // 2):
        function = {"name": "look", "arguments": "{}"}
        yield chunk({"tool_calls": [{"id": f"call_{number}", "function": function}]})
        yield chunk({"tool_calls": [{"id": f"call_{number // 2}", "function": {"arguments": " "}}]})


def many_turns(n: int) -> Iterator[dict[str, Any]]:
    for _ in range(n // 2):
        yield chunk({"reasoning_content": "So, "})
        yield chunk({"content": "yes. "})


def many_details(n: int) -> Iterator[dict[str, Any]]:
    for number in range(n):
        yield chunk({"reasoning_details": [{"type": "reasoning.text", "text": "Part. ", "index": number}]})


def only_blank(n: int) -> Iterator[dict[str, Any]]:
    for _ in range(n):
        yield chunk({"content": " \n", "reasoning": " \n"})


def repeated_name(n: int) -> Iterator[dict[str, Any]]:
    for number in range(n):
        function = {"name": "note", "arguments": '{"a": "' if not number else "}{ "}
        yield chunk({"tool_calls": [{"index": 0, "id": f"call_{number}", "function": function}]})


def almost_tags(n: int) -> Iterator[dict[str, Any]]:
    yield chunk({"content": "<think>"})
    for _ in range(n):
        yield chunk({"content": "`</thin"})


ODD: dict[str, Callable[[int], Iterator[dict[str, Any]]]] = {
    "many calls": many_calls,
    "many turns": many_turns,
    "many details": many_details,
    "only blank": only_blank,
    "repeated name": repeated_name,
    "almost tags": almost_tags,
}


def cost(frames: list[Any], tries: int) -> float:
    """Seconds of the processor, at best: what else the machine does must not count."""
    best = float("inf")
    for _ in range(tries):
        normaliser = Normaliser()
        started = time.process_time()
        for frame in frames:
            normaliser.feed(frame)
        normaliser.end()
        best = min(best, time.process_time() - started)
        assert normaliser.final is not None
    return best


def growth(stream: Callable[[int], Iterator[dict[str, Any]]], n: int) -> float:
    """How many times as much ten times as many chunks cost."""
    return cost(list(stream(10 * n)), tries=2 if n < 10_000 else 1) / cost(list(stream(n)), tries=3)


@pytest.mark.parametrize("name", [*STREAMS, *ODD])
def test_ten_times_as_many_chunks_cost_ten_times_as_much(name: str):
    assert growth({**STREAMS, **ODD}[name], 1_000) < 10 * TOLERATED


@pytest.mark.slow
@pytest.mark.parametrize("name", [*STREAMS, *ODD])
def test_a_hundred_thousand_chunks_cost_ten_times_as_much_as_ten_thousand(name: str):
    assert growth({**STREAMS, **ODD}[name], 10_000) < 10 * TOLERATED


@pytest.mark.parametrize("size", [1, 7, 100_000])
def test_bytes_cost_the_same_however_they_are_cut(size: int):
    def cut(n: int) -> list[bytes]:
        data = as_sent(STREAMS["chat"], n)
        return [data[place : place + size] for place in range(0, len(data), size)]

    assert cost(cut(2_000), tries=1) / cost(cut(200), tries=3) < 10 * TOLERATED
