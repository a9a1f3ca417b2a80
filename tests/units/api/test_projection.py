"""A run told simply."""

from typing import Any

import pytest
import reflex_thinking as rt
from hypothesis import given
from hypothesis import strategies as st
from reflex_thinking import canonical as ev
from reflex_thinking.api.projection import Projection, Told
from reflex_thinking.runs.compose import Composer, reasoning

from ..pictures import png
from ..reducing import finished, runs


def composed(*values: Any) -> list[ev.AnyEvent]:
    """What a run makes of what ``respond`` yields."""
    composer = Composer(thread_id="t1", created_at=1000)
    events: list[ev.AnyEvent] = [ev.MessageStarted(thread_id="t1", created_at=1000)]
    for value in values:
        events += composer.compose(value)
    return finished([*events, *composer.finish()])


def told(events: list[ev.AnyEvent]) -> list[Told]:
    projection = Projection()
    return [each for event in events for each in projection.take(event)]


def joined(all_told: list[Told], name: str) -> str:
    return "".join(data["delta"] for kind, data in all_told if kind == name)


def test_thinking_comes_first_then_text_then_the_response():
    result = told(composed(reasoning("Let me "), reasoning("see."), "The answer", " is 4."))
    assert result[:-1] == [
        ("thinking", {"delta": "Let me "}),
        ("thinking", {"delta": "see."}),
        ("text", {"delta": "The answer"}),
        ("text", {"delta": " is 4."}),
    ]
    name, response = result[-1]
    assert name == "done"
    assert response == {
        "assistant": {"text": "The answer is 4."},
        "thinking": "Let me see.",
        "chips": [],
        "threadId": "t1",
        "messageId": "m1",
        "content": [{"type": "text", "text": "The answer is 4."}],
        "reasoning_content": "Let me see.",
        "reasoning_meta": {
            "model_supports": True,
            "duration_ms": response["reasoning_meta"]["duration_ms"],
            "tokens": None,
        },
    }
    assert response["reasoning_meta"]["duration_ms"] >= 0


def test_summaries_are_not_told():
    summaries = [ev.SummaryUpdated(block_id=":0", summary=text) for text in ("So far", "", "In the end")]
    assert told(composed(reasoning("Hm."), *summaries, "Text.")) == told(composed(reasoning("Hm."), "Text."))


def test_without_reasoning_there_is_no_thinking():
    [text, (_, response)] = told(composed("Yes."))
    assert text == ("text", {"delta": "Yes."})
    assert "thinking" not in response
    assert response["reasoning_content"] is None
    assert response["reasoning_meta"] == {"model_supports": False, "duration_ms": 0, "tokens": None}


@pytest.mark.parametrize(
    ("model", "thinks", "supports"),
    [
        ("claude-sonnet-5-5", False, True),
        ("claude-sonnet-5-5", True, True),
        ("gpt-4o", False, False),
        ("gpt-4o", True, True),
        ("my-model", False, False),
        ("my-model", True, True),
        (None, False, False),
    ],
)
def test_model_supports_is_what_is_known_of_the_model(model: str | None, thinks: bool, supports: bool):
    values = [ev.MessageStarted(model=model, provider="x"), *([reasoning("Hm.")] if thinks else []), "Yes."]
    events = composed(*values)
    assert told(events)[-1][1]["reasoning_meta"]["model_supports"] is supports
    assert rt.to_gateway(events[-1].event)["reasoning_meta"]["model_supports"] is supports  # pyright: ignore[reportAttributeAccessIssue]


def test_a_run_that_says_nothing_is_done_too():
    assert [name for name, _ in told(composed())] == ["done"]


def test_what_is_thought_after_the_answer_began_is_in_reasoning_content_alone():
    result = told(composed(reasoning("Before."), "One. ", reasoning("After."), "Two."))
    assert joined(result, "thinking") == result[-1][1]["thinking"] == "Before."
    assert result[-1][1]["reasoning_content"] == "Before.\n\nAfter."
    assert joined(result, "text") == result[-1][1]["assistant"]["text"] == "One. Two."


def test_white_space_before_the_thinking_is_no_answer_yet():
    result = told(composed("\n\n", reasoning("Hm."), "Yes."))
    assert [name for name, _ in result] == ["thinking", "text", "done"]
    assert joined(result, "text") == "\n\nYes."


def test_parts_that_are_thought_at_the_same_time_are_told_one_after_the_other():
    result = told(
        composed(
            ev.ReasoningPartDelta(segment_id="a", text_delta="a1"),
            ev.ReasoningPartDelta(segment_id="b", text_delta="b1"),
            ev.ReasoningPartDelta(segment_id="a", text_delta="a2"),
            ev.ReasoningPartCompleted(segment_id="a"),
            ev.ReasoningPartDelta(segment_id="b", text_delta="b2"),
            ev.ReasoningPartDelta(segment_id="c", text_delta="c1"),
            "Yes.",
        )
    )
    assert joined(result, "thinking") == "a1a2\n\nb1b2\n\nc1"
    assert result[-1][1]["reasoning_content"] == "a1a2\n\nb1b2\n\nc1"


def test_a_text_that_is_only_known_at_the_end_of_its_part_is_told_then():
    result = told(
        composed(
            ev.ReasoningPartCompleted(segment_id="a", final_text="Whole."),
            ev.ReasoningPartDelta(segment_id="b", text_delta="Begun"),
            ev.ReasoningPartCompleted(segment_id="b", final_text="Begun and ended."),
        )
    )
    assert joined(result, "thinking") == "Whole.\n\nBegun and ended."


def test_what_tools_and_other_assistants_do_is_not_told():
    result = told(
        composed(
            reasoning("I ask."),
            ev.AssistantCallStarted(call_id="c1", name="Bob", task="Look"),
            ev.ReasoningPartDelta(segment_id="x", text_delta="inner", parent_id="c1"),
            ev.TextDelta(text_delta="inner answer", parent_id="c1"),
            ev.AssistantResult(call_id="c1", result="found"),
            ev.ToolCallStarted(call_id="c2", name="search"),
            ev.ToolResult(call_id="c2", result="secret"),
            "Yes.",
        )
    )
    assert [name for name, _ in result] == ["thinking", "text", "done"]
    assert result[-1][1]["thinking"] == "I ask."


@pytest.mark.parametrize("data", [["Go on", 1, "Stop"], ["Go on", "Stop"]])
def test_the_chips_of_a_run_are_those_of_its_artifact(data: list[object]):
    result = told(composed('Keys: ["a", "b"]', ev.Artifact(name="chips", data=data)))
    assert joined(result, "text") == result[-1][1]["assistant"]["text"] == 'Keys: ["a", "b"]'
    assert result[-1][1]["chips"] == ["Go on", "Stop"]


@pytest.mark.parametrize("data", [None, "Go on", {"a": 1}])
def test_chips_are_always_a_list(data: object):
    assert told(composed("Yes.", ev.Artifact(name="chips", data=data)))[-1][1]["chips"] == []


@pytest.mark.parametrize("seen", [0, 1, 2, 3])
def test_a_run_whose_log_broke_is_told_to_its_end(seen: int):
    events = composed("One, ", "two, ", "three.")
    result = told([*events[:seen], events[-1]])
    assert joined(result, "text") == result[-1][1]["assistant"]["text"] == "One, two, three."


def test_artifacts_are_fields_of_the_response():
    brief = {"title": "Fit"}
    result = told(
        composed(
            "Yes.",
            ev.Artifact(name="fitBrief", data=brief),
            ev.Artifact(name="relevantExperience", data=[1]),
            ev.Artifact(name="ui", data={"view": "split"}),
            ev.Artifact(name="secret", data="x"),
        )
    )
    response = result[-1][1]
    assert (response["fitBrief"], response["relevantExperience"], response["ui"]) == (brief, [1], {"view": "split"})
    assert "secret" not in response


def test_a_failed_or_stopped_run_ends_with_one_error_and_all_that_was_said():
    failed = told(composed('Half ["a", "b"]', ev.MessageError(message="No more.", code="overloaded")))
    assert joined(failed, "text") == 'Half ["a", "b"]'
    assert failed[-1] == ("error", {"message": "No more.", "code": "overloaded"})
    stopped = told(composed("Half", ev.MessageCancelled()))
    assert stopped[-1] == ("error", {"message": "The answer was stopped.", "code": "cancelled"})


def test_tokens_are_those_that_the_provider_counted():
    events = composed(reasoning("Hm."), ev.ReasoningSegmentMeta(segment_id="reasoning-1", reasoning_tokens=234), "Yes.")
    assert told(events)[-1][1]["reasoning_meta"]["tokens"] == 234


@given(runs())
def test_of_any_run_thinking_comes_first_and_nothing_is_lost(run: list[ev.AnyEvent]):
    result = told(run)
    names = [name for name, _ in result]
    assert names == sorted(names, key=["thinking", "text", "done", "error"].index)
    assert [name for name in names if name in ("done", "error")] == names[-1:]
    assert all(data["delta"] for name, data in result if name in ("thinking", "text"))
    message = run[-1].event  # pyright: ignore[reportAttributeAccessIssue]
    stored = [segment["text"] for segment in message["segments"] if segment["type"] == "text"]
    text = joined(result, "text")
    if names[-1] == "error":
        assert sorted(text) == sorted("".join(stored))
        return
    response = result[-1][1]
    assert response["assistant"]["text"] == text
    assert response.get("thinking", "") == joined(result, "thinking")
    assert sorted(text) == sorted("".join(stored))


@given(st.lists(st.sampled_from(["a ", "[", "]", '"b"', ",", "\n", '["A", "B"]']), max_size=12), st.booleans())
def test_any_answer_is_told_as_it_is_stored(pieces: list[str], think: bool):
    result = told(composed(*([reasoning("Hm.")] if think else []), *pieces))
    assert joined(result, "text") == result[-1][1]["assistant"]["text"] == "".join(pieces)


def test_images_and_files_are_in_the_response_after_the_text():
    chart, data = rt.image(png(), alt="A field", id="p1"), rt.file(b"a,b", name="d.csv", id="p2")
    result = told(composed(reasoning("Hm."), "See: ", chart, "and ", data, "done."))
    assert joined(result, "text") == "See: and done."
    assert result[-1][1]["content"] == [
        {"type": "text", "text": "See: and done."},
        chart.part.to_json_dict(),
        data.part.to_json_dict(),
    ]
