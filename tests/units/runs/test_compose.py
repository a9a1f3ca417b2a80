"""From what respond yields to canonical events."""

from __future__ import annotations

from typing import Any

import pytest
from reflex_thinking import FilePart, file, image
from reflex_thinking import canonical as ev
from reflex_thinking.errors import DataError
from reflex_thinking.reducer import Draft, apply_all
from reflex_thinking.runs.compose import Composer, reasoning
from reflex_thinking.runs.limits import Limits

from tests.units.pictures import png


def compose(*values: object, **options: Any) -> list[ev.AnyEvent]:
    composer = Composer(clock=lambda: 1000, **options)
    events = [event for value in values for event in composer.compose(value)]
    return [*events, *composer.finish()]


def brief(events: list[ev.AnyEvent]) -> list[tuple[str, ...]]:
    shown: list[tuple[str, ...]] = []
    for event in events:
        name = getattr(event, "segment_id", None) or getattr(event, "call_id", "")
        shown.append((event.type, name, *([event.text_delta] if hasattr(event, "text_delta") else [])))
    return shown


def numbers(events: list[ev.AnyEvent]) -> list[Any]:
    return [event.sequence_number for event in events if hasattr(event, "sequence_number")]


def parts(events: list[ev.AnyEvent]) -> list[tuple[str, str]]:
    draft = Draft("m1")
    apply_all(draft, events)
    return [(part["type"], part.get("text") or part.get("content", "")) for part in draft.snapshot()["parts"]]


def test_pieces_of_reasoning_form_one_part_that_is_complete_when_the_answer_begins():
    assert brief(compose(reasoning("Let me "), reasoning("see."), "Yes", ", it is.")) == [
        ("reasoning_part_started", "reasoning-1"),
        ("reasoning_part_delta", "reasoning-1", "Let me "),
        ("reasoning_part_delta", "reasoning-1", "see."),
        ("reasoning_part_completed", "reasoning-1"),
        ("text_delta", "text-2", "Yes"),
        ("text_delta", "text-2", ", it is."),
    ]


def test_reasoning_that_is_open_at_the_end_is_completed():
    assert [event.type for event in compose(reasoning("a"))][-1] == "reasoning_part_completed"


def test_the_answer_has_a_new_segment_after_each_thinking_block():
    events = compose(reasoning("a"), "one", reasoning("b"), "two", ev.ToolCallStarted(call_id="c1", name="f"), "three")
    texts = {event.segment_id: event.text_delta for event in events if isinstance(event, ev.TextDelta)}
    assert list(texts.values()) == ["one", "two", "three"]
    assert parts(events) == [
        ("reasoning", "a"),
        ("text", "one"),
        ("reasoning", "b"),
        ("text", "two"),
        ("tool_call", ""),
        ("text", "three"),
    ]


def test_the_result_of_an_earlier_tool_splits_neither_the_answer_nor_the_reasoning():
    started, result = ev.ToolCallStarted(call_id="c1", name="f"), ev.ToolResult(call_id="c1", result="x")
    assert parts(compose(started, "one ", result, "two"))[1:] == [("text", "one two")]
    assert parts(compose(started, reasoning("one "), result, reasoning("two")))[1:] == [("reasoning", "one two")]


def test_facts_beside_the_stream_do_not_split_reasoning():
    events = compose(
        reasoning("one "),
        ev.SummaryUpdated(block_id="m1:0", summary="s"),
        ev.Artifact(name="chips", data=[]),
        reasoning("two"),
    )
    assert parts(events) == [("reasoning", "one two")]


def test_one_counter_numbers_segments_and_parts():
    events = compose(
        reasoning("a"),
        ev.ToolCallStarted(call_id="c1", name="f"),
        ev.ReasoningPartStarted(segment_id="s1"),
        ev.ReasoningPartStarted(segment_id="s1", summary_index=1),
        ev.AssistantCallStarted(call_id="c2", name="Bo"),
        ev.ReasoningPartStarted(segment_id="s1", parent_id="c2"),
    )
    assert numbers(events) == [2, 3, 5, 6, 7, 9]


def test_numbers_and_times_that_are_given_stay():
    events = compose(ev.ToolCallStarted(call_id="c1", name="f", sequence_number=7, created_at=900), reasoning("a"))
    assert numbers(events) == [7, 9]
    assert events[0].created_at == 900  # pyright: ignore[reportAttributeAccessIssue]


@pytest.mark.parametrize("given", [0, 10, 5000])
def test_a_time_that_is_missing_or_outside_of_the_run_is_now(given: int):
    (event,) = compose(ev.ToolCallStarted(call_id="c1", name="f", created_at=given), created_at=500)
    assert event.created_at == 1000  # pyright: ignore[reportAttributeAccessIssue]


def test_events_may_be_dicts():
    assert compose({"type": "text_delta", "text_delta": "hi", "segment_id": "s"}) == compose(
        ev.TextDelta(text_delta="hi", segment_id="s")
    )


def test_text_goes_on_in_the_segment_that_an_event_named():
    events = compose(ev.TextDelta(text_delta="one ", segment_id="s"), "two", ev.TextDelta(text_delta=" three"))
    assert parts(events) == [("text", "one two three")]


def test_made_ids_avoid_those_that_are_taken():
    events = compose(ev.ReasoningPartDelta(segment_id="reasoning-1", text_delta="a"), reasoning("b"))
    assert parts(events) == [("reasoning", "a"), ("reasoning", "b")]


def stream(text: str) -> list[object]:
    """A model call that knows nothing of others."""
    return [
        ev.MessageStarted(model="m"),
        ev.ReasoningPartStarted(segment_id="block-0", sequence_number=2),
        ev.ReasoningPartDelta(segment_id="block-0", text_delta=f"think {text}"),
        ev.ReasoningPartCompleted(segment_id="block-0"),
        ev.TextDelta(segment_id="block-1", text_delta=f"say {text}"),
        ev.MessageFinal(event={"usage": {"output_tokens": 5}, "stop_reason": text}),
    ]


def test_several_model_calls_make_one_message():
    tool = [ev.ToolCallStarted(call_id="c1", name="f"), ev.ToolResult(call_id="c1", result=1)]
    composer = Composer(thread_id="t1", created_at=500, clock=lambda: 1000)
    events = [
        event for value in [reasoning("plan"), *stream("a"), *tool, *stream("b")] for event in composer.compose(value)
    ]
    assert parts(events) == [
        ("reasoning", "plan"),
        ("reasoning", "think a"),
        ("text", "say a"),
        ("tool_call", ""),
        ("reasoning", "think b"),
        ("text", "say b"),
    ]
    assert numbers(events) == sorted(set(numbers(events)))
    assert composer.outcome.usage == {"output_tokens": 10}
    assert composer.outcome.stop_reason == "b"


def test_a_models_own_beginning_keeps_the_thread_and_time_of_the_run_and_its_end_is_not_the_runs():
    started, *_ = compose(ev.MessageStarted(model="m", created_at=3), thread_id="t1", created_at=500)
    assert (started.thread_id, started.created_at, started.model) == ("t1", 500, "m")  # pyright: ignore[reportAttributeAccessIssue]
    assert compose(ev.MessageStarted()) == []
    assert compose(ev.MessageFinal(event={})) == []


def test_inside_an_assistant_call_the_end_of_a_model_call_is_about_that_call():
    call = ev.AssistantCallStarted(call_id="c1", name="Bo")
    _, error = compose(call, ev.MessageError(message="no", parent_id="c1"))
    assert error == ev.AssistantResult(call_id="c1", error="no")
    _, cancelled = compose(call, ev.MessageCancelled(parent_id="c1"))
    assert cancelled == ev.AssistantCallUpdate(call_id="c1", status="cancelled")


def test_what_happens_in_an_assistant_call_does_not_end_the_answer_around_it():
    call = ev.AssistantCallStarted(call_id="c1", name="Bo")
    inside = [
        ev.ReasoningPartDelta(segment_id="s", text_delta="x", parent_id="c1"),
        ev.TextDelta(text_delta="y", parent_id="c1"),
    ]
    assert parts(compose(call, "one ", *inside, "two"))[1:] == [("text", "one two")]


def test_numbers_agree_with_those_the_reducer_gives_to_what_nobody_announced():
    values = [
        ev.ReasoningPartDelta(segment_id="s", text_delta="x", parent_id="unknown"),
        ev.ToolResult(call_id="c9", result=1),
        ev.TextDelta(text_delta="x", parent_id="also unknown"),
        reasoning("last"),
    ]
    draft = Draft("m1")
    events = compose(*values)
    apply_all(draft, [event for event in events if event.type != "reasoning_part_started"])
    assert numbers(events) == [draft.last_number]


@pytest.mark.parametrize("value", [None, 7, b"text", ["a"], object()])
def test_anything_else_is_refused_by_name(value: object):
    with pytest.raises(DataError) as raised:
        compose(value)
    assert repr(value)[:40] in str(raised.value)


def test_a_dict_that_is_no_event_is_refused():
    with pytest.raises(DataError, match="nonsense"):
        compose({"type": "nonsense"})


def test_reasoning_takes_text_alone():
    with pytest.raises(DataError, match="42"):
        reasoning(42)  # pyright: ignore[reportArgumentType]


def test_nothing_said_is_no_event():
    assert compose("", reasoning(""), ev.TextDelta(text_delta="")) == []


def test_a_character_that_comes_in_two_halves_is_whole_again():
    high, low = "\ud83d", "\ude00"
    assert parts(compose(reasoning(f"a{high}"), reasoning(f"{low}b"))) == [("reasoning", "a😀b")]
    assert parts(compose(f"a{high}", f"{low}b")) == [("text", "a😀b")]
    halves = [ev.ReasoningPartDelta(segment_id="s", text_delta=text) for text in (f"a{high}", f"{low}b")]
    assert parts(compose(*halves)) == [("reasoning", "a😀b")]
    assert parts(compose(f"a{low}b")) == [("text", "a\ufffdb")]


def test_what_the_producer_changes_later_does_not_change_the_event():
    data = {"list": [1]}
    (event,) = compose(ev.Artifact(name="a", data=data))
    data["list"].append(2)
    assert event.data == {"list": [1]}  # pyright: ignore[reportAttributeAccessIssue]


def test_calls_of_two_model_calls_stay_apart_although_both_call_them_the_same():
    composer = Composer()
    said = [
        ev.MessageStarted(provider="gemini"),
        ev.ToolCallStarted(call_id="call-1", name="look"),
        ev.ToolCallUpdate(call_id="call-1", input="a"),
        ev.ToolResult(call_id="call-1", result="A"),
        ev.MessageStarted(provider="gemini"),
        ev.ToolCallStarted(call_id="call-1", name="look"),
        ev.ToolCallUpdate(call_id="call-1", input="b"),
        ev.ToolResult(call_id="call-1", result="B"),
    ]
    draft = Draft("m")
    for value in said:
        apply_all(draft, composer.compose(value))
    assert [(part["tool_input"], part["tool_result"]) for part in draft.snapshot()["parts"]] == [("a", "A"), ("b", "B")]


# Images and files -----------------------------------------------------------------------------------------------------


def media(events: list[ev.AnyEvent]) -> list[Any]:
    return [event.part for event in events if isinstance(event, ev.PartAdded)]


def test_an_image_stands_where_it_was_yielded():
    events = compose(
        reasoning("a"), "one", image(png(), alt="A field"), "two", file(b"a,b", name="d.csv"), reasoning("b")
    )
    assert [kind for kind, _ in parts(events)] == ["reasoning", "text", "image", "text", "file", "reasoning"]
    assert numbers(events) == [2, 3, 4, 6]


def test_a_canonical_part_is_checked_as_well():
    raw = {"type": "part_added", "part": {"id": "p", "type": "image", "media_type": "image/png", "data": "PHN2Zz4"}}
    assert [(part.type, part.data, part.size) for part in media(compose(raw))] == [("file", "PHN2Zz4=", 5)]


def test_a_large_part_loses_its_data_and_says_so():
    limits = Limits(part_bytes=100, parts_bytes=1000)
    small, large = media(compose(file(b"x" * 100), file(b"x" * 101, name="big.bin"), limits=limits))
    assert small.data and not small.omitted
    assert (large.data, large.omitted, large.size, large.name) == (None, "too_large", 101, "big.bin")


def test_all_parts_of_a_message_share_one_limit_and_a_replaced_one_does_not_count():
    limits = Limits(part_bytes=100, parts_bytes=250)
    first = [file(b"x" * 100, id="a"), file(b"y" * 100, id="a"), file(b"x" * 100, id="b")]
    found = media(compose(*first, file(b"x" * 51, id="c"), file(b"x" * 50, id="d"), limits=limits))
    assert [(part.id, part.omitted) for part in found] == [
        ("a", None),
        ("a", None),
        ("b", None),
        ("c", "too_large"),
        ("d", None),
    ]


def test_images_on_the_way_to_a_finished_one_are_left_out_when_they_take_too_much_room():
    limits = Limits(part_bytes=2000, parts_bytes=8000)

    def frame(number: int, *, partial: bool = True) -> ev.PartAdded:
        part = image(png() + bytes([number]) * 900, id="p").part
        return ev.PartAdded(part=part.model_copy(update={"partial": partial or None}))

    found = media(compose(*(frame(number) for number in range(10)), frame(99, partial=False), limits=limits))
    assert [part.partial for part in found] == [True, True, None]
    assert not found[-1].omitted


def test_an_image_of_a_later_model_call_replaces_none_of_an_earlier_one():
    call = [ev.MessageStarted(model="m"), image(png(), id="image-1"), ev.MessageFinal(event={})]
    assert len({part.id for part in media(compose(*call, *call))}) == 2


def test_an_image_of_the_apps_own_can_be_replaced_after_another_model_call():
    chart = image(png(), id="chart")
    between = [ev.MessageStarted(model="m"), "Let me see.", ev.MessageFinal(event={})]
    assert [kind for kind, _ in parts(compose(chart, *between, chart))] == ["image", "text"]


def test_an_image_inside_an_assistant_leaves_the_text_around_it_whole():
    started = ev.AssistantCallStarted(call_id="a1", name="Bo")
    inside = image(png()).model_copy(update={"parent_id": "a1"})
    assert parts(compose(started, "one ", inside, "two"))[1:] == [("text", "one two")]


def test_half_a_character_in_a_name_does_no_harm():
    (part,) = media(
        compose(ev.PartAdded(part=FilePart(id="p", name="a\ud83d.csv", alt="\udc00", url="https://x/\ud800")))
    )
    part.model_dump_json()


def ending(text: str = "", **fields: Any) -> ev.MessageFinal:
    return ev.MessageFinal(event={"segments": [{"type": "text", "id": "t", "text": text}] if text else [], **fields})


def test_an_answer_is_incomplete_when_the_last_call_that_answered_was():
    composer = Composer(clock=lambda: 1000)

    def outcome_after(final: ev.MessageFinal) -> tuple[bool, str | None]:
        composer.compose(final)
        return composer.outcome.incomplete, composer.outcome.stop_reason

    assert outcome_after(ending("Half an ans", incomplete=True, stop_reason="max_tokens")) == (True, "max_tokens")
    assert outcome_after(ending(stop_reason="tool_use")) == (True, "max_tokens")  # it said nothing
    nested = ending("Sub", incomplete=True, stop_reason="length").model_copy(update={"parent_id": "call"})
    assert outcome_after(nested) == (True, "max_tokens")
    assert outcome_after(ending("The rest.", stop_reason="end_turn")) == (False, "end_turn")
    assert outcome_after(nested) == (False, "end_turn")
