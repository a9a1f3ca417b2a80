"""What a message in the making consists of: parts, and the steps inside assistant calls."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable
from typing import Any

from ..model import Status
from .values import as_text, parsed

Op = list[Any]
Path = int | list[int]

PIECES = 1024
"""A text that grows is kept in fewer pieces than this: a piece costs more memory than a short text."""


class Node:
    """A part of the message, or a step inside an assistant call. As it is, it is what is not thinking: text, an image.

    ``fields`` is what a browser is shown, apart from text that grows: that is kept in pieces, which are joined when
    somebody asks. A node knows its place, so that nothing has to be searched to address it.
    """

    __slots__ = ("fields", "growing", "id", "index", "parent", "type")

    def __init__(self, node_id: str, node_type: str, fields: dict[str, Any]) -> None:
        self.id = node_id
        self.type = node_type
        self.fields = fields
        self.growing: dict[str, list[str]] = {}
        self.parent: AssistantStep | None = None
        self.index = 0

    @property
    def path(self) -> Path:
        """Where it stands: its index, below the top level after the indices of the calls it is in."""
        if self.parent is None:
            return self.index
        path = [self.index]
        above: AssistantStep | None = self.parent
        while above is not None:
            path.append(above.index)
            above = above.parent
        path.reverse()
        return path

    @property
    def top(self) -> Node:
        """The part of the message that it is, or is in."""
        node: Node = self
        while node.parent is not None:
            node = node.parent
        return node

    def get(self, key: str) -> Any:
        """What is shown of a field, or None."""
        pieces = self.growing.get(key)
        if pieces is None:
            return self.fields.get(key)
        if len(pieces) > 1:
            pieces[:] = ["".join(pieces)]
        return pieces[0]

    def tail(self, key: str, most: int) -> tuple[str, bool]:
        """The end of a text field, and whether there is more before it. Costs the same however long the field is."""
        pieces = self.growing.get(key) or [self.fields.get(key) or ""]
        found: list[str] = []
        length = 0
        for piece in reversed(pieces):
            if length > most:
                break
            found.append(piece[-most - 1 :])
            length += len(piece)
        return "".join(reversed(found))[-most:], length > most

    def grow(self, key: str, text: str) -> None:
        """Append to a field."""
        pieces = self.growing.get(key)
        if pieces is None:
            self.growing[key] = [self.fields.pop(key, ""), text]
            return
        pieces.append(text)
        if len(pieces) >= PIECES:
            _join_small(pieces)

    def put(self, fields: dict[str, Any]) -> dict[str, Any]:
        """Set fields, or remove those that are None. Returns those that changed."""
        changed = {key: value for key, value in fields.items() if self.get(key) != value}
        for key, value in changed.items():
            self.growing.pop(key, None)
            if value is None:
                self.fields.pop(key, None)
            else:
                self.fields[key] = value
        return changed

    def shown(self) -> dict[str, Any]:
        """The fields that a browser is shown."""
        return {**self.fields, **{key: self.get(key) for key in self.growing}}

    def snapshot(self) -> dict[str, Any]:
        """What a browser is shown of it, whatever is inside it included."""
        return {"id": self.id, "type": self.type, **self.shown()}


class Media(Node):
    """An image or a file. ``number`` is its sequence number. Inside an assistant call it is one of the call's ``parts``."""

    __slots__ = ("number",)

    def __init__(self, node_id: str, node_type: str, fields: dict[str, Any]) -> None:
        super().__init__(node_id, node_type, fields)
        self.number = 0

    def op(self, kind: str, value: Any) -> Op:
        """An op about it."""
        return [kind, self.path, value] if self.parent is None else [kind, self.path, value, "parts"]


class Step(Node):
    """A node that is thinking.

    ``number`` is its sequence number and ``rank`` what decides its place among its siblings. ``announced`` says that the
    event that begins it was seen, ``complete`` that the one that ends it was.
    """

    __slots__ = ("announced", "complete", "ended_at", "number", "rank")

    def __init__(self, node_id: str, node_type: str, fields: dict[str, Any], started_at: int) -> None:
        super().__init__(node_id, node_type, {"status": "thinking", "content": "", **fields, **began(started_at)})
        self.number = 0
        self.rank = 0
        self.announced = False
        self.complete = False
        self.ended_at: int | None = None

    @property
    def status(self) -> Status:
        """How far it is."""
        return self.fields["status"]

    @property
    def started_at(self) -> int:
        """When it began."""
        return self.fields["started_at"]

    def end_at(self, now: int) -> int:
        """When it ended, or would if it ended now."""
        return max(now, self.started_at) if self.ended_at is None else self.ended_at

    def ending(self, status: Status, at: int) -> dict[str, Any]:
        """The fields that change when it ends."""
        return {"status": status, "ended_at": self.end_at(at), "progress": None}


def began(at: int) -> dict[str, int]:
    """The fields that say when a step began. A time that nobody knows is 0, and then the step has no timestamp."""
    return {"started_at": at, "timestamp": at} if at else {"started_at": at}


class ReasoningStep(Step):
    """One part of a reasoning segment."""

    __slots__ = ("part_type", "segment", "summary_index")

    def __init__(self, segment: Segment, summary_index: int, started_at: int) -> None:
        super().__init__(step_id(segment.id, summary_index), "reasoning", {}, started_at)
        self.segment = segment
        self.summary_index = summary_index
        self.part_type = "reasoning_text"

    def ending(self, status: Status, at: int) -> dict[str, Any]:
        """The fields that change when it ends. Of reasoning, only the segment's end is kept, and it is not shown."""
        return {"status": status}


class Call(Step):
    """A call of a tool or of an assistant. ``result`` is what it gave, before it became text."""

    __slots__ = ("result",)

    result_key: str

    def __init__(self, node_id: str, node_type: str, fields: dict[str, Any], started_at: int) -> None:
        super().__init__(node_id, node_type, fields, started_at)
        self.result: Any = None


class ToolStep(Call):
    """A call of a tool.

    ``input`` is the whole input when it was given. Else the input is what was streamed of it, which ``args`` keeps as it
    came once the call has ended; ``preview`` says that all there is so far was announced, not streamed.
    """

    __slots__ = ("args", "input", "preview", "server")

    result_key = "tool_result"

    def __init__(self, call_id: str, kind: str, name: str, started_at: int) -> None:
        fields = {"tool_name": name} if kind == "tool_call" else {"tool_name": name, "kind": kind}
        super().__init__(call_id, "tool_call", fields, started_at)
        self.input: Any = None
        self.args: str | None = None
        self.preview = False
        self.server = False

    @property
    def raw_args(self) -> str | None:
        """What was streamed or announced of the input, as it came; None when there is nothing."""
        return self.get("tool_input") if self.args is None else self.args

    @property
    def whole_input(self) -> Any:
        """The input as a value, or None when there is none."""
        if self.input is not None:
            return self.input
        return None if self.raw_args is None else parsed(self.raw_args)

    def ending(self, status: Status, at: int) -> dict[str, Any]:
        """The fields that change when it ends: the input gets the form that it has when it is stored."""
        value = self.whole_input
        return {**super().ending(status, at), **({} if value is None else {"tool_input": as_text(value)})}


class AssistantStep(Call):
    """A call of another assistant, with what that one does inside. ``depth`` counts from 1 at the top level.

    ``parts`` are the images and files that it gives, beside the text of its result.
    """

    __slots__ = ("children", "depth", "parts")

    result_key = "assistant_result"

    def __init__(self, call_id: str, name: str, started_at: int, *, assistant_id: str = "", task: str = "") -> None:
        fields = {"assistant_name": name, "assistant_id": assistant_id, "assistant_task": task}
        super().__init__(call_id, "assistant_call", fields, started_at)
        self.children: list[Node] = []
        self.parts: list[Media] = []
        self.depth = 1

    def snapshot(self) -> dict[str, Any]:
        """What a browser is shown of it and of its steps."""
        parts = {"parts": [part.snapshot() for part in self.parts]} if self.parts else {}
        return {**super().snapshot(), "child_steps": [child.snapshot() for child in self.children], **parts}


class Segment:
    """A reasoning segment: parts that belong together. ``rank`` decides the place of all of them."""

    __slots__ = ("_indices", "effort_level", "id", "output_index", "rank", "reasoning_tokens", "steps")

    def __init__(self, segment_id: str) -> None:
        self.id = segment_id
        self.steps: dict[int, ReasoningStep] = {}
        self.rank = 0
        self.effort_level: str | None = None
        self.output_index: int | None = None
        self.reasoning_tokens: int | None = None
        self._indices: list[int] = []

    @property
    def first(self) -> ReasoningStep:
        """The part that stands first."""
        return self.steps[self._indices[0]]

    def add(self, step: ReasoningStep) -> int | None:
        """Add a part. Returns the index at which it belongs among its siblings, None when it is the first one."""
        position = bisect(self._indices, step.summary_index)
        self._indices.insert(position, step.summary_index)
        self.steps[step.summary_index] = step
        if position > 0:
            return self.steps[self._indices[position - 1]].index + 1
        return self.steps[self._indices[1]].index if len(self._indices) > 1 else None


def _join_small(pieces: list[str]) -> None:
    """Join the pieces at the end that are small beside those before them, so that joining stays cheap however long a text is."""
    size = 0
    start = len(pieces)
    while start > 0 and (len(pieces[start - 1]) <= size or len(pieces) - start < PIECES // 2):
        start -= 1
        size += len(pieces[start])
    pieces[start:] = ["".join(pieces[start:])]


def step_id(segment_id: str, summary_index: int) -> str:
    """The id of the step that shows one part of a reasoning segment."""
    return segment_id if summary_index == 0 else f"{segment_id}#{summary_index}"


def walk(nodes: Iterable[Node]) -> Iterable[Step]:
    """All steps among these nodes and inside them, what is inside before what it is in."""
    for node in nodes:
        if isinstance(node, AssistantStep):
            yield from walk(node.children)
        if isinstance(node, Step):
            yield node
