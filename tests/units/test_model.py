"""The data model: JSON in and out, derived values, and errors that name what is wrong."""

import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError
from reflex_thinking import DataError, Message, TextPart, ThinkingBlock, ThinkingStep, parse_event
from reflex_thinking.i18n import Strings
from reflex_thinking.model import ending_of
from reflex_thinking.reducer import Draft, apply_all
from reflex_thinking.terminal.bar import Bar
from reflex_thinking.words import count_words

VECTORS = json.loads((Path(__file__).parent / "vectors.json").read_text(encoding="utf-8"))

SPEC_BLOCK = {
    "summary": "Checked the policy",
    "status": "done",
    "steps": [
        {"id": "s1", "type": "reasoning", "content": "Hmm, *two* rules apply.", "timestamp": 1},
        {
            "id": "s2",
            "type": "tool_call",
            "content": "Look it up",
            "toolName": "web_search",
            "toolInput": "q",
            "toolResult": "r",
        },
        {
            "id": "s3",
            "type": "assistant_call",
            "content": "",
            "assistantName": "Policy Checker",
            "assistantId": "asst_1",
            "assistantTask": "Check it",
            "assistantResult": "Fine",
            "childSteps": [{"id": "s3a", "type": "reasoning", "content": "Reading", "childSteps": []}],
        },
    ],
}


def test_a_block_with_the_specified_names_is_read_and_written_back_unchanged():
    block = ThinkingBlock.from_json(SPEC_BLOCK)
    assert block.steps[1].tool_name == "web_search"
    assert block.steps[2].child_steps[0].content == "Reading"
    written = block.to_json_dict()
    for step, expected in zip(written["steps"], SPEC_BLOCK["steps"], strict=True):
        assert expected.items() <= {**step, "childSteps": expected.get("childSteps", [])}.items()
    assert ThinkingBlock.from_json(block.to_json()) == block


def test_python_names_are_accepted_too():
    step = ThinkingStep(id="a", type="tool_call", tool_name="web_search")
    assert step.to_json_dict()["toolName"] == "web_search"


def test_children_nest_to_any_depth():
    step = ThinkingStep(id="leaf", type="reasoning", content="deep")
    for depth in range(60):
        step = ThinkingStep(id=f"level-{depth}", type="assistant_call", child_steps=[step])
    again = ThinkingStep.from_json(step.to_json())
    depth = 0
    while again.child_steps:
        again = again.child_steps[0]
        depth += 1
    assert (depth, again.content) == (60, "deep")


def test_tools_are_counted_as_specified():
    assert ThinkingBlock.from_json(SPEC_BLOCK).tool_count == 2


def test_an_assistants_row_counts_its_own_calls():
    call = ThinkingStep(id="a", type="assistant_call", child_steps=[ThinkingStep(id="b", type="tool_call")])
    assert (ThinkingBlock(steps=[call]).tool_count, call.tool_count) == (1, 1)


def test_words_are_those_of_the_reasoning_at_any_depth():
    assert ThinkingBlock.from_json(SPEC_BLOCK).word_count == 5


@pytest.mark.parametrize(("text", "count"), VECTORS["words"])
def test_words_are_counted_in_any_language(text: str, count: int):
    assert count_words(text) == count


def test_the_duration_is_known_once_it_ended():
    assert ThinkingBlock(started_at=1_000).duration_ms is None
    assert ThinkingBlock(started_at=1_000, ended_at=5_200).duration_ms == 4_200


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        ("thinking", ("running", None)),
        ("done", ("complete", None)),
        ("error", ("incomplete", "error")),
        ("cancelled", ("incomplete", "cancelled")),
    ],
)
def test_the_status_of_a_block_is_that_of_its_last_step(status: str, expected: tuple[str, str | None]):
    steps = [
        ThinkingStep(id="a", type="reasoning"),
        ThinkingStep.from_json({"id": "b", "type": "tool_call", "status": status}),
    ]
    found = ThinkingBlock(steps=steps).part_status
    assert (found.type, found.reason) == expected


def test_a_block_without_steps_is_complete():
    assert ThinkingBlock().part_status.type == "complete"


@pytest.mark.parametrize(
    ("block", "empty"),
    [
        (ThinkingBlock(), True),
        (ThinkingBlock(steps=[ThinkingStep(id="a", type="reasoning", content=" \n")]), True),
        (ThinkingBlock(status="thinking"), False),
        (ThinkingBlock(steps=[ThinkingStep(id="a", type="reasoning", redacted=True)]), False),
        (ThinkingBlock(steps=[ThinkingStep(id="a", type="tool_call")]), False),
    ],
)
def test_a_block_without_anything_to_show_is_empty(block: ThinkingBlock, empty: bool):
    assert block.is_empty is empty


@pytest.mark.parametrize(
    ("data", "field", "value"),
    [
        ({"steps": [{"id": "a", "type": "dream"}]}, "steps.0.type", "'dream'"),
        ({"steps": [{"type": "reasoning"}]}, "steps.0.id", "{'type': 'reasoning'}"),
        ({"steps": [{"id": "", "type": "reasoning"}]}, "steps.0.id", "''"),
        ({"started_at": -5}, "started_at", "-5"),
        ({"steps": [{"id": "a", "type": "tool_call", "progress": 7}]}, "steps.0.progress", "7"),
        ({"status": "finished"}, "status", "'finished'"),
        ({"steps": [{"id": "a", "type": "tool_call", "tool": "x"}]}, "steps.0.tool", "'x'"),
        (
            {"steps": [{"id": "a", "type": "assistant_call", "childSteps": [{"id": 3, "type": "reasoning"}]}]},
            "childSteps.0.id",
            "3",
        ),
    ],
)
def test_bad_data_gives_one_line_with_the_field_and_the_value(data: dict, field: str, value: str):
    with pytest.raises(DataError) as caught:
        ThinkingBlock.from_json(data)
    message = str(caught.value)
    assert field in message
    assert value in message
    assert "\n" not in message
    assert isinstance(caught.value, ValueError)


def test_an_end_before_the_start_is_refused():
    with pytest.raises(DataError, match="ended_at 4 is before started_at 9"):
        ThinkingBlock.from_json({"started_at": 9, "ended_at": 4})


def test_text_that_is_not_json_is_refused():
    with pytest.raises(DataError, match="ThinkingBlock"):
        ThinkingBlock.from_json("{not json")


def test_a_cycle_cannot_be_written():
    step = ThinkingStep(id="a", type="assistant_call")
    step.child_steps.append(step)
    with pytest.raises(ValueError, match=r"[Cc]ircular"):
        step.to_json()


def test_long_values_are_cut_in_errors():
    with pytest.raises(DataError) as caught:
        ThinkingBlock.from_json({"status": "x" * 10_000})
    assert len(str(caught.value)) < 300


def test_a_message_holds_parts_of_every_kind():
    message = Message.from_json(
        {
            "id": "m",
            "parts": [
                {"id": "a", "type": "reasoning", "content": "x"},
                {"id": "b", "type": "text", "text": "hello"},
                {"id": "c", "type": "image", "url": "https://example.com/a.png"},
                {"id": "d", "type": "file", "url": "https://example.com/a.pdf", "name": "a.pdf"},
            ],
        }
    )
    assert [part.type for part in message.parts] == ["reasoning", "text", "image", "file"]
    assert isinstance(message.parts[1], TextPart)
    assert Message.from_json(message.to_json()) == message


def test_constructing_with_bad_data_raises_too():
    with pytest.raises(ValidationError):
        ThinkingStep.model_validate({"id": "a", "type": "dream"})


@pytest.mark.parametrize("vector", VECTORS["failures"])
def test_failed_calls_are_counted_by_one_rule_in_models_in_the_terminal_and_in_the_browser(vector: dict[str, Any]):
    draft = Draft("m")
    apply_all(draft, map(parse_event, vector["events"]))
    shown = draft.snapshot()["parts"]
    assert list(map(outcome, shown))[: len(vector["steps"])] == vector["steps"]  # what the browser's own test counts
    block = ThinkingBlock.model_validate({"steps": vector["steps"]})
    assert block.failed_count == vector["failed"]
    if draft.blocks:
        assert Bar(Strings(), draft, 0).failed_count == vector["failed"]


def outcome(step: dict[str, Any]) -> dict[str, Any]:
    """What of a step says how it ended."""
    children = {"child_steps": list(map(outcome, step["child_steps"]))} if "child_steps" in step else {}
    return {key: step[key] for key in ("id", "type", "status") if key in step} | children


@pytest.mark.parametrize(("message", "ending"), VECTORS["endings"])
def test_an_answer_that_is_not_whole_says_why(message: dict[str, Any], ending: str):
    assert ending_of(message) == ending
