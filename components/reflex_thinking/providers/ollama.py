"""Ollama's own chat and generate: a line of JSON for each piece, or one for all; the last one says that it is done."""

from __future__ import annotations

from typing import Any

from .chat_calls import Calls
from .chat_content import Content
from .chat_reasoning import Reasoning
from .emitter import Emitter
from .failures import CUT, failure_from_body
from .flow import Flow
from .frames import Frame
from .values import dict_of, list_of, text_of, time_of


class OllamaReader:
    """Reads what Ollama answers."""

    def __init__(self, out: Emitter) -> None:
        self._out = out
        flow = Flow(out)
        self._reasoning = Reasoning(flow)
        self._content = Content(flow)
        self._calls = Calls(out, flow)
        self._raw_calls: list[Any] = []
        self._has_begun = False
        self._is_whole = False

    def read(self, frame: Frame) -> None:
        """Read a line."""
        message = dict_of(frame.get("message"))
        if not message and ("response" in frame or "thinking" in frame):
            message = {"content": frame.get("response"), "thinking": frame.get("thinking")}
        if not self._has_begun and ("done" in frame or message):
            self._has_begun = True
            self._out.start(model=text_of(frame.get("model")), created_at=time_of(frame.get("created_at")))
        self._reasoning.read({"thinking": message.get("thinking")})
        self._content.read({"content": message.get("content")})
        if calls := list_of(message.get("tool_calls")):
            self._content.end()
            self._raw_calls.extend(calls)
            self._calls.read(message, whole=True)
        if frame.get("done"):
            self._is_whole = True
            reason = text_of(frame.get("done_reason")) or "stop"
            self._out.stop(reason, incomplete=reason == "length")
            self._out.count(input_tokens=frame.get("prompt_eval_count"), output_tokens=frame.get("eval_count"))
        if frame.get("error"):
            found = failure_from_body(frame)
            self._out.fail(found.message, found.code)

    def end(self) -> None:
        """The stream has ended."""
        self._content.end(whole=self._is_whole)
        self._calls.end(whole=self._is_whole)
        if not self._is_whole:
            self._out.fail(CUT, "cut")

    def reply(self) -> dict[str, Any] | None:
        """The assistant's message."""
        calls = {"tool_calls": self._raw_calls} if self._raw_calls else {}
        fields = {**self._content.reply(), **self._reasoning.reply(), **calls}
        return {"role": "assistant", "content": "", **fields} if fields else None
