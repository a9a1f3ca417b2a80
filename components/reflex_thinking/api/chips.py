"""Quick replies that a model wrote at the end of its answer, as a list of texts.

A model that cannot give structured output may end its text with ``["Show me more", "Start over"]``, bare or in a code block
of its own (fenced, with no language or ``json``). :func:`split_chips` takes such a list off a text; a :class:`ChipSplitter`
does the same while the text still grows, and says how much of it is certain.

What is taken off is a list of texts in double or single quotes, with nothing but white space after it and something before
it. Everything else stays as it is: a list that is not closed, lists in lists, lists with anything but texts, brackets in
prose or code, and an answer that is nothing but a list.
"""

from __future__ import annotations

import json
import re
from collections.abc import Generator

MOST_CHIPS = 12
LONGEST_CHIP = 200
LONGEST_LIST = 4000
"""What is longer is no list of quick replies. So no more than this is ever held back."""

FENCE = "```"
LANGUAGES = ("", "json")
_NOT_BEFORE_A_LIST = frozenset("=([{,<+`")
_DULL = re.compile(r"[^\[\]`\n]*")
"""Text in which no list can begin."""

_AS_JSON = {"\\'": "'", '"': '\\"'}
"""What differs inside single quotes."""

_Matcher = Generator[bool, str, None]


def split_chips(text: str) -> tuple[str, list[str]]:
    """A text without the list of quick replies at its end, and those replies."""
    splitter = ChipSplitter()
    certain = splitter.feed(text)
    rest, chips = splitter.finish()
    return certain + rest, chips


class ChipSplitter:
    """Takes the list off a text that comes in pieces; however it is cut, the result is the same.

    ::

        for piece in pieces:
            show(splitter.feed(piece))
        rest, chips = splitter.finish()
        show(rest)
    """

    def __init__(self) -> None:
        self._held = ""
        self._start: int | None = None
        """Where in the held text a list may have begun."""
        self._matcher: _Matcher | None = None
        self._chips: list[str] = []
        self._is_whole = False
        self._is_something_before = False
        # What is around the next character.
        self._depth = 0
        self._in_code = False
        self._indent = 0
        self._opening = ""
        """How the line begins after its indentation, as far as it matters."""
        self._last = "\n"
        self._last_visible = ""

    def feed(self, text: str) -> str:
        """Take more text, and return what is certain to stay."""
        if self._start is None and text and _DULL.fullmatch(text):
            self._pass_over(text)
        else:
            for place, character in enumerate(text, len(self._held)):
                self._look_at(character, place)
        self._held += text
        certain = self._held[: self._possible_start()].rstrip()
        self._held = self._held[len(certain) :]
        if certain:
            self._is_something_before = True
        if self._start is not None:
            self._start -= len(certain)
        return certain

    def finish(self) -> tuple[str, list[str]]:
        """The text has ended: return what is left of it, and the replies."""
        held, self._held = self._held, ""
        return ("", self._chips) if self._is_whole and self._is_something_before else (held, [])

    def release(self) -> str:
        """Stop looking for a list and return all that is held back; whatever comes then is certain without asking."""
        held, self._held = self._held, ""
        self._drop()
        return held

    def _possible_start(self) -> int:
        """Where in the held text a list begins that may become the one; its end when there is none."""
        if self._start is not None:
            return self._start
        half_a_fence = len(self._opening) if self._opening in ("`", "``") and not self._in_code else 0
        return len(self._held) - half_a_fence

    # The text around a list -------------------------------------------------------------------------------------------

    def _pass_over(self, text: str) -> None:
        """The same as looking at each character, for text that begins and ends nothing."""
        if not self._opening:
            self._indent += len(text) - len(text.lstrip())
        self._opening = (self._opening + (text if self._opening else text.lstrip()))[: len(FENCE)]
        self._last = text[-1]
        if visible := text.rstrip():
            self._last_visible = visible[-1]

    def _look_at(self, character: str, place: int) -> None:
        if self._start is not None:
            self._go_on(character, place)
        if character == "`" and self._opening == "``" and self._indent <= 3:
            if not self._in_code and self._start is None:
                self._begin(place + 1 - len(FENCE), self._fenced())
            self._in_code = not self._in_code
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
            self._indent += 1
        elif len(self._opening) < len(FENCE):
            self._opening += character
        self._last = character
        if not character.isspace():
            self._last_visible = character

    def _may_begin(self) -> bool:
        return (
            self._start is None
            and self._depth == 0
            and not self._in_code
            and self._last.isspace()
            and self._last_visible not in _NOT_BEFORE_A_LIST
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
