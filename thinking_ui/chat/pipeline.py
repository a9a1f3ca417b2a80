"""The order in which the agents work. Each is a step of its own, from typed input to typed output; this only wires them.

::

    Router → Retrieval → Response → FitBrief and RelevantExperience, side by side → Validator → done
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable
from typing import TypeVar

from reflex_thinking import Trace, Turn
from reflex_thinking import canonical as ev

from .agents.fit_brief import FitBriefAgent
from .agents.relevant_experience import RelevantExperienceAgent
from .agents.response import ResponseAgent
from .agents.retrieval import RetrievalAgent
from .agents.router import RouterAgent, narration
from .agents.validator import ValidatorAgent
from .citations import cited
from .contract import Answer, Checked, Evidence, Material, Plan, Source
from .history import said
from .matching import EXPERIENCE, candidates, requirements
from .models.base import Model
from .pace import Pace
from .retrieval import Library

logger = logging.getLogger(__name__)

Made = TypeVar("Made")


class ChatPipeline:
    """Answers turns with a model over a library.

    Args:
        library: The documents.
        model: Who answers.
    """

    def __init__(self, library: Library, model: Model) -> None:
        self._library = library
        self._pace = model.pace
        self.router = RouterAgent()
        self.retrieval = RetrievalAgent(library, model.pace)
        self.response = ResponseAgent(model)
        self.fit_brief = FitBriefAgent(library, model)
        self.relevant_experience = RelevantExperienceAgent(library, model)
        self.validator = ValidatorAgent(library)

    async def run(self, trace: Trace, turn: Turn) -> None:
        """Answer a turn, each agent's work being a step of the trace."""
        plan = self.router.run(turn)
        async with trace.reasoning() as step:
            await self._pace.write(step.write, narration(plan))
        evidence = await self.retrieval.run(trace, plan)
        material = Material(plan=plan, evidence=evidence, history=said(turn.history), locale=turn.locale)
        answer = await self.response.run(trace, material)
        brief, experience = await asyncio.gather(
            _optional(self.fit_brief.run(trace, material)) if wants_brief(plan) else _nothing(),
            _optional(self.relevant_experience.run(trace, material))
            if wants_experience(plan, evidence)
            else _nothing(),
        )
        checked = await self.validator.run(trace, material, answer, brief, experience or ())
        _show(trace, material, answer, checked)

    async def run_structured(self, trace: Trace, turn: Turn) -> None:
        """Answer a turn in one structured piece: the same agents, with one call of the model for all that it makes."""
        plan = self.router.run(turn)
        evidence = await RetrievalAgent(self._library, Pace(0)).run(trace, plan)
        material = Material(
            plan=plan,
            evidence=evidence,
            history=said(turn.history),
            locale=turn.locale,
            requirements=await asyncio.to_thread(requirements, self._library, plan) if wants_brief(plan) else (),
            candidates=await asyncio.to_thread(candidates, self._library, plan, evidence)
            if wants_experience(plan, evidence)
            else (),
        )
        answer, whole = await self.response.run_structured(trace, material)
        brief = whole.fitBrief if wants_brief(plan) else None
        checked = await self.validator.run(trace, material, answer, brief, whole.relevantExperience)
        _show(trace, material, answer, checked)


def wants_brief(plan: Plan) -> bool:
    """Whether a question is one that a brief can answer: somebody needs something."""
    return plan.intent == "enquiry" and bool(plan.subjects) and plan.kind != "document"


def wants_experience(plan: Plan, evidence: Evidence) -> bool:
    """Whether projects belong beside the answer."""
    if plan.intent == "enquiry":
        return bool(plan.subjects) and plan.kind != "document"
    telling = any(not term.generic for term in plan.terms)
    return (
        telling
        and plan.intent in ("question", "comparison")
        and any(hit.passage.kind == EXPERIENCE and hit.coverage >= 0.5 for hit in evidence.hits)
    )


async def quiet(events: AsyncIterator[ev.AnyEvent]) -> AsyncIterator[ev.AnyEvent]:
    """Only what is no step: the answer, its artefacts, and what concerns the message as a whole."""
    shown = (ev.TextDelta, ev.Artifact, ev.MessageStarted, ev.MessageFinal, ev.MessageError, ev.MessageCancelled)
    try:
        async for event in events:
            if isinstance(event, shown) and not event.parent_id:
                yield event
    finally:
        await events.aclose()  # pyright: ignore[reportAttributeAccessIssue] - a generator; stopping must reach it


async def _optional(work: Awaitable[Made]) -> Made | None:
    """What an agent makes, or None when it fails: its step says so, and the answer stands without it."""
    try:
        return await work
    except Exception:
        logger.exception("An agent that an answer can do without has failed.")
        return None


async def _nothing() -> None:
    return None


def _show(trace: Trace, material: Material, answer: Answer, checked: Checked) -> None:
    """Hand what was made beside the answer to the page."""
    if sources := used_sources(material.evidence, answer):
        trace.artifact("sources", [source.model_dump(mode="json") for source in sources])
    if checked.fit_brief is not None:
        trace.artifact("fitBrief", checked.fit_brief.model_dump(mode="json"))
    if checked.experience:
        shown = [each.model_dump(mode="json", exclude_none=True) for each in checked.experience]
        trace.artifact("relevantExperience", shown)
    if checked.chips:
        trace.artifact("chips", list(checked.chips))


def used_sources(evidence: Evidence, answer: Answer) -> list[Source]:
    """The passages that an answer cites, in the order in which it does."""
    by_number = {source.number: source for source in evidence.sources}
    return [by_number[number] for number in cited(answer.text) if number in by_number]
