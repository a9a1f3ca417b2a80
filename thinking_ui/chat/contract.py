"""What the agents of the chat hand to one another, and what they hand to the page.

The artefacts (:class:`FitBrief`, :class:`Experience`, :class:`Source` and the chips) go to the browser as JSON under the names
``fitBrief``, ``relevantExperience``, ``sources`` and ``chips``; everything else stays on the server.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

MOST_CHIPS = 4
CHIP_LENGTH = 80

Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
Line = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=400)]
Chip = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=CHIP_LENGTH)]

Intent = Literal["greeting", "thanks", "about", "unclear", "list", "comparison", "enquiry", "question"]
"""What a visitor wants. ``about`` asks what the assistant can do, ``list`` for documents rather than for what is in them."""

Expects = Literal["anything", "duration", "number", "money", "date", "people", "reason", "steps", "code"]
"""What an answer should hold to be one: "how long …" asks for a duration."""


class Frozen(BaseModel):
    """What all of these share: they are not changed once made, and know no other fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


# What the page gets ---------------------------------------------------------------------------------------------------


class FitBrief(Frozen):
    """How well the documented experience fits what a visitor asks for."""

    headline: Line
    summary: Text
    strengths: list[Line] = Field(default_factory=list, max_length=8)
    gaps: list[Line] = Field(default_factory=list, max_length=8)
    confidence: float = Field(ge=0, le=1)


class Experience(Frozen):
    """One document that shows experience with what was asked for."""

    title: Line
    role: Line | None = None
    summary: Text
    relevance: Line
    source: Line = Field(description="The document's path, exactly as given with the passages.")


class Source(Frozen):
    """A passage that an answer may cite by its number."""

    number: int = Field(ge=1)
    title: str
    heading: str = ""
    source: str
    snippet: str = ""


class StructuredAnswer(Frozen):
    """The whole answer in one piece: what is made when thinking is off."""

    answer: Text = Field(description="The answer as Markdown. Cite passages by their number in brackets: [1].")
    chips: list[str] = Field(
        default_factory=list, description="Two to four short questions the visitor could ask next."
    )
    fitBrief: FitBrief | None = None  # noqa: N815 - the name that the page and the API know
    relevantExperience: list[Experience] = Field(default_factory=list)  # noqa: N815


# What the agents hand to one another ----------------------------------------------------------------------------------


class Term(Frozen):
    """One word of a question with everything that counts as finding it."""

    text: str
    stem: str
    stems: frozenset[str]
    """Its own stem and those that count as finding it."""
    generic: bool = False

    @property
    def weight(self) -> float:
        """How much finding it says about a passage, beside how rare it is."""
        return 0.25 if self.generic else 1.0


class Subject(Frozen):
    """A thing that a question is about: neighbouring words, such as "voice agent"."""

    text: str
    terms: tuple[Term, ...]


class Order(Frozen):
    """Documents in the order of a fact, as in "the longest project"."""

    fact: Literal["duration", "team", "year"]
    most: bool


class Plan(Frozen):
    """What the router makes of a question."""

    question: str
    language: Literal["en", "pt"] = "en"
    intent: Intent = "question"
    expects: Expects = "anything"
    subjects: tuple[Subject, ...] = ()
    terms: tuple[Term, ...] = ()
    sides: tuple[Subject, ...] = ()
    """The two things that a comparison is about."""
    kind: str | None = None
    """The kind of document that the question seems to be about."""
    order: Order | None = None
    continues: tuple[str, ...] = ()
    """The documents that the answer before this one was about, when the question goes on from there."""


class Passage(Frozen):
    """A part of a document under one heading."""

    source: str
    title: str
    heading: str = ""
    text: str
    kind: str = "document"
    number: int = 0
    """Its place in the document."""


class Hit(Frozen):
    """A passage that was found, and how well it fits: 0 to 1."""

    passage: Passage
    score: float
    coverage: float
    """The share of the question, by weight, that the passage speaks of."""
    snippet: str = ""


class Evidence(Frozen):
    """What retrieval found."""

    hits: tuple[Hit, ...] = ()
    sides: tuple[tuple[Hit, ...], ...] = ()
    """For a comparison, what was found for each side."""
    missing: tuple[str, ...] = ()
    """Words of the question that no document holds."""
    relaxed: bool = False
    """Nothing fitted the whole question, so that passages which touch a part of it had to do."""
    facts: dict[str, dict[str, str]] = Field(default_factory=dict)
    """By source, what the front matter of the documents says that were opened."""
    unreadable: dict[str, str] = Field(default_factory=dict)
    """Documents that could not be read, and why."""

    @property
    def answers(self) -> bool:
        """Whether there is anything that speaks of the question as a whole."""
        return bool(self.hits) and not self.relaxed

    @property
    def sources(self) -> list[Source]:
        """The passages as the answer may cite them, numbered from 1."""
        return [
            Source(
                number=number,
                title=hit.passage.title,
                heading=hit.passage.heading,
                source=hit.passage.source,
                snippet=hit.snippet,
            )
            for number, hit in enumerate(self.hits, start=1)
        ]


class Requirement(Frozen):
    """Something that a visitor needs, and the documents that show experience with it."""

    text: str
    terms: tuple[Term, ...] = ()
    hits: tuple[Hit, ...] = ()
    """The best passage of each document, the best first."""
    missing: tuple[str, ...] = ()
    """The words of it that the best document does not hold."""


class Candidate(Frozen):
    """A document that may be shown as experience."""

    title: str
    source: str
    role: str | None = None
    summary: str = ""
    covers: tuple[str, ...] = ()
    """The words of the question that it holds."""
    hit: Hit


class Said(Frozen):
    """One earlier message of the thread, as text."""

    role: Literal["user", "assistant"]
    text: str


class Material(Frozen):
    """All that a model gets to make an answer, a brief or a list from."""

    plan: Plan
    evidence: Evidence
    history: tuple[Said, ...] = ()
    requirements: tuple[Requirement, ...] = ()
    """For a brief: what is needed, point by point."""
    candidates: tuple[Candidate, ...] = ()
    """For a list of experience: the documents to choose from, the best first."""
    locale: str = "en-US"


class Answer(Frozen):
    """What the response agent made."""

    text: str
    chips: tuple[str, ...] = ()
    dropped_citations: tuple[str, ...] = ()


class Checked(Frozen):
    """What passed the validator, and what it had to say."""

    chips: tuple[str, ...] = ()
    fit_brief: FitBrief | None = None
    experience: tuple[Experience, ...] = ()
    problems: tuple[str, ...] = ()
