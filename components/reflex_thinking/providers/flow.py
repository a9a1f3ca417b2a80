"""The order of reasoning and answer where the wire has no blocks: each goes on until the other one, or a call, begins."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Unpack

from .emitter import Emitter, MediaFields


class Flow:
    """Puts pieces of reasoning and of the answer into segments.

    White space begins nothing: it is kept until there is more, so that an empty line before a call is no answer.
    """

    def __init__(self, out: Emitter) -> None:
        self.output_index: int | None = None
        """Where in the provider's output it all is, if the provider says so."""
        self._out = out
        self._text_id = ""
        self._segment_id = ""
        self._part = 0
        self._key: Hashable = None
        self._is_open = False
        """Whether a part of reasoning goes on."""
        self._blank_text: list[str] = []
        self._blank_reasoning: list[str] = []

    def think(self, text: str, key: Hashable = None, *, summary: bool = False) -> None:
        """More reasoning.

        Args:
            text: The text.
            key: What tells one part of the reasoning from the next.
            summary: Whether it is a summary of reasoning that is not shown.
        """
        if key != self._key:
            self._end_part()
            self._key = key
        if not self._is_open:
            self._blank_reasoning.append(text)
            if not text.strip():
                return
            text = "".join(self._blank_reasoning)
            self._begin_part()
            self._text_id = ""
            self._blank_text.clear()
        self._out.reasoning(self._segment_id, text, self._part, summary=summary)

    def hide(self) -> None:
        """Reasoning that cannot be read. An answer around it goes on."""
        self._begin_part()
        self._out.end_reasoning(self._segment_id, self._part, redacted=True)
        self._is_open = False

    def say(self, text: str) -> None:
        """More of the answer."""
        if not self._text_id:
            self._blank_text.append(text)
            if not text.strip():
                return
            text = "".join(self._blank_text)
            self.pause()
            self._text_id = self._out.new_id("text")
        self._segment_id = ""
        self._out.text(self._text_id, text, self.output_index)

    def split(self, pieces: Iterable[tuple[bool, str]]) -> None:
        """Pieces of both, each with whether it is reasoning."""
        for is_reasoning, text in pieces:
            if is_reasoning:
                self.think(text, "inline")
            else:
                self.say(text)

    def show(self, **media: Unpack[MediaFields]) -> None:
        """An image or a file. What follows it begins anew."""
        self.pause()
        self._out.media(**media)

    def pause(self) -> None:
        """Something else comes: what follows begins anew."""
        self._end_part()
        self._segment_id = self._text_id = ""
        self._blank_text.clear()

    def _begin_part(self) -> None:
        self._end_part()
        if self._segment_id:
            self._part += 1
        else:
            self._segment_id, self._part = self._out.new_id("reasoning"), 0
        self._is_open = True

    def _end_part(self) -> None:
        self._blank_reasoning.clear()
        if self._is_open:
            self._out.end_reasoning(self._segment_id, self._part)
            self._is_open = False
