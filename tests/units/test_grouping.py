"""Which parts stand together."""

import json
from pathlib import Path
from typing import NamedTuple

import pytest
from reflex_thinking import Message, TextPart, ThinkingStep, chain_of_thought_ranges, group_parts, thinking_blocks

VECTORS = json.loads((Path(__file__).parent / "vectors.json").read_text(encoding="utf-8"))["grouping"]


class Kind(NamedTuple):
    type: str


def rows(ranges: list) -> list[list]:
    return [[found.group, found.start_index, found.end_index] for found in ranges]


@pytest.mark.parametrize("vector", VECTORS)
def test_consecutive_reasoning_and_calls_form_a_group(vector: dict):
    parts = [Kind(name) for name in vector["types"]]
    assert rows(group_parts(parts)) == vector["chain"]
    assert rows(chain_of_thought_ranges(parts)) == [row for row in vector["chain"] if row[0] == "chain_of_thought"]


@pytest.mark.parametrize("vector", VECTORS)
def test_without_a_chain_of_thought_reasoning_and_calls_form_groups_of_their_own(vector: dict):
    parts = [Kind(name) for name in vector["types"]]
    assert rows(group_parts(parts, chain_of_thought=False)) == vector["split"]


def step(step_id: str, **fields) -> ThinkingStep:
    return ThinkingStep(id=step_id, type="reasoning", content="x", **fields)


def test_each_group_is_a_block():
    message = Message(
        id="m",
        parts=[step("a", started_at=10), step("b", ended_at=30), TextPart(id="t"), step("c"), TextPart(id="u")],
    )
    first, second = thinking_blocks(message)
    assert [found.id for found in first.steps] == ["a", "b"]
    assert (first.id, first.duration_ms) == ("m:0", 20)
    assert (second.id, [found.id for found in second.steps]) == ("m:1", ["c"])


def test_block_ids_stay_the_same_while_a_message_grows():
    parts = [step("a"), TextPart(id="t"), step("b"), step("c"), TextPart(id="u"), step("d")]
    known: list[str] = []
    for length in range(1, len(parts) + 1):
        ids = [block.id for block in thinking_blocks(Message(id="m", status="thinking", parts=parts[:length]))]
        assert ids[: len(known)] == known
        known = ids
    assert known == ["m:0", "m:1", "m:2"]


def test_only_the_last_block_of_a_running_message_is_still_thinking():
    message = Message(id="m", status="thinking", parts=[step("a"), TextPart(id="t"), step("b")])
    assert [block.status for block in thinking_blocks(message)] == ["done", "thinking"]


def test_a_failed_message_fails_its_last_block():
    message = Message(id="m", status="error", parts=[step("a"), TextPart(id="t"), step("b")])
    assert [block.status for block in thinking_blocks(message)] == ["done", "error"]
