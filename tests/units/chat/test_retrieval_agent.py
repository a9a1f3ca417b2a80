"""The retrieval agent: what it finds, and what a reader sees of it."""

from __future__ import annotations

from pathlib import Path

from reflex_thinking import Trace
from reflex_thinking import canonical as ev

from tests.units.chat.helpers import CORPUS, FAST, evidence, library, plan, steps
from thinking_ui.chat.agents.retrieval import RetrievalAgent
from thinking_ui.chat.contract import Plan
from thinking_ui.chat.files import DocumentError
from thinking_ui.chat.retrieval import Library


def tools(trace: Trace) -> list[str]:
    return [event.name for event in steps(trace, ev.ToolCallStarted)]


def results(trace: Trace) -> list[ev.ToolResult]:
    return steps(trace, ev.ToolResult)


async def test_one_search_that_succeeds():
    found, trace = await evidence("How long did the clinic phone line take?")
    assert tools(trace) == ["search_documents", "read_document"]
    assert found.answers
    assert found.hits[0].passage.source == "corpus/voice-booking-clinics.md"
    assert found.facts["corpus/voice-booking-clinics.md"]["duration"] == "14 weeks"
    shown = results(trace)[0].result
    assert shown["documents_searched"] >= 10
    assert {"title", "heading", "source", "score", "snippet"} == shown["hits"][0].keys()


async def test_a_search_without_hits_is_tried_again_with_less_demanded():
    found, trace = await evidence("Do you have experience with Rust?")
    assert tools(trace) == ["search_documents", "search_documents"]
    first, second = results(trace)
    assert (first.result["hits"], first.result["not_found"]) == ([], ["Rust"])
    assert second.result["hits"] == [hit for hit in second.result["hits"] if "experience" in str(hit)]
    assert (found.relaxed, found.missing, found.answers) == (True, ("Rust",), False)
    inputs = [event.input["mode"] for event in steps(trace, ev.ToolCallUpdate)]
    assert inputs == ["whole question", "any word"]
    thoughts = "".join(event.text_delta for event in steps(trace, ev.ReasoningPartDelta))
    assert "**Rust**" in thoughts


async def test_the_rest_of_the_document_that_is_meant_comes_along():
    found, _ = await evidence("What did the handwriting recognition bring?")
    best = found.hits[0].passage.source
    assert {hit.passage.heading for hit in found.hits if hit.passage.source == best} == {
        "At a glance",
        "Problem",
        "What we built",
        "Results",
        "What we learned",
    }


async def test_each_side_of_a_comparison_has_a_researcher_of_its_own():
    found, trace = await evidence("Compare the clinic phone line and the insurance claims project")
    started = steps(trace, ev.AssistantCallStarted)
    assert [event.name for event in started] == ["Researcher", "Researcher"]
    assert ["clinic phone line" in event.task for event in started] == [True, False]
    searches = steps(trace, ev.ToolCallStarted)
    assert {event.parent_id for event in searches} == {event.call_id for event in started}
    tops = [side[0].passage.source for side in found.sides]
    assert tops == ["corpus/voice-booking-clinics.md", "corpus/claims-triage-insurer.md"]
    assert {hit.passage.source for side in found.sides for hit in side} == {hit.passage.source for hit in found.hits}


async def test_a_side_without_anything_is_empty():
    found, trace = await evidence("Compare FastAPI and COBOL")
    assert found.missing == ("COBOL",)
    assert found.sides[1] == ()
    cobol = next(event.call_id for event in steps(trace, ev.AssistantCallStarted) if "COBOL" in event.task)
    (result,) = [event.result for event in steps(trace, ev.AssistantResult) if event.call_id == cobol]
    assert result == "Nothing was found"


async def test_a_list_goes_through_all_documents():
    found, trace = await evidence("Which projects used FastAPI?")
    assert tools(trace) == ["list_documents"]
    assert {hit.passage.source for hit in found.hits} == {
        "corpus/voice-booking-clinics.md",
        "corpus/support-assistant-telecom.md",
    }


async def test_a_list_names_documents_that_hold_all_words_wherever_they_stand():
    found, _ = await evidence("Which projects used Python and Reflex?")
    assert {hit.passage.source for hit in found.hits} == {
        "corpus/archive-search-museum.md",
        "corpus/permit-desk-city.md",
    }
    nothing, _ = await evidence("Which projects used Python and COBOL?")
    assert nothing.hits == ()


async def test_small_talk_looks_nothing_up():
    found, trace = await evidence("Hello!")
    assert (found.hits, trace.events) == ((), [])


async def test_who_asks_for_experience_is_answered_from_projects_and_not_from_manuals():
    found, _ = await evidence("Do you have experience with streaming reasoning in Reflex?")
    assert found.hits
    assert all(hit.passage.source.startswith("corpus/") for hit in found.hits)


async def test_a_question_that_names_nothing_is_looked_up_where_the_last_answer_was():
    trace = Trace()
    asked = plan("How long did it take?").model_copy(update={"continues": ("corpus/code-migration-bank.md",)})
    found = await RetrievalAgent(library(), FAST).run(trace, asked)
    assert {hit.passage.source for hit in found.hits} == {"corpus/code-migration-bank.md"}


async def test_a_file_that_cannot_be_read_is_a_failed_step_when_its_name_says_that_it_matters(tmp_path: Path):
    (tmp_path / "bees.md").write_text("# Bees\n\nPrices of honey rise.\n")
    (tmp_path / "prices.md").write_bytes(b"\xff\xfe")
    (tmp_path / "trees.md").write_bytes(b"\xff\xfe")
    found, trace = await evidence("What are the prices of honey?", library(tmp_path))
    failed = [event for event in results(trace) if event.error]
    name = tmp_path.name
    assert [event.error for event in failed] == [f"{name}/prices.md: the file is not UTF-8 text"]
    assert found.unreadable == {f"{name}/prices.md": f"{name}/prices.md: the file is not UTF-8 text"}
    assert found.hits


class Vanishing(Library):
    """A library whose best document is gone when it is opened."""

    def read(self, source: str) -> object:  # pyright: ignore[reportIncompatibleMethodOverride]
        if "voice" in source:
            raise DocumentError(f"{source}: No such file or directory")
        return super().read(source)


async def test_a_document_that_went_away_after_the_search_is_not_quoted():
    trace = Trace()
    asked: Plan = plan("model speech voice cost")
    documents = Vanishing([CORPUS], refresh_seconds=0)
    found = await RetrievalAgent(documents, FAST).run(trace, asked)
    assert [event.error for event in results(trace) if event.error] == [
        "corpus/voice-booking-clinics.md: No such file or directory"
    ]
    assert found.unreadable
    assert all("voice" not in hit.passage.source for hit in found.hits)
