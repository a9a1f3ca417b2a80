"""Every wire format and every dialect, with what trips a naive reader, from small streams that were written for this."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.units.providers.expected import EXPECTED
from tests.units.providers.reading import FIXTURES, NAMES, read, read_file, shown


def test_every_fixture_is_in_the_table():
    assert sorted(EXPECTED) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_stream_says_what_it_says(name: str):
    assert shown(read_file(name).final) == EXPECTED[name]


@pytest.mark.parametrize("name", NAMES)
def test_chunks_as_dicts_say_the_same(name: str):
    body = (FIXTURES / name).read_text()
    frames: list[Any] = []
    if name.endswith(".sse"):
        data = [line[5:].strip() for line in body.splitlines() if line.startswith("data:")]
        frames = [json.loads(text) for text in data if "[DONE]" not in text]
    elif name.endswith(".jsonl"):
        frames = [json.loads(line) for line in body.splitlines()]
    else:
        frames = json.loads(body) if body.startswith("[") else [json.loads(body)]
    assert shown(read(frames).final) == EXPECTED[name]


@pytest.mark.parametrize("name", NAMES)
def test_lines_without_their_ends_say_the_same(name: str):
    assert shown(read((FIXTURES / name).read_text().splitlines()).final) == EXPECTED[name]


@pytest.mark.parametrize(
    ("stream", "finished"),
    [
        ("responses-summaries.sse", "responses-summaries-finished.json"),
        ("chat-deepseek.sse", "chat-deepseek-finished.json"),
        ("chat-mistral.sse", "chat-mistral-finished.json"),
        ("gemini-thoughts.sse", "gemini-thoughts-finished.json"),
        ("interactions.sse", "interactions-finished.json"),
        ("bedrock.jsonl", "bedrock-finished.json"),
    ],
)
def test_a_finished_response_gives_the_same_message_as_its_stream(stream: str, finished: str):
    assert shown(read_file(stream).final) == shown(read_file(finished).final)


def test_a_stream_says_its_model_its_id_and_when_it_began():
    final = read_file("chat-deepseek.sse").final
    assert final is not None
    assert (final["id"], final["model"], final["created_at"]) == ("chat-1", "m-1", 1_700_000_000_000)


def test_no_key_is_shown():
    final = read_file("error-openai.json").final
    assert final is not None
    assert "sk-abc" not in json.dumps(final)
