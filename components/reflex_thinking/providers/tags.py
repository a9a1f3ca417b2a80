"""Reasoning that stands inside the answer, between ``<think>`` and ``</think>``.

The tags may be split over chunks anywhere. Whatever could still become a tag is held back, and nothing else. Inside code
and inside quotation marks a tag is text: an answer may be about tags.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_QUOTES = "\"'`"


class Tags:
    """Tells reasoning and answer apart.

    Args:
        name: The name of the tags.
    """

    def __init__(self, name: str = "think") -> None:
        self._opening = f"<{name}>"
        self._closing = f"</{name}>"
        self._token = re.compile(rf"{self._opening}|{self._closing}|`+|\n|[^`\n<]+|<")
        self._held = ""
        self._is_reasoning = False
        self._code = _Code()
        self._last = ""
        """The last character before the place that is looked at."""

    def feed(self, text: str) -> Iterator[tuple[bool, str]]:
        """The pieces of a text, each with whether it is reasoning."""
        text, self._held = self._held + text, ""
        start = place = 0
        end = self._complete(text)
        while place < end:
            found = self._token.match(text, place, end)
            if found is None:  # every character is in some token
                break
            token = found.group()
            if token in (self._opening, self._closing):
                if self._last in _QUOTES and self._last and found.end() == len(text):
                    end = place  # what follows says whether it is quoted
                    break
                if not self._is_text(token, text[found.end() : found.end() + 1]):
                    if place > start:
                        yield self._is_reasoning, text[start:place]
                    self._is_reasoning = token == self._opening
                    self._code = _Code()
                    start = place = found.end()
                    self._last = ">"
                    continue
            self._code.note(token)
            self._last = token[-1]
            place = found.end()
        if end > start:
            yield self._is_reasoning, text[start:end]
        self._held = text[end:]

    def end(self) -> Iterator[tuple[bool, str]]:
        """What was held back, when nothing will come any more."""
        held, self._held = self._held, ""
        if held in (self._opening, self._closing):
            self._last = ""
            yield from self.feed(held)
        elif held:
            yield self._is_reasoning, held

    def _complete(self, text: str) -> int:
        """Where the part of a text ends that cannot become a tag any more."""
        place = text.rfind("<", max(0, len(text) - len(self._closing) + 1))
        if place >= 0 and (self._opening.startswith(text[place:]) or self._closing.startswith(text[place:])):
            return place
        return len(text)

    def _is_text(self, token: str, following: str) -> bool:
        """Whether a tag is part of what is said."""
        if self._last and self._last in _QUOTES and self._last == following:
            return True
        self._code.note("<")
        if self._is_reasoning:
            # Reasoning is written carelessly: code that is never closed must not swallow the answer.
            return token == self._opening or (self._code.is_block and not self._code.is_line_start)
        return self._code.is_block or self._code.is_span


class _Code:
    """Knows whether a place in a Markdown text is inside code."""

    def __init__(self) -> None:
        self.is_line_start = True
        self._run = 0
        self._run_at_start = False
        self._fence = 0
        self._fence_line = False
        self._span = 0

    @property
    def is_block(self) -> bool:
        return self._fence > 0

    @property
    def is_span(self) -> bool:
        return self._span > 0

    def note(self, piece: str) -> None:
        """Take the next piece: backticks, the end of a line, or other text."""
        if piece[0] == "`":
            self._run_at_start = self.is_line_start if not self._run else self._run_at_start
            self._run += len(piece)
            return
        if self._run:
            self._end_run()
        if piece == "\n":
            self.is_line_start = True
            self._fence_line = False
            self._span = 0
        elif piece != "<" and piece.strip():
            self.is_line_start = False

    def _end_run(self) -> None:
        length, self._run = self._run, 0
        if self._fence_line:
            self._fence = 0  # a fence has no backticks behind it: it was code inside a line
        elif self._run_at_start and length >= 3:
            if not self._fence:
                self._fence, self._fence_line = length, True
            elif length >= self._fence:
                self._fence = 0
        elif not self._fence:
            self._span = 0 if self._span == length else self._span or length
        self.is_line_start = False
