"""Which parts of a message form its thinking blocks, and how far each block is.

A block grows at its end while nothing but thinking arrives. The answer ends it, and thinking after that begins the next.
Only the last block can be open; a step that comes late for an earlier one takes its place there and changes nothing
else. So the number of a block, and with it its id, never changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..grouping import block_id
from ..model import Status
from .node import Node, Op, Segment, Step


class Blocks:
    """The blocks of one message. ``rows`` is what a browser is shown of them."""

    def __init__(self, message_id: str) -> None:
        self.message_id = message_id
        self.rows: list[dict[str, Any]] = []
        self._summaries: dict[str, str] = {}
        self._settled: set[str] = set()
        self._efforts: dict[int, Segment] = {}

    def put(self, number: int, fields: dict[str, Any]) -> list[Op]:
        """Set fields of a block."""
        row = self.rows[number]
        changed = {key: value for key, value in fields.items() if row.get(key) != value}
        row.update(changed)
        return [["b", number, changed]] if changed else []

    def make_room(self, index: int, started_at: int) -> list[Op]:
        """A step was inserted at ``index``: it belongs to the block around it, or begins one."""
        number = len(self.rows) - 1
        if number < 0 or index > self.rows[number]["end"] + 1:
            return self._begin(index, started_at)
        while index < self.rows[number]["start"]:
            number -= 1
        row = self.rows[number]
        fields: dict[str, Any] = {"end": row["end"] + 1}
        if row["status"] == "thinking":
            fields["started_at"] = min(started_at, row["started_at"])
        ops = self.put(number, fields)
        for later in range(number + 1, len(self.rows)):
            row = self.rows[later]
            ops += self.put(later, {"start": row["start"] + 1, "end": row["end"] + 1})
        return ops

    def _begin(self, index: int, started_at: int) -> list[Op]:
        number = len(self.rows)
        row = {
            "id": block_id(self.message_id, number),
            "start": index,
            "end": index,
            "status": "thinking",
            "started_at": started_at,
        }
        if row["id"] in self._summaries:
            row["summary"] = self._summaries[row["id"]]
        self.rows.append(row)
        return [["b", number, dict(row)]]

    def ending(self, number: int, parts: Sequence[Node], status: Status, at: int) -> dict[str, Any]:
        """What changes when a block ends: it took until its last step ended, or until now."""
        row = self.rows[number]
        ends = [part.end_at(at) for part in parts[row["start"] : row["end"] + 1] if isinstance(part, Step)]
        return {"status": status, "ended_at": max(*ends, row["started_at"])}

    def end(self, parts: Sequence[Node], status: Status, at: int) -> list[Op]:
        """End the last block, if it is open."""
        number = len(self.rows) - 1
        if number < 0 or self.rows[number]["status"] != "thinking":
            return []
        return self.put(number, self.ending(number, parts, status, at))

    def summarise(self, name: str, summary: str, *, final: bool) -> list[Op]:
        """Give a block a summary, or keep it for a block that is still to come. After the final one none is taken."""
        if name in self._settled:
            return []
        if final:
            self._settled.add(name)
        self._summaries[name] = summary
        _, _, number = name.rpartition(":")
        for index in (int(number),) if number.isdecimal() else ():
            if index < len(self.rows) and self.rows[index]["id"] == name:
                return self.put(index, {"summary": summary})
        return []

    def describe(self, segment: Segment, more_tokens: int) -> list[Op]:
        """Show what is known about a segment on the block it stands in.

        Tokens add up, those of delegated assistants included. The effort is that of the last segment that names one;
        that of an assistant is its own business.
        """
        first = segment.first
        number = self._number_at(first.top.index)
        fields: dict[str, Any] = {}
        if segment.reasoning_tokens is not None:
            fields["reasoning_tokens"] = self.rows[number].get("reasoning_tokens", 0) + more_tokens
        if segment.effort_level is not None and first.parent is None:
            known = self._efforts.get(number, segment)
            if first.index >= known.first.index:
                self._efforts[number] = segment
                fields["effort_level"] = segment.effort_level
        return self.put(number, fields)

    def _number_at(self, index: int) -> int:
        return next(number for number in range(len(self.rows) - 1, -1, -1) if self.rows[number]["start"] <= index)
