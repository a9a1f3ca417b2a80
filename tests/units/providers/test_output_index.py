"""Where in the provider's output a text or a passage of reasoning is."""

from __future__ import annotations

import json
from typing import Any

import pytest
import reflex_thinking as rt
from reflex_thinking.reducer import Draft, apply_all
from reflex_thinking.runs.registry import Runs
from reflex_thinking.store.memory import MemoryStore
from reflex_thinking.stored import draft_from_event

from tests.units.providers.reading import FIXTURES, NAMES, read_file
from tests.units.runs.helpers import QUICK, read, start, stored

NAMED = ("anthropic", "bedrock", "cohere", "interactions", "responses")
"""Those who number the parts of their output."""


def indices(segments: list[dict[str, Any]]) -> list[tuple[str, int | None]]:
    return [
        (segment["type"], segment.get("output_index"))
        for segment in segments
        if segment["type"] in ("reasoning", "text")
    ]


def sent(name: str) -> dict[int, str]:
    """The text of each part of the output, read from the bytes in the plainest way."""
    found: dict[int, str] = {}
    for line in (FIXTURES / name).read_text(encoding="utf-8").splitlines():
        if not line.startswith("data: {"):
            continue
        frame = json.loads(line.removeprefix("data: "))
        if frame.get("type") == "response.output_text.delta":
            found[frame["output_index"]] = found.get(frame["output_index"], "") + frame["delta"]
        elif frame.get("type") == "content_block_delta" and frame["delta"]["type"] == "text_delta":
            found[frame["index"]] = found.get(frame["index"], "") + frame["delta"]["text"]
    return found


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith(("anthropic", "responses")) and sent(name)])
def test_the_index_of_each_text_is_the_one_on_the_wire(name: str):
    events = list(rt.events((FIXTURES / name).read_bytes()))
    said: dict[int | None, str] = {}
    for event in events:
        if event.type == "text_delta":
            said[event.output_index] = said.get(event.output_index, "") + event.text_delta
    assert said == sent(name)


@pytest.mark.parametrize("name", NAMES)
def test_every_text_of_those_who_number_their_output_has_an_index_and_no_other(name: str):
    final = read_file(name).final
    assert final is not None
    for kind, index in indices(final["segments"]):
        if kind == "text":
            assert (index is not None) == name.startswith(NAMED), final["segments"]


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("anthropic-text-before-thinking.sse", [("text", 0), ("reasoning", 1), ("text", 2)]),
        ("anthropic-message.json", None),
        ("bedrock.jsonl", None),
    ],
)
def test_reasoning_has_an_index_of_the_same_count(name: str, wanted: list[tuple[str, int]] | None):
    final = read_file(name).final
    assert final is not None
    found = indices(final["segments"])
    assert len({index for _, index in found}) == len(found)
    assert [index for _, index in found] == sorted(index for _, index in found if index is not None)
    assert wanted is None or found == wanted


async def test_the_index_is_kept_in_the_log_in_the_store_and_in_what_a_browser_gets():
    async def respond(turn: rt.Turn):
        for event in rt.events((FIXTURES / "anthropic-text-before-thinking.sse").read_bytes()):
            yield event

    runs = Runs(MemoryStore(), limits=QUICK)
    run = await start(runs, respond)
    events = await read(run)
    (message,) = await stored(run, runs)
    wanted = [("text", 0), ("reasoning", 1), ("text", 2)]
    assert indices(message["segments"]) == wanted
    logged = {event.segment_id: event.output_index for event in events if event.type == "text_delta"}
    assert list(logged.values()) == [0, 2]
    draft = Draft(run.id)
    apply_all(draft, events)
    live = [(part["type"], part.get("output_index")) for part in draft.snapshot()["parts"] if part["type"] == "text"]
    assert live == [("text", 0), ("text", 2)]
    assert draft_from_event(message).snapshot() == draft.snapshot()
