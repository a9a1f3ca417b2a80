"""What a chunk costs does not depend on how many came before it, in no wire format."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from reflex_thinking.providers.normaliser import Normaliser

from bench import streams
from bench.streams import STREAMS, as_sent
from tests.growth import assert_linear

pytestmark = pytest.mark.slow


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


def reading(frames: list[Any]) -> Callable[[], object]:
    """The work on frames, from the first to the finished message."""

    def work() -> None:
        normaliser = Normaliser()
        for frame in frames:
            normaliser.feed(frame)
        normaliser.end()
        assert normaliser.final is not None

    return work


@pytest.mark.parametrize("name", [*STREAMS, *ODD])
def test_twice_as_many_chunks_cost_twice_as_much(name: str):
    stream = {**STREAMS, **ODD}[name]
    assert_linear(lambda n: reading(list(stream(n))), 1_000)


@pytest.mark.parametrize("name", STREAMS)
def test_twice_as_many_long_chunks_cost_twice_as_much(name: str, monkeypatch: pytest.MonkeyPatch):
    for piece in ("REASONING", "ANSWER", "ARGUMENT"):
        monkeypatch.setattr(streams, piece, getattr(streams, piece) * 200)
    assert_linear(lambda n: reading(list(STREAMS[name](n))), 200)


@pytest.mark.parametrize("size", [1, 7, 100_000])
def test_bytes_cost_the_same_however_they_are_cut(size: int):
    def prepare(n: int) -> Callable[[], object]:
        data = as_sent(STREAMS["chat"], n)
        return reading([data[place : place + size] for place in range(0, len(data), size)])

    assert_linear(prepare, 100)
