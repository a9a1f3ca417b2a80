"""Anthropic Messages: a stream of blocks, each begun, filled by deltas and ended; or the finished message."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ..reducer.values import parsed
from .emitter import Emitter, Kind
from .failures import CUT, failure_from_body
from .frames import Frame
from .values import dict_of, index_of, list_of, text_of

_INCOMPLETE = frozenset({"max_tokens", "model_context_window_exceeded", "pause_turn"})
_KINDS: dict[str, Kind] = {"web_search": "web_search_call", "code_execution": "code_interpreter_call"}
_CALLS = frozenset({"tool_use", "server_tool_use", "mcp_tool_use"})


@dataclass(slots=True)
class _Block:
    """A block that has begun."""

    type: str
    raw: dict[str, Any]
    id: str
    index: int
    pieces: list[str] = field(default_factory=list[str])
    signature: list[str] = field(default_factory=list[str])
    citations: list[Any] = field(default_factory=list[Any])
    is_open: bool = True


class AnthropicReader:
    """Reads Anthropic's messages."""

    def __init__(self, out: Emitter) -> None:
        self._out = out
        self._blocks: dict[int, _Block] = {}
        self._is_whole = False

    def read(self, frame: Frame) -> None:
        """Read an event of the stream, or the message."""
        match frame.get("type"):
            case "content_block_delta":
                self._delta(index_of(frame.get("index")), dict_of(frame.get("delta")))
            case "content_block_start":
                self._begin(index_of(frame.get("index")), dict_of(frame.get("content_block")))
            case "content_block_stop":
                self._end(index_of(frame.get("index")))
            case "message_start":
                self._message(dict_of(frame.get("message")))
            case "message_delta":
                self._usage(dict_of(frame.get("usage")))
                self._stop(dict_of(frame.get("delta")))
            case "message_stop":
                self._is_whole = True
            case "message":
                self._message(frame)
                self._stop(frame)
                self._is_whole = True
            case "error":
                found = failure_from_body(frame.get("error") or frame)
                self._out.fail(found.message, found.code)
            case _:
                pass

    def end(self) -> None:
        """The stream has ended: blocks that nobody ended are as whole as they will be."""
        for index in list(self._blocks):
            self._end(index)
        if not self._is_whole and self._out.stop_reason is None:
            self._out.fail(CUT, "cut")

    def reply(self) -> dict[str, Any] | None:
        """The assistant's turn, with its thinking blocks as they came."""
        content = [_written(block) for _, block in sorted(self._blocks.items())]
        return {"role": "assistant", "content": content} if content else None

    # The message ------------------------------------------------------------------------------------------------------

    def _message(self, message: dict[str, Any]) -> None:
        self._out.start(text_of(message.get("id")), model=text_of(message.get("model")))
        self._usage(dict_of(message.get("usage")))
        for index, block in enumerate(list_of(message.get("content"))):
            self._begin(index, dict_of(block))
            self._end(index)

    def _usage(self, usage: dict[str, Any]) -> None:
        self._out.count(
            input_tokens=usage.get("input_tokens"),
            output_tokens=usage.get("output_tokens"),
            reasoning_tokens=dict_of(usage.get("output_tokens_details")).get("thinking_tokens"),
        )

    def _stop(self, delta: dict[str, Any]) -> None:
        reason = text_of(delta.get("stop_reason"))
        self._out.stop(reason, incomplete=reason in _INCOMPLETE)

    # Blocks -----------------------------------------------------------------------------------------------------------

    def _begin(self, index: int, raw: dict[str, Any]) -> None:
        if index in self._blocks:
            return
        kind = text_of(raw.get("type"))
        block = self._blocks[index] = _Block(kind, raw, self._id_of(kind, raw), index)
        match kind:
            case "text":
                self._out.text(block.id, text_of(raw.get("text")), index)
                block.citations.extend(list_of(raw.get("citations")))
            case "thinking":
                self._out.begin_reasoning(block.id)
                self._think(block, text_of(raw.get("thinking")))
                block.signature.append(text_of(raw.get("signature")))
            case "redacted_thinking":
                self._end_thinking(block)
            case "tool_use" | "server_tool_use" | "mcp_tool_use":
                name = text_of(raw.get("name")) or kind
                server = kind != "tool_use"
                self._out.call(
                    block.id, name, kind=_KINDS.get(name, "tool_call") if server else "tool_call", server=server
                )
                # What stands here is whole, or an empty object that deltas will fill.
                if raw.get("input"):
                    self._out.input(block.id, raw["input"])
            case _ if kind.endswith("_tool_result"):
                self._result(raw)
            case _:
                pass

    def _delta(self, index: int, delta: dict[str, Any]) -> None:
        block = self._blocks.get(index)
        kind = delta.get("type")
        if block is None:
            # Its beginning is missing: the delta says what it is.
            known = {"text_delta": "text", "thinking_delta": "thinking", "signature_delta": "thinking"}
            if kind not in known:
                return
            self._begin(index, {"type": known[kind]})
            block = self._blocks[index]
        match kind:
            case "text_delta":
                text = text_of(delta.get("text"))
                block.pieces.append(text)
                self._out.text(block.id, text, index)
            case "thinking_delta":
                self._think(block, text_of(delta.get("thinking")))
            case "signature_delta":
                block.signature.append(text_of(delta.get("signature")))
            case "input_json_delta":
                text = text_of(delta.get("partial_json"))
                block.pieces.append(text)
                self._out.arguments(block.id, text)
            case "citations_delta":
                block.citations.append(delta.get("citation"))
            case _:
                pass

    def _think(self, block: _Block, text: str) -> None:
        block.pieces.append(text)
        self._out.reasoning(block.id, text)

    def _end_thinking(self, block: _Block) -> None:
        self._out.end_reasoning(block.id, redacted=True)
        self._out.about_reasoning(block.id, output_index=block.index)

    def _end(self, index: int) -> None:
        block = self._blocks.get(index)
        if block is None or not block.is_open:
            return
        block.is_open = False
        if block.type == "thinking":
            self._end_thinking(block)
        elif (
            block.type in _CALLS and not self._out.has_arguments(block.id) and isinstance(block.raw.get("input"), dict)
        ):
            self._out.input(block.id, {})

    def _result(self, raw: dict[str, Any]) -> None:
        call_id = text_of(raw.get("tool_use_id"))
        if not self._out.has_call(call_id):
            name = (text_of(raw.get("type"))).removesuffix("_tool_result")
            call_id = call_id or self._out.new_id("call")
            self._out.call(call_id, name, kind=_KINDS.get(name, "tool_call"), server=True)
        content = raw.get("content")
        failed = dict_of(content)
        if raw.get("is_error") or str(failed.get("type", "")).endswith("_error"):
            error = failed.get("error_message") or failed.get("error_code") or _joined(content) or "The tool failed."
            self._out.result(call_id, content, error=str(error))
        else:
            self._out.result(call_id, content)
        for output in map(dict_of, list_of(dict_of(content).get("content"))):
            if text_of(output.get("type")).endswith("code_execution_output"):  # a file that the code has made
                self._out.media(file_id=text_of(output.get("file_id")), name=text_of(output.get("filename")))

    def _id_of(self, kind: str, raw: dict[str, Any]) -> str:
        if kind in _CALLS:
            return text_of(raw.get("id")) or self._out.new_id("call")
        if kind in {"thinking", "redacted_thinking"}:
            return self._out.new_id("reasoning")
        return self._out.new_id("text") if kind == "text" else ""


def _written(block: _Block) -> dict[str, Any]:
    """A block as it is sent back."""
    raw = {key: value for key, value in block.raw.items() if value is not None}
    match block.type:
        case "text":
            citations = {"citations": block.citations} if block.citations else {}
            return {**raw, "text": (text_of(raw.get("text"))) + "".join(block.pieces), **citations}
        case "thinking":
            return {**raw, "thinking": "".join(block.pieces), "signature": "".join(block.signature)}
        case "tool_use" | "server_tool_use" | "mcp_tool_use":
            whole = parsed("".join(block.pieces)) if any(block.pieces) else raw.get("input")
            # The API takes an object only; input that was cut off is none.
            return {**raw, "input": whole if isinstance(whole, dict) else {}}
        case _:
            return raw


def _joined(content: Any) -> str:
    return " ".join(str(dict_of(part).get("text", "")) for part in list_of(content)).strip()
