"""Chat completions, which everybody speaks with an accent of their own: chunks with a delta, or the finished message."""

from __future__ import annotations

from typing import Any

from .chat_calls import Calls
from .chat_content import Content
from .chat_reasoning import Reasoning
from .chat_tools import ServerTools
from .emitter import Emitter
from .failures import CUT, error_in, failure_from_body
from .flow import Flow
from .frames import Frame
from .values import dict_of, index_of, list_of, text_of

_INCOMPLETE = frozenset(
    {"length", "max_tokens", "model_length", "content_filter", "insufficient_system_resource", "sensitive"}
)
_FAILED = frozenset({"error", "network_error"})


class ChatReader:
    """Reads chat completions. Of several answers to one question it reads the first."""

    def __init__(self, out: Emitter) -> None:
        self._out = out
        flow = Flow(out)
        self._reasoning = Reasoning(flow)
        self._content = Content(flow)
        self._calls = Calls(out, flow)
        self._tools = ServerTools(out, flow)
        self._has_begun = False
        self._has_spoken = False
        self._is_whole = False

    def read(self, frame: Frame) -> None:
        """Read a chunk, or the completion."""
        if frame.get("type") == "[DONE]":
            self._is_whole = True
            return
        choices = list(map(dict_of, list_of(frame.get("choices"))))
        if not choices and isinstance(frame.get("message"), dict):
            choices = [frame]
        self._begin(frame, choices)
        for choice in choices:
            if index_of(choice.get("index")) == 0:
                self._choice(choice)
        self._tools.cite(list_of(frame.get("search_results")))
        if usage := dict_of(frame.get("usage")) or dict_of(dict_of(frame.get("x_groq")).get("usage")):
            self._usage(usage)
            # Where nothing says why the model stopped, the totals alone say that it did.
            self._is_whole = self._is_whole or not choices
        error = next((choice["error"] for choice in choices if choice.get("error")), frame.get("error"))
        if error or (not choices and (error := error_in(frame))):
            found = failure_from_body(error)
            self._out.fail(found.message, found.code)

    def end(self) -> None:
        """The stream has ended."""
        self._content.end(whole=self._is_whole)
        self._calls.end(whole=self._is_whole and not self._out.is_incomplete)
        self._tools.end()
        if self._out.stop_reason in _FAILED:
            found = failure_from_body({"code": self._out.stop_reason})
            self._out.fail(found.message, found.code)
        if not self._is_whole:
            self._out.fail(CUT, "cut")

    def reply(self) -> dict[str, Any] | None:
        """The assistant's message, with the reasoning in the form in which it came."""
        fields = {**self._content.reply(), **self._calls.reply(), **self._reasoning.reply()}
        return {"role": "assistant", "content": None, **fields} if fields else None

    def _begin(self, frame: Frame, choices: list[dict[str, Any]]) -> None:
        given = text_of(frame.get("id"))
        if not self._has_begun and (given or choices):
            self._has_begun = True
            created = frame.get("created")
            created_at = int(created * 1000) if isinstance(created, int | float) and 0 < created < 1e11 else 0
            self._out.start(given, model=text_of(frame.get("model")), created_at=created_at)
            self._content.set_model(text_of(frame.get("model")))

    def _choice(self, choice: dict[str, Any]) -> None:
        delta, message = dict_of(choice.get("delta")), dict_of(choice.get("message"))
        if any(delta.values()) or not message:
            # Some repeat all that was said so far beside each delta.
            self._delta({"content": choice.get("text"), **delta})
        elif not self._has_spoken:
            self._delta(message, whole=True)
            self._is_whole = True
        if reason := text_of(choice.get("finish_reason")):
            self._is_whole = True
            self._out.stop(reason, incomplete=reason in _INCOMPLETE)

    def _delta(self, delta: dict[str, Any], *, whole: bool = False) -> None:
        self._has_spoken = self._has_spoken or any(value for key, value in delta.items() if key != "role")
        self._reasoning.read(delta)
        if "executed_tools" in delta or "annotations" in delta:
            self._tools.read(delta)
        self._content.read(delta)
        if delta.get("tool_calls") or delta.get("function_call"):
            self._content.end()
            self._calls.read(delta, whole=whole)

    def _usage(self, usage: dict[str, Any]) -> None:
        details = dict_of(usage.get("completion_tokens_details")) or dict_of(usage.get("output_tokens_details"))
        reasoning = details.get("reasoning_tokens", usage.get("reasoning_tokens"))
        prompt, output = (
            usage.get(f"{old}_tokens", usage.get(f"{new}_tokens"))
            for old, new in (("prompt", "input"), ("completion", "output"))
        )
        if isinstance(reasoning, int) and isinstance(output, int) and isinstance(prompt, int):
            # xAI counts reasoning beside the output, which only its total shows; here it is always included.
            is_apart = usage.get("total_tokens") == prompt + output + reasoning
            output += reasoning if is_apart else 0
        self._out.count(input_tokens=prompt, output_tokens=output, reasoning_tokens=reasoning)
