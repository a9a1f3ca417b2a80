"""What an event costs does not depend on what came before it."""

import time

import pytest
from reflex_thinking import canonical as ev
from reflex_thinking.reducer import Draft, apply, apply_all

pytestmark = [pytest.mark.measured, pytest.mark.usefixtures("no_collector")]

MICROSECOND = 1e-6


def cost(before: list[ev.AnyEvent], events: list[ev.AnyEvent], tries: int = 5) -> float:
    """Seconds per event, at best: what else the machine does must not count."""
    best = float("inf")
    for _ in range(tries):
        draft = Draft("m")
        apply_all(draft, before)
        started = time.thread_time()
        for event in events:
            apply(draft, event)
        best = min(best, (time.thread_time() - started) / len(events))
    return best


def deltas(segment: str, count: int, parent: str | None = None) -> list[ev.AnyEvent]:
    return [
        ev.ReasoningPartDelta(segment_id=segment, text_delta="some words ", seq=number, at=number, parent_id=parent)
        for number in range(1, count + 1)
    ]


def steps(count: int, parent: str | None = None) -> list[ev.AnyEvent]:
    return [
        ev.ReasoningPartStarted(segment_id=f"r{number}", sequence_number=2 * number + 2, parent_id=parent)
        for number in range(count)
    ]


def test_a_hundred_thousand_deltas_into_one_part():
    short, long = cost([], deltas("r", 5_000)), cost([], deltas("r", 100_000))
    assert long < 15 * MICROSECOND
    assert long < 3 * short


def test_deltas_into_the_last_or_first_of_two_thousand_steps():
    alone = cost(steps(1), deltas("r0", 20_000))
    for segment in ("r1999", "r0"):
        among_many = cost(steps(2_000), deltas(segment, 20_000))
        assert among_many < 15 * MICROSECOND
        assert among_many < 3 * alone


def test_deltas_deep_inside_assistants():
    chain: list[ev.AnyEvent] = [
        ev.AssistantCallStarted(call_id=f"a{number}", name="A", parent_id=f"a{number - 1}" if number else None)
        for number in range(4)
    ]
    assert cost([*chain, *steps(2_000, "a3")], deltas("r1999", 20_000, "a3")) < 15 * MICROSECOND


def test_text_after_two_thousand_steps():
    text = [ev.TextDelta(text_delta="word ", seq=number, at=number) for number in range(1, 20_001)]
    assert cost(steps(2_000), list(text)) < 15 * MICROSECOND


def test_a_new_step_costs_the_same_however_many_there_are():
    few, many = cost([], steps(100)), cost([], steps(4_000))
    assert many < 3 * few
