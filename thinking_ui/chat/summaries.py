"""A small model that writes the summaries of thinking blocks, when a provider's key is set."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import reflex_thinking as rt

from ..settings import AppSettings, ProviderSettings

_APIS: dict[str, Any] = {"openai": "responses", "openai-compatible": "chat"}


def summariser(settings: AppSettings) -> Any:
    """What writes the summaries: the model that the settings name, else the kit's own rule."""
    if settings.summaries is None:
        return rt.summarise
    name, model = settings.summaries
    provider = settings.providers[name]
    # Clients take seconds to import, so that they are made when the first summary is.
    return rt.summarise_with(lambda: _client(name, provider), model=model, api=_APIS.get(name))


def _client(name: str, provider: ProviderSettings) -> Any:
    key = provider.key.get_secret_value() if provider.key else "none"
    if name == "gemini":
        address = {} if provider.base_url is None else {"http_options": {"base_url": provider.base_url}}
        return import_module("google.genai").Client(api_key=key, **address)
    package, kind = ("anthropic", "AsyncAnthropic") if name == "anthropic" else ("openai", "AsyncOpenAI")
    return getattr(import_module(package), kind)(api_key=key, base_url=provider.base_url)
