"""The arguments of a call that lets a model think, and what is refused before anything is sent."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
import reflex_thinking as rt

OLD, BOTH, NEW = "claude-sonnet-4-5-20250929", "claude-opus-4-6", "claude-opus-4-8"
BUDGET, ANSWER = "ANTHROPIC_THINKING_BUDGET_TOKENS", "ANTHROPIC_ANSWER_MAX_TOKENS"


@pytest.fixture(autouse=True)
def no_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(BUDGET, raising=False)
    monkeypatch.delenv(ANSWER, raising=False)


def refusal(call: Any, *args: Any, **options: Any) -> str:
    with pytest.raises(rt.ConfigurationError) as caught:
        call(*args, **options)
    return str(caught.value)


def test_requests_import_neither_reflex_nor_an_sdk():
    code = (
        "import sys, reflex_thinking as rt; rt.requests.anthropic('claude-opus-4-8'); "
        "print([name for name in ('reflex', 'anthropic', 'openai', 'google.genai', 'requests') if name in sys.modules])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


# Anthropic --------------------------------------------------------------------------------------------------------------


def test_a_new_model_decides_for_itself_how_much_to_think():
    assert rt.requests.anthropic(NEW, messages=[], stream=True) == {
        "model": NEW,
        "max_tokens": 16_000,
        "thinking": {"type": "adaptive", "display": "summarized"},
        "messages": [],
        "stream": True,
    }


def test_an_old_model_gets_a_budget():
    assert rt.requests.anthropic(OLD) == {
        "model": OLD,
        "max_tokens": 16_000,
        "thinking": {"type": "enabled", "budget_tokens": 10_000, "display": "summarized"},
    }


@pytest.mark.parametrize(
    ("model", "kind"),
    [
        ("claude-3-7-sonnet-20250219", "enabled"),
        ("claude-opus-4-20250514", "enabled"),
        ("claude-sonnet-4-0", "enabled"),
        ("claude-opus-4-1-20250805", "enabled"),
        ("claude-haiku-4-5", "enabled"),
        ("claude-sonnet-4-5@20250929", "enabled"),
        ("us.anthropic.claude-opus-4-5-20251101-v1:0", "enabled"),
        ("claude-opus-4-6", "adaptive"),
        ("anthropic.claude-opus-4-6-v1", "adaptive"),
        ("anthropic/claude-sonnet-4.6", "adaptive"),
        ("claude-opus-4-7", "adaptive"),
        ("claude-mythos-preview", "adaptive"),
        ("claude-sonnet-5", "adaptive"),
        ("claude-haiku-5-5", "adaptive"),
        ("claude-fable-5-2", "adaptive"),
        ("claude-opus-12", "adaptive"),
        ("claude-opus-latest", "adaptive"),
        ("deepseek-reasoner", "enabled"),
    ],
)
def test_the_model_decides_how_it_is_asked_to_think(model: str, kind: str):
    assert rt.requests.anthropic(model)["thinking"]["type"] == kind


@pytest.mark.parametrize(
    ("model", "thinking"),
    [
        (OLD, None),
        (NEW, None),
        ("claude-sonnet-5", {"type": "disabled"}),
        ("claude-opus-5", {"type": "disabled"}),
        ("claude-haiku-5-5", {"type": "disabled"}),
        ("claude-sonnet-5-5", {"type": "between_tools"}),
        ("claude-opus-5-5", {"type": "adaptive", "display": "omitted"}),
        ("claude-fable-5", {"type": "adaptive", "display": "omitted"}),
        ("claude-mythos-preview", {"type": "adaptive", "display": "omitted"}),
        ("some-model", None),
    ],
)
def test_thinking_is_turned_off_in_the_models_way(model: str, thinking: Any):
    assert rt.requests.anthropic(model, thinking=False).get("thinking") == thinking


def test_the_variables_set_budget_and_answer(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(BUDGET, " 2048 ")
    monkeypatch.setenv(ANSWER, "4096")
    request = rt.requests.anthropic(OLD)
    assert (request["max_tokens"], request["thinking"]["budget_tokens"]) == (4096, 2048)
    assert rt.requests.anthropic(OLD, budget_tokens=1024, max_tokens=1025)["thinking"]["budget_tokens"] == 1024
    rt.requests.check_environment()


@pytest.mark.parametrize(
    ("budget", "effort"),
    [
        (1_024, "low"),
        (3_999, "low"),
        (4_000, "medium"),
        (9_999, "medium"),
        (10_000, "high"),
        (19_999, "high"),
        (20_000, "xhigh"),
        (39_999, "xhigh"),
        (40_000, "max"),
    ],
)
def test_a_model_that_takes_no_budget_gets_the_effort_that_the_variable_stands_for(
    budget: int, effort: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv(BUDGET, str(budget))
    monkeypatch.setenv(ANSWER, "64000")
    request = rt.requests.anthropic(NEW, output_config={"format": "f"})
    assert request["thinking"] == {"type": "adaptive", "display": "summarized"}
    assert request["output_config"] == {"format": "f", "effort": effort}
    assert request["max_tokens"] == 64_000


def test_an_effort_that_is_given_counts_more_than_the_variable(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(BUDGET, "1024")
    assert rt.requests.anthropic(NEW, effort="max")["output_config"] == {"effort": "max"}
    assert rt.requests.anthropic(NEW, output_config={"effort": "max"})["output_config"] == {"effort": "max"}
    assert "output_config" not in rt.requests.anthropic(NEW, thinking=False), "nothing is to be thought"
    monkeypatch.setenv(BUDGET, " ")
    assert "output_config" not in rt.requests.anthropic(NEW), "the default leaves it to the model"


def test_a_model_that_can_do_both_gets_the_budget_of_the_variable(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(BUDGET, "2048")
    assert rt.requests.anthropic(BOTH)["thinking"] == {
        "type": "enabled",
        "budget_tokens": 2048,
        "display": "summarized",
    }
    request = rt.requests.anthropic(BOTH, mode="adaptive")
    assert (request["thinking"]["type"], request["output_config"]) == ("adaptive", {"effort": "low"})
    assert rt.requests.anthropic(BOTH, effort="high")["thinking"]["type"] == "adaptive"
    monkeypatch.setenv(BUDGET, "50000")
    monkeypatch.setenv(ANSWER, "64000")
    request = rt.requests.anthropic("claude-opus-4-6", mode="adaptive")
    assert request["output_config"] == {"effort": "max"}, "the model knows no xhigh, but it knows max"
    monkeypatch.setenv(BUDGET, "20000")
    assert rt.requests.anthropic("claude-opus-4-6", mode="adaptive")["output_config"] == {"effort": "high"}


def test_the_log_says_once_what_becomes_of_the_budget(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    monkeypatch.setenv(BUDGET, "4321")
    for _ in range(3):
        rt.requests.anthropic(NEW)
        rt.requests.anthropic(OLD)
    (record,) = caplog.records
    assert record.getMessage() == f"{BUDGET}=4321: {NEW} takes no budget, so it gets the effort 'medium'."


@pytest.mark.parametrize(
    ("variables", "lines"),
    [
        ({BUDGET: "1023"}, [f"{BUDGET}='1023': use a whole number of at least 1,024"]),
        ({BUDGET: "lots"}, [f"{BUDGET}='lots': use a whole number of at least 1,024"]),
        ({BUDGET: "10,000"}, [f"{BUDGET}='10,000': use a whole number of at least 1,024"]),
        ({BUDGET: "-5", ANSWER: "0"}, [f"{BUDGET}='-5': use", f"{ANSWER}='0': use a whole number of at least 1"]),
        ({ANSWER: "10000"}, [f"{ANSWER}=10000 must be greater than {BUDGET}=10000 (the default)"]),
        ({BUDGET: "16000"}, [f"{ANSWER}=16000 (the default) must be greater than {BUDGET}=16000"]),
        ({BUDGET: "9000", ANSWER: "8000"}, [f"{ANSWER}=8000 must be greater than {BUDGET}=9000"]),
    ],
)
@pytest.mark.parametrize("model", [OLD, NEW])
def test_variables_that_cannot_be_used_are_named_with_value_and_rule(
    variables: dict[str, str], lines: list[str], model: str, monkeypatch: pytest.MonkeyPatch
):
    for call in (lambda: rt.requests.check_environment(variables), None):
        if call is None:
            for name, value in variables.items():
                monkeypatch.setenv(name, value)
        text = refusal(call or (lambda: rt.requests.anthropic(model)))
        assert len(text.splitlines()) == len(lines)
        assert all(found.startswith(wanted) for found, wanted in zip(text.splitlines(), lines, strict=True)), text


def test_variables_that_are_empty_are_not_set():
    rt.requests.check_environment({BUDGET: "", ANSWER: "  "})


@pytest.mark.parametrize("temperature", [0, 0.7, 1.1])
@pytest.mark.parametrize("model", [OLD, NEW])
def test_a_temperature_other_than_1_is_refused_with_thinking(temperature: float, model: str):
    text = refusal(rt.requests.anthropic, model, temperature=temperature)
    assert text == f"requests.anthropic(temperature={temperature!r}): with thinking on it must be 1: leave it out"


@pytest.mark.parametrize("thinking", [True, False])
def test_no_temperature_is_ever_sent(thinking: bool):
    assert "temperature" not in rt.requests.anthropic(NEW, temperature=1, thinking=thinking)
    assert "takes none" in refusal(rt.requests.anthropic, NEW, temperature=0.5, thinking=False)
    for name in ("top_p", "top_k"):
        assert f"{name}=5" in refusal(rt.requests.anthropic, NEW, thinking=thinking, **{name: 5})


def test_effort_goes_beside_other_settings_of_the_output():
    request = rt.requests.anthropic(NEW, effort="xhigh", output_config={"format": {"type": "json_schema"}})
    assert request["output_config"] == {"format": {"type": "json_schema"}, "effort": "xhigh"}
    assert rt.requests.anthropic(NEW, output_config={"effort": "low"})["output_config"] == {"effort": "low"}


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"model": OLD, "effort": "high"}, "knows no effort: use budget_tokens"),
        ({"model": "claude-opus-4-5", "effort": "max"}, "knows 'low', 'medium', 'high'"),
        ({"model": BOTH, "effort": "xhigh"}, "knows 'low', 'medium', 'high', 'max'"),
        ({"model": NEW, "effort": "huge"}, "effort='huge'): use one of 'low'"),
        ({"model": "claude-opus-5", "effort": "max", "thinking": False}, "no more than 'high'"),
        ({"model": NEW, "budget_tokens": 2048}, "decides for itself how much to think: use effort"),
        ({"model": NEW, "mode": "budget"}, f"{NEW} takes 'adaptive'"),
        ({"model": OLD, "mode": "adaptive"}, f"{OLD} takes 'budget'"),
        ({"model": OLD, "mode": "both"}, "mode='both'): use one of 'adaptive', 'budget'"),
        ({"model": OLD, "budget_tokens": 1000}, "budget_tokens=1000): use a whole number of at least 1,024"),
        ({"model": OLD, "budget_tokens": True}, "budget_tokens=True)"),
        ({"model": OLD, "max_tokens": 10_000}, f"max_tokens=10000 must be greater than {BUDGET}=10000"),
        ({"model": OLD, "budget_tokens": 16_000}, f"{ANSWER}=16000 must be greater than budget_tokens=16000"),
        ({"model": OLD, "max_tokens": 0}, "max_tokens=0): use a whole number of at least 1"),
        ({"model": OLD, "display": "all"}, "display='all'): use one of 'summarized', 'omitted'"),
        ({"model": OLD, "tool_choice": {"type": "any"}}, "takes 'auto' or 'none'"),
        ({"model": ""}, "model=''): name a model"),
    ],
)
def test_what_anthropic_would_refuse_is_refused_here(options: dict[str, Any], text: str):
    assert text in refusal(rt.requests.anthropic, options.pop("model"), **options)


def test_a_model_that_can_do_both_gets_a_budget_when_one_is_given():
    assert rt.requests.anthropic(BOTH, budget_tokens=2048)["thinking"]["type"] == "enabled"
    assert rt.requests.anthropic(BOTH, mode="budget")["thinking"]["budget_tokens"] == 10_000
    assert rt.requests.anthropic(BOTH, max_tokens=500)["max_tokens"] == 500, "the budget is not in use"


# OpenAI -----------------------------------------------------------------------------------------------------------------


def test_responses_ask_for_a_summary_and_for_what_the_next_request_sends_back():
    assert rt.requests.openai("gpt-5.6", effort="high", input=[], include=["message.output_text.logprobs"]) == {
        "model": "gpt-5.6",
        "store": False,
        "reasoning": {"effort": "high", "summary": "auto"},
        "include": ["reasoning.encrypted_content", "message.output_text.logprobs"],
        "input": [],
    }


@pytest.mark.parametrize(
    ("model", "reasoning"),
    [
        ("o3", {"effort": "low"}),
        ("gpt-5", {"effort": "minimal"}),
        ("gpt-5-mini", {"effort": "minimal"}),
        ("gpt-5.1", {"effort": "none"}),
        ("openai/gpt-5.6-terra", {"effort": "none"}),
        ("gpt-5-codex", {"effort": "low"}),
        ("gpt-5-pro", None),
        ("gpt-4.1", None),
        ("some-model", None),
    ],
)
def test_without_thinking_a_model_reasons_as_little_as_it_can(model: str, reasoning: Any):
    request = rt.requests.openai(model, thinking=False)
    assert request.get("reasoning") == reasoning
    assert "include" not in request


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"effort": "huge"}, "effort='huge'): use one of 'none', 'minimal'"),
        ({"summary": "long"}, "summary='long'): use one of 'auto', 'concise', 'detailed'"),
        ({"model": "gpt-5", "summary": "concise"}, "gpt-5 takes 'auto' or 'detailed'"),
        ({"model": "gpt-4o"}, "model='gpt-4o'): it does not reason"),
        ({"model": "gpt-5-chat-latest"}, "it does not reason"),
        ({"temperature": 0.2}, "temperature=0.2): with reasoning on it must be 1"),
        ({"model": "o3", "temperature": 0.2, "thinking": False}, "temperature=0.2)"),
        ({"model": None}, "model=None): name a model"),
    ],
)
def test_what_openai_would_refuse_is_refused_here(options: dict[str, Any], text: str):
    assert text in refusal(rt.requests.openai, options.pop("model", "gpt-5.6"), **options)


def test_a_temperature_goes_where_one_is_taken():
    assert rt.requests.openai("gpt-4.1", thinking=False, temperature=0.2)["temperature"] == 0.2
    assert rt.requests.openai("gpt-5.6", thinking=False, temperature=0.2)["temperature"] == 0.2
    assert "summary" not in rt.requests.openai("gpt-5.6", effort="none", temperature=0.2)["reasoning"]


# Chat completions -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "made"),
    [
        ({}, {}),
        ({"effort": "high"}, {"reasoning_effort": "high"}),
        ({"dialect": "openrouter"}, {"extra_body": {"reasoning": {"enabled": True}}}),
        ({"dialect": "openrouter", "effort": "low"}, {"extra_body": {"reasoning": {"effort": "low"}}}),
        ({"dialect": "openrouter", "budget_tokens": 2000}, {"extra_body": {"reasoning": {"max_tokens": 2000}}}),
        ({"dialect": "openrouter", "thinking": False}, {"extra_body": {"reasoning": {"effort": "none"}}}),
        (
            {"dialect": "deepseek", "effort": "max"},
            {"reasoning_effort": "max", "extra_body": {"thinking": {"type": "enabled"}}},
        ),
        (
            {"dialect": "deepseek", "effort": "max", "thinking": False},
            {"extra_body": {"thinking": {"type": "disabled"}}},
        ),
        ({"dialect": "zai"}, {"extra_body": {"thinking": {"type": "enabled"}}}),
        (
            {"dialect": "qwen", "budget_tokens": 500},
            {"extra_body": {"enable_thinking": True, "thinking_budget": 500}},
        ),
        ({"dialect": "qwen", "thinking": False}, {"extra_body": {"enable_thinking": False}}),
        ({"dialect": "vllm"}, {"extra_body": {"chat_template_kwargs": {"enable_thinking": True}}}),
        (
            {"dialect": "vllm", "extra_body": {"top_k": 20}},
            {"extra_body": {"chat_template_kwargs": {"enable_thinking": True}, "top_k": 20}},
        ),
        (
            {"dialect": "groq", "effort": "high"},
            {"reasoning_effort": "high", "extra_body": {"reasoning_format": "parsed"}},
        ),
        ({"dialect": "groq", "thinking": False}, {"reasoning_effort": "none"}),
        ({"model": "openai/gpt-oss-20b", "dialect": "groq", "effort": "low"}, {"reasoning_effort": "low"}),
        (
            {"model": "openai/gpt-oss-20b", "dialect": "groq", "thinking": False},
            {"extra_body": {"include_reasoning": False}},
        ),
        ({"model": "gpt-5.6", "thinking": False}, {"reasoning_effort": "none"}),
        ({"model": "o3", "thinking": False}, {"reasoning_effort": "low"}),
        ({"temperature": 0.2, "stream": True}, {"temperature": 0.2, "stream": True}),
    ],
)
def test_each_dialect_asks_for_thinking_in_its_way(options: dict[str, Any], made: dict[str, Any]):
    model = options.pop("model", "some/model")
    assert rt.requests.chat(model, **options) == {"model": model, **made}


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"dialect": "klingon"}, "dialect='klingon'): use one of 'openai'"),
        ({"effort": "huge"}, "effort='huge')"),
        ({"budget_tokens": 100}, "the dialect 'openai' knows none: use effort"),
        ({"dialect": "qwen", "effort": "low"}, "the dialect 'qwen' knows none"),
        ({"dialect": "openrouter", "effort": "low", "budget_tokens": 5}, "use it or effort='low', not both"),
        ({"dialect": "qwen", "budget_tokens": 0}, "use a whole number of at least 1"),
        ({"model": "gpt-5.6", "temperature": 0.2}, "temperature=0.2): with reasoning on it must be 1"),
    ],
)
def test_what_a_chat_server_would_refuse_is_refused_here(options: dict[str, Any], text: str):
    assert text in refusal(rt.requests.chat, options.pop("model", "some/model"), **options)


# Gemini -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("model", "options", "thinking"),
    [
        ("gemini-2.5-flash", {}, {"include_thoughts": True}),
        ("gemini-2.5-flash", {"budget_tokens": -1}, {"thinking_budget": -1, "include_thoughts": True}),
        ("gemini-2.5-pro", {"budget_tokens": 128}, {"thinking_budget": 128, "include_thoughts": True}),
        ("gemini-2.5-flash", {"thinking": False}, {"thinking_budget": 0, "include_thoughts": False}),
        ("gemini-2.5-pro", {"thinking": False}, {"thinking_budget": 128, "include_thoughts": False}),
        ("models/gemini-3-pro-preview", {"level": "high"}, {"thinking_level": "HIGH", "include_thoughts": True}),
        ("gemini-3.1-pro-preview", {"thinking": False}, {"thinking_level": "LOW", "include_thoughts": False}),
        ("gemini-3-flash-preview", {"thinking": False}, {"thinking_level": "MINIMAL", "include_thoughts": False}),
        ("gemini-3.8-flash", {"thinking": False}, {"thinking_level": "LOW", "include_thoughts": False}),
        ("gemini-flash-latest", {}, {"include_thoughts": True}),
    ],
)
def test_the_model_family_decides_how_gemini_is_asked(model: str, options: dict[str, Any], thinking: dict[str, Any]):
    assert rt.requests.gemini(model, **options) == {"model": model, "config": {"thinking_config": thinking}}


def test_other_settings_of_gemini_stay():
    request = rt.requests.gemini("gemini-3-flash", config={"temperature": 0.5}, contents=[])
    assert request["config"] == {"thinking_config": {"include_thoughts": True}, "temperature": 0.5}
    assert request["contents"] == []
    assert rt.requests.gemini("gemini-2.0-flash", thinking=False) == {"model": "gemini-2.0-flash"}


@pytest.mark.parametrize(
    ("model", "options", "text"),
    [
        ("gemini-2.0-flash", {}, "it does not think"),
        ("gemma-3-27b-it", {}, "it does not think"),
        ("gemini-2.5-pro", {"budget_tokens": 0}, "from 128 to 32,768"),
        ("gemini-2.5-flash", {"budget_tokens": 0}, "or thinking=False"),
        ("gemini-2.5-flash-lite", {"budget_tokens": 100}, "from 512 to 24,576"),
        ("gemini-2.5-flash", {"level": "low"}, "gemini-2.5-flash takes budget_tokens"),
        ("gemini-3-flash", {"budget_tokens": 100}, "gemini-3-flash takes level"),
        ("gemini-3-pro-preview", {"level": "medium"}, "takes 'low', 'high'"),
        ("gemini-3.8-flash", {"level": "minimal"}, "takes 'low', 'medium', 'high'"),
        ("gemini-3-flash", {"level": "most"}, "level='most'): use one of 'minimal'"),
        ("gemini-3-flash", {"level": "low", "budget_tokens": 5}, "use it or level='low', not both"),
    ],
)
def test_what_gemini_would_refuse_is_refused_here(model: str, options: dict[str, Any], text: str):
    assert text in refusal(rt.requests.gemini, model, **options)
