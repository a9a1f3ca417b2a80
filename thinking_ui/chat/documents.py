"""From a Markdown file to passages: front matter, title, and one passage for each heading."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from .contract import Passage

MOST_CHARACTERS = 1_500
"""A longer section becomes several passages."""

_FRONT_MATTER = re.compile(r"\A---[ \t]*\n(.*?)\n---[ \t]*(?:\n|\Z)", re.DOTALL)
_FACT = re.compile(r"([A-Za-z][\w -]{0,40}):[ \t]+(.+)")
_HEADING = re.compile(r" {0,3}(#{1,6})[ \t]+(.+?)[ \t]*#*[ \t]*")
_FENCE = re.compile(r" {0,3}(```+|~~~+)")
_UNDERLINE = re.compile(r" {0,3}(=+|-{3,})[ \t]*")
_HTML = re.compile(r"`[^`\n]*`|</?[A-Za-z][^<>]*>")
"""Tags; also code between backticks, which keeps what looks like them."""
_NOT_FACTS = frozenset({"title", "kind", "summary"})


@dataclass(frozen=True, slots=True)
class Document:
    """A file of the corpus, taken apart."""

    source: str
    """Its path in the corpus; what citations name."""
    title: str
    kind: str = "document"
    """What its front matter calls it, such as ``"case study"``."""
    summary: str = ""
    facts: dict[str, str] = field(default_factory=dict[str, str])
    """The rest of its front matter, such as ``{"duration": "14 weeks"}``."""
    passages: tuple[Passage, ...] = ()


def parse(source: str, text: str) -> Document:
    """Take a Markdown text apart.

    Args:
        source: The path by which it is cited.
        text: The Markdown, with or without front matter (``key: value`` lines between two lines of ``---``).
    """
    text = text.replace("\r\n", "\n").removeprefix("\ufeff")
    facts: dict[str, str] = {}
    if match := _FRONT_MATTER.match(text):
        lines = (_FACT.fullmatch(line.strip()) for line in match[1].splitlines())
        facts = {line[1].strip().casefold(): line[2].strip().strip("\"'") for line in lines if line}
        text = text[match.end() :]
    sections = _sections(text)
    first_heading = next((path[0] for path, _ in sections if path), "")
    title = facts.get("title") or first_heading or _name(source)
    kind = facts.get("kind", "document").casefold()
    about = {key: value for key, value in facts.items() if key not in _NOT_FACTS}
    pieces: list[tuple[str, str]] = []
    if about:
        pieces.append(("At a glance", "\n".join(f"- {key.capitalize()}: {value}" for key, value in about.items())))
    for path, body in sections:
        below = path[1:] if path and path[0] in (title, first_heading) else path
        pieces += [(" › ".join(below), piece) for piece in _split(body)]
    passages = tuple(
        Passage(source=source, title=title, heading=heading, text=piece, kind=kind, number=number)
        for number, (heading, piece) in enumerate(pieces)
    )
    summary = facts.get("summary") or _first_paragraph(sections)
    return Document(source, title, kind, summary, about, passages)


def _sections(text: str) -> list[tuple[tuple[str, ...], str]]:
    """The bodies of a text with the headings above each; code is never read as a heading."""
    sections: list[tuple[tuple[str, ...], list[str]]] = [((), [])]
    path: list[tuple[int, str]] = []
    fence = ""

    def begin(level: int, heading: str) -> None:
        while path and path[-1][0] >= level:
            path.pop()
        path.append((level, _plain(heading)))
        sections.append((tuple(name for _, name in path), []))

    for line in text.splitlines():
        lines = sections[-1][1]
        if fence:
            lines.append(line)
            if line.strip().startswith(fence):
                fence = ""
        elif match := _FENCE.match(line):
            fence = match[1]
            lines.append(line)
        elif match := _HEADING.fullmatch(line):
            begin(len(match[1]), match[2])
        elif (match := _UNDERLINE.fullmatch(line)) and _may_be_heading(lines):
            heading = lines.pop()
            begin(1 if match[1].startswith("=") else 2, heading)
        else:
            lines.append(line)
    return [(names, "\n".join(lines).strip()) for names, lines in sections if "\n".join(lines).strip()]


def _may_be_heading(lines: list[str]) -> bool:
    last = lines[-1].strip() if lines else ""
    alone = len(lines) < 2 or not lines[-2].strip()
    return bool(last) and alone and not last.startswith(("|", "-", "*", ">", "+")) and len(last) <= 120


def _split(body: str) -> list[str]:
    """A body in pieces of a readable length, cut where a paragraph ends."""
    body = without_html(body)
    if len(body) <= MOST_CHARACTERS:
        return [body] if body else []
    pieces = [""]
    for paragraph in paragraphs(body):
        for part in [paragraph[at : at + MOST_CHARACTERS] for at in range(0, len(paragraph), MOST_CHARACTERS)]:
            if pieces[-1] and len(pieces[-1]) + len(part) > MOST_CHARACTERS:
                pieces.append(part)
            else:
                pieces[-1] = f"{pieces[-1]}\n\n{part}" if pieces[-1] else part
    return pieces


def paragraphs(body: str) -> list[str]:
    """The paragraphs, lists, tables and blocks of code of a body. Code stays in one piece."""
    blocks: list[list[str]] = [[]]
    fence = ""
    for line in body.splitlines():
        if not fence and not line.strip():
            blocks.append([])
            continue
        blocks[-1].append(line)
        if fence:
            if line.strip().startswith(fence):
                fence = ""
        elif match := _FENCE.match(line):
            fence = match[1]
    return ["\n".join(block) for block in blocks if block]


def without_html(body: str) -> str:
    """A body without HTML tags and comments; code keeps what looks like them."""
    kept: list[str] = []
    inside = False
    for block in paragraphs(body):
        if not _FENCE.match(block):
            block, inside = _without_comments(block, inside)
            block = _HTML.sub(_kept_code, block)
        kept.append(block)
    return "\n\n".join(block.strip("\n") for block in kept if block.strip())


def _without_comments(block: str, inside: bool) -> tuple[str, bool]:
    """A block without HTML comments, and whether one goes on after it; each character is looked at once."""
    kept: list[str] = []
    while block:
        before, mark, block = block.partition("-->" if inside else "<!--")
        if not inside:
            kept.append(before)
        if mark:
            inside = not inside
    return "".join(kept), inside


def _kept_code(match: re.Match[str]) -> str:
    return match[0] if match[0].startswith("`") else ""


def _plain(heading: str) -> str:
    return re.sub(r"[*`]|\[([^\]]*)\]\([^)]*\)", r"\1", _HTML.sub(_kept_code, heading)).strip()


def _first_paragraph(sections: list[tuple[tuple[str, ...], str]]) -> str:
    for _, body in sections:
        for block in paragraphs(without_html(body)):
            if not block.lstrip().startswith(("```", "~~~", "|", "#", "-", "*", ">")) or block.startswith("**"):
                return " ".join(block.split())
    return ""


def _name(source: str) -> str:
    stem = source.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    return stem.replace("-", " ").replace("_", " ").strip().capitalize() or source
