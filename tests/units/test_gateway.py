"""Messages in the shape in which gateways give them, and back."""

from __future__ import annotations

import json
from typing import Any

import pytest
import reflex_thinking as rt
from hypothesis import given
from hypothesis import strategies as st
from reflex_thinking.gateway import gateway_events
from reflex_thinking.stored import draft_from_event, final_event

from tests.units.pictures import png
from tests.units.reducing import runs, whole
from tests.units.test_reducer_properties import thorough

SHAPE = {
    "content": [{"type": "text", "text": "It is 42."}],
    "reasoning_content": "I need to think about this...",
    "reasoning_meta": {"model_supports": True, "duration_ms": 4200, "tokens": 234},
}


def test_a_response_becomes_a_message_and_the_same_response_again():
    stored = rt.from_gateway(SHAPE, message_id="m1", thread_id="t", created_at=1000, model="m", provider="p")
    assert (stored["id"], stored["thread_id"], stored["model"], stored["provider"]) == ("m1", "t", "m", "p")
    assert [segment["type"] for segment in stored["segments"]] == ["reasoning", "text"]
    assert stored["blocks"] == [{"id": "m1:0", "started_at": 1000, "ended_at": 5200}]
    assert stored["usage"] == {"reasoning_tokens": 234}
    assert rt.to_gateway(stored) == SHAPE


def test_a_message_with_everything_gives_its_reasoning_and_its_answer():
    stored = {
        "segments": [
            {"type": "reasoning", "combined_text": "First."},
            {"type": "tool_call", "name": "search", "result": "a secret"},
            {"type": "text", "text": "Let me see. "},
            {
                "type": "assistant_call",
                "name": "Bo",
                "segments": [{"type": "reasoning", "combined_text": "Deep."}, {"type": "text", "text": "inner"}],
            },
            {"type": "reasoning", "combined_text": "", "parts": [{"redacted": True}]},
            {"type": "text", "text": "Done."},
        ],
        "blocks": [{"started_at": 100, "ended_at": 350}, {"started_at": 900, "ended_at": 1000}],
        "usage": {"reasoning_tokens": 7, "output_tokens": 50},
    }
    assert rt.to_gateway(stored) == {
        "content": [{"type": "text", "text": "Let me see. "}, {"type": "text", "text": "Done."}],
        "reasoning_content": "First.\n\nDeep.",
        "reasoning_meta": {"model_supports": True, "duration_ms": 350, "tokens": 7},
    }


@pytest.mark.parametrize(
    "reasoning", [{}, {"reasoning_content": None}, {"reasoning_content": ""}, {"reasoning_content": " \n"}]
)
@pytest.mark.parametrize("meta", [{}, {"reasoning_meta": None}, {"reasoning_meta": {"model_supports": False}}])
def test_reasoning_that_is_null_missing_or_empty_is_none(reasoning: dict[str, Any], meta: dict[str, Any]):
    stored = rt.from_gateway({"content": [{"type": "text", "text": "Hi."}], **reasoning, **meta})
    assert [segment["type"] for segment in stored["segments"]] == ["text"]
    assert stored["blocks"] == []
    assert (
        rt.thinking_blocks(rt.Message.from_json({"id": "m", "parts": draft_from_event(stored).snapshot()["parts"]}))
        == []
    )
    assert rt.to_gateway(stored) == {
        "content": [{"type": "text", "text": "Hi."}],
        "reasoning_content": None,
        "reasoning_meta": {"model_supports": False, "duration_ms": None, "tokens": None},
    }


def test_reasoning_that_was_withheld_is_supported_but_not_there():
    stored = {"segments": [{"type": "reasoning", "combined_text": "", "parts": [{"redacted": True}]}]}
    assert rt.to_gateway(stored)["reasoning_content"] is None
    assert rt.to_gateway(stored)["reasoning_meta"]["model_supports"] is True
    counted = rt.to_gateway({"segments": [], "usage": {"reasoning_tokens": 9}})
    assert counted["reasoning_meta"] == {"model_supports": True, "duration_ms": None, "tokens": 9}
    assert rt.to_gateway({"usage": {"reasoning_tokens": 0}})["reasoning_meta"]["model_supports"] is False


@pytest.mark.parametrize(
    ("content", "texts"),
    [
        (None, []),
        ("plain", ["plain"]),
        ([], []),
        (["a", {"type": "text", "text": "b"}, {"type": "image"}, {"type": "text", "text": ""}, None, 5], ["a", "b"]),
    ],
)
def test_content_may_be_less_than_it_should(content: Any, texts: list[str]):
    stored = rt.from_gateway({"content": content})
    assert [segment["text"] for segment in stored["segments"]] == texts


@pytest.mark.parametrize("number", [-1, True, "12", None, float("nan"), float("inf"), []])
def test_numbers_that_are_none_are_not_taken(number: Any):
    stored = rt.from_gateway({**SHAPE, "reasoning_meta": {"duration_ms": number, "tokens": number}})
    assert "usage" not in stored
    assert rt.to_gateway(stored)["reasoning_meta"] == {"model_supports": True, "duration_ms": 0, "tokens": None}


@pytest.mark.parametrize(
    ("response", "text"),
    [
        (None, "gateway response = None: use a dict"),
        ({"content": 5}, "content = 5: use a list of blocks"),
        ({"reasoning_content": ["a"]}, "reasoning_content = ['a']: use a str or null"),
    ],
)
def test_another_shape_is_named(response: Any, text: str):
    with pytest.raises(rt.DataError) as caught:
        rt.from_gateway(response)
    assert text in str(caught.value)


def test_a_respond_can_yield_a_response():
    assert [event.type for event in gateway_events(SHAPE)] == [
        "reasoning_part_started",
        "reasoning_part_delta",
        "reasoning_part_completed",
        "text_delta",
    ]


def test_images_and_files_survive_the_way_there_and_back():
    image = rt.image(png(), alt="A field", id="p1").part.to_json_dict()
    file = rt.file(b"a,b", name="data.csv", id="p2").part.to_json_dict()
    content = [{"type": "text", "text": "See: "}, image, file, {"type": "text", "text": "Done."}]
    stored = rt.from_gateway({"content": content})
    assert [segment["type"] for segment in stored["segments"]] == ["text", "image", "file", "text"]
    assert rt.to_gateway(stored)["content"] == content


@pytest.mark.parametrize(
    "part", [{"type": "image"}, {"type": "file", "data": 3}, {"type": "image", "url": "x", "a": 1}]
)
def test_images_and_files_that_are_none_are_left_out(part: dict[str, Any]):
    assert rt.from_gateway({"content": ["a", part]})["segments"] == [{"type": "text", "id": "text-1", "text": "a"}]


def test_images_of_delegated_assistants_are_not_in_the_answer():
    inner = {"type": "image", "id": "p1", "sequence_number": 2, "media_type": "image/png", "data": "aGk="}
    call = {"type": "assistant_call", "id": "a1", "name": "Bo", "segments": [inner]}
    assert rt.to_gateway({"segments": [call, {"type": "text", "text": "Hi."}]})["content"] == [
        {"type": "text", "text": "Hi."}
    ]


def _said(response: dict[str, Any]) -> tuple[list[Any], Any]:
    """The texts and the ids of images and files that can be read."""
    named = {"text", "url", "data", "file_id", "omitted"}
    blocks = [block for block in response["content"] if named & set(block)]
    return [block.get("text") or block["id"] for block in blocks], response["reasoning_content"]


texts = st.text(st.characters(exclude_categories=["Cs"]), min_size=1)
responses = st.fixed_dictionaries(
    {
        "content": st.lists(st.fixed_dictionaries({"type": st.just("text"), "text": texts}), max_size=4),
        "reasoning_content": texts.filter(str.strip),
        "reasoning_meta": st.fixed_dictionaries(
            {
                "model_supports": st.just(True),
                "duration_ms": st.integers(0, 10**9),
                "tokens": st.none() | st.integers(0, 10**6),
            }
        ),
    }
)


@given(responses, st.integers(0, 2 * 10**12))
def test_every_response_survives_the_way_there_and_back(response: dict[str, Any], created_at: int):
    stored = rt.from_gateway(response, created_at=created_at)
    assert rt.to_gateway(stored) == response
    assert json.loads(json.dumps(stored)) == stored
    assert final_event(draft_from_event(stored)) == stored


@thorough
@given(runs())
@pytest.mark.slow
def test_what_a_message_says_survives_the_way_there_and_back(run: list[Any]):
    made = rt.to_gateway(final_event(whole(run)))
    again = rt.to_gateway(rt.from_gateway(made))
    assert _said(again) == _said(made)
    assert rt.to_gateway(rt.from_gateway(again))["content"] == again["content"]
    assert again["reasoning_meta"]["tokens"] == made["reasoning_meta"]["tokens"]
    if made["reasoning_content"] is not None:
        assert again["reasoning_meta"] == made["reasoning_meta"]
    assert json.loads(json.dumps(made)) == made


values = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | texts,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["content", "text", "type", "segments", "blocks", "usage", "reasoning_content", "started_at"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(st.dictionaries(st.sampled_from(["content", "reasoning_content", "reasoning_meta"]), values))
def test_whatever_a_gateway_sends_is_a_message_or_a_clear_error(response: dict[str, Any]):
    try:
        stored = rt.from_gateway(response)
    except rt.DataError:
        return
    assert rt.to_gateway(stored)["reasoning_meta"]["duration_ms"] is None or stored["blocks"]
