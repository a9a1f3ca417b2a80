"""Every wire format and every dialect, with what trips a naive reader, from small streams that were written for this."""

from __future__ import annotations

import json
from typing import Any

import pytest
from reflex_thinking.canonical import PartAdded
from reflex_thinking.providers.normaliser import Normaliser

from tests.units.providers.expected import EXPECTED, RED
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
        ("responses-image.sse", "responses-image-finished.json"),
        ("gemini-image.sse", "gemini-image-finished.json"),
        ("interactions-image.jsonl", "interactions-image-finished.json"),
        ("bedrock-image.jsonl", "bedrock-image-finished.json"),
    ],
)
def test_a_finished_response_gives_the_same_message_as_its_stream(stream: str, finished: str):
    assert shown(read_file(stream).final) == shown(read_file(finished).final)


def parts(*frames: Any) -> list[Any]:
    """The images and files that frames bring, in all their versions."""
    normaliser = Normaliser()
    events = [event for frame in frames for event in normaliser.feed(frame)] + normaliser.end()
    assert normaliser.final
    return [event.part for event in events if isinstance(event, PartAdded)]


def test_drafts_of_an_image_are_versions_of_one_part_and_end_with_it():
    found = parts((FIXTURES / "responses-image.sse").read_bytes())
    assert [(part.id, part.data == RED, part.partial) for part in found] == [
        ("ig_1/image", False, True),
        ("ig_1/image", True, True),
        ("ig_1/image", True, None),
    ]


def test_a_draft_that_no_image_follows_is_no_draft_in_the_message():
    stream, _, _ = (FIXTURES / "responses-image.sse").read_bytes().partition(b"event: response.output_item.done")
    final = read([stream]).final
    assert final is not None
    [image] = [segment for segment in final["segments"] if segment["type"] == "image"]
    assert (image["data"], image.get("partial")) == (RED, None)


def candidate(**inline: Any) -> dict[str, Any]:
    return {"candidates": [{"content": {"parts": [{"inlineData": inline}]}, "finishReason": "STOP"}]}


@pytest.mark.parametrize(
    ("media_type", "data", "expected"),
    [
        ("image/png", RED, ("image", "image/png", True)),
        ("IMAGE/PNG; q=1", RED, ("image", "image/png", True)),
        ("image/jpeg", RED, ("image", "image/png", True)),  # the bytes decide
        ("image/svg+xml", "PHN2Zz48L3N2Zz4=", ("file", "image/svg+xml", True)),
        ("image/png", "PHN2Zz48L3N2Zz4=", ("file", "application/octet-stream", True)),
        ("text/html", "PGI+", ("file", "text/html", True)),
        ("application/x-no-such-thing", "PGI+", ("file", "application/x-no-such-thing", True)),
        ("no type", "PGI+", ("file", "application/octet-stream", True)),
        ("image/\ud800", "PGI+", ("file", "application/octet-stream", True)),
        (None, "PGI+", ("file", "application/octet-stream", True)),
        (7, "PGI+", ("file", "application/octet-stream", True)),
        ("image/png", "no base64!", ("image", "image/png", False)),
        ("image/png", "\ud800", ("image", "image/png", False)),
    ],
)
def test_what_calls_itself_an_image_is_one_only_if_its_bytes_are(
    media_type: Any, data: str, expected: tuple[str, str, bool]
):
    [part] = parts(candidate(mimeType=media_type, data=data))
    assert (part.type, part.media_type, part.data is not None) == expected
    assert part.omitted == (None if part.data else "unreadable")


@pytest.mark.parametrize("data", [None, "", 7, [], {}])
def test_media_without_data_is_none(data: Any):
    assert parts(candidate(mimeType="image/png", data=data)) == []


def test_a_file_name_of_a_provider_is_a_name_only():
    output = {"type": "bash_code_execution_output", "file_id": "f\ud800", "filename": "../../a\u202eb.html"}
    result = {"type": "bash_code_execution_result", "content": [output, {**output, "type": "other", "file_id": "g"}]}
    block = {"type": "bash_code_execution_tool_result", "tool_use_id": "t", "content": result}
    [part] = parts({"type": "message", "role": "assistant", "content": [block], "stop_reason": "end_turn"})
    assert (part.type, part.name, part.file_id, part.media_type) == ("file", "ab.html", "f\ufffd", "text/html")


def test_a_stream_says_its_model_its_id_and_when_it_began():
    final = read_file("chat-deepseek.sse").final
    assert final is not None
    assert (final["id"], final["model"], final["created_at"]) == ("chat-1", "m-1", 1_700_000_000_000)


def test_no_key_is_shown():
    final = read_file("error-openai.json").final
    assert final is not None
    assert "sk-abc" not in json.dumps(final)
