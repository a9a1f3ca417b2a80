"""From bytes, text or lines to the JSON objects in them.

A stream may be server-sent events, JSON lines, one JSON object over many lines, or an array of objects; it may be cut
anywhere, also inside a character; and it may come as lines whose ends somebody has removed. The work is in proportion to
the length of the stream, however it is cut.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator
from typing import Any, Literal, cast

from .surrogates import mend

Frame = dict[str, Any]

_LINE_END = re.compile(r"\r\n|\n|\r")
_FIELD = re.compile(r"(?:data|event|id|retry)?:")
_NAMES = frozenset(["data", "event", "id", "retry", ""])
_MARK = re.compile(r'["{}]')
_DONE = frozenset({"[DONE]", '"[DONE]"'})
_HALF = re.compile(r"\\u[dD][89a-fA-F]")
_IN_STRING = re.compile(r'["\\]')


class BadFrameError(ValueError):
    """A piece of the stream that is not what it should be."""


class Frames:
    """Finds the objects in a stream, as they come.

    Feed it whatever arrives; call :meth:`end` when nothing will come any more.
    """

    def __init__(self) -> None:
        self._decode = codecs.getincrementaldecoder("utf-8-sig")("replace").decode
        self._form: Literal["sse", "json"] | None = None
        self._sse = _EventStream()
        self._json = _Objects()
        self._before = ""
        """Text before the first character that says which form it is."""

    def feed(self, piece: str | bytes) -> Iterator[Frame]:
        """The objects that are complete with this piece.

        Raises:
            BadFrameError: There is something in the stream that cannot be read.
        """
        text = self._decode(piece) if isinstance(piece, bytes) else piece
        if self._form is None:
            self._before += text
            start = self._before.lstrip("\ufeff \t\r\n")
            if not start:
                return
            self._form = "json" if start[0] in "{[" else "sse"
            text, self._before = start, ""
        yield from (self._sse if self._form == "sse" else self._json).feed(text)

    def end(self) -> Iterator[Frame]:
        """What is left, if it is whole.

        Raises:
            BadFrameError: The stream ends in the middle of something.
        """
        yield from (self._json if self._form == "json" else self._sse).end()


class _EventStream:
    """Server-sent events."""

    def __init__(self) -> None:
        self._rest: list[str] = []
        self._event = ""
        self._data: list[str] = []
        self._empty = False
        """The last piece was empty: an empty line whose end is gone, or nothing at all."""
        self._is_events = False
        self._stray = ""
        """A line of something else, for example of a page that a server shows instead."""

    def feed(self, text: str) -> Iterator[Frame]:
        if not text:
            self._empty = True
            return
        if self._rest and self._is_new_line(text):
            yield from self._line("".join(self._rest))
            self._rest = []
            if self._empty:
                yield from self._dispatch()
        self._empty = False
        lines = _LINE_END.split(text)
        if len(lines) == 1:
            self._rest.append(text)
            return
        lines[0] = "".join(self._rest) + lines[0]
        rest = lines.pop()
        self._rest = [rest] if rest else []
        for line in lines:
            yield from self._line(line)

    def end(self) -> Iterator[Frame]:
        yield from self._line("".join(self._rest))
        self._rest = []
        yield from self._dispatch()
        if self._stray and not self._is_events:
            raise BadFrameError(self._stray)

    def _is_new_line(self, text: str) -> bool:
        """Whether the line so far is whole although its end is missing, because somebody hands over line by line."""
        if not self._empty and not _FIELD.match(text):
            return False
        if self._empty and text[0] in "\r\n":
            return False
        if not self._rest[0].startswith("data:"):
            return bool(_FIELD.match(self._rest[0]))
        if self._rest[-1].rstrip()[-1:] not in {"}", "]"}:
            return False
        data = "".join(self._rest)[5:].strip()
        return data in _DONE or _is_json(data)

    def _line(self, line: str) -> Iterator[Frame]:
        if not line:
            yield from self._dispatch()
            return
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name not in _NAMES:
            self._stray = self._stray or line
            return
        self._is_events = True
        if name == "data":
            self._data.append(value)
        elif name == "event":
            # Some servers leave out the empty line between events.
            yield from self._dispatch()
            self._event = value.strip()

    def _dispatch(self) -> Iterator[Frame]:
        event, data = self._event, self._data
        self._event, self._data = "", []
        if not data:
            return
        text = "\n".join(data).strip()
        if not text or text in _DONE:
            if text:
                yield {"type": "[DONE]"}
            return
        try:
            yield from _objects(_parse(text), event)
        except BadFrameError:
            # Lines that came without the empty line between them are events of their own.
            if len(data) == 1 or not all(_is_json(line) or line.strip() in {"", *_DONE} for line in data):
                raise
            for line in data:
                if _is_json(line):
                    yield from _objects(_parse(line), event)


class _Objects:
    """JSON objects one after the other: a line each, over many lines, or in an array."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._depth = 0
        self._in_string = False
        self._skip = False
        """The next character is escaped."""

    def feed(self, text: str) -> Iterator[Frame]:
        start = 0
        place = 0
        while place < len(text):
            if self._skip:
                self._skip = False
                place += 1
                continue
            found = (_IN_STRING if self._in_string else _MARK).search(text, place)
            if found is None:
                break
            mark, place = found.group(), found.end()
            if self._in_string:
                if mark == '"':
                    self._in_string = False
                else:
                    self._skip = True
            elif mark == '"':
                self._in_string = True
            elif mark == "{":
                if self._depth == 0:
                    self._between(text[start : found.start()])
                    start = found.start()
                self._depth += 1
            elif mark == "}":
                self._depth -= 1
                if self._depth < 0:
                    raise BadFrameError(text[start:place])
                if self._depth == 0:
                    self._pieces.append(text[start:place])
                    start = place
                    whole, self._pieces = "".join(self._pieces), []
                    yield from _objects(_parse(whole), "")
        if self._depth:
            self._pieces.append(text[start:])
        else:
            self._between(text[start:])

    def end(self) -> Iterator[Frame]:
        if self._depth:
            raise BadFrameError("".join(self._pieces))
        yield from ()

    def _between(self, text: str) -> None:
        if text.strip(" \t\r\n,[]DONE"):
            raise BadFrameError(text)


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _parse(text: str) -> Any:
    try:
        value = json.loads(text)
        return mend(value) if _HALF.search(text) else value
    except (ValueError, RecursionError):
        raise BadFrameError(text) from None


def _objects(value: Any, event: str) -> Iterator[Frame]:
    """The objects of a value: itself, or those of a list."""
    for frame in cast("list[Any]", value) if isinstance(value, list) else [value]:
        if not isinstance(frame, dict):
            raise BadFrameError(str(cast("object", frame)))
        if event and event != "message" and not isinstance(frame.get("type"), str):  # pyright: ignore[reportUnknownMemberType]
            frame["type"] = event
        yield cast("Frame", frame)
