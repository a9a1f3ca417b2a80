"""pydantic-ai: the events of ``agent.run_stream_events`` and ``node.stream``, the nodes of ``agent.iter``, and finished runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from ..providers.failures import CUT
from ..providers.frames import Frame
from ..providers.values import index_of, text_of
from .agent import AgentEmitter, Texts
from .shapes import field_of

_FAILED = {
    "failed": "The tool failed.",
    "denied": "The call was denied.",
    "interrupted": "The call was interrupted.",
    "retried": "The call has to be made again.",
}
_INCOMPLETE = frozenset({"length", "content_filter"})
_MORE = frozenset({"function_tool_call", "function_tool_result", "request", "start_node"})
"""After these the model has its say."""
_TURNS = _MORE | {"part_start", "part_delta", "part_end", "output_tool_call", "output_tool_result", "response"}


@dataclass(slots=True)
class _Part:
    """A part of a model's response that goes on."""

    kind: str
    id: str
    index: int = 0
    """Which part of its segment it is, if it is reasoning."""


class PydanticAiReader:
    """Reads what an agent of pydantic-ai does. All its model calls are one message."""

    emitter = AgentEmitter

    def __init__(self, out: AgentEmitter) -> None:
        self._out = out
        self._texts = Texts(out)
        self._open: dict[int, _Part] = {}
        self._thought: tuple[Any, str, int] = (None, "", 0)
        """The last part of reasoning: what the provider calls it, its segment and its place there."""
        self._is_ended = False
        self._expects_more = False
        """Whether the agent cannot have ended here."""

    def read(self, frame: Frame) -> None:
        """Read an event, a node, a response or a finished run."""
        part = frame.get("part", frame.get("result"))
        kind = text_of(frame.get("event_kind"))
        if kind in _TURNS:
            self._expects_more = kind in _MORE or frame.get("is_node") is True
        match kind:
            case "part_delta":
                self._delta(index_of(frame.get("index")), frame.get("delta"))
            case "part_start":
                self._begin(index_of(frame.get("index")), part)
            case "part_end":
                self._end(index_of(frame.get("index")), part)
            case "function_tool_call" | "output_tool_call":
                self._begin_call(part)
                self._input(part)
            case "function_tool_result" | "output_tool_result":
                self._result(part)
            case "agent_run_result":
                self._usage(field_of(part, "usage"))
                self._output(field_of(part, "output"))
                self._model(field_of(part, "response"))
            case "run":
                self._run(part)
            case "request":
                self._request(frame.get("request"))
            case "response":
                self._response(frame.get("response"))
            case "end_node":
                self._output(frame.get("output"))
            case "custom":
                self._out.artifact(text_of(frame.get("name")), frame.get("value"))
            case _:
                pass

    def end(self) -> None:
        """The events have ended; the last one says what came of the run, unless they are of one model call alone."""
        if not self._is_ended and (self._open or self._expects_more):
            self._out.fail(CUT, "cut")

    def reply(self) -> dict[str, Any] | None:
        """The agent keeps its own history."""
        return None

    # Whole messages ---------------------------------------------------------------------------------------------------

    def _run(self, result: Any) -> None:
        messages: Sequence[Any] = result.new_messages()
        for message in messages:
            if field_of(message, "kind") == "response":
                self._response(message)
            else:
                self._request(message)
        self._output(field_of(result, "output"))

    def _request(self, request: Any) -> None:
        for part in cast("Sequence[Any]", field_of(request, "parts") or ()):
            if text_of(field_of(part, "part_kind")) in {"tool-return", "retry-prompt"} and field_of(part, "tool_name"):
                self._result(part)

    def _response(self, response: Any) -> None:
        self._model(response)
        self._usage(field_of(response, "usage"))
        for index, part in enumerate(cast("Sequence[Any]", field_of(response, "parts") or ())):
            self._begin(index, part)
            self._end(index, part)

    def _model(self, response: Any) -> None:
        self._out.start(model=text_of(field_of(response, "model_name")))
        reason = text_of(field_of(response, "finish_reason"))
        self._out.stop(reason, incomplete=reason in _INCOMPLETE)

    def _usage(self, usage: Any) -> None:
        if callable(usage) and not hasattr(usage, "input_tokens"):
            usage = usage()  # it was a method before 2.0
        details: Any = field_of(usage, "details")
        self._out.add_tokens(
            input_tokens=field_of(usage, "input_tokens"),
            output_tokens=field_of(usage, "output_tokens"),
            reasoning_tokens=field_of(usage, "output_reasoning_tokens") or field_of(details, "reasoning_tokens"),
        )

    def _output(self, output: Any) -> None:
        """What came of the run. A text was said already; anything else is no answer in words."""
        self._is_ended = True
        if type(output).__name__ == "DeferredToolRequests":
            self._out.stop("deferred-tools", incomplete=True)
        elif isinstance(output, str):
            if not self._out.has_answer:
                self._texts.say("output", output)
        elif text_of(field_of(output, "data_uri")):
            self._show(output)
        elif output is not None:
            self._out.artifact("output", output)

    # Parts of a response ----------------------------------------------------------------------------------------------

    def _begin(self, index: int, part: Any) -> None:
        if index in self._open:
            self._end(index, None)
        kind = text_of(field_of(part, "part_kind"))
        content = field_of(part, "content")
        known = self._open[index] = _Part(kind, "")
        match kind:
            case "thinking":
                self._begin_thought(known, field_of(part, "id"))
                self._out.reasoning(known.id, text_of(content), known.index)
            case "text":
                self._texts.say(("part", index), text_of(content))
            case "speech":
                self._texts.say(("part", index), text_of(field_of(part, "transcript")))
            case "tool-call" | "builtin-tool-call":
                known.id = self._begin_call(part)
                self._out.arguments(known.id, text_of(field_of(part, "args")))
            case "builtin-tool-return":
                self._result(part)
            case "file":
                self._show(content)
            case _:
                pass

    def _show(self, content: Any) -> None:
        """An image or a file."""
        data, media_type = text_of(field_of(content, "data")), text_of(field_of(content, "media_type"))
        self._out.media(data=data, url=text_of(field_of(content, "data_uri")), media_type=media_type)

    def _delta(self, index: int, delta: Any) -> None:
        known = self._open.get(index)
        kind = text_of(field_of(delta, "part_delta_kind"))
        if known is None or known.kind.removeprefix("builtin-") != kind.replace("_", "-"):
            # Its beginning is missing: the delta says what it is.
            given = {"part_kind": kind.replace("_", "-"), "tool_call_id": field_of(delta, "tool_call_id")}
            self._begin(index, given)
            known = self._open[index]
        text = text_of(field_of(delta, "content_delta"))
        match kind:
            case "thinking":
                self._out.reasoning(known.id, text, known.index)
            case "text":
                self._texts.say(("part", index), text)
            case "speech":
                self._texts.say(("part", index), text_of(field_of(delta, "transcript_delta")))
            case "tool_call":
                self._out.arguments(known.id, text_of(field_of(delta, "args_delta")))
            case _:
                pass

    def _end(self, index: int, part: Any) -> None:
        known = self._open.pop(index, None)
        if known is None:
            return
        match known.kind:
            case "thinking":
                text = text_of(field_of(part, "content"))
                self._out.end_reasoning(known.id, known.index, text=text, redacted=True)
            case "text" | "speech":
                self._texts.end(("part", index))
            case "tool-call" | "builtin-tool-call":
                if part is not None:
                    self._input(part)
            case _:
                pass

    def _begin_thought(self, known: _Part, given: Any) -> None:
        """Reasoning in several parts under one id is one segment."""
        last, segment_id, index = self._thought
        if given is not None and given == last:
            known.id, known.index = segment_id, index + 1
        else:
            known.id = self._out.new_id("reasoning")
        self._thought = (given, known.id, known.index)
        self._out.begin_reasoning(known.id, known.index)

    # Calls ------------------------------------------------------------------------------------------------------------

    def _begin_call(self, part: Any) -> str:
        given = text_of(field_of(part, "tool_call_id"))
        known = self._out.call_named(given)
        server = field_of(part, "part_kind") == "builtin-tool-call"
        if known is not None and not self._out.has_result(known):
            return known
        return self._out.begin_call(given, text_of(field_of(part, "tool_name")) or "tool", server=server)

    def _input(self, part: Any) -> None:
        call_id = self._out.call_named(text_of(field_of(part, "tool_call_id")))
        args = field_of(part, "args")
        if call_id is None:
            return
        if isinstance(args, str) and args:
            self._out.whole_arguments(call_id, args)
        else:
            self._out.input(call_id, args or {})

    def _result(self, part: Any) -> None:
        content = field_of(part, "content")
        outcome = text_of(field_of(part, "outcome"))
        if field_of(part, "part_kind") == "retry-prompt":
            outcome = "retried"
        error = None
        if outcome in _FAILED:
            error = content if isinstance(content, str) and content.strip() else _FAILED[outcome]
            content = None if error is content else content
        given, name = text_of(field_of(part, "tool_call_id")), text_of(field_of(part, "tool_name"))
        self._out.end_call(given, name, content, error=error)
