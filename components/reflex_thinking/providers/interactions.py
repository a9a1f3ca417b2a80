"""Gemini's Interactions: a stream of steps, each started, filled by deltas and stopped; or the finished interaction."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ..reducer.values import parsed
from .emitter import Emitter, Kind
from .failures import CUT, error_in, failure_from_body
from .frames import Frame
from .values import dict_of, index_of, list_of, text_of, time_of

_INCOMPLETE = frozenset({"incomplete", "budget_exceeded", "requires_continuation"})
_FAILED = frozenset({"failed", "cancelled"})
_MEDIA = frozenset({"image", "document", "video"})
_KINDS: dict[str, Kind] = {"google_search": "web_search_call", "code_execution": "code_interpreter_call"}


@dataclass(slots=True)
class _Step:
    """A step that has begun."""

    type: str
    raw: dict[str, Any]
    index: int
    id: str = ""
    pieces: list[str] = field(default_factory=list[str])
    value: Any = None
    """A call's input or a tool's result, where it comes as a value."""
    media: list[tuple[int, dict[str, Any]]] = field(default_factory=list[tuple[int, dict[str, Any]]])
    """Images and files, each with how many pieces of text came before it."""
    is_open: bool = True


class InteractionsReader:
    """Reads interactions."""

    def __init__(self, out: Emitter) -> None:
        self._out = out
        self._steps: dict[int, _Step] = {}
        self._interaction_id = ""
        self._is_whole = False

    def read(self, frame: Frame) -> None:
        """Read an event of the stream, or the interaction."""
        frame = _opened(frame, "event_type")
        kind = text_of(frame.get("event_type"))
        index = index_of(frame.get("index"))
        self._usage(dict_of(dict_of(frame.get("metadata")).get("usage")))
        match kind.replace("content.", "step."):
            case "step.delta":
                self._delta(index, _opened(dict_of(frame.get("delta")), "type"))
            case "step.start":
                self._begin(index, _opened(dict_of(frame.get("step") or frame.get("content")), "type"))
            case "step.stop":
                self._end(index)
            case "interaction.created" | "interaction.start":
                self._start(dict_of(frame.get("interaction")))
            case "interaction.status_update":
                self._status(frame)
            case "error":
                self._fail(frame)
            case _ if kind.startswith("interaction."):
                self._interaction(dict_of(frame.get("interaction")))
            case _ if frame.get("object") == "interaction" or list_of(frame.get("steps")):
                self._interaction(frame)
            case _ if error_in(frame):
                self._fail(frame)
            case _:
                pass

    def end(self) -> None:
        """The stream has ended: steps that nobody stopped are as whole as they will be."""
        for index in list(self._steps):
            self._end(index)
        if not self._is_whole:
            self._out.fail(CUT, "cut")

    def reply(self) -> dict[str, Any] | None:
        """The steps as they came, with their signatures, and the id that stands for them."""
        steps = [_written(step) for _, step in sorted(self._steps.items())]
        return {"interaction_id": self._interaction_id, "steps": steps} if steps else None

    # The interaction --------------------------------------------------------------------------------------------------

    def _start(self, interaction: dict[str, Any]) -> None:
        self._interaction_id = text_of(interaction.get("id")) or self._interaction_id
        model = text_of(interaction.get("model")) or text_of(interaction.get("agent"))
        self._out.start(self._interaction_id, model=model, created_at=time_of(interaction.get("created")))

    def _interaction(self, interaction: dict[str, Any]) -> None:
        self._start(interaction)
        if not self._steps:
            for index, step in enumerate(list_of(interaction.get("steps") or interaction.get("outputs"))):
                self._begin(index, _opened(dict_of(step), "type"))
                self._end(index)
        self._usage(dict_of(interaction.get("usage")))
        self._status(interaction)

    def _status(self, update: dict[str, Any]) -> None:
        status = text_of(update.get("status"))
        if status in _FAILED:
            errors = [update.get("error"), *list_of(update.get("errors"))]
            error = next((error for error in errors if error), None)
            self._fail(error or {"message": f"The interaction is {status}", "code": status})
        elif status not in {"", "in_progress", "queued"}:
            self._is_whole = True
            self._out.stop(status, incomplete=status in _INCOMPLETE)

    def _fail(self, error: Any) -> None:
        found = failure_from_body(error)
        self._out.fail(found.message, found.code)

    def _usage(self, usage: dict[str, Any]) -> None:
        output, thoughts = usage.get("total_output_tokens"), usage.get("total_thought_tokens")
        if isinstance(output, int) and isinstance(thoughts, int):
            output += thoughts  # they are counted apart there, and together here
        self._out.count(input_tokens=usage.get("total_input_tokens"), output_tokens=output, reasoning_tokens=thoughts)

    # Steps ------------------------------------------------------------------------------------------------------------

    def _begin(self, index: int, raw: dict[str, Any]) -> None:
        if index in self._steps:
            return
        kind = text_of(raw.get("type"))
        step = self._steps[index] = _Step(kind, raw, index)
        if kind == "thought":
            step.id = self._out.new_id("reasoning")
            self._out.begin_reasoning(step.id, summary=True)
            for part in list_of(raw.get("summary")):
                self._think(step, part)
        elif kind in {"model_output", "text"}:
            step.id = self._out.new_id("text")
            for part in map(dict_of, [raw] if kind == "text" else list_of(raw.get("content"))):
                self._say(step, text_of(part.get("text")))
                self._show(step, part)
        elif kind in _MEDIA:
            self._show(step, raw)
        elif kind.endswith("_call"):
            self._call(step, raw)
        elif kind.endswith("_result"):
            step.id = self._call_of(kind, raw)
            step.value = raw.get("result")

    def _delta(self, index: int, delta: dict[str, Any]) -> None:
        kind = text_of(delta.get("type"))
        step = self._steps.get(index)
        if step is None:
            # Its beginning is missing: the delta says what it is.
            begun = {"thought_summary": "thought", "thought_signature": "thought", "text": "model_output"}
            begun |= dict.fromkeys(_MEDIA, "model_output")
            self._begin(index, {"type": begun.get(kind, kind)})
            step = self._steps[index]
        if signature := text_of(delta.get("signature")):
            step.raw = {**step.raw, "signature": signature}
        match kind:
            case "text":
                self._say(step, text_of(delta.get("text")))
            case _ if kind in _MEDIA:
                self._show(step, delta)
            case "thought_summary":
                self._think(step, delta.get("content"))
            case "arguments_delta" | "arguments":
                text = text_of(delta.get("arguments")) or text_of(delta.get("partial_arguments"))
                step.pieces.append(text)
                self._out.arguments(step.id, text)
            case _ if kind.endswith("_call"):
                step.raw = {**step.raw, **{key: delta[key] for key in ("id", "name") if delta.get(key)}}
                step.value = delta.get("arguments", step.value)
            case _ if kind.endswith("_result"):
                step.value = delta.get("result", step.value)
                step.raw = {**step.raw, **{key: delta[key] for key in ("is_error",) if key in delta}}
            case _:
                pass

    def _end(self, index: int) -> None:
        step = self._steps.get(index)
        if step is None or not step.is_open:
            return
        step.is_open = False
        if step.type == "thought":
            self._out.end_reasoning(step.id, redacted=True)
            self._out.about_reasoning(step.id, output_index=index)
        elif step.type.endswith("_call"):
            if not any(step.pieces):
                self._out.input(step.id, dict_of(step.value))
        elif step.type.endswith("_result") and step.id:
            failed = bool(step.raw.get("is_error"))
            self._out.result(step.id, step.value, error="The tool failed." if failed else None)

    def _think(self, step: _Step, part: Any) -> None:
        text = text_of(dict_of(part).get("text"))
        step.pieces.append(text)
        self._out.reasoning(step.id, text, summary=True)

    def _say(self, step: _Step, text: str) -> None:
        step.pieces.append(text)
        self._out.text(step.id, text, step.index)

    def _show(self, step: _Step, part: dict[str, Any]) -> None:
        """An image or a file, whole: its data, or an address that only somebody with a key can open."""
        kind = text_of(part.get("type"))
        data, file_id = text_of(part.get("data")), text_of(part.get("uri"))
        if kind not in _MEDIA or step.type == "thought" or not (data or file_id):
            return
        media_type = text_of(part.get("mime_type")) or ("image/*" if kind == "image" else "")
        self._out.media(data=data, file_id=file_id, media_type=media_type)
        if step.type == "model_output":
            step.media.append((len(step.pieces), part))
            step.id = self._out.new_id("text")  # what follows begins anew
        elif step.type in _MEDIA:
            step.raw = {**step.raw, **part}

    def _call(self, step: _Step, raw: dict[str, Any]) -> None:
        own = step.type.removesuffix("_call")
        given = text_of(raw.get("id"))
        step.id = given if given and not self._out.has_call(given) else self._out.new_id("call")
        step.value = raw.get("arguments")
        name = text_of(raw.get("name")) or own
        self._out.call(step.id, name, kind=_KINDS.get(own, "tool_call"), server=own != "function")

    def _call_of(self, kind: str, raw: dict[str, Any]) -> str:
        """The call that a result belongs to: the one that it names, else the last of its kind."""
        given = text_of(raw.get("call_id"))
        if self._out.has_call(given):
            return given
        wanted = kind.removesuffix("_result") + "_call"
        return next((step.id for step in reversed(self._steps.values()) if step.type == wanted), "")


def _opened(value: dict[str, Any], key: str) -> dict[str, Any]:
    """What Google's client could not place, it wraps."""
    return dict_of(value.get("raw")) or value if value.get(key) == "UNKNOWN" else value


def _content(step: _Step) -> list[dict[str, Any]]:
    """The texts of a step, with the images and files where they came."""
    content: list[dict[str, Any]] = []
    start = 0
    for end, part in [*step.media, (len(step.pieces), None)]:
        text = "".join(step.pieces[start:end])
        if text or not (content or part):
            content.append({"type": "text", "text": text})
        if part:
            content.append(part)
        start = end
    return content


def _written(step: _Step) -> dict[str, Any]:
    """A step as it is sent back."""
    text = "".join(step.pieces)
    match step.type:
        case "thought":
            return {**step.raw, **({"summary": [{"type": "text", "text": text}]} if text else {})}
        case "model_output":
            return step.raw if step.raw.get("content") else {**step.raw, "content": _content(step)}
        case "text":
            return {**step.raw, "text": text}
        case kind if kind.endswith("_call"):
            return {**step.raw, "arguments": parsed(text) if text else dict_of(step.value)}
        case kind if kind.endswith("_result"):
            return {**step.raw, "result": step.value}
        case _:
            return step.raw
