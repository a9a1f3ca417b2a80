"""Which wire format it is, from whatever comes first; and what is said of that which is in none."""

from __future__ import annotations

from typing import Any

import pytest
from reflex_thinking.providers.flavours import detect

from tests.units.providers.reading import NAMES, read, read_file

FORMATS = {
    "anthropic": "anthropic",
    "responses": "openai-responses",
    "chat": "chat",
    "gemini": "gemini",
    "interactions": "gemini-interactions",
    "bedrock": "bedrock-converse",
    "cohere": "cohere",
    "ollama": "ollama",
    "error": "unknown",
}


@pytest.mark.parametrize("name", NAMES)
def test_the_format_is_found_out(name: str):
    final = read_file(name).final
    assert final is not None
    assert final["provider"] == FORMATS[name.partition("-")[0].partition(".")[0]]


@pytest.mark.parametrize(
    "frame",
    [
        {},
        {"type": "ping"},
        {"type": 5},
        {"type": "[DONE]"},
        {"event_type": "stream-start", "is_finished": False},
        {"object": ["chat.completion"]},
        {"message": "hello"},
        {"metadata": {"anything": 1}},
        {"output": "text"},
        {"done": "yes", "message": {}},
    ],
)
def test_what_says_nothing_is_no_format(frame: dict[str, Any]):
    assert detect(frame) is None


def test_frames_before_the_one_that_tells_are_not_lost():
    chunk = {"id": "m", "choices": [{"index": 0, "delta": {"content": "Hi."}, "finish_reason": "stop"}]}
    final = read([{"type": "ping"}, {"hello": 1}, chunk]).final
    assert final is not None
    assert [segment["text"] for segment in final["segments"]] == ["Hi."]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "empty"),
        (b"\n\n: keep-alive\n\n", "empty"),
        (b"<html><body>502 Bad Gateway</body></html>", "bad_json"),
        (b"upstream connect error", "bad_json"),
        (b'{"hello": "world"}', "unknown_format"),
        (b'data: {"choices": [\n\n', "bad_json"),
        (b'{"choices": [{"delta"', "bad_json"),
        (b"data: 7\n\n", "bad_json"),
        (b'{"error": "model not found"}', None),
        (b'{"detail": "Not authenticated"}', None),
        (b'{"id": "1", "message": "invalid api token"}', None),
        (b'data: {"error": {"message": "no", "code": 402}}\n\n', "402"),
    ],
)
def test_what_cannot_be_read_ends_as_an_error_that_says_so(body: bytes, code: str | None):
    final = read([body]).final
    assert final is not None
    assert final["status"] == "error"
    assert final["segments"] == []
    assert final["error"].get("code") == code
    assert final["error"]["message"]


def test_bad_json_in_the_middle_ends_it_there_with_what_had_arrived():
    first = b'data: {"id": "m", "choices": [{"index": 0, "delta": {"content": "It beg"}}]}\n\n'
    final = read([first, b"data: {oops}\n\n", first]).final
    assert final is not None
    assert final["error"]["code"] == "bad_json"
    assert [segment["text"] for segment in final["segments"]] == ["It beg"]
