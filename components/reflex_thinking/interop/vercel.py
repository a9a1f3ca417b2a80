"""The UI message stream of the Vercel AI SDK: parts of one message, as server-sent events or as JSON."""

from __future__ import annotations

from typing import Any

from ..providers.failures import CUT, failure_from_body
from ..providers.frames import Frame
from ..providers.values import text_of
from .agent import AgentEmitter, Texts

_INCOMPLETE = frozenset({"length", "content-filter"})


class VercelReader:
    """Reads UI message chunks. All steps of the stream are one message."""

    emitter = AgentEmitter

    def __init__(self, out: AgentEmitter) -> None:
        self._out = out
        self._texts = Texts(out)
        self._reasoning: dict[str, str] = {}
        self._approvals: set[str] = set()
        self._is_whole = False

    def read(self, frame: Frame) -> None:
        """Read a chunk."""
        if self._out.is_cancelled:
            return
        kind = text_of(frame.get("type"))
        given = text_of(frame.get("id"))
        delta = text_of(frame.get("delta")) or text_of(frame.get("text"))
        match kind:
            case "text-delta":
                self._texts.say(given, delta)
            case "text-start" | "text-end":
                self._texts.end(given)
            case "reasoning-start":
                self._end_reasoning(given)
                self._begin_reasoning(given)
            case "reasoning-delta":
                self._out.reasoning(self._begin_reasoning(given), delta)
            case "reasoning-end":
                self._end_reasoning(given)
            case _ if kind.startswith("tool-"):
                self._tool(kind.removeprefix("tool-"), frame)
            case _ if kind.startswith("data-"):
                if not frame.get("transient"):
                    self._out.artifact(kind.removeprefix("data-"), frame.get("data"))
            case "source-url" | "source-document":
                self._out.collect("sources", _without(frame, "type", "providerMetadata"))
            case "file":
                name, media_type = text_of(frame.get("filename")), text_of(frame.get("mediaType"))
                self._texts.pause()
                self._out.media(url=text_of(frame.get("url")), media_type=media_type, name=name)
            case _:
                self._message(kind, frame)

    def end(self) -> None:
        """The stream has ended."""
        for given in list(self._reasoning):
            self._end_reasoning(given)
        if self._approvals:
            self._out.stop("tool-approval", incomplete=True)
        if not self._is_whole:
            self._out.fail(CUT, "cut")

    def reply(self) -> dict[str, Any] | None:
        """The agent keeps its own history."""
        return None

    def _message(self, kind: str, frame: Frame) -> None:
        match kind:
            case "start":
                self._out.start(text_of(frame.get("messageId")))
            case "finish":
                self._is_whole = True
                reason = text_of(frame.get("finishReason"))
                self._out.stop(reason, incomplete=reason in _INCOMPLETE)
                if reason == "error":
                    found = failure_from_body({})
                    self._out.fail(found.message, found.code)
            case "error":
                found = failure_from_body(text_of(frame.get("errorText")))
                self._out.fail(found.message, found.code)
            case "abort":
                self._out.cancel()
            case "[DONE]" | "done":
                self._is_whole = True
            case _:
                pass

    # Reasoning --------------------------------------------------------------------------------------------------------

    def _begin_reasoning(self, given: str) -> str:
        if given not in self._reasoning:
            self._reasoning[given] = self._out.new_id("reasoning")
            self._out.begin_reasoning(self._reasoning[given])
        return self._reasoning[given]

    def _end_reasoning(self, given: str) -> None:
        if given in self._reasoning:
            self._out.end_reasoning(self._reasoning.pop(given), redacted=True)

    # Tools ------------------------------------------------------------------------------------------------------------

    def _tool(self, kind: str, frame: Frame) -> None:
        out = self._out
        given = text_of(frame.get("toolCallId"))
        match kind:
            case "input-start":
                self._begin_call(frame)
            case "input-delta":
                out.arguments(self._call(given, frame), text_of(frame.get("inputTextDelta")))
            case "input-available":
                out.input(self._call(given, frame), frame.get("input"))
            case "input-error":
                call_id = self._call(given, frame)
                out.input(call_id, frame.get("input"))
                out.result(call_id, error=text_of(frame.get("errorText")) or "The input is not valid.")
            case "output-available":
                if not frame.get("preliminary"):
                    self._approvals.discard(given)
                    out.result(self._call(given, frame), frame.get("output"))
            case "output-error":
                self._approvals.discard(given)
                out.result(self._call(given, frame), error=text_of(frame.get("errorText")) or "The tool failed.")
            case "output-denied":
                self._approvals.discard(given)
                out.result(self._call(given, frame), error="The call was denied.")
            case "approval-request":
                self._approvals.add(given)
            case _:
                pass

    def _call(self, given: str, frame: Frame) -> str:
        """The call that a chunk is about: the same until it has a result, a new one when its name comes again."""
        known = self._out.call_named(given)
        is_new = known is None or (frame.get("toolName") and self._out.has_result(known))
        return self._begin_call(frame) if known is None or is_new else known

    def _begin_call(self, frame: Frame) -> str:
        return self._out.begin_call(
            text_of(frame.get("toolCallId")),
            text_of(frame.get("toolName")) or "tool",
            server=frame.get("providerExecuted") is True,
            description=text_of(frame.get("title")) or None,
        )


def _without(frame: Frame, *names: str) -> dict[str, Any]:
    return {name: value for name, value in frame.items() if name not in names and value is not None}
