"""The models that the chat can be answered by."""

from __future__ import annotations

import importlib.util

from reflex_thinking import RespondError

from ...settings import AppSettings, ProviderSettings, get_settings
from ..pace import Pace
from .base import Model, ModelChoice
from .local.model import LocalModel

__all__ = ["Model", "ModelChoice", "available", "get_model"]

_LABELS = {
    "local": "Local (no key needed)",
    "anthropic": "Anthropic",
    "openai": "OpenAI",
    "openai-compatible": "OpenAI-compatible",
    "gemini": "Gemini",
}
_KEYS = {"anthropic": "ANTHROPIC_API_KEY", "openai": "OPENAI_API_KEY", "gemini": "GEMINI_API_KEY"}
_PACKAGES = {
    "anthropic": ("anthropic", "anthropic"),
    "openai": ("openai", "openai"),
    "openai-compatible": ("openai", "openai"),
    "gemini": ("google.genai", "gemini"),
}
"""By model, the package of its client and the extra that brings it."""


def available(settings: AppSettings | None = None) -> list[ModelChoice]:
    """All models, with whether each can be used and, if not, what to do. Holds nothing secret."""
    settings = settings or get_settings()
    choices = [ModelChoice("local", _LABELS["local"], available=True)]
    for name, provider in settings.providers.items():
        reason = _why_not(name, provider)
        label = f"{_LABELS[name]} ({provider.model})" if provider.model else _LABELS[name]
        choices.append(ModelChoice(name, label, available=not reason, reason=reason))
    return choices


def get_model(name: str | None = None, settings: AppSettings | None = None) -> Model:
    """A model by its id; the one that the settings name by default.

    Raises:
        RespondError: It is not there or not available, with what to do about it.
    """
    settings = settings or get_settings()
    name = name or settings.model
    if name == "local":
        return LocalModel(Pace(settings.pace))
    provider = settings.providers.get(name)
    if provider is None:
        known = ", ".join(["local", *settings.providers])
        raise RespondError(f"There is no model {name!r:.60}. Choose one of {known}.", code="unknown_model")
    if reason := _why_not(name, provider):
        raise RespondError(f"The model {name!r} cannot be used: {reason}", code="model_unavailable")
    from .remote import remote_model

    return remote_model(name, provider)


def _why_not(name: str, provider: ProviderSettings) -> str:
    """Why a model cannot be used; empty when it can."""
    if name == "openai-compatible":
        if provider.base_url is None:
            return "Set OPENAI_BASE_URL to the server's address and restart, or choose another model."
        if not provider.model:
            return "Set OPENAI_COMPATIBLE_MODEL to the name of the server's model and restart, or choose another model."
    elif provider.key is None:
        return f"Set {_KEYS[name]} and restart, or choose another model."
    package, extra = _PACKAGES[name]
    if not _is_installed(package):
        return f"Install its client with pip install 'reflex-thinking[{extra}]' and restart, or choose another model."
    return ""


def _is_installed(package: str) -> bool:
    try:
        return importlib.util.find_spec(package) is not None
    except ModuleNotFoundError:
        return False
