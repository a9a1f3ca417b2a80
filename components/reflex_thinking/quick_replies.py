"""Quick replies ("chips") that a model wrote as a list at the end of its answer.

A model that cannot return structured output may end its text with ``["Show me more", "Start over"]``. :func:`split_chips`
takes that list off a text. A :class:`ChipSplitter` does the same while the text is still streaming, and returns the part
of the text that is certain to stay.

Only a list of quoted strings counts, with some text before it and nothing but white space after it. Everything else stays in
the text: Markdown lists, lists inside code blocks, lists that are not closed, nested lists, lists with anything but strings,
brackets in prose or code, and an answer that is nothing but a list.
"""

from __future__ import annotations

import json
import re
from collections.abc import Generator

MOST_CHIPS = 12
LONGEST_CHIP = 200
LONGEST_LIST = 4000
"""A longer list is not a list of quick replies. No more than this is ever held back."""
MOST_SPACE = 200
"""A list after more white space than this stays in the text, so that white space is not held back without end either."""

FENCE = "```"
LANGUAGES = ("", "json")
_NOT_BEFORE_A_LIST = frozenset("=([{,<>+|`")
_BLOCK_MARKER = re.compile(r"(?:[-*#]+|\d{1,5}[.)])\s*")
"""What begins an item of a Markdown list, or a heading."""
_OPENING_LENGTH = 8
_DEEPEST_INDENT = 3
"""A line that is indented further is code."""
_DULL = re.compile(r"[^\[\]`~\n]+")
"""Text in which no list can begin."""

_AS_JSON = {"\\'": "'", '"': '\\"'}
"""What differs inside single quotes."""

_Matcher = Generator[bool, str, None]


def split_chips(text: str, *, fenced: bool = False) -> tuple[str, list[str]]:
    r"""Split the quick replies off the end of a text.

    ``split_chips('Done.\n\n["Undo", "Go on"]')`` is ``("Done.", ["Undo", "Go on"])``. A text without such a list comes back
    unchanged, with no replies.

    Args:
        text: The complete answer.
        fenced: Whether a list that is alone in a code block (with no language, or ``json``) counts too. Use it when you
            asked the model for quick replies; otherwise such a block is part of the answer.
    """
    splitter = ChipSplitter(fenced=fenced)
    certain = splitter.feed(text)
    rest, chips = splitter.finish()
    return certain + rest, chips


class ChipSplitter:
    """Splits quick replies off a text that arrives in pieces. However it is cut, the result is that of :func:`split_chips`.

    ::

        for piece in pieces:
            show(splitter.feed(piece))
        rest, chips = splitter.finish()
        show(rest)

    Args:
        fenced: Whether a list that is alone in a code block counts too.
    """

    def __init__(self, *, fenced: bool = False) -> None:
        self._takes_fenced = fenced
        self._held = ""
        self._start: int | None = None
        """Where in the held text a list may have begun."""
        self._matcher: _Matcher | None = None
        self._chips: list[str] = []
        self._is_whole = False
        self._is_something_before = False
        # What is around the next character.
        self._depth = 0
        self._code = ""
        """Which kind of code block it is in: the character of its fence."""
        self._indent = 0
        self._opening = ""
        """How the line begins after its indentation, as far as it matters."""
        self._last_visible = ""
        self._space = 1
        """How much white space there is right before the next character. A text begins like a line."""
        self._space_before = 0
        """How much there was before the characters that are right before the next one."""

    def feed(self, text: str) -> str:
        """Take more text, and return what is certain to stay."""
        held_before, position = len(self._held), 0
        while position < len(text):
            if self._start is None and (dull := _DULL.match(text, position)):
                self._pass_over(dull[0])
                position = dull.end()
            else:
                self._look_at(text[position], held_before + position)
                position += 1
        self._held += text
        certain = self._held[: self._possible_start()]
        visible = certain.rstrip()
        if len(certain) - len(visible) <= MOST_SPACE:
            certain = visible
        self._held = self._held[len(certain) :]
        self._is_something_before = self._is_something_before or bool(visible)
        if self._start is not None:
            self._start -= len(certain)
        return certain

    def finish(self) -> tuple[str, list[str]]:
        """The text has ended: return what is left of it, and the replies."""
        held, self._held = self._held, ""
        return ("", self._chips) if self._is_whole and self._is_something_before else (held, [])

    def release(self) -> str:
        """Give up the list that may have begun, and return all that is held back."""
        held, self._held = self._held, ""
        self._drop()
        return held

    def _possible_start(self) -> int:
        """Where in the held text a list begins that may become the one; its end when there is none."""
        if self._start is not None:
            return self._start
        half_a_fence = self._takes_fenced and self._opening in ("`", "``") and not self._code
        return len(self._held) - (len(self._opening) if half_a_fence else 0)

    # The text around a list -------------------------------------------------------------------------------------------

    def _pass_over(self, text: str) -> None:
        """The same as looking at each character, for text that begins and ends nothing."""
        if not self._opening:
            self._indent += _width(text[: len(text) - len(text.lstrip())])
        if len(self._opening) < _OPENING_LENGTH:
            self._opening = (self._opening + (text if self._opening else text.lstrip()))[:_OPENING_LENGTH]
        if visible := text.rstrip():
            self._last_visible = visible[-1]
            self._space_before, self._space = 0, len(text) - len(visible)
        else:
            self._space += len(text)

    def _look_at(self, character: str, place: int) -> None:
        if self._start is not None:
            self._go_on(character, place)
        if character in "`~" and self._opening == 2 * character and self._indent <= _DEEPEST_INDENT:
            if self._may_begin_fenced(character):
                self._begin(place + 1 - len(FENCE), self._fenced())
            if self._code in ("", character):
                self._code = "" if self._code else character
        elif character == "[":
            if self._may_begin():
                self._begin(place, self._list())
            self._depth += 1
        elif character == "]":
            self._depth = max(0, self._depth - 1)
        elif character == "\n" and not self._opening:
            self._depth = 0  # a new paragraph: what was left open before is of no interest
        if character == "\n":
            self._indent, self._opening = 0, ""
            if self._last_visible == "`":  # the end of code, which is of no interest to the next line
                self._last_visible = ""
        elif character.isspace() and not self._opening:
            self._indent += _width(character)
        elif len(self._opening) < _OPENING_LENGTH:
            self._opening += character
        if character.isspace():
            self._space += 1
        else:
            self._last_visible = character
            if self._space:
                self._space_before, self._space = self._space, 0

    def _may_begin(self) -> bool:
        return (
            self._start is None
            and self._depth == 0
            and not self._code
            and 0 < self._space <= MOST_SPACE
            and self._last_visible not in _NOT_BEFORE_A_LIST
            and (bool(self._opening) or self._indent <= _DEEPEST_INDENT)
            and not _BLOCK_MARKER.fullmatch(self._opening)
        )

    def _may_begin_fenced(self, character: str) -> bool:
        return (
            self._takes_fenced
            and self._start is None
            and character == FENCE[0]
            and not self._code
            and self._space_before <= MOST_SPACE
        )

    # A list that may be the one ---------------------------------------------------------------------------------------

    def _begin(self, start: int, matcher: _Matcher) -> None:
        self._start, self._matcher, self._chips = start, matcher, []
        next(matcher)

    def _go_on(self, character: str, place: int) -> None:
        if self._matcher is None or self._start is None:
            return
        try:
            self._is_whole = self._matcher.send(character)
        except StopIteration:
            self._drop()
        else:
            if place - self._start >= LONGEST_LIST:
                self._drop()

    def _drop(self) -> None:
        self._start, self._matcher, self._chips, self._is_whole = None, None, [], False

    def _list(self) -> _Matcher:
        """Takes what follows a ``[``; yields whether the list is whole, and ends at what cannot be in one."""
        if (yield from self._items()):
            while (yield True).isspace():
                pass

    def _fenced(self) -> _Matcher:
        """Takes what follows the three characters of a fence."""
        language = ""
        while (character := (yield False)) != "\n":
            language += character
        if language.strip().lower() not in LANGUAGES:
            return
        while (character := (yield False)).isspace():
            pass
        if character != "[" or not (yield from self._items()):
            return
        end = ""
        while not end.endswith(FENCE):
            character = yield False
            if not character.isspace() and character != "`":
                return
            end += character
        if "\n" in end and end.strip() == FENCE:
            while (yield True).isspace():
                pass

    def _items(self) -> Generator[bool, str, bool]:
        """Takes the items and the closing bracket; False at what is none of them."""
        character = yield False
        while True:
            while character.isspace():
                character = yield False
            if character == "]":
                return bool(self._chips)
            if character not in ('"', "'") or len(self._chips) == MOST_CHIPS:
                return False
            chip = yield from self._chip(character)
            if not chip:
                return False
            self._chips.append(chip)
            while (character := (yield False)).isspace():
                pass
            if character == "]":
                return True
            if character != ",":
                return False
            character = yield False

    def _chip(self, quote: str) -> Generator[bool, str, str]:
        """Takes a text after its first quote, and the last one; empty when it is none."""
        raw = ""
        while (character := (yield False)) != quote:
            if character == "\n":
                return ""
            raw += character
            if character == "\\":
                raw += yield False
        return _unquoted(raw, quote)


def _unquoted(raw: str, quote: str) -> str:
    """The text that stands between quotes; empty when it is none, or too long."""
    if quote == "'":
        raw = re.sub(r"\\.|\"", lambda found: _AS_JSON.get(found[0], found[0]), raw)
    try:
        text = json.loads(f'"{raw}"').strip()
        text.encode()
    except ValueError:
        return ""
    return text if len(text) <= LONGEST_CHIP else ""


def _width(space: str) -> int:
    """How far white space indents a line."""
    return len(space) + 3 * space.count("\t")
