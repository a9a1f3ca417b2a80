"""Arguments that Gemini streams value by value, each with the path to where it belongs."""

from __future__ import annotations

import re
from typing import Any, cast

from .values import dict_of, text_of

_STEP = re.compile(r"""\.([^.\[\]]+)|\[(\d{1,9})\]|\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\]""")
_ESCAPE = re.compile(r"\\(.)")

_Place = str | int


class PartialArgs:
    """Puts values at their places."""

    def __init__(self) -> None:
        self._root: dict[str, Any] = {}
        self._path = ""
        self._pieces: list[str] = []
        """The text that goes on at the path."""

    def add(self, partial: dict[str, Any]) -> None:
        """Take a value, or more of the text that came last."""
        path = text_of(partial.get("jsonPath"))
        if isinstance(text := partial.get("stringValue"), str):
            if path != self._path:
                self._settle()
                self._path = path
            self._pieces.append(text)
            if not partial.get("willContinue"):
                self._settle()
            return
        self._settle()
        for name in ("numberValue", "boolValue"):
            if partial.get(name) is not None:
                self._put(path, partial[name])
        if "nullValue" in partial:
            self._put(path, None)
        if dict_of(partial.get("structValue")) or isinstance(partial.get("listValue"), list):
            self._put(path, partial.get("structValue", partial.get("listValue")))

    def value(self) -> dict[str, Any]:
        """All that has come."""
        self._settle()
        return self._root

    def _settle(self) -> None:
        if self._path:
            self._put(self._path, "".join(self._pieces))
        self._path, self._pieces = "", []

    def _put(self, path: str, value: Any) -> None:
        places = list(_places(path))
        target: Any = self._root
        for place, following in zip(places, [*places[1:], None], strict=True):
            new: Any = value if following is None else [] if isinstance(following, int) else {}
            if isinstance(target, list) and isinstance(place, int):
                items = cast("list[Any]", target)
                if place >= len(items):
                    # An index beyond the end is the next one: nobody can make a list longer than what was sent.
                    place = len(items)
                    items.append(new)
                elif following is None:
                    items[place] = value
                target = items[place]
            elif isinstance(target, dict) and isinstance(place, str):
                fields = cast("dict[str, Any]", target)
                if following is None or place not in fields:
                    fields[place] = new
                target = fields[place]
            else:
                return  # what stands there already is something else


def _places(path: str) -> list[_Place]:
    """The steps of a JSON path such as ``$.rooms[0].name``."""
    places: list[_Place] = []
    for name, index, single, double in _STEP.findall(path):
        places.append(int(index) if index else name or _ESCAPE.sub(r"\1", single or double))
    return places
