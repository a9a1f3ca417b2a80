"""Search in a folder of Markdown files: SQLite's full-text index (FTS5, BM25), kept up to date with the files.

The index lives in memory. What a user types reaches it only as quoted stems, so that no query can be malformed.
"""

from __future__ import annotations

import math
import sqlite3
import threading
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from .contract import Hit, Passage, Term
from .documents import Document, parse
from .files import DocumentError, text_of, walk
from .text import stem, stems, words

MOST_TERMS = 32
"""So many different words of a question are looked for; the rest of a longer one is left out."""
CANDIDATES = 60
TITLE_WEIGHT, HEADING_WEIGHT, BODY_WEIGHT = 4.0, 2.5, 1.0
ENOUGH = 0.5
"""The share of a question that a passage must speak of to be an answer to it."""
FAVOUR = 0.2
"""What the kind of document that a question is about adds to a score."""
SETTLED_NANOSECONDS = 100_000_000
"""Clocks of file systems are coarse: two changes shortly after one another may bear the same time."""
SNIPPET_WORDS = 28


@dataclass(slots=True)
class Found:
    """The result of one search."""

    hits: list[Hit] = field(default_factory=list[Hit])
    missing: list[str] = field(default_factory=list[str])
    """Words that no document holds."""
    documents: int = 0
    """How many documents were searched."""


@dataclass(slots=True)
class _File:
    path: Path
    stamp: tuple[int, int] | None
    document: Document | None
    rows: list[int] = field(default_factory=list[int])
    """Its passages in the index."""


class Library:
    """The documents of a corpus. Its methods block: call them in a thread. They may be called from several at once.

    Args:
        roots: Folders and single files. A document's source is its path from the folder that holds the root.
        refresh_seconds: For so long files are not looked at again.
    """

    def __init__(self, roots: Sequence[Path], *, refresh_seconds: float = 1.0) -> None:
        self.roots = tuple(Path(root) for root in roots)
        self._refresh_seconds = refresh_seconds
        self._refreshed = -math.inf
        self._lock = threading.RLock()
        self._files: dict[str, _File] = {}
        self._problems: dict[str, str] = {}
        self._passages: dict[int, tuple[Passage, frozenset[str]]] = {}
        self._made = 0
        self._index = sqlite3.connect(":memory:", check_same_thread=False)
        self._index.execute(
            "CREATE VIRTUAL TABLE passages USING fts5(source UNINDEXED, kind UNINDEXED, title, heading, body, "
            "tokenize = 'unicode61 remove_diacritics 0')"
        )
        self._index.execute("CREATE VIRTUAL TABLE vocabulary USING fts5vocab(passages, row)")

    # What there is ----------------------------------------------------------------------------------------------------

    def documents(self) -> list[Document]:
        """All documents that can be read, by source."""
        with self._lock:
            self._refresh()
            return [file.document for _, file in sorted(self._files.items()) if file.document is not None]

    def problems(self) -> dict[str, str]:
        """The files that cannot be used, and why."""
        with self._lock:
            self._refresh()
            return dict(sorted(self._problems.items()))

    def read(self, source: str) -> Document:
        """A document as it is on the disk now.

        Raises:
            DocumentError: It is not there (any more) or cannot be read.
        """
        with self._lock:
            self._refresh()
            file = self._files.get(source)
        if file is None:
            msg = f"{source}: there is no such document"
            raise DocumentError(msg)
        return parse(source, text_of(source, file.path))

    def frequency(self, stems_of_term: Iterable[str]) -> int:
        """How many passages hold one of these stems."""
        with self._lock:
            self._refresh()
            return max((self._frequency(each) for each in stems_of_term), default=0)

    # Search -----------------------------------------------------------------------------------------------------------

    def search(
        self,
        terms: Sequence[Term],
        *,
        limit: int = 6,
        relaxed: bool = False,
        kind: str | None = None,
        only: Iterable[str] | None = None,
        prefer: Sequence[str] = (),
        per_document: int = 3,
    ) -> Found:
        """The passages that fit best.

        Args:
            terms: What to look for.
            limit: How many passages at most.
            relaxed: Whether passages that speak of only a small part of the terms count, and beginnings of words.
            kind: A kind of document to favour.
            only: The sources to search in; all when None.
            prefer: Sources to favour.
            per_document: How many passages of one document at most.
        """
        terms = terms[:MOST_TERMS]
        with self._lock:
            self._refresh()
            found = Found(documents=sum(file.document is not None for file in self._files.values()))
            weights = {term: self._weight(term) for term in terms}
            allowed = None if only is None else frozenset(only)
            found.missing = [
                term.text for term in terms if not term.generic and not self._is_known(term, relaxed, allowed)
            ]
            if (query := _query(terms, relaxed)) is None:
                return found
            rows = self._index.execute(
                "SELECT rowid, bm25(passages, 0, 0, ?, ?, ?) AS rank FROM passages WHERE passages MATCH ? "
                "ORDER BY rank LIMIT ?",
                (TITLE_WEIGHT, HEADING_WEIGHT, BODY_WEIGHT, query, CANDIDATES if only is None else -1),
            ).fetchall()
            candidates = [(*self._passages[row], -rank) for row, rank in rows]
        if allowed is not None:
            candidates = [candidate for candidate in candidates if candidate[0].source in allowed]
        best = max((rank for *_, rank in candidates), default=0.0) or 1.0
        total = sum(weights.values()) or 1.0
        hits: list[Hit] = []
        for passage, content, rank in candidates:
            covered = sum(weight for term, weight in weights.items() if _holds(content, term, relaxed))
            coverage = covered / total
            favour = FAVOUR * (kind is not None and passage.kind == kind) + 0.2 * (passage.source in prefer)
            if coverage < (0.05 if relaxed else ENOUGH):
                continue
            score = min(1.0, 0.55 * coverage + 0.45 * rank / best + favour)
            hits.append(
                Hit(
                    passage=passage,
                    score=round(score, 3),
                    coverage=round(coverage, 3),
                    snippet=snippet(passage.text, terms),
                )
            )
        hits.sort(key=lambda hit: (-hit.score, hit.passage.source, hit.passage.number))
        found.hits = _varied(hits, limit, per_document)
        return found

    def _weight(self, term: Term) -> float:
        """Rare words say more: the weight of BM25, kept above 0, times that of the term itself."""
        passages = len(self._passages)
        holding = max((self._frequency(each) for each in term.stems), default=0)
        return term.weight * math.log(1 + (passages - holding + 0.5) / (holding + 0.5))

    def _is_known(self, term: Term, relaxed: bool, allowed: frozenset[str] | None) -> bool:
        """Whether any passage holds a term."""
        if relaxed or allowed is not None:
            return any(
                _holds(content, term, relaxed)
                for passage, content in self._passages.values()
                if allowed is None or passage.source in allowed
            )
        return any(self._frequency(each) for each in term.stems)

    def _frequency(self, stemmed: str) -> int:
        row = self._index.execute("SELECT doc FROM vocabulary WHERE term = ?", (stemmed,)).fetchone()
        return row[0] if row else 0

    # The files --------------------------------------------------------------------------------------------------------

    def _refresh(self) -> None:
        if time.monotonic() - self._refreshed < self._refresh_seconds:
            return
        seen: set[str] = set()
        self._problems = {}
        for source, path in walk(self.roots, self._problems):
            seen.add(source)
            self._refresh_file(source, path)
        for source in self._files.keys() - seen:
            self._forget(source)
        self._refreshed = time.monotonic()

    def _refresh_file(self, source: str, path: Path) -> None:
        stamp = _stamp(path)
        known = self._files.get(source)
        if known is not None and known.document is not None and stamp is not None and known.stamp == stamp:
            return
        self._forget(source)
        try:
            document = parse(source, text_of(source, path))
        except DocumentError as error:
            self._problems[source] = str(error)
            document = None
        file = self._files[source] = _File(path, stamp, document)
        for passage in document.passages if document else ():
            named = f"{passage.title} {path.stem}"
            title, heading, body = (stems(part) for part in (named, passage.heading, passage.text))
            self._made += 1
            self._index.execute(
                "INSERT INTO passages (rowid, source, kind, title, heading, body) VALUES (?, ?, ?, ?, ?, ?)",
                (self._made, source, passage.kind, *(" ".join(part) for part in (title, heading, body))),
            )
            file.rows.append(self._made)
            self._passages[self._made] = (passage, frozenset((*title, *heading, *body)))

    def _forget(self, source: str) -> None:
        file = self._files.pop(source, None)
        for row in file.rows if file else ():
            self._index.execute("DELETE FROM passages WHERE rowid = ?", (row,))
            del self._passages[row]


def _stamp(path: Path) -> tuple[int, int] | None:
    """What tells one state of a file from another; None while it is so new that it may change without a trace."""
    try:
        status = path.stat()
    except OSError:
        return None
    is_settled = time.time_ns() - status.st_mtime_ns > SETTLED_NANOSECONDS
    return (status.st_mtime_ns, status.st_size) if is_settled else None


def _query(terms: Sequence[Term], relaxed: bool) -> str | None:
    """The terms as an FTS5 expression; stems hold letters and digits alone, and are quoted all the same."""
    telling = [term for term in terms if not term.generic] or terms
    wanted = sorted({each for term in telling for each in term.stems})
    parts = [f'"{each}"' for each in wanted]
    if relaxed:
        parts += [f'"{each[:-1] if len(each) > 5 else each}"*' for each in wanted if len(each) >= 4]
    return " OR ".join(parts) or None


def _holds(content: frozenset[str], term: Term, relaxed: bool) -> bool:
    if not term.stems.isdisjoint(content):
        return True
    beginnings = tuple(each[:-1] if len(each) > 5 else each for each in term.stems if len(each) >= 4)
    return relaxed and bool(beginnings) and any(word.startswith(beginnings) for word in content)


def _varied(hits: list[Hit], limit: int, per_document: int) -> list[Hit]:
    """The best hits, with not too many of one document."""
    counts: dict[str, int] = {}
    kept: list[Hit] = []
    for hit in hits:
        source = hit.passage.source
        if counts.get(source, 0) < per_document:
            counts[source] = counts.get(source, 0) + 1
            kept.append(hit)
    return kept[:limit]


def snippet(text: str, terms: Sequence[Term]) -> str:
    """The stretch of a text that holds most of the terms, in one line."""
    wanted = {each for term in terms for each in term.stems}
    pieces = text.split()
    marks = [any(stem(word) in wanted for word in words(piece)) for piece in pieces]
    starts = range(max(1, len(pieces) - SNIPPET_WORDS + 1))
    start = max(starts, key=lambda at: (sum(marks[at : at + SNIPPET_WORDS]), -at))
    cut = " ".join(pieces[start : start + SNIPPET_WORDS])
    return f"{'… ' if start else ''}{cut}{' …' if start + SNIPPET_WORDS < len(pieces) else ''}"
