"""The work W(n): one thinking step receives n deltas of about 28 characters, one every 5 ms; then the answer "Done.".

Every delta begins with a marker, its number, so that a page can be asked how far it has come; when each was handed out
is written to a file. Standard library only: the other frameworks import this module from virtualenvs of their own.
"""

import asyncio
import json
import os
import re
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, Self, get_args

Variant = Literal["plain", "no_blank", "fence", "list", "table"]
VARIANTS: tuple[Variant, ...] = get_args(Variant)
TICK = 0.005
PARAGRAPH = 12
ANSWER = "Done."
STAMPS_VARIABLE = "BENCH_STAMPS"

FENCE = "```"
HEADER = "| Thought | About |\n| --- | --- |\n"
WORDS = "reasoning about constraints"
LOAD_WORDS = "the quick br"
FOLLOW = "follow"
"""Asks the bare server for whatever it sends to others."""


@dataclass(frozen=True)
class Work:
    """W(n) in one of its shapes: paragraphs, one paragraph, one code fence, one list or one table."""

    n: int
    variant: Variant = "plain"

    @classmethod
    def parse(cls, message: str) -> Self:
        """Read the work from what was typed, such as `4000` or `4000 fence`."""
        number, *variant = message.split()
        shape = variant[0] if variant else "plain"
        if shape not in VARIANTS:
            raise ValueError(f"Unknown variant {shape!r}: use one of {', '.join(VARIANTS)}")
        return cls(int(number), shape)

    @property
    def message(self) -> str:
        """What is typed to ask for this work."""
        return str(self.n) if self.variant == "plain" else f"{self.n} {self.variant}"

    def delta(self, index: int) -> str:
        """Return the delta with this number."""
        match self.variant:
            case "plain":
                return f"{_words(index, 27)}{_paragraph_end(index)}"
            case "no_blank":
                return f"{_words(index, 27)} "
            case "fence":
                opening = f"{FENCE}\n" if index == 0 else ""
                closing = f"\n{FENCE}\n" if index == self.n - 1 else ""
                return f"{opening}{_words(index, 27)}{_paragraph_end(index)}{closing}"
            case "list":
                return f"- {_words(index, 25)}\n"
            case "table":
                thought, about = _cells(index)
                return f"{HEADER if index == 0 else ''}| {thought} | {about} |\n"

    def deltas(self) -> Iterator[str]:
        """Yield all deltas."""
        return map(self.delta, range(self.n))

    def text(self) -> str:
        """Return everything that is sent as reasoning."""
        return "".join(self.deltas())

    def shown(self) -> str:
        """Return what a page has to show of it: no markup, no table header, and no white space at all."""
        match self.variant:
            case "list":
                text = "".join(_words(index, 25) for index in range(self.n))
            case "table":
                text = "".join("".join(_cells(index)) for index in range(self.n))
            case "fence":
                text = self.text().replace(FENCE, "")
            case _:
                text = self.text()
        return without_space(text)

    async def stream(self, name: str) -> AsyncIterator[str]:
        """Yield the deltas at their pace; `name` says whose times these are."""
        stamps = Stamps(name)
        for delta in self.deltas():
            stamps.mark()
            yield delta
            await asyncio.sleep(TICK)
        stamps.write()

    def stream_blocking(self, name: str) -> Iterator[str]:
        """Do the same for a framework that waits in threads."""
        stamps = Stamps(name)
        for delta in self.deltas():
            stamps.mark()
            yield delta
            time.sleep(TICK)
        stamps.write()


@dataclass(frozen=True)
class Load:
    """One of many streams at the same time: deltas that begin with the time they were handed out at."""

    deltas: int
    rate: float
    """Deltas in a second."""
    size: int = 28
    """Characters of each."""

    @classmethod
    def parse(cls, message: str) -> Self:
        """Read the load from a message, such as `load 300 30 28`."""
        _, deltas, rate, size = message.split()
        return cls(int(deltas), float(rate), int(size))

    @property
    def message(self) -> str:
        """What asks for this load."""
        return f"load {self.deltas} {self.rate:g} {self.size}"

    async def stream(self) -> AsyncIterator[str]:
        """Yield the deltas at their pace; what is late is made up for."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        rest = (" and so on" * self.size)[: max(0, self.size - 28)]
        for number in range(1, self.deltas + 1):
            yield f"{time.time():.3f} {LOAD_WORDS}{rest}"
            await asyncio.sleep(max(0.0, began + number / self.rate - loop.time()))


@dataclass
class Stamps:
    """When each delta was handed out, in milliseconds since the epoch."""

    name: str
    times: list[float] = field(default_factory=list)

    def mark(self) -> None:
        """Note that the next delta is handed out now."""
        self.times.append(time.time() * 1000)

    def write(self) -> None:
        """Leave the times where the measuring process looks for them."""
        if folder := os.environ.get(STAMPS_VARIABLE):
            path = Path(folder) / f"{self.name}.json"
            partial = path.with_suffix(".partial")
            partial.write_text(json.dumps(self.times))
            partial.rename(path)


def without_space(text: str) -> str:
    """Return `text` without white space, which pages are free to set as they like."""
    return re.sub(r"\s+", "", text)


def filler(size: int) -> str:
    """Return about `size` characters of paragraphs without any marker."""
    paragraph = f"{WORDS} and their consequences, one by one. " * 6 + "\n\n"
    return (paragraph * (size // len(paragraph) + 1))[:size]


def _words(index: int, length: int) -> str:
    return f"%{index} {WORDS}"[:length].rstrip()


def _paragraph_end(index: int) -> str:
    return "\n\n" if index % PARAGRAPH == PARAGRAPH - 1 else " "


def _cells(index: int) -> tuple[str, str]:
    marker, thought, about = _words(index, 20).split(" ", 2)
    return f"{marker} {thought}", about
