"""The real clients of the providers, over loopback: what they hand on is what the wire says."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import anthropic
import openai
import pytest
import reflex_thinking as rt
from google import genai

from tests.units.providers.replay import RECORDINGS, Replay, as_sent, replaying

QUESTION: Any = [{"role": "user", "content": "Why?"}]


@pytest.fixture(scope="module")
def replay() -> Iterator[Replay]:
    with replaying() as served:
        yield served


def sse(*frames: dict[str, Any]) -> bytes:
    return "".join(f"event: {frame.get('type', 'message')}\ndata: {json.dumps(frame)}\n\n" for frame in frames).encode()


CLAUDE = sse(
    {"type": "message_start", "message": {"id": "msg_1", "type": "message", "role": "assistant", "model": "claude-x", "content": [], "usage": {"input_tokens": 9, "output_tokens": 1}}},
    {"type": "content_block_start", "index": 0, "content_block": {"type": "thinking", "thinking": "", "signature": ""}},
    {"type": "content_block_delta", "index": 0, "delta": {"type": "thinking_delta", "thinking": "Zwölf "}},
    {"type": "ping"},
    {"type": "content_block_delta", "index": 0, "delta": {"type": "thinking_delta", "thinking": "Boxkämpfer…"}},
    {"type": "content_block_delta", "index": 0, "delta": {"type": "signature_delta", "signature": "c2lnbmVk"}},
    {"type": "content_block_stop", "index": 0},
    {"type": "content_block_start", "index": 1, "content_block": {"type": "tool_use", "id": "toolu_1", "name": "look", "input": {}}},
    {"type": "content_block_delta", "index": 1, "delta": {"type": "input_json_delta", "partial_json": "{\"at\": "}},
    {"type": "content_block_delta", "index": 1, "delta": {"type": "input_json_delta", "partial_json": "\"🥊\"}"}},
    {"type": "content_block_stop", "index": 1},
    {"type": "message_delta", "delta": {"stop_reason": "tool_use"}, "usage": {"output_tokens": 40}},
    {"type": "message_stop"},
)  # fmt: skip

GPT = sse(
    {"type": "response.created", "response": {"id": "resp_1", "object": "response", "model": "gpt-x", "status": "in_progress", "output": [], "reasoning": {"effort": "high"}}},
    {"type": "response.output_item.added", "output_index": 0, "item": {"id": "rs_1", "type": "reasoning", "summary": []}},
    {"type": "response.reasoning_summary_part.added", "item_id": "rs_1", "output_index": 0, "summary_index": 0, "part": {"type": "summary_text", "text": ""}},
    {"type": "response.reasoning_summary_text.delta", "item_id": "rs_1", "output_index": 0, "summary_index": 0, "delta": "**Counting**\n\nOne"},
    {"type": "response.reasoning_summary_text.delta", "item_id": "rs_1", "output_index": 0, "summary_index": 0, "delta": ", two."},
    {"type": "response.reasoning_summary_text.done", "item_id": "rs_1", "output_index": 0, "summary_index": 0, "text": "**Counting**\n\nOne, two."},
    {"type": "response.output_item.done", "output_index": 0, "item": {"id": "rs_1", "type": "reasoning", "summary": [{"type": "summary_text", "text": "**Counting**\n\nOne, two."}], "encrypted_content": "gAAAA"}},
    {"type": "response.output_item.added", "output_index": 1, "item": {"id": "msg_1", "type": "message", "role": "assistant", "content": []}},
    {"type": "response.output_text.delta", "item_id": "msg_1", "output_index": 1, "content_index": 0, "delta": "Zwei ✓"},
    {"type": "response.output_item.done", "output_index": 1, "item": {"id": "msg_1", "type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Zwei ✓"}]}},
    {"type": "response.completed", "response": {"id": "resp_1", "object": "response", "model": "gpt-x", "status": "completed", "output": [], "usage": {"input_tokens": 5, "output_tokens": 20, "output_tokens_details": {"reasoning_tokens": 12}}}},
)  # fmt: skip


async def final_of(stream: Any) -> dict[str, Any]:
    events = [event async for event in rt.events(stream)]
    assert [event.type for event in events].count("message_final") == 1
    assert events[-1].type == "message_final"
    return events[-1].event


def read(body: bytes) -> dict[str, Any]:
    """What the bytes themselves say."""
    return list(rt.events(body))[-1].event


def claude(replay: Replay) -> anthropic.AsyncAnthropic:
    return anthropic.AsyncAnthropic(base_url=replay.url, api_key="none", max_retries=0)


def gpt(replay: Replay) -> openai.AsyncOpenAI:
    return openai.AsyncOpenAI(base_url=f"{replay.url}/v1", api_key="none", max_retries=0)


async def ask_claude(replay: Replay) -> Any:
    return await claude(replay).messages.create(model="m", max_tokens=9, messages=QUESTION, stream=True)


async def test_claude_thinks_through_the_real_client(replay: Replay):
    replay.answer_with(CLAUDE, cut=3)
    reading = rt.events(await ask_claude(replay))
    events = [event async for event in reading]
    assert "".join(event.text_delta for event in events if event.type == "reasoning_part_delta") == "Zwölf Boxkämpfer…"
    assert reading.final == read(CLAUDE)
    assert reading.calls == [rt.ToolCall("toolu_1", "look", {"at": "🥊"})]
    assert reading.reply == {
        "provider": "anthropic",
        "message": {
            "role": "assistant",
            "content": [
                {"type": "thinking", "thinking": "Zwölf Boxkämpfer…", "signature": "c2lnbmVk"},
                {"type": "tool_use", "id": "toolu_1", "name": "look", "input": {"at": "🥊"}},
            ],
        },
    }
    assert "c2lnbmVk" not in "".join(event.to_json() for event in events)


async def test_the_stream_helper_of_claude_says_everything_once(replay: Replay):
    replay.answer_with(CLAUDE)
    client = claude(replay)
    assert await final_of(client.messages.stream(model="m", max_tokens=9, messages=QUESTION)) == read(CLAUDE)
    async with client.beta.messages.stream(model="m", max_tokens=9, messages=QUESTION) as stream:
        assert await final_of(stream) == read(CLAUDE)


async def test_a_call_need_not_be_awaited(replay: Replay):
    replay.answer_with(CLAUDE)
    call = claude(replay).messages.create(model="m", max_tokens=9, messages=QUESTION, stream=True)
    assert await final_of(call) == read(CLAUDE)


def test_the_plain_client_can_be_read_with_a_plain_loop(replay: Replay):
    replay.answer_with(CLAUDE)
    client = anthropic.Anthropic(base_url=replay.url, api_key="none", max_retries=0)
    stream = client.messages.create(model="m", max_tokens=9, messages=QUESTION, stream=True)
    assert list(rt.events(stream))[-1].event == read(CLAUDE)


async def test_the_plain_client_can_be_read_in_an_event_loop(replay: Replay):
    replay.answer_with(CLAUDE)
    client = anthropic.Anthropic(base_url=replay.url, api_key="none", max_retries=0)
    assert await final_of(client.messages.create(model="m", max_tokens=9, messages=QUESTION, stream=True)) == read(
        CLAUDE
    )


async def test_gpt_reasons_through_the_real_client(replay: Replay):
    replay.answer_with(GPT, cut=5)
    stream = await gpt(replay).responses.create(model="m", input="Why?", stream=True)
    reading = rt.events(stream)
    events = [event async for event in reading]
    assert reading.final == read(GPT)
    assert reading.final is not None
    assert reading.reply is not None
    [segment, text] = reading.final["segments"]
    assert segment["parts"][0]["text"] == "**Counting**\n\nOne, two."
    assert segment["parts"][0]["type"] == "summary_text"
    assert segment["effort_level"] == "high"
    assert text["text"] == "Zwei ✓"
    assert (segment["output_index"], text["output_index"]) == (0, 1)
    assert {event.output_index for event in events if event.type == "text_delta"} == {1}
    assert reading.final["usage"]["reasoning_tokens"] == 12
    assert reading.reply["message"]["output"][0]["encrypted_content"] == "gAAAA"
    assert "gAAAA" not in "".join(event.to_json() for event in events)


async def test_an_error_status_is_told_so_that_a_user_can_act(replay: Replay):
    body = {
        "error": {
            "message": "Incorrect API key provided: sk-abc123def456.",
            "type": "invalid_request_error",
            "code": "invalid_api_key",
        }
    }
    replay.answer_with(json.dumps(body).encode(), status=401)
    final = await final_of(gpt(replay).responses.create(model="m", input="Why?", stream=True))
    assert final["status"] == "error"
    assert final["error"]["code"] == "invalid_api_key"
    assert "Check the API key" in final["error"]["message"]
    assert "sk-abc" not in json.dumps(final)


async def test_an_error_in_mid_stream_keeps_what_had_arrived(replay: Replay):
    broken = CLAUDE[: CLAUDE.index(b"event: content_block_stop")]
    error = sse({"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}})
    replay.answer_with(broken + error)
    final = await final_of(await ask_claude(replay))
    assert final["error"]["code"] == "overloaded_error"
    assert final["segments"][0]["parts"][0]["text"] == "Zwölf Boxkämpfer…"


@pytest.mark.parametrize("share", [0.2, 0.5, 0.8])
async def test_a_connection_that_breaks_off_keeps_what_had_arrived(replay: Replay, share: float):
    replay.answer_with(CLAUDE[: int(len(CLAUDE) * share)], breaks_off=True)
    final = await final_of(await ask_claude(replay))
    assert final["status"] == "error"
    assert final["incomplete"] is True


async def test_a_server_that_is_not_there_is_an_error_like_any_other():
    client = openai.AsyncOpenAI(base_url="http://127.0.0.1:9/v1", api_key="none", max_retries=0)
    final = await final_of(client.responses.create(model="m", input="Why?", stream=True))
    assert final["status"] == "error"
    assert final["error"]["code"] == "APIConnectionError"


async def test_a_reader_that_goes_away_lets_go_of_the_connection(replay: Replay):
    replay.answer_with(CLAUDE)
    stream = await ask_claude(replay)
    reading = aiter(rt.events(stream))
    await anext(reading)
    await reading.aclose()  # pyright: ignore[reportAttributeAccessIssue]
    assert stream.response.is_closed


# Recordings -----------------------------------------------------------------------------------------------------------


def recordings(*folders: str) -> list[Path]:
    return [
        path
        for folder in folders
        for path in sorted((RECORDINGS / folder).glob("*"))
        if path.suffixes[-1:] in ([".sse"], [".jsonl"], [".json"])
        and not path.name.endswith((".request.json", ".array.json"))
    ]


needs_recordings = pytest.mark.skipif(not RECORDINGS.is_dir(), reason="the shared recordings are not here")


def says(final: dict[str, Any]) -> dict[str, Any]:
    """What has to be the same, whichever way it came."""
    segments = [
        {key: segment.get(key) for key in ("type", "name", "input", "text", "combined_text", "result", "error")}
        for segment in final["segments"]
    ]
    return {
        "segments": segments,
        "status": final["status"],
        "usage": final.get("usage"),
        "stop_reason": final.get("stop_reason"),
    }


async def compare(replay: Replay, paths: list[Path], ask: Any) -> None:
    assert len(paths) > 5
    for number, path in enumerate(paths):
        body = as_sent(path)
        replay.answer_with(body, cut=(31, 257, 1000)[number % 3])
        streamed = path.suffix != ".json"
        expected = says(read(body))
        assert expected["status"] == "done", path.name
        assert says(await final_of(ask(streamed))) == expected, path.name


@needs_recordings
async def test_every_recording_of_claude_is_the_same_through_the_real_client(replay: Replay):
    paths = [path for path in recordings("anthropic") if b"event:" in as_sent(path) or path.suffix == ".json"]
    await compare(
        replay,
        paths,
        lambda streamed: claude(replay).beta.messages.create(
            model="m", max_tokens=9, messages=QUESTION, stream=streamed
        ),
    )


@needs_recordings
async def test_every_recording_of_responses_is_the_same_through_the_real_client(replay: Replay):
    # A frame with an error in it is an exception there, which ends the stream a frame earlier.
    paths = [path for path in recordings("openai-responses", "responses-compat") if "error" not in path.name]
    await compare(
        replay, paths, lambda streamed: gpt(replay).responses.create(model="m", input="Why?", stream=streamed)
    )


@needs_recordings
async def test_every_recording_of_chat_completions_is_the_same_through_the_real_client(replay: Replay):
    folders = [path.name for path in RECORDINGS.glob("chat-*")]
    paths = [path for path in recordings(*folders) if "error" not in path.name]
    await compare(
        replay,
        paths,
        lambda streamed: gpt(replay).chat.completions.create(model="m", messages=QUESTION, stream=streamed),
    )


@needs_recordings
async def test_every_recording_of_gemini_is_the_same_through_the_real_client(replay: Replay):
    client = genai.Client(api_key="none", http_options={"base_url": replay.url})

    async def ask(streamed: bool) -> AsyncIterator[Any]:
        if streamed:
            async for chunk in await client.aio.models.generate_content_stream(model="m", contents="Why?"):
                yield chunk
        else:
            yield await client.aio.models.generate_content(model="m", contents="Why?")

    await compare(replay, recordings("gemini"), ask)
