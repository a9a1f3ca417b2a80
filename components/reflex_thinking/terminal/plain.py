r"""The plain view: lines that are written once, for pipes, logs and simple terminals.

Whatever is thinking begins with ``[think]``, so that ``grep -v '^\[think\]'`` leaves the answer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..canonical import AnyEvent
from ..i18n import Strings
from ..model import ending_of
from ..reducer import Draft, Op, apply
from ..reducer.node import AssistantStep, Call, Node, ToolStep
from ..tool_values import parsed, preview
from .bar import Bar, children_of, count_tools, duration_of, is_readable, media_line, node_at, steps_of, visible
from .marks import UNICODE, Marks
from .paper import Paper
from .safe import clean_line

_LONGEST = 400
"""So much is shown of what a tool takes and gives; ``reflex-thinking events`` has all of it."""


class PlainView:
    """Writes a message while it is made.

    Args:
        write: Where the text goes.
        strings: The language.
        width: How many columns there are; None for no limit.
        marks: The signs.
        is_estimated: Whether times are guessed.
    """

    def __init__(
        self,
        write: Callable[[str], object],
        strings: Strings,
        *,
        width: int | None = None,
        marks: Marks = UNICODE,
        is_estimated: Callable[[], bool] = lambda: False,
    ) -> None:
        self._strings = strings
        self._marks = marks
        self._is_estimated = is_estimated
        self._paper = Paper(write, self._head, width=width, marks=marks)
        self._draft: Draft | None = None
        self._barred: set[int] = set()
        self._has_input: set[Node] = set()
        self._ended: set[Node] = set()
        self._media: dict[Node, None] = {}
        """Images and files that are still to be told."""
        self._whole: list[Call] = []
        """Calls that had ended when they came, with what is inside of them still to come."""

    def show(self, event: AnyEvent) -> None:
        """Write what is new with an event."""
        if self._draft is None:
            self._draft = Draft(event.event_id)
        for op in apply(self._draft, event):
            if op[0] == "n":
                self._leave(node_at(self._draft, op[1], *op[3:]))
            self._apply(self._draft, op)
        self._leave()

    def _leave(self, node: Node | None = None) -> None:
        """Say how calls ended that came as a whole, once all that is inside of them has been shown."""
        while self._whole and (node is None or not _is_inside(node, self._whole[-1])):
            call = self._whole.pop()
            self._ended.add(call)
            self._outcome(call)

    def end(self) -> None:
        """Nothing comes any more: write what was held back, and how it ended if it did not end well."""
        for node in list(self._media):
            self._tell_media(node, last=True)
        self._paper.close_all()
        if self._draft is None:
            return
        if self._draft.status == "done" and (ending := ending_of(self._draft.fields)):
            self._paper.after(f"{self._marks.cancelled} {self._strings.text(f'ai.chat.ended.{ending}')}")
        if self._draft.status not in {"error", "cancelled"}:
            return
        error: dict[str, str] = self._draft.fields.get("error") or {}
        message = clean_line(self._strings.told(error.get("message", ""))) if self._draft.status == "error" else ""
        self._paper.after(": ".join(filter(None, [self._status(self._draft.status), message])))

    def _apply(self, draft: Draft, op: Op) -> None:
        match op:
            case ["n", path, part, *inside]:
                self._begin(draft, node_at(draft, path, *inside), part)
            case ["a", path, text]:
                self._paper.say(node_at(draft, path), text)
            case ["s", path, fields, *inside]:
                self._change(node_at(draft, path, *inside), fields)
            case ["b", number, {"status": "done" | "error" | "cancelled"}]:
                self._end_block(draft, number)
            case _:
                pass

    def _begin(self, draft: Draft, node: Node, part: dict[str, Any]) -> None:
        self._paper.close_all("text")  # what was said of the answer so far comes before what begins now
        match node.type:
            case "text":
                self._end_blocks_before(draft, node)
                self._paper.say(node, part.get("text", ""))
            case "reasoning":
                self._paper.say(node, part.get("content", ""))
            case "tool_call" | "assistant_call":
                # What it is about is set by the op that follows, so that it is taken from the step itself.
                about = clean_line(node.get("assistant_task") or node.get("content") or "", _LONGEST)
                self._paper.begin(node, ": ".join(filter(None, [self._head(node), about])))
                if isinstance(node, AssistantStep) and part["status"] != "thinking":
                    self._whole.append(node)
                else:
                    self._change(node, part)
            case "image" | "file":
                if node.parent is None:
                    self._end_blocks_before(draft, node)
                self._media[node] = None
                self._tell_media(node)
            case _:
                pass

    def _end_blocks_before(self, draft: Draft, node: Node) -> None:
        for number, row in enumerate(draft.blocks):
            if row["end"] < node.index:
                self._end_block(draft, number)

    def _tell_media(self, node: Node, *, last: bool = False) -> None:
        """An image that is still being made is told when it is finished, or at the end."""
        if node not in self._media or (node.fields.get("partial") and not last):
            return
        del self._media[node]
        line = media_line(self._strings, node.snapshot())
        if isinstance(node.parent, AssistantStep):
            self._paper.add(node.parent, line)
        else:
            self._paper.answer_line(line)

    def _change(self, node: Node, fields: dict[str, Any]) -> None:
        self._tell_media(node)
        if node.type == "reasoning" and fields.get("content"):
            self._correct(node, fields["content"])
        if node.type == "reasoning" and fields.get("status", "thinking") != "thinking":
            self._paper.close(node)
        if isinstance(node, ToolStep) and node.input is not None and "tool_input" in fields:
            self._input(node)
        if isinstance(node, Call) and fields.get("status", "thinking") != "thinking" and node not in self._ended:
            self._ended.add(node)
            self._outcome(node)

    def _correct(self, node: Node, text: str) -> None:
        """The whole text of a passage came. What was written stays; what is missing follows."""
        said = self._paper.said(node)
        if text.startswith(said):
            self._paper.say(node, text[len(said) :])
        else:
            self._paper.close(node)
            self._paper.say(node, f"{self._marks.corrected} {text}")

    def _outcome(self, node: Call) -> None:
        """How a call ended, and what came of it."""
        if isinstance(node, ToolStep):
            self._input(node)
        if node.status != "done" or node.complete or node.result is not None:  # else nobody answered it here
            tools = count_tools(children_of(node))
            took = None if self._is_estimated() else duration_of(node.fields)
            details = (
                self._status(node.status),
                self._strings.text("ai.thinking.tools", n=tools) if tools else "",
                "" if took is None else self._strings.duration(took),
            )
            line = f" {self._marks.between} ".join(filter(None, details))
            error = clean_line(node.get("error") or "", _LONGEST)
            self._paper.add(node, f"{line}: {error}" if error else line)
        self._field(node, "ai.thinking.logs", node.get("logs"))
        is_assistant = isinstance(node, AssistantStep)
        result = node.get(node.result_key) or ""
        self._field(
            node,
            "ai.thinking.response" if is_assistant else "ai.thinking.result",
            result if is_assistant else self._said(result),
        )
        self._paper.leave(node)

    def _said(self, value: str) -> str:
        """What a tool takes or gives: of JSON, one line about it."""
        return value if parsed(value) is None else preview(self._strings, value)

    def _input(self, node: ToolStep) -> None:
        if node not in self._has_input:
            self._has_input.add(node)
            self._field(node, "ai.thinking.input", self._said(node.get("tool_input") or ""))

    def _field(self, node: Node, key: str, value: str | None) -> None:
        text = clean_line(value or "", _LONGEST + 1)
        if text:
            text = text if len(text) <= _LONGEST else text[:_LONGEST].rstrip() + self._marks.more
            self._paper.add(node, f"{self._strings.text(key)}: {text}")

    def _end_block(self, draft: Draft, number: int) -> None:
        if number in self._barred:
            return
        self._barred.add(number)
        self._paper.close_all("reasoning")
        steps = steps_of(draft, number)
        shown = visible(steps)
        if not any(map(is_readable, steps)):
            for step in shown:
                if step.fields.get("redacted"):
                    note = self._strings.text("ai.thinking.redacted")
                    self._paper.note(step, f"{self._marks.private} {note}")
        if shown:
            self._paper.line(Bar(self._strings, draft, number, estimated=self._is_estimated()).line)

    def _head(self, node: Node) -> str:
        """What a call is called."""
        if node.type == "assistant_call":
            return f"{self._marks.assistant} {clean_line(node.fields['assistant_name'], _LONGEST)}"
        return f"{self._marks.of_tool(node.fields.get('kind'))} {clean_line(node.fields['tool_name'], _LONGEST)}"

    def _status(self, status: str) -> str:
        return f"{self._marks.of_status(status)} {self._strings.text(f'ai.thinking.status.{status}')}"


def _is_inside(node: Node, call: Node) -> bool:
    above = node.parent
    while above is not None and above is not call:
        above = above.parent
    return above is call
