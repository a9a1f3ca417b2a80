"""Messages as they are stored: what ``message_final`` carries and a page shows after a refresh.

::

    {"id", "role", "status": "done" | "error" | "cancelled", "incomplete"?: true, "error"?: {"message", "code"?},
     "thread_id", "created_at", "ended_at", "provider"?, "model"?, "stop_reason"?, "usage"?: {"reasoning_tokens"?, …},
     "segments": [
       {"type": "reasoning", "id", "sequence_number", "parts": [{"text", "type", "summary_index", "sequence_number",
        "created_at", "is_complete", "status"?, "redacted"?: true}], "combined_text", "streaming": false, "started_at", "ended_at",
        "output_index"?, "effort_level"?, "reasoning_tokens"?},
       {"type": "tool_call" | "web_search_call" | "code_interpreter_call", "id", "sequence_number", "name",
        "description"?, "input", "result"?, "error"?, "logs"?, "status", "started_at", "ended_at", "server"?: true},
       {"type": "assistant_call", "id", "sequence_number", "name", "assistant_id", "task", "result"?, "error"?,
        "status", "started_at", "ended_at", "segments": […]},
       {"type": "image" | "file", "id", "sequence_number", "media_type", "url"? | "data"?, "name"?, "alt"?, "size"?, …},
       {"type": "text", "id", "text"}],
     "blocks": [{"id", "summary"?, "started_at", "ended_at"}], "artifacts"?: {…}}

What was watched is what is stored: ``draft_from_event(final_event(draft)).snapshot() == draft.snapshot()`` for every draft
that has ended.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from .errors import DataError
from .model import Status
from .reducer.draft import Draft
from .reducer.node import AssistantStep, Call, Media, Node, ReasoningStep, Segment, Step, ToolStep, walk
from .reducer.restore import restore

Stored = dict[str, Any]


def final_event(
    draft: Draft,
    *,
    ended_at: int | None = None,
    usage: dict[str, Any] | None = None,
    stop_reason: str | None = None,
    incomplete: bool = False,
) -> Stored:
    """A draft as it is stored. The draft itself stays as it is.

    Args:
        draft: The message. One that is still open is stored as if it were done at ``ended_at``.
        ended_at: When an open message ends; the time of its last event by default.
        usage: What is known about tokens beside what the events said.
        stop_reason: Why the provider stopped.
        incomplete: Whether it stopped before it was done.
    """
    status: Status = "done" if draft.status == "thinking" else draft.status
    at = draft.end_at(draft.at if ended_at is None else ended_at)
    shown = {**draft.fields, **(draft.ending(status, at) if draft.status == "thinking" else {})}
    if usage:
        shown["usage"] = {**shown.get("usage", {}), **usage}
    if stop_reason:
        shown["stop_reason"] = stop_reason
    return {
        "id": draft.id,
        "role": shown["role"],
        "status": status,
        **({"incomplete": True} if incomplete or status != "done" or shown.get("incomplete") else {}),
        **_present(shown, "error", "thread_id", "created_at", "ended_at"),
        **_present(shown, "provider", "model", "stop_reason", "usage"),
        "segments": _Writer(draft, status, at).segments(draft.parts),
        "blocks": list(_blocks(draft, status, at)),
        **_present(shown, "artifacts"),
    }


def draft_from_event(event: Stored) -> Draft:
    """A stored message as a draft that has ended. What an older or newer version wrote beside it is left out.

    Raises:
        DataError: It is not a stored message.
    """
    try:
        draft = Draft(event["id"], role=event.get("role", "assistant"))
        restore(draft, event)
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        name = event.get("id") if isinstance(event, dict) else event  # pyright: ignore[reportUnnecessaryIsInstance]
        msg = f"stored message {name!r} cannot be read: {type(error).__name__}: {error}"
        raise DataError(msg) from error
    return draft


def user_event(message_id: str, text: str, thread_id: str, created_at: int) -> Stored:
    """What a user wrote, as it is stored."""
    return {
        "id": message_id,
        "role": "user",
        "status": "done",
        "thread_id": thread_id,
        "created_at": created_at,
        "ended_at": created_at,
        "segments": [{"type": "text", "id": "text", "text": text}],
        "blocks": [],
    }


def _present(fields: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: fields[name] for name in names if fields.get(name) is not None}


def _blocks(draft: Draft, status: Status, at: int) -> Iterator[Stored]:
    for number, row in enumerate(draft.blocks):
        if row["status"] == "thinking":
            row = {**row, **draft.thinking.ending(number, draft.parts, status, at)}
        yield _present(row, "id", "summary", "started_at", "ended_at")


class _Writer:
    """Writes segments; what is still open is written as it would be if it ended now."""

    def __init__(self, draft: Draft, status: Status, at: int) -> None:
        self.status: Status = status
        self.at = at
        self.numbers = {node.number for node in (*walk(draft.parts), *draft.media.values())}

    def segments(self, nodes: Iterable[Node]) -> list[Stored]:
        """Nodes as segments: the parts of one reasoning segment come together again."""
        written: list[Stored] = []
        for segment, group in groupby(
            nodes, key=lambda node: node.segment if isinstance(node, ReasoningStep) else None
        ):
            if segment is not None:
                written.append(self._reasoning(segment, [node for node in group if isinstance(node, ReasoningStep)]))
            else:
                written.extend(self._segment(node) for node in group)
        return written

    def _segment(self, node: Node) -> Stored:
        match node:
            case ToolStep():
                return self._tool(node)
            case AssistantStep():
                return self._assistant(node)
            case Media():
                shown = {key: value for key, value in node.shown().items() if key != "partial"}
                return {"type": node.type, "id": node.id, "sequence_number": node.number, **shown}
            case _:
                return {"type": node.type, "id": node.id, **node.shown()}

    def _shown(self, step: Step) -> dict[str, Any]:
        shown = step.shown()
        return {**shown, **step.ending(self.status, self.at)} if shown["status"] == "thinking" else shown

    def _reasoning(self, segment: Segment, steps: list[ReasoningStep]) -> Stored:
        parts = [self._part(step) for step in steps]
        first = min(step.number for step in steps)
        # A number that was left free before the first part is the segment's own.
        number = first - 1 if first > 1 and first - 1 not in self.numbers else first
        return {
            "type": "reasoning",
            "id": segment.id,
            "sequence_number": number,
            "parts": parts,
            "combined_text": "\n\n".join(part["text"] for part in parts if part["text"]),
            "streaming": False,
            "started_at": min(step.started_at for step in steps),
            "ended_at": max(step.end_at(self.at) for step in steps),
            **({} if segment.output_index is None else {"output_index": segment.output_index}),
            **({} if segment.effort_level is None else {"effort_level": segment.effort_level}),
            **({} if segment.reasoning_tokens is None else {"reasoning_tokens": segment.reasoning_tokens}),
        }

    def _part(self, step: ReasoningStep) -> Stored:
        shown = self._shown(step)
        return {
            "text": shown["content"],
            "type": step.part_type,
            "summary_index": step.summary_index,
            "sequence_number": step.number,
            "created_at": step.started_at,
            "is_complete": shown["status"] == "done",
            **({"status": shown["status"]} if step.complete and shown["status"] != "done" else {}),
            **({"redacted": True} if shown.get("redacted") else {}),
        }

    def _tool(self, call: ToolStep) -> Stored:
        shown = self._shown(call)
        return {
            "type": shown.get("kind", "tool_call"),
            "id": call.id,
            "sequence_number": call.number,
            "name": shown["tool_name"],
            **({"description": shown["content"]} if shown["content"] else {}),
            "input": call.whole_input,
            **self._outcome(call, shown),
            **({"server": True} if call.server else {}),
        }

    def _assistant(self, call: AssistantStep) -> Stored:
        shown = self._shown(call)
        return {
            "type": "assistant_call",
            "id": call.id,
            "sequence_number": call.number,
            "name": shown["assistant_name"],
            "assistant_id": shown["assistant_id"],
            "task": shown["assistant_task"],
            **self._outcome(call, shown),
            "segments": self.segments([*call.children, *call.parts]),
        }

    def _outcome(self, call: Call, shown: dict[str, Any]) -> Stored:
        result = shown.get(call.result_key) if call.result is None else call.result
        return {
            **({} if result is None else {"result": result}),
            **_present(shown, "error", "logs"),
            **_present(shown, "status", "started_at", "ended_at"),
        }
