"""The local model: right answers with the right sources, and honest ones where there are none."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.units.chat.helpers import CORPUS, evidence, library, material, plan
from thinking_ui.chat.citations import cited
from thinking_ui.chat.contract import Material
from thinking_ui.chat.matching import candidates, requirements
from thinking_ui.chat.models.local.briefing import experience, fit_brief
from thinking_ui.chat.models.local.composing import compose
from thinking_ui.chat.retrieval import Library

LIBRARY = library()


async def answer(question: str, documents: Library | None = None) -> tuple[str, set[str]]:
    """The text of an answer without its list of sources, and the documents that it cites."""
    asked = await material(question, documents or LIBRARY)
    text = compose(asked).text(asked)
    sources = {source.number: source.source for source in asked.evidence.sources}
    return text.split("**Sources**")[0].split("**Fontes**")[0], {sources[number] for number in cited(text)}


@pytest.mark.parametrize(
    ("question", "facts", "source"),
    [
        ("How long did the clinic phone line take?", ["14 weeks"], "voice-booking-clinics"),
        (
            "Why did you drop the neural networks?",
            ["no better than the trees", "thirty times"],
            "demand-forecast-grocer",
        ),
        ("What does discovery cost?", ["14,000 euros"], "how-we-work"),
        ("How many false alarms did the rail inspection have?", ["0.8 false alarms"], "track-inspection-rail"),
        ("How accurate was the handwriting recognition?", ["6.8 percent"], "archive-search-museum"),
        ("What did you learn from the claims project?", ["Start with the review screen"], "claims-triage-insurer"),
        ("Which model does the permit desk use?", ["Qwen", "vLLM"], "permit-desk-city"),
        ("Have you built anything with LangGraph?", ["LangGraph graph", "Yes"], "code-migration-bank"),
        ("Do you build mobile apps?", ["no native mobile apps"], "how-we-work"),
        ("Who labelled the images?", ["two retired inspectors"], "track-inspection-rail"),
        ("What is the error rate of the claims extraction?", ["0.4 percent"], "claims-triage-insurer"),
        ("Can the voice line give medical advice?", ["never gives medical advice"], "voice-booking-clinics"),
        ("How does a project with you start?", ["paid discovery of two weeks"], "how-we-work"),
        ("How much of the handling time did the support assistant save?", ["22 percent"], "support-assistant-telecom"),
        ("How many programs did the bank have to migrate?", ["1,140 SAS programs"], "code-migration-bank"),
        ("What does the server of the permit desk cost?", ["410 euros a month"], "permit-desk-city"),
        ("How many letters does the archive hold?", ["190,000 letters"], "archive-search-museum"),
        (
            "How much waste did the grocery wholesaler save?",
            ["4.9 percent", "1.1 million euros"],
            "demand-forecast-grocer",
        ),
        ("Which project took the longest?", ["Finding loose fastenings", "40 weeks"], "track-inspection-rail"),
        ("Quanto tempo levou o projeto do banco?", ["34 weeks"], "code-migration-bank"),
        ("Quanto custa um projeto?", ["14,000 euros", "21,000 euros"], "how-we-work"),
        ("Vocês têm experiência com agentes de voz?", ["Sim", "The voice agent"], "voice-booking-clinics"),
    ],
)
async def test_an_answer_has_the_right_facts_and_the_right_source(question: str, facts: list[str], source: str):
    text, sources = await answer(question)
    assert [fact for fact in facts if fact not in text] == []
    assert f"corpus/{source}.md" in sources


@pytest.mark.parametrize(
    ("question", "fact"),
    [
        ("How do I install the kit?", "pip install reflex-thinking"),
        ("Which languages does the kit speak?", "English, Arabic, Chinese"),
        ("Which folder does THINKING_UI_CORPUS name?", "THINKING_UI_CORPUS"),
    ],
)
async def test_questions_about_the_kit_are_answered_from_its_documentation(question: str, fact: str):
    text, sources = await answer(question)
    assert fact in text
    assert any(not source.startswith("corpus/") for source in sources)


async def test_all_answers_are_different():
    questions = ["What does discovery cost?", "Do you build mobile apps?", "How does a project start?", "Who are you?"]
    assert len({(await answer(question))[0] for question in questions}) == len(questions)


async def test_the_same_question_has_the_same_answer():
    assert await answer("What did the bank migration cost?") == await answer(
        "What did the bank migration cost?", library()
    )


@pytest.mark.parametrize(
    "question",
    [
        "What is the capital of France?",
        "asdkjh qwoieu zzz",
        "Who won the football championship?",
        "Do you have experience with Rust?",
    ],
)
async def test_what_the_documents_do_not_know_is_said_so_and_nothing_is_cited(question: str):
    text, sources = await answer(question)
    assert "say nothing about" in text or "No documented project deals with" in text
    assert sources == set()


async def test_a_question_in_another_language_is_told_which_ones_are_understood():
    text, _ = await answer("Haben Sie Erfahrung mit Spracherkennung?")
    assert text.endswith("I understand questions in English and Portuguese; the documents are in English.")


async def test_what_is_known_in_part_is_answered_in_part():
    text, sources = await answer("We need a voice agent for a dental clinic in Spanish")
    assert text.startswith("In part: one of the documented projects comes close")
    assert "Not covered by any document: **dental** and **Spanish**." in text
    assert sources == {"corpus/voice-booking-clinics.md"}


async def test_a_passage_that_only_shares_a_word_is_not_passed_off_as_an_answer():
    text, _ = await answer("What is the weather in Lisbon tomorrow?")
    assert text.startswith(
        "The documents do not answer this as a whole: nothing in them mentions **Lisbon** and **tomorrow**."
    )


async def test_a_list_names_what_matches_and_nothing_else():
    text, sources = await answer("Which projects used FastAPI?")
    assert text.startswith("Two documents mention **FastAPI**:")
    assert sources == {"corpus/voice-booking-clinics.md", "corpus/support-assistant-telecom.md"}


async def test_a_list_of_all_projects():
    text, _ = await answer("What case studies do you have?")
    assert text.startswith("Eight documents match:")
    assert text.count("\n- **") == 8


async def test_a_list_without_any():
    text, _ = await answer("Which projects used COBOL?")
    assert text == "None of the case studies mentions **COBOL**."


async def test_projects_that_are_compared_get_a_table_of_their_facts():
    text, sources = await answer("Compare the clinic phone line and the insurance claims project")
    assert "| Duration | 14 weeks | 20 weeks |" in text
    assert "| Team | 4 people | 5 people |" in text
    assert sources == {"corpus/voice-booking-clinics.md", "corpus/claims-triage-insurer.md"}


async def test_things_that_are_mentioned_in_projects_are_compared_by_what_is_said_of_them():
    text, sources = await answer("What is the difference between BM25 and embeddings?")
    assert "| Duration" not in text
    assert "switching off BM25 cost nine points" in text
    assert "Embeddings alone were poor with names" in text
    assert sources == {"corpus/support-assistant-telecom.md", "corpus/archive-search-museum.md"}


async def test_a_comparison_answers_what_it_asks_for():
    text, _ = await answer("Which is cheaper, the support assistant or the permit desk?")
    assert "An answer costs 0.7 cents" in text
    assert "The server costs 410 euros a month" in text


async def test_a_side_that_is_not_there_is_said_so():
    text, _ = await answer("Compare FastAPI and COBOL")
    assert "The documents say nothing about **COBOL**." in text
    assert "is built with Python, FastAPI" in text


@pytest.mark.parametrize(
    ("question", "beginning"),
    [
        ("Hello!", "Hello!"),
        ("Olá!", "Olá!"),
        ("Thanks!", "You are welcome."),
        ("obrigado", "De nada."),
        ("???", "I could not find anything"),
    ],
)
async def test_small_talk_is_answered_in_kind(question: str, beginning: str):
    assert (await answer(question))[0].startswith(beginning)


async def test_what_it_can_be_asked_is_what_there_is():
    text, _ = await answer("What can you do?")
    assert all(f"**{document.title}**" in text for document in LIBRARY.documents())


async def test_a_file_that_could_not_be_read_is_mentioned(tmp_path: Path):
    (tmp_path / "bees.md").write_text("# Bees\n\nPrices of honey rise.\n")
    (tmp_path / "prices.md").write_bytes(b"\xff\xfe")
    text, _ = await answer("What are the prices of honey?", library(tmp_path))
    assert "Prices of honey rise [1]." in text
    assert f"I could not read `{tmp_path.name}/prices.md`" in text


async def test_another_corpus_gives_other_answers(tmp_path: Path):
    (tmp_path / "bees.md").write_text("# Bees\n\n## Honey\n\nA hive makes 30 kilograms of honey a year.\n")
    text, sources = await answer("How much honey does a hive make?", library(tmp_path))
    assert "30 kilograms of honey" in text
    assert sources == {f"{tmp_path.name}/bees.md"}
    assert "say nothing about" in (await answer("How long did the clinic take?", library(tmp_path)))[0]


async def test_markup_in_documents_and_questions_does_not_become_markup_of_the_answer(tmp_path: Path):
    (tmp_path / "a.md").write_text(
        "# Honey\n\nHoney <img src=x onerror=alert(1)> is ![sweet](http://evil.example/x.png) and [good](javascript:alert(1)).\n"
    )
    text, _ = await answer("Is honey <script>alert(1)</script> | sweet?", library(tmp_path))
    assert "<" not in text.replace("<details>", "")
    assert "evil.example" not in text
    assert "javascript:" not in text
    assert "Honey is and good" in text
    compared, _ = await answer("Compare **honey** and [x](javascript:alert(1))|`wax`", library(tmp_path))
    assert "javascript:" not in compared


# Artefacts ------------------------------------------------------------------------------------------------------------


async def enquiry(question: str) -> Material:
    found, _ = await evidence(question, LIBRARY)
    asked = plan(question)
    return Material(
        plan=asked,
        evidence=found,
        requirements=requirements(LIBRARY, asked),
        candidates=candidates(LIBRARY, asked, found),
    )


async def test_a_brief_names_what_is_documented_and_what_is_not():
    brief = fit_brief(await enquiry("We need a voice agent for a dental clinic in Spanish"))
    assert brief.headline == "A partial fit: 1 of 3 points are documented"
    assert brief.strengths[0].startswith("voice agent: The voice agent picks up over SIP")
    assert brief.gaps == [
        "dental clinic: only *clinic* comes up, not *dental*",
        "Spanish: no project in the documents deals with it",
    ]
    assert 0.3 < brief.confidence < 0.6


async def test_a_brief_is_surer_the_more_is_documented():
    sure = fit_brief(await enquiry("We need computer vision for trains"))
    half = fit_brief(await enquiry("We need computer vision for submarines"))
    none = fit_brief(await enquiry("We need blockchain for submarines"))
    assert sure.confidence > half.confidence > none.confidence
    assert none.headline == "No documented experience with this"
    assert (none.strengths, len(none.gaps)) == ([], 2)


async def test_experience_is_the_documents_that_speak_of_it_the_best_first():
    found = experience(await enquiry("Do you have experience with speech recognition in clinics?"))
    assert found[0].source == "corpus/voice-booking-clinics.md"
    assert found[0].role == "Design, speech pipeline, integration with the booking system"
    assert "*speech*" in found[0].relevance
    assert all((CORPUS.parent / each.source).exists() for each in found)


async def test_no_experience_is_claimed_with_what_no_document_mentions():
    assert experience(await enquiry("Do you have experience with Rust?")) == []


async def test_artefacts_speak_portuguese_when_asked_in_it():
    brief = fit_brief(await enquiry("Precisamos de um agente de voz para uma clínica"))
    assert "pontos documentados" in brief.headline
