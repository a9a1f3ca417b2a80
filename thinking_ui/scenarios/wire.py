"""What two providers send over the wire, chunk by chunk, for the normaliser to read."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any

import reflex_thinking as rt

Chunk = dict[str, Any]

THOUGHT = "The 18th President was Grant. He served from 1869 to 1877, so that is the answer."
PIECE_SECONDS = 0.08
ANSWER = "Ulysses S. Grant, serving from **1869 to 1877**."


def pieces(text: str) -> Iterator[str]:
    """A text in the pieces a model sends."""
    for at in range(0, len(text), 7):
        yield text[at : at + 7]


def claude() -> Iterator[Chunk]:
    """Extended thinking, a tool that the provider runs, and the answer, as Anthropic streams them."""
    usage = {"input_tokens": 24, "output_tokens": 1}
    message = {"id": "msg_01", "type": "message", "role": "assistant", "model": "claude-sonnet-4-5", "content": []}
    yield {"type": "message_start", "message": {**message, "stop_reason": None, "usage": usage}}
    yield start(0, {"type": "thinking", "thinking": "", "signature": ""})
    for piece in pieces(THOUGHT):
        yield delta(0, {"type": "thinking_delta", "thinking": piece})
    yield delta(0, {"type": "signature_delta", "signature": "c2lnbmVk"})
    yield {"type": "content_block_stop", "index": 0}
    yield start(1, {"type": "server_tool_use", "id": "srvtoolu_01", "name": "web_search", "input": {}})
    yield delta(1, {"type": "input_json_delta", "partial_json": '{"query": "18th President"}'})
    yield {"type": "content_block_stop", "index": 1}
    found = {"type": "web_search_result", "title": "Ulysses S. Grant", "url": "https://example.com/grant"}
    yield start(2, {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_01", "content": [found]})
    yield {"type": "content_block_stop", "index": 2}
    yield start(3, {"type": "text", "text": ""})
    for piece in pieces(ANSWER):
        yield delta(3, {"type": "text_delta", "text": piece})
    yield {"type": "content_block_stop", "index": 3}
    yield {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 88}}
    yield {"type": "message_stop"}


def start(index: int, block: Chunk) -> Chunk:
    """A block of Anthropic's begins."""
    return {"type": "content_block_start", "index": index, "content_block": block}


def delta(index: int, change: Chunk) -> Chunk:
    """A block of Anthropic's grows."""
    return {"type": "content_block_delta", "index": index, "delta": change}


def openai() -> Iterator[Chunk]:
    """Two parts of a reasoning summary and the answer, as OpenAI's Responses stream them."""
    response = {
        "id": "resp_01",
        "object": "response",
        "model": "o4-mini",
        "reasoning": {"effort": "high"},
        "output": [],
    }
    parts = [f"**Providing historical facts**\n\n{THOUGHT}", "**Checking the dates**\n\nBoth years are right."]
    yield {"type": "response.created", "response": {**response, "status": "in_progress"}}
    reasoning = {"id": "rs_01", "type": "reasoning", "summary": []}
    yield {"type": "response.output_item.added", "output_index": 0, "item": reasoning}
    for index, text in enumerate(parts):
        place = {"item_id": "rs_01", "output_index": 0, "summary_index": index}
        kind = "response.reasoning_summary"
        yield {"type": f"{kind}_part.added", **place, "part": {"type": "summary_text", "text": ""}}
        for piece in pieces(text):
            yield {"type": f"{kind}_text.delta", **place, "delta": piece}
        yield {"type": f"{kind}_text.done", **place, "text": text}
        yield {"type": f"{kind}_part.done", **place, "part": {"type": "summary_text", "text": text}}
    summary = [{"type": "summary_text", "text": text} for text in parts]
    yield {"type": "response.output_item.done", "output_index": 0, "item": {**reasoning, "summary": summary}}
    message = {"id": "msg_01", "type": "message", "role": "assistant", "status": "in_progress", "content": []}
    place = {"item_id": "msg_01", "output_index": 1, "content_index": 0}
    empty = {"type": "output_text", "text": "", "annotations": []}
    yield {"type": "response.output_item.added", "output_index": 1, "item": message}
    yield {"type": "response.content_part.added", **place, "part": empty}
    for piece in pieces(ANSWER):
        yield {"type": "response.output_text.delta", **place, "delta": piece}
    yield {"type": "response.output_text.done", **place, "text": ANSWER}
    yield {"type": "response.content_part.done", **place, "part": {**empty, "text": ANSWER}}
    said = {**message, "status": "completed", "content": [{**empty, "text": ANSWER}]}
    yield {"type": "response.output_item.done", "output_index": 1, "item": said}
    usage = {"input_tokens": 24, "output_tokens": 120, "output_tokens_details": {"reasoning_tokens": 64}}
    yield {"type": "response.completed", "response": {**response, "status": "completed", "usage": usage}}


async def play(chunks: Iterator[Chunk]) -> AsyncIterator[Any]:
    """The canonical events of such a stream, at the pace of a model."""

    async def stream() -> AsyncIterator[Chunk]:
        for chunk in chunks:
            await asyncio.sleep(PIECE_SECONDS)
            yield chunk

    async for event in rt.events(stream()):
        yield event
