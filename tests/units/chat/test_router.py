"""What the router makes of a question."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.units.chat.helpers import plan
from thinking_ui.chat.agents.router import narration


@pytest.mark.parametrize(
    ("text", "intent", "expects", "kind"),
    [
        ("Hello!", "greeting", "anything", None),
        ("Oi, tudo bem?", "greeting", "anything", None),
        ("Thanks a lot", "thanks", "anything", None),
        ("What can you do?", "about", "anything", None),
        ("o que você sabe?", "about", "anything", None),
        ("???", "unclear", "anything", None),
        ("the of and", "unclear", "anything", None),
        ("What case studies do you have?", "list", "anything", "case study"),
        ("Which projects used FastAPI?", "list", "anything", "case study"),
        ("Which documents mention accessibility?", "list", "anything", None),
        ("How many projects used Claude?", "list", "number", "case study"),
        ("Which project took the longest?", "list", "anything", "case study"),
        ("Compare the clinic line and the claims project", "comparison", "anything", None),
        ("LangGraph vs Dagster", "comparison", "anything", None),
        ("Which is cheaper, the support assistant or the permit desk?", "comparison", "money", None),
        ("Qual a diferença entre o banco e a seguradora?", "comparison", "anything", None),
        ("We need a voice agent for a dental clinic", "enquiry", "anything", "case study"),
        ("Do you have experience with Rust?", "enquiry", "anything", "case study"),
        ("Vocês têm experiência com agentes de voz?", "enquiry", "anything", "case study"),
        ("Can you build a vision system for drones?", "enquiry", "anything", "case study"),
        ("How long did the clinic project take?", "question", "duration", None),
        ("hi there, how long did the clinic project take?", "question", "duration", None),
        ("Quanto custa um projeto?", "question", "money", None),
        ("Why did you drop the neural networks?", "question", "reason", None),
        ("What happens when I lose the connection?", "question", "anything", None),
        ("When was the archive done?", "question", "date", None),
        ("How do I install the kit?", "question", "steps", "document"),
        ("What does THINKING_UI_CORPUS do?", "question", "anything", "document"),
        ("What did you learn from the claims project?", "question", "anything", None),
        ("What does a project cost?", "question", "money", None),
    ],
)
def test_a_question_and_its_plan(text: str, intent: str, expects: str, kind: str | None):
    made = plan(text)
    assert (made.intent, made.expects, made.kind) == (intent, expects, kind)
    assert narration(made)


def test_subjects_are_neighbouring_words_as_they_were_written():
    made = plan("We need a voice agent for a dental clinic in Spanish, built with FastAPI.")
    assert [subject.text for subject in made.subjects] == ["voice agent", "dental clinic", "Spanish", "FastAPI"]


def test_the_sides_of_a_comparison():
    made = plan("What is the difference between BM25 and the embeddings?")
    assert [side.text for side in made.sides] == ["BM25", "embeddings"]


def test_a_comparison_of_a_thing_with_itself_is_none():
    assert plan("Compare BM25 and BM25").intent != "comparison"


@pytest.mark.parametrize(
    ("text", "fact", "most"),
    [
        ("Which project took the longest?", "duration", True),
        ("What was your shortest project?", "duration", False),
        ("Which project had the largest team?", "team", True),
        ("What is the latest project?", "year", True),
        ("Qual foi o projeto mais longo?", "duration", True),
    ],
)
def test_an_order_is_recognised(text: str, fact: str, most: bool):
    order = plan(text).order
    assert order is not None
    assert (order.fact, order.most) == (fact, most)


@pytest.mark.parametrize(
    ("text", "locale", "language"),
    [
        ("Quanto tempo levou?", "en-US", "pt"),
        ("How long did it take?", "pt-BR", "en"),
        ("clínica voz agendamento", "en-US", "pt"),
        ("BM25", "pt-BR", "pt"),
        ("BM25", "de", "en"),
    ],
)
def test_the_language_is_that_of_the_question_before_that_of_the_page(text: str, locale: str, language: str):
    assert plan(text, locale=locale).language == language


def answer_about(*sources: str) -> dict[str, object]:
    shown = [{"number": number, "source": source} for number, source in enumerate(sources, start=1)]
    return {"role": "assistant", "segments": [{"type": "text", "text": "…"}], "artifacts": {"sources": shown}}


def test_a_question_that_goes_on_is_about_the_documents_of_the_answer_before():
    history = [{"role": "user", "segments": []}, answer_about("corpus/a.md", "corpus/b.md", "corpus/a.md")]
    made = plan("And how long did it take?", history=history)
    assert made.continues == ("corpus/a.md", "corpus/b.md")
    assert "corpus/a.md" in narration(made)


def test_a_question_that_stands_alone_does_not_go_on():
    history = [answer_about("corpus/a.md")]
    assert plan("Have you built speech recognition for the clinics in Denmark?", history=history).continues == ()
    assert plan("Hello!", history=history).continues == ()


def test_there_is_nothing_to_go_on_from_at_first():
    assert plan("How long did it take?").continues == ()


@given(st.text(max_size=300))
def test_every_text_has_a_plan(text: str):
    assert narration(plan(text))


def test_a_very_long_text_is_read_in_no_time():
    assert plan("compare a and " * 20_000).question.startswith("compare")
    assert plan("which " * 20_000 + "projects?").intent
