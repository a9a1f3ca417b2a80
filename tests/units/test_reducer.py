"""Events become a message."""

import json
from typing import Any

from reflex_thinking import FilePart, ImagePart
from reflex_thinking import canonical as ev
from reflex_thinking.reducer import Draft, apply, apply_all, as_text, step_id
from reflex_thinking.stored import draft_from_event, final_event

from tests.units.reducing import MESSAGE, apply_ops, empty_message, numbered, whole


def start(segment: str = "r1", index: int = 0, **fields: Any) -> ev.ReasoningPartStarted:
    return ev.ReasoningPartStarted(segment_id=segment, summary_index=index, **fields)


def delta(text: str, segment: str = "r1", index: int = 0, **fields: Any) -> ev.ReasoningPartDelta:
    return ev.ReasoningPartDelta(segment_id=segment, summary_index=index, text_delta=text, **fields)


def done(segment: str = "r1", index: int = 0, **fields: Any) -> ev.ReasoningPartCompleted:
    return ev.ReasoningPartCompleted(segment_id=segment, summary_index=index, **fields)


def tool(call: str = "c1", **fields: Any) -> ev.ToolCallStarted:
    return ev.ToolCallStarted(call_id=call, **{"name": "search", **fields})


def assistant(call: str = "a1", **fields: Any) -> ev.AssistantCallStarted:
    return ev.AssistantCallStarted(call_id=call, **{"name": "Scout", **fields})


def text(words: str, **fields: Any) -> ev.TextDelta:
    return ev.TextDelta(text_delta=words, **fields)


def ids(draft: Draft) -> list[str]:
    return [node.id for node in draft.parts]


def parts(*events: ev.AnyEvent) -> list[dict[str, Any]]:
    return whole(list(events)).snapshot()["parts"]


def test_a_step_has_the_time_at_which_it_began():
    inner = delta("deep", "r2", at=9, parent_id="a1")
    draft = whole([start(at=5), tool(at=6, created_at=7), assistant(at=8), inner])
    first, second, third = draft.snapshot()["parts"]
    assert (first["timestamp"], second["timestamp"], third["timestamp"]) == (5, 7, 8)
    assert third["child_steps"][0]["timestamp"] == 9
    assert draft_from_event(final_event(draft)).snapshot()["parts"][2]["child_steps"][0]["timestamp"] == 9


def test_a_step_of_which_nobody_knows_when_it_began_has_no_timestamp():
    assert all("timestamp" not in part for part in parts(start(), tool(), assistant()))


# Reasoning ------------------------------------------------------------------------------------------------------------


def test_a_part_streams_and_is_corrected_only_when_it_differs():
    draft = Draft(MESSAGE)
    assert apply(draft, start(at=5)) == [
        [
            "n",
            0,
            {"id": "r1", "type": "reasoning", "status": "thinking", "content": "", "started_at": 5, "timestamp": 5},
        ],
        ["b", 0, {"id": "m1:0", "start": 0, "end": 0, "status": "thinking", "started_at": 5}],
    ]
    assert apply(draft, delta("Hel")) == [["a", 0, "Hel"]]
    assert apply(draft, delta("lo")) == [["a", 0, "lo"]]
    assert apply(draft, done(final_text="Hello")) == [["s", 0, {"status": "done"}]]

    apply_all(draft, [start("r2"), delta("Helo", "r2")])
    assert apply(draft, done("r2", final_text="Hello")) == [["s", 1, {"status": "done", "content": "Hello"}]]


def test_text_before_the_start_announces_the_part_and_the_start_brings_what_was_missing():
    draft = Draft(MESSAGE)
    apply(draft, delta("early", at=20))
    ops = apply(draft, start(created_at=10, sequence_number=7, part_type="summary_text", at=30))
    assert ops == [["s", 0, {"started_at": 10, "timestamp": 10}]]
    assert apply(draft, start(created_at=99)) == [], "a second start says nothing new"
    assert draft.snapshot()["parts"] == [
        {"id": "r1", "type": "reasoning", "status": "thinking", "content": "early", "started_at": 10, "timestamp": 10}
    ]


def test_a_part_that_is_complete_takes_no_more():
    draft = whole([delta("all"), done(final_text="all")])
    assert apply_all(draft, [delta("all"), done(final_text="other"), start()]) == []


def test_an_end_that_comes_first_counts():
    [part] = parts(done(final_text="whole"), start(), delta("wh"))
    assert (part["status"], part["content"]) == ("done", "whole")


def test_a_redacted_part_has_no_text():
    [part] = parts(delta("secret"), done(redacted=True), delta("more"))
    assert part == {
        "id": "r1",
        "type": "reasoning",
        "status": "done",
        "content": "",
        "started_at": 0,
        "redacted": True,
    }


def test_parts_of_a_segment_stand_together_in_order_however_they_arrive():
    draft = whole([start(index=2), tool(), start(index=0), delta("x", index=1), start("r2"), start(index=3)])
    assert ids(draft) == ["r1", "r1#1", "r1#2", "r1#3", "c1", "r2"]
    assert [step_id("r1", index) for index in (0, 1)] == ["r1", "r1#1"]


def test_concurrent_parts_grow_each_on_its_own():
    draft = Draft(MESSAGE)
    apply_all(draft, [start(), start(index=1)])
    assert apply(draft, delta("b", index=1)) == [["a", 1, "b"]]
    assert apply(draft, delta("a")) == [["a", 0, "a"]]


# Order ----------------------------------------------------------------------------------------------------------------


def test_steps_stand_in_the_order_of_their_sequence_numbers():
    draft = whole(
        [
            tool("c5", sequence_number=5),
            start(sequence_number=3),
            tool("c9", sequence_number=9),
            tool("c4", sequence_number=4),
        ]
    )
    assert ids(draft) == ["r1", "c4", "c5", "c9"]


def test_steps_with_the_same_number_stand_in_the_order_of_their_arrival():
    draft = whole([tool("c1", sequence_number=2), tool("c2", sequence_number=2), tool("c3", sequence_number=2)])
    assert ids(draft) == ["c1", "c2", "c3"]


def test_a_late_number_never_comes_between_the_parts_of_a_segment():
    draft = whole([start(sequence_number=2), start(index=1, sequence_number=8), tool(sequence_number=5)])
    assert ids(draft) == ["r1", "r1#1", "c1"]


def test_what_came_after_an_answer_stays_after_it():
    draft = whole([tool("c9", sequence_number=9), text("Answer"), tool("c1", sequence_number=1)])
    assert ids(draft) == ["c9", "text", "c1"]
    assert [block["id"] for block in draft.blocks] == ["m1:0", "m1:1"]


# Answer and blocks ----------------------------------------------------------------------------------------------------


def test_thinking_time_ends_with_the_last_step_not_with_the_answer():
    draft = whole([start(at=100), done(at=400), text("A", at=900), text("B", at=5000)])
    assert draft.blocks == [{"id": "m1:0", "start": 0, "end": 0, "status": "done", "started_at": 100, "ended_at": 400}]
    assert draft.answer() == "AB"


def test_where_thinking_was_asked_for_the_first_block_began_with_the_message():
    started = ev.MessageStarted(created_at=100, thinking_enabled=True, at=100)
    draft = whole([started, start(at=900), done(at=1400), text("A", at=2000), tool(at=3000)])
    assert [(block["started_at"], block.get("ended_at")) for block in draft.blocks] == [(100, 1400), (3000, None)]
    assert draft.parts[0].fields["started_at"] == 900, "the step began when it began"
    for asked in (False, None):
        other = whole([ev.MessageStarted(created_at=100, thinking_enabled=asked, at=100), start(at=900)])
        assert other.blocks[0]["started_at"] == 900
    answered = whole([started, text("A", at=500), start(at=900)])
    assert answered.blocks[0]["started_at"] == 900


def test_whether_thinking_was_asked_for_is_known_until_the_end():
    draft = Draft(MESSAGE)
    ops = apply(draft, ev.MessageStarted(created_at=5, thinking_enabled=False, at=5))
    assert ops == [["m", {"created_at": 5, "thread_id": "", "thinking_enabled": False}]]
    ops += apply(draft, ev.MessageCancelled(at=9))
    assert ops[-1] == ["m", {"status": "cancelled", "ended_at": 9, "thinking_enabled": None}]
    assert "thinking_enabled" not in draft.snapshot()
    assert apply_ops(empty_message(), ops) == draft.snapshot()


def test_a_block_whose_step_is_still_open_ends_when_the_answer_begins():
    draft = whole([start(at=100), tool(at=150), done(at=200), text("A", at=300)])
    assert (draft.blocks[0]["status"], draft.blocks[0]["ended_at"]) == ("done", 300)
    assert apply(draft, ev.ToolResult(call_id="c1", result="ok", at=800)) == [
        ["s", 1, {"status": "done", "ended_at": 800, "tool_result": "ok"}]
    ], "the step ends later; its block is not reopened"


def test_between_two_steps_the_block_goes_on():
    draft = whole([start(at=100), done(at=200)])
    assert draft.blocks[0]["status"] == "thinking"
    apply(draft, tool(at=300))
    assert draft.blocks[0]["end"] == 1


def test_steps_after_the_answer_began_form_a_new_block():
    draft = whole([start(), text("A"), tool(at=50), text("B")])
    assert ids(draft) == ["r1", "text", "c1", "text.3"]
    assert [(block["id"], block["start"], block["end"]) for block in draft.blocks] == [("m1:0", 0, 0), ("m1:1", 2, 2)]


def test_text_of_a_named_segment_goes_on_where_it_stands():
    draft = whole([text("A", segment_id="t"), tool(), text("B", segment_id="t")])
    assert ids(draft) == ["t", "c1"]
    assert draft.answer() == "AB"


def test_a_late_part_takes_its_place_in_an_earlier_block_and_reopens_nothing():
    events = [start(index=1, at=10), done(index=1, at=20), text("A", at=30), tool(at=40)]
    draft = whole(events)
    before = apply_ops(empty_message(), apply_all(Draft(MESSAGE), events))
    ops = apply(draft, delta("late", at=90))
    assert ops[1:] == [["b", 0, {"end": 1}], ["b", 1, {"start": 3, "end": 3}], ["a", 0, "late"]]
    assert apply_ops(before, ops) == draft.snapshot()
    assert (draft.blocks[0]["status"], draft.blocks[0]["ended_at"]) == ("done", 20)


def test_a_summary_reaches_its_block_also_before_there_is_one():
    draft = Draft(MESSAGE)
    assert apply(draft, ev.SummaryUpdated(block_id="m1:0", summary="Soon")) == []
    apply(draft, start())
    assert draft.blocks[0]["summary"] == "Soon"
    assert apply(draft, ev.SummaryUpdated(block_id="m1:0", summary="Now", final=True)) == [["b", 0, {"summary": "Now"}]]
    assert apply(draft, ev.SummaryUpdated(block_id="m1:0", summary="Late")) == [], "the final one stays"
    assert apply(draft, ev.SummaryUpdated(block_id="elsewhere", summary="x")) == []


def test_tokens_add_up_on_the_block_and_in_the_usage():
    draft = whole([start("r1"), done("r1"), start("r2"), assistant(), start("n", parent_id="a1")])
    meta = ev.ReasoningSegmentMeta
    apply(draft, meta(segment_id="r2", reasoning_tokens=10, effort_level="high"))
    apply(draft, meta(segment_id="r1", reasoning_tokens=5, effort_level="low"))
    apply(draft, meta(segment_id="r1", reasoning_tokens=7))
    apply(draft, meta(segment_id="n", parent_id="a1", reasoning_tokens=100, effort_level="minimal"))
    assert draft.blocks[0]["reasoning_tokens"] == 117
    assert draft.blocks[0]["effort_level"] == "high", "of the last segment at the top level"
    assert draft.fields["usage"] == {"reasoning_tokens": 117}


def test_what_is_said_about_a_segment_before_it_exists_is_kept():
    draft = whole([ev.ReasoningSegmentMeta(segment_id="r1", reasoning_tokens=5, effort_level="low")])
    assert draft.parts == []
    apply(draft, delta("x"))
    assert (draft.blocks[0]["reasoning_tokens"], draft.blocks[0]["effort_level"]) == (5, "low")


# Calls ----------------------------------------------------------------------------------------------------------------


def test_input_is_shown_as_it_streams_and_then_as_it_is_stored():
    draft = whole([tool(args_preview="looking…")])
    update = ev.ToolCallUpdate
    assert apply(draft, update(call_id="c1", args_delta='{"q":')) == [["s", 0, {"tool_input": '{"q":'}]]
    assert apply(draft, update(call_id="c1", args_delta='"x"}')) == [["a", 0, '"x"}', "tool_input"]]
    ops = apply(draft, ev.ToolResult(call_id="c1", result={"n": 1}, at=9))
    assert ops == [["s", 0, {"status": "done", "ended_at": 9, "tool_input": '{"q": "x"}', "tool_result": '{"n": 1}'}]]
    assert as_text({"q": "é"}) == '{"q": "é"}'


def test_input_that_is_no_json_stays_as_it_is():
    for raw in ('{"q": ', "NaN", "1e999", "null", '"\\ud800"', "[" * 5000):
        [part] = parts(tool(), ev.ToolCallUpdate(call_id="c1", args_delta=raw), ev.ToolResult(call_id="c1"))
        assert part["tool_input"] == raw


def test_the_whole_input_replaces_what_was_streamed():
    update = ev.ToolCallUpdate
    [part] = parts(
        tool(),
        update(call_id="c1", args_delta="{"),
        update(call_id="c1", input=[1]),
        update(call_id="c1", args_delta="}"),
    )
    assert part["tool_input"] == "[1]"


def test_a_result_before_the_start_announces_the_call():
    draft = whole([ev.WebSearchCallResult(call_id="w1", result="found", at=40)])
    apply_all(draft, [ev.WebSearchCallStarted(call_id="w1", name="web_search", args_preview='{"q":1}', created_at=10)])
    apply(draft, ev.WebSearchCallUpdate(call_id="w1", progress=0.5))
    assert draft.snapshot()["parts"] == [
        {
            "id": "w1",
            "type": "tool_call",
            "kind": "web_search_call",
            "status": "done",
            "content": "",
            "tool_name": "web_search",
            "tool_input": '{"q": 1}',
            "tool_result": "found",
            "started_at": 10,
            "timestamp": 10,
            "ended_at": 40,
        }
    ]


def test_arguments_that_arrive_after_the_result_are_not_lost():
    update = ev.ToolCallUpdate
    [part] = parts(
        ev.ToolResult(call_id="c1"), update(call_id="c1", args_delta='{"a":'), update(call_id="c1", args_delta="1}")
    )
    assert part["tool_input"] == '{"a": 1}'


def test_an_error_ends_a_call_even_if_it_was_said_to_be_done():
    [part] = parts(tool(), ev.ToolCallUpdate(call_id="c1", status="done"), ev.ToolResult(call_id="c1", error="no"))
    assert (part["status"], part["error"]) == ("error", "no")


def test_progress_is_shown_until_the_call_ends():
    draft = whole([tool(), ev.ToolCallUpdate(call_id="c1", progress=0.5, logs_delta="a\n")])
    assert draft.snapshot()["parts"][0]["progress"] == 0.5
    apply_all(draft, [ev.ToolResult(call_id="c1"), ev.ToolCallUpdate(call_id="c1", progress=0.9, logs_delta="b\n")])
    [part] = draft.snapshot()["parts"]
    assert "progress" not in part
    assert part["logs"] == "a\nb\n"


def test_only_the_first_result_counts():
    draft = whole([tool(), ev.ToolResult(call_id="c1", result=1)])
    assert apply(draft, ev.ToolResult(call_id="c1", result=2, error="x")) == []


# Assistants -----------------------------------------------------------------------------------------------------------


def test_an_assistant_holds_what_it_does_to_any_depth():
    draft = Draft(MESSAGE)
    apply_all(
        draft,
        [start(), assistant("a1"), assistant("b1"), assistant("a2", parent_id="a1"), tool("c1", parent_id="a1")],
    )
    apply(draft, start("n", parent_id="a2"))
    assert apply(draft, delta("deep", "n", parent_id="a2")) == [["a", [1, 0, 0], "deep"]]
    assert apply(draft, ev.ToolCallUpdate(call_id="c1", logs_delta="x")) == [["a", [1, 1], "x", "logs"]]
    assert apply(draft, start("m", parent_id="b1"))[0][:2] == ["n", [2, 0]]
    assert len(draft.blocks) == 1
    assert draft.blocks[0]["end"] == 2


def test_the_same_segment_id_in_two_assistants_is_two_segments():
    draft = whole([assistant("a1"), assistant("a2"), delta("x", parent_id="a1"), delta("y", parent_id="a2")])
    assert [part["child_steps"][0]["content"] for part in draft.snapshot()["parts"]] == ["x", "y"]


def test_an_assistants_text_is_its_result():
    draft = whole([assistant(), text("part", parent_id="a1")])
    assert apply(draft, text("ly", parent_id="a1")) == [["a", 0, "ly", "assistant_result"]]
    assert apply(draft, ev.AssistantResult(call_id="a1", result="partly", at=3)) == [
        ["s", 0, {"status": "done", "ended_at": 3}]
    ], "a result that was streamed is not sent again"
    assert apply(draft, text("late", parent_id="a1")) == []
    assert draft.answer() == ""


def test_an_unknown_parent_is_announced_by_what_happens_inside_it():
    draft = whole([text("leak?", parent_id="a9"), start(parent_id="a9")])
    assert draft.answer() == ""
    apply(draft, assistant("a9", name="Scout", task="Look"))
    [part] = draft.snapshot()["parts"]
    assert (part["assistant_name"], part["assistant_result"]) == ("Scout", "leak?")
    assert [step["id"] for step in part["child_steps"]] == ["r1"]


def test_what_names_a_tool_as_its_parent_stands_beside_it():
    draft = whole([assistant(), tool("c1", parent_id="a1"), start(parent_id="c1")])
    assert [step["id"] for step in draft.snapshot()["parts"][0]["child_steps"]] == ["c1", "r1"]


def test_a_call_that_says_it_is_inside_itself_stands_at_the_top():
    assert ids(whole([assistant("a1", parent_id="a1"), tool("c1", parent_id="c1")])) == ["a1", "c1"]


def test_an_assistant_that_fails_closes_everything_inside_it():
    draft = whole(
        [assistant("a1"), assistant("a2", parent_id="a1"), delta("half", parent_id="a2"), tool(parent_id="a1")]
    )
    apply(draft, ev.AssistantResult(call_id="a1", error="lost"))
    [outer] = draft.snapshot()["parts"]
    inner, call = outer["child_steps"]
    assert [step["status"] for step in (outer, inner, inner["child_steps"][0], call)] == ["error"] * 4
    assert inner["child_steps"][0]["content"] == "half"
    assert draft.status == "thinking"


def test_a_step_that_comes_late_to_an_assistant_that_ended_is_not_open():
    draft = whole([assistant(), ev.AssistantResult(call_id="a1"), delta("late", parent_id="a1"), tool(parent_id="a1")])
    [part] = draft.snapshot()["parts"]
    assert [(step["status"], step["content"]) for step in part["child_steps"]] == [("done", "late"), ("done", "")]


def test_a_result_for_an_assistant_may_come_as_that_of_a_tool():
    [part] = parts(assistant(), ev.ToolResult(call_id="a1", result="found"))
    assert (part["assistant_result"], part["status"]) == ("found", "done")


def test_very_deep_nesting_is_flattened_not_refused():
    chain = [assistant(f"a{n}", parent_id=f"a{n - 1}" if n else None) for n in range(500)]
    draft = whole([*chain, delta("bottom", parent_id="a499")])
    depth, steps = 0, draft.snapshot()["parts"]
    while steps:
        depth, steps = depth + 1, steps[0].get("child_steps")
    assert depth == 64


# The end --------------------------------------------------------------------------------------------------------------


def test_an_error_closes_what_is_open_and_keeps_the_text():
    draft = whole(
        [delta("so f"), start("r2"), done("r2"), tool(), ev.MessageError(message="Overloaded", code="529", at=70)]
    )
    message = draft.snapshot()
    assert [part["status"] for part in message["parts"]] == ["error", "done", "error"]
    assert message["parts"][0]["content"] == "so f"
    assert (message["blocks"][0]["status"], message["blocks"][0]["ended_at"]) == ("error", 70)
    assert (message["status"], message["error"]) == ("error", {"message": "Overloaded", "code": "529"})


def test_the_first_end_counts():
    draft = whole([delta("x"), ev.MessageCancelled(at=5)])
    late = [ev.MessageError(message="late"), delta("y"), done(), text("z"), tool(), ev.MessageCancelled(at=9)]
    assert apply_all(draft, late) == []
    assert draft.status == "cancelled"


def test_after_the_end_summaries_artifacts_and_counts_are_still_taken():
    draft = whole([delta("x"), ev.MessageCancelled()])
    late = [
        ev.SummaryUpdated(block_id="m1:0", summary="s"),
        ev.Artifact(name="chips", data=["a"]),
        ev.ReasoningSegmentMeta(segment_id="r1", reasoning_tokens=3),
        ev.ReasoningSegmentMeta(segment_id="n", parent_id="never", reasoning_tokens=4),
    ]
    apply_all(draft, late)
    assert draft.fields["artifacts"] == {"chips": ["a"]}
    assert draft.fields["usage"] == {"reasoning_tokens": 7}
    assert len(draft.parts) == 1
    assert draft.blocks[0]["summary"] == "s"


def test_a_block_before_the_answer_is_done_even_if_the_message_fails():
    draft = whole([delta("x"), done(), text("A"), ev.MessageError(message="no")])
    assert draft.blocks[0]["status"] == "done"


def test_the_end_repeats_no_text():
    draft = whole([delta("thinking"), text("Answer"), tool(), ev.ToolCallUpdate(call_id="c1", args_delta='{"q": 1}')])
    from reflex_thinking.stored import final_event

    ops = apply(
        draft, ev.MessageFinal(event=final_event(draft, ended_at=7, stop_reason="end_turn", usage={"output_tokens": 2}))
    )
    assert "thinking" not in str([op for op in ops if op[0] == "a"])
    assert all(op[0] in "sbm" and not {"content", "text", "tool_input"} & set(op[-1]) for op in ops)
    assert ops[-1][0] == "m"
    assert draft.fields["usage"] == {"output_tokens": 2}
    assert apply(draft, ev.Artifact(name="late", data=1)) == [], "nothing comes after the final event"


def test_a_message_that_could_not_be_stored_says_so():
    draft = whole([text("A")])
    ops = apply(draft, ev.MessageFinal(event={"id": MESSAGE, "status": "done", "ended_at": 3}, persisted=False))
    assert ops[-1] == ["m", {"persisted": False}]


def test_an_event_that_was_applied_changes_nothing():
    events = numbered([delta("a"), delta("b"), text("c")])
    draft = whole(events)
    assert apply_all(draft, events) == []
    assert draft.seq == 3


def test_a_snapshot_is_not_the_drafts_own():
    draft = whole([delta("a"), assistant(), tool(parent_id="a1")])
    shown = draft.snapshot()
    shown["parts"][1]["child_steps"].clear()
    shown["blocks"][0]["end"] = 99
    shown["parts"][0]["content"] = "changed"
    assert draft.snapshot() != shown
    assert draft.blocks[0]["end"] == 1


# Images and files -----------------------------------------------------------------------------------------------------


def image(part_id: str = "p1", **fields: Any) -> ev.PartAdded:
    outside = {key: fields.pop(key) for key in ("parent_id", "sequence_number", "at") if key in fields}
    return ev.PartAdded(part=ImagePart(id=part_id, **{"media_type": "image/png", "data": "aGk=", **fields}), **outside)


def test_an_image_ends_the_thinking_before_it_as_text_does():
    draft = whole([delta("Hm.", at=1), image(at=5), tool(at=6), image("p2", at=9), text("So.")])
    assert ids(draft) == ["r1", "p1", "c1", "p2", "text"]
    assert [(block["start"], block["end"], block["status"], block["ended_at"]) for block in draft.blocks] == [
        (0, 0, "done", 5),
        (2, 2, "done", 9),
    ]


def test_text_without_a_segment_begins_anew_after_an_image():
    assert [part["type"] for part in parts(text("a"), image(), text("b"), text("c"))] == ["text", "image", "text"]


def test_a_later_version_takes_the_place_of_an_earlier_one():
    draft = Draft(MESSAGE)
    apply_all(draft, [text("a"), image(partial=True, width=3), text("b")])
    assert apply(draft, image(data="aGVsbG8=", alt="A field")) == [
        ["s", 1, {"data": "aGVsbG8=", "alt": "A field", "partial": None, "width": None}]
    ]
    assert apply(draft, image(data="aGVsbG8=", alt="A field")) == []
    assert apply(draft, ev.PartAdded(part=FilePart(id="p1", media_type="image/svg+xml"))) == [
        ["s", 1, {"media_type": "image/svg+xml", "data": None, "alt": None, "type": "file"}]
    ]
    assert [part["type"] for part in draft.snapshot()["parts"]] == ["text", "file", "text"]


def test_the_draft_of_an_image_is_no_draft_any_more_when_the_message_ends():
    drafts = [image(partial=True), assistant(), image("p2", partial=True, parent_id="a1"), image("p3")]
    for end in (ev.MessageCancelled(), ev.MessageError(message="No.")):
        draft = Draft(MESSAGE)
        apply_all(draft, drafts)
        ops = apply(draft, end)
        assert [op for op in ops if op[0] == "s" and "partial" in op[2]] == [
            ["s", 0, {"partial": None}],
            ["s", [1, 0], {"partial": None}, "parts"],
        ]
        assert draft_from_event(final_event(draft)).snapshot() == draft.snapshot()
    open_one = Draft(MESSAGE)
    apply_all(open_one, drafts)
    assert "partial" not in json.dumps(final_event(open_one))


def test_what_an_image_adds_does_not_depend_on_those_before_it():
    draft = Draft(MESSAGE)
    apply_all(draft, [assistant(), image("first")])
    for parent in (None, "a1"):
        sizes = [
            len(json.dumps(apply(draft, image(f"p{number}", data="aGk=" * 100, parent_id=parent))))
            for number in range(100, 200)
        ]
        assert max(sizes) - min(sizes) <= 2, "only its index has more digits"


def test_an_image_inside_an_assistant_call_is_part_of_its_result():
    draft = Draft(MESSAGE)
    events = [assistant("a1"), assistant("b1", parent_id="a1"), delta("Hm.", parent_id="b1"), image(parent_id="b1")]
    ops = apply_all(draft, events)
    assert ops[-1] == [
        "n",
        [0, 0, 0],
        {"id": "p1", "type": "image", "media_type": "image/png", "data": "aGk="},
        "parts",
    ]
    assert apply(draft, image(alt="x", parent_id="b1")) == [["s", [0, 0, 0], {"alt": "x"}, "parts"]]
    (outer,) = draft.snapshot()["parts"]
    (inner,) = outer["child_steps"]
    assert [part["id"] for part in inner["parts"]] == ["p1"]
    assert [step["id"] for step in inner["child_steps"]] == ["r1"]
    assert draft.blocks[0]["status"] == "thinking"


def test_the_same_name_in_two_assistants_is_two_images():
    call, other = parts(image(parent_id="a1"), image(data="aGVsbG8=", parent_id="a2"), image(alt="x", parent_id="a1"))
    assert [[part["data"] for part in each["parts"]] for each in (call, other)] == [["aGk="], ["aGVsbG8="]]


def test_an_image_that_names_a_tool_as_its_parent_stands_after_it():
    assert [part["type"] for part in parts(tool(), image(parent_id="c1"))] == ["tool_call", "image"]


def test_an_image_after_the_end_is_not_taken():
    assert [part["type"] for part in parts(text("a"), ev.MessageCancelled(), image())] == ["text"]
