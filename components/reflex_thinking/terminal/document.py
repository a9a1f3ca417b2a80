"""A message as rows that open and close. It knows no widget: the transcript draws what it says."""

from __future__ import annotations

from collections.abc import Iterator

from ..canonical import AnyEvent
from ..i18n import Strings
from ..model import ending_of
from ..reducer import Draft, Op, apply
from ..reducer.node import AssistantStep, Media, Node, Step
from ..tool_values import preview
from .bar import Bar, children_of, media_line, node_at, steps_of, visible
from .heads import Heads
from .markdown import Flow
from .marks import Marks
from .rows import BlankRow, FlowRow, HeadRow, Key, NoteRow, Row, field_flow
from .safe import Cleaner, clean_line
from .spans import ACCENT, BAD, DIM, GOOD

_FIELDS = (("tool_input", "ai.thinking.input"), ("logs", "ai.thinking.logs"), ("tool_result", "ai.thinking.result"))


class Document:
    """What there is to see of a message, and what of it is open.

    Args:
        strings: The language.
        marks: The signs.
    """

    def __init__(self, strings: Strings, marks: Marks) -> None:
        self.draft: Draft | None = None
        self.is_estimated = False
        self.choices: dict[Key, bool] = {}
        """What the user opened and closed. Nothing automatic changes it."""
        self._strings = strings
        self._marks = marks
        self.heads = Heads(strings, marks)
        self._texts: dict[Node, tuple[Cleaner, Flow]] = {}
        self._fields: dict[tuple[Node, str], tuple[str, Flow]] = {}
        self._previews: dict[Node, tuple[str, str]] = {}
        self._bars: dict[tuple[object, ...], Bar] = {}
        self._rows: list[Row] | None = None
        self._is_all_open = False

    # Events -----------------------------------------------------------------------------------------------------------

    def show(self, event: AnyEvent) -> None:
        """Take an event in."""
        if self.draft is None:
            self.draft = Draft(event.event_id)
        for op in apply(self.draft, event):
            self._apply(self.draft, op)

    def _apply(self, draft: Draft, op: Op) -> None:
        match op:
            case ["a", path, text]:
                node = node_at(draft, path)
                if self._grow(node, text):
                    self._rows = None
                return
            case ["n", path, {"type": "text" | "reasoning"} as part]:
                self._grow(node_at(draft, path), part.get("text") or part.get("content") or "")
            case ["s", path, {"content": str(text)}]:
                node = node_at(draft, path)
                if node.type == "reasoning":
                    self._texts.pop(node, None)
                    self._grow(node, text)
            case _:
                pass
        self._rows = None

    def _grow(self, node: Node, text: str) -> bool:
        """More of a text. Returns whether there is something to see of it for the first time."""
        cleaner, flow = self._texts.setdefault(node, (Cleaner(), Flow()))
        was_empty = not flow.text
        flow.feed(cleaner.feed(text))
        return was_empty and bool(flow.text)

    # What is open -----------------------------------------------------------------------------------------------------

    def is_open(self, key: Key) -> bool:
        """Whether something is open: as the user chose, else what is automatic."""
        if self._is_all_open:
            return True
        chosen = self.choices.get(key)
        return self._is_open_by_itself(key) if chosen is None else chosen

    def _is_open_by_itself(self, key: Key) -> bool:
        match key:
            case ("block", int(number)):
                return self.draft is not None and self.draft.blocks[number]["status"] == "thinking"
            case ("step", Step() as step):
                return step.type == "reasoning" or (step.type == "assistant_call" and self._is_thinking(step))
            case _:
                return True

    def _is_thinking(self, step: Step) -> bool:
        """Whether the block of a step is still thinking. An assistant that has finished may still be read until then."""
        block = (
            next((row for row in reversed(self.draft.blocks) if row["start"] <= step.top.index), None)
            if self.draft
            else None
        )
        return block is not None and block["status"] == "thinking"

    def is_running(self, key: Key) -> bool:
        """Whether a block is still thinking."""
        return self.draft is not None and self.draft.blocks[int(str(key[1]))]["status"] == "thinking"

    def home_of(self, key: Key, known: set[Key]) -> Key | None:
        """The nearest that something is inside of, of those that are known; the first one when there is none."""
        node = key[1]
        while isinstance(node, Node):
            if ("step", node) in known:
                return "step", node
            if node.parent is None:
                break
            node = node.parent
        if isinstance(node, Node) and self.draft is not None:
            for number in range(len(self.draft.blocks) - 1, -1, -1):
                if self.draft.blocks[number]["start"] <= node.index and ("block", number) in known:
                    return "block", number
        return min((one for one in known if one[0] == "block"), key=str, default=None)

    def toggle(self, key: Key) -> None:
        """The user opens or closes something."""
        self.choices[key] = not self.is_open(key)
        self._rows = None

    def toggle_all(self) -> None:
        """The user opens everything; or closes it, if everything is open."""
        keys = list(self._keys())
        is_closed = any(not self.is_open(key) for key in keys)
        self.choices.update(dict.fromkeys(keys, is_closed))
        self._rows = None

    def reveal(self, key: Key) -> None:
        """Open what a row is inside of, so that it can be seen."""
        kind, node = key
        if kind == "status":
            self._open(("block", node))
        if not isinstance(node, Node) or self.draft is None:
            return
        if isinstance(node, Step) and (kind not in {"step", "error"} or node.type == "reasoning"):
            self._open(("step", node))
        parent = node.parent
        while parent is not None:
            self._open(("step", parent))
            parent = parent.parent
        for number, block in enumerate(self.draft.blocks):
            if block["start"] <= node.top.index <= block["end"]:
                self._open(("block", number))

    def _open(self, key: Key) -> None:
        if not self.is_open(key):
            self.choices[key] = True
            self._rows = None

    def _keys(self) -> Iterator[Key]:
        for number in range(len(self.draft.blocks) if self.draft else 0):
            yield "block", number
            yield from self._step_keys(steps_of(self.draft, number))  # pyright: ignore[reportArgumentType]

    def _step_keys(self, steps: list[Step]) -> Iterator[Key]:
        for step in visible(steps):
            yield "step", step
            yield from self._step_keys(children_of(step))

    # Rows -------------------------------------------------------------------------------------------------------------

    def rows(self) -> list[Row]:
        """The rows, from the top. The list is another one when the rows are others."""
        if self._rows is None:
            self._rows = list(self._all_rows(self.draft)) if self.draft else []
            if not self._rows and (self.draft is None or self.draft.status == "thinking"):
                waiting = f"{self._marks.running} {self._strings.text('ai.thinking.streaming')}"
                self._rows = [NoteRow(("waiting", None), 0, [(waiting, DIM)])]
        return self._rows

    def all_rows(self) -> list[Row]:
        """The rows as they would be if everything were open."""
        self._is_all_open = True
        try:
            return list(self._all_rows(self.draft)) if self.draft else []
        finally:
            self._is_all_open = False

    def bar(self, number: int) -> Bar:
        """The texts of a block's bar, kept as long as they stay the same."""
        assert self.draft is not None  # noqa: S101 - there is no block without a message
        row = self.draft.blocks[number]
        if row["status"] == "thinking":
            return Bar(self._strings, self.draft, number, estimated=self.is_estimated)
        key = (number, row["end"], row["status"], row.get("summary"), row.get("ended_at"), self.is_estimated)
        if key not in self._bars:
            self._bars[key] = Bar(self._strings, self.draft, number, estimated=self.is_estimated)
        return self._bars[key]

    def _all_rows(self, draft: Draft) -> Iterator[Row]:
        begins = {row["start"]: number for number, row in enumerate(draft.blocks)}
        has_any = False
        for index, node in enumerate(draft.parts):
            rows: list[Row] = []
            if index in begins:
                rows = list(self._block_rows(draft, begins[index]))
            elif node.type == "text" and node in self._texts and self._texts[node][1].text:
                rows = [FlowRow(("text", node), 0, self._texts[node][1])]
            elif isinstance(node, Media):
                rows = [self._media_row(node, 0)]
            if rows and has_any:
                yield BlankRow(("gap", node))
            has_any = has_any or bool(rows)
            yield from rows
        ending = ending_of(draft.fields) if draft.status == "done" else ""
        if has_any and (ending or draft.status in {"error", "cancelled"}):
            yield BlankRow(("gap", None))
        if ending:
            line = f"{self._marks.cancelled} {self._strings.text(f'ai.chat.ended.{ending}')}"
            yield NoteRow(("end", None), 0, [(line, DIM)], most=8)
        if draft.status in {"error", "cancelled"}:
            error: dict[str, str] = draft.fields.get("error") or {}
            message = clean_line(self._strings.told(error.get("message", "")))
            style = BAD if draft.status == "error" else DIM
            label = f"{self._marks.of_status(draft.status)} {self._strings.text(f'ai.thinking.status.{draft.status}')}"
            yield NoteRow(("end", None), 0, [(f"{label}: {message}" if message else label, style)], most=8)

    def _block_rows(self, draft: Draft, number: int) -> Iterator[Row]:
        block = draft.blocks[number]
        steps = visible(steps_of(draft, number))
        if not steps and block["status"] != "thinking":
            return
        key: Key = ("block", number)
        bar = self.bar(number)
        is_open = self.is_open(key)
        yield HeadRow(key, 0, lambda room: self.heads.bar(bar, block, is_open, room))
        if not is_open:
            return
        for step in steps:
            yield from self._step_rows(step, 1)
        status = block["status"]
        style = {"error": BAD, "done": GOOD}.get(status, DIM)
        yield NoteRow(("status", number), 1, [(f"{self._marks.of_status(status)} {bar.status}", style)])

    def _step_rows(self, step: Step, depth: int) -> Iterator[Row]:
        key: Key = ("step", step)
        if step.type == "reasoning":
            yield self._reasoning_row(step, key, depth)
            return
        is_open = self.is_open(key)
        children = visible(children_of(step))
        bodies = list(self._bodies(step, depth + 1)) if is_open else []
        parts = step.parts if isinstance(step, AssistantStep) else []
        has_body = bool(children or parts) or any(
            step.get(name) for name in ("tool_input", "logs", "tool_result", "assistant_result")
        )
        yield HeadRow(key, depth, lambda room: self.heads.step(step, children, is_open, has_body, room))
        if error := step.get("error"):
            yield NoteRow(("error", step), depth + 1, [(clean_line(error), BAD)], most=8)
        if not is_open:
            if line := self._preview(step):
                yield NoteRow(("preview", step), depth + 1, [(line, DIM)], most=1)
            return
        for child in children:
            yield from self._step_rows(child, depth + 1)
        yield from bodies
        for part in parts:
            yield self._media_row(part, depth + 1)
        if has_body and not self.is_estimated and (clock := self._strings.time(step.fields.get("timestamp", 0))):
            started = f"{self._strings.text('ai.thinking.started')} {clock}"
            yield NoteRow(("started", step), depth + 1, [(started, DIM)])

    def _preview(self, step: Step) -> str:
        """One line about what a call gave. What a tool gave is looked at once."""
        if not (result := step.get("tool_result")):
            return clean_line((step.get("assistant_result") or "")[:400], 200).replace("**", "")
        known = self._previews.get(step)
        if known is None or known[0] != result:
            known = self._previews[step] = (result, clean_line(preview(self._strings, result)))
        return known[1]

    def _media_row(self, node: Media, depth: int) -> Row:
        return NoteRow(("media", node), depth, [(media_line(self._strings, node.snapshot()), ACCENT)])

    def _reasoning_row(self, step: Step, key: Key, depth: int) -> Row:
        if step.fields.get("redacted"):
            note = f"{self._marks.private} {self._strings.text('ai.thinking.redacted')}"
            return NoteRow(key, depth, [(note, DIM)])
        flow = self._texts[step][1]
        if self.is_open(key):
            return FlowRow(key, depth, flow, rule=self._marks.rule, can_focus=True)
        return HeadRow(
            key, depth, lambda _: ([(f"{self._marks.rule} ", DIM), (flow.text, DIM)], [(self._marks.closed, DIM)])
        )

    def _bodies(self, step: Step, depth: int) -> Iterator[Row]:
        for name, label in _FIELDS:
            if text := step.get(name):
                yield FlowRow((name, step), depth, self._field(step, name, text), label=self._strings.text(label))
        if text := step.get("assistant_result"):
            flow = self._field(step, "assistant_result", text, markdown=True)
            yield FlowRow(("response", step), depth, flow, label=self._strings.text("ai.thinking.response"))

    def _field(self, step: Step, name: str, text: str, *, markdown: bool = False) -> Flow:
        known = self._fields.get((step, name))
        if known is None or known[0] != text:
            flow = Flow(Cleaner().feed(text)) if markdown else field_flow(text)
            known = self._fields[step, name] = (text, flow)
        return known[1]
