"""From a passage to the pieces that an answer is made of: sentences, items of lists, rows of tables, blocks of code."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from ...contract import Passage
from ...documents import paragraphs
from ...text import sentences, stems

_ITEM = re.compile(r"\s{0,3}(?:[-*+]|\d+[.)])\s+")
_RULE = re.compile(r"\|?[\s:|-]+\|?")
_IMAGE = re.compile(r"!\[[^\]]*\]\([^)]*\)")
_LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)")
MOST_CODE_LINES = 30

Kind = Literal["sentence", "item", "fact", "row", "code"]


@dataclass(frozen=True, slots=True)
class Unit:
    """The smallest piece that can stand in an answer on its own."""

    text: str
    kind: Kind
    citation: int
    """The number of its passage among the sources."""
    passage: Passage
    place: int
    """Where it stands in the passage."""
    stems: frozenset[str]
    context: str = ""
    """Words around it that it does not repeat: the head of its table."""


def units(passage: Passage, citation: int) -> list[Unit]:
    """The pieces of a passage, in order."""
    found: list[tuple[str, Kind, str]] = []

    def add(texts: Iterable[str], kind: Kind, context: str = "") -> None:
        found.extend((text, kind, context) for text in texts)

    for block in paragraphs(passage.text):
        lines = block.splitlines()
        first = lines[0].lstrip()
        if first.startswith(("```", "~~~")):
            add([block] if len(lines) <= MOST_CODE_LINES else [], "code")
        elif first.startswith("|"):
            add(_rows(lines), "row", context=lines[0])
        elif _ITEM.match(lines[0]):
            add(_items(lines), "fact" if passage.heading == "At a glance" else "item")
        else:
            add(sentences(clean(block.lstrip("> "))), "sentence")
    return [
        Unit(text, kind, citation, passage, place, frozenset(stems(text)), context)
        for place, (text, kind, context) in enumerate(found)
        if any(letter.isalnum() for letter in text)
    ]


def clean(text: str) -> str:
    """A text in one line, without images; links keep their words, since their addresses mean nothing elsewhere."""
    return " ".join(_LINK.sub(r"\1", _IMAGE.sub("", text)).split())


def _items(lines: list[str]) -> list[str]:
    items: list[str] = []
    for line in lines:
        if match := _ITEM.match(line):
            items.append(line[match.end() :])
        else:
            items[-1] = f"{items[-1]} {line.strip()}"
    return [clean(item) for item in items]


def _rows(lines: list[str]) -> list[str]:
    """Each row as a line of its own: what it is about, then the rest."""
    rows: list[str] = []
    for line in lines[2:] if len(lines) > 2 and _RULE.fullmatch(lines[1].strip()) else lines:
        cells = [clean(cell) for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]
        name, *rest = [cell for cell in cells if cell] or [""]
        if rest:
            rows.append(f"{name}: {' · '.join(rest)}")
    return rows
