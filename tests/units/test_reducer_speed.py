"""What an event costs does not depend on what came before it."""

from collections.abc import Callable

import pytest
from reflex_thinking import canonical as ev
from reflex_thinking.reducer import Draft, apply, apply_all

from tests.growth import assert_linear


def reducing(before: list[ev.AnyEvent], events: list[ev.AnyEvent]) -> Callable[[], object]:
    """The work on some events that come after others."""
    draft = Draft("m")
    apply_all(draft, before)

    def work() -> None:
        for event in events:
            apply(draft, event)

    return work


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


def test_many_deltas_into_one_part():
    assert_linear(lambda count: reducing([], deltas("r", count)), 2_000)


def test_long_deltas_into_one_part():
    def prepare(count: int) -> Callable[[], object]:
        events: list[ev.AnyEvent] = [
            ev.ReasoningPartDelta(segment_id="r", text_delta=f"{number} " * 1_000) for number in range(count)
        ]
        return reducing([], events)

    assert_linear(prepare, 200)


@pytest.mark.parametrize("which", ["first", "last"])
def test_as_many_deltas_as_there_are_steps_into_one_of_them(which: str):
    def prepare(count: int) -> Callable[[], object]:
        return reducing(steps(count), deltas("r0" if which == "first" else f"r{count - 1}", count))

    assert_linear(prepare, 500)


def test_deltas_deep_inside_assistants():
    chain: list[ev.AnyEvent] = [
        ev.AssistantCallStarted(call_id=f"a{number}", name="A", parent_id=f"a{number - 1}" if number else None)
        for number in range(4)
    ]
    assert_linear(lambda count: reducing([*chain, *steps(count, "a3")], deltas(f"r{count - 1}", count, "a3")), 500)


def test_text_after_as_many_steps():
    def prepare(count: int) -> Callable[[], object]:
        text = [ev.TextDelta(text_delta="word ", seq=number, at=number) for number in range(1, count + 1)]
        return reducing(steps(count), list(text))

    assert_linear(prepare, 500)


def test_many_new_steps():
    assert_linear(lambda count: reducing([], steps(count)), 500)
