"""A message in the making."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from ..model import Role, Status
from .blocks import Blocks
from .node import AssistantStep, Call, Media, Node, Op, Path, Segment, Step, ToolStep, walk

MAX_DEPTH = 64
"""Assistants inside assistants, at most; what would stand deeper stands beside the innermost one."""


class Draft:
    """A message in the making. Whatever changes it returns the ops that make the same change in a browser.

    Args:
        event_id: The id of the message.
        role: Whose message it is.
    """

    def __init__(self, event_id: str, *, role: Role = "assistant") -> None:
        self.fields: dict[str, Any] = {"id": event_id, "role": role, "status": "thinking"}
        self.parts: list[Node] = []
        self.thinking = Blocks(event_id)
        self.calls: dict[str, Call] = {}
        self.segments: dict[tuple[str | None, str], Segment] = {}
        self.texts: dict[str, Node] = {}
        self.media: dict[tuple[str | None, str], Media] = {}
        self.last_number = 0
        self.seq = 0
        self.at = 0
        self.final: dict[str, Any] | None = None

    @property
    def id(self) -> str:
        """The id of the message."""
        return self.fields["id"]

    @property
    def status(self) -> Status:
        """How far the message is."""
        return self.fields["status"]

    @property
    def blocks(self) -> list[dict[str, Any]]:
        """What a browser is shown of the thinking blocks."""
        return self.thinking.rows

    def snapshot(self) -> dict[str, Any]:
        """The message as a browser has it after all ops so far."""
        return {
            **self.fields,
            "parts": [node.snapshot() for node in self.parts],
            "blocks": [dict(block) for block in self.blocks],
        }

    def answer(self) -> str:
        """The answer's text so far."""
        return "".join(node.get("text") for node in self.parts if node.type == "text")

    # The message ------------------------------------------------------------------------------------------------------

    def put(self, fields: dict[str, Any]) -> list[Op]:
        """Set fields of the message; None removes one."""
        changed = {key: value for key, value in fields.items() if self.fields.get(key) != value}
        self.fields.update(changed)
        for key in [key for key, value in changed.items() if value is None]:
            del self.fields[key]
        return [["m", changed]] if changed else []

    def end_at(self, now: int) -> int:
        """When it would end if it ended now: not before it began."""
        return max(now, self.fields.get("created_at", 0))

    def ending(self, status: Status, at: int) -> dict[str, Any]:
        """The fields that change when the message ends; those that nothing has set by then are set now.

        What only says how to wait for the first part is removed.
        """
        began = self.blocks[0]["started_at"] if self.blocks else at
        return {
            "status": status,
            "created_at": self.fields.get("created_at", min(began, at)),
            "ended_at": at,
            "thread_id": self.fields.get("thread_id", ""),
            "thinking_enabled": None,
        }

    def end(self, status: Status, at: int, fields: dict[str, Any] | None = None) -> list[Op]:
        """End the message and everything in it that is open. What ended before stays as it is."""
        if self.status != "thinking":
            return []
        at = self.end_at(at)
        ops = self._end_steps(walk(self.parts), status, at)
        ops += self.thinking.end(self.parts, status, at)
        ops += [
            media.op("s", media.put({"partial": None})) for media in self.media.values() if media.fields.get("partial")
        ]
        return ops + self.put({**self.ending(status, at), **(fields or {})})

    # Steps ------------------------------------------------------------------------------------------------------------

    def siblings(self, home: AssistantStep | None) -> list[Node]:
        """What stands in an assistant call, or at the top level."""
        return self.parts if home is None else home.children

    def home(self, call_id: str) -> AssistantStep | None:
        """Where an event with this ``parent_id`` belongs, None for the top level; the call must be known.

        A tool has nothing inside it: what names one as its parent belongs beside it.
        """
        call = self.calls[call_id]
        return call if isinstance(call, AssistantStep) and call.depth < MAX_DEPTH else call.parent

    def node_at(self, path: Path) -> Node:
        """The part or step at a path."""
        first, *rest = path if isinstance(path, list) else [path]
        node = self.parts[first]
        for index in rest:
            node = cast("AssistantStep", node).children[index]
        return node

    def next_number(self, given: int | None, *, reserve: int = 0) -> int:
        """A step's sequence number: the given one, or the next that is free after leaving ``reserve`` out."""
        number = self.last_number + 1 + reserve if given is None else given
        self.last_number = max(self.last_number, number)
        return number

    def add(self, step: Step, home: AssistantStep | None, index: int | None = None) -> list[Op]:
        """Add a step, at the place that its rank gives it among its siblings unless there is a better reason."""
        if home is not None and home.status != "thinking" and step.status == "thinking":
            # It comes late: whatever is in a call that ended has ended too.
            self._close(step, home.status, step.started_at)
        ops = self._insert(step, home, self._place(step, home) if index is None else index)
        return ops if home is not None else ops + self.thinking.make_room(step.index, self._waited_since(step))

    def _waited_since(self, step: Step) -> int:
        """When the block that this step begins started.

        Where thinking was asked for, readers see a timer from the start of the message on; the first block continues it.
        """
        if step.index > 0 or not self.fields.get("thinking_enabled"):
            return step.started_at
        return min(self.fields["created_at"], step.started_at)

    def add_call(self, call: Call, home: AssistantStep | None, index: int | None = None) -> list[Op]:
        """Add a step that can be found by its id."""
        self.calls[call.id] = call
        if isinstance(call, AssistantStep) and home is not None:
            call.depth = home.depth + 1
        return self.add(call, home, index)

    def add_part(self, part: Node) -> list[Op]:
        """Add what is not thinking: it stands at the end."""
        return self._insert(part, None, len(self.parts))

    def add_media(self, media: Media, call: AssistantStep | None) -> list[Op]:
        """Add an image or a file that can be found by its id: at the end of the message, or of what a call gives."""
        self.media[call.id if call else None, media.id] = media
        if call is None:
            return self.add_part(media)
        media.parent, media.index = call, len(call.parts)
        call.parts.append(media)
        return [media.op("n", media.snapshot())]

    def _place(self, step: Step, home: AssistantStep | None) -> int:
        """Steps stand in the order of their ranks, but what came after an answer stays after it."""
        siblings = self.siblings(home)
        index = len(siblings)
        while index > 0:
            before = siblings[index - 1]
            if not isinstance(before, Step) or before.rank <= step.rank:
                break
            index -= 1
        return index

    def _insert(self, node: Node, home: AssistantStep | None, index: int) -> list[Op]:
        siblings = self.siblings(home)
        siblings.insert(index, node)
        node.parent = home
        for place in range(index, len(siblings)):
            siblings[place].index = place
        return [["n", node.path, node.snapshot()]]

    def set(self, node: Node, fields: dict[str, Any]) -> list[Op]:
        """Set fields of a node; None removes one."""
        changed = node.put(fields)
        return [["s", node.path, changed]] if changed else []

    def grow(self, node: Node, key: str, text: str) -> list[Op]:
        """Append to a field that is not the node's text."""
        node.grow(key, text)
        return [["a", node.path, text, key]]

    def end_step(self, step: Step, status: Status, at: int, fields: dict[str, Any] | None = None) -> list[Op]:
        """End a step and everything in it that is open, and set further fields of it."""
        if step.status != "thinking":
            return self.set(step, fields or {})
        ops = self._end_steps(walk(step.children), status, at) if isinstance(step, AssistantStep) else []
        changed = {**self._close(step, status, at), **step.put(fields or {})}
        return [*ops, ["s", step.path, changed]]

    def _end_steps(self, steps: Iterable[Step], status: Status, at: int) -> list[Op]:
        return [
            ["s", step.path, self._close(step, status, at)] for step in steps if step.fields["status"] == "thinking"
        ]

    def _close(self, step: Step, status: Status, at: int) -> dict[str, Any]:
        fields = step.ending(status, at)
        if isinstance(step, ToolStep):
            step.args = step.raw_args
        step.ended_at = step.end_at(at)
        return step.put(fields)
