"""The speed at which the local model speaks: instant answers are hard to follow, and show nothing of what streaming is."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

WORD_SECONDS = 0.022
WORDS_AT_ONCE = 2


@dataclass(frozen=True, slots=True)
class Pace:
    """How long things take.

    Args:
        factor: 1 is a believable speed, 2 is half as fast, 0 is as fast as possible.
    """

    factor: float = 1.0

    async def pause(self, seconds: float) -> None:
        """Wait, scaled by the factor. Others get a turn in any case."""
        await asyncio.sleep(seconds * self.factor)

    async def write(self, write: Callable[[str], None], text: str) -> None:
        """Hand a text over word by word."""
        for piece in pieces(text):
            write(piece)
            await self.pause(WORD_SECONDS * WORDS_AT_ONCE)


def pieces(text: str) -> Iterator[str]:
    """A text in pieces of a few words; joined they are the text."""
    found: list[str] = re.findall(r"\s*\S+\s*", text) or ([text] if text else [])
    for at in range(0, len(found), WORDS_AT_ONCE):
        yield "".join(found[at : at + WORDS_AT_ONCE])
