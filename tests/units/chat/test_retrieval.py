"""Search in the documents."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.units.chat.helpers import CORPUS, library
from thinking_ui.chat.files import MOST_FILE_BYTES, DocumentError
from thinking_ui.chat.questions import terms_of
from thinking_ui.chat.retrieval import MOST_TERMS, Library

STUDIES = Library([CORPUS])


def best(question: str, **options: object) -> tuple[str, str]:
    hit = STUDIES.search(terms_of(question), **options).hits[0]  # pyright: ignore[reportArgumentType]
    return hit.passage.source.removeprefix("corpus/").removesuffix(".md"), hit.passage.heading


@pytest.mark.parametrize(
    ("question", "document", "heading"),
    [
        ("What does discovery cost?", "how-we-work", "What it costs"),
        ("Whisper transcribes speech over SIP", "voice-booking-clinics", "What we built"),
        ("neural networks for forecasting", "demand-forecast-grocer", "What we built"),
        ("share of missing fastenings that the system finds", "track-inspection-rail", "Results"),
        ("documents split by heading for BM25 and pgvector", "support-assistant-telecom", "What we built"),
        ("spelling before 1911", "archive-search-museum", "What we built"),
        ("agents as nodes of a LangGraph graph", "code-migration-bank", "What we built"),
        ("screen-reader test with blind citizens", "permit-desk-city", "Results"),
        ("confidence calibrated with claims from storms", "claims-triage-insurer", "What we built"),
        ("Whom do you not work for: surveillance, games", "how-we-work", "What we do not do"),
    ],
)
def test_the_best_passage_of_the_real_corpus(question: str, document: str, heading: str):
    assert best(question) == (document, heading)


def test_a_hit_in_a_title_or_heading_counts_more_than_one_in_the_text(tmp_path: Path):
    (tmp_path / "a.md").write_text("# Bees\n\nThey fly.\n")
    (tmp_path / "b.md").write_text("# Trees\n\nSome bees live here.\n\n## Bees\n\nMany of them live here.\n")
    (tmp_path / "c.md").write_text("# Seas\n\nNo animals.\n")
    hits = library(tmp_path).search(terms_of("bees")).hits
    assert [(hit.passage.title, hit.passage.heading) for hit in hits] == [
        ("Bees", ""),
        ("Trees", "Bees"),
        ("Trees", ""),
    ]
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


def test_the_name_of_a_file_can_be_found():
    assert best("the museum")[0] == "archive-search-museum"


def test_portuguese_words_find_english_passages():
    assert best("agentes de voz para clínicas")[0] == "voice-booking-clinics"
    assert best("visão computacional em ferrovias")[0] == "track-inspection-rail"


def test_words_that_no_document_holds_are_named():
    found = STUDIES.search(terms_of("Kubernetes operators in Rust for clinics"))
    assert found.missing == ["Kubernetes", "Rust"]


def test_a_passage_that_speaks_of_too_little_of_the_question_is_no_hit_unless_less_is_demanded():
    terms = terms_of("quantum blockchain clinics metaverse")
    assert STUDIES.search(terms).hits == []
    relaxed = STUDIES.search(terms, relaxed=True)
    assert {hit.passage.source for hit in relaxed.hits} == {"corpus/voice-booking-clinics.md"}
    assert max(hit.coverage for hit in relaxed.hits) < 0.5


def test_a_relaxed_search_finds_beginnings_of_words():
    assert STUDIES.search(terms_of("receptio")).missing == ["receptio"]
    relaxed = STUDIES.search(terms_of("receptio"), relaxed=True)
    assert (relaxed.missing, relaxed.hits[0].passage.source) == ([], "corpus/voice-booking-clinics.md")


def test_a_search_can_be_kept_to_some_documents():
    hits = STUDIES.search(terms_of("model"), only=["corpus/permit-desk-city.md"]).hits
    assert hits
    assert {hit.passage.source for hit in hits} == {"corpus/permit-desk-city.md"}


def test_not_all_hits_come_from_one_document():
    hits = STUDIES.search(terms_of("model"), limit=6, per_document=1).hits
    assert len(hits) == len({hit.passage.source for hit in hits}) > 3


def test_a_snippet_shows_where_the_words_are():
    hit = STUDIES.search(terms_of("emergency human transcript receptionist")).hits[0]
    assert hit.snippet.startswith("… ")
    assert "emergency" in hit.snippet
    assert len(hit.snippet.split()) <= 30


@pytest.mark.parametrize(
    "text",
    [
        '"',
        "NEAR(a b, 5)",
        "title:secret OR body:*",
        "a AND OR NOT b",
        "') ; DROP TABLE passages; --",
        "\x00\x01 clinic",
        "{" * 500,
        "x" * 100_000,
        "clinic " * 20_000,
        "🦜🦜🦜",
        "مرحبا 你好 שלום",
        "\ud800 clinic",
        "^clinic + - : ( ) * \\ ' \"",
        "",
    ],
)
def test_hostile_text_searches_like_any_other(text: str):
    for relaxed in (False, True):
        found = STUDIES.search(terms_of(text), relaxed=relaxed)
        assert len(found.hits) <= 6
    assert STUDIES.search(terms_of("clinic")).hits, "the index is as it was"


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=200))
def test_no_text_can_break_a_search(text: str):
    STUDIES.search(terms_of(text), relaxed=True)


def test_of_a_very_long_question_only_the_first_words_are_looked_for():
    terms = terms_of(" ".join(f"word{number}" for number in range(500)) + " clinic")
    assert len(STUDIES.search(terms, relaxed=True).missing) == MOST_TERMS


# Files ----------------------------------------------------------------------------------------------------------------


def test_another_folder_replaces_the_corpus(tmp_path: Path):
    folder = tmp_path / "papers"
    (folder / "deep").mkdir(parents=True)
    (folder / "deep" / "bees.md").write_text("# Bees\n\nHoney is sweet.\n")
    (folder / "notes.txt").write_text("Honey in a text file.")
    (folder / ".hidden.md").write_text("# Hidden\n\nHoney.")
    documents = library(folder)
    assert [document.source for document in documents.documents()] == ["papers/deep/bees.md"]
    assert [hit.passage.title for hit in documents.search(terms_of("honey")).hits] == ["Bees"]
    assert documents.search(terms_of("clinic")).hits == []


def test_changed_new_and_removed_files_are_noticed(tmp_path: Path):
    file = tmp_path / "a.md"
    file.write_text("# A\n\nApples.\n")
    documents = library(tmp_path)
    assert documents.search(terms_of("apples")).hits
    file.write_text("# A\n\nPears and plums.\n")
    assert documents.search(terms_of("apples")).hits == []
    assert documents.search(terms_of("pears")).hits
    (tmp_path / "b.md").write_text("# B\n\nPears.\n")
    assert {hit.passage.title for hit in documents.search(terms_of("pears")).hits} == {"A", "B"}
    file.unlink()
    assert {hit.passage.title for hit in documents.search(terms_of("pears")).hits} == {"B"}
    assert documents.search(terms_of("plums")).missing == ["plums"]


def test_files_are_not_looked_at_again_for_a_while(tmp_path: Path):
    file = tmp_path / "a.md"
    file.write_text("# A\n\nApples.\n")
    documents = Library([tmp_path], refresh_seconds=3600)
    assert documents.search(terms_of("apples")).hits
    file.write_text("# A\n\nPears.\n")
    assert documents.search(terms_of("apples")).hits


def test_a_file_that_cannot_be_read_is_a_problem_and_not_the_end(tmp_path: Path):
    (tmp_path / "good.md").write_text("# Good\n\nHoney.\n")
    (tmp_path / "binary.md").write_bytes(b"\xff\xfe\x00honey")
    (tmp_path / "huge.md").write_text("x" * (MOST_FILE_BYTES + 1))
    (tmp_path / "gone.md").symlink_to(tmp_path / "nowhere.md")
    documents = library(tmp_path)
    name = tmp_path.name
    assert [hit.passage.title for hit in documents.search(terms_of("honey")).hits] == ["Good"]
    assert documents.problems() == {
        f"{name}/binary.md": f"{name}/binary.md: the file is not UTF-8 text",
        f"{name}/gone.md": f"{name}/gone.md: No such file or directory",
        f"{name}/huge.md": f"{name}/huge.md: the file is larger than 1,000,000 bytes",
    }
    with pytest.raises(DocumentError, match="not UTF-8"):
        documents.read(f"{name}/binary.md")


def test_a_file_that_was_repaired_is_read(tmp_path: Path):
    file = tmp_path / "a.md"
    file.write_bytes(b"\xff")
    documents = library(tmp_path)
    assert documents.problems()
    file.write_text("# A\n\nHoney.\n")
    assert documents.search(terms_of("honey")).hits
    assert documents.problems() == {}


def test_no_path_of_the_server_is_told(tmp_path: Path):
    (tmp_path / "inside").mkdir()
    (tmp_path / "secret.md").write_text("# Secret\n\nHoney.\n")
    (tmp_path / "inside" / "link.md").symlink_to(tmp_path / "secret.md")
    documents = library(tmp_path / "inside")
    assert documents.search(terms_of("honey")).hits == []
    assert documents.problems() == {"inside/link.md": "inside/link.md: it points to a file outside the corpus"}
    for source in ("inside/../secret.md", "/etc/passwd", str(tmp_path / "secret.md"), ""):
        with pytest.raises(DocumentError, match="no such document") as error:
            documents.read(source)
        assert os.fspath(tmp_path) not in str(error.value).removeprefix(source)


def test_a_folder_that_is_not_there_is_a_problem(tmp_path: Path):
    documents = library(tmp_path / "nothing")
    assert documents.documents() == []
    assert documents.problems() == {"nothing": "nothing: there is no such folder or file"}


def test_threads_may_search_while_files_change(tmp_path: Path):
    from concurrent.futures import ThreadPoolExecutor

    file = tmp_path / "a.md"
    file.write_text("# A\n\nHoney 0.\n")
    documents = library(tmp_path)

    def work(number: int) -> int:
        if number % 5 == 0:
            file.write_text(f"# A\n\nHoney {number}.\n")
        return len(documents.search(terms_of("honey")).hits)

    with ThreadPoolExecutor(8) as pool:
        counts = list(pool.map(work, range(100)))
    assert set(counts) <= {0, 1}  # 0 while the file is being written
    (hit,) = documents.search(terms_of("honey")).hits
    assert f"# A\n\n{hit.passage.text}\n" == file.read_text()


def test_the_corpus_that_comes_along_is_whole():
    documents = STUDIES.documents()
    studies = [document for document in documents if document.kind == "case study"]
    assert len(studies) == 8
    assert STUDIES.problems() == {}
    for document in studies:
        assert {"client", "sector", "role", "year", "duration", "team", "stack"} <= document.facts.keys()
        text = (CORPUS.parent / document.source).read_text(encoding="utf-8")
        assert 250 <= len(text.split()) <= 500
