"""The validator: nothing reaches the page that is not what it claims to be."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence

from reflex_thinking import Trace

from ..citations import cited
from ..contract import CHIP_LENGTH, MOST_CHIPS, Answer, Checked, Experience, FitBrief, Material
from ..matching import LEAST_CHIPS, follow_ups
from ..retrieval import Library

MOST_CONFIDENCE_UNFOUND = 0.2
"""A brief may not be surer than this when nothing was found."""


class ValidatorAgent:
    """Checks the answer and its artefacts; what is wrong is repaired, else dropped, and reported either way.

    Args:
        library: The documents.
    """

    def __init__(self, library: Library) -> None:
        self._library = library

    async def run(
        self,
        trace: Trace,
        material: Material,
        answer: Answer,
        brief: FitBrief | None = None,
        experience: Sequence[Experience] = (),
    ) -> Checked:
        """What may be shown."""
        what = {
            "citations": [f"[{number}]" for number in cited(answer.text)],
            "artefacts": [
                *(["fitBrief"] if brief else []),
                *(["relevantExperience"] if experience else []),
                "chips",
            ],
        }
        async with trace.tool("validate_answer", input=what, description="Check citations and artefacts") as call:
            checked = await asyncio.to_thread(self._check, material, answer, brief, experience)
            call.result = {
                "problems": list(checked.problems),
                "chips": len(checked.chips),
                "relevantExperience": len(checked.experience),
            }
        return checked

    def _check(
        self, material: Material, answer: Answer, brief: FitBrief | None, experience: Sequence[Experience]
    ) -> Checked:
        problems = [
            f"The answer cited {number}, which is no source: the citation was taken out"
            for number in answer.dropped_citations
        ]
        if _should_cite(material) and not cited(answer.text):
            problems.append("The answer cites no source")
        return Checked(
            fit_brief=_checked_brief(brief, material, problems),
            experience=self._checked_experience(experience, problems),
            chips=self._checked_chips(answer.chips, material, problems),
            problems=tuple(problems),
        )

    def _checked_experience(self, experience: Iterable[Experience], problems: list[str]) -> tuple[Experience, ...]:
        titles = {document.source: document.title for document in self._library.documents()}
        kept: dict[str, Experience] = {}
        for each in experience:
            if each.source not in titles:
                problems.append(f"relevantExperience named {each.source!r:.80}, which is no document: dropped")
            elif each.source in kept:
                problems.append(f"relevantExperience named {each.source!r} twice: kept once")
            else:
                title = titles[each.source]
                if each.title != title:
                    problems.append(
                        f"relevantExperience called {each.source!r} {each.title!r:.80}: its title was put back"
                    )
                kept[each.source] = each.model_copy(update={"title": title})
        return tuple(kept.values())

    def _checked_chips(self, chips: Iterable[str], material: Material, problems: list[str]) -> tuple[str, ...]:
        kept: dict[str, None] = {}
        for chip in chips:
            text = " ".join(str(chip).split())
            if not text or len(text) > CHIP_LENGTH:
                problems.append(f"A chip of {len(text)} characters was dropped: 1 to {CHIP_LENGTH} are allowed")
            elif text != material.plan.question.strip():
                kept[text] = None
        if len(kept) < LEAST_CHIPS:
            kept.update(dict.fromkeys(follow_ups(self._library, material.plan, material.evidence)))
        return tuple(kept)[:MOST_CHIPS]


def _should_cite(material: Material) -> bool:
    return material.evidence.answers and material.plan.intent in ("question", "enquiry", "comparison")


def _checked_brief(brief: FitBrief | None, material: Material, problems: list[str]) -> FitBrief | None:
    if brief is None:
        return None
    found = bool(material.evidence.hits) or any(need.hits for need in material.requirements)
    if not found and brief.confidence > MOST_CONFIDENCE_UNFOUND:
        problems.append(f"fitBrief was {brief.confidence:.0%} sure although nothing was found: lowered")
        return brief.model_copy(update={"confidence": MOST_CONFIDENCE_UNFOUND})
    return brief
