"""Google's Gemini."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from reflex_thinking import requests

from .connection import SECONDS, Connection, Prompt, load
from .schema import strict_schema


class GeminiConnection(Connection):
    """Asks Gemini, or whoever answers at ``GOOGLE_GEMINI_BASE_URL``."""

    key_variable = "GEMINI_API_KEY"

    def request(self, prompt: Prompt) -> dict[str, Any]:
        """The arguments of ``generate_content_stream``."""
        config: dict[str, Any] = {"system_instruction": prompt.system}
        if prompt.schema is not None:
            config |= {"response_mime_type": "application/json", "response_json_schema": strict_schema(prompt.schema)}
        return requests.gemini(
            self.provider.model,
            thinking=prompt.thinking,
            config=config,
            contents=[
                {"role": "user" if message.role == "user" else "model", "parts": [{"text": message.text}]}
                for message in prompt.messages
            ],
        )

    async def chunks(self, request: dict[str, Any]) -> AsyncIterator[Any]:
        """The chunks of one answer."""
        genai = await load("google.genai")
        where: dict[str, Any] = {"timeout": int(SECONDS * 1000)}
        if self.provider.base_url is not None:
            where["base_url"] = self.provider.base_url
        client = genai.Client(api_key=self.key, http_options=where)
        try:
            async for chunk in await client.aio.models.generate_content_stream(**request):
                yield chunk
        finally:
            await client.aio.aclose()
