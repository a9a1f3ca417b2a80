"""Which model writes the demo's summaries."""

from __future__ import annotations

import json

import pytest
import reflex_thinking as rt
from reflex_thinking import ConfigurationError

from tests.units.runs.helpers import within
from tests.units.summary_server import serving
from thinking_ui.chat.summaries import summariser
from thinking_ui.settings import load

BLOCK = {"steps": [{"type": "reasoning", "content": "There are three offers."}], "summary": "By rule"}
COMPATIBLE = {"OPENAI_BASE_URL": "http://localhost:1/v1", "OPENAI_COMPATIBLE_MODEL": "qwen"}


@pytest.mark.parametrize(
    ("variables", "chosen"),
    [
        ({}, None),
        ({"ANTHROPIC_API_KEY": "k"}, ("anthropic", "claude-haiku-5-5")),
        ({"OPENAI_API_KEY": "k", "GEMINI_API_KEY": "k"}, ("openai", "gpt-5.4-nano")),
        (
            {"ANTHROPIC_API_KEY": "k", "GEMINI_API_KEY": "k", "THINKING_UI_MODEL": "gemini"},
            ("gemini", "gemini-3.5-flash-lite"),
        ),
        ({**COMPATIBLE, "THINKING_UI_MODEL": "openai-compatible"}, ("openai-compatible", "qwen")),
        (COMPATIBLE, None),
        ({"ANTHROPIC_API_KEY": "k", "THINKING_UI_SUMMARIES": "off"}, None),
        ({"ANTHROPIC_API_KEY": "k", "THINKING_UI_SUMMARIES": "anthropic:claude-x"}, ("anthropic", "claude-x")),
        ({**COMPATIBLE, "THINKING_UI_SUMMARIES": "openai-compatible"}, ("openai-compatible", "qwen")),
    ],
)
def test_a_small_model_writes_the_summaries_where_a_key_is_set(variables: dict[str, str], chosen: object):
    settings = load(variables)
    assert settings.summaries == chosen
    assert (summariser(settings) is rt.summarise) == (chosen is None)


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        (
            "gpt",
            "use off, or one of anthropic, openai, openai-compatible, gemini, also with a model such as openai:gpt-5.4-nano",
        ),
        ("gemini", "what gemini needs is not set: see docs/demo.md"),
    ],
)
def test_a_choice_that_cannot_be_used_is_said_at_the_start(value: str, problem: str):
    with pytest.raises(ConfigurationError) as error:
        load({"THINKING_UI_SUMMARIES": value})
    assert str(error.value) == f"THINKING_UI_SUMMARIES={value!r}: {problem}"


@pytest.mark.parametrize(
    ("name", "variables"),
    [
        ("anthropic", {"ANTHROPIC_API_KEY": "k", "ANTHROPIC_BASE_URL": "{url}"}),
        ("openai", {"OPENAI_API_KEY": "k", "OPENAI_BASE_URL": "{url}"}),
        ("openai-compatible", {"OPENAI_BASE_URL": "{url}", "OPENAI_COMPATIBLE_MODEL": "qwen"}),
        ("gemini", {"GEMINI_API_KEY": "k", "GOOGLE_GEMINI_BASE_URL": "{url}"}),
    ],
)
async def test_each_provider_is_asked_with_its_own_client(name: str, variables: dict[str, str]):
    async with serving() as server:
        filled = {key: value.format(url=server.url) for key, value in variables.items()}
        settings = load({**filled, "THINKING_UI_SUMMARIES": name})
        summarise = summariser(settings)
        assert await within(summarise(BLOCK)) == server.says
        assert settings.summaries is not None
        assert settings.summaries[1] in json.dumps([*server.paths, *server.asked])
        server.use(getattr(summarise._client, "aio", summarise._client))
