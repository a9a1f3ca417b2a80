"""Gemini's generateContent and streamGenerateContent: candidates with parts, of which a chunk holds the next ones."""

from __future__ import annotations

import re
from typing import Any, cast

from .emitter import Emitter
from .failures import CUT, describe, error_in, failure_from_body
from .flow import Flow
from .frames import Frame
from .gemini_parts import Parts
from .gemini_tools import ServerTools
from .partial_args import PartialArgs
from .values import dict_of, index_of, list_of, text_of, time_of

_SNAKE = frozenset({"usage_metadata", "model_version", "prompt_feedback", "response_id"})
_AS_IT_IS = frozenset({"args", "response"})


class GeminiReader:
    """Reads what Gemini generates. Of several candidates it reads the first."""

    def __init__(self, out: Emitter) -> None:
        self._out = out
        self._flow = Flow(out)
        self._tools = ServerTools(out, self._flow)
        self._parts = Parts()
        self._streamed: tuple[str, dict[str, Any], PartialArgs] | None = None
        """The call whose arguments are streamed: its id, its part, and what has come of them."""
        self._has_spoken = False
        self._thoughts: Any = None
        self._finish_message = ""

    def read(self, frame: Frame) -> None:
        """Read a chunk, or the response."""
        if _SNAKE & frame.keys():
            frame = _camel(frame)
        if _says_something(frame):
            self._out.start(
                text_of(frame.get("responseId")),
                model=text_of(frame.get("modelVersion")),
                created_at=time_of(frame.get("createTime")),
            )
        for candidate in map(dict_of, list_of(frame.get("candidates"))):
            if index_of(candidate.get("index")) == 0:
                self._candidate(candidate)
        self._usage(dict_of(frame.get("usageMetadata")))
        feedback = dict_of(frame.get("promptFeedback"))
        if reason := text_of(feedback.get("blockReason")):
            said = text_of(feedback.get("blockReasonMessage"))
            found = describe(said or f"The provider did not accept the question: {reason}", [reason])
            self._out.fail(found.message, found.code)
        if frame.get("error") or ("candidates" not in frame and error_in(frame)):
            found = failure_from_body(frame)
            self._out.fail(found.message, found.code)

    def end(self) -> None:
        """The stream has ended."""
        self._close()
        self._tools.end()
        reason = self._out.stop_reason
        if reason is None:
            self._out.fail(CUT, "cut")
        elif reason not in {"STOP", "MAX_TOKENS"} and not self._has_spoken:
            found = describe(self._finish_message or f"The provider gave no answer: {reason}", [reason])
            self._out.fail(found.message, found.code)

    def reply(self) -> dict[str, Any] | None:
        """The model's turn, with each signature at the part that it came with."""
        parts = self._parts.written()
        return {"role": "model", "parts": parts} if parts else None

    def _candidate(self, candidate: dict[str, Any]) -> None:
        for part in map(dict_of, list_of(dict_of(candidate.get("content")).get("parts"))):
            self._part(part)
        self._tools.ground(dict_of(candidate.get("groundingMetadata")))
        self._finish_message = text_of(candidate.get("finishMessage")) or self._finish_message
        reason = text_of(candidate.get("finishReason"))
        if reason != "FINISH_REASON_UNSPECIFIED":
            self._out.stop(reason, incomplete=reason != "STOP")

    def _part(self, part: dict[str, Any]) -> None:
        if isinstance(part.get("functionCall"), dict):
            self._has_spoken = True
            self._call(part, dict_of(part["functionCall"]))
            return
        self._parts.add(part)
        if text := text_of(part.get("text")):
            if part.get("thought"):
                self._flow.think(text)
            else:
                self._has_spoken = True
                self._flow.say(text)
        self._tools.read(part)
        if not part.get("thought"):  # drafts of an image are reasoning, which has no images
            self._media(dict_of(part.get("inlineData")) or dict_of(part.get("fileData")))

    def _media(self, blob: dict[str, Any]) -> None:
        """An image or a file: its data, or an address that only somebody with a key can open."""
        media_type, name = text_of(blob.get("mimeType")), text_of(blob.get("displayName"))
        data, file_id = text_of(blob.get("data")), text_of(blob.get("fileUri"))
        if (data or file_id) and not media_type.startswith("audio/"):  # audio comes in pieces that are no files
            self._has_spoken = True
            self._flow.show(data=data, file_id=file_id, media_type=media_type, name=name)

    def _call(self, part: dict[str, Any], call: dict[str, Any]) -> None:
        """A call: whole, or begun here and filled by others, the last of which does not say that more will come."""
        name = text_of(call.get("name"))
        if name or self._streamed is None:
            self._close()
            call_id = text_of(call.get("id"))
            call_id = call_id if call_id and not self._out.has_call(call_id) else self._out.new_id("call")
            self._flow.pause()
            self._out.call(call_id, name or "function")
            args = PartialArgs()
            kept = {**part, "functionCall": {key: call[key] for key in ("id", "name", "args") if call.get(key)}}
            self._parts.add(kept)
            self._streamed = call_id, kept, args
        _, kept, args = self._streamed
        if part.get("thoughtSignature"):
            kept["thoughtSignature"] = part["thoughtSignature"]
        if dict_of(call.get("args")):
            kept["functionCall"]["args"] = call["args"]
        for partial in map(dict_of, list_of(call.get("partialArgs"))):
            args.add(partial)
        if not call.get("willContinue"):
            self._close()

    def _close(self) -> None:
        """The call whose arguments were streamed is as whole as it will be."""
        if self._streamed is not None:
            call_id, kept, args = self._streamed
            self._streamed = None
            value = kept["functionCall"]["args"] = {**dict_of(kept["functionCall"].get("args")), **args.value()}
            self._out.input(call_id, value)

    def _usage(self, usage: dict[str, Any]) -> None:
        self._thoughts = usage.get("thoughtsTokenCount", self._thoughts)
        output = usage.get("candidatesTokenCount")
        if isinstance(output, int) and isinstance(self._thoughts, int):
            output += self._thoughts  # they are counted apart there, and together here
        self._out.count(
            input_tokens=usage.get("promptTokenCount"), output_tokens=output, reasoning_tokens=self._thoughts
        )


def _says_something(frame: Frame) -> bool:
    return "candidates" in frame or "responseId" in frame or "modelVersion" in frame


def _camel(value: Any) -> Any:
    """The same with names as they are on the wire. What a tool took or gave stays as it is."""
    if isinstance(value, list):
        return [_camel(inner) for inner in cast("list[Any]", value)]
    if not isinstance(value, dict):
        return value
    return {
        re.sub(r"_([a-z])", lambda found: found.group(1).upper(), key): inner if key in _AS_IT_IS else _camel(inner)
        for key, inner in cast("dict[str, Any]", value).items()
    }
