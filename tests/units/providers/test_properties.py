"""Whatever happens to a stream on its way: cut anywhere, broken off anywhere, or garbled."""

from __future__ import annotations

import json
import random
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reflex_thinking.canonical import AnyEvent, MessageFinal, ReasoningPartDelta, TextDelta
from reflex_thinking.providers.normaliser import Normaliser
from reflex_thinking.stored import draft_from_event

from tests.units.providers.reading import FIXTURES, NAMES, shown
from tests.units.providers.replay import RECORDINGS

LARGEST = 20_000
MUTATIONS = 10_000
ROUNDS = 20
"""The mutations are spread over so many tests, so that each is quick and names what it broke."""


@cache
def streams() -> list[bytes]:
    """The small streams, and real ones where they are at hand."""
    real = chain.from_iterable(sorted(RECORDINGS.rglob(f"*.{kind}")) for kind in ("sse", "jsonl"))
    paths: list[Path] = [*(FIXTURES / name for name in NAMES), *real]
    return [path.read_bytes() for path in paths if path.stat().st_size <= LARGEST]


def events_of(*pieces: bytes) -> list[AnyEvent]:
    normaliser = Normaliser()
    events = [event for piece in pieces for event in normaliser.feed(piece)] + normaliser.end()
    assert normaliser.end() == []
    assert normaliser.feed(b"data: {}\n\n") == []
    return events


def texts(events: list[AnyEvent]) -> dict[tuple[str, int], str]:
    """The text of every part, and of every piece of the answer."""
    found: dict[tuple[str, int], str] = {}
    for event in events:
        if isinstance(event, ReasoningPartDelta):
            key = (event.segment_id, event.summary_index)
        elif isinstance(event, TextDelta):
            key = (event.segment_id, -1)
        else:
            continue
        found[key] = found.get(key, "") + event.text_delta
    return found


def check_form(events: list[AnyEvent]) -> dict[str, Any]:
    """What holds for every stream: one end, at the end, which holds all that was said and can be stored."""
    ends = [event for event in events if isinstance(event, MessageFinal)]
    assert ends == [events[-1]]
    final = ends[0].event
    said = {
        (segment["id"], part["summary_index"]): part["text"]
        for segment in final["segments"]
        if segment["type"] == "reasoning"
        for part in segment["parts"]
    } | {(segment["id"], -1): segment["text"] for segment in final["segments"] if segment["type"] == "text"}
    assert {key: text for key, text in said.items() if text} == texts(events)
    kinds = [event.type for event in events]
    assert kinds.count("reasoning_part_started") == kinds.count("reasoning_part_completed")
    assert ("message_error" in kinds) == (final["status"] == "error")
    for event in events:
        event.to_json()
    assert draft_from_event(final).snapshot()["status"] == final["status"]
    return final


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_any_split_into_chunks_gives_the_same(data: st.DataObject):
    stream = data.draw(st.sampled_from(streams()))
    places = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=20)))
    pieces = [stream[a:b] for a, b in zip([0, *places], [*places, len(stream)], strict=True)]
    whole = events_of(stream)
    parts = events_of(*pieces)
    assert texts(parts) == texts(whole)
    assert shown(check_form(parts)) == shown(check_form(whole))


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_any_truncation_gives_the_beginning_of_the_same_text_and_one_end(data: st.DataObject):
    stream = data.draw(st.sampled_from(streams()))
    cut = events_of(stream[: data.draw(st.integers(0, len(stream)))])
    check_form(cut)
    whole = texts(events_of(stream))
    for key, text in texts(cut).items():
        assert whole.get(key, "").startswith(text)


def test_a_stream_that_is_cut_is_an_error_that_holds_what_had_arrived():
    for name in ("chat-deepseek.sse", "gemini-thoughts.sse", "bedrock.jsonl", "cohere.sse", "ollama.jsonl"):
        stream = (FIXTURES / name).read_bytes()
        final = check_form(events_of(stream[: len(stream) // 2]))
        assert final["status"] == "error"
        assert final["error"]["code"] == "cut"
        assert final["segments"]


# Garbled streams --------------------------------------------------------------------------------------------------------

_VALUES: list[Any] = [
    None, True, False, 0, -1, 1.5, 1e308, 10**30, "", "x", "<think>", "\ud800", [], {}, [[]], [None], {"a": {}},
    {"type": 7}, {"text": []}, [{"type": "text"}], "[DONE]", "error", "0",
]  # fmt: skip


def garbled(stream: bytes, chance: random.Random) -> bytes:
    for _ in range(chance.randint(1, 3)):
        stream = chance.choice([_flip, _drop, _double, _swap, _replace, _replace, _replace])(stream, chance)
    return stream


def _flip(stream: bytes, chance: random.Random) -> bytes:
    changed = bytearray(stream)
    for _ in range(chance.randint(1, 5)):
        if changed:
            changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def _drop(stream: bytes, chance: random.Random) -> bytes:
    lines = stream.split(b"\n")
    del lines[chance.randrange(len(lines))]
    return b"\n".join(lines)


def _double(stream: bytes, chance: random.Random) -> bytes:
    lines = stream.split(b"\n")
    lines.insert(chance.randrange(len(lines)), chance.choice(lines))
    return b"\n".join(lines)


def _swap(stream: bytes, chance: random.Random) -> bytes:
    lines = stream.split(b"\n")
    a, b = chance.randrange(len(lines)), chance.randrange(len(lines))
    lines[a], lines[b] = lines[b], lines[a]
    return b"\n".join(lines)


def _replace(stream: bytes, chance: random.Random) -> bytes:
    """Put another value at some place of the JSON of a line."""
    lines = stream.split(b"\n")
    number = chance.randrange(len(lines))
    prefix, brace, rest = lines[number].partition(b"{")
    try:
        value = json.loads(brace + rest)
    except ValueError:
        return stream
    target, key = value, None
    while isinstance(target, dict | list) and target and (key is None or chance.random() < 0.7):
        key = chance.choice(list(target)) if isinstance(target, dict) else chance.randrange(len(target))
        if not isinstance(target[key], dict | list) or not target[key]:
            break
        if chance.random() < 0.6:
            target = target[key]
            key = None
    if key is not None:
        target[key] = chance.choice(_VALUES)
    lines[number] = prefix + json.dumps(value).encode()
    return b"\n".join(lines)


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_no_garbled_stream_breaks_it(seed: int):
    chance = random.Random(seed)
    small = [stream for stream in streams() if len(stream) < LARGEST // 4]
    for _ in range(MUTATIONS // ROUNDS):
        stream = garbled(chance.choice(small), chance)
        try:
            check_form(events_of(stream))
        except Exception as error:
            raise AssertionError(stream) from error
