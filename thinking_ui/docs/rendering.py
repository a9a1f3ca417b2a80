"""From Markdown to HTML, for the pages of the app and for static ones.

The documentation is the project's own text and wants what text of a model must not have: headings with anchors, links to its other
pages. HTML in it stays text all the same.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from posixpath import normpath

from markdown_it import MarkdownIt
from markdown_it.token import Token
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

from . import library
from .library import Page

Address = Callable[[str], str]
"""The address of a page, from its name."""

_COMMENT = re.compile(r"^<!-- .*? -->\n", re.MULTILINE)
_formatter = HtmlFormatter(nowrap=True)


@dataclass(frozen=True, slots=True)
class Live:
    """A block of code whose outcome is shown below it."""

    number: int


Piece = str | Live


def pieces(page: Page, address: Address) -> list[Piece]:
    """A page in pieces: HTML, and where the examples are."""
    parser = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    tokens = parser.parse(_COMMENT.sub("", page.text))
    _name_headings(tokens, page)
    for token in tokens:
        for child in token.children or ():
            _point(child, address)
    found: list[Piece] = []
    waiting: list[Token] = []
    live = 0

    def flush() -> None:
        if waiting:
            found.append(_rendered(parser, waiting))
            waiting.clear()

    for token in tokens:
        waiting.append(token)
        if is_live(token):
            flush()
            found.append(Live(live))
            live += 1
    flush()
    return found


def live_blocks(page: Page) -> list[str]:
    """The code of a page's examples."""
    return [token.content for token in MarkdownIt("commonmark").parse(page.text) if is_live(token)]


def is_live(token: Token) -> bool:
    """Whether it is code whose outcome is shown."""
    return token.type == "fence" and token.info.split() == ["python", "live"]


def _name_headings(tokens: Sequence[Token], page: Page) -> None:
    openings = [token for token in tokens if token.type == "heading_open"]
    for token, heading in zip(openings, page.headings, strict=True):
        token.attrSet("id", heading.anchor)


def _point(token: Token, address: Address) -> None:
    """Let links to other pages lead there. What is not part of the documentation cannot be linked to."""
    if token.type != "link_open":
        return
    target, hash_, anchor = str(token.attrGet("href") or "").partition("#")
    if "://" in target:
        token.attrSet("rel", "noopener")
    elif not target or re.fullmatch(r"[\w-]+\.md", target):
        here = address(target.removesuffix(".md")) if target else ""
        token.attrSet("href", f"{here}{hash_}{anchor}")
    else:
        token.attrs = {"title": f"{normpath('docs/' + target)} in the repository", "class": "docs-file"}


def _rendered(parser: MarkdownIt, tokens: list[Token]) -> str:
    html = "".join(_html(parser, tokens))
    return re.sub(r"<th([^>]*)></th>", r"<td\1></td>", html)  # a header that says nothing is none


def _html(parser: MarkdownIt, tokens: list[Token]) -> Iterator[str]:
    """The kinds of blocks that are made here; all else is as the parser renders it."""
    rest: list[Token] = []
    for token in tokens:
        made = _own(token)
        if made is None:
            rest.append(token)
            continue
        yield parser.renderer.render(rest, parser.options, {})
        rest = []
        yield made
    yield parser.renderer.render(rest, parser.options, {})


def _own(token: Token) -> str | None:
    match token.type:
        case "fence":
            return code(token.content, token.info.split()[0] if token.info.strip() else "")
        case "table_open":
            return '<div class="docs-table" tabindex="0"><table>'
        case "table_close":
            return "</table></div>"
        case _:
            return None


def code(text: str, language: str) -> str:
    """Code with its words coloured, as far as the language is known."""
    try:
        inside = highlight(text, get_lexer_by_name(language), _formatter)
    except ClassNotFound:
        inside = escape(text)
    return f'<pre class="docs-code" tabindex="0"><code data-language="{escape(language)}">{inside}</code></pre>'


def sidebar(current: str, address: Address) -> str:
    """The table of contents of the whole documentation."""
    parts: list[str] = []
    for title, pages in library.groups():
        here = (' aria-current="page"' if page.name == current else "" for page in pages)
        items = "".join(
            f'<li><a href="{escape(address(page.name))}"{mark}>{escape(page.title)}</a></li>'
            for page, mark in zip(pages, here, strict=True)
        )
        parts.append(f"<p>{escape(title)}</p><ul>{items}</ul>")
    return "".join(parts)


def search(address: Address) -> str:
    """A field, and every heading of the documentation as a link; a script shows those that fit."""
    links: list[str] = []
    for page in library.pages().values():
        for heading in page.headings:
            place = address(page.name) + (f"#{heading.anchor}" if heading.level > 1 else "")
            of = f"<small>{escape(page.title)}</small>" if heading.level > 1 else ""
            links.append(f'<li hidden><a href="{escape(place)}">{escape(heading.text)}{of}</a></li>')
    return (
        '<input type="search" placeholder="Search" aria-label="Search the documentation" autocomplete="off">'
        f'<ul hidden>{"".join(links)}</ul><p role="status" class="docs-hidden"></p>'
    )


def contents(page: Page) -> str:
    """The sections of one page."""
    sections = [heading for heading in page.headings if heading.level == 2]
    items = "".join(f'<li><a href="#{escape(each.anchor)}">{escape(each.text)}</a></li>' for each in sections)
    return f"<p>On this page</p><ul>{items}</ul>" if sections else ""
