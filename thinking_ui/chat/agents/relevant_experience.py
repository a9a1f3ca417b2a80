"""Relevant experience: the documents that a visitor should look at."""

from __future__ import annotations

import asyncio

from reflex_thinking import Trace

from ..contract import Experience, Material
from ..matching import candidates
from ..models.base import Model
from ..retrieval import Library

TOOL_SECONDS = 0.3


class RelevantExperienceAgent:
    """Collects the documents that may be relevant and has the model choose and explain.

    Args:
        library: The documents.
        model: Who chooses.
    """

    def __init__(self, library: Library, model: Model) -> None:
        self._library = library
        self._model = model

    async def run(self, trace: Trace, material: Material) -> list[Experience]:
        """The documents with the reason for each, the best first."""
        task = "Choose the case studies that matter here and say why"
        async with trace.assistant("Relevant experience", task=task, assistant_id="relevant-experience") as helper:
            words = [term.text for term in material.plan.terms if not term.generic]
            async with helper.tool(
                "search_documents",
                input={"query": " ".join(words), "in": "case studies"},
                description="Search the case studies",
            ) as call:
                found = await asyncio.to_thread(candidates, self._library, material.plan, material.evidence)
                await self._model.pace.pause(TOOL_SECONDS)
                call.result = [
                    {"title": each.title, "source": each.source, "covers": list(each.covers)} for each in found
                ]
            chosen = await self._model.experience(helper, material.model_copy(update={"candidates": found}))
            count = len(chosen)
            helper.result = f"{count} case stud{'y' if count == 1 else 'ies'}" if count else "None"
        return chosen
