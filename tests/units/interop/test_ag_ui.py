"""AG-UI: the real events and their encoder, and a real agent behind the protocol."""

from __future__ import annotations

import json
from typing import Any

import pytest
import reflex_thinking as rt
from ag_ui.core import (
    ActivitySnapshotEvent,
    AssistantMessage,
    BaseEvent,
    CustomEvent,
    DataSource,
    DocumentPart,
    FileSource,
    FunctionCall,
    ImagePart,
    Interrupt,
    MessagesSnapshotEvent,
    RawEvent,
    ReasoningEncryptedValueEvent,
    ReasoningEndEvent,
    ReasoningMessageChunkEvent,
    ReasoningMessageContentEvent,
    ReasoningMessageEndEvent,
    ReasoningMessageStartEvent,
    ReasoningStartEvent,
    RunAgentInput,
    RunErrorEvent,
    RunFinishedCancelledOutcome,
    RunFinishedEvent,
    RunFinishedInterruptOutcome,
    RunStartedEvent,
    StateDeltaEvent,
    StateSnapshotEvent,
    StepFinishedEvent,
    StepStartedEvent,
    SubagentErrorEvent,
    SubagentFinishedEvent,
    SubagentStartedEvent,
    TextMessageChunkEvent,
    TextMessageContentEvent,
    TextMessageEndEvent,
    TextMessageStartEvent,
    TextPart,
    TokenUsage,
    ToolCall,
    ToolCallArgsEvent,
    ToolCallChunkEvent,
    ToolCallEndEvent,
    ToolCallResultEvent,
    ToolCallStartEvent,
    ToolMessage,
    UrlSource,
    UserMessage,
    VideoPart,
)
from ag_ui.encoder import EventEncoder
from pydantic_ai.ui.ag_ui import AGUIAdapter

from tests.units.interop.agents import (
    ANSWER,
    LOOKED_TWICE,
    RED,
    THOUGHT,
    check,
    events_of,
    failing_agent,
    final,
    final_of,
    pydantic_agent,
    says,
)

STARTED = RunStartedEvent(thread_id="t", run_id="r", timestamp=1_700_000_000_000)
FINISHED = RunFinishedEvent(
    thread_id="t",
    run_id="r",
    usage=[
        TokenUsage(model="a", input_tokens=1, output_tokens=20, reasoning_tokens=5),
        TokenUsage(model="b", input_tokens=2, output_tokens=10),
    ],
)
RUN: list[BaseEvent] = [
    STARTED,
    StepStartedEvent(step_name="plan"),
    StateSnapshotEvent(snapshot={"secret": 1}),
    ReasoningStartEvent(message_id="span"),
    ReasoningMessageStartEvent(message_id="r1"),
    ReasoningMessageContentEvent(message_id="r1", delta=THOUGHT),
    ReasoningMessageContentEvent(message_id="r1", delta="los."),
    ReasoningMessageEndEvent(message_id="r1"),
    ReasoningMessageStartEvent(message_id="r2"),
    ReasoningMessageContentEvent(message_id="r2", delta="Weiter."),
    ReasoningMessageEndEvent(message_id="r2"),
    ReasoningEncryptedValueEvent(subtype="message", entity_id="r2", encrypted_value="s3cret"),
    ReasoningEndEvent(message_id="span"),
    StepFinishedEvent(step_name="plan"),
    TextMessageStartEvent(message_id="m1", role="assistant"),
    TextMessageContentEvent(message_id="m1", delta="\n"),
    TextMessageEndEvent(message_id="m1"),
    ToolCallStartEvent(tool_call_id="c1", tool_call_name="look", parent_message_id="m1"),
    ToolCallArgsEvent(tool_call_id="c1", delta='{"where": '),
    ToolCallArgsEvent(tool_call_id="c1", delta='"🥊"}'),
    ToolCallEndEvent(tool_call_id="c1"),
    StateDeltaEvent(delta=[]),
    ToolCallResultEvent(message_id="t1", tool_call_id="c1", content='{"at": "🥊"}'),
    ActivitySnapshotEvent(message_id="x", activity_type="plan", content={"secret": 1}),
    CustomEvent(name="chips", value=["Weiter?"]),
    RawEvent(event={"secret": 1}),
    TextMessageStartEvent(message_id="m2"),
    TextMessageContentEvent(message_id="m2", delta="Nichts "),
    TextMessageContentEvent(message_id="m2", delta="zu sehen ✓"),
    TextMessageEndEvent(message_id="m2"),
    FINISHED,
]
SAID = [
    ("reasoning", f"{THOUGHT}los.\n\nWeiter."),
    ("tool_call", "look", {"where": "🥊"}, {"at": "🥊"}, None),
    ("text", ANSWER),
]


def encoded(events: list[Any]) -> str:
    return "".join(map(EventEncoder().encode, events))


def read(events: list[Any]) -> dict[str, Any]:
    """What the encoded events say, and the events themselves say the same."""
    found = list(rt.events(encoded(events)))
    check(found)
    assert final(list(rt.events(events))) == final(found)
    return final(found)


def test_a_run_from_its_start_to_its_end():
    message = read(RUN)
    parts = [part["text"] for part in message["segments"][0]["parts"]]
    assert parts == [f"{THOUGHT}los.", "Weiter."]
    assert says(message) == [("reasoning", message["segments"][0]["combined_text"]), *SAID[1:]]
    assert (message["id"], message["created_at"], message["status"]) == ("r", 1_700_000_000_000, "done")
    assert message["usage"] == {"input_tokens": 3, "output_tokens": 30, "reasoning_tokens": 5}
    assert message["artifacts"] == {"chips": ["Weiter?"]}


def test_what_is_not_meant_for_readers_stays_out():
    events = list(rt.events(encoded(RUN)))
    assert "s3cret" not in "".join(event.to_json() for event in events)
    assert "secret" not in "".join(event.to_json() for event in events)


@pytest.mark.parametrize("form", ["lines", "json lines", "array", "dicts"])
def test_every_form_in_which_events_travel(form: str):
    plain = [json.loads(event.model_dump_json(by_alias=True)) for event in RUN]
    stream: Any = {
        "lines": encoded(RUN).splitlines(),
        "json lines": "\n".join(map(json.dumps, plain)),
        "array": json.dumps(plain),
        "dicts": plain,
    }[form]
    assert final(list(rt.events(stream))) == read(RUN)


def test_chunks_stand_for_start_content_and_end():
    message = read(
        [
            STARTED,
            ReasoningMessageChunkEvent(message_id="r1", delta=THOUGHT),
            ReasoningMessageChunkEvent(delta="los."),
            ToolCallChunkEvent(tool_call_id="c1", tool_call_name="look", delta='{"where": '),
            ToolCallChunkEvent(delta='"🥊"}'),
            ToolCallChunkEvent(tool_call_id="c2", tool_call_name="look", delta="{}"),
            TextMessageChunkEvent(message_id="m1", role="assistant", delta="Nichts "),
            TextMessageChunkEvent(delta="zu sehen ✓"),
            TextMessageChunkEvent(message_id="m2", delta="Ende."),
            FINISHED,
        ]
    )
    assert says(message) == [
        ("reasoning", f"{THOUGHT}los."),
        ("tool_call", "look", {"where": "🥊"}, None, None),
        ("tool_call", "look", {}, None, None),
        ("text", ANSWER),
        ("text", "Ende."),
    ]


def test_the_names_before_1_0_are_known():
    names = ["START", "TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_END", "END"]
    thinking: list[Any] = [{"type": f"THINKING_{name}"} for name in names]
    thinking[2]["delta"], thinking[3]["delta"] = THOUGHT, "los."
    answer = [{"type": "TEXT_MESSAGE_CONTENT", "messageId": "m", "delta": ANSWER}]
    around = [{"type": "RUN_STARTED", "threadId": "t", "runId": "r"}, {"type": "RUN_FINISHED", "runId": "r"}]
    message = final(list(rt.events([around[0], *thinking, *thinking, *answer, around[1]])))
    assert says(message) == [("reasoning", f"{THOUGHT}los."), ("reasoning", f"{THOUGHT}los."), ("text", ANSWER)]


def test_reasoning_that_cannot_be_read_is_told_without_text():
    hidden = [
        ReasoningStartEvent(message_id="s"),
        ReasoningEncryptedValueEvent(subtype="message", entity_id="s", encrypted_value="s3cret"),
        ReasoningEndEvent(message_id="s"),
    ]
    [segment] = read([STARTED, *hidden, FINISHED])["segments"]
    assert segment["parts"][0]["redacted"] is True


def test_messages_of_others_are_no_answer():
    events = [
        STARTED,
        TextMessageStartEvent(message_id="u", role="user"),
        TextMessageContentEvent(message_id="u", delta="Was siehst du?"),
        TextMessageEndEvent(message_id="u"),
        TextMessageChunkEvent(message_id="s", role="system", delta="Be brief."),
        TextMessageChunkEvent(message_id="m", role="assistant", delta=ANSWER),
        FINISHED,
    ]
    assert says(read(events)) == [("text", ANSWER)]


def test_text_messages_that_are_open_at_the_same_time_do_not_mix():
    pieces = [("a", "Ei"), ("b", "Zw"), ("a", "ns"), ("b", "ei")]
    texts = [TextMessageContentEvent(message_id=name, delta=text) for name, text in pieces]
    assert says(read([STARTED, *texts, FINISHED])) == [("text", "Eins"), ("text", "Zwei")]


# Other assistants -----------------------------------------------------------------------------------------------------

BOTH_AT_ONCE = [
    STARTED,
    ToolCallStartEvent(tool_call_id="c", tool_call_name="delegate"),
    SubagentStartedEvent(subagent_run_id="s1", name="research", description="Look around", parent_tool_call_id="c"),
    SubagentStartedEvent(subagent_run_id="s2", name="archive"),
    ReasoningMessageChunkEvent(subagent_run_id="s1", message_id="r", delta=THOUGHT),
    ReasoningMessageChunkEvent(subagent_run_id="s2", message_id="r", delta="Im Keller."),
    ReasoningMessageChunkEvent(subagent_run_id="s1", message_id="r", delta="los."),
    ToolCallStartEvent(subagent_run_id="s1", tool_call_id="call_0", tool_call_name="look"),
    ToolCallStartEvent(subagent_run_id="s2", tool_call_id="call_0", tool_call_name="dig"),
    ToolCallArgsEvent(subagent_run_id="s2", tool_call_id="call_0", delta='{"deep": 2}'),
    ToolCallArgsEvent(subagent_run_id="s1", tool_call_id="call_0", delta='{"where": "🥊"}'),
    SubagentStartedEvent(subagent_run_id="s3", name="spade", parent_subagent_run_id="s2"),
    TextMessageChunkEvent(subagent_run_id="s3", message_id="m", delta="Erde."),
    SubagentFinishedEvent(subagent_run_id="s3"),
    ToolCallResultEvent(subagent_run_id="s1", message_id="x", tool_call_id="call_0", content="nichts"),
    ToolCallResultEvent(subagent_run_id="s2", message_id="y", tool_call_id="call_0", content="Steine"),
    TextMessageChunkEvent(subagent_run_id="s1", message_id="m", delta="leer"),
    SubagentErrorEvent(subagent_run_id="s2", message="Collapsed with key sk-abcdefgh12345", code="dust"),
    SubagentFinishedEvent(subagent_run_id="s1", result={"found": 0}),
    TextMessageChunkEvent(message_id="m", delta=ANSWER),
    FINISHED,
]


def test_assistants_work_at_the_same_time_inside_each_other_and_stay_apart():
    message = read(BOTH_AT_ONCE)
    [delegate, research, archive, answer] = says(message)
    assert delegate[:2] == ("tool_call", "delegate")
    inside = [("reasoning", f"{THOUGHT}los."), ("tool_call", "look", {"where": "🥊"}, "nichts", None)]
    assert research == ("assistant", "research", inside, {"found": 0}, None)
    assert archive == (
        "assistant",
        "archive",
        [
            ("reasoning", "Im Keller."),
            ("tool_call", "dig", {"deep": 2}, "Steine", None),
            ("assistant", "spade", [], "Erde.", None),
        ],
        None,
        "Collapsed with key [key].",
    )
    assert answer == ("text", ANSWER)
    assert message["segments"][1]["task"] == "Look around"


def test_an_assistant_that_nobody_announced_is_known_by_its_id():
    events = [STARTED, TextMessageChunkEvent(subagent_run_id="s9", message_id="m", delta="leer"), FINISHED]
    assert says(read(events)) == [("assistant", "s9", [], "leer", None)]


def test_an_assistant_with_the_id_of_a_call_is_another_thing():
    events = [
        STARTED,
        ToolCallStartEvent(tool_call_id="c", tool_call_name="delegate"),
        SubagentStartedEvent(subagent_run_id="c", name="research"),
        TextMessageChunkEvent(subagent_run_id="c", message_id="m", delta="leer"),
        SubagentFinishedEvent(subagent_run_id="c"),
        ToolCallResultEvent(message_id="x", tool_call_id="c", content="leer"),
        FINISHED,
    ]
    assert says(read(events)) == [
        ("tool_call", "delegate", None, "leer", None),
        ("assistant", "research", [], "leer", None),
    ]


# Images and files -----------------------------------------------------------------------------------------------------

DRAWN: list[Any] = [
    TextPart(text="Zwei "),
    ImagePart(source=DataSource(value=RED, mime_type="image/png")),
    TextPart(text="Bilder"),
    ImagePart(source=UrlSource(value="https://example.org/b.png")),
    DocumentPart(source=FileSource(value="file_1", mime_type="application/pdf")),
    VideoPart(source=UrlSource(value="https://example.org/c.mp4")),
]
SHOWN = [
    ("image", "image/png", RED, None),
    ("image", "image/png", "https://example.org/b.png", None),
    ("file", "application/pdf", "file_1", None),
    ("file", "video/mp4", "https://example.org/c.mp4", None),
]


def test_images_and_files_of_a_tool_follow_its_call():
    drawn = ToolCallResultEvent(message_id="x", tool_call_id="c", content=DRAWN)
    start = ToolCallStartEvent(tool_call_id="c", tool_call_name="draw")
    message = read([STARTED, start, drawn, TextMessageChunkEvent(message_id="m", delta=ANSWER), FINISHED])
    assert says(message) == [("tool_call", "draw", None, "Zwei Bilder", None), *SHOWN, ("text", ANSWER)]


def test_images_of_an_assistants_tool_belong_to_the_assistant_and_may_be_shown_again():
    only = [DRAWN[1]]
    events = [
        STARTED,
        SubagentStartedEvent(subagent_run_id="s", name="artist"),
        ToolCallStartEvent(subagent_run_id="s", tool_call_id="c", tool_call_name="draw"),
        ToolCallResultEvent(subagent_run_id="s", message_id="x", tool_call_id="c", content=only),
        SubagentFinishedEvent(subagent_run_id="s"),
        ToolCallStartEvent(tool_call_id="d", tool_call_name="show"),
        ToolCallResultEvent(message_id="y", tool_call_id="d", content=only),
        FINISHED,
    ]
    drew = [("tool_call", "draw", None, None, None), SHOWN[0]]
    assert says(read(events)) == [
        ("assistant", "artist", drew, None, None),
        ("tool_call", "show", None, None, None),
        SHOWN[0],
    ]


def test_images_of_a_tool_that_only_the_snapshot_has():
    call = ToolCall(id="c", function=FunctionCall(name="draw", arguments="{}"))
    snapshot = MessagesSnapshotEvent(
        messages=[
            UserMessage(id="u", content="?"),
            AssistantMessage(id="a", tool_calls=[call]),
            ToolMessage(id="x", tool_call_id="c", content=DRAWN),
        ]
    )
    expected = [("tool_call", "draw", {}, "Zwei Bilder", None), *SHOWN]
    assert says(read([STARTED, snapshot, FINISHED])) == expected
    streamed = ToolCallResultEvent(message_id="x", tool_call_id="c", content=DRAWN)
    started = [
        ToolCallStartEvent(tool_call_id="c", tool_call_name="draw"),
        ToolCallArgsEvent(tool_call_id="c", delta="{}"),
    ]
    assert says(read([STARTED, *started, streamed, snapshot, FINISHED])) == expected


# How a run ends -------------------------------------------------------------------------------------------------------


def test_an_error_keeps_what_had_arrived():
    message = read([*RUN[:6], RunErrorEvent(message="Overloaded", code="overloaded_error")])
    assert message["status"] == "error"
    assert message["error"]["code"] == "overloaded_error"
    assert says(message) == [("reasoning", THOUGHT)]


def test_a_run_that_was_stopped_is_cancelled():
    stopped = RunFinishedEvent(thread_id="t", run_id="r", outcome=RunFinishedCancelledOutcome())
    message = read([*RUN[:6], stopped, TextMessageChunkEvent(message_id="late", delta="zu spät")])
    assert message["status"] == "cancelled"
    assert says(message) == [("reasoning", THOUGHT)]
    assert "error" not in message


def test_a_run_that_waits_for_somebody_is_not_done():
    outcome = RunFinishedInterruptOutcome(interrupts=[Interrupt(id="i", reason="approval", tool_call_id="c1")])
    reading = rt.events([*RUN[:21], RunFinishedEvent(thread_id="t", run_id="r", outcome=outcome)])
    message = final(list(reading))
    assert (message["status"], message["stop_reason"], message["incomplete"]) == ("done", "interrupt", True)
    assert reading.calls == [rt.ToolCall("c1", "look", {"where": "🥊"})]


def test_runs_after_each_other_are_one_message_and_a_call_id_may_come_again():
    again = [event for event in RUN if "state" not in event.type.lower()]
    message = read([*RUN, *again])
    assert [segment[0] for segment in says(message)] == ["reasoning", "tool_call", "text"] * 2
    assert message["usage"]["output_tokens"] == 60


def test_a_run_that_ends_inside_another_does_not_end_it():
    inner = [
        RunStartedEvent(thread_id="t", run_id="r2", parent_run_id="r"),
        RunFinishedEvent(thread_id="t", run_id="r2"),
    ]
    assert final(list(rt.events([STARTED, *inner])))["error"]["code"] == "cut"
    assert read([STARTED, *inner, FINISHED])["status"] == "done"


def test_an_agent_that_does_not_stream_says_everything_in_its_snapshot():
    messages: list[Any] = [
        UserMessage(id="u0", content="Früher?"),
        AssistantMessage(id="a0", content="Früher."),
        UserMessage(id="u1", content="Was siehst du?"),
        AssistantMessage(
            id="a1",
            tool_calls=[ToolCall(id="c1", function=FunctionCall(name="look", arguments='{"where": "🥊"}'))],
        ),
        ToolMessage(id="t1", tool_call_id="c1", content='{"at": "🥊"}'),
        AssistantMessage(id="a2", content=ANSWER),
    ]
    snapshot = MessagesSnapshotEvent(messages=messages)
    assert says(read([STARTED, snapshot, FINISHED])) == SAID[1:]
    streamed = [TextMessageChunkEvent(message_id="a2", delta=ANSWER)]
    call = [ToolCallChunkEvent(tool_call_id="c1", tool_call_name="look", delta='{"where": "🥊"}')]
    result = [ToolCallResultEvent(message_id="t1", tool_call_id="c1", content='{"at": "🥊"}')]
    assert says(read([STARTED, *call, *result, *streamed, snapshot, FINISHED])) == SAID[1:]


# A real agent behind the protocol -------------------------------------------------------------------------------------


def adapter(agent: Any, **options: Any) -> AGUIAdapter[Any, Any]:
    question = RunAgentInput(
        thread_id="t",
        run_id="r",
        state=None,
        messages=[UserMessage(id="u", content="Was siehst du?")],
        tools=[],
        context=[],
        forwarded_props=None,
    )
    return AGUIAdapter(agent=agent, run_input=question, **options)


@pytest.mark.parametrize("version", ["0.1.10", "0.1.13", "1.0.0"])
@pytest.mark.parametrize("is_encoded", [True, False])
async def test_an_agent_of_pydantic_ai_behind_ag_ui(is_encoded: bool, version: str):
    agent = adapter(pydantic_agent(), ag_ui_version=version)
    stream = agent.run_stream()
    events = await events_of(agent.encode_stream(stream) if is_encoded else stream)
    message = final(events)
    assert [segment[:3] for segment in says(message)] == LOOKED_TWICE
    assert says(message)[3][3] == {"at": "🥊"}
    assert message["status"] == "done"
    assert message["provider"] == "ag-ui"


async def test_an_agent_behind_ag_ui_that_fails():
    agent = adapter(failing_agent())
    message = await final_of(agent.encode_stream(agent.run_stream()))
    assert message["status"] == "error"
    assert message["error"]["message"]
    assert says(message) == [("reasoning", THOUGHT)]
