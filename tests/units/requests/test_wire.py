"""Requests as the real clients send them, over loopback: the second one gives the model back its own words."""

from __future__ import annotations

import base64
import copy
import json
import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import anthropic
import openai
import pytest
import reflex_thinking as rt
from google import genai
from reflex_thinking.runs.registry import Runs
from reflex_thinking.store.memory import MemoryStore

from tests.units.providers.replay import Replay, replaying
from tests.units.runs.helpers import QUICK, turn_in, within

TURN = rt.Turn(text="Where is it?", history=[], thread_id="t", message_id="m1", user_id="ada")
GUIDE = (Path(__file__).parents[3] / "docs" / "requests.md").read_text(encoding="utf-8")
TOOLS = [{"name": "look", "description": "Looks.", "input_schema": {"type": "object"}}]


@pytest.fixture(scope="module")
def server() -> Iterator[Replay]:
    with replaying() as served:
        yield served


@pytest.fixture
def replay(server: Replay, monkeypatch: pytest.MonkeyPatch) -> Replay:
    monkeypatch.delenv("ANTHROPIC_THINKING_BUDGET_TOKENS", raising=False)
    monkeypatch.delenv("ANTHROPIC_ANSWER_MAX_TOKENS", raising=False)
    server.requests.clear()
    return server


def sse(*frames: dict[str, Any]) -> bytes:
    return "".join(f"event: {frame.get('type', 'message')}\ndata: {json.dumps(frame)}\n\n" for frame in frames).encode()


def claude(replay: Replay) -> Any:  # its types know no messages that are plain dicts
    return anthropic.AsyncAnthropic(base_url=replay.url, api_key="none", max_retries=0)


def gpt(replay: Replay) -> Any:
    return openai.AsyncOpenAI(base_url=f"{replay.url}/v1", api_key="none", max_retries=0)


THINKING = {"type": "thinking", "thinking": 'Zwölf  Boxkämpfer… \u2028\\u0000 "quoted"', "signature": "EqQB/+=sig=="}
REDACTED = {"type": "redacted_thinking", "data": "EmwKAhgB/+8="}
CALL = {"type": "tool_use", "id": "toolu_1", "name": "look", "input": {"at": "🥊", "deep": {"n": 1.5}}}


def claude_says(*blocks: dict[str, Any], stop: str) -> bytes:
    frames: list[dict[str, Any]] = [
        {
            "type": "message_start",
            "message": {"id": "msg_1", "type": "message", "role": "assistant", "model": "claude-opus-4-8", "content": [], "usage": {"input_tokens": 1, "output_tokens": 1}},
        }
    ]  # fmt: skip
    for index, block in enumerate(blocks):
        match block["type"]:
            case "thinking":
                start = {"type": "thinking", "thinking": "", "signature": ""}
                half = len(block["thinking"]) // 2
                deltas = [
                    {"type": "thinking_delta", "thinking": block["thinking"][:half]},
                    {"type": "thinking_delta", "thinking": block["thinking"][half:]},
                    {"type": "signature_delta", "signature": block["signature"]},
                ]
            case "tool_use":
                start, body = {**block, "input": {}}, json.dumps(block["input"])
                deltas = [{"type": "input_json_delta", "partial_json": piece} for piece in (body[:9], body[9:])]
            case "text":
                start, deltas = {"type": "text", "text": ""}, [{"type": "text_delta", "text": block["text"]}]
            case _:
                start, deltas = block, []
        frames.append({"type": "content_block_start", "index": index, "content_block": start})
        frames += [{"type": "content_block_delta", "index": index, "delta": delta} for delta in deltas]
        frames.append({"type": "content_block_stop", "index": index})
    frames.append({"type": "message_delta", "delta": {"stop_reason": stop}, "usage": {"output_tokens": 9}})
    return sse(*frames, {"type": "message_stop"})


async def test_a_tool_loop_gives_claude_its_thinking_back_byte_for_byte(replay: Replay):
    client = claude(replay)
    messages = rt.requests.history(TURN, "anthropic")
    replay.answer_with(claude_says(THINKING, REDACTED, {"type": "text", "text": "I look."}, CALL, stop="tool_use"))
    stream = await client.messages.create(
        **rt.requests.anthropic("claude-opus-4-8", effort="high"), messages=messages, tools=TOOLS, stream=True
    )
    events = rt.events(stream)
    assert [event.type async for event in events][-1] == "message_final"
    messages += rt.requests.tool_results("anthropic", events.reply, {call.id: {"found": True} for call in events.calls})
    replay.answer_with(claude_says({"type": "text", "text": "There."}, stop="end_turn"))
    await client.messages.create(
        **rt.requests.anthropic("claude-haiku-4-5"), messages=messages, tools=TOOLS, stream=True
    )
    first, second = replay.requests
    assert first == {
        "model": "claude-opus-4-8",
        "max_tokens": 16_000,
        "thinking": {"type": "adaptive", "display": "summarized"},
        "output_config": {"effort": "high"},
        "messages": [{"role": "user", "content": [{"type": "text", "text": "Where is it?"}]}],
        "tools": TOOLS,
        "stream": True,
    }
    assert second["thinking"] == {"type": "enabled", "budget_tokens": 10_000, "display": "summarized"}
    assert second["messages"] == [
        first["messages"][0],
        {"role": "assistant", "content": [THINKING, REDACTED, {"type": "text", "text": "I look."}, CALL]},
        {
            "role": "user",
            "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": '{"found": true}'}],
        },
    ]


async def test_the_next_question_gives_claude_its_thinking_back_from_the_store(replay: Replay):
    store = MemoryStore()
    runs = Runs(store, limits=QUICK)
    client = claude(replay)
    bodies = [
        claude_says(THINKING, CALL, stop="tool_use"),
        claude_says({"type": "text", "text": "There."}, stop="end_turn"),
        claude_says({"type": "text", "text": "Yes."}, stop="end_turn"),
    ]

    async def agent(trace: rt.Trace, turn: rt.Turn) -> None:
        messages = rt.requests.history(turn, "anthropic")
        while True:
            replay.answer_with(bodies.pop(0))
            events = rt.events(
                client.messages.create(
                    **rt.requests.anthropic("claude-opus-4-8"), messages=messages, tools=TOOLS, stream=True
                )
            )
            await trace.forward(events)
            if not events.calls:
                return
            results: dict[str, Any] = {}
            for call in events.calls:
                with trace.tool(call.name, call_id=call.id) as running:
                    running.result = results[call.id] = ["a", {"b": 1}]
            messages += rt.requests.tool_results("anthropic", events.reply, results)

    turn = await turn_in(store, text="Where is it?")
    first = await within((await runs.start(turn, rt.traced(agent))).wait())
    assert [segment["type"] for segment in first["segments"]] == ["reasoning", "tool_call", "text"]
    assert (first["segments"][1]["input"], first["segments"][1]["result"]) == (CALL["input"], ["a", {"b": 1}])
    assert THINKING["signature"] not in json.dumps(first)
    again = await turn_in(
        store,
        text="Sure?",
        thread_id=turn.thread_id,
        history=await store.messages(turn.thread_id),
        replies=await store.replies(turn.thread_id),
    )
    await within((await runs.start(again, rt.traced(agent))).wait())
    result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": '["a", {"b": 1}]'}
    assert replay.requests[1]["messages"][1:] == [
        {"role": "assistant", "content": [THINKING, CALL]},
        {"role": "user", "content": [result]},
    ]
    assert replay.requests[2]["messages"] == [
        {"role": "assistant", "content": [THINKING, CALL]},
        {"role": "user", "content": [result]},
        {"role": "assistant", "content": [{"type": "text", "text": "There."}]},
        {"role": "user", "content": [{"type": "text", "text": "Sure?"}]},
    ], "the store of this test keeps answers only, so that the first question is missing"


REASONING = {
    "id": "rs_1",
    "type": "reasoning",
    "summary": [{"type": "summary_text", "text": "**Zählen**\n\nEins."}],
    "encrypted_content": "gAAAA/+==",
}
FUNCTION = {"id": "fc_1", "type": "function_call", "call_id": "call_1", "name": "look", "arguments": '{"at":  "🥊"}', "status": "completed"}  # fmt: skip


async def test_a_tool_loop_gives_openai_its_encrypted_reasoning_back(replay: Replay):
    client = gpt(replay)
    replay.answer_with(
        sse(
            {"type": "response.created", "response": {"id": "resp_1", "object": "response", "model": "gpt-5.6", "status": "in_progress", "output": []}},
            {"type": "response.output_item.added", "output_index": 0, "item": {"id": "rs_1", "type": "reasoning", "summary": []}},
            {"type": "response.output_item.done", "output_index": 0, "item": REASONING},
            {"type": "response.output_item.added", "output_index": 1, "item": {**FUNCTION, "arguments": ""}},
            {"type": "response.output_item.done", "output_index": 1, "item": FUNCTION},
            {"type": "response.completed", "response": {"id": "resp_1", "object": "response", "model": "gpt-5.6", "status": "completed", "output": [REASONING, FUNCTION]}},
        )
    )  # fmt: skip
    messages = rt.requests.history(TURN, "openai-responses")
    events = rt.events(
        await client.responses.create(**rt.requests.openai("gpt-5.6", effort="low"), input=messages, stream=True)
    )
    assert [event.type async for event in events][-1] == "message_final"
    assert [(call.id, call.name, call.input) for call in events.calls] == [("call_1", "look", {"at": "🥊"})]
    messages += rt.requests.tool_results("openai-responses", events.reply, ["there"])
    await client.responses.create(**rt.requests.openai("gpt-5.6"), input=messages, stream=True)
    first, second = replay.requests
    assert first == {
        "model": "gpt-5.6",
        "store": False,
        "reasoning": {"effort": "low", "summary": "auto"},
        "include": ["reasoning.encrypted_content"],
        "input": [{"role": "user", "content": "Where is it?"}],
        "stream": True,
    }
    assert second["input"] == [
        first["input"][0],
        REASONING,
        FUNCTION,
        {"type": "function_call_output", "call_id": "call_1", "output": "there"},
    ]


def chunk(**delta: Any) -> dict[str, Any]:
    reason = delta.pop("finish_reason", None)
    choice = {"index": 0, "delta": delta, "finish_reason": reason}
    return {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "deepseek-v4-pro", "choices": [choice]}


async def test_a_tool_loop_gives_a_chat_server_its_reasoning_back(replay: Replay):
    client = gpt(replay)
    call = {"id": "call_1", "type": "function", "function": {"name": "look", "arguments": '{"at":  1}'}}
    replay.answer_with(
        "".join(
            f"data: {json.dumps(frame)}\n\n"
            for frame in (
                chunk(role="assistant", reasoning_content="Zwölf  Box"),
                chunk(reasoning_content="kämpfer…"),
                chunk(tool_calls=[{**call, "index": 0, "function": {"name": "look", "arguments": ""}}]),
                chunk(tool_calls=[{"index": 0, "function": {"arguments": '{"at":  1}'}}]),
                chunk(finish_reason="tool_calls"),
            )
        ).encode()
        + b"data: [DONE]\n\n"
    )
    messages = rt.requests.history(TURN, "chat")
    request = rt.requests.chat("deepseek-v4-pro", dialect="deepseek", effort="high", stream=True)
    events = rt.events(client.chat.completions.create(**request, messages=messages))
    assert [event.type async for event in events][-1] == "message_final"
    messages += rt.requests.tool_results("chat", events.reply, {call.id: "there" for call in events.calls})
    await client.chat.completions.create(**request, messages=messages)
    first, second = replay.requests
    assert first == {
        "model": "deepseek-v4-pro",
        "reasoning_effort": "high",
        "thinking": {"type": "enabled"},
        "messages": [{"role": "user", "content": "Where is it?"}],
        "stream": True,
    }
    assert second["messages"] == [
        first["messages"][0],
        {"role": "assistant", "content": None, "reasoning_content": "Zwölf  Boxkämpfer…", "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "call_1", "content": "there"},
    ]


@pytest.mark.parametrize("call_id", [{"id": "fc1"}, {}], ids=["id", "no id"])
async def test_a_tool_loop_gives_gemini_its_signatures_back(replay: Replay, call_id: dict[str, str]):
    signature = bytes(range(190, 256))
    parts = [
        {"text": "I look.", "thought": True},
        {
            "functionCall": {**call_id, "name": "look", "args": {"at": 1, "data": "eA=="}},
            "thoughtSignature": base64.b64encode(signature).decode(),
        },
        {"inlineData": {"mimeType": "image/png", "data": base64.b64encode(b"\xff\xfe png").decode()}},
    ]
    candidate = {"content": {"role": "model", "parts": parts}, "finishReason": "STOP", "index": 0}
    replay.answer_with(f"data: {json.dumps({'candidates': [candidate], 'modelVersion': 'gemini-3'})}\n\n".encode())
    client = genai.Client(api_key="none", http_options={"base_url": replay.url})
    messages = rt.requests.history(TURN, "gemini")
    request = rt.requests.gemini("gemini-3-flash-preview", level="low", config={"max_output_tokens": 50})
    events = rt.events(client.aio.models.generate_content_stream(**request, contents=messages))
    assert [event.type async for event in events][-1] == "message_final"
    reply = copy.deepcopy(events.reply)
    results = {call.id: {"found": 1} for call in events.calls}
    messages += rt.requests.tool_results("gemini", events.reply, results)
    assert events.reply == reply
    async for _ in await client.aio.models.generate_content_stream(**request, contents=messages):
        pass
    first, second = replay.requests
    assert first["contents"] == [{"role": "user", "parts": [{"text": "Where is it?"}]}]
    assert first["generationConfig"] == {
        "maxOutputTokens": 50,
        "thinkingConfig": {"thinking_level": "LOW", "include_thoughts": True},
    }, "the SDK hands on the names of its own types, which the API takes as well"
    _, own, answered = second["contents"]
    thought, call, image = own["parts"]
    assert thought == {"text": "I look.", "thought": True}
    assert call["functionCall"] == {**call_id, "name": "look", "args": {"at": 1, "data": "eA=="}}
    assert base64.urlsafe_b64decode(call["thoughtSignature"]) == signature
    assert base64.urlsafe_b64decode(image["inlineData"]["data"]) == b"\xff\xfe png"
    response = {**call_id, "name": "look", "response": {"found": 1}}
    assert answered == {"role": "user", "parts": [{"functionResponse": response}]}


async def test_the_guide_asks_and_goes_on_after_a_tool(replay: Replay):
    first, loop = re.findall(r"```python\n(.*?)```", GUIDE, flags=re.S)
    names: dict[str, Any] = {"__name__": "guide", "TOOLS": TOOLS}
    exec(compile(first.replace("AsyncAnthropic()", "AsyncAnthropic(api_key='none')"), "requests.md", "exec"), names)
    exec(compile(loop, "requests.md", "exec"), names)
    names["client"] = claude(replay)
    bodies = [
        claude_says({"type": "text", "text": "There."}, stop="end_turn"),
        claude_says(THINKING, CALL, stop="tool_use"),
    ]

    async def look(given: Any) -> str:
        replay.answer_with(bodies[0])
        return f"at {given['at']}"

    names["TOOL"] = {"look": look}
    replay.answer_with(bodies[0])
    assert [event.type async for event in names["respond"](TURN)][-1] == "message_final"
    replay.answer_with(bodies[1])
    events = [event async for event in rt.traced(names["agent"])(TURN)]
    assert [event.result for event in events if event.type == "tool_result"] == ["at 🥊"]
    assert replay.requests[2]["messages"][1] == {"role": "assistant", "content": [THINKING, CALL]}


@pytest.mark.parametrize("model", ["claude-opus-4-8", "claude-sonnet-4-5", "claude-sonnet-5-5", "claude-fable-5"])
@pytest.mark.parametrize("thinking", [True, False])
async def test_the_installed_sdk_takes_every_argument(replay: Replay, model: str, thinking: bool):
    replay.answer_with(claude_says({"type": "text", "text": "Yes."}, stop="end_turn"))
    request = rt.requests.anthropic(model, thinking=thinking, temperature=1, messages=[], stream=True)
    stream = await claude(replay).messages.create(**request)
    assert [event.type async for event in rt.events(stream)][-1] == "message_final"
    assert "temperature" not in replay.requests[0]


@pytest.mark.parametrize("dialect", ["openai", "openrouter", "deepseek", "zai", "qwen", "vllm", "groq"])
@pytest.mark.parametrize("thinking", [True, False])
async def test_the_installed_sdk_takes_every_dialect(replay: Replay, dialect: Any, thinking: bool):
    replay.answer_with(json.dumps({"id": "1", "object": "chat.completion", "choices": []}).encode())
    request = rt.requests.chat("some-model", dialect=dialect, thinking=thinking, messages=[])
    await gpt(replay).chat.completions.create(**request)
    expected = {**request, **request.get("extra_body", {})}
    expected.pop("extra_body", None)
    assert replay.requests == [expected]


async def answers(client: Any) -> AsyncIterator[Any]:
    """Nothing is sent when a request is refused."""
    yield await client.messages.create(**rt.requests.anthropic("claude-opus-4-8", temperature=0.2), messages=[])


async def test_what_is_refused_is_not_sent(replay: Replay):
    with pytest.raises(rt.ConfigurationError):
        await anext(answers(claude(replay)))
    assert replay.requests == []
