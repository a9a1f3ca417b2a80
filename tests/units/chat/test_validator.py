"""The validator."""

from __future__ import annotations

from reflex_thinking import Trace
from reflex_thinking import canonical as ev

from tests.units.chat.helpers import library, material, steps
from thinking_ui.chat.agents.validator import ValidatorAgent
from thinking_ui.chat.contract import Answer, Experience, FitBrief

BRIEF = FitBrief(headline="Fits", summary="It does.", strengths=["Voice"], gaps=[], confidence=0.9)
STUDY = Experience(
    title="A phone line that books clinic appointments",
    summary="A line.",
    relevance="Voice.",
    source="corpus/voice-booking-clinics.md",
)
VALIDATOR = ValidatorAgent(library())


async def test_what_is_right_passes_without_a_word():
    trace = Trace()
    answer = Answer(text="Yes [1].", chips=("How long?", "Who?"))
    checked = await VALIDATOR.run(trace, await material("voice agents for clinics"), answer, BRIEF, [STUDY])
    assert checked.problems == ()
    assert (checked.fit_brief, checked.experience, checked.chips) == (BRIEF, (STUDY,), ("How long?", "Who?"))
    (result,) = steps(trace, ev.ToolResult)
    assert result.result == {"problems": [], "chips": 2, "relevantExperience": 1}


async def test_experience_that_is_no_document_is_dropped_and_a_wrong_title_is_put_right():
    invented = STUDY.model_copy(update={"source": "corpus/mars-rover.md"})
    renamed = STUDY.model_copy(update={"title": "Our best work"})
    checked = await VALIDATOR.run(
        Trace(), await material("voice agents"), Answer(text="Yes [1]."), None, [invented, renamed, STUDY]
    )
    assert checked.experience == (STUDY,)
    assert [problem.split(":")[0] for problem in checked.problems] == [
        "relevantExperience named 'corpus/mars-rover.md', which is no document",
        "relevantExperience called 'corpus/voice-booking-clinics.md' 'Our best work'",
        "relevantExperience named 'corpus/voice-booking-clinics.md' twice",
    ]


async def test_chips_that_cannot_be_used_are_dropped_and_others_take_their_place():
    answer = Answer(text="Yes [1].", chips=("", "x" * 81, "voice agents", "  Who   did it? "))
    checked = await VALIDATOR.run(Trace(), await material("voice agents"), answer)
    assert checked.chips[0] == "Who did it?"
    assert 2 <= len(checked.chips) <= 4
    assert all(0 < len(chip) <= 80 for chip in checked.chips)
    assert [problem for problem in checked.problems if "chip" in problem] == [
        "A chip of 0 characters was dropped: 1 to 80 are allowed",
        "A chip of 81 characters was dropped: 1 to 80 are allowed",
    ]


async def test_no_more_than_four_chips():
    answer = Answer(text="Yes [1].", chips=tuple(f"Question {number}?" for number in range(9)))
    assert len((await VALIDATOR.run(Trace(), await material("voice agents"), answer)).chips) == 4


async def test_a_brief_cannot_be_sure_of_what_was_not_found():
    checked = await VALIDATOR.run(Trace(), await material("zzz qqq"), Answer(text="No."), BRIEF)
    assert checked.fit_brief is not None
    assert checked.fit_brief.confidence == 0.2
    assert checked.problems == ("fitBrief was 90% sure although nothing was found: lowered",)


async def test_citations_that_were_taken_out_and_answers_without_any_are_reported():
    found = await material("How long did the clinic phone line take?")
    checked = await VALIDATOR.run(Trace(), found, Answer(text="14 weeks.", dropped_citations=("[9]",)))
    assert checked.problems == (
        "The answer cited [9], which is no source: the citation was taken out",
        "The answer cites no source",
    )


async def test_an_honest_answer_that_nothing_was_found_needs_no_source():
    found = await material("What is the capital of France?")
    assert (await VALIDATOR.run(Trace(), found, Answer(text="I do not know."))).problems == ()
