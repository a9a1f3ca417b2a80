"""OpenAI's responses, and the chat completions that many other servers speak."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

from pydantic import BaseModel
from reflex_thinking import requests

from .connection import RETRIES, SECONDS, Connection, Prompt, load
from .schema import strict_schema


class OpenAIConnection(Connection):
    """Asks OpenAI through its Responses API."""

    key_variable = "OPENAI_API_KEY"

    def request(self, prompt: Prompt) -> dict[str, Any]:
        """The arguments of ``responses.create``."""
        options: dict[str, Any] = {}
        if prompt.schema is not None:
            options["text"] = {"format": {"type": "json_schema", **_named_schema(prompt.schema)}}
        return requests.openai(
            self.provider.model,
            thinking=prompt.thinking,
            instructions=prompt.system,
            input=[{"role": message.role, "content": message.text} for message in prompt.messages],
            stream=True,
            **options,
        )

    async def chunks(self, request: dict[str, Any]) -> AsyncIterator[Any]:
        """The events of one response."""
        openai = await load("openai")
        async with _client(openai, self) as client, await client.responses.create(**request) as stream:
            async for chunk in stream:
                yield chunk


class ChatConnection(Connection):
    """Asks any server that speaks chat completions, at ``OPENAI_BASE_URL``."""

    key_variable = "OPENAI_API_KEY"

    def request(self, prompt: Prompt) -> dict[str, Any]:
        """The arguments of ``chat.completions.create``. How a server is asked to think differs, so it does as it does."""
        messages = [{"role": message.role, "content": message.text} for message in prompt.messages]
        options: dict[str, Any] = {}
        if prompt.schema is not None:
            options["response_format"] = {"type": "json_schema", "json_schema": _named_schema(prompt.schema)}
        return requests.chat(
            self.provider.model,
            thinking=prompt.thinking,
            messages=[{"role": "system", "content": prompt.system}, *messages],
            stream=True,
            stream_options={"include_usage": True},
            **options,
        )

    async def chunks(self, request: dict[str, Any]) -> AsyncIterator[Any]:
        """The chunks of one completion."""
        openai = await load("openai")
        async with _client(openai, self) as client:
            try:
                opened = await client.chat.completions.create(**request)
            except (openai.BadRequestError, openai.UnprocessableEntityError):
                if "response_format" not in request:
                    raise
                opened = await client.chat.completions.create(**_in_words(request))
            async with opened as stream:
                async for chunk in stream:
                    yield chunk


def _in_words(request: dict[str, Any]) -> dict[str, Any]:
    """The same for a server that knows no schemas: it is told in words, and its answer is checked in any case."""
    system, *others = request["messages"]
    schema = json.dumps(request["response_format"]["json_schema"]["schema"])
    told = {**system, "content": f"{system['content']}\n\nThe JSON schema:\n{schema}"}
    rest = {key: value for key, value in request.items() if key != "response_format"}
    return {**rest, "messages": [told, *others]}


def _client(openai: Any, connection: Connection) -> Any:
    return openai.AsyncOpenAI(
        # Servers at home need no key, but the client does.
        api_key=connection.key or "none",
        base_url=connection.provider.base_url,
        timeout=SECONDS,
        max_retries=RETRIES,
    )


def _named_schema(schema: type[BaseModel]) -> dict[str, Any]:
    return {"name": schema.__name__, "schema": strict_schema(schema), "strict": True}
