"""What is known of models: whether they can reason."""

from __future__ import annotations

import json

import pytest
import reflex_thinking as rt

from tests.units.providers.replay import RECORDINGS

CAN = [
    "claude-3-7-sonnet-20250219",
    "claude-sonnet-4-20250514",
    "anthropic/claude-4.5-sonnet-20250929",
    "us.anthropic.claude-3-7-sonnet-20250219-v1:0",
    "claude-haiku-4-5",
    "claude-opus-9",
    "o1-mini",
    "openai/o4-mini-2025-04-16",
    "gpt-5",
    "gpt-5.4-mini",
    "openai.gpt-5.6-luna",
    "gpt-11",
    "gpt-oss:120b",
    "@cf/openai/gpt-oss-20b",
    "gemini-2.5-flash",
    "models/gemini-3-pro-preview",
    "gemini-2.0-flash-thinking-exp",
    "deepseek-reasoner",
    "us.deepseek.r1-v1%3A0",
    "deepseek-r1-distill-llama-70b",
    "deepseek-v3.1",
    "deepseek-v4-flash",
    "Qwen/Qwen3-4B",
    "qwen3-30b-a3b-thinking-2507",
    "qwq-32b",
    "glm-4.5-air",
    "zai-glm-4.7",
    "kimi-k2-thinking",
    "kimi-k2.5",
    "minimax/minimax-m2:free",
    "grok-3-mini",
    "x-ai/grok-4",
    "grok-4-1-fast-reasoning",
    "grok-code-fast-1",
    "magistral-medium-latest",
    "command-a-reasoning-08-2025",
    "amazon.nova-2-lite-v1:0",
    "anthropic/claude-3.5-sonnet:thinking",
    "sonar-reasoning-pro",
]
CANNOT = [
    "claude-3-5-sonnet-20240620",
    "claude-3-opus-20240229",
    "anthropic.claude-3-sonnet-20240229-v1%3A0",
    "claude-2.1",
    "claude-v2",
    "claude-instant-1.2",
    "gpt-4o-mini-2024-07-18",
    "gpt-3.5-turbo",
    "chatgpt-4o-latest",
    "gpt-5-chat-latest",
    "gpt-5.2-chat",
    "gemini-2.0-flash",
    "gemini-1.5-pro",
    "gemini-2.5-flash-image",
    "gemma-3-27b-it",
    "deepseek-v3-0324",
    "qwen2.5:14b",
    "qwen3-235b-a22b-instruct-2507",
    "qwen3-coder-plus",
    "glm-4-9b",
    "kimi-k2-instruct",
    "grok-2-1212",
    "grok-3",
    "grok-4-1-fast-non-reasoning",
    "mixtral-8x7b",
    "ministral-3b-latest",
    "command-r-plus",
    "command",
    "amazon.nova-lite-v1:0",
    "llama-3.3-70b-versatile",
    "llama3",
    "/models/Llama-3.2-3B-Instruct-Q4_K_M.gguf",
    "phi-4",
]
UNKNOWN = [
    "",
    None,
    "my-model",
    "mistral-small-latest",
    "deepseek-chat",
    "qwen3-max",
    "text-embedding-3-large",
    "foo1-o3x",
]


@pytest.mark.parametrize("model", CAN)
def test_models_that_reason_are_known(model: str):
    assert rt.requests.can_reason(model) is True


@pytest.mark.parametrize("model", CANNOT)
def test_models_that_do_not_reason_are_known(model: str):
    assert rt.requests.can_reason(model) is False


@pytest.mark.parametrize("model", UNKNOWN)
def test_of_other_models_nothing_is_claimed(model: str | None):
    assert rt.requests.can_reason(model) is None


@pytest.mark.parametrize("model", [*CAN, *CANNOT])
def test_the_requests_agree_with_it(model: str):
    """What the builders of requests refuse is nothing that is said to be possible."""
    name = model.rsplit("/", 1)[-1]
    build = {"g": rt.requests.openai, "o": rt.requests.openai}.get(name[0])
    if name.startswith("gemini"):
        build = rt.requests.gemini
    if build is None or name.startswith(("glm", "grok", "gemma", "gpt-oss")):
        return
    try:
        build(name)
    except rt.ConfigurationError:
        assert rt.requests.can_reason(model) is False or "flash-thinking" in model


@pytest.mark.skipif(not RECORDINGS.is_dir(), reason=f"there are no recordings in {RECORDINGS}")
def test_no_model_that_reasoned_in_a_recording_is_said_not_to():
    expected = {each["file"]: each for each in json.loads((RECORDINGS / "expected.json").read_text("utf-8"))}
    wrong, known, all_models = set[str](), set[str](), set[str]()
    for entry in json.loads((RECORDINGS / "index.json").read_text("utf-8")):
        found = expected.get(entry["file"])
        if found is None or not entry["model"]:
            continue
        verdict = rt.requests.can_reason(entry["model"])
        all_models.add(entry["model"])
        if verdict is not None:
            known.add(entry["model"])
        if verdict is False and (found["reasoning"] or found["opaque"] or found["reasoning_tokens"]):
            wrong.add(entry["model"])
    assert not wrong
    assert len(known) > 0.9 * len(all_models), all_models - known
