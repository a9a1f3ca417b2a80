"""What a visitor could ask next."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.units.chat.helpers import evidence, library, material, plan
from thinking_ui.chat.matching import follow_ups
from thinking_ui.chat.models.local.composing import compose

LIBRARY = library()
QUESTIONS = [
    "How long did the clinic phone line take?",
    "We need computer vision for trains",
    "How do I install the kit?",
    "What is the capital of France?",
    "Hello!",
    "Compare the bank and the museum project",
    "Quanto custa um projeto?",
]


@pytest.mark.parametrize("question", QUESTIONS)
async def test_questions_to_go_on_with_can_be_answered(question: str):
    found, _ = await evidence(question, LIBRARY)
    chips = follow_ups(LIBRARY, plan(question), found)
    assert 2 <= len(chips) <= 4
    assert len(set(chips)) == len(chips)
    for chip in chips:
        assert 0 < len(chip) <= 80
        asked = await material(chip, LIBRARY)
        assert asked.evidence.answers, chip
        assert "[1]" in compose(asked).text(asked) or "[2]" in compose(asked).text(asked), chip


async def test_different_questions_lead_on_to_different_ones():
    chips = [follow_ups(LIBRARY, plan(question), (await evidence(question, LIBRARY))[0]) for question in QUESTIONS]
    assert len(set(chips)) >= len(QUESTIONS) - 1


async def test_documents_without_headings_are_offered_by_their_titles(tmp_path: Path):
    (tmp_path / "bees.md").write_text("Honey is sweet.\n")
    (tmp_path / "wax-moths.md").write_text("They eat wax.\n")
    documents = library(tmp_path)
    found, _ = await evidence("Is honey sweet?", documents)
    assert follow_ups(documents, plan("Is honey sweet?"), found) == (
        "What is there about “Bees”?",
        "What is there about “Wax moths”?",
    )


async def test_what_was_just_asked_is_not_offered_again():
    question = "How long did the work for Halle & Sons take?"
    found, _ = await evidence(question, LIBRARY)
    assert question not in follow_ups(LIBRARY, plan(question), found)
