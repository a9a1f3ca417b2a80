"""Cohere's chat, version 2: contents and calls, each started, filled by deltas and ended; or the finished message."""

from __future__ import annotations

from typing import Any

from .chat_calls import Calls
from .chat_content import Content
from .emitter import Emitter
from .failures import CUT, error_in, failure_from_body
from .flow import Flow
from .frames import Frame
from .values import dict_of, index_of, list_of, text_of

_FAILED = frozenset({"ERROR", "ERROR_TOXIC", "TIMEOUT"})


class CohereReader:
    """Reads Cohere's messages."""

    def __init__(self, out: Emitter) -> None:
        self._out = out
        self._flow = Flow(out)
        self._content = Content(self._flow)
        self._calls = Calls(out, self._flow)
        self._plan: list[str] = []
        self._is_whole = False

    def read(self, frame: Frame) -> None:
        """Read an event of the stream, or the response."""
        delta = dict_of(frame.get("delta"))
        message = dict_of(delta.get("message"))
        match frame.get("type"):
            case "content-start" | "content-delta":
                self._part(dict_of(message.get("content")), index_of(frame.get("index")))
            case "tool-plan-delta":
                self._think(text_of(message.get("tool_plan")))
            case "tool-call-start" | "tool-call-delta":
                call = dict_of(message.get("tool_calls"))
                self._calls.read({"tool_calls": {**call, "index": index_of(frame.get("index"))}})
            case "message-start":
                self._out.start(text_of(frame.get("id")))
            case "message-end":
                self._end(delta)
            case _ if isinstance(frame.get("message"), dict):
                self._message(frame)
            case _ if error := error_in(frame):
                found = failure_from_body(error)
                self._out.fail(found.message, found.code)
            case _:
                pass

    def end(self) -> None:
        """The stream has ended."""
        self._content.end(whole=self._is_whole)
        self._calls.end(whole=self._is_whole and not self._out.is_incomplete)
        if not self._is_whole:
            self._out.fail(CUT, "cut")

    def reply(self) -> dict[str, Any] | None:
        """The assistant's message."""
        plan = {"tool_plan": "".join(self._plan)} if self._plan else {}
        fields = {**self._content.reply(), **plan, **self._calls.reply()}
        return {"role": "assistant", **fields} if fields else None

    def _message(self, response: dict[str, Any]) -> None:
        message = dict_of(response.get("message"))
        self._out.start(text_of(response.get("id")))
        self._think(text_of(message.get("tool_plan")))
        for index, part in enumerate(list_of(message.get("content"))):
            self._part(dict_of(part), index)
        self._calls.read(message, whole=True)
        self._end(response)

    def _part(self, part: dict[str, Any], index: int) -> None:
        """A piece of a content; its type is only said at the start."""
        self._flow.output_index = index
        kind = "thinking" if isinstance(part.get("thinking"), str) else "text"
        self._content.read({"content": [{**part, "type": kind}]})

    def _think(self, plan: str) -> None:
        """What the model plans to do with its tools: it is written for the reader, before the calls."""
        if plan:
            self._plan.append(plan)
            self._flow.think(plan, "plan")

    def _end(self, end: dict[str, Any]) -> None:
        self._is_whole = True
        usage = dict_of(end.get("usage"))
        tokens = dict_of(usage.get("tokens")) or dict_of(usage.get("billed_units"))
        self._out.count(
            input_tokens=tokens.get("input_tokens"),
            output_tokens=tokens.get("output_tokens"),
            reasoning_tokens=tokens.get("reasoning_tokens"),
        )
        reason = text_of(end.get("finish_reason"))
        self._out.stop(reason, incomplete=reason == "MAX_TOKENS")
        if end.get("error") or reason in _FAILED:
            found = failure_from_body(end.get("error") or {"code": reason})
            self._out.fail(found.message, found.code)
