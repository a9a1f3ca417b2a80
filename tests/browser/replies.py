"""A provider on loopback that says what a test tells it to, one frame after the other."""

from __future__ import annotations

import json
import threading
from collections import defaultdict, deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import Any

from tests.loopback import answering

Frame = dict[str, Any]
PATIENCE = 60.0


@dataclass
class Provider:
    """What it will say, by the end of the path that is asked for, and what it was asked.

    An answer is a list of frames. Where a frame is None, it waits until the test calls `go_on.set()`.
    """

    url: str = ""
    answers: defaultdict[str, deque[list[Frame | None]]] = field(default_factory=lambda: defaultdict(deque))
    requests: list[Frame] = field(default_factory=list)
    go_on: threading.Event = field(default_factory=threading.Event)

    def next_answer(self, path: str) -> list[Frame | None]:
        """What is said to a request; nothing when no more answers are there."""
        queue = self.answers[path.rsplit("/", 1)[-1]]
        return queue.popleft() if queue else []


@contextmanager
def serving() -> Iterator[Provider]:
    """Serve until the end of the block."""
    provider = Provider()

    def answer(request: BaseHTTPRequestHandler, asked: Frame) -> None:
        provider.requests.append(asked)
        frames = provider.next_answer(request.path)
        request.send_response(200 if frames else 404)
        request.send_header("content-type", "text/event-stream")
        request.send_header("connection", "close")  # which is how the client knows its end
        request.end_headers()
        for frame in frames:
            if frame is None:
                provider.go_on.wait(PATIENCE)
            else:
                request.wfile.write(f"event: {frame['type']}\ndata: {json.dumps(frame)}\n\n".encode())
                request.wfile.flush()

    with answering(answer) as provider.url:
        yield provider
        provider.go_on.set()


def claude(thinking: tuple[str, str], text: str) -> list[Frame | None]:
    """Claude thinks, is held up in the middle of it, thinks on, and answers."""
    message = {"id": "msg_1", "type": "message", "role": "assistant", "model": "claude-x", "content": []}
    return [
        {"type": "message_start", "message": {**message, "usage": {"input_tokens": 9, "output_tokens": 1}}},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "thinking", "thinking": ""}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "thinking_delta", "thinking": thinking[0]}},
        None,
        {"type": "content_block_delta", "index": 0, "delta": {"type": "thinking_delta", "thinking": thinking[1]}},
        {"type": "content_block_stop", "index": 0},
        {"type": "content_block_start", "index": 1, "content_block": {"type": "text", "text": ""}},
        {"type": "content_block_delta", "index": 1, "delta": {"type": "text_delta", "text": text}},
        {"type": "content_block_stop", "index": 1},
        {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 40}},
        {"type": "message_stop"},
    ]


def gpt_calls(thinking: str, name: str, arguments: Frame) -> list[Frame | None]:
    """GPT thinks and asks for a tool."""
    response = {"id": "resp_1", "object": "response", "model": "gpt-x", "output": []}
    reasoning = {"id": "rs_1", "type": "reasoning", "summary": [{"type": "summary_text", "text": thinking}]}
    call = {"id": "fc_1", "type": "function_call", "call_id": "call_1", "name": name, "arguments": ""}
    at = {"item_id": "rs_1", "output_index": 0, "summary_index": 0}
    whole = {**call, "arguments": json.dumps(arguments)}
    return [
        {"type": "response.created", "response": {**response, "status": "in_progress"}},
        {"type": "response.output_item.added", "output_index": 0, "item": {**reasoning, "summary": []}},
        {"type": "response.reasoning_summary_part.added", **at, "part": {"type": "summary_text", "text": ""}},
        {"type": "response.reasoning_summary_text.delta", **at, "delta": thinking},
        {"type": "response.output_item.done", "output_index": 0, "item": reasoning},
        {"type": "response.output_item.added", "output_index": 1, "item": call},
        {"type": "response.function_call_arguments.done", "item_id": "fc_1", "output_index": 1, **_named(whole)},
        {"type": "response.output_item.done", "output_index": 1, "item": whole},
        {"type": "response.completed", "response": {**response, "status": "completed", "output": [reasoning, whole]}},
    ]


def _named(call: Frame) -> Frame:
    return {"name": call["name"], "arguments": call["arguments"]}


def gpt_says(text: str) -> list[Frame | None]:
    """GPT answers, and is held up before its last word."""
    response = {"id": "resp_2", "object": "response", "model": "gpt-x", "output": []}
    item = {"id": "msg_1", "type": "message", "role": "assistant", "content": []}
    at = {"item_id": "msg_1", "output_index": 0, "content_index": 0}
    first, _, last = text.rpartition(" ")
    whole = {**item, "content": [{"type": "output_text", "text": text, "annotations": []}]}
    return [
        {"type": "response.created", "response": {**response, "status": "in_progress"}},
        {"type": "response.output_item.added", "output_index": 0, "item": item},
        {"type": "response.output_text.delta", **at, "delta": first},
        None,
        {"type": "response.output_text.delta", **at, "delta": f" {last}"},
        {"type": "response.output_item.done", "output_index": 0, "item": whole},
        {"type": "response.completed", "response": {**response, "status": "completed", "output": [whole]}},
    ]
