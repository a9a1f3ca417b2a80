"""OpenAI's responses, and the chat completions that many other servers speak."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from pydantic import BaseModel
from reflex_thinking import requests

from .connection import RETRIES, SECONDS, Connection, Prompt
from .schema import strict_schema


class OpenAIConnection(Connection):
    """Asks OpenAI through its Responses API."""

    key_variable = "OPENAI_API_KEY"

    async def chunks(self, prompt: Prompt) -> AsyncIterator[Any]:
        """The events of one response."""
        options: dict[str, Any] = {}
        if prompt.schema is not None:
            options["text"] = {"format": {"type": "json_schema", **_named_schema(prompt.schema)}}
        request = requests.openai(
            self.provider.model,
            thinking=prompt.thinking,
            instructions=prompt.system,
            input=[{"role": message.role, "content": message.text} for message in prompt.messages],
            stream=True,
            **options,
        )
        async with _client(self) as client, await client.responses.create(**request) as stream:
            async for chunk in stream:
                yield chunk


class ChatConnection(Connection):
    """Asks any server that speaks chat completions, at ``OPENAI_BASE_URL``."""

    key_variable = "OPENAI_API_KEY"

    async def chunks(self, prompt: Prompt) -> AsyncIterator[Any]:
        """The chunks of one completion."""
        from openai import BadRequestError, UnprocessableEntityError

        messages = [{"role": message.role, "content": message.text} for message in prompt.messages]
        request: dict[str, Any] = {
            "model": self.provider.model,
            "messages": [{"role": "system", "content": prompt.system}, *messages],
            "stream": True,
            "stream_options": {"include_usage": True},
        }
        if prompt.schema is not None:
            request["response_format"] = {"type": "json_schema", "json_schema": _named_schema(prompt.schema)}
        async with _client(self) as client:
            try:
                opened = await client.chat.completions.create(**request)
            except (BadRequestError, UnprocessableEntityError):
                if prompt.schema is None:
                    raise
                # Not every server knows schemas: it is told in words, and its answer is checked in any case.
                del request["response_format"]
                system = f"{prompt.system}\n\nThe JSON schema:\n{strict_schema(prompt.schema)}"
                request["messages"][0] = {"role": "system", "content": system}
                opened = await client.chat.completions.create(**request)
            async with opened as stream:
                async for chunk in stream:
                    yield chunk


def _client(connection: Connection) -> Any:
    from openai import AsyncOpenAI

    return AsyncOpenAI(
        # Servers at home need no key, but the client does.
        api_key=connection.key or "none",
        base_url=connection.provider.base_url,
        timeout=SECONDS,
        max_retries=RETRIES,
    )


def _named_schema(schema: type[BaseModel]) -> dict[str, Any]:
    return {"name": schema.__name__, "schema": strict_schema(schema), "strict": True}
