"""The small streams through the real clients, over loopback: they say the same."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import openai
import pytest
import reflex_thinking as rt
from google import genai

from tests.units.providers.expected import EXPECTED
from tests.units.providers.reading import FIXTURES, NAMES, shown
from tests.units.providers.replay import Replay, replaying

REFUSED = {
    "chat-openrouter-error.sse": "the client raises before it hands over the text of the same chunk",
    "gemini-stream-as-array.json": "the client asks for server-sent events",
    "gemini-snake-case.json": "no server sends this",
    "gemini-error-in-stream.sse": "the client raises",
    "interactions-failed.jsonl": "the client raises",
}


@pytest.fixture(scope="module")
def replay() -> Iterator[Replay]:
    with replaying() as served:
        yield served


def names(family: str) -> list[str]:
    return [name for name in NAMES if name.startswith(family) and name not in REFUSED]


def answer(replay: Replay, name: str) -> bool:
    """Let the server answer with a stream; whether it is one."""
    body = (FIXTURES / name).read_bytes()
    if name.endswith(".jsonl"):
        lines = body.decode().splitlines()
        events = [json.loads(line).get("event_type") for line in lines]
        sent = [
            f"event: {event}\ndata: {line}" if event else f"data: {line}"
            for event, line in zip(events, lines, strict=True)
        ]
        body = "".join(f"{frame}\n\n" for frame in sent).encode()
    replay.answer_with(body)
    return not name.endswith(".json")


def check(name: str, ask: Callable[[], Any]) -> None:
    events = rt.events(ask())
    assert list(events)[-1].type == "message_final"
    assert shown(events.final) == EXPECTED[name]


@pytest.fixture(scope="module")
def gpt(replay: Replay) -> openai.OpenAI:
    return openai.OpenAI(api_key="none", base_url=replay.url, max_retries=0)


@pytest.fixture(scope="module")
def google(replay: Replay) -> genai.Client:
    return genai.Client(api_key="none", http_options={"base_url": replay.url})


@pytest.mark.parametrize("name", names("chat"))
def test_chat_completions_through_the_client_of_openai(replay: Replay, gpt: openai.OpenAI, name: str):
    streamed = answer(replay, name)
    check(name, lambda: gpt.chat.completions.create(model="m", messages=[], stream=streamed))


@pytest.mark.parametrize("name", names("gemini"))
def test_generated_content_through_the_client_of_google(replay: Replay, google: genai.Client, name: str):
    streamed = answer(replay, name)
    ask = google.models.generate_content_stream if streamed else google.models.generate_content
    check(name, lambda: ask(model="m", contents="?"))


@pytest.mark.parametrize("name", names("interactions"))
def test_interactions_through_the_client_of_google(replay: Replay, google: genai.Client, name: str):
    streamed = answer(replay, name)
    check(name, lambda: google.interactions.create(model="m", input="?", stream=streamed))
