"""What the first line of a block and of a step says, by how much room there is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..i18n import Strings
from ..reducer.node import Step
from .bar import Bar, count_failed, count_tools, duration_of
from .marks import Marks
from .safe import clean_line
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
        """The bar of a block: icon, label, timer, summary; badge, words, status, chevron."""
        chevron = [(" " + (self._marks.open if is_open else self._marks.closed), DIM)]
        if block["status"] == "thinking":
            return self._running_bar(bar, block, is_open, room), [*self._badge(bar, room), *chevron]
        left: list[Span] = [(self._marks.thought + " ", PLAIN), (bar.label, BOLD)]
        if bar.summary:
            left.append((f" {self._marks.between} {bar.summary}", PLAIN))
        right = self._badge(bar, room)
        if room >= _ROOMY and bar.words:
            right.append((f" {self._marks.between} {bar.words}" if right else bar.words, DIM))
        if bar.failed:
            right.append((f" {self._marks.error} {bar.failed if room >= _ROOMY else ''}".rstrip(), BAD))
        if not is_open:
            right.append((" ", PLAIN))
            right.append(self._status(block["status"], room))
        return left, [*right, *chevron]

    def _running_bar(self, bar: Bar, block: dict[str, Any], is_open: bool, room: int) -> list[Span]:
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

    def _badge(self, bar: Bar, room: int) -> list[Span]:
        if not bar.badge:
            return []
        return [(f"{self._marks.tool} {bar.badge if room >= _ROOMY else bar.tool_count}", DIM)]

    def step(self, step: Step, children: Sequence[Step], is_open: bool, has_body: bool, room: int) -> Sides:
        """The first line of a call: icon, name, what it is about; tools, progress, time, status, chevron."""
        chevron = (self._marks.open if is_open else self._marks.closed) if has_body else " "
        is_assistant = step.type == "assistant_call"
        name = clean_line(step.fields.get("assistant_name" if is_assistant else "tool_name") or "", 200)
        mark = self._marks.assistant if is_assistant else self._marks.of_tool(step.fields.get("kind"))
        about = clean_line((step.get("assistant_task") or step.get("content") or "")[:1000], 400)
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
            right.append((f"{progress:.0%} ", DIM))
        took = duration_of(step.fields)
        if took is not None:
            right.append((f"{self._strings.duration(took)} ", DIM))
        right.append(self._status(step.status, 0))
        return left, [*right, (f" {chevron}", DIM)]

    def _status(self, status: str, room: int) -> Span:
        style = {"error": BAD, "done": GOOD}.get(status, DIM)
        text = self._strings.text(f"ai.thinking.status.{status}") if room >= _ROOMY else ""
        return (f"{self._marks.of_status(status)} {text}".rstrip(), style)
