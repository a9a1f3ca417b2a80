"""What the documents show for each point of an enquiry, and what a visitor could ask next. Blocking, like the library."""

from __future__ import annotations

from collections.abc import Sequence

from .contract import CHIP_LENGTH, MOST_CHIPS, Candidate, Evidence, Hit, Plan, Requirement, Term
from .documents import Document
from .questions import kind_of, terms_of
from .retrieval import Library

EXPERIENCE = "case study"
MOST_REQUIREMENTS = 6
MOST_CANDIDATES = 6
LEAST_CHIPS = 2
LEAST_COVERAGE = 0.2
"""Less of a point than this is no experience with it."""


def experience_documents(library: Library) -> list[Document]:
    """The documents that show experience: the case studies, or all of them in a corpus that has none."""
    documents = library.documents()
    return [document for document in documents if document.kind == EXPERIENCE] or documents


def requirements(library: Library, plan: Plan) -> tuple[Requirement, ...]:
    """What a visitor needs, point by point, each with the documents that speak of it."""
    sources = [document.source for document in experience_documents(library)]
    found: list[Requirement] = []
    for subject in plan.subjects[:MOST_REQUIREMENTS]:
        hits = library.search(subject.terms, only=sources, limit=3, per_document=1).hits
        if not hits:
            hits = library.search(subject.terms, only=sources, limit=3, per_document=1, relaxed=True).hits
        best = max((hit.coverage for hit in hits), default=0.0)
        near = tuple(hit for hit in hits if hit.coverage >= max(LEAST_COVERAGE, best * 0.9))
        missing = _absent(library, subject.terms, near)
        found.append(Requirement(text=subject.text, terms=subject.terms, hits=near, missing=missing))
    return tuple(found)


def _absent(library: Library, terms: Sequence[Term], hits: Sequence[Hit]) -> tuple[str, ...]:
    if not hits:
        return tuple(term.text for term in terms)
    return tuple(library.search(terms, only=[hits[0].passage.source], limit=1).missing)


def candidates(library: Library, plan: Plan, evidence: Evidence) -> tuple[Candidate, ...]:
    """The documents that may be shown as experience with what was asked for, the best first."""
    documents = {document.source: document for document in experience_documents(library)}
    terms = [term for term in plan.terms if not term.generic]
    by_source: dict[str, Hit] = {}
    for hit in evidence.hits:
        if hit.passage.source in documents and hit.coverage > 0:
            by_source.setdefault(hit.passage.source, hit)
    if terms:
        for hit in library.search(terms, only=documents, limit=MOST_CANDIDATES * 2, per_document=2).hits:
            known = by_source.setdefault(hit.passage.source, hit)
            if known.passage.heading == "At a glance":  # a sentence says more than a list of facts
                by_source[hit.passage.source] = hit
    found: list[Candidate] = []
    for source, hit in list(by_source.items())[:MOST_CANDIDATES]:
        document = documents[source]
        absent = library.search(terms, only=[source], limit=1).missing if terms else []
        covers = tuple(term.text for term in terms if term.text not in absent)
        found.append(
            Candidate(
                title=document.title,
                source=source,
                role=document.facts.get("role"),
                summary=document.summary,
                covers=covers,
                hit=hit,
            )
        )
    found.sort(key=lambda candidate: (-len(candidate.covers), -candidate.hit.score))
    return tuple(found)


# What to ask next -----------------------------------------------------------------------------------------------------

_FACTS = {
    "en": {
        "duration": "How long did the work for {client} take?",
        "stack": "What was built for {client}, and with what?",
        "results": "What results did the work for {client} have?",
        "what we learned": "What did you learn from the work for {client}?",
        "problem": "What was the problem of {client}?",
    },
    "pt": {
        "duration": "Quanto tempo levou o trabalho para {client}?",
        "stack": "O que foi construído para {client}?",
        "results": "Que resultados teve o trabalho para {client}?",
        "what we learned": "O que vocês aprenderam com {client}?",
        "problem": "Qual era o problema de {client}?",
    },
}
_HEADING = {"en": "What is there about “{heading}”?", "pt": "O que há sobre “{heading}”?"}


def follow_ups(library: Library, plan: Plan, evidence: Evidence) -> tuple[str, ...]:
    """Questions that go on from an answer and that the documents can answer: each is tried before it is offered."""
    documents = {document.source: document for document in library.documents()}
    sources = list(dict.fromkeys(hit.passage.source for hit in evidence.hits if hit.coverage > 0))
    used = {(hit.passage.source, hit.passage.heading) for hit in evidence.hits[:2]}
    order = [documents[source] for source in sources if source in documents]
    others = [document for document in experience_documents(library) if document.source not in sources]
    # Something about the best document, something about the next, then something else.
    start = sum(map(ord, plan.question)) % max(1, len(others))
    others = others[start:] + others[:start]
    chips: list[str] = []
    for document, most in [*((each, 2) for each in order[:2]), *((each, 1) for each in others[:4])]:
        offered = 0
        for question in _questions(document, plan, used):
            if len(chips) >= MOST_CHIPS - 1 or offered >= most:
                break
            if question not in chips and question != plan.question.strip() and _leads_to(library, question, document):
                chips.append(question)
                offered += 1
    return tuple(chips)


def _questions(document: Document, plan: Plan, used: set[tuple[str, str]]) -> list[str]:
    client = document.facts.get("client", "").split(",")[0].strip()
    if client.startswith("The "):
        client = f"the {client[4:]}"
    headings = list(dict.fromkeys(passage.heading for passage in document.passages if passage.heading))
    made: list[str] = []
    if client:
        templates = _FACTS[plan.language]
        known = {heading.casefold() for heading in headings} | document.facts.keys()
        spent = {heading.casefold() for source, heading in used if source == document.source}
        if plan.expects == "duration":
            spent.add("duration")
        made = [
            templates[name].format(client=client)
            for name in ("results", "what we learned", "duration", "problem", "stack")
            if name in known and name not in spent
        ]
    else:
        fresh = [*(heading for heading in headings if (document.source, heading) not in used), document.title]
        made = [_HEADING[plan.language].format(heading=heading.rsplit(" › ", 1)[-1]) for heading in fresh]
    return [question for question in made if len(question) <= CHIP_LENGTH]


def _leads_to(library: Library, question: str, document: Document) -> bool:
    """Whether searching for a question finds the document that it is about."""
    terms = terms_of(question)
    hits = library.search(terms, limit=1, kind=kind_of(question, "question")).hits
    return bool(hits) and hits[0].passage.source == document.source
