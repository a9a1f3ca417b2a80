"""The stored form of a message."""

import json
from typing import Any

import pytest
from reflex_thinking import DataError
from reflex_thinking import canonical as ev
from reflex_thinking.reducer import Draft, apply, apply_all
from reflex_thinking.stored import draft_from_event, final_event, user_event

from tests.units.reducing import MESSAGE, numbered, whole

RUN: list[ev.AnyEvent] = [
    ev.MessageStarted(thread_id="t1", created_at=1000, model="model-1", provider="someone", at=1000),
    ev.ReasoningPartStarted(
        segment_id="rs1", summary_index=0, sequence_number=2, created_at=1010, part_type="summary_text", at=1010
    ),
    ev.ReasoningPartDelta(segment_id="rs1", summary_index=0, text_delta="First", at=1020),
    ev.ReasoningPartCompleted(segment_id="rs1", summary_index=0, final_text="First.", at=1030),
    ev.ReasoningPartStarted(
        segment_id="rs1", summary_index=1, sequence_number=3, created_at=1040, part_type="summary_text", at=1040
    ),
    ev.ReasoningPartCompleted(segment_id="rs1", summary_index=1, redacted=True, at=1050),
    ev.ReasoningPartStarted(
        segment_id="rs1", summary_index=2, sequence_number=4, created_at=1060, part_type="summary_text", at=1060
    ),
    ev.ReasoningPartDelta(segment_id="rs1", summary_index=2, text_delta="Third", at=1070),
    ev.ReasoningPartCompleted(segment_id="rs1", summary_index=2, at=1080),
    ev.ReasoningSegmentMeta(segment_id="rs1", effort_level="high", reasoning_tokens=40, output_index=0, at=1085),
    ev.ToolCallStarted(
        call_id="c1", name="search", description="Looks", server=True, sequence_number=5, created_at=1090, at=1090
    ),
    ev.ToolCallUpdate(call_id="c1", args_delta='{"q":"x"}', logs_delta="log", at=1095),
    ev.ToolResult(call_id="c1", result=["found"], at=1100),
    ev.AssistantCallStarted(
        call_id="a1", assistant_id="scout", name="Scout", task="Look", sequence_number=6, created_at=1110, at=1110
    ),
    ev.CodeInterpreterCallStarted(
        call_id="c2", name="python", sequence_number=7, created_at=1120, parent_id="a1", at=1120
    ),
    ev.CodeInterpreterCallResult(call_id="c2", error="no such file", parent_id="a1", at=1130),
    ev.TextDelta(text_delta="Seen.", parent_id="a1", at=1135),
    ev.AssistantResult(call_id="a1", at=1140),
    ev.SummaryUpdated(block_id=f"{MESSAGE}:0", summary="Looked", final=True, at=1145),
    ev.TextDelta(text_delta="Answer", segment_id="msg1", at=1150),
    ev.Artifact(name="chips", data=["More?"], at=1160),
]

STORED: dict[str, Any] = {
    "id": MESSAGE,
    "role": "assistant",
    "status": "done",
    "thread_id": "t1",
    "created_at": 1000,
    "ended_at": 1200,
    "provider": "someone",
    "model": "model-1",
    "stop_reason": "end_turn",
    "usage": {"reasoning_tokens": 40, "output_tokens": 50},
    "segments": [
        {
            "type": "reasoning",
            "id": "rs1",
            "sequence_number": 1,
            "parts": [
                {
                    "text": "First.",
                    "type": "summary_text",
                    "summary_index": 0,
                    "sequence_number": 2,
                    "created_at": 1010,
                    "is_complete": True,
                },
                {
                    "text": "",
                    "type": "redacted",
                    "summary_index": 1,
                    "sequence_number": 3,
                    "created_at": 1040,
                    "is_complete": True,
                    "redacted": True,
                },
                {
                    "text": "Third",
                    "type": "summary_text",
                    "summary_index": 2,
                    "sequence_number": 4,
                    "created_at": 1060,
                    "is_complete": True,
                },
            ],
            "combined_text": "First.\n\nThird",
            "streaming": False,
            "started_at": 1010,
            "ended_at": 1080,
            "output_index": 0,
            "effort_level": "high",
            "reasoning_tokens": 40,
        },
        {
            "type": "tool_call",
            "id": "c1",
            "sequence_number": 5,
            "name": "search",
            "description": "Looks",
            "input": {"q": "x"},
            "result": ["found"],
            "logs": "log",
            "status": "done",
            "started_at": 1090,
            "ended_at": 1100,
            "server": True,
        },
        {
            "type": "assistant_call",
            "id": "a1",
            "sequence_number": 6,
            "name": "Scout",
            "assistant_id": "scout",
            "task": "Look",
            "result": "Seen.",
            "status": "done",
            "started_at": 1110,
            "ended_at": 1140,
            "segments": [
                {
                    "type": "code_interpreter_call",
                    "id": "c2",
                    "sequence_number": 7,
                    "name": "python",
                    "input": None,
                    "error": "no such file",
                    "status": "error",
                    "started_at": 1120,
                    "ended_at": 1130,
                }
            ],
        },
        {"type": "text", "id": "msg1", "text": "Answer"},
    ],
    "blocks": [{"id": f"{MESSAGE}:0", "summary": "Looked", "started_at": 1010, "ended_at": 1140}],
    "artifacts": {"chips": ["More?"]},
}


def ended(*events: ev.AnyEvent) -> dict[str, Any]:
    return final_event(whole(numbered(list(events))))


def test_a_run_is_stored_as_the_contract_says():
    stored = final_event(whole(RUN), ended_at=1200, stop_reason="end_turn", usage={"output_tokens": 50})
    assert stored == STORED
    assert list(stored) == list(STORED)


def test_a_refresh_shows_what_was_watched():
    draft = whole([*RUN, ev.MessageFinal(event=STORED)])
    shown = draft_from_event(json.loads(json.dumps(STORED)))
    assert shown.snapshot() == draft.snapshot()
    assert shown.snapshot()["blocks"][0]["reasoning_tokens"] == 40
    assert shown.answer() == "Answer"
    assert final_event(shown) == STORED


def test_a_stored_message_changes_no_more():
    draft = draft_from_event(STORED)
    assert apply(draft, ev.TextDelta(text_delta="more")) == []


def test_a_cancelled_run_keeps_what_there_was_and_is_incomplete():
    draft = whole([*RUN[:3], ev.MessageCancelled(at=1025)])
    stored = final_event(draft)
    assert (stored["status"], stored["incomplete"], stored["ended_at"]) == ("cancelled", True, 1025)
    [part] = stored["segments"][0]["parts"]
    assert (part["text"], part["is_complete"]) == ("First", False)
    assert draft_from_event(stored).snapshot() == draft.snapshot()


def test_an_answer_that_was_cut_off_says_so_live_and_stored():
    stored = final_event(whole(RUN), ended_at=1200, stop_reason="max_tokens", incomplete=True)
    assert (stored["status"], stored["incomplete"], stored["stop_reason"]) == ("done", True, "max_tokens")
    watched = whole([*RUN, ev.MessageFinal(event=stored)])
    assert watched.snapshot()["incomplete"] is True
    assert draft_from_event(stored).snapshot() == watched.snapshot()
    assert final_event(draft_from_event(stored)) == stored


def test_a_failed_run_says_why():
    stored = final_event(whole([*RUN, ev.MessageError(message="Overloaded", code="529", at=1170)]))
    assert (stored["status"], stored["error"]) == ("error", {"message": "Overloaded", "code": "529"})
    assert "incomplete" in stored and "error" not in STORED and "incomplete" not in STORED


def test_an_open_draft_is_stored_as_it_will_be_when_it_ends():
    draft = whole(RUN[:12])
    stored = final_event(draft, ended_at=1300)
    assert draft.status == "thinking"
    assert [segment.get("ended_at") for segment in stored["segments"]] == [1080, 1300]
    apply(draft, ev.MessageFinal(event=stored))
    assert final_event(draft) == stored
    assert draft_from_event(stored).snapshot() == draft.snapshot()


def test_a_message_of_which_nothing_is_known_is_stored_with_all_that_a_message_has():
    assert final_event(Draft("m")) == {
        "id": "m",
        "role": "assistant",
        "status": "done",
        "thread_id": "",
        "created_at": 0,
        "ended_at": 0,
        "segments": [],
        "blocks": [],
    }


def test_a_segment_takes_the_number_before_its_first_part_only_when_it_is_free():
    reserved = ended(ev.ReasoningPartStarted(segment_id="r", sequence_number=3))
    assert reserved["segments"][0]["sequence_number"] == 2
    taken = ended(
        ev.ToolCallStarted(call_id="c", name="x", sequence_number=1),
        ev.ReasoningPartStarted(segment_id="r", sequence_number=2),
    )
    assert [segment["sequence_number"] for segment in taken["segments"]] == [1, 2]


def test_steps_without_numbers_get_them_from_one_counter():
    stored = ended(
        ev.ReasoningPartDelta(segment_id="r", text_delta="a"),
        ev.ReasoningPartDelta(segment_id="r", summary_index=1, text_delta="b"),
        ev.ToolCallUpdate(call_id="c"),
        ev.ReasoningPartDelta(segment_id="s", text_delta="c"),
    )
    assert [segment["sequence_number"] for segment in stored["segments"]] == [1, 4, 5]
    assert [part["sequence_number"] for part in stored["segments"][0]["parts"]] == [2, 3]
    assert stored["segments"][2]["parts"][0]["sequence_number"] == 6


@pytest.mark.parametrize("raw", ['{"q": ', "null", "NaN", ""])
def test_input_that_is_no_value_is_stored_and_shown_as_it_came(raw: str):
    draft = whole([ev.ToolCallStarted(call_id="c", name="x"), ev.ToolCallUpdate(call_id="c", args_delta=raw)])
    stored = final_event(draft)
    assert stored["segments"][0]["input"] == (raw or None)
    apply(draft, ev.MessageFinal(event=stored))
    assert draft_from_event(stored).snapshot() == draft.snapshot()


def test_a_message_does_not_end_before_it_was_created():
    draft = whole([ev.ToolCallStarted(call_id="c", name="x", at=5), ev.MessageStarted(created_at=9, at=6)])
    stored = final_event(draft)
    assert (stored["ended_at"], stored["segments"][0]["ended_at"]) == (9, 9)
    apply(draft, ev.MessageFinal(event=stored))
    assert final_event(draft) == stored


def test_only_the_block_at_the_end_has_the_status_of_a_message_that_was_stopped():
    think = ev.ReasoningPartDelta
    events = [
        think(segment_id="r", text_delta="a"),
        ev.TextDelta(text_delta="b"),
        think(segment_id="s", text_delta="c"),
    ]
    stored = ended(*events, ev.MessageCancelled())
    assert [block["status"] for block in draft_from_event(stored).blocks] == ["done", "cancelled"]


def test_part_of_a_nested_failure_is_shown_as_it_was():
    draft = whole(
        numbered(
            [
                ev.AssistantCallStarted(call_id="a", name="A"),
                ev.ReasoningPartDelta(segment_id="r", text_delta="half", parent_id="a"),
                ev.AssistantResult(call_id="a", error="lost"),
                ev.TextDelta(text_delta="Sorry"),
            ]
        )
    )
    apply(draft, ev.MessageFinal(event=final_event(draft)))
    shown = draft_from_event(final_event(draft))
    assert shown.snapshot() == draft.snapshot()
    assert shown.snapshot()["parts"][0]["child_steps"][0]["status"] == "error"


def test_unknown_keys_parts_and_segments_do_not_stop_a_message_from_loading():
    event = {
        **STORED,
        "schema": 9,
        "segments": [{**segment, "novelty": {"a": 1}} for segment in STORED["segments"] if segment["type"] != "text"]
        + [
            {"type": "image", "id": "i1", "url": "/a.png", "alt": "A"},
            {"type": "hologram", "id": "h1", "depth": 3},
            {"type": "text", "id": "msg1", "text": "Answer"},
        ],
        "blocks": [{**STORED["blocks"][0], "mood": "calm"}],
    }
    shown = draft_from_event(event).snapshot()
    assert [part["type"] for part in shown["parts"]][5:] == ["image", "hologram", "text"]
    assert shown["parts"][5] == {"id": "i1", "type": "image", "url": "/a.png", "alt": "A"}
    assert "novelty" not in shown["parts"][0] and "schema" not in shown and "mood" not in shown["blocks"][0]


def test_an_old_message_with_little_in_it_loads():
    event = {
        "id": "m",
        "segments": [{"type": "reasoning", "id": "r", "parts": [{"text": "a"}]}, {"type": "tool_call", "id": "c"}],
    }
    shown = draft_from_event(event).snapshot()
    assert [part["status"] for part in shown["parts"]] == ["done", "done"]
    assert shown["blocks"] == [{"id": "m:0", "start": 0, "end": 1, "status": "done", "started_at": 0, "ended_at": 0}]


@pytest.mark.parametrize("event", [{}, {"id": "m", "segments": [{"id": "x"}]}, {"id": "m", "segments": 5}, None, "m"])
def test_what_is_no_stored_message_is_named_in_one_line(event: Any):
    with pytest.raises(DataError, match=r"^stored message .* cannot be read: ") as raised:
        draft_from_event(event)
    assert "\n" not in str(raised.value)


def test_what_a_user_wrote_is_a_message_too():
    event = user_event("u1", "Hello", "t1", 500)
    draft = draft_from_event(event)
    assert draft.snapshot() == {
        "id": "u1",
        "role": "user",
        "status": "done",
        "thread_id": "t1",
        "created_at": 500,
        "ended_at": 500,
        "parts": [{"id": "text", "type": "text", "text": "Hello"}],
        "blocks": [],
    }
    assert final_event(draft) == event


def test_apply_all_and_apply_agree():
    one, other = Draft(MESSAGE), Draft(MESSAGE)
    assert apply_all(one, RUN) == [op for event in RUN for op in apply(other, event)]
