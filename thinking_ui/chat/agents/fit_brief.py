"""The fit brief: how well the documented experience fits what a visitor needs."""

from __future__ import annotations

import asyncio

from reflex_thinking import Trace

from ..contract import FitBrief, Material
from ..matching import requirements
from ..models.base import Model
from ..retrieval import Library

TOOL_SECONDS = 0.3


class FitBriefAgent:
    """Matches each point of an enquiry with the documents and has the model write the brief.

    Args:
        library: The documents.
        model: Who writes.
    """

    def __init__(self, library: Library, model: Model) -> None:
        self._library = library
        self._model = model

    async def run(self, trace: Trace, material: Material) -> FitBrief:
        """The brief for an enquiry."""
        plan = material.plan
        task = "Say how well the documented experience fits what is needed"
        async with trace.assistant("Fit brief", task=task, assistant_id="fit-brief") as helper:
            points = [subject.text for subject in plan.subjects]
            async with helper.tool(
                "match_requirements",
                input={"requirements": points},
                description="Look for each point in the case studies",
            ) as call:
                needs = await asyncio.to_thread(requirements, self._library, plan)
                await self._model.pace.pause(TOOL_SECONDS)
                call.result = {need.text: [hit.passage.title for hit in need.hits] for need in needs}
            brief = await self._model.fit_brief(helper, material.model_copy(update={"requirements": needs}))
            helper.result = brief.headline
        return brief
