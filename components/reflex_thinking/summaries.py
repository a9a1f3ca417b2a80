"""One line that says what a thinking block came to, without asking a model.

A provider's own headline comes first, whoever makes the summaries. Else it is the sentence of the reasoning that says most: a
conclusion rather than a plan, and nothing about how the answer will be written. A block of tools or assistants says what was
done. Reasoning stays in the language it was written in; phrases are in the block's ``locale``.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from .i18n import Strings
from .locales import DEFAULT_LOCALE, Text
from .sentences import CONCLUSION, INTENT, REQUEST, STATEMENT, Sentence, best_sentence, plain, rank, shortened
from .tool_phrases import Tally

LONGEST = 120
LOOKED_AT = 4000
"""So many characters of the end are looked at: a summary must not cost more when a model thinks for longer."""

Block = dict[str, Any]
Summarise = Callable[[Block], str | Awaitable[str]]
"""Makes the summary of a block: a dict with ``id``, ``status``, ``steps``, ``locale`` and the kit's own ``summary``."""

_HEADLINE = re.compile(r"^[ \t]*(?:\*\*([^*\n]{3,120})\*\*|#{1,6}[ \t]+([^\n]{3,120}?))[ \t]*$", re.M)


class _Passage(NamedTuple):
    """The end of a passage of reasoning."""

    text: str
    is_cut: bool
    is_last: bool
    """Whether no tool or assistant was called after it."""


def summarise(block: Block, texts: Mapping[str, Mapping[str, Text]] | None = None) -> str:
    """The summary of a block by rule; an empty text only for a block that has nothing to show.

    Args:
        block: Its ``steps``, and the ``locale`` of the phrases that say what was done.
        texts: The host app's own texts, by locale.
    """
    steps: list[dict[str, Any]] = list(block.get("steps", ()))
    passages = list(_passages(steps))
    if found := _headline(passage.text for passage in passages):
        return found
    best = [(passage, best_sentence(passage.text, is_cut=passage.is_cut)) for passage in passages]
    for passage, sentence in best:
        if sentence.worth >= (STATEMENT - 0.5 if passage.is_last else CONCLUSION - 0.5):
            return shortened(sentence.text, LONGEST)
    strings = Strings(block.get("locale") or DEFAULT_LOCALE, texts)
    if done := said_of_calls(steps, strings):
        return done
    if best:
        line = max((sentence for _, sentence in best), key=lambda sentence: sentence.score).text
        anything = (plain(passage.text[: LONGEST * 4]) for passage in passages)
        return shortened(line or next(filter(None, anything), ""), LONGEST)
    return strings.text("ai.thinking.redacted") if any(step.get("redacted") for step in steps) else ""


def summarise_so_far(tail: str, *, is_cut: bool) -> str:
    """What the reasoning comes to while it is being written, or an empty text.

    Args:
        tail: The end of it, which may stop in the middle of a sentence.
        is_cut: Whether there is more before it.
    """
    if found := _headline((tail,)):
        return found
    sentence = best_sentence(tail, is_cut=is_cut, needs_end=True)
    return shortened(sentence.text, LONGEST) if sentence.worth >= INTENT - 0.5 else ""


def said_of_calls(steps: Iterable[Mapping[str, Any]], strings: Strings) -> str:
    """What tools and assistants did; an empty text when none were called."""
    tally = Tally()
    for step in steps:
        tally.add(step)
    return tally.phrase(strings, LONGEST)


def provider_headline(block: Block) -> str:
    """The headline that a provider itself put over the last part of the reasoning, or an empty text."""
    last = next(_passages(block.get("steps", ())), None)
    if last is None or not _HEADLINE.match(_first_line(block)):
        return ""
    return _headline((last.text,))


def headline(text: str) -> str:
    """The last headline of a text, such as OpenAI's summaries begin with, or an empty text."""
    return _headline((text,), is_any=True)


def _headline(texts: Iterable[str], *, is_any: bool = False) -> str:
    """The last headline that says something; one about the task or about writing the answer says nothing."""
    for text in texts:
        for bold, heading in reversed(_HEADLINE.findall(text)):
            line = plain(bold or heading)
            if is_any or rank(Sentence(line, is_whole=True, is_item=False))[0] > REQUEST:
                return line
    return ""


def _first_line(block: Block) -> str:
    texts = [text for step in block.get("steps", ()) if (text := _reasoning(step))]
    return texts[-1][:LOOKED_AT].lstrip().partition("\n")[0] if texts else ""


def _passages(steps: Iterable[Mapping[str, Any]]) -> Iterator[_Passage]:
    """The passages of reasoning, the last one first, until enough was looked at."""
    left, is_last = LOOKED_AT, True
    for step in reversed(list(steps)):
        if step.get("type") != "reasoning":
            is_last = False
        elif (text := _reasoning(step)) and (end := text[-left:].rstrip() or text.strip()[-left:]):
            yield _Passage(end, len(text) > left, is_last)
            left -= len(text)
            if left <= 0:
                return


def _reasoning(step: Mapping[str, Any]) -> str:
    return step.get("content") or "" if step.get("type") == "reasoning" else ""
