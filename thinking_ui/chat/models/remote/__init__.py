"""Models of providers, asked over the network."""

from __future__ import annotations

from ....settings import ProviderSettings
from .anthropic import AnthropicConnection
from .connection import Connection
from .gemini import GeminiConnection
from .model import RemoteModel
from .openai import ChatConnection, OpenAIConnection

_CONNECTIONS: dict[str, type[Connection]] = {
    "anthropic": AnthropicConnection,
    "openai": OpenAIConnection,
    "openai-compatible": ChatConnection,
    "gemini": GeminiConnection,
}


def remote_model(name: str, provider: ProviderSettings) -> RemoteModel:
    """The model of a provider; its client is imported when it is first asked."""
    return RemoteModel(name, _CONNECTIONS[name](provider))
