"""The questions that the page suggests are understood in every language of the kit."""

import pytest
from reflex_thinking.locales import available_locales

from tests.units.chat.helpers import answered, plan
from thinking_ui.chat.suggestions import SUGGESTIONS

ENGLISH = SUGGESTIONS["en-US"]


def test_there_are_the_same_ones_in_every_language():
    assert set(SUGGESTIONS) == set(available_locales())
    for suggested in SUGGESTIONS.values():
        assert list(suggested) == list(ENGLISH)
    every = [question for suggested in SUGGESTIONS.values() for question in suggested.values()]
    assert len(set(every)) == len(every)


@pytest.mark.parametrize("locale", sorted(set(SUGGESTIONS) - {"en-US"}))
@pytest.mark.parametrize("name", ENGLISH)
def test_a_suggestion_leads_to_the_same_plan_as_in_english(locale: str, name: str):
    question = SUGGESTIONS[locale][name]
    found, english = plan(f" {question}\n", locale=locale), plan(ENGLISH[name])
    assert found.question.strip() == question
    assert found.language == ("pt" if locale == "pt-BR" else "en")
    assert found.model_copy(update={"question": "", "language": "en"}) == english.model_copy(update={"question": ""})


async def test_a_portuguese_suggestion_is_answered_in_portuguese():
    message, _ = await answered(SUGGESTIONS["pt-BR"]["clinics"], locale="pt-BR")
    text = "".join(segment["text"] for segment in message["segments"] if segment["type"] == "text")
    assert text.startswith("Sim")
    assert message["artifacts"]["sources"]
