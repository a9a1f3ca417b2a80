"""Which wire format a stream is in."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, Protocol

from ..errors import ConfigurationError
from ..interop.shapes import detect_agent
from .emitter import Emitter
from .frames import Frame


class Reader(Protocol):
    """Reads one wire format and tells an emitter what it finds."""

    def __init__(self, out: Emitter) -> None: ...

    def read(self, frame: Frame) -> None:
        """Read a chunk of a stream, or a finished response. Whatever it does not know, it leaves out."""
        ...

    def end(self) -> None:
        """The stream has ended. One that ended before the answer did is told to the emitter as a failure."""
        ...

    def reply(self) -> dict[str, Any] | None:
        """The turn in the provider's own words, as a follow-up request sends it back; None when there is nothing."""
        ...


FLAVOURS = {
    "anthropic": "anthropic:AnthropicReader",
    "openai-responses": "responses:ResponsesReader",
    "chat": "chat:ChatReader",
    "gemini": "gemini:GeminiReader",
    "gemini-interactions": "interactions:InteractionsReader",
    "bedrock-converse": "bedrock:BedrockReader",
    "cohere": "cohere:CohereReader",
    "ollama": "ollama:OllamaReader",
    "canonical": "canonical:CanonicalReader",
    "ag-ui": ".interop.ag_ui:AgUiReader",
    "vercel": ".interop.vercel:VercelReader",
    "pydantic-ai": ".interop.pydantic_ai:PydanticAiReader",
    "langchain": ".interop.langchain:LangChainReader",
}
"""The wire formats, and what reads each."""

_ALIASES = {
    "claude": "anthropic",
    "openai": "openai-responses",
    "responses": "openai-responses",
    "google": "gemini",
    "bedrock": "bedrock-converse",
    "openai-chat": "chat",
    "ai-sdk": "vercel",
    "langgraph": "langchain",
    **dict.fromkeys(
        [
            "deepseek",
            "openrouter",
            "groq",
            "xai",
            "mistral",
            "qwen",
            "vllm",
            "llama.cpp",
            "huggingface",
            "cerebras",
            "zai",
            "azure",
            "together",
        ],
        "chat",
    ),
}


def flavour_named(name: str) -> str:
    """The wire format that a name stands for.

    Raises:
        ConfigurationError: There is none.
    """
    known = _ALIASES.get(name, name)
    if known not in FLAVOURS:
        msg = f"provider={name!r}: use one of {', '.join(map(repr, FLAVOURS))}, or leave it out"
        raise ConfigurationError(msg)
    return known


def reader_for(flavour: str) -> tuple[Emitter, Reader]:
    """A reader of a wire format, and the emitter that it tells."""
    module, _, name = FLAVOURS[flavour].partition(":")
    make: Callable[[Emitter], Reader] = getattr(import_module(f".{module}", __package__), name)
    out: Emitter = getattr(make, "emitter", Emitter)(flavour)  # agents need one that knows of other assistants
    return out, make(out)


_ANTHROPIC = frozenset(
    [
        "message_start",
        "message_delta",
        "message_stop",
        "content_block_start",
        "content_block_delta",
        "content_block_stop",
    ]
)
_COHERE = frozenset(
    [
        "message-start",
        "content-start",
        "content-delta",
        "content-end",
        "tool-plan-delta",
        "tool-call-start",
        "tool-call-delta",
        "tool-call-end",
        "citation-start",
        "citation-end",
        "message-end",
    ]
)
_BEDROCK = frozenset(["messageStart", "contentBlockStart", "contentBlockDelta", "contentBlockStop", "messageStop"])
_GEMINI = frozenset(
    ["candidates", "promptFeedback", "usageMetadata", "modelVersion", "prompt_feedback", "usage_metadata"]
)
_CANONICAL = frozenset(
    [
        "message_started",
        "reasoning_part_started",
        "reasoning_part_delta",
        "reasoning_part_completed",
        "text_delta",
        "message_final",
    ]
)


def detect(frame: Frame) -> str | None:
    """The wire format that a frame is in, or None when it does not tell."""
    kind = frame.get("type")
    kind = kind if isinstance(kind, str) else ""
    if kind in _CANONICAL and "event_id" in frame:
        return "canonical"
    if kind in _ANTHROPIC or (kind == "message" and isinstance(frame.get("content"), list)):
        return "anthropic"
    if kind.startswith("response.") or frame.get("object") == "response":
        return "openai-responses"
    if isinstance(frame.get("choices"), list) or str(frame.get("object", "")).startswith("chat.completion"):
        return "chat"
    if _GEMINI & frame.keys():
        return "gemini"
    if _is_interaction(frame):
        return "gemini-interactions"
    if kind in _COHERE:
        return "cohere"
    if _BEDROCK & frame.keys() or ("stopReason" in frame and isinstance(frame.get("output"), dict)):
        return "bedrock-converse"
    if isinstance(frame.get("done"), bool) and ("message" in frame or "response" in frame):
        return "ollama"
    if isinstance(message := frame.get("message"), dict) and "finish_reason" in frame:
        return "cohere" if isinstance(message.get("content"), list) or "tool_plan" in message else "chat"  # pyright: ignore[reportUnknownMemberType]
    if isinstance(frame.get("output"), list) and "status" in frame:
        return "openai-responses"
    return detect_agent(frame)


def _is_interaction(frame: Frame) -> bool:
    if isinstance(event := frame.get("event_type"), str):
        return event.startswith(("interaction.", "step.", "content.")) or event == "UNKNOWN"
    items = frame.get("steps", frame.get("outputs"))
    return frame.get("object") == "interaction" or (isinstance(items, list) and "status" in frame)
