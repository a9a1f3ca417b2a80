"""What tools and assistants did, in one phrase: "Searched 3 sources, read 2 documents", "Asked Researcher and Critic".

What a tool does is told by its kind, else by the words of its name. A name that says nothing is named itself.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal

from .i18n import Strings
from .sentences import plain

Deed = Literal["web", "search", "read", "run", "edit", "calculate", "ask", "use"]

_KINDS: dict[str, Deed] = {"web_search_call": "web", "code_interpreter_call": "run"}
_WORD = re.compile(r"[A-Z]{2,}(?![a-z])|[A-Z]?[a-z]+|[A-Z]")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_THINGS = _words(
    "article articles attachment content contents doc docs document documents file files link links md note notes page pages "
    "passage passages pdf pdfs resource resources section sections site source sources text url urls web webpage website wiki"
)
"""What can be read and edited."""
_VERBS: dict[Deed, frozenset[str]] = {
    "search": _words("search searches searching find grep rag websearch duckduckgo tavily serpapi"),
    "run": _words(
        "run exec execute execution executes shell bash terminal python repl sandbox interpreter eval notebook cmd"
    ),
    "calculate": _words("calculate calculator calculation calc compute math arithmetic multiply subtract divide"),
}
_VERBS_OF_THINGS: dict[Deed, frozenset[str]] = {
    "edit": _words("write edit edits editor update create save patch replace insert append make modify"),
    "read": _words("read open fetch load view browse get download scrape crawl visit extract cat retrieve"),
}
"""These say what is done only when it is done to a thing, or when nothing else is said."""
_ALONE: dict[str, Deed] = {
    **dict.fromkeys(("google", "bing", "query"), "search"),
    **dict.fromkeys(("read", "open", "fetch", "browse", "browser", "view", "scrape", "crawl", "cat"), "read"),
    **dict.fromkeys(("edit", "editor", "patch", "write"), "edit"),
    **dict.fromkeys(("add", "sum", "minus", "plus"), "calculate"),
}
_NUMBERS = frozenset(("number", "numbers"))
_LONGEST_NAME = 40
_MOST_NAMES = 2
"""So many tools or assistants are named; of the others, it is said how many."""
_MOST_DEEDS = 4


def deed_of(name: str, kind: str | None = None) -> Deed:
    """What a tool does."""
    if kind in _KINDS:
        return _KINDS[kind]
    words = [word.lower() for word in _WORD.findall(name[:200])]
    known = set(words)
    if len(words) == 1 and words[0] in _ALONE:
        return _ALONE[words[0]]
    # A tool that edits text by running code edits; one that searches files searches.
    for deed in ("search", "edit", "read", "run", "calculate"):
        if deed in _VERBS_OF_THINGS:
            if known & _VERBS_OF_THINGS[deed] and known & _THINGS:
                return deed
        elif known & _VERBS[deed]:
            return "web" if deed == "search" and "web" in known else deed
    return "calculate" if "add" in known and known & _NUMBERS else "use"


class Tally:
    """Counts what was done, call by call."""

    def __init__(self) -> None:
        self.failed = 0
        self._counts: dict[Deed, int] = {}
        self._names: dict[Deed, dict[str, None]] = {"ask": {}, "use": {}}

    def add(self, call: Mapping[str, Any]) -> None:
        """Count a step; reasoning does not count."""
        if call.get("type") == "tool_call":
            name = call.get("tool_name") or ""
            deed = deed_of(name, call.get("kind"))
        elif call.get("type") == "assistant_call":
            name, deed = call.get("assistant_name") or "", "ask"
        else:
            return
        self._counts[deed] = self._counts.get(deed, 0) + 1
        self.failed += call.get("status") == "error"
        if deed in self._names and len(self._names[deed]) <= _MOST_NAMES:
            name = plain(name[:200])
            self._names[deed][name[:_LONGEST_NAME] + "…" if len(name) > _LONGEST_NAME else name] = None

    def phrase(self, strings: Strings, longest: int) -> str:
        """What was done, the first thing first; an empty text when nothing was.

        Args:
            strings: The language.
            longest: So many characters, at most, as far as whole deeds can be left out.
        """
        counts: dict[Deed, int] = dict(self._counts)
        if "web" in counts and "search" in counts:  # one word for both
            counts = {"search": counts.pop("web") + counts.pop("search"), **counts}
        phrases = [self._deed(strings, deed, count) for deed, count in list(counts.items())[:_MOST_DEEDS]]
        failed = [strings.text("ai.thinking.failures", n=self.failed)] if self.failed else []
        while len(phrases) > 1 and len(_joined(strings, phrases + failed)) > longest:
            phrases.pop()
        said = _joined(strings, phrases + failed) if phrases else ""
        is_named = any(said.startswith(name) for names in self._names.values() for name in names if name)
        return said if is_named else said[:1].upper() + said[1:]

    def _deed(self, strings: Strings, deed: Deed, count: int) -> str:
        if deed not in self._names:
            return strings.text(f"ai.summary.{deed}", n=count)
        names = [name for name in self._names[deed] if name]
        if not names:
            return strings.text(f"ai.summary.{deed}.many", n=count)
        if len(names) > _MOST_NAMES:
            names = [*names[:_MOST_NAMES], strings.text("ai.summary.more", n=count - _MOST_NAMES)]
        if deed == "use" and len(names) == 1:
            return strings.text("ai.summary.use.one", n=count, name=names[0])
        return strings.text(f"ai.summary.{deed}", names=strings.listing(names))


def _joined(strings: Strings, phrases: list[str]) -> str:
    text = phrases[0]
    for phrase in phrases[1:]:
        text = strings.text("ai.summary.join", before=text, after=phrase)
    return text
