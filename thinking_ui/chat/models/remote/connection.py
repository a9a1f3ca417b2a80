"""How a provider is asked: one class for each kind of API."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from ....settings import ProviderSettings
from ...contract import Said

SECONDS = 120.0
"""So long a provider may be silent."""
RETRIES = 1
ANSWER_TOKENS = 4_000
"""What an answer without thinking may be long."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a provider is asked."""

    system: str
    messages: tuple[Said, ...]
    schema: type[BaseModel] | None = None
    """What the answer has to be; text when None."""
    thinking: bool = True


class Connection(ABC):
    """Asks one provider. A client is made for each request, so that none outlives the event loop it belongs to."""

    key_variable: str
    """The environment variable that holds the key."""

    def __init__(self, provider: ProviderSettings) -> None:
        self.provider = provider

    @property
    def key(self) -> str:
        """The key itself. It is handed to the client and to nobody else."""
        return self.provider.key.get_secret_value() if self.provider.key else ""

    @abstractmethod
    def chunks(self, prompt: Prompt) -> AsyncIterator[Any]:
        """What the provider sends, as its client gives it."""
