"""A run told simply: first what was thought, then the answer, then one ending.

::

    thinking {"delta"} …  text {"delta"} …  done {response}   or   error {"message", "code"}

All ``thinking`` comes before the first ``text``. It is the reasoning of the top level, part after part with a blank line
between two, as far as it came before the answer began; together the deltas are the response's ``thinking``. What is thought
later is not told here: it is in the canonical events, in the stored message and in the response's ``reasoning_content``,
which holds all reasoning of the top level. Tools and assistants are told by the canonical events alone.

Images and files are in the response's ``content``, after the text.

Together the ``text`` deltas are the response's ``assistant.text``, which is the text of the stored message.
"""

from __future__ import annotations

from typing import Any, cast

from .. import canonical as ev
from ..gateway import media_of, model_supports
from ..reducer import Draft, apply
from ..reducer.node import Node, Op, ReasoningStep

Told = tuple[str, dict[str, Any]]
"""The name of an event and its data."""

GAP = "\n\n"
"""Between two parts of reasoning."""

PASSED_ON = ("ui", "fitBrief", "relevantExperience")
"""Artifacts that are fields of the response."""


class Projection:
    """Takes the canonical events of one run, in their order, and tells them simply."""

    def __init__(self) -> None:
        self.response: dict[str, Any] | None = None
        """What the answer comes to, when the run has ended well."""
        self.error: dict[str, Any] | None = None
        """How the run ended otherwise."""
        self._draft = Draft("")
        self._thinking = _Thinking()
        self._blank: list[str] = []
        """Text before the thinking that is nothing but white space: it waits for the first word of the answer."""
        self._text: list[str] = []

    def take(self, event: ev.AnyEvent) -> list[Told]:
        """What an event adds."""
        if isinstance(event, ev.MessageFinal):
            return self._end(event.event)
        return [told for op in apply(self._draft, event) for told in self._change(op)]

    def _change(self, op: Op) -> list[Told]:
        """What a change of the message adds; only the top level is told."""
        kind, path, *values = op
        if kind not in ("a", "s") or not isinstance(path, int):
            return []
        node = self._draft.parts[path]
        if node.type == "text" and kind == "a":
            return self._add_text(values[0])
        if isinstance(node, ReasoningStep) and not self._thinking.is_over:
            return [("thinking", {"delta": text}) for text in self._thinking.change(node, kind, values[0])]
        return []

    def _add_text(self, text: str) -> list[Told]:
        if self._thinking.is_over:
            return self._tell_text(text)
        self._blank.append(text)
        return [] if text.isspace() else [*self._tell_thinking(), *self._tell_text("".join(self._blank))]

    def _tell_thinking(self) -> list[Told]:
        """The answer begins: nothing that is thought from now on is told."""
        return [] if self._thinking.is_over else [("thinking", {"delta": text}) for text in self._thinking.end()]

    def _tell_text(self, text: str) -> list[Told]:
        if not text:
            return []
        self._text.append(text)
        return [("text", {"delta": text})]

    def _end(self, message: dict[str, Any]) -> list[Told]:
        said, answer = "".join(self._text), _answer(message)
        told = [*self._tell_thinking(), *self._tell_text(answer[len(said) :] if answer.startswith(said) else "")]
        if message.get("status") != "done":
            self.error = _error(message)
            return [*told, ("error", self.error)]
        self.response = response(message, "".join(self._text), self._thinking.text)
        return [*told, ("done", self.response)]


class _Thinking:
    """The reasoning of the top level, part after part: what is said in a later part waits for the earlier one."""

    def __init__(self) -> None:
        self.is_over = False
        self._told: list[str] = []
        self._current: Node | None = None
        self._length = 0
        """How much of the current part is told."""
        self._waiting: dict[Node, list[str]] = {}

    @property
    def text(self) -> str:
        return "".join(self._told)

    def change(self, part: ReasoningStep, kind: str, value: Any) -> list[str]:
        """A part grew (``a``), or fields of it changed (``s``)."""
        more = self._grow(part, value) if kind == "a" else self._correct(part, value.get("content"))
        if part is self._current and part.status != "thinking":
            more += self._next()
        return more

    def end(self) -> list[str]:
        """The answer begins: nothing is added any more. Returns what has waited."""
        self.is_over = True
        more: list[str] = []
        while self._waiting:
            more += self._next()
        return more

    def _grow(self, part: Node, text: str) -> list[str]:
        if self._current is None:
            self._current, self._length = part, 0
        if part is not self._current:
            self._waiting.setdefault(part, []).append(text)
            return []
        told = GAP + text if self._told and not self._length else text
        self._length += len(text)
        self._told.append(told)
        return [told]

    def _correct(self, part: Node, content: str | None) -> list[str]:
        """The whole text is known. What is told already cannot be taken back, only added to."""
        if content is None:
            return []
        if part is self._current:
            told = self.text[len(self.text) - self._length :]
            more = content.removeprefix(told) if content.startswith(told) else ""
            return self._grow(part, more) if more else []
        self._waiting.pop(part, None)
        return self._grow(part, content) if content else []

    def _next(self) -> list[str]:
        """Go on with the part that has waited longest."""
        more: list[str] = []
        self._current = None
        while self._waiting and self._current is None:
            part = next(iter(self._waiting))
            more += self._grow(part, "".join(self._waiting.pop(part)))
            if self.is_over or (isinstance(part, ReasoningStep) and part.status != "thinking"):
                self._current = None
        return more


def response(message: dict[str, Any], text: str, thinking: str) -> dict[str, Any]:
    """What a finished run comes to.

    Args:
        message: The stored message.
        text: The answer.
        thinking: The reasoning before the answer.
    """
    artifacts: dict[str, Any] = message.get("artifacts") or {}
    chips = artifacts.get("chips")
    reasoning = [segment for segment in message.get("segments", ()) if segment.get("type") == "reasoning"]
    usage: dict[str, Any] = message.get("usage") or {}
    tokens = usage.get("reasoning_tokens")
    blocks = message.get("blocks", ())
    return {
        "assistant": {"text": text},
        **({"thinking": thinking} if thinking else {}),
        "chips": [chip for chip in cast("list[Any]", chips) if isinstance(chip, str)]
        if isinstance(chips, list)
        else [],
        **{name: artifacts[name] for name in PASSED_ON if artifacts.get(name) is not None},
        "threadId": message.get("thread_id", ""),
        "messageId": message["id"],
        "content": [{"type": "text", "text": text}, *media_of(message.get("segments"))],
        "reasoning_content": GAP.join(filter(None, (segment.get("combined_text") for segment in reasoning))) or None,
        "reasoning_meta": {
            "model_supports": model_supports(message),
            "duration_ms": sum(block.get("ended_at", 0) - block.get("started_at", 0) for block in blocks),
            "tokens": tokens,
        },
    }


def _answer(message: dict[str, Any]) -> str:
    return "".join(segment.get("text", "") for segment in message.get("segments", ()) if segment.get("type") == "text")


def _error(message: dict[str, Any]) -> dict[str, Any]:
    if message.get("status") == "cancelled":
        return {"message": "The answer was stopped.", "code": "cancelled"}
    error: dict[str, Any] = message.get("error") or {}
    return {"message": error.get("message") or "The answer failed.", "code": error.get("code") or "error"}
