"""The pages of the documentation, in the order in which they are read."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "docs"

GROUPS = (
    ("Start", ("index", "concepts", "components", "behaviour", "theming", "recipes", "migration")),
    ("Models and agents", ("providers", "requests", "agents", "interop")),
    ("In production", ("persistence", "scaling", "api", "terminal", "accessibility")),
    ("Reference", ("events", "demo", "review")),
)
"""What is written and is in none of these stands at the end."""

_FENCE = re.compile(r"^(`{3,}|~{3,}).*?^\1`*~*[ \t]*$", re.DOTALL | re.MULTILINE)
_HEADING = re.compile(r"^(#{1,6})[ \t]+(.+?)[ \t]*#*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Heading:
    """A place that can be linked to."""

    level: int
    text: str
    anchor: str


@dataclass(frozen=True, slots=True)
class Page:
    """A file of docs/."""

    name: str
    text: str
    headings: tuple[Heading, ...]

    @property
    def title(self) -> str:
        """What its first heading says."""
        return self.headings[0].text if self.headings else self.name

    @property
    def path(self) -> Path:
        """Where it is written."""
        return FOLDER / f"{self.name}.md"


def read(name: str, text: str) -> Page:
    """A page from its Markdown."""
    taken: dict[str, int] = {}
    headings: list[Heading] = []
    for match in _HEADING.finditer(_FENCE.sub(lambda code: "\n" * code[0].count("\n"), text)):
        plain = re.sub(r"[`*]|\[([^\]]*)\]\([^)]*\)", r"\1", match[2])
        headings.append(Heading(len(match[1]), plain, _anchor(plain, taken)))
    return Page(name, text, tuple(headings))


def _anchor(text: str, taken: dict[str, int]) -> str:
    """The name of a heading in an address: as code hosts make it, so that links work there too."""
    name = re.sub(r"[^\w\- ]", "", text.casefold()).replace(" ", "-")
    taken[name] = taken.get(name, -1) + 1
    return f"{name}-{taken[name]}" if taken[name] else name


@cache
def pages() -> dict[str, Page]:
    """All pages by name, in their order."""
    ordered = [name for _, names in GROUPS for name in names]
    there = {path.stem for path in FOLDER.glob("*.md")}
    names = [name for name in ordered if name in there] + sorted(there.difference(ordered))
    return {name: read(name, (FOLDER / f"{name}.md").read_text(encoding="utf-8")) for name in names}


def groups() -> list[tuple[str, list[Page]]]:
    """The pages as the table of contents shows them."""
    known = pages()
    listed = {name for _, names in GROUPS for name in names}
    found = [(title, [known[name] for name in names if name in known]) for title, names in GROUPS]
    rest = [page for name, page in known.items() if name not in listed]
    return [*found, ("More", rest)] if rest else found
