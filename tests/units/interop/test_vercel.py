"""The UI message stream of the Vercel AI SDK: a real agent behind the protocol, and every kind of chunk."""

from __future__ import annotations

import json
from typing import Any

import pytest
import reflex_thinking as rt
from pydantic_ai.ui.vercel_ai import VercelAIAdapter
from pydantic_ai.ui.vercel_ai import response_types as chunks

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

MESSAGE: list[chunks.BaseChunk] = [
    chunks.StartChunk(message_id="msg-1"),
    chunks.StartStepChunk(),
    chunks.ReasoningStartChunk(id="0"),
    chunks.ReasoningDeltaChunk(id="0", delta=THOUGHT, provider_metadata={"anthropic": {"signature": "s3cret"}}),
    chunks.ReasoningDeltaChunk(id="0", delta="los."),
    chunks.ReasoningEndChunk(id="0"),
    chunks.TextStartChunk(id="1"),
    chunks.TextDeltaChunk(id="1", delta="\n\n"),
    chunks.TextEndChunk(id="1"),
    chunks.ToolInputStartChunk(tool_call_id="c1", tool_name="look", dynamic=True),
    chunks.ToolInputDeltaChunk(tool_call_id="c1", input_text_delta='{"where": '),
    chunks.ToolInputDeltaChunk(tool_call_id="c1", input_text_delta='"🥊"}'),
    chunks.ToolInputAvailableChunk(tool_call_id="c1", tool_name="look", input={"where": "🥊"}, dynamic=True),
    chunks.ToolOutputAvailableChunk(tool_call_id="c1", output={"at": None}, preliminary=True),
    chunks.ToolOutputAvailableChunk(tool_call_id="c1", output={"at": "🥊"}, dynamic=True),
    chunks.FinishStepChunk(),
    chunks.StartStepChunk(),
    chunks.ReasoningStartChunk(id="0"),
    chunks.ReasoningDeltaChunk(id="0", delta="Leer."),
    chunks.ReasoningEndChunk(id="0"),
    chunks.TextStartChunk(id="1"),
    chunks.TextDeltaChunk(id="1", delta="Nichts "),
    chunks.TextDeltaChunk(id="1", delta="zu sehen ✓"),
    chunks.TextEndChunk(id="1"),
    chunks.SourceUrlChunk(source_id="s1", url="https://example.org/🥊", title="Ring"),
    chunks.SourceDocumentChunk(source_id="s2", media_type="text/plain", title="Regeln"),
    chunks.FileChunk(url="https://example.org/a.png", media_type="image/png"),
    chunks.DataChunk(type="data-chips", data=["Weiter?"]),
    chunks.DataChunk(type="data-progress", data=1, transient=True),
    chunks.MessageMetadataChunk(message_metadata={"secret": 1}),
    chunks.FinishStepChunk(),
    chunks.FinishChunk(finish_reason="stop"),
    chunks.DoneChunk(),
]
SAID = [
    ("reasoning", f"{THOUGHT}los."),
    ("tool_call", "look", {"where": "🥊"}, {"at": "🥊"}, None),
    ("reasoning", "Leer."),
    ("text", ANSWER),
    ("image", "image/png", "https://example.org/a.png", None),
]


def encoded(parts: list[Any]) -> str:
    return "".join(f"data: {part.encode(6)}\n\n" for part in parts)


def read(parts: list[Any]) -> dict[str, Any]:
    """What the encoded chunks say, and the chunks themselves say the same."""
    found = list(rt.events(encoded(parts)))
    check(found)
    assert final(list(rt.events(parts))) == final(found)
    return final(found)


def test_a_message_from_its_start_to_its_end():
    message = read(MESSAGE)
    assert says(message) == SAID
    assert (message["id"], message["status"], message["stop_reason"]) == ("msg-1", "done", "stop")
    assert message["artifacts"] == {
        "chips": ["Weiter?"],
        "sources": [
            {"sourceId": "s1", "url": "https://example.org/🥊", "title": "Ring"},
            {"sourceId": "s2", "mediaType": "text/plain", "title": "Regeln"},
        ],
    }
    assert "secret" not in str(message)
    assert "s3cret" not in str(message)


@pytest.mark.parametrize("form", ["lines", "json lines", "dicts"])
def test_every_form_in_which_chunks_travel(form: str):
    plain = [json.loads(part.encode(6)) for part in MESSAGE[:-1]]
    stream: Any = {
        "lines": encoded(MESSAGE).splitlines(),
        "json lines": "\n".join(map(json.dumps, plain)),
        "dicts": plain,
    }[form]
    assert final(list(rt.events(stream))) == read(MESSAGE)


def around(*parts: chunks.BaseChunk, reason: Any = "stop") -> list[chunks.BaseChunk]:
    return [chunks.StartChunk(), *parts, chunks.FinishChunk(finish_reason=reason), chunks.DoneChunk()]


def called(call_id: str = "c", name: str = "look", **fields: Any) -> chunks.BaseChunk:
    return chunks.ToolInputAvailableChunk(tool_call_id=call_id, tool_name=name, input={"n": 1}, **fields)


def test_files_stand_where_they_came_and_once():
    image = chunks.FileChunk(url=f"data:image/png;base64,{RED}", media_type="image/png")
    first, second = (chunks.TextDeltaChunk(id="1", delta=delta) for delta in ("Rot: ", "und"))
    message = read(around(chunks.TextStartChunk(id="1"), first, image, second, image))
    assert says(message) == [("text", "Rot: "), ("image", "image/png", RED, None), ("text", "und")]


def test_a_file_may_have_a_name():
    file = {"type": "file", "url": "https://example.org/x", "mediaType": "text/csv", "filename": "../a.csv"}
    message = final(list(rt.events([{"type": "start"}, file, {"type": "finish", "finishReason": "stop"}])))
    assert says(message) == [("file", "text/csv", "https://example.org/x", "a.csv")]


def test_what_becomes_of_calls():
    message = read(
        around(
            called("ok"),
            called("bad"),
            called("no"),
            called("web", "web_search", provider_executed=True),
            chunks.ToolInputErrorChunk(
                tool_call_id="in", tool_name="look", input={"n": "x"}, error_text="n: no number"
            ),
            chunks.ToolOutputErrorChunk(tool_call_id="bad", error_text="Broken"),
            chunks.ToolOutputDeniedChunk(tool_call_id="no"),
            chunks.ToolOutputAvailableChunk(tool_call_id="web", output=[1], provider_executed=True),
            chunks.ToolOutputAvailableChunk(tool_call_id="ok", output="x"),
        )
    )
    assert says(message) == [
        ("tool_call", "look", {"n": 1}, "x", None),
        ("tool_call", "look", {"n": 1}, None, "Broken"),
        ("tool_call", "look", {"n": 1}, None, "The call was denied."),
        ("web_search_call", "web_search", {"n": 1}, [1], None),
        ("tool_call", "look", {"n": "x"}, None, "n: no number"),
    ]


def test_a_call_that_waits_for_approval_or_for_the_page_is_left_to_the_caller():
    reading = rt.events(
        around(
            called("a", "delete"),
            chunks.ToolApprovalRequestChunk(approval_id="x", tool_call_id="a"),
            called("b", "ask_user"),
            reason="tool-calls",
        )
    )
    message = final(list(reading))
    assert (message["stop_reason"], message["incomplete"]) == ("tool-approval", True)
    assert [(call.id, call.name, call.input) for call in reading.calls] == [
        ("a", "delete", {"n": 1}),
        ("b", "ask_user", {"n": 1}),
    ]


def test_a_call_id_may_come_again_in_a_later_step():
    done = chunks.ToolOutputAvailableChunk(tool_call_id="c", output="x")
    message = read(around(called(), done, chunks.StartStepChunk(), called(), done))
    assert says(message) == [("tool_call", "look", {"n": 1}, "x", None)] * 2


def test_reasoning_that_cannot_be_read_is_told_without_text():
    hidden = [chunks.ReasoningStartChunk(id="rs_1"), chunks.ReasoningEndChunk(id="rs_1")]
    [segment] = read(around(*hidden))["segments"]
    assert segment["parts"][0]["redacted"] is True


@pytest.mark.parametrize(("reason", "incomplete"), [("length", True), ("content-filter", True), ("other", None)])
def test_why_it_stopped(reason: str, incomplete: bool | None):
    message = read(around(chunks.TextDeltaChunk(id="1", delta="x"), reason=reason))
    assert (message["stop_reason"], message.get("incomplete")) == (reason, incomplete)


def test_an_error_keeps_what_had_arrived():
    message = read([*MESSAGE[:4], chunks.ErrorChunk(error_text="Rate limit for sk-abcdefgh12345")])
    assert message["status"] == "error"
    assert message["error"]["message"].startswith("Rate limit for [key].")
    assert says(message) == [("reasoning", THOUGHT)]


def test_an_error_may_be_all_there_is():
    assert read([chunks.ErrorChunk(error_text="An error occurred.")])["error"]["message"] == "An error occurred."


def test_a_message_that_was_stopped_is_cancelled():
    message = read([*MESSAGE[:4], chunks.AbortChunk(reason="user"), chunks.TextDeltaChunk(id="9", delta="zu spät")])
    assert message["status"] == "cancelled"
    assert says(message) == [("reasoning", THOUGHT)]


# A real agent behind the protocol -------------------------------------------------------------------------------------


def adapter(agent: Any) -> VercelAIAdapter[Any, Any]:
    question = {"id": "u", "role": "user", "parts": [{"type": "text", "text": "Was siehst du?"}]}
    asked = json.dumps({"trigger": "submit-message", "id": "t", "messages": [question]}).encode()
    return VercelAIAdapter(agent=agent, run_input=VercelAIAdapter.build_run_input(asked), sdk_version=6)


@pytest.mark.parametrize("is_encoded", [True, False])
async def test_an_agent_of_pydantic_ai_behind_the_protocol(is_encoded: bool):
    agent = adapter(pydantic_agent())
    stream = agent.run_stream()
    message = final(await events_of(agent.encode_stream(stream) if is_encoded else stream))
    assert [segment[:3] for segment in says(message)] == LOOKED_TWICE
    assert says(message)[3][3] == {"at": "🥊"}
    assert message["status"] == "done"
    assert message["provider"] == "vercel"


async def test_an_agent_behind_the_protocol_that_fails():
    agent = adapter(failing_agent())
    message = await final_of(agent.encode_stream(agent.run_stream()))
    assert message["status"] == "error"
    assert message["error"]["message"]
    assert says(message) == [("reasoning", THOUGHT)]
