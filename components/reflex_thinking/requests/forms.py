"""How each provider writes a conversation: what the user said, what the model said, and what its tools gave."""

from __future__ import annotations

import base64
import binascii
import contextlib
from typing import Any, cast

from ..errors import ConfigurationError
from ..providers.flavours import flavour_named
from ..providers.values import dict_of, list_of, text_of
from ..reducer import as_text
from .form import Answer, Call, Form, Message, Provider


class _Anthropic:
    """Messages with blocks."""

    def user(self, text: str) -> Message:
        return {"role": "user", "content": [{"type": "text", "text": text}]}

    def assistant(self, text: str) -> Message:
        return {"role": "assistant", "content": [{"type": "text", "text": text}]}

    def own(self, message: Message, *, reasoning: bool) -> list[Message]:
        blocks = [dict_of(block) for block in list_of(message.get("content"))]
        content = [self._block(block) for block in blocks if self._is_sent(block, reasoning)]
        return [{"role": "assistant", "content": content}] if content else []

    def calls(self, message: Message) -> list[Call]:
        blocks = (dict_of(block) for block in list_of(message.get("content")))
        return [Call(text_of(b.get("id")), text_of(b.get("name"))) for b in blocks if b.get("type") == "tool_use"]

    def results(self, answers: list[Answer]) -> list[Message]:
        blocks = [
            {
                "type": "tool_result",
                "tool_use_id": answer.call.id,
                "content": answer.text,
                **({} if answer.error is None else {"is_error": True}),
            }
            for answer in answers
        ]
        return [{"role": "user", "content": blocks}] if blocks else []

    def text(self, message: Message) -> str:
        blocks = (dict_of(block) for block in list_of(message.get("content")))
        return "".join(text_of(block.get("text")) for block in blocks if block.get("type") == "text")

    def joined(self, first: Message, second: Message) -> Message | None:
        return {"role": "user", "content": [*first["content"], *second["content"]]}

    def _is_sent(self, block: dict[str, Any], reasoning: bool) -> bool:
        """Whether a block is accepted: text that is empty and thinking that was cut off before it was signed are not."""
        match block.get("type"):
            case "thinking":
                return reasoning and bool(block.get("signature"))
            case "redacted_thinking":
                return reasoning
            case "text":
                return bool(block.get("text"))
            case _:
                return bool(block)

    def _block(self, block: dict[str, Any]) -> dict[str, Any]:
        if block.get("type") == "tool_use" and not isinstance(block.get("input"), dict):
            # The answer was cut off inside it; only an object is accepted.
            return {**block, "input": {"INVALID_JSON": as_text(block.get("input"))}}
        return block


class _Responses:
    """A flat list of items."""

    _outputs = {"function_call": "function_call_output", "custom_tool_call": "custom_tool_call_output"}  # noqa: RUF012

    def user(self, text: str) -> Message:
        return {"role": "user", "content": text}

    def assistant(self, text: str) -> Message:
        return {"role": "assistant", "content": text}

    def own(self, message: Message, *, reasoning: bool) -> list[Message]:
        items = [dict_of(item) for item in list_of(message.get("output"))]
        if reasoning:
            return items
        # The id of an item stands for the reasoning before it as well.
        kept = (item for item in items if item.get("type") != "reasoning")
        return [{key: value for key, value in item.items() if key != "id"} for item in kept]

    def calls(self, message: Message) -> list[Call]:
        items = (dict_of(item) for item in list_of(message.get("output")))
        return [
            Call(text_of(item.get("call_id")), text_of(item.get("name")), item["type"])
            for item in items
            if item.get("type") in self._outputs
        ]

    def results(self, answers: list[Answer]) -> list[Message]:
        return [
            {"type": self._outputs[answer.call.kind], "call_id": answer.call.id, "output": answer.text}
            for answer in answers
        ]

    def text(self, message: Message) -> str:
        items = (dict_of(item) for item in list_of(message.get("output")))
        parts = (dict_of(part) for item in items if item.get("type") == "message" for part in list_of(item["content"]))
        return "".join(text_of(part.get("text")) for part in parts if part.get("type") == "output_text")

    def joined(self, first: Message, second: Message) -> Message | None:
        return None


_CHAT_REASONING = ("reasoning", "reasoning_content", "reasoning_details", "thinking_blocks", "reasoning_opaque")


class _Chat:
    """Messages with a text, and one message for each tool."""

    def user(self, text: str) -> Message:
        return {"role": "user", "content": text}

    def assistant(self, text: str) -> Message:
        return {"role": "assistant", "content": text}

    def own(self, message: Message, *, reasoning: bool) -> list[Message]:
        if reasoning:
            return [message]
        kept = {key: value for key, value in message.items() if key not in _CHAT_REASONING}
        if isinstance(content := message.get("content"), list):
            kept["content"] = [part for part in list_of(content) if dict_of(part).get("type") != "thinking"]
        return [kept]

    def calls(self, message: Message) -> list[Call]:
        calls = (dict_of(call) for call in list_of(message.get("tool_calls")))
        functions = ((call, dict_of(call.get("function") or call.get("custom"))) for call in calls)
        return [Call(text_of(call.get("id")) or None, text_of(function.get("name"))) for call, function in functions]

    def results(self, answers: list[Answer]) -> list[Message]:
        return [{"role": "tool", "tool_call_id": answer.call.id, "content": answer.text} for answer in answers]

    def text(self, message: Message) -> str:
        content = message.get("content")
        parts = (dict_of(part) for part in list_of(content))
        return text_of(content) or "".join(text_of(part.get("text")) for part in parts if part.get("type") == "text")

    def joined(self, first: Message, second: Message) -> Message | None:
        return {"role": "user", "content": f"{first['content']}\n\n{second['content']}"}


class _Gemini:
    """Contents with parts. Data that JSON writes in base64 is given to the SDK as bytes, which it writes itself."""

    def user(self, text: str) -> Message:
        return {"role": "user", "parts": [{"text": text}]}

    def assistant(self, text: str) -> Message:
        return {"role": "model", "parts": [{"text": text}]}

    def own(self, message: Message, *, reasoning: bool) -> list[Message]:
        parts = [dict_of(part) for part in list_of(message.get("parts"))]
        if not reasoning:
            signatures = ("thoughtSignature", "thought_signature")
            thoughtless = (part for part in parts if not part.get("thought"))
            parts = [{key: value for key, value in part.items() if key not in signatures} for part in thoughtless]
        parts = [_with_bytes(part) for part in parts if part]
        return [{"role": "model", "parts": parts}] if parts else []

    def calls(self, message: Message) -> list[Call]:
        parts = (dict_of(part) for part in list_of(message.get("parts")))
        found = (dict_of(part.get("functionCall") or part.get("function_call")) for part in parts)
        return [Call(text_of(call.get("id")) or None, text_of(call.get("name"))) for call in found if call]

    def results(self, answers: list[Answer]) -> list[Message]:
        parts = [
            {
                "function_response": {
                    **({"id": answer.call.id} if answer.call.id else {}),
                    "name": answer.call.name,
                    "response": self._response(answer),
                }
            }
            for answer in answers
        ]
        return [{"role": "user", "parts": parts}] if parts else []

    def text(self, message: Message) -> str:
        parts = (dict_of(part) for part in list_of(message.get("parts")))
        return "".join(text_of(part.get("text")) for part in parts if not part.get("thought"))

    def joined(self, first: Message, second: Message) -> Message | None:
        return {"role": "user", "parts": [*first["parts"], *second["parts"]]}

    def _response(self, answer: Answer) -> Message:
        if answer.error is not None:
            return {"error": answer.error}
        value: Any = answer.value
        return cast("Message", value) if isinstance(value, dict) else {"result": value}


FORMS: dict[Provider, Form] = {
    "anthropic": _Anthropic(),
    "openai-responses": _Responses(),
    "chat": _Chat(),
    "gemini": _Gemini(),
}


def provider_named(call: str, provider: str) -> Provider:
    """The provider that a name stands for, as :func:`reflex_thinking.canonical` knows it.

    Raises:
        ConfigurationError: There is none, or no conversation can be written for it.
    """
    with contextlib.suppress(ConfigurationError):
        for name in FORMS:
            if name == flavour_named(provider):
                return name
    msg = f"{call}(provider={provider!r}): use one of {', '.join(map(repr, FORMS))}"
    raise ConfigurationError(msg)


_BYTES = frozenset(["thoughtSignature", "thought_signature", "data"])


def _with_bytes(value: Any, key: str = "") -> Any:
    if isinstance(value, dict):
        # Arguments and results of functions are plain data, whatever their fields are called.
        plain = ("args", "response")
        return {name: inner if name in plain else _with_bytes(inner, name) for name, inner in dict_of(value).items()}
    if isinstance(value, list):
        return [_with_bytes(inner) for inner in list_of(value)]
    if key in _BYTES and isinstance(value, str):
        try:
            return base64.b64decode(value.replace("-", "+").replace("_", "/") + "=" * (-len(value) % 4), validate=True)
        except binascii.Error:
            return value
    return value
