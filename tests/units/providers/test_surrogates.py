"""Half a character in one chunk and the other half in the next."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.units.providers.reading import read


def chunk(delta: dict[str, Any], finish: str | None = None) -> dict[str, Any]:
    return {"id": "m", "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}


def halves(make: Any) -> list[dict[str, Any]]:
    return [chunk(make("a\ud83d")), chunk(make("\ude00b")), chunk({}, "stop")]


@pytest.mark.parametrize("as_bytes", [True, False])
@pytest.mark.parametrize("name", ["content", "reasoning_content"])
def test_the_halves_of_a_character_find_each_other(name: str, as_bytes: bool):
    frames: list[Any] = halves(lambda text: {name: text})
    if as_bytes:
        frames = [f"data: {json.dumps(frame)}\n\n".encode() for frame in frames]
    normaliser = read(frames)
    assert normaliser.final is not None
    assert normaliser.reply is not None
    segment = normaliser.final["segments"][0]
    assert segment.get("text", segment.get("combined_text")) == "a😀b"
    assert normaliser.reply["message"][name] == "a😀b"


def test_the_halves_of_a_character_in_arguments_find_each_other():
    def call(text: str) -> dict[str, Any]:
        arguments = f'{{"at": "{text}' if text.startswith("a") else f'{text}"}}'
        return {"tool_calls": [{"index": 0, "id": "c", "function": {"name": "look", "arguments": arguments}}]}

    assert [found.input for found in read(halves(call)).calls] == [{"at": "a😀b"}]


@pytest.mark.parametrize("text", ["\ud83d", "a\ude00", "\ude00\ud83d"])
def test_half_a_character_that_stays_alone_breaks_nothing(text: str):
    frames = [chunk({"content": f"{text}x"}), chunk({"content": f"y{text}"}), chunk({}, text)]
    frames[0]["id"] = text
    normaliser = read([json.dumps(frame) + "\n" for frame in frames])
    assert normaliser.final is not None
    json.dumps([normaliser.final, normaliser.reply], ensure_ascii=False).encode()
    assert "x" in normaliser.final["segments"][0]["text"]
