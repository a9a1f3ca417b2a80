"""Settings from the environment."""

from __future__ import annotations

from pathlib import Path

import pytest
from reflex_thinking import ConfigurationError, RespondError

from thinking_ui.chat.models import available, get_model
from thinking_ui.settings import DEFAULT_CORPUS, load


def problems(**variables: str) -> list[str]:
    with pytest.raises(ConfigurationError) as error:
        load(variables)
    return str(error.value).splitlines()


def test_nothing_has_to_be_set():
    settings = load({})
    assert (settings.model, settings.pace, settings.corpus) == ("local", 1.0, DEFAULT_CORPUS)
    assert settings.database == "sqlite:///.reflex-thinking/chat.db"
    assert all(path.exists() for path in settings.corpus)


def test_all_that_can_be_set(tmp_path: Path):
    (tmp_path / "a.md").write_text("# A")
    settings = load(
        {
            "THINKING_UI_MODEL": "gemini",
            "THINKING_UI_CORPUS": str(tmp_path),
            "THINKING_UI_PACE": "0",
            "THINKING_UI_DATABASE": "postgresql+psycopg://me@localhost/chat",
            "OPENAI_BASE_URL": "http://localhost:11434/v1/",
            "OPENAI_COMPATIBLE_MODEL": "qwen",
            "GOOGLE_API_KEY": "secret",
        }
    )
    assert (settings.model, settings.corpus, settings.pace) == ("gemini", (tmp_path,), 0.0)
    assert settings.database == "postgresql+psycopg://me@localhost/chat"
    compatible = settings.providers["openai-compatible"]
    assert (compatible.base_url, compatible.model) == ("http://localhost:11434/v1", "qwen")
    assert settings.providers["gemini"].key is not None


def test_each_problem_has_a_line_with_variable_value_and_rule(tmp_path: Path):
    assert problems(
        THINKING_UI_MODEL="gpt",
        THINKING_UI_CORPUS=str(tmp_path),
        THINKING_UI_PACE="fast",
        OPENAI_BASE_URL="localhost:1234",
        ANTHROPIC_THINKING_BUDGET_TOKENS="100",
    ) == [
        "OPENAI_BASE_URL='localhost:1234': use an address that begins with http:// or https://",
        "THINKING_UI_MODEL='gpt': use one of local, anthropic, openai, openai-compatible, gemini",
        f"THINKING_UI_CORPUS={str(tmp_path)!r}: the folder holds no Markdown file (*.md, *.markdown)",
        "THINKING_UI_PACE='fast': use a number from 0 (as fast as possible) to 10; 1 is the usual speed",
        "ANTHROPIC_THINKING_BUDGET_TOKENS='100': use a whole number of at least 1,024",
    ]


@pytest.mark.parametrize("value", ["-1", "11", "nan", "inf", "1e9", "0x1"])
def test_a_pace_that_cannot_be_used(value: str):
    (problem,) = problems(THINKING_UI_PACE=value)
    assert problem.startswith(f"THINKING_UI_PACE={value!r}: use a number from 0")


@pytest.mark.parametrize("value", ["http://", "ftp://a/b", "http://[1", "http://a:99999"])
def test_an_address_that_cannot_be_used(value: str):
    (problem,) = problems(ANTHROPIC_BASE_URL=value)
    assert problem.startswith(f"ANTHROPIC_BASE_URL={value!r}: use an address")


@pytest.mark.parametrize("value", ["chat.db", "mysql://me:secret@host/db", "sqlite"])
def test_a_database_that_cannot_be_used_and_its_password_is_not_told(value: str):
    (problem,) = problems(THINKING_UI_DATABASE=value)
    assert problem == "THINKING_UI_DATABASE: use an address such as sqlite:///chat.db or postgresql://user@host/name"


def test_a_folder_that_is_not_there(tmp_path: Path):
    (problem,) = problems(THINKING_UI_CORPUS=str(tmp_path / "none"))
    assert problem.endswith("use a folder that exists and holds Markdown files")


def test_budgets_are_checked_against_each_other():
    (problem,) = problems(ANTHROPIC_ANSWER_MAX_TOKENS="5000")
    assert "ANTHROPIC_ANSWER_MAX_TOKENS=5000 must be greater than" in problem


def test_a_key_is_in_no_text():
    settings = load({"ANTHROPIC_API_KEY": "sk-ant-very-secret", "OPENAI_API_KEY": "sk-very-secret"})
    assert "very-secret" not in repr(settings)
    assert "very-secret" not in repr(available(settings))


def test_an_empty_variable_counts_as_not_set():
    assert load({"THINKING_UI_PACE": " ", "ANTHROPIC_API_KEY": ""}).providers["anthropic"].key is None


# The models that they make available ----------------------------------------------------------------------------------


def test_without_keys_only_the_local_model_can_be_used_and_the_others_say_why():
    choices = {choice.id: choice for choice in available(load({}))}
    assert [name for name, choice in choices.items() if choice.available] == ["local"]
    assert choices["anthropic"].reason == "Set ANTHROPIC_API_KEY and restart, or choose another model."
    assert "OPENAI_BASE_URL" in choices["openai-compatible"].reason
    assert "GEMINI_API_KEY" in choices["gemini"].reason


def test_a_key_makes_a_model_available():
    settings = load({"ANTHROPIC_API_KEY": "k", "OPENAI_BASE_URL": "http://localhost:1/v1", "OPENAI_MODEL": "m"})
    names = [choice.id for choice in available(settings) if choice.available]
    assert names == ["local", "anthropic", "openai-compatible"]
    assert get_model("anthropic", settings).id == "anthropic"


def test_a_server_needs_the_name_of_its_model():
    settings = load({"OPENAI_BASE_URL": "http://localhost:1/v1"})
    (choice,) = [choice for choice in available(settings) if choice.id == "openai-compatible"]
    assert (choice.available, "OPENAI_COMPATIBLE_MODEL" in choice.reason) == (False, True)


def test_a_model_without_its_key_is_a_clear_error():
    with pytest.raises(RespondError, match="'openai' cannot be used: Set OPENAI_API_KEY") as error:
        get_model("openai", load({}))
    assert error.value.code == "model_unavailable"


def test_a_model_that_does_not_exist_is_a_clear_error():
    with pytest.raises(RespondError, match=r"no model 'gpt-17'\. Choose one of local, anthropic") as error:
        get_model("gpt-17", load({}))
    assert error.value.code == "unknown_model"


def test_the_settings_name_the_model_by_default():
    assert get_model(None, load({})).id == "local"
    assert get_model(None, load({"THINKING_UI_MODEL": "anthropic", "ANTHROPIC_API_KEY": "k"})).id == "anthropic"
