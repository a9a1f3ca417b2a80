"""The pipeline, through real runs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import pytest
from reflex_thinking import RespondError, traced
from reflex_thinking import canonical as ev
from reflex_thinking.grouping import group_parts
from reflex_thinking.runs.registry import Runs
from reflex_thinking.store.memory import MemoryStore
from reflex_thinking.stored import user_event

from tests.units.chat.helpers import FAST, OtherModel, answered, library, text_of
from tests.units.runs.helpers import QUICK, turn_in, until, within
from thinking_ui.chat.contract import Experience, FitBrief, Material, StructuredAnswer
from thinking_ui.chat.models.local.model import LocalModel
from thinking_ui.chat.pipeline import ChatPipeline

ENQUIRY = "We need a voice agent for a dental clinic in Spanish"
LIBRARY = library()


@dataclass
class TypedPart:
    type: str


def pipeline(model: LocalModel | None = None) -> ChatPipeline:
    return ChatPipeline(LIBRARY, model or LocalModel(FAST))


def names(segments: list[dict[str, Any]]) -> list[str]:
    return [segment.get("name") or segment["type"] for segment in segments]


# Thinking on ----------------------------------------------------------------------------------------------------------


async def test_every_agent_is_a_step_and_they_come_in_order():
    message, events = await answered(ENQUIRY, pipeline())
    assert message["status"] == "done"
    assert names(message["segments"]) == [
        "reasoning",  # router
        "search_documents",
        "reasoning",
        "search_documents",
        "read_document",
        "reasoning",  # the model weighs
        "text",
        "Fit brief",
        "Relevant experience",
        "validate_answer",
    ]
    assert (message["provider"], message["model"]) == ("local", "local")
    types = [event.type for event in events]
    assert types.index("artifact") > max(place for place, type_ in enumerate(types) if type_ == "tool_result")


async def test_what_comes_before_the_answer_stands_above_it_and_the_artefact_agents_below():
    message, events = await answered(ENQUIRY, pipeline())
    assert len(message["blocks"]) == 2
    runs = group_parts([TypedPart(segment["type"]) for segment in message["segments"]])
    assert [(each.group, each.end_index - each.start_index + 1) for each in runs] == [
        ("chain_of_thought", 6),
        ("text", 1),
        ("chain_of_thought", 3),
    ]
    first_text = next(event.seq for event in events if isinstance(event, ev.TextDelta))
    last_text = max(event.seq or 0 for event in events if isinstance(event, ev.TextDelta))
    for event in events:
        if isinstance(event, ev.AssistantCallStarted):
            assert (event.seq or 0) > last_text
        if isinstance(event, ev.ToolCallStarted) and event.name == "search_documents" and not event.parent_id:
            assert (event.seq or 0) < (first_text or 0)


async def test_the_artefact_agents_have_steps_of_their_own():
    message, _ = await answered(ENQUIRY, pipeline())
    brief, experience = (segment for segment in message["segments"] if segment["type"] == "assistant_call")
    assert names(brief["segments"]) == ["match_requirements", "reasoning"]
    assert brief["result"] == message["artifacts"]["fitBrief"]["headline"]
    assert names(experience["segments"]) == ["search_documents", "reasoning"]
    assert {brief["status"], experience["status"]} == {"done"}


async def test_the_artefacts_of_an_enquiry():
    message, _ = await answered(ENQUIRY, pipeline())
    artifacts = message["artifacts"]
    assert FitBrief.model_validate(artifacts["fitBrief"]).confidence > 0
    (study,) = [Experience.model_validate(each) for each in artifacts["relevantExperience"]]
    assert study.source == "corpus/voice-booking-clinics.md"
    (cited,) = artifacts["sources"]  # its number is that of whichever search found it first
    assert f"[{cited['number']}]" in text_of(message)
    assert 2 <= len(artifacts["chips"]) <= 4


@pytest.mark.parametrize("question", ["Hello!", "How do I install the kit?", "What case studies do you have?", "???"])
async def test_a_question_that_is_no_enquiry_gets_no_brief(question: str):
    message, _ = await answered(question, pipeline())
    assert "fitBrief" not in message["artifacts"]
    assert "relevantExperience" not in message["artifacts"]
    assert "Fit brief" not in names(message["segments"])
    assert len(message["artifacts"]["chips"]) >= 2


async def test_a_comparison_delegates():
    message, _ = await answered("Compare the clinic phone line and the insurance claims project", pipeline())
    researchers = [segment for segment in message["segments"] if segment.get("name") == "Researcher"]
    assert len(researchers) == 2
    assert all("search_documents" in names(each["segments"]) for each in researchers)


async def test_a_follow_up_is_about_what_was_answered_before():
    first, _ = await answered("Tell me about the bank migration", pipeline())
    history = [user_event("u", "Tell me about the bank migration", "t", 0), first]
    message, _ = await answered("And how long did it take?", pipeline(), history=history)
    assert "took 34 weeks" in text_of(message)


async def test_the_same_question_gives_the_same_message():
    def told(message: dict[str, Any]) -> Any:
        return [(segment["type"], segment.get("combined_text"), segment.get("text")) for segment in message["segments"]]

    (first, _), (second, _) = await answered(ENQUIRY, pipeline()), await answered(ENQUIRY, pipeline())
    assert told(first) == told(second)
    assert first["artifacts"] == second["artifacts"]


# What goes wrong ------------------------------------------------------------------------------------------------------


async def test_an_optional_agent_that_fails_is_a_failed_step_and_the_answer_stands():
    model = OtherModel(brief=ZeroDivisionError("secret /etc/passwd"))
    message, _ = await answered(ENQUIRY, pipeline(model))
    assert message["status"] == "done"
    assert text_of(message).startswith("In part:")
    brief, experience = (segment for segment in message["segments"] if segment["type"] == "assistant_call")
    assert (brief["status"], brief["error"]) == ("error", "This step failed: ZeroDivisionError.")
    assert experience["status"] == "done"
    assert "fitBrief" not in message["artifacts"]
    assert message["artifacts"]["relevantExperience"]


async def test_both_optional_agents_may_fail():
    model = OtherModel(brief=RespondError("Too busy."), experience=RespondError("Too busy."))
    message, _ = await answered(ENQUIRY, pipeline(model))
    assert message["status"] == "done"
    failed = [segment for segment in message["segments"] if segment["type"] == "assistant_call"]
    assert [each["error"] for each in failed] == ["Too busy.", "Too busy."]
    assert set(message["artifacts"]) == {"sources", "chips"}


async def test_a_model_that_fails_ends_the_answer_with_what_it_said_so_far():
    model = OtherModel("Half an ans", RespondError("The model is overloaded.", code="overloaded"))
    message, _ = await answered(ENQUIRY, pipeline(model))
    assert (message["status"], message["error"]) == (
        "error",
        {"message": "The model is overloaded.", "code": "overloaded"},
    )
    assert text_of(message) == "Half an ans"
    assert names(message["segments"])[1] == "search_documents"


async def test_an_error_in_the_models_stream_ends_the_answer():
    model = OtherModel("Half", ev.MessageError(message="Overloaded.", code="529"), "more")
    message, _ = await answered(ENQUIRY, pipeline(model))
    assert (message["status"], message["error"]["message"], text_of(message)) == ("error", "Overloaded.", "Half")


async def test_a_model_that_says_nothing_is_an_error():
    message, _ = await answered(ENQUIRY, pipeline(OtherModel(" \n ")))
    assert (message["status"], message["error"]["code"]) == ("error", "empty_answer")


async def test_stopping_ends_all_agents():
    waiting, ended = asyncio.Event(), asyncio.Event()

    class Waiting(LocalModel):
        async def answer(self, material: Material) -> AsyncIterator[object]:
            try:
                yield "So far"
                waiting.set()
                await asyncio.Event().wait()
            finally:
                ended.set()

    store = MemoryStore()
    runs = Runs(store, journal_dir=None, limits=QUICK)
    run = await runs.start(await turn_in(store, text=ENQUIRY), traced(pipeline(Waiting(FAST)).run))
    await within(waiting.wait())
    await until(lambda: "So far" in str(run.draft.snapshot()))
    run.cancel()
    message = await within(run.wait())
    assert message["status"] == "cancelled"
    await within(ended.wait())


# Text that is not JSON ------------------------------------------------------------------------------------------------


async def test_a_list_at_the_end_of_the_answer_becomes_chips():
    model = OtherModel("A voice agent [1].", "\n\n[", '"How long?', '", "Who', ' did it?"]', "\n")
    message, _ = await answered(ENQUIRY, pipeline(model))
    assert text_of(message) == "A voice agent [1]."
    assert message["artifacts"]["chips"] == ["How long?", "Who did it?"]


@pytest.mark.parametrize("text", ["See [1] and [the list", 'Nested [["a"], "b"]', "Use `x = [1]` and [2] or so."])
async def test_other_brackets_are_left_alone(text: str):
    message, _ = await answered("How long did the clinic phone line take?", pipeline(OtherModel(*text)))
    assert text_of(message) == text


async def test_citations_that_lead_nowhere_are_taken_out_and_reported():
    message, _ = await answered(
        "How long did the clinic phone line take?", pipeline(OtherModel("14 weeks [1] ", "[4", "2]."))
    )
    assert text_of(message) == "14 weeks [1]."
    validation = message["segments"][-1]
    assert validation["name"] == "validate_answer"
    assert validation["result"]["problems"] == ["The answer cited [42], which is no source: the citation was taken out"]


async def test_experience_that_a_model_made_up_does_not_reach_the_page():
    invented = Experience(title="Mars rover", summary="Drives.", relevance="Very.", source="corpus/mars.md")
    message, _ = await answered(ENQUIRY, pipeline(OtherModel(experience=[invented])))
    assert "relevantExperience" not in message["artifacts"]
    assert "which is no document: dropped" in message["segments"][-1]["result"]["problems"][0]


# Thinking off ---------------------------------------------------------------------------------------------------------


async def test_without_thinking_there_is_no_step_at_all():
    message, events = await answered(ENQUIRY, pipeline(), thinking=False)
    assert names(message["segments"]) == ["text"]
    assert message["blocks"] == []
    assert {event.type for event in events} == {"message_started", "text_delta", "artifact", "message_final"}


async def test_without_thinking_the_answer_and_its_artefacts_are_the_same():
    on, _ = await answered(ENQUIRY, pipeline())
    off, _ = await answered(ENQUIRY, pipeline(), thinking=False)
    assert text_of(off) == text_of(on)
    assert off["artifacts"] == on["artifacts"]


async def test_without_thinking_a_structured_answer_is_checked_too():
    invented = Experience(title="Mars rover", summary="Drives.", relevance="Very.", source="corpus/mars.md")
    whole = StructuredAnswer(answer="Yes [1].", chips=["Who?", "x" * 99, "When?"], relevantExperience=[invented])
    message, _ = await answered(ENQUIRY, pipeline(OtherModel("Yes [1]", ".", whole)), thinking=False)
    assert text_of(message) == "Yes [1]."
    assert message["artifacts"]["chips"] == ["Who?", "When?"]
    assert "relevantExperience" not in message["artifacts"]


async def test_without_thinking_a_model_that_fails_is_a_clear_error():
    model = OtherModel(RespondError("No key.", code="model_unavailable"))
    message, _ = await answered(ENQUIRY, pipeline(model), thinking=False)
    assert (message["status"], message["error"]["message"]) == ("error", "No key.")
