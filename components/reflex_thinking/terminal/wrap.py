"""Text that comes in pieces, as lines with a prefix that fit the terminal. What was given out is never given out again."""

from __future__ import annotations

import re

from .safe import char_width, width_of

_PIECE = re.compile(r"\n| +|[^\n ]+")
_NARROWEST = 12
"""So many columns a line has for its text, however deep it is nested."""
_FENCES = ("```", "~~~")


class Lines:
    """One passage of text.

    Args:
        prefix: What stands before each line.
        width: How many columns there are; None for no limit.
        blank_lines: How many blank lines in a row are kept; None for all of them.
        fences: Leave the lines of fenced code as they are.
    """

    def __init__(
        self, prefix: str = "", width: int | None = None, *, blank_lines: int | None = 1, fences: bool = False
    ) -> None:
        self._prefix = prefix
        self._limit = None if width is None else max(width, width_of(prefix) + _NARROWEST)
        self._most_breaks = None if blank_lines is None else blank_lines + 1
        self._fences = fences
        self._fence = ""
        self._word = ""
        self._gap = ""
        self._breaks = 0
        self._column = 0
        self._is_open = False
        self._hanging: str = ""
        self._is_first = True
        """The next word is the first of its line in the text."""
        self._has_text = False

    @property
    def is_open(self) -> bool:
        """Whether there is a line that has not ended."""
        return self._is_open

    def feed(self, text: str) -> str:
        """What to write for the next piece. The last word waits for its end, so that it is not cut."""
        out: list[str] = []
        for piece in _PIECE.findall(text):
            if piece == "\n":
                out.append(self._end_word())
                self._breaks += 1
                self._gap = ""
                self._is_first = True
            elif piece[0] == " ":
                out.append(self._end_word())
                self._gap += piece
            elif piece.isascii():
                if self._word and char_width(self._word[-1]) == 2:
                    out.append(self._end_word())
                self._word += piece
            else:
                out.extend(self._wide(char) for char in piece)
        if self._limit is None:
            out.append(self._end_word())
        return "".join(out)

    def _wide(self, char: str) -> str:
        """A line may also end before and after a wide character."""
        before = self._word[-1:]
        out = ""
        if before and before != "\u200d" and char_width(char) and 2 in (char_width(char), char_width(before)):
            out = self._end_word()
        self._word += char
        return out

    def pause(self) -> str:
        """What to write before something else is written: the end of the open line."""
        if not self.is_open:
            return ""
        self._is_open = False
        return "\n"

    def flush(self) -> str:
        """The last word, without waiting for its end."""
        return self._end_word()

    def end(self) -> str:
        """What to write when no more will come."""
        return self.flush() + self.pause()

    def _end_word(self) -> str:
        word, self._word = self._word, ""
        if not word:
            return ""
        gap, self._gap = self._gap, ""
        is_code = self._is_code(word)
        if self._breaks or not self._is_open:
            out = self._new_line(gap)
        elif is_code or self._fits(width_of(gap) + width_of(word)):
            self._column += width_of(gap)
            out = gap
        else:
            out = self._break()
        return out + self._put(word, is_code)

    def _is_code(self, word: str) -> bool:
        """Whether the word stands in fenced code, or begins or ends it."""
        was_first, self._is_first = self._is_first, False
        mark = word[:3]
        if self._fences and was_first and mark in _FENCES and self._fence in {"", mark}:
            self._fence = "" if self._fence else mark
            return True
        return bool(self._fence)

    def _new_line(self, gap: str) -> str:
        out = ""
        if self._has_text and self._breaks:
            breaks = self._breaks if self._most_breaks is None else min(self._breaks, self._most_breaks)
            out = ("\n" if self._is_open else "") + (self._prefix.rstrip() + "\n") * (breaks - 1)
        elif self._has_text:
            gap = self._hanging  # it goes on after others wrote
        self._breaks = 0
        self._has_text = self._is_open = True
        self._hanging = gap if self._limit is None or width_of(gap) < self._limit // 3 else ""
        self._column = width_of(self._prefix) + width_of(gap)
        return out + self._prefix + gap

    def _break(self) -> str:
        self._column = width_of(self._prefix) + width_of(self._hanging)
        return "\n" + self._prefix + self._hanging

    def _fits(self, columns: int) -> bool:
        return self._limit is None or self._column + columns <= self._limit

    def _put(self, word: str, is_code: bool) -> str:
        columns = width_of(word)
        if is_code or self._fits(columns):
            self._column += columns
            return word
        out: list[str] = []
        for char in word:  # longer than a line
            if not self._fits(char_width(char)):
                out.append(self._break())
            self._column += char_width(char)
            out.append(char)
        return "".join(out)
