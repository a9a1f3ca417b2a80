"""Events: read, written, described."""

import datetime
import json
import re
from pathlib import Path
from typing import get_args

import pytest
from reflex_thinking import DataError
from reflex_thinking import canonical as ev

SCHEMA = Path(__file__).parents[2] / "docs" / "events.schema.json"

CONTRACT = {
    "message_started",
    "reasoning_part_started",
    "reasoning_part_delta",
    "reasoning_part_completed",
    "reasoning_segment_meta",
    "text_delta",
    "part_added",
    "tool_call_started",
    "tool_call_update",
    "tool_result",
    "web_search_call_started",
    "web_search_call_update",
    "web_search_call_result",
    "code_interpreter_call_started",
    "code_interpreter_call_update",
    "code_interpreter_call_result",
    "assistant_call_started",
    "assistant_call_update",
    "assistant_result",
    "summary_updated",
    "artifact",
    "message_error",
    "message_cancelled",
    "message_final",
}


def test_there_is_a_class_for_every_type():
    assert {kind.model_fields["type"].default for kind in get_args(ev.AnyEvent)} == CONTRACT


def test_an_event_is_read_from_text_bytes_or_a_dict():
    data = {"type": "text_delta", "event_id": "m", "text_delta": "Hi 😀", "segment_id": "t"}
    text = json.dumps(data)
    assert ev.parse_event(data) == ev.parse_event(text) == ev.parse_event(text.encode())
    assert isinstance(ev.parse_event(data), ev.TextDelta)


def test_what_is_not_set_is_not_written():
    event = ev.ReasoningPartDelta(segment_id="r", text_delta="a")
    assert event.to_json_dict() == {
        "type": "reasoning_part_delta",
        "event_id": "",
        "segment_id": "r",
        "summary_index": 0,
        "text_delta": "a",
    }
    assert "\n" not in event.to_json()


def test_null_inside_a_value_is_kept():
    event = ev.ToolResult(call_id="c", result={"a": None, "b": [None]})
    assert ev.parse_event(event.to_json()) == event
    assert event.to_json_dict()["result"] == {"a": None, "b": [None]}


def test_a_stamped_event_has_its_place_and_the_original_has_not():
    event = ev.MessageCancelled()
    stamped = event.stamped(event_id="m", seq=3, at=5)
    assert (stamped.event_id, stamped.seq, stamped.at) == ("m", 3, 5)
    assert event.seq is None


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({1: "a"}, {"1": "a"}),
        ((1, 2), [1, 2]),
        (float("nan"), None),
        ({"at": datetime.date(2026, 1, 2)}, {"at": "2026-01-02"}),
        ("lone \ud83d", "lone \ufffd"),
        ({"key": ["\ud83d\ude00", "lone \ude00", 1.5]}, {"key": ["😀", "lone \ufffd", 1.5]}),
        (b"\xff", "_w=="),
        (10**30, 10**30),
        (True, True),
    ],
)
def test_a_value_that_json_does_not_know_becomes_the_nearest_that_it_does(value: object, said: object):
    event = ev.ToolResult(call_id="c", result=value)
    assert event.result == said
    assert ev.parse_event(event.to_json()) == event


def test_a_value_that_holds_itself_becomes_text():
    value: dict = {}
    value["self"] = value
    assert ev.ToolResult(call_id="c", result=value).result == "{'self': {...}}"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"type": "text"}, r"^event: type = 'text': there is no such event"),
        ({"text_delta": "x"}, r"^event: type is missing"),
        ({"type": "text_delta", "text_delta": 5}, r"^event: text_delta\.text_delta = 5: "),
        ({"type": "text_delta", "text_delta": "a", "more": 1}, r"^event: text_delta\.more = 1: "),
        ({"type": "reasoning_part_delta", "segment_id": "", "text_delta": "a"}, r"segment_id = '': "),
        ({"type": "tool_call_update", "call_id": "c", "progress": 1.5}, r"progress = 1\.5: "),
        ({"type": "message_cancelled", "seq": 0}, r"seq = 0: "),
        ("{", r"^event: value = '{': Invalid JSON"),
        ('"text"', r"^event: "),
        ("[1]", r"^event: "),
    ],
)
def test_what_cannot_be_read_is_named_in_one_line(data: str | dict, message: str):
    with pytest.raises(DataError) as raised:
        ev.parse_event(data)
    assert re.search(message, str(raised.value))
    assert "\n" not in str(raised.value)


def test_the_exported_schema_is_current():
    how = "from reflex_thinking.canonical import event_json_schema; print(event_json_schema(), end='')"
    current = SCHEMA.read_text(encoding="utf-8") == ev.event_json_schema()
    assert current, f'write it anew: .venv/bin/python -c "{how}" > docs/events.schema.json'


def test_the_schema_asks_for_the_type():
    schema = json.loads(ev.event_json_schema())
    assert set(schema["discriminator"]["mapping"]) == CONTRACT
    assert all("type" in definition["required"] for definition in schema["$defs"].values())
