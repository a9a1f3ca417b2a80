"""The fast path of a run: text that goes on where the last text ended needs neither an event object nor the reducer."""

from __future__ import annotations

from json.encoder import encode_basestring
from typing import Any, cast

from .. import canonical as ev
from ..reducer import Draft, Op
from ..reducer.node import Node
from .shorthand import Reasoning

_DELTAS = (ev.TextDelta, ev.ReasoningPartDelta)
_FLOWING = (str, Reasoning, *_DELTAS)


class Flow:
    """Where the last text of a run went, and how an event for more of it is written.

    Any other event ends it, because it may complete the part, or move it.
    """

    __slots__ = (
        "_head",
        "_kind",
        "_more",
        "_output",
        "_parent",
        "_path",
        "_segment",
        "_summary",
        "_tail",
        "event",
        "is_answer",
        "key",
        "node",
    )

    def __init__(
        self, event: ev.TextDelta | ev.ReasoningPartDelta, value: object, op: Op, node: Node, message_id: str
    ) -> None:
        _, self._path, _, *self._more = op
        self.event: Any = event
        self.is_answer = isinstance(event, ev.TextDelta) and event.parent_id is None
        self.node = node
        self.key: str = self._more[0] if self._more else "text" if node.type == "text" else "content"
        self._kind = type(value)
        given = cast("Any", value if isinstance(value, _DELTAS) else event)
        self._segment: str = given.segment_id
        self._parent: str | None = given.parent_id
        self._summary: int = getattr(given, "summary_index", 0)
        self._output: int | None = getattr(given, "output_index", None)
        # The event as JSON, cut where its number, its time and its text are.
        line = event.model_copy(update={"event_id": message_id, "seq": 1, "at": 2, "text_delta": "\x00"}).to_line()
        self._head, rest = line.split(b'"seq":1,"at":2', 1)
        self._tail = rest.split(b'"\\u0000"', 1)

    @classmethod
    def after(cls, event: ev.AnyEvent, value: object, ops: list[Op], draft: Draft) -> Flow | None:
        """The flow that an event begins, if it added text to a part."""
        if isinstance(value, _FLOWING) and isinstance(event, _DELTAS) and ops and ops[-1][0] == "a":
            return cls(event, value, ops[-1], draft.node_at(ops[-1][1]), draft.id)
        return None

    def op(self, text: str) -> Op:
        """What more text changes in the message."""
        return ["a", self._path, text, *self._more]

    def more(self, value: object) -> str | None:
        """The text of a value, if it goes where the last one went."""
        if type(value) is not self._kind:
            return None
        if isinstance(value, str):
            return value or None
        if isinstance(value, Reasoning):
            return value.text or None
        delta = cast("Any", value)
        if (
            delta.segment_id == self._segment
            and delta.parent_id == self._parent
            and getattr(delta, "summary_index", 0) == self._summary
            and getattr(delta, "output_index", None) == self._output
        ):
            return delta.text_delta or None
        return None

    def line(self, text: str, seq: int, at: int) -> bytes | None:
        """The event as a line of the log; None when the text has half a character."""
        try:
            quoted = encode_basestring(text).encode()
        except UnicodeEncodeError:
            return None
        middle, end = self._tail
        return b'%b"seq":%d,"at":%d%b%b%b' % (self._head, seq, at, middle, quoted, end)
