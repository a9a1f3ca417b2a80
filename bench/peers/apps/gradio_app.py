"""Gradio: a chat interface whose reply is a thought with growing content. Usage: gradio_app.py PORT."""
# pyright: reportMissingImports=false

import sys
from collections.abc import AsyncIterator
from typing import Any

import gradio as gr

from bench.work import ANSWER, Work


def thought(content: str, status: str) -> gr.ChatMessage:
    """The reply's thought as it is now."""
    return gr.ChatMessage(role="assistant", content=content, metadata={"title": "Thinking", "id": 0, "status": status})


async def respond(message: str, _history: list[Any]) -> AsyncIterator[Any]:
    """Stream the work into the thought, then answer."""
    content = ""
    async for delta in Work.parse(message).stream("gradio"):
        content += delta
        yield thought(content, "pending")
    yield [thought(content, "done"), gr.ChatMessage(role="assistant", content=ANSWER)]


if __name__ == "__main__":
    gr.ChatInterface(respond).launch(server_port=int(sys.argv[1]), server_name="127.0.0.1", quiet=True)
