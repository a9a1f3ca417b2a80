"""What tools take and give, for people: one line about a value, and JSON in lines. ``client/values.js`` has the same rules.

Such a value is a text. Where that is JSON it is read, but never written anew: numbers stay as long as they are, and keys in
their order.
"""

from __future__ import annotations

import json
import re
from typing import Any, cast

from .i18n import Strings

LARGEST = 300_000
"""Characters up to which a text is read as JSON."""
_MOST_INPUT = 10_000
"""Characters; what a tool takes is looked at with every piece that streams in."""
_LINE = 160
_PIECE = 60
_KEY = 40
_MOST_ENTRIES = 12
_MOST_TITLES = 3
_DEEPEST_PREVIEW = 3
_DEEPEST_LINES = 24
_TITLES = ("title", "name", "label", "headline", "subject")
_WRAPPERS = frozenset(("answer", "content", "data", "message", "output", "response", "result", "text", "value"))
_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[\[\]{},:]|[^\s\[\]{},:"]+')
_SPACE = re.compile("[ \t\n\v\f\r\u0085\u2028\u2029]+")
_CLOSING = {"{": "}", "[": "]"}


class _Number(str):
    """A number as it was written."""

    __slots__ = ()


def parsed(text: str) -> Any:
    """The object, list or string that a text is as JSON; None when it is none of them or too long to look."""
    if len(text) > LARGEST or not text.lstrip(" \t\n\r").startswith(("{", "[", '"')):
        return None
    try:
        return json.loads(text, parse_int=_Number, parse_float=_Number, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return None


def _refuse(constant: str) -> Any:
    msg = f"{constant} is not JSON"
    raise ValueError(msg)


def preview(strings: Strings, text: str) -> str:
    """One line about a value: "8 hits", "available: true · slots: 19:00, 20:30", or the beginning of a text.

    Args:
        strings: The language.
        text: The value.
    """
    value = parsed(text)
    return _cut(text if value is None else _described(strings, value, 0), _LINE)


def input_preview(strings: Strings, text: str) -> str:
    """The same for what a tool takes; empty while the rest of it is still to come, and for what is long.

    Args:
        strings: The language.
        text: The value.
    """
    if len(text) > _MOST_INPUT:
        return ""
    if not text.lstrip().startswith(("{", "[")):
        return preview(strings, text)
    value = parsed(text) if text.rstrip().endswith(("}", "]")) else None
    return "" if value is None else _cut(_described(strings, value, 0), _LINE)


def _described(strings: Strings, value: Any, depth: int) -> str:
    value = _unwrapped(value)
    if (found := _dict(value)) is not None:
        return _object(strings, found, depth)
    if (values := _values(value)) is not None:
        return _list(strings, values, depth, "")
    return _scalar(value)


def _dict(value: Any) -> dict[str, Any] | None:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else None


def _values(value: Any) -> list[Any] | None:
    return cast("list[Any]", value) if isinstance(value, list) else None


def _unwrapped(value: Any) -> Any:
    """What is inside of lists and objects that have nothing else in them."""
    while True:
        inner: Any = None
        values, found = _values(value), _dict(value)
        if values and len(values) == 1:
            [inner] = values
        elif found and len(found) == 1:
            [(key, only)] = found.items()
            inner = only if key in _WRAPPERS or _dict(only) is not None else None
        if inner is None:
            return value
        value = inner


def _scalar(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return str(value)


def _object(strings: Strings, value: dict[str, Any], depth: int) -> str:
    if value.get("type") == "text" and isinstance(value.get("text"), str):
        return value["text"]
    entries = list(value.items())[:_MOST_ENTRIES]
    if depth >= _DEEPEST_PREVIEW:
        return strings.text("ai.value.items", n=len(value))
    # How many there are of something says most.
    lists = [entry for entry in entries if isinstance(entry[1], list)]
    others = [entry for entry in entries if not isinstance(entry[1], list) and entry[1] is not None]
    return " · ".join(filter(None, (_entry(strings, *entry, depth) for entry in (*lists, *others))))


def _entry(strings: Strings, key: str, value: Any, depth: int) -> str:
    name = _words(key)
    if (values := _values(value)) is not None:
        return _list(strings, values, depth + 1, "" if key in _WRAPPERS else name)
    said = _cut(_described(strings, value, depth + 1), _PIECE)
    return f"{name}: {said}" if said else ""


def _list(strings: Strings, values: list[Any], depth: int, name: str) -> str:
    before = f"{name}: " if name else ""
    if len(values) == 1:
        return before + _cut(_described(strings, values[0], depth + 1), _PIECE if name else _LINE)
    if values and len(values) <= _MOST_ENTRIES and not any(isinstance(value, dict | list) for value in values):
        said = ", ".join(_cut(_scalar(value), _PIECE) for value in values)
        if len(said) <= _PIECE:
            return before + said
    count = strings.text("ai.value.count", n=len(values), name=name) if name else ""
    titles = [title for value in values[:_MOST_TITLES] if (title := _title(value))]
    said = ", ".join([*titles, "…"] if len(values) > len(titles) else titles) if titles else ""
    return ": ".join(filter(None, [count or strings.text("ai.value.items", n=len(values)), said]))


def _title(value: Any) -> str:
    """What something is called, if it says so."""
    titles = map((_dict(value) or {}).get, _TITLES)
    return next((_cut(title, _KEY) for title in titles if isinstance(title, str) and title.strip()), "")


def _words(key: str) -> str:
    """A key as words: ``searchResults`` and ``search_results`` are "search results"."""
    apart = re.sub(r"[_-]+", " ", key[: 2 * _KEY])
    return _cut(re.sub(r"(?<=[a-z0-9])[A-Z]", lambda match: f" {match[0].lower()}", apart), _KEY)


def _cut(text: str, limit: int) -> str:
    """The beginning of a text as one line."""
    line = _SPACE.sub(" ", text[: limit * 4]).strip(" ")
    return f"{line[: limit - 1].rstrip()}…" if len(line) > limit or len(text) > limit * 4 else line


def pretty(text: str) -> str:
    """JSON in lines. What is short stays in one; what is nested too deeply, too."""
    tokens = _TOKEN.findall(text)
    pieces: list[str] = []
    depth = 0
    at = 0
    while at < len(tokens):
        sign = tokens[at]
        if sign in _CLOSING:
            end = _flat_end(tokens, at)
            if end:
                pieces.append(_in_line(tokens[at : end + 1]))
                at = end + 1
                continue
            depth += 1
            pieces.append(sign + _break(depth))
        elif sign in {"}", "]"}:
            depth -= 1
            pieces.append(_break(depth, depth + 1) + sign)
        elif sign == ",":
            pieces.append("," + (_break(depth) or " "))
        else:
            pieces.append(": " if sign == ":" else sign)
        at += 1
    return "".join(pieces)


def _break(depth: int, inner: int | None = None) -> str:
    return "" if (inner or depth) > _DEEPEST_LINES else "\n" + "  " * depth


def _flat_end(tokens: list[str], start: int) -> int:
    """Where a short object or list ends that has no other in it; 0 when it is none."""
    length = 0
    for at in range(start + 1, len(tokens)):
        if tokens[at] in _CLOSING:
            return 0
        if tokens[at] == _CLOSING[tokens[start]]:
            return at
        length += len(tokens[at]) + (tokens[at] in ":,")
        if length > _PIECE:
            return 0
    return 0


def _in_line(tokens: list[str]) -> str:
    return "".join(f"{token} " if token in {":", ","} else token for token in tokens)
