"""A list of quick replies at the end of an answer, taken out of the run's events."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reflex_thinking import canonical as ev
from reflex_thinking.quick_replies import LONGEST_LIST, split_chips
from reflex_thinking.reducer import Draft, apply_all
from reflex_thinking.runs.chips import ChipExtractor
from reflex_thinking.runs.compose import Composer, reasoning
from reflex_thinking.runs.registry import Runs
from reflex_thinking.runs.turn import Turn
from reflex_thinking.store.memory import MemoryStore

from .helpers import QUICK, Gate, read, saying, start, stored, until, within

LIST = '\n\n["More", "Start over"]'
TOOL = ev.ToolCallStarted(call_id="c1", name="search")
RESULT = ev.ToolResult(call_id="c1", result="found")


@pytest.fixture
def runs() -> Runs:
    return Runs(MemoryStore(), limits=QUICK)


def extracted(*values: object) -> list[ev.AnyEvent]:
    """The events that a run makes of what ``respond`` yields."""
    composer, chips = Composer(clock=lambda: 1000), ChipExtractor()
    events = [each for value in values for event in composer.compose(value) for each in chips.take(event)]
    return [*events, *chips.finish(), *composer.finish()]


def parts(events: list[ev.AnyEvent]) -> list[tuple[str, str]]:
    draft = Draft("m1")
    apply_all(draft, events)
    return [(part["type"], part.get("text") or part.get("content", "")) for part in draft.snapshot()["parts"]]


def chips(events: list[ev.AnyEvent]) -> list[Any]:
    return [event.data for event in events if isinstance(event, ev.Artifact) and event.name == "chips"]


def text_of(message: dict[str, Any]) -> str:
    return "".join(segment["text"] for segment in message["segments"] if segment["type"] == "text")


async def test_the_list_is_stored_as_chips_and_is_in_no_event(runs: Runs):
    run = await start(runs, saying(reasoning("Hm."), *f"Here you are.{LIST}"))
    events = await read(run)
    (message,) = await stored(run, runs)
    assert text_of(message) == "Here you are."
    assert message["artifacts"] == {"chips": ["More", "Start over"]}
    assert "".join(event.text_delta for event in events if isinstance(event, ev.TextDelta)) == "Here you are."
    told = [event.type for event in events if event.type != "summary_updated"]
    assert told[-2:] == ["artifact", "message_final"]


async def test_it_can_be_turned_off():
    runs = Runs(MemoryStore(), limits=QUICK, split_chips=False)
    run = await start(runs, saying(f"Here you are.{LIST}"))
    await within(run.wait())
    (message,) = await stored(run, runs)
    assert text_of(message) == f"Here you are.{LIST}"
    assert "artifacts" not in message


async def test_a_run_that_is_stopped_in_the_middle_of_a_list_keeps_all_that_was_said(runs: Runs):
    gate = Gate(before='So far. ["More", "Sta')
    run = await start(runs, gate)
    await within(gate.reached.wait())
    await until(lambda: run.draft.answer() == "So far.")
    run.cancel()
    await within(run.wait())
    (message,) = await stored(run, runs)
    assert (message["status"], text_of(message)) == ("cancelled", 'So far. ["More", "Sta')


async def test_a_run_that_fails_in_the_middle_of_a_list_keeps_all_that_was_said(runs: Runs):
    async def respond(turn: Turn):
        yield 'So far. ["More'
        raise RuntimeError

    run = await start(runs, respond)
    await within(run.wait())
    (message,) = await stored(run, runs)
    assert (message["status"], text_of(message)) == ("error", 'So far. ["More')


@pytest.mark.parametrize("first", [True, False])
def test_quick_replies_that_the_run_names_win_and_the_text_stays_as_it_is(first: bool):
    text = ['Keys: ["a", ', '"b"]']
    named = ev.Artifact(name="chips", data=["Go on"])
    events = extracted(*([named, *text] if first else [*text, named]))
    assert parts(events) == [("text", 'Keys: ["a", "b"]')]
    assert chips(events) == [["Go on"]]


def test_agents_that_work_after_the_answer_do_not_hide_the_list():
    events = extracted(f"Yes.{LIST}", TOOL, RESULT, reasoning("Checked."))
    assert parts(events) == [("text", "Yes."), ("tool_call", ""), ("reasoning", "Checked.")]
    assert chips(events) == [["More", "Start over"]]


def test_a_list_that_more_text_follows_stays_where_it_was():
    events = extracted(f"Yes.{LIST}", TOOL, "More.")
    assert parts(events) == [("text", f"Yes.{LIST}"), ("tool_call", ""), ("text", "More.")]
    assert chips(events) == []


@pytest.mark.parametrize("begin", ["\n\n", '["A"', '["A", "B"]', " ["])
def test_a_text_of_which_nothing_is_certain_stays_before_what_comes_next(begin: str):
    for before in ([], ["One.", TOOL]):
        events = extracted(*before, begin, reasoning("Hm."), "Two.")
        assert parts(events)[-3:] == [("text", begin), ("reasoning", "Hm."), ("text", "Two.")]


def test_the_text_of_delegated_assistants_is_not_touched():
    started = ev.AssistantCallStarted(call_id="c1", name="Bo", task="Look")
    inner = ev.TextDelta(text_delta='Found. ["A", "B"]', parent_id="c1")
    events = extracted(started, inner, "Yes.")
    assert inner in events
    assert chips(events) == []


def test_a_list_in_a_code_block_and_a_markdown_list_stay():
    for answer in ('Here:\n```json\n["a", "b"]\n```', 'Both:\n- "a"\n- "b"'):
        assert parts(extracted(*answer)) == [("text", answer)]


def test_text_that_can_be_no_list_is_passed_on_as_it_came():
    chips_taken = ChipExtractor()
    event = ev.TextDelta(text_delta=" word", segment_id="s1", output_index=2)
    assert chips_taken.take(event)[0] is event


def test_what_is_held_back_keeps_the_fields_of_its_events():
    pieces = [("One. ", "a", 0), ('["A", ', "b", 1), ('"B"', "b", 1)]
    events = [ev.TextDelta(text_delta=text, segment_id=name, output_index=index) for text, name, index in pieces]
    assert extracted(*events) == [
        ev.TextDelta(text_delta="One.", segment_id="a", output_index=0),
        ev.TextDelta(text_delta=" ", segment_id="a", output_index=0),
        ev.TextDelta(text_delta='["A", "B"', segment_id="b", output_index=1),
    ]


def test_no_more_waits_than_a_list_can_be_long():
    taken, passed = ChipExtractor(), 0
    for number in range(40):
        piece = ev.TextDelta(text_delta='a ["' if number == 0 else "x" * 1000, segment_id="s1")
        passed += sum(len(event.text_delta) for event in taken.take(piece) if isinstance(event, ev.TextDelta))
        assert number * 1000 - passed <= LONGEST_LIST + 1000


answers = st.lists(
    st.sampled_from(["a", " ", "\n", "[", "]", '"b"', ",", "```", "- ", '["A", "B"]', "é", LIST]), max_size=12
).map("".join)


@given(answers, st.lists(st.integers(0, 100), max_size=10), st.booleans())
def test_however_an_answer_is_cut_text_and_chips_are_those_of_the_whole(answer: str, cuts: list[int], thinks: bool):
    places = sorted({cut % (len(answer) + 1) for cut in cuts})
    pieces = [answer[start:end] for start, end in zip([0, *places], [*places, len(answer)], strict=True)]
    events = extracted(*([reasoning("Hm.")] if thinks else []), *pieces)
    left, found = split_chips(answer)
    assert "".join(event.text_delta for event in events if isinstance(event, ev.TextDelta)) == left
    assert chips(events) == ([found] if found else [])


steps = st.sampled_from([TOOL, RESULT, reasoning("Hm."), ev.SummaryUpdated(block_id="m1:0", summary="s")])


@given(st.lists(st.one_of(answers, steps), max_size=10))
def test_whatever_comes_between_nothing_but_the_list_is_lost_and_nothing_moves(values: list[object]):
    composer = Composer(clock=lambda: 1000)
    plain = [*(event for value in values for event in composer.compose(value)), *composer.finish()]
    events = extracted(*values)
    left = sum(len(text) for kind, text in parts(events) if kind == "text")
    expected: list[tuple[str, str]] = []
    for kind, text in parts(plain):
        if kind == "text":
            text, left = text[:left], max(0, left - len(text))
        if kind != "text" or text:
            expected.append((kind, text))
    assert parts(events) == expected
    if not chips(events):
        assert expected == parts(plain)
