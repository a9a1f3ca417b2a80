"""How a provider is asked: one class for each kind of API."""

from __future__ import annotations

import asyncio
import importlib
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


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a provider is asked."""

    system: str
    messages: tuple[Said, ...]
    schema: type[BaseModel] | None = None
    """What the answer has to be; text when None."""
    thinking: bool = True


async def load(package: str) -> Any:
    """Import a client. The first time takes seconds, in which others must not wait."""
    return await asyncio.to_thread(importlib.import_module, package)


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
    def request(self, prompt: Prompt) -> dict[str, Any]:
        """The arguments of the call.

        Raises:
            ConfigurationError: The provider would refuse them.
        """

    @abstractmethod
    def chunks(self, request: dict[str, Any]) -> AsyncIterator[Any]:
        """What the provider sends, as its client gives it."""
