"""The sentences of a text, and how much each says about what the text came to.

For languages with and without spaces and sentence marks, in time that grows with the text and no faster, whatever the text is.
What a sentence is about is told by how it begins, in the languages the kit speaks; in any other it is a plain statement.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import NamedTuple

from .phrasing import BARE_CONNECTORS, beginning

# How much a sentence says, from nothing to what the text came to.
META, REQUEST, INTENT, STATEMENT, CONCLUSION = 0, 1, 2, 3, 5

_SHORTEST = 16
_SHORTEST_CONCLUSION = 4
"""What is shorter says too little. A character of a script without spaces counts twice."""
_LOOKED_AT = 240
"""So many characters tell what a sentence is about."""
_MIDDLING = 200
"""A sentence up to so many characters may be shortened to fit. What is longer is taken only when there is nothing else."""


class Sentence(NamedTuple):
    """A sentence as one line of plain text."""

    text: str
    is_whole: bool
    """Whether it has its end: a sentence mark, or at least the end of its line."""
    is_item: bool
    """Whether it is an item of a list."""


# Splitting ------------------------------------------------------------------------------------------------------------

_QUOTES = "\"'”’»)]』」）】"
_CLOSING = f"[{re.escape(_QUOTES)}]"
_SPACELESS = r"[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff]"
_END = re.compile(
    # A mark ends a sentence where white space follows it. Marks of scripts without spaces need none.
    rf"(?<![.!?…])[.!?…]++{_CLOSING}*+(?=\s|$)|(?<![。！？｡])[。！？｡]++{_CLOSING}*+|[؟۔।॥։።။៕។]++|\n++"
    # Scripts that put no space between words: one stands between two sentences or clauses.
    rf"|(?<={_SPACELESS}) ++(?={_SPACELESS})"
)
_CLAUSE = re.compile(r"[,;:—–，；：、،؛](?:\s|(?=[^\x00-\u04ff]))|\s[-—–]\s")
_NOT_AN_END = re.compile(
    r"(?:^|[\s(\[\"'„“])(?:(?:[^\W\d_]\.)*[^\W\d_]|e\.?g|i\.?e|etc|vs|cf|ca|approx|no|nr|dr|mrs?|ms|st|inc|fig|p\.?\s?ex|ex|z\.?\s?b|d\.?\s?h"
    r"|bzw|usw|u\.?\s?a|sra?|dra|prof|núm|art|pág)\.$",
    re.I,
)
_ITEM = re.compile(r"[ \t]*(?:[-*+•>–][ \t]|\d{1,3}[.)][ \t]|#{1,6}[ \t]|step \d{1,3}:|\|)", re.I)
_FENCE = re.compile(r"^(```|~~~).*?(?:^\1|\Z)", re.M | re.S)
_TAG = re.compile(r"</?[a-zA-Z][\w-]{0,40}>")
_MARKS = re.compile(
    r"\*\*|__|`|(?<!\w)[*_](?=\w)|(?<=\w)[*_](?!\w)|!?\[(?=[^\]\n]{1,80}\]\()|\]\([^)\s]{0,300}\)|\\[()\[\]]"
)
_JOINERS = "\u200c\u200d"
_WIDE = re.compile(r"[\u0e00-\u0eff\u2e80-\ud7ff\uf900-\ufaff\uff66-\uff9f]")
_LEADING_MARKS = re.compile(r"\s*(?:(?:[-*+•>–]|\d{1,3}[.)]|#{1,6})[ \t]+)*")


def without_code(text: str) -> str:
    """A text without blocks of code and without tags."""
    return _TAG.sub(" ", _FENCE.sub("", text))


def plain(text: str) -> str:
    """One line of plain text: no markup, no control characters, no runs of white space."""
    text = _MARKS.sub("", _LEADING_MARKS.sub("", text, 1))
    if not text.isprintable():
        text = "".join(filter(_is_seen, text))
    return " ".join(text.split())


def _is_seen(character: str) -> bool:
    return character.isprintable() or character.isspace() or character in _JOINERS


def sentences(text: str) -> Iterator[Sentence]:
    """The sentences of a text, in order. The last one may be without its end."""
    text = without_code(text)
    start = 0
    for end in _END.finditer(text):
        mark = end.group()
        if _goes_on(text, start, end.start(), end.end(), mark):
            continue
        yield from _sentence(text[start : end.end()], is_whole=True)
        start = end.end()
    yield from _sentence(text[start:], is_whole=False)


def _goes_on(text: str, start: int, at: int, end: int, mark: str) -> bool:
    """Whether a mark ends no sentence."""
    if mark == "\n":  # a line that goes on in the next one
        return text[end : end + 1].islower() and (text[at - 1 : at].isalnum() or text[at - 1 : at] == ",")
    if mark[-1] in _QUOTES and text[end : end + 2].strip()[:1].islower():  # the end of what is quoted
        return True
    if mark[0] != ".":
        return False
    if at - start < 8 and text[start:at].strip(" *#>\t\n").isdecimal():  # the number of an item
        return True
    return bool(_NOT_AN_END.search(text, max(start, at - 12), end))


def _sentence(text: str, *, is_whole: bool) -> Iterator[Sentence]:
    line = plain(text).lstrip("\"'”’»)]}.,;:!? ")
    if any(map(str.isalnum, line[:400])):
        yield Sentence(line, is_whole, bool(_ITEM.match(text)))


# What a sentence is about ---------------------------------------------------------------------------------------------

_OPENING = beginning("opening")
_THEREFORE = beginning("therefore")
_CONCLUSION_BEGINS = beginning("conclusion")
_WRITING = beginning("writing")
_REQUEST_BEGINS = beginning("request")
_INTENT_BEGINS = beginning("intent")
_TOOLS = re.compile(
    r"\b(?:call|use|using|invoke|execute|run|load|try)\w*\b.{0,60}\b(?:tools?|functions?|apis?|capabilit)|\b(?:tool|function)[ _]calls?\b"
    r"|\bi have (?:access|all the)\b|\bavailable (?:tools?|functions?)\b|\bfunction signature\b"
    r"|\b(?:tool|function)s? (?:available|called|named|that|parameters?|arguments?)\b",
    re.I,
)
"""Plans to use tools: what the tools did says more."""
_CONSEQUENCE = re.compile(
    r",\s(?:so|therefore|thus|hence|portanto|por isso|por lo tanto|así que|donc|also|daher|deshalb)\s(?!(?:i|we|let|eu|yo|je|ich)\b)"
    r"|，(?:所以|因此)(?!我)|(?:ので|から)、",
    re.I,
)
_RESULT = re.compile(r"[=≈→⇒]\s*[-+]?[$€£¥]?\d[\d.,\s]*(?:%|[^\W\d_]{1,12})?\s*[.!✅]?$")
_CODE = re.compile(r"[{}<>|\\;]|==|\(\)|\w\(\w*=|https?://|\w_\w+\(")


def rank(sentence: Sentence) -> tuple[float, str]:
    """How much a sentence says, and the sentence without what only leads up to it."""
    line = sentence.text
    for _ in range(2):
        line = _without(line, _OPENING.match(line))
    follows = _THEREFORE.match(line)
    rest = _without(line, follows)
    shown = rest if follows is None or _can_go(follows.group()) else line
    return _kind(sentence, rest, rest != line) - _faults(sentence), shown


def _without(line: str, beginning: re.Match[str] | None) -> str:
    """A sentence without its beginning, unless it is all beginning."""
    rest = line if beginning is None else line[beginning.end() :]
    return rest[:1].upper() + rest[1:] if rest else line


def _can_go(connector: str) -> bool:
    """Whether what follows a connector is a sentence without it."""
    word = connector.strip()
    return word[-1:] in ",，、،" or word.lower() in BARE_CONNECTORS


def _kind(sentence: Sentence, rest: str, follows: bool) -> float:
    head = rest[:_LOOKED_AT]
    if sentence.text.endswith(("?", "？", "؟")):
        return REQUEST
    if not any(map(str.isalpha, head)) and not _RESULT.search(rest[-60:]):
        return META
    if _CONCLUSION_BEGINS.match(head) and not rest.endswith(":"):
        return CONCLUSION
    if _TOOLS.search(head):
        return REQUEST
    if _RESULT.search(rest[-60:]):
        return CONCLUSION - 0.5
    if _WRITING.match(head):
        return META
    if _REQUEST_BEGINS.match(head):
        return REQUEST
    if _INTENT_BEGINS.match(head):
        return INTENT
    if follows:
        return CONCLUSION
    return CONCLUSION - 0.5 if _CONSEQUENCE.search(head) else STATEMENT


def _faults(sentence: Sentence) -> float:
    """What makes a sentence worse to read on its own."""
    text = sentence.text
    faults = 0.0
    if text.endswith((":", "：")):
        faults += 1.5
    if text.count('"') % 2 or text.count("(") != text.count(")"):
        faults += 0.7
    if _CODE.search(text):
        faults += 0.8
    if sentence.is_item:
        faults += 1.0
    if not _ends(text):
        faults += 0.4 if sentence.is_whole else 1
    if len(text) > _MIDDLING:
        faults += 1.2
    return faults


def _ends(text: str) -> bool:
    """Whether it has a mark at its end. Scripts without spaces may do without."""
    last = text.rstrip("\"'”’»)]』」）】")[-1:]
    return last in ".!?…。！？｡؟۔।॥։።။៕។" or "\u0e00" <= last <= "\u0eff" or bool(_RESULT.search(text[-60:]))


class Found(NamedTuple):
    """The sentence of a text that says most."""

    worth: float
    score: float
    text: str


def best_sentence(text: str, *, is_cut: bool = False, needs_end: bool = False) -> Found:
    """The sentence of a text that says most about what it came to; a later one counts more.

    Args:
        text: The text.
        is_cut: Whether the beginning is missing: then the first sentence is not looked at.
        needs_end: Whether more may follow: then a sentence without its end is not looked at.
    """
    found = list(sentences(text))
    if is_cut and len(found) > 1:
        del found[0]
    best = Found(-math.inf, -math.inf, "")
    for place, sentence in enumerate(found, 1):
        if needs_end and not sentence.is_whole:
            continue
        worth, line = rank(sentence)
        if _is_short(line, _SHORTEST_CONCLUSION if worth >= CONCLUSION - 1 else _SHORTEST):
            worth = min(worth, META) - 1
        score = worth + place / len(found)
        if score >= best.score:
            best = Found(worth, score, line)
    return best


def _is_short(line: str, shortest: int) -> bool:
    return len(line) < shortest and len(line) + len(_WIDE.findall(line)) < shortest and not _RESULT.search(line)


def shortened(line: str, longest: int) -> str:
    """A line that is not longer than ``longest``, cut where a clause or a word ends."""
    if len(line) <= longest:
        return line
    head = line[: longest - 1]
    clauses = [found.start() for found in _CLAUSE.finditer(head)]
    if clauses and clauses[-1] >= longest // 2:
        return head[: clauses[-1]].rstrip() + "…"
    space = line.rfind(" ", 0, longest)
    return (head[:space] if space >= longest // 2 else head).rstrip(" ,;:—–，；：、،؛") + "…"
