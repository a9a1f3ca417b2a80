"""What the demo app reads from the environment. Everything is checked at once, at start, and each problem gets a line.

Keys are read here and handed to the clients of the providers. They are in no text that this module makes.
"""

from __future__ import annotations

import functools
import math
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

from pydantic import SecretStr
from reflex_thinking import ConfigurationError, requests

ROOT = Path(__file__).resolve().parent.parent
DEFAULT_CORPUS = (ROOT / "thinking_ui" / "corpus", ROOT / "docs", ROOT / "README.md")
DEFAULT_DATABASE = "sqlite:///.reflex-thinking/chat.db"
MODELS = ("local", "anthropic", "openai", "openai-compatible", "gemini")
SUMMARY_MODELS = {"anthropic": "claude-haiku-5-5", "openai": "gpt-5.4-nano", "gemini": "gemini-3.5-flash-lite"}
"""Small models, which are enough for summaries. Another server has only the one that it is asked for."""
MOST_PACE = 10.0
DATABASES = ("sqlite", "postgresql")

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class ProviderSettings:
    """How to reach a provider."""

    model: str
    key: SecretStr | None = None
    base_url: str | None = None


@dataclass(frozen=True, slots=True)
class AppSettings:
    """The settings of the demo app."""

    model: str = "local"
    summaries: tuple[str, str] | None = None
    """The provider and the model that write summaries; None for the kit's own rule."""
    corpus: tuple[Path, ...] = DEFAULT_CORPUS
    pace: float = 1.0
    database: str = DEFAULT_DATABASE
    providers: dict[str, ProviderSettings] = field(default_factory=dict[str, ProviderSettings])
    environment: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    """The environment that they were read from."""


class _ValueProblemError(Exception):
    """A value that cannot be used; the text is the rule."""


class _Reader:
    """Reads variables and collects what is wrong with them."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment = environment
        self.problems: list[str] = []

    def text(self, name: str, default: str = "") -> str:
        """The value of a variable; one that is empty counts as not set."""
        return self._environment.get(name, "").strip() or default

    def secret(self, *names: str) -> SecretStr | None:
        """The first of these variables that is set."""
        found = next((value for name in names if (value := self.text(name))), None)
        return SecretStr(found) if found else None

    def checked(self, name: str, default: Value, read: Callable[[str], Value], *, shown: bool = True) -> Value:
        """The value of a variable as ``read`` makes it."""
        text = self.text(name)
        if not text:
            return default
        try:
            return read(text)
        except _ValueProblemError as problem:
            value = f"={text!r:.120}" if shown else ""
            self.problems.append(f"{name}{value}: {problem}")
            return default


def load(environment: Mapping[str, str] | None = None) -> AppSettings:
    """Read and check the settings.

    Args:
        environment: The variables; those of the process by default.

    Raises:
        ConfigurationError: One line per problem, each naming the variable, its value and the rule.
    """
    environment = os.environ if environment is None else environment
    reader = _Reader(environment)
    openai_url = reader.checked("OPENAI_BASE_URL", None, _address)
    openai_key = reader.secret("OPENAI_API_KEY")
    providers = {
        "anthropic": ProviderSettings(
            reader.text("ANTHROPIC_MODEL", "claude-sonnet-5-5"),
            reader.secret("ANTHROPIC_API_KEY"),
            reader.checked("ANTHROPIC_BASE_URL", None, _address),
        ),
        "openai": ProviderSettings(reader.text("OPENAI_MODEL", "gpt-5.4-mini"), openai_key, openai_url),
        "openai-compatible": ProviderSettings(
            reader.text("OPENAI_COMPATIBLE_MODEL") or reader.text("OPENAI_MODEL"), openai_key, openai_url
        ),
        "gemini": ProviderSettings(
            reader.text("GEMINI_MODEL", "gemini-3.8-flash"),
            reader.secret("GEMINI_API_KEY", "GOOGLE_API_KEY"),
            reader.checked("GOOGLE_GEMINI_BASE_URL", None, _address),
        ),
    }
    model = reader.checked("THINKING_UI_MODEL", "local", _model)
    settings = AppSettings(
        model=model,
        summaries=reader.checked(
            "THINKING_UI_SUMMARIES",
            _usual_summaries(model, providers),
            lambda text: _summaries(text, providers),
        ),
        corpus=reader.checked("THINKING_UI_CORPUS", DEFAULT_CORPUS, _corpus),
        pace=reader.checked("THINKING_UI_PACE", 1.0, _pace),
        database=reader.checked("THINKING_UI_DATABASE", DEFAULT_DATABASE, _database, shown=False),
        providers=providers,
        environment=environment,
    )
    problems = [*reader.problems, *_budget_problems(environment)]
    if problems:
        raise ConfigurationError("\n".join(problems))
    return settings


@functools.cache
def get_settings() -> AppSettings:
    """The settings of this process, read once."""
    return load()


def _model(text: str) -> str:
    if text not in MODELS:
        raise _ValueProblemError(f"use one of {', '.join(MODELS)}")
    return text


def _usual_summaries(model: str, providers: Mapping[str, ProviderSettings]) -> tuple[str, str] | None:
    """A small model of the provider that answers, else of the first one whose key is set."""
    for name in (model, *SUMMARY_MODELS):
        if name in providers and (chosen := _summary_model(name, "", providers)):
            return chosen
    return None


def _summaries(text: str, providers: Mapping[str, ProviderSettings]) -> tuple[str, str] | None:
    if text == "off":
        return None
    name, _, model = text.partition(":")
    if name not in providers:
        raise _ValueProblemError(
            f"use off, or one of {', '.join(providers)}, also with a model such as openai:gpt-5.4-nano"
        )
    chosen = _summary_model(name, model, providers)
    if chosen is None:
        raise _ValueProblemError(f"what {name} needs is not set: see docs/demo.md")
    return chosen


def _summary_model(name: str, model: str, providers: Mapping[str, ProviderSettings]) -> tuple[str, str] | None:
    provider = providers[name]
    model = model or SUMMARY_MODELS.get(name, provider.model)
    is_usable = provider.base_url and model if name == "openai-compatible" else provider.key
    return (name, model) if is_usable else None


def _corpus(text: str) -> tuple[Path, ...]:
    path = Path(text).expanduser()
    if not path.is_dir():
        raise _ValueProblemError("use a folder that exists and holds Markdown files")
    if not any(path.rglob("*.md")) and not any(path.rglob("*.markdown")):
        raise _ValueProblemError("the folder holds no Markdown file (*.md, *.markdown)")
    return (path.resolve(),)


def _pace(text: str) -> float:
    try:
        pace = float(text)
    except ValueError:
        pace = math.nan
    if not 0 <= pace <= MOST_PACE:
        raise _ValueProblemError(f"use a number from 0 (as fast as possible) to {MOST_PACE:g}; 1 is the usual speed")
    return pace


def _database(text: str) -> str:
    scheme = text.split(":", 1)[0].split("+", 1)[0]
    if "://" not in text or scheme not in DATABASES:
        raise _ValueProblemError("use an address such as sqlite:///chat.db or postgresql://user@host/name")
    return text


def _address(text: str) -> str:
    try:
        parts = urlsplit(text)
        valid = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        valid = False
    if not valid:
        raise _ValueProblemError("use an address that begins with http:// or https://")
    return text.rstrip("/")


def _budget_problems(environment: Mapping[str, str]) -> list[str]:
    """What the kit says about the variables that it reads itself."""
    try:
        requests.check_environment(environment)
    except ConfigurationError as error:
        return str(error).splitlines()
    return []
