"""A provider on loopback: it answers each request as a function says, in the form of the API that was asked."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import Any

from tests.loopback import answering

Body = dict[str, Any]


@dataclass
class Reply:
    """What the provider says: text and thinking, or an error."""

    text: str = ""
    thinking: str = ""
    status: int = 200
    error: Body = field(default_factory=dict[str, Any])


@dataclass
class Provider:
    """What it was asked, and what it answers."""

    url: str = ""
    answer: Callable[[Body], Reply] = lambda _: Reply("Yes [1].")
    requests: list[Body] = field(default_factory=list[Body])
    headers: list[dict[str, str]] = field(default_factory=list[dict[str, str]])


@contextmanager
def serving() -> Iterator[Provider]:
    provider = Provider()

    def answer(request: BaseHTTPRequestHandler, asked: Body) -> None:
        provider.requests.append(asked)
        provider.headers.append({name.lower(): value for name, value in request.headers.items()})
        reply = provider.answer(asked)
        body = json.dumps(reply.error).encode() if reply.status >= 400 else _body(request.path, reply)
        request.send_response(reply.status)
        request.send_header("content-type", "application/json" if reply.status >= 400 else "text/event-stream")
        request.send_header("content-length", str(len(body)))
        request.end_headers()
        request.wfile.write(body)

    with answering(answer) as provider.url:
        yield provider


def _body(path: str, reply: Reply) -> bytes:
    if path.endswith("/messages"):
        return _named(*_anthropic(reply))
    if path.endswith("/responses"):
        return _named(*_responses(reply))
    if path.endswith("/chat/completions"):
        return _unnamed(*_chat(reply)) + b"data: [DONE]\n\n"
    return _unnamed(*_gemini(reply))


def _named(*frames: Body) -> bytes:
    return "".join(f"event: {frame['type']}\ndata: {json.dumps(frame)}\n\n" for frame in frames).encode()


def _unnamed(*frames: Body) -> bytes:
    return "".join(f"data: {json.dumps(frame)}\n\n" for frame in frames).encode()


def _pieces(text: str) -> list[str]:
    return [text[at : at + 7] for at in range(0, len(text), 7)]


def _anthropic(reply: Reply) -> Iterator[Body]:
    usage = {"input_tokens": 9, "output_tokens": 1}
    message = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "claude-x",
        "content": [],
        "usage": usage,
    }
    yield {"type": "message_start", "message": message}
    blocks = [("thinking", reply.thinking)] * bool(reply.thinking) + [("text", reply.text)] * bool(reply.text)
    for index, (kind, text) in enumerate(blocks):
        yield {"type": "content_block_start", "index": index, "content_block": {"type": kind, kind: ""}}
        for piece in _pieces(text):
            yield {"type": "content_block_delta", "index": index, "delta": {"type": f"{kind}_delta", kind: piece}}
        yield {"type": "content_block_stop", "index": index}
    yield {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 40}}
    yield {"type": "message_stop"}


def _responses(reply: Reply) -> Iterator[Body]:
    response = {"id": "resp_1", "object": "response", "model": "gpt-x", "output": []}
    yield {"type": "response.created", "response": {**response, "status": "in_progress"}}
    if reply.thinking:
        item = {"id": "rs_1", "type": "reasoning", "summary": []}
        at = {"item_id": "rs_1", "output_index": 0, "summary_index": 0}
        part = {"type": "summary_text", "text": ""}
        yield {"type": "response.output_item.added", "output_index": 0, "item": item}
        yield {"type": "response.reasoning_summary_part.added", **at, "part": part}
        for piece in _pieces(reply.thinking):
            yield {"type": "response.reasoning_summary_text.delta", **at, "delta": piece}
        yield {"type": "response.reasoning_summary_text.done", **at, "text": reply.thinking}
        whole = {**item, "summary": [{**part, "text": reply.thinking}]}
        yield {"type": "response.output_item.done", "output_index": 0, "item": whole}
    item = {"id": "msg_1", "type": "message", "role": "assistant", "content": []}
    yield {"type": "response.output_item.added", "output_index": 1, "item": item}
    for piece in _pieces(reply.text):
        at = {"item_id": "msg_1", "output_index": 1, "content_index": 0}
        yield {"type": "response.output_text.delta", **at, "delta": piece}
    whole = {**item, "content": [{"type": "output_text", "text": reply.text}]}
    yield {"type": "response.output_item.done", "output_index": 1, "item": whole}
    usage = {"input_tokens": 9, "output_tokens": 40}
    yield {"type": "response.completed", "response": {**response, "status": "completed", "usage": usage}}


def _chat(reply: Reply) -> Iterator[Body]:
    def chunk(delta: Body, finish: str | None = None) -> Body:
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        return {"id": "c_1", "object": "chat.completion.chunk", "created": 1, "model": "qwen", "choices": [choice]}

    yield chunk({"role": "assistant", "content": ""})
    for piece in _pieces(reply.thinking):
        yield chunk({"reasoning_content": piece})
    for piece in _pieces(reply.text):
        yield chunk({"content": piece})
    yield chunk({}, "stop")
    usage = {"prompt_tokens": 9, "completion_tokens": 40, "total_tokens": 49}
    yield {**chunk({}), "choices": [], "usage": usage}


def _gemini(reply: Reply) -> Iterator[Body]:
    def chunk(*parts: Body, **more: Any) -> Body:
        content = {"role": "model", "parts": list(parts)}
        return {"candidates": [{"content": content, "index": 0, **more}], "modelVersion": "gemini-x", "responseId": "r"}

    for piece in _pieces(reply.thinking):
        yield chunk({"text": piece, "thought": True})
    for piece in _pieces(reply.text):
        yield chunk({"text": piece})
    usage = {"promptTokenCount": 9, "candidatesTokenCount": 40, "totalTokenCount": 49}
    yield {**chunk({"text": ""}, finishReason="STOP"), "usageMetadata": usage}
