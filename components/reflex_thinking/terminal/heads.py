"""What the first line of a block and of a step says, by how much room there is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..i18n import Strings
from ..reducer.node import Step
from ..tool_values import input_preview
from .bar import Bar, count_failed, count_tools, duration_of
from .marks import Marks
from .safe import clean_line, width_of
from .spans import ACCENT, BAD, BOLD, DIM, GOOD, PLAIN, Span

Sides = tuple[list[Span], list[Span]]
_ROOMY = 60
"""Columns from which on there is room for more than the needful."""


class Heads:
    """Makes first lines.

    Args:
        strings: The language.
        marks: The signs.
    """

    def __init__(self, strings: Strings, marks: Marks) -> None:
        self._strings = strings
        self._marks = marks
        self.now = 0
        """The time of the recording, for the timers."""
        self.dot = 0
        """Which of the signs of a dot that breathes is shown."""

    def bar(self, bar: Bar, block: dict[str, Any], is_open: bool, room: int) -> Sides:
        """The bar of a block: icon, label, timer, summary; badge, words, failures, status, chevron."""
        chevron = (" " + (self._marks.open if is_open else self._marks.closed), DIM)
        if block["status"] == "thinking":
            badge = f"{self._marks.tool} {bar.badge if room >= _ROOMY else bar.tool_count}" if bar.tool_count else ""
            return self._running_bar(bar, block), [(badge, DIM), chevron]
        left: list[Span] = [(self._marks.thought + " ", PLAIN), (bar.label, BOLD)]
        if bar.summary:
            left.append((f" {self._marks.between} {bar.summary}", PLAIN))
        is_roomy = room >= _ROOMY
        # Where there is little room, the label must fit and the summary gets what is left.
        taken = sum(width_of(text) for text, _ in (left if is_roomy else left[:2]))
        right: list[Span] = []
        for level in (2, 1) if is_roomy else (1, 0, -1):
            right = [*self._facts(bar, block["status"], is_open, level), chevron]
            if taken + sum(width_of(text) for text, _ in right) < room:
                break
        return left, right

    def _facts(self, bar: Bar, status: str, is_open: bool, level: int) -> list[Span]:
        """What stands at the end of a bar. The summary is worth more: the level says how much is left out for it."""
        facts: list[Span] = []
        if bar.tool_count and level >= 0:
            facts.append((f"{self._marks.tool} {bar.badge if level else bar.tool_count}", DIM))
        if bar.words and level == 2:
            facts.append((f"{' ' if facts else ''}{self._marks.between} {bar.words}" if facts else bar.words, DIM))
        if bar.failed and level >= 0:
            facts.append((f" {self._marks.error} {bar.failed if level else bar.failed_count}", BAD))
        if not is_open:
            text, style = self._status(status, with_text=level == 2)
            facts.append((f" {text}", style))
        return facts

    def _running_bar(self, bar: Bar, block: dict[str, Any]) -> list[Span]:
        left: list[Span] = [
            (self._marks.running + " ", PLAIN),
            (bar.label, BOLD),
            (f" {self._marks.dots[self.dot % len(self._marks.dots)]}", GOOD),
        ]
        took = self.now - block["started_at"] if self.now and block["started_at"] else -1
        if took >= 0:
            left.append((f" {bar.duration(took)}", DIM))
        if summary := bar.given_summary or bar.activity:
            left.append((f" {self._marks.between} {summary}", PLAIN))
        return left

    def step(self, step: Step, children: Sequence[Step], is_open: bool, has_body: bool, room: int) -> Sides:
        """The first line of a call: icon, name, what it is about; tools, progress, time, status, chevron."""
        chevron = (self._marks.open if is_open else self._marks.closed) if has_body else " "
        is_assistant = step.type == "assistant_call"
        name = clean_line(step.fields.get("assistant_name" if is_assistant else "tool_name") or "", 200)
        mark = self._marks.assistant if is_assistant else self._marks.of_tool(step.fields.get("kind"))
        about = clean_line((step.get("assistant_task") or step.get("content") or "")[:1000], 400)
        if not about and not is_open and (given := step.get("tool_input")):
            about = clean_line(input_preview(self._strings, given), 400)
        if is_assistant and step.status == "thinking":
            name = self._strings.text("ai.thinking.working", name=name)
        left: list[Span] = [(f"{mark} ", ACCENT), (name, BOLD)]
        if about:
            left.append((f"  {about}", PLAIN))
        right: list[Span] = []
        if tools := count_tools(children):
            text = self._strings.text("ai.thinking.tools", n=tools) if room >= _ROOMY else str(tools)
            right.append((f"{self._marks.tool} {text} ", DIM))
        if failed := count_failed(children):
            right.append((f"{self._marks.error} {failed} ", BAD))
        if progress := step.fields.get("progress"):
            right.append((f"{self._strings.percent(progress)} ", DIM))
        took = duration_of(step.fields)
        if took is not None:
            right.append((f"{self._strings.duration(took)} ", DIM))
        right.append(self._status(step.status))
        return left, [*right, (f" {chevron}", DIM)]

    def _status(self, status: str, *, with_text: bool = False) -> Span:
        style = {"error": BAD, "done": GOOD}.get(status, DIM)
        text = f" {self._strings.text(f'ai.thinking.status.{status}')}" if with_text else ""
        return self._marks.of_status(status) + text, style
