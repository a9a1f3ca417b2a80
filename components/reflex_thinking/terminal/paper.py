"""What plain lines are written on: once, in the order in which they come, each with whose it is to be seen from its place."""

from __future__ import annotations

from collections.abc import Callable

from ..reducer.node import AssistantStep, Node
from .marks import Marks
from .safe import Cleaner
from .wrap import Lines

PREFIX = "[think] "
INDENT = "  "


class Paper:
    """Takes turns between those who write at the same time.

    Args:
        write: Where the text goes.
        head: The line that a call begins with, and that is repeated in short when others wrote in between.
        width: How many columns there are; None for no limit.
        marks: The signs.
    """

    def __init__(
        self, write: Callable[[str], object], head: Callable[[Node], str], *, width: int | None, marks: Marks
    ) -> None:
        self._write = write
        self._head = head
        self._width = width
        self._marks = marks
        self._passages: dict[Node, _Passage] = {}
        self._speaker: _Passage | None = None
        """Whose line is open."""
        self._place: Node | None = None
        """The call that the last line is about or inside of."""
        self._is_answering = False
        self._is_blank = True
        """Nothing was written yet."""

    def say(self, node: Node, text: str) -> None:
        """More of a passage: of reasoning, or of the answer."""
        passage = self._passages.get(node)
        if passage is None:
            is_answer = node.type == "text"
            passage = self._passages[node] = _Passage(
                Lines("", self._width, blank_lines=None, fences=True)
                if is_answer
                else Lines(_prefix(node), self._width)
            )
        self._speak(node, passage, passage.feed(text))

    def said(self, node: Node) -> str:
        """All that was said of a passage that goes on."""
        passage = self._passages.get(node)
        return "".join(passage.pieces) if passage else ""

    def close(self, node: Node) -> None:
        """A passage has ended."""
        passage = self._passages.pop(node, None)
        if passage is not None:
            self._speak(node, passage, passage.rest())
            if self._speaker is passage:
                self._end_line()

    def close_all(self, kind: str | None = None) -> None:
        """All passages, or all of a kind, have ended."""
        for node in [node for node in self._passages if kind in {None, node.type}]:
            self.close(node)

    def begin(self, node: Node, text: str) -> None:
        """The first line about a call."""
        self._enter(node.parent)
        self._print(_prefix(node), text)
        self._place = node

    def add(self, node: Node, text: str) -> None:
        """A further line about a call."""
        self._enter(node)
        self._print(_prefix(node) + INDENT, text)

    def leave(self, node: Node) -> None:
        """There will be no more lines inside of a call."""
        self._place = node.parent

    def note(self, node: Node, text: str) -> None:
        """A line of its own where a step stands."""
        self._enter(node.parent)
        self._print(_prefix(node), text)

    def line(self, text: str, *, prefix: str = PREFIX) -> None:
        """A line that is about nothing inside."""
        self._enter(None)
        self._print(prefix, text)

    def answer_line(self, text: str) -> None:
        """A line of the answer that is not text."""
        self._turn(answering=True)
        self._print("", text)

    def after(self, text: str) -> None:
        """A line after everything, which is not thinking."""
        self._end_line()
        self._emit(("" if self._is_blank else "\n") + text + "\n")

    def _speak(self, node: Node, passage: _Passage, text: str) -> None:
        if not text:
            return
        if self._speaker is not passage:
            if node.type == "text":
                self._turn(answering=True)
            else:
                self._enter(node.parent)
            self._speaker = passage
        self._emit(text)

    def _enter(self, place: Node | None) -> None:
        """Go to where a line belongs, and say so where that would not be clear."""
        self._turn(answering=False)
        if place is not None and self._place is not place:
            self._enter(place.parent)
            self._emit(f"{_prefix(place)}{self._head(place)} {self._marks.more}\n")
        self._place = place

    def _turn(self, *, answering: bool) -> None:
        self._end_line()
        if answering is not self._is_answering and not self._is_blank:
            self._emit("\n")
        self._is_answering = answering

    def _end_line(self) -> None:
        if self._speaker is not None:
            self._emit(self._speaker.lines.pause())
            self._speaker = None

    def _print(self, prefix: str, text: str) -> None:
        lines = Lines(prefix, self._width)
        self._emit(lines.feed(text) + lines.end())

    def _emit(self, text: str) -> None:
        if text:
            self._is_blank = False
            self._write(text)


class _Passage:
    """A text that is being written."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self.pieces: list[str] = []
        self._cleaner = Cleaner()

    def feed(self, text: str) -> str:
        self.pieces.append(text)
        return self.lines.feed(self._cleaner.feed(text))

    def rest(self) -> str:
        return self.lines.feed(self._cleaner.end()) + self.lines.flush()


def _prefix(node: Node) -> str:
    depth = 0
    above: AssistantStep | None = node.parent
    while above is not None:
        depth += 1
        above = above.parent
    return PREFIX + INDENT * depth
