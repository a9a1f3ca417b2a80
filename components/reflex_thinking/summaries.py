"""One line that says what a thinking block came to, without asking a model.

A provider's own headline comes first, whoever makes the summaries. Else it is a whole sentence of the reasoning, the later the better: conclusions come
last. When there is none that reads well as one line there is no summary, which is better than half a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

LONGEST = 120
SHORTEST = 16
LOOKED_AT = 4000
"""So much of the end of each text is looked at: a summary must not cost more when a model thinks for longer."""

Block = dict[str, Any]
Summarise = Callable[[Block], str | Awaitable[str]]
"""Makes the summary of a block: a dict with ``id``, ``status`` and ``steps``."""

_HEADLINE = re.compile(r"^[ \t]*(?:\*\*([^*\n]{3,120})\*\*|#{1,6}[ \t]+([^\n]{3,120}?))[ \t]*$", re.M)
_SENTENCE = re.compile(r"[^.!?…。！？\n]{1,400}(?:[.!?…](?=\s|$)|[。！？])[\"'”’)]*")
_FENCE = re.compile(r"^(```|~~~).*?(?:^\1|\Z)", re.M | re.S)
_MARKS = re.compile(
    r"\*\*|__|`|(?<!\w)[*_](?=\w)|(?<=\w)[*_](?!\w)|^[ \t]*(?:[-*+>]|\d+[.)]|#{1,6})[ \t]+|\[|\]\([^)\s]*\)", re.M
)


def summarise(block: Block) -> str:
    """The summary of a block, or an empty text."""
    texts = [text[-LOOKED_AT:] for step in block.get("steps", ()) if (text := _reasoning(step))]
    for text in reversed(texts):
        if found := headline(text):
            return found
    for text in reversed(texts):
        whole = list(_sentences(text))[1 if len(text) == LOOKED_AT else 0 :]
        for sentence in reversed(whole):
            if SHORTEST <= len(sentence) <= LONGEST:
                return sentence
    return ""


def provider_headline(block: Block) -> str:
    """The headline that a provider itself put over the last part of the reasoning, or an empty text."""
    texts = [text for step in block.get("steps", ()) if (text := _reasoning(step))]
    first_line = texts[-1].lstrip()[:LOOKED_AT].split("\n", 1)[0] if texts else ""
    return headline(first_line)


def headline(text: str) -> str:
    """The last headline of a text, such as OpenAI's summaries begin with, or an empty text."""
    found = _HEADLINE.findall(text)
    return _plain(found[-1][0] or found[-1][1]) if found else ""


def _reasoning(step: dict[str, Any]) -> str:
    return step.get("content") or "" if step.get("type") == "reasoning" else ""


def _sentences(text: str) -> Iterator[str]:
    for sentence in _SENTENCE.findall(_plain(_FENCE.sub("", text), keep_lines=True)):
        yield " ".join(sentence.split())


def _plain(text: str, *, keep_lines: bool = False) -> str:
    text = _MARKS.sub("", text)
    return text if keep_lines else " ".join(text.split())
