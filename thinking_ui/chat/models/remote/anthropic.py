"""Anthropic's messages."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from reflex_thinking import requests

from .connection import RETRIES, SECONDS, Connection, Prompt, load
from .schema import strict_schema


class AnthropicConnection(Connection):
    """Asks Anthropic, or whoever answers at ``ANTHROPIC_BASE_URL``."""

    key_variable = "ANTHROPIC_API_KEY"

    def request(self, prompt: Prompt) -> dict[str, Any]:
        """The arguments of ``messages.create``."""
        options: dict[str, Any] = {}
        if prompt.schema is not None:
            options["output_config"] = {"format": {"type": "json_schema", "schema": strict_schema(prompt.schema)}}
        return requests.anthropic(
            self.provider.model,
            thinking=prompt.thinking,
            system=prompt.system,
            messages=[{"role": message.role, "content": message.text} for message in prompt.messages],
            stream=True,
            **options,
        )

    async def chunks(self, request: dict[str, Any]) -> AsyncIterator[Any]:
        """The events of one message."""
        anthropic = await load("anthropic")
        where = {"api_key": self.key, "base_url": self.provider.base_url, "timeout": SECONDS, "max_retries": RETRIES}
        async with anthropic.AsyncAnthropic(**where) as client, await client.messages.create(**request) as stream:
            async for chunk in stream:
                yield chunk
