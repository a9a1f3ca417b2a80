"""A server on loopback that answers as the models of all providers do, with one line."""

from __future__ import annotations

import inspect
import json
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http.server import BaseHTTPRequestHandler
from typing import Any

import openai

from tests.loopback import answering


class Server:
    """What it was asked, and what it says."""

    def __init__(self) -> None:
        self.url = ""
        self.says = "Compared three offers"
        self.status = 200
        self.paths: list[str] = []
        self.asked: list[dict[str, Any]] = []
        self.clients: list[Any] = []
        """What is closed at the end of a test."""
        self.held: threading.Event | None = None
        """While this is not set, nobody is answered."""

    def use(self, client: Any) -> Any:
        self.clients.append(client)
        return client

    def openai(self) -> openai.AsyncOpenAI:
        """A client of a compatible server."""
        return self.use(openai.AsyncOpenAI(api_key="k", base_url=self.url))

    def reply(self, path: str) -> dict[str, Any]:
        if path.endswith("/messages"):
            text = [{"type": "thinking", "thinking": "Hm.", "signature": "s"}, {"type": "text", "text": self.says}]
            usage = {"input_tokens": 1, "output_tokens": 1}
            return {"id": "m", "type": "message", "role": "assistant", "model": "x", "content": text, "usage": usage}
        if path.endswith("/responses"):
            part = {"type": "output_text", "text": self.says, "annotations": []}
            item = {"id": "i", "type": "message", "role": "assistant", "status": "completed", "content": [part]}
            return {
                "id": "r",
                "object": "response",
                "created_at": 1,
                "model": "x",
                "status": "completed",
                "output": [item],
            }
        if path.endswith("/chat/completions"):
            choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": self.says}}
            return {"id": "c", "object": "chat.completion", "created": 1, "model": "x", "choices": [choice]}
        parts = [{"text": "Hm.", "thought": True}, {"text": self.says}]
        return {"candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": "STOP", "index": 0}]}


@asynccontextmanager
async def serving() -> AsyncIterator[Server]:
    """A server, and at the end no client of it that is open."""
    server = Server()

    def answer(request: BaseHTTPRequestHandler, asked: dict[str, Any]) -> None:
        server.paths.append(request.path.partition("?")[0])
        server.asked.append(asked)
        if server.held is not None:
            server.held.wait(30)
        body = json.dumps(server.reply(server.paths[-1]) if server.status == 200 else {"error": {"message": "no"}})
        request.send_response(server.status)
        request.send_header("content-type", "application/json")
        request.send_header("content-length", str(len(body.encode())))
        request.end_headers()
        request.wfile.write(body.encode())

    with answering(answer) as server.url:
        yield server
        for client in server.clients:
            closed = (getattr(client, "aclose", None) or client.close)()
            if inspect.isawaitable(closed):
                await closed
