"""Bedrock's Converse: a stream of blocks, each perhaps begun, filled by deltas and ended; or the finished message."""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass, field
from typing import Any

from ..reducer.values import parsed
from .emitter import Emitter, Kind
from .failures import CUT, error_in, failure_from_body
from .frames import Frame
from .values import dict_of, index_of, list_of, text_of

_COMPLETE = frozenset({"end_turn", "tool_use", "stop_sequence"})
_KINDS: dict[str, Kind] = {"nova_grounding": "web_search_call", "nova_code_interpreter": "code_interpreter_call"}


@dataclass(slots=True)
class _Block:
    """A block that has begun."""

    type: str
    raw: dict[str, Any]
    id: str
    pieces: list[str] = field(default_factory=list[str])
    signature: str = ""
    hidden: str = ""
    content: list[Any] = field(default_factory=list[Any])
    is_open: bool = True


class BedrockReader:
    """Reads what Converse and ConverseStream answer."""

    def __init__(self, out: Emitter) -> None:
        self._out = out
        self._blocks: dict[int, _Block] = {}

    def read(self, frame: Frame) -> None:
        """Read an event of the stream, or the response."""
        for name, value in frame.items():
            event = dict_of(value)
            index = index_of(event.get("contentBlockIndex"))
            match name:
                case "contentBlockDelta":
                    self._delta(index, dict_of(event.get("delta")))
                case "contentBlockStart":
                    self._start(index, dict_of(event.get("start")))
                case "contentBlockStop":
                    self._end(index)
                case "messageStart":
                    self._out.start()
                case "messageStop":
                    self._stop(event)
                case "metadata":
                    self._usage(dict_of(event.get("usage")))
                case "output":
                    self._message(dict_of(event.get("message")))
                    self._stop(frame)
                    self._usage(dict_of(frame.get("usage")))
                case _ if name.endswith("Exception"):
                    found = failure_from_body({"code": name, **event})
                    self._out.fail(found.message, found.code)
                case _:
                    pass
        if "output" not in frame and (error := error_in(frame)):
            found = failure_from_body(error)
            self._out.fail(found.message, found.code)

    def end(self) -> None:
        """The stream has ended: blocks that nobody ended are as whole as they will be."""
        for index in list(self._blocks):
            self._end(index)
        if self._out.stop_reason is None:
            self._out.fail(CUT, "cut")

    def reply(self) -> dict[str, Any] | None:
        """The assistant's turn. What is bytes in the client of AWS is base64 here."""
        content = [_written(block) for _, block in sorted(self._blocks.items())]
        content = [block for block in content if block]
        return {"role": "assistant", "content": content} if content else None

    def _stop(self, event: dict[str, Any]) -> None:
        reason = text_of(event.get("stopReason"))
        self._out.stop(reason, incomplete=reason not in _COMPLETE)

    def _usage(self, usage: dict[str, Any]) -> None:
        self._out.count(input_tokens=usage.get("inputTokens"), output_tokens=usage.get("outputTokens"))

    def _message(self, message: dict[str, Any]) -> None:
        self._out.start()
        for index, raw in enumerate(map(dict_of, list_of(message.get("content")))):
            if tool := dict_of(raw.get("toolUse")):
                self._start(index, raw)
                self._out.input(self._blocks[index].id, tool.get("input"))
            elif result := dict_of(raw.get("toolResult")):
                self._start(index, raw)
                self._blocks[index].content.extend(list_of(result.get("content")))
            elif cited := dict_of(raw.get("citationsContent")):
                self._delta(
                    index, {"text": "".join(text_of(dict_of(c).get("text")) for c in list_of(cited["content"]))}
                )
            elif reasoning := dict_of(raw.get("reasoningContent")):
                self._delta(index, {"reasoningContent": {**reasoning, **dict_of(reasoning.get("reasoningText"))}})
            elif "text" in raw:
                self._delta(index, raw)
            elif dict_of(raw.get("image")):
                self._start(index, raw)
                self._delta(index, raw)
            else:
                self._blocks[index] = _Block("other", raw, "")
            self._end(index)

    def _start(self, index: int, start: dict[str, Any]) -> None:
        if index in self._blocks:
            return
        if tool := dict_of(start.get("toolUse")):
            given = text_of(tool.get("toolUseId"))
            call_id = given if given and not self._out.has_call(given) else self._out.new_id("call")
            self._blocks[index] = _Block("toolUse", tool, call_id)
            is_server = text_of(tool.get("type")).startswith("server")
            name = text_of(tool.get("name")) or "tool"
            kind = _KINDS.get(name, "tool_call") if is_server else "tool_call"
            self._out.call(call_id, name, kind=kind, server=is_server)
        elif image := dict_of(start.get("image")):
            self._blocks[index] = _Block("image", image, "")
        elif result := dict_of(start.get("toolResult")):
            self._blocks[index] = _Block("toolResult", result, text_of(result.get("toolUseId")))

    def _delta(self, index: int, delta: dict[str, Any]) -> None:
        if isinstance(text := delta.get("text"), str):
            block = self._block(index, "text")
            block.pieces.append(text)
            self._out.text(block.id, text, index)
        elif isinstance(tool := delta.get("toolUse"), dict):
            block = self._block(index, "toolUse")
            text = text_of(dict_of(tool).get("input"))
            block.pieces.append(text)
            self._out.arguments(block.id, text)
        elif isinstance(reasoning := delta.get("reasoningContent"), dict):
            self._reasoning(self._block(index, "reasoning"), dict_of(reasoning))
        elif isinstance(image := delta.get("image"), dict):
            self._image(self._block(index, "image"), dict_of(dict_of(image).get("source")))
        elif isinstance(result := delta.get("toolResult"), list):
            self._block(index, "toolResult").content.extend(list_of(result))

    def _reasoning(self, block: _Block, reasoning: dict[str, Any]) -> None:
        self._out.begin_reasoning(block.id)
        text = text_of(reasoning.get("text"))
        block.pieces.append(text)
        self._out.reasoning(block.id, text)
        block.signature += text_of(reasoning.get("signature"))
        block.hidden += _base64(reasoning.get("redactedContent"))

    def _image(self, block: _Block, source: dict[str, Any]) -> None:
        if block.type == "image":
            block.pieces.append(_base64(source.get("bytes")))
            if place := dict_of(source.get("s3Location")):
                block.raw = {**block.raw, "source": {"s3Location": place}}

    def _block(self, index: int, kind: str) -> _Block:
        """The block that a delta belongs to; only calls are announced."""
        block = self._blocks.get(index)
        if block is None:
            if kind == "toolUse":
                self._start(index, {"toolUse": {"name": "tool"}})
                return self._blocks[index]
            is_said = kind in {"reasoning", "text"}
            block = self._blocks[index] = _Block(kind, {}, self._out.new_id(kind) if is_said else "")
        return block

    def _end(self, index: int) -> None:
        block = self._blocks.get(index)
        if block is None or not block.is_open:
            return
        block.is_open = False
        if block.type == "reasoning":
            self._out.end_reasoning(block.id, redacted=True)
            self._out.about_reasoning(block.id, output_index=index)
        elif block.type == "toolUse" and not self._out.has_arguments(block.id) and self._out.stop_reason is None:
            self._out.input(block.id, {})
        elif block.type == "image":
            place = dict_of(dict_of(block.raw.get("source")).get("s3Location"))
            media_type = f"image/{text_of(block.raw.get('format')) or '*'}"
            self._out.media(data=_joined(block.pieces), file_id=text_of(place.get("uri")), media_type=media_type)
        elif block.type == "toolResult":
            failed = block.raw.get("status") == "error"
            self._out.result(block.id, block.content, error="The tool failed." if failed else None)


def _base64(value: Any) -> str:
    return base64.b64encode(value).decode() if isinstance(value, bytes) else text_of(value)


def _joined(pieces: list[str]) -> str:
    """The base64 of all the bytes that each piece holds some of."""
    try:
        return base64.b64encode(b"".join(base64.b64decode(piece, validate=True) for piece in pieces)).decode()
    except (binascii.Error, ValueError):
        return "".join(pieces)


def _written(block: _Block) -> dict[str, Any]:
    """A block as it is sent back."""
    text = "".join(block.pieces)
    match block.type:
        case "text":
            return {"text": text} if text else {}
        case "reasoning":
            if block.hidden:
                return {"reasoningContent": {"redactedContent": block.hidden}}
            signature = {"signature": block.signature} if block.signature else {}
            return {"reasoningContent": {"reasoningText": {"text": text, **signature}}}
        case "toolUse":
            value = parsed(text) if text else block.raw.get("input", {})
            return {"toolUse": {**block.raw, "toolUseId": block.id, "input": value}}
        case "image":
            source = {"bytes": _joined(block.pieces)} if text else block.raw.get("source")
            return {"image": {**block.raw, "source": source}} if source else {}
        case "toolResult":
            return {"toolResult": {**block.raw, "content": block.content}}
        case _:
            return block.raw
