"""What the objects and frames of agent frameworks look like: enough to tell which one it is, without importing any."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

_AG_UI = ("RUN_", "TEXT_MESSAGE_", "REASONING_", "THINKING_", "TOOL_CALL_", "STEP_", "STATE_", "SUBAGENT_", "ACTIVITY_")
_AG_UI_ALONE = frozenset({"MESSAGES_SNAPSHOT", "RAW", "CUSTOM"})
_VERCEL = (
    "text-",
    "reasoning-",
    "tool-input-",
    "tool-output-",
    "tool-approval-",
    "start-step",
    "finish-step",
    "message-metadata",
    "source-",
    "data-",
)
_VERCEL_ALONE = frozenset({"start", "finish", "abort"})
_VERCEL_SHARED = frozenset({"error", "file", "done"})
"""Types that others have too."""
_MESSAGES = frozenset({"ai", "AIMessageChunk", "tool", "ToolMessageChunk"})
_ALL_MESSAGES = _MESSAGES | {"human", "system", "HumanMessageChunk", "SystemMessageChunk", "remove", "chat", "function"}
MODES = frozenset({"messages", "updates", "values", "custom", "debug", "checkpoints", "tasks"})
"""What LangGraph calls the kinds of things that it streams."""


def field_of(value: Any, name: str) -> Any:
    """What an object or a dict has under a name, or None."""
    if isinstance(value, dict):
        return cast("dict[str, Any]", value).get(name)
    return getattr(value, name, None)


def agent_frame(item: object) -> dict[str, Any] | None:
    """An agent framework's object as a frame; None for everything else.

    Only its surface becomes a dict: what it holds stays as it is, so that the cost does not depend on how much that is.
    """
    if isinstance(item, dict):
        frame = cast("dict[str, Any]", item)
        return frame if _is_langchain(frame, frame.get("type")) else None
    if isinstance(item, tuple):
        return _graph_frame(cast("tuple[Any, ...]", item))
    kind = getattr(item, "event_kind", None)
    if isinstance(kind, str):
        payload: Callable[[], Any] | None = getattr(item, "to_payload", None)
        if payload is not None:
            return {"event_kind": "custom", "name": getattr(item, "name", kind), "value": payload()}
        return {**vars(item), "event_kind": kind}
    dump: Callable[..., dict[str, Any]] | None = getattr(item, "model_dump", None)
    if dump is not None and _is_wire_object(item):
        return dump(by_alias=True, warnings=False)  # with its type, which is a default, and so not among what is set
    if hasattr(type(item), "content_blocks"):
        return {"langgraph": "messages", "ns": (), "data": (item, {})}
    return _run_frame(item)


def is_finished_run(value: object) -> bool:
    """Whether it is all that an agent of pydantic-ai, or its model, has said, and not a stream."""
    return not hasattr(value, "__aiter__") and _run_frame(value) is not None


def _run_frame(item: object) -> dict[str, Any] | None:
    """A finished run of pydantic-ai, a model's response, or a node of a run as ``agent.iter`` gives it."""
    if hasattr(item, "new_messages") and hasattr(item, "output"):
        return {"event_kind": "run", "result": item}
    if getattr(item, "kind", None) == "response" and hasattr(item, "parts"):
        return {"event_kind": "response", "response": item}
    name = type(item).__name__
    if name == "CallToolsNode" and hasattr(item, "model_response"):
        return {"event_kind": "response", "response": getattr(item, "model_response", None), "is_node": True}
    if name == "ModelRequestNode" and hasattr(item, "request"):
        return {"event_kind": "request", "request": getattr(item, "request", None)}
    if name == "End" and hasattr(item, "data"):
        return {"event_kind": "end_node", "output": field_of(getattr(item, "data", None), "output")}
    return {"event_kind": "start_node"} if name == "UserPromptNode" else None


def _graph_frame(item: tuple[Any, ...]) -> dict[str, Any] | None:
    """What LangGraph streams: ``(chunk, metadata)``, ``(mode, data)``, ``(namespace, data)`` or ``(namespace, mode, data)``."""
    ns: Sequence[Any] = ()
    if len(item) in {2, 3} and isinstance(item[0], tuple):
        ns, item = cast("tuple[Any, ...]", item[0]), item[1:]
        if len(item) == 1:
            inner = item[0]
            frame = _graph_frame(cast("tuple[Any, ...]", inner)) if isinstance(inner, tuple) else None
            return {"langgraph": "", "data": inner, **(frame or {}), "ns": ns}
    if len(item) != 2:
        return None
    if isinstance(item[0], str):
        return {"langgraph": item[0], "ns": ns, "data": item[1]}
    if is_message(item[0]):
        return {"langgraph": "messages", "ns": ns, "data": item}
    return None


def is_message(value: Any, kinds: frozenset[str] = _ALL_MESSAGES) -> bool:
    """Whether it is a message of LangChain, as an object or as a dict."""
    kind = field_of(value, "type")
    return isinstance(kind, str) and kind in kinds and field_of(value, "content") is not None


def detect_agent(frame: dict[str, Any]) -> str | None:
    """The framework that a frame is from, or None when it does not tell."""
    kind = frame.get("type")
    if (wire := _wire_of(kind)) is not None:
        return wire
    if "errorText" in frame:
        return "vercel"
    if isinstance(frame.get("event_kind"), str):
        return "pydantic-ai"
    return "langchain" if _is_langchain(frame, kind) else None


def _is_wire_object(item: object) -> bool:
    """Whether it is an event of AG-UI, or a chunk of Vercel's as pydantic-ai has them."""
    kind = getattr(item, "type", None)
    return _wire_of(kind) is not None or (isinstance(kind, str) and kind in _VERCEL_SHARED and hasattr(item, "encode"))


def _wire_of(kind: Any) -> str | None:
    """The protocol that has events of this type."""
    if not isinstance(kind, str):
        return None
    if kind in _AG_UI_ALONE or kind.startswith(_AG_UI):
        return "ag-ui"
    return "vercel" if kind in _VERCEL_ALONE or kind.startswith(_VERCEL) else None


def _is_langchain(frame: dict[str, Any], kind: Any) -> bool:
    if "langgraph" in frame or (isinstance(kind, str) and kind in MODES and {"ns", "data"} <= frame.keys()):
        return True
    event = frame.get("event")
    if isinstance(event, str) and event.startswith("on_") and "run_id" in frame:
        return True
    if is_message(frame, _MESSAGES) and (
        "tool_calls" in frame or "response_metadata" in frame or "tool_call_id" in frame
    ):
        return True
    return any(has_messages(value) for value in (frame, *frame.values()))


def has_messages(value: Any) -> bool:
    """Whether it is a state, or the update of one, that holds messages of LangChain."""
    messages = field_of(value, "messages")
    return is_message(cast("list[Any]", messages)[-1] if isinstance(messages, list) and messages else messages)
