"""The calls among the items of a response: what each kind of tool has as its input and its result."""

from __future__ import annotations

from typing import Any

from .emitter import Emitter, Kind
from .values import dict_of, list_of, text_of

_KINDS: dict[str, Kind] = {"web_search_call": "web_search_call", "code_interpreter_call": "code_interpreter_call"}
_ASKED_FOR = frozenset(
    [
        "function_call",
        "custom_tool_call",
        "local_shell_call",
        "apply_patch_call",
        "computer_call",
        "mcp_approval_request",
    ]
)
"""What the caller has to run or to decide; everything else the provider runs itself."""

_MORE = frozenset({"mcp_list_tools", "mcp_approval_request", "program"})
_ABOUT_ITSELF = frozenset(
    [
        "id",
        "type",
        "status",
        "call_id",
        "name",
        "action",
        "output",
        "outputs",
        "result",
        "results",
        "error",
        "arguments",
        "input",
        "code",
        "operation",
        "queries",
        "tools",
        "environment",
        "container_id",
        "approval_request_id",
        "execution",
        "max_output_length",
        "created_by",
        "caller",
        "namespace",
    ]
)


def is_call(kind: str) -> bool:
    """Whether an item is a call."""
    return kind.endswith("_call") or kind in _MORE


def is_result(kind: str) -> bool:
    """Whether an item is what a call gave."""
    return kind.endswith("_output")


def call_of(out: Emitter, raw: dict[str, Any], kind: str, call_id: str) -> None:
    """A call begins."""
    name = text_of(raw.get("name")) or kind.removesuffix("_call")
    out.call(call_id, name, kind=_KINDS.get(kind, "tool_call"), server=_is_run_by_provider(raw, kind))


def finish_call(out: Emitter, call_id: str, raw: dict[str, Any], kind: str) -> None:
    """A call is whole: its input, and its result if the provider ran it."""
    arguments = raw.get("arguments")
    if isinstance(arguments, str):
        out.whole_arguments(call_id, arguments)
    else:
        out.input(call_id, _input(raw, arguments))
    if not _is_run_by_provider(raw, kind):
        return
    error = raw.get("error")
    if error or raw.get("status") == "failed":
        message = text_of(error) or text_of(dict_of(error).get("message")) or "The tool failed."
        out.result(call_id, output_of(raw), error=message)
    elif not kind.startswith("shell") or raw.get("output") is not None:
        out.result(call_id, output_of(raw))
    for url in drawn_images(raw):
        out.media(url=url, media_type="image/*")
    if kind == "image_generation_call":
        generated_image(out, call_id, raw, text_of(raw.get("result")))


def drawn_images(raw: dict[str, Any]) -> list[str]:
    """The addresses of the images that a code interpreter has drawn."""
    outputs = map(dict_of, list_of(raw.get("outputs")))
    return [url for output in outputs if output.get("type") == "image" and (url := text_of(output.get("url")))]


def generated_image(out: Emitter, call_id: str, raw: dict[str, Any], data: str, *, partial: bool = False) -> None:
    """The image that a call has made, or made so far."""
    made = text_of(raw.get("output_format")) or "png"
    media_type = f"image/{'svg+xml' if made == 'svg' else made}"
    alt = text_of(raw.get("revised_prompt")) or text_of(raw.get("prompt"))
    out.media(data=data, media_type=media_type, part_id=f"{call_id}/image", alt=alt, partial=partial)


def output_of(raw: dict[str, Any]) -> Any:
    """What a call gave."""
    if raw.get("type") == "image_generation_call":
        return {"type": "image", "size": len(text_of(raw.get("result")))}
    if drawn_images(raw):  # they are shown beside it
        outputs = map(dict_of, list_of(raw.get("outputs")))
        return [{"type": "image"} if output.get("type") == "image" else output for output in outputs]
    for key in ("output", "outputs", "results", "tools", "result"):
        if raw.get(key) is not None:
            return raw[key]
    return list_of(dict_of(raw.get("action")).get("sources")) or None


def _input(raw: dict[str, Any], arguments: Any) -> Any:
    if arguments is not None:
        return arguments
    for key in ("input", "operation"):
        if raw.get(key) is not None:
            return raw[key]
    if "action" in raw:
        return {key: value for key, value in dict_of(raw["action"]).items() if key != "sources"}
    if "code" in raw:
        return {"code": raw["code"]}
    if "queries" in raw:
        return {"queries": raw["queries"]}
    return {key: value for key, value in raw.items() if key not in _ABOUT_ITSELF and value is not None} or None


def _is_run_by_provider(raw: dict[str, Any], kind: str) -> bool:
    if kind == "shell_call":
        return str(dict_of(raw.get("environment")).get("type", "")).startswith("container")
    if kind == "tool_search_call":
        return raw.get("execution") != "client"
    return kind not in _ASKED_FOR
