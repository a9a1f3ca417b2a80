"""Retrieval: find the passages that an answer can be made from, and say so when there are none."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from reflex_thinking import Trace

from ..contract import Evidence, Hit, Passage, Plan, Subject, Term
from ..documents import Document
from ..files import DocumentError
from ..pace import Pace
from ..retrieval import Found, Library, snippet
from ..text import stems

PASSAGES = 6
PASSAGES_OF_A_SIDE = 3
MOST_READ = 3
MOST_REST = 10
MOST_LISTED = 30
TOOL_SECONDS = 0.35

Facts = dict[str, dict[str, str]]


class RetrievalAgent:
    """Searches the documents. A search without hits is tried once more with less demanded.

    Args:
        library: The documents.
        pace: The speed at which it tells what it does.
    """

    def __init__(self, library: Library, pace: Pace) -> None:
        self._library = library
        self._pace = pace

    async def run(self, trace: Trace, plan: Plan) -> Evidence:
        """What the documents hold for a plan."""
        match plan.intent:
            case "greeting" | "thanks" | "unclear":
                return Evidence()
            case "about" | "list":
                return await self._list(trace, plan)
            case "comparison":
                return await self._compare(trace, plan)
            case "enquiry" | "question":
                return await self._look_up(trace, plan)

    # One search, or two -----------------------------------------------------------------------------------------------

    async def _look_up(self, trace: Trace, plan: Plan) -> Evidence:
        terms = plan.terms
        only = await self._scope(plan)
        found = await self._search(trace, terms, plan, only=only)
        relaxed = False
        if not found.hits:
            relaxed = True
            await self._think(trace, _why_relaxed(found))
            found = await self._search(trace, terms, plan, only=only, relaxed=True)
            best = max((hit.coverage for hit in found.hits), default=0.0)
            found.hits = [hit for hit in found.hits if hit.coverage >= best / 2]
        unreadable = await self._try_unreadable(trace, terms)
        facts: Facts = {}
        hits = await self._read_best(trace, found.hits, unreadable, facts)
        if plan.intent == "enquiry":
            for source in _close(hits)[1:MOST_READ]:
                if (document := await self._read(trace, source, unreadable)) is not None:
                    facts[source] = document.facts
            hits = [hit for hit in hits if hit.passage.source not in unreadable]
        missing = tuple(found.missing)
        return Evidence(hits=tuple(hits), missing=missing, relaxed=relaxed, unreadable=unreadable, facts=facts)

    async def _scope(self, plan: Plan) -> Sequence[str] | None:
        """The documents to search in; None for all."""
        if plan.continues and all(term.generic for term in plan.terms):
            return plan.continues[:1]  # "How long did it take?" names nothing: look in the document that "it" is
        if plan.intent != "enquiry" and plan.kind != "document":
            return None
        # Who asks for experience is not helped by a manual, and who asks about the kit is not helped by a case study.
        manuals = plan.kind == "document"
        documents = await asyncio.to_thread(self._library.documents)
        return [document.source for document in documents if (document.kind == "document") is manuals] or None

    async def _search(
        self,
        trace: Trace,
        terms: Sequence[Term],
        plan: Plan,
        *,
        only: Sequence[str] | None = None,
        relaxed: bool = False,
        limit: int = PASSAGES,
    ) -> Found:
        looked_for = [term.text for term in terms if not term.generic] or [term.text for term in terms]
        what: dict[str, Any] = {"query": " ".join(looked_for), "mode": "any word" if relaxed else "whole question"}
        if only is not None:
            what["in"] = (
                list(only)
                if len(only) == 1
                else f"{len(only)} documents {'of the kit' if plan.kind == 'document' else 'about projects'}"
            )
        async with trace.tool("search_documents", input=what, description=f"Search for {what['query']!r}") as call:
            found = await asyncio.to_thread(
                self._library.search,
                terms,
                kind=plan.kind,
                only=only,
                prefer=plan.continues,
                relaxed=relaxed,
                limit=limit,
            )
            await self._pace.pause(TOOL_SECONDS)
            call.result = {
                "documents_searched": found.documents,
                "hits": [_shown(hit) for hit in found.hits],
                **({"not_found": found.missing} if found.missing else {}),
            }
        return found

    async def _read_best(self, trace: Trace, hits: list[Hit], unreadable: dict[str, str], facts: Facts) -> list[Hit]:
        """Open the best document itself: the index may be a moment older than the file."""
        while hits:
            source = hits[0].passage.source
            if (document := await self._read(trace, source, unreadable)) is not None:
                facts[source] = document.facts
                return _with_rest(document, hits)
            hits = [hit for hit in hits if hit.passage.source != source]
        return hits

    async def _read(self, trace: Trace, source: str, unreadable: dict[str, str]) -> Document | None:
        async with trace.tool("read_document", input={"source": source}, description=f"Read {source}") as call:
            await self._pace.pause(TOOL_SECONDS / 2)
            try:
                document = await asyncio.to_thread(self._library.read, source)
            except DocumentError as error:
                call.error = str(error)
                unreadable[source] = str(error)
                return None
            headings = dict.fromkeys(passage.heading for passage in document.passages if passage.heading)
            call.result = {"title": document.title, "kind": document.kind, "headings": list(headings)}
        return document

    async def _try_unreadable(self, trace: Trace, terms: Sequence[Term]) -> dict[str, str]:
        """Files that cannot be read, and whose names say that they would have mattered."""
        unreadable: dict[str, str] = {}
        wanted = {each for term in terms if not term.generic for each in term.stems}
        for source, problem in (await asyncio.to_thread(self._library.problems)).items():
            if not wanted.isdisjoint(stems(source)):
                async with trace.tool("read_document", input={"source": source}, description=f"Read {source}") as call:
                    await self._pace.pause(TOOL_SECONDS / 2)
                    call.error = unreadable[source] = problem
        return unreadable

    # Both sides of a comparison ---------------------------------------------------------------------------------------

    async def _compare(self, trace: Trace, plan: Plan) -> Evidence:
        unreadable: dict[str, str] = {}
        facts: Facts = {}
        results = await asyncio.gather(*(self._side(trace, plan, side, unreadable, facts) for side in plan.sides))
        sides = tuple(tuple(found.hits) for found in results)
        missing = dict.fromkeys(word for found in results for word in found.missing)
        hits = {(hit.passage.source, hit.passage.number): hit for side in sides for hit in side}
        return Evidence(
            hits=tuple(hits.values()), sides=sides, missing=tuple(missing), unreadable=unreadable, facts=facts
        )

    async def _side(self, trace: Trace, plan: Plan, side: Subject, unreadable: dict[str, str], facts: Facts) -> Found:
        task = f"Find out what the documents say about {side.text}"
        async with trace.assistant("Researcher", task=task, assistant_id="researcher") as helper:
            await self._think(helper, f"My side of the comparison is **{side.text}**.")
            found = await self._search(helper, side.terms, plan, limit=PASSAGES_OF_A_SIDE)
            if not found.hits:
                await self._think(helper, _why_relaxed(found))
                found = await self._search(helper, side.terms, plan, relaxed=True, limit=PASSAGES_OF_A_SIDE)
            if found.hits:
                # A comparison is of one thing with another: the passages of the best document come first.
                best = found.hits[0].passage.source
                found.hits.sort(key=lambda hit: hit.passage.source != best)
                found.hits = await self._read_best(helper, found.hits, unreadable, facts)
            if found.hits:
                helper.result = f"{len(found.hits)} passages, the best in {found.hits[0].passage.title}"
            else:
                helper.result = "Nothing was found"
        return found

    # All documents ----------------------------------------------------------------------------------------------------

    async def _list(self, trace: Trace, plan: Plan) -> Evidence:
        terms = [term for subject in plan.subjects for term in subject.terms] if plan.intent == "list" else []
        what: dict[str, Any] = {"about": " ".join(term.text for term in terms)} if terms else {}
        async with trace.tool("list_documents", input=what, description="Go through all documents") as call:
            documents = await asyncio.to_thread(self._library.documents)
            wanted = [document for document in documents if document.kind == plan.kind] or documents
            found = Found(documents=len(wanted))
            if terms:
                sources = [document.source for document in wanted]
                found = await asyncio.to_thread(
                    self._library.search, terms, only=sources, limit=len(wanted), per_document=1
                )
                found.hits = await asyncio.to_thread(self._complete, found.hits[:MOST_LISTED], terms)
            else:
                found.hits = [_whole(document) for document in wanted if document.passages]
            await self._pace.pause(TOOL_SECONDS)
            call.result = {
                "documents": found.documents,
                "matching": [{"title": hit.passage.title, "source": hit.passage.source} for hit in found.hits],
            }
        facts = {document.source: document.facts for document in wanted}
        return Evidence(hits=tuple(found.hits), missing=tuple(found.missing), facts=facts)

    def _complete(self, hits: Sequence[Hit], terms: Sequence[Term]) -> list[Hit]:
        """The documents that hold all terms, wherever in them."""
        return [hit for hit in hits if not self._library.search(terms, only=[hit.passage.source], limit=1).missing]

    async def _think(self, trace: Trace, text: str) -> None:
        async with trace.reasoning() as step:
            await self._pace.write(step.write, text)


def _close(hits: Sequence[Hit]) -> list[str]:
    """The documents that come nearly as close as the best one."""
    return list(dict.fromkeys(hit.passage.source for hit in hits if hit.coverage >= hits[0].coverage * 0.6))


def _with_rest(document: Document, hits: list[Hit]) -> list[Hit]:
    """The hits, and after them the other passages of a document that the question is clearly about.

    What was asked for may stand in a passage that repeats none of the question's words.
    """
    of_document = [hit for hit in hits if hit.passage.source == document.source]
    clearly = len(of_document) * 2 >= len(hits)
    if not clearly or len(document.passages) > MOST_REST:
        return hits
    known = {hit.passage.number for hit in of_document}
    rest = [
        Hit(passage=passage, score=0.3, coverage=0.0, snippet=snippet(passage.text, ()))
        for passage in document.passages
        if passage.number not in known
    ]
    return [*hits, *rest]


def _whole(document: Document) -> Hit:
    """A document as a hit of its own, for lists."""
    passage = next((each for each in document.passages if each.heading == "At a glance"), document.passages[0])
    return Hit(passage=passage, score=1.0, coverage=1.0, snippet=document.summary[:240])


def _shown(hit: Hit) -> dict[str, Any]:
    passage: Passage = hit.passage
    return {
        "title": passage.title,
        "heading": passage.heading,
        "source": passage.source,
        "score": hit.score,
        "snippet": hit.snippet,
    }


def _why_relaxed(found: Found) -> str:
    if found.missing:
        names = " or ".join(f"**{word}**" for word in found.missing)
        return (
            f"No passage speaks of the whole question, and none of them has {names}. "
            "I try again and take passages that touch any part of it."
        )
    return (
        "Every word occurs somewhere, but no passage has enough of them together. "
        "I try again and take passages that touch any part of the question."
    )
