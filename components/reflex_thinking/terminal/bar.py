"""What a summary bar says, by the rules of the web's: the label, the tools, the words, the summary."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

from .. import model
from ..i18n import Strings
from ..media import short_type
from ..reducer import Draft, Path
from ..reducer.node import AssistantStep, Node, Step
from ..summaries import headline, summarise
from ..words import count_words
from .safe import clean_line

SHORTEST = 100
"""Milliseconds. What took less came all at once, for example from a file that was piped in: its time says nothing."""


def node_at(draft: Draft, path: Path, inside: str = "children") -> Node:
    """The node that an op is about; ``inside`` is ``"parts"`` for what an assistant call gives."""
    *above, index = [path] if isinstance(path, int) else path
    nodes: Sequence[Node] = draft.parts
    for depth, place in enumerate(above, start=1):
        call = nodes[place]
        if isinstance(call, AssistantStep):
            nodes = call.parts if inside == "parts" and depth == len(above) else call.children
    return nodes[index]


def media_line(strings: Strings, part: dict[str, Any]) -> str:
    """An image or a file in one line: ``[image] Trains per hour (png, 18 KB)``."""
    kind = "image" if part["type"] == "image" else "file"
    title = clean_line(part.get("name" if kind == "file" else "alt") or part.get("alt") or part.get("name") or "", 200)
    size, omitted = part.get("size"), part.get("omitted")
    facts = (
        clean_line(short_type(part)),
        "" if size is None else strings.size(size),
        strings.text(f"ai.media.{omitted}") if omitted in {"too_large", "unreadable"} else "",
    )
    about = f"({', '.join(filter(None, facts))})" if any(facts) else ""
    url = str(part.get("url") or "")
    address = clean_line(url, 400) if url.startswith(("https://", "http://")) else ""
    return " ".join(filter(None, [f"[{strings.text(f'ai.terminal.{kind}')}]", title, about, address]))


def steps_of(draft: Draft, number: int) -> list[Step]:
    """The top-level steps of a block."""
    row = draft.blocks[number]
    return [node for node in draft.parts[row["start"] : row["end"] + 1] if isinstance(node, Step)]


def children_of(step: Node) -> list[Step]:
    """The steps inside a step."""
    return [child for child in step.children if isinstance(child, Step)] if isinstance(step, AssistantStep) else []


def is_readable(step: Step) -> bool:
    """Whether it is reasoning that can be read."""
    return step.type == "reasoning" and not step.fields.get("redacted") and has_text(step, "content")


def has_text(step: Step, key: str) -> bool:
    """Whether a field has more than white space, without putting a long text together to see it."""
    pieces = step.growing.get(key) or [step.fields.get(key) or ""]
    return any(piece and not piece.isspace() for piece in pieces)


def visible(steps: Sequence[Step]) -> list[Step]:
    """The steps that have something to show: no empty reasoning, and one note where none of it can be read."""
    has_readable = any(map(is_readable, steps))
    shown: list[Step] = []
    has_note = has_readable
    for step in steps:
        if step.type != "reasoning" or is_readable(step):
            shown.append(step)
        elif step.fields.get("redacted") and not has_note:
            has_note = True
            shown.append(step)
    return shown


def count_tools(steps: Iterable[Step]) -> int:
    """How many tools and assistants were called at this level."""
    return sum(step.type != "reasoning" for step in steps)


def count_failed(steps: Iterable[Step]) -> int:
    """How many calls failed, at any depth."""
    return model.count_failed(steps, children_of)


def count_all_words(steps: Iterable[Step]) -> int:
    """How many words of reasoning there are, at any depth."""
    return sum(
        (count_words(step.get("content")) if is_readable(step) else 0) + count_all_words(children_of(step))
        for step in steps
    )


def duration_of(timed: dict[str, Any]) -> int | None:
    """How long something took; None when nobody knows, for example because what was recorded has no times."""
    start, end = timed.get("started_at"), timed.get("ended_at")
    return end - start if start and end and end - start >= SHORTEST else None


class Bar:
    """The texts of a block's bar. Words, failures and summary are found once: they are for a block that has ended.

    Args:
        strings: The language.
        draft: The message.
        number: Which block.
        estimated: The times are guessed: durations say so.
    """

    def __init__(self, strings: Strings, draft: Draft, number: int, *, estimated: bool = False) -> None:
        self._strings = strings
        self._row = draft.blocks[number]
        self._steps = steps_of(draft, number)
        self._estimated = estimated

    @property
    def is_tools_only(self) -> bool:
        """Whether nothing was thought, only done."""
        return bool(self._steps) and all(step.type != "reasoning" for step in self._steps)

    @property
    def label(self) -> str:
        """That it is thinking, then how long it thought or worked, or what can be said instead."""
        if self._row["status"] == "thinking":
            return self._strings.text("ai.thinking.streaming")
        took = duration_of(self._row)
        if took is None:
            return self._strings.text("ai.thinking.steps" if self.is_tools_only else "ai.thinking.untimed")
        key = "ai.thinking.worked" if self.is_tools_only else "ai.thinking.complete"
        return self._strings.text(key, duration=self.duration(took))

    def duration(self, milliseconds: int) -> str:
        """A duration, marked when it is guessed."""
        return ("≈" if self._estimated else "") + self._strings.duration(milliseconds)

    @cached_property
    def words(self) -> str:
        """How many words, or nothing."""
        count = count_all_words(self._steps)
        return self._strings.text("ai.thinking.words", n=count) if count else ""

    @property
    def tool_count(self) -> int:
        """How many tools."""
        return count_tools(self._steps)

    @property
    def badge(self) -> str:
        """How many tools, or nothing."""
        return self._strings.text("ai.thinking.tools", n=self.tool_count) if self.tool_count else ""

    @cached_property
    def failed_count(self) -> int:
        """How many steps failed."""
        return count_failed(self._steps)

    @property
    def failed(self) -> str:
        """How many steps failed, or nothing."""
        return self._strings.text("ai.thinking.failures", n=self.failed_count) if self.failed_count else ""

    @property
    def status(self) -> str:
        """How it ended."""
        return self._strings.text(f"ai.thinking.status.{self._row['status']}")

    @property
    def given_summary(self) -> str:
        """The summary that came with the events, or nothing."""
        return clean_line(self._row.get("summary", ""))

    @cached_property
    def summary(self) -> str:
        """The summary: the one that came with the events, else one by rule."""
        if found := self.given_summary:
            return found
        steps = [step.snapshot() for step in self._steps]
        return clean_line(summarise({"steps": steps, "locale": self._strings.locale}))

    @property
    def activity(self) -> str:
        """What happens right now."""
        open_steps = [step for step in self._steps if step.status == "thinking"]
        step = (open_steps or self._steps or [None])[-1]
        if step is None:
            return ""
        if step.type == "assistant_call":
            return self._strings.text("ai.thinking.working", name=clean_line(step.fields["assistant_name"], 80))
        if step.type == "tool_call":
            if step.status != "thinking":
                return ""
            if kind := step.fields.get("kind"):
                return self._strings.text(f"ai.thinking.activity.{kind}")
            return self._strings.text("ai.thinking.activity.tool", name=clean_line(step.fields["tool_name"], 80))
        tail, _ = step.tail("content", 4000)
        return clean_line(headline(tail)) or self._strings.text("ai.thinking.activity.reasoning")

    @property
    def line(self) -> str:
        """All of it in one line: "Thought for 4.2s · 2 tools used · 234 words"."""
        ended = "" if self._row["status"] in {"done", "thinking"} else self.status
        line = " · ".join(filter(None, [self.label, self.badge, self.words, self.failed, ended]))
        return f"{line} — {self.given_summary}" if self.given_summary else line
