"""What holds for the streams of all agents: however they are cut, broken off or garbled, and in a run."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import reflex_thinking as rt
from hypothesis import given, settings
from hypothesis import strategies as st
from langchain_core.messages import AIMessageChunk, message_to_dict
from pydantic import TypeAdapter
from pydantic_ai.messages import AgentStreamEvent, PartDeltaEvent, TextPartDelta, ThinkingPartDelta
from reflex_thinking.runs.registry import Runs
from reflex_thinking.runs.turn import Turn
from reflex_thinking.store.memory import MemoryStore

from tests.growth import assert_linear
from tests.units.interop import test_ag_ui, test_vercel
from tests.units.interop.agents import (
    ANSWER,
    QUESTION,
    check,
    final,
    looking_model,
    looping_agent,
    pydantic_agent,
    researched,
    says,
    supervising_agent,
)
from tests.units.runs.helpers import QUICK, read, start, stored

WIRES = {
    "ag-ui": test_ag_ui.encoded(test_ag_ui.RUN).encode(),
    "ag-ui with assistants": test_ag_ui.encoded(test_ag_ui.BOTH_AT_ONCE).encode(),
    "vercel": test_vercel.encoded(test_vercel.MESSAGE).encode(),
}


async def _collected(source: Any) -> list[Any]:
    if hasattr(source, "__aiter__"):
        return [item async for item in source]
    async with source as stream:
        return [item async for item in stream]


@cache
def objects() -> dict[str, list[Any]]:
    """What the libraries hand out, once for all tests."""
    graph = {"stream_mode": ["messages", "updates"], "subgraphs": True}
    sources: dict[str, Callable[[], Any]] = {
        "ag-ui": lambda: None,
        "vercel": lambda: None,
        "pydantic-ai": lambda: pydantic_agent().run_stream_events("?"),
        "langgraph": lambda: supervising_agent(helpers=("research", "archive")).astream(QUESTION, **graph),
        "langgraph v2": lambda: supervising_agent().astream(QUESTION, version="v2", **graph),
        "langchain events": lambda: supervising_agent().astream_events(QUESTION, version="v2"),
    }
    known: dict[str, list[Any]] = {"ag-ui": test_ag_ui.BOTH_AT_ONCE, "vercel": test_vercel.MESSAGE}

    async def collect() -> dict[str, list[Any]]:
        return {name: known.get(name) or await _collected(make()) for name, make in sources.items()}

    return asyncio.run(collect())


NAMES = ["ag-ui", "vercel", "pydantic-ai", "langgraph", "langgraph v2", "langchain events"]


def flat(said: Any) -> str:
    """All words of a message in one."""
    return "".join(flat(part) for part in said) if isinstance(said, list | tuple) else str(said)


@pytest.mark.parametrize("name", WIRES)
@settings(deadline=None, max_examples=40)
@given(data=st.data())
def test_bytes_may_be_cut_anywhere(name: str, data: st.DataObject):
    wire = WIRES[name]
    cuts = sorted(data.draw(st.sets(st.integers(1, len(wire) - 1), max_size=60)))
    pieces = [wire[a:b] for a, b in zip([0, *cuts], [*cuts, len(wire)], strict=True)]
    assert list(rt.events(pieces)) == list(rt.events(wire))


def told(events: list[Any]) -> list[str]:
    """Everything that was told before the end, which closes what is open."""
    kinds = {"text_delta", "reasoning_part_delta", "tool_call_started", "assistant_call_started", "tool_call_update"}
    return [event.to_json() for event in events if event.type in kinds]


@pytest.mark.parametrize("name", WIRES)
@settings(deadline=None, max_examples=60)
@given(data=st.data())
def test_bytes_that_break_off_keep_what_had_arrived(name: str, data: st.DataObject):
    wire = WIRES[name]
    whole = list(rt.events(wire))
    events = list(rt.events(wire[: data.draw(st.integers(1, len(wire)))]))
    check(events)
    message = final(events)
    assert told(events) == told(whole)[: len(told(events))]
    if message["status"] == "error":
        assert message["incomplete"] is True
        assert message["error"]["code"] in {"cut", "bad_json", "empty"}
    else:
        assert says(message) == says(final(whole))


@pytest.mark.parametrize("name", NAMES)
def test_objects_that_break_off_keep_what_had_arrived(name: str):
    items = objects()[name]
    whole = told(list(rt.events(items)))
    for length in range(1, len(items)):
        events = list(rt.events(items[:length]))
        if events[0].type == "message_error":
            assert told(events) == []  # nothing has been said yet that tells what it is
            continue
        check(events)
        found = told(events)
        if "lang" in name and found != whole[: len(found)]:
            found.pop()  # the last words of an assistant, when nobody answers
        assert found == whole[: len(found)]


@pytest.mark.parametrize("name", NAMES)
@settings(deadline=None, max_examples=40)
@given(data=st.data())
def test_whatever_is_lost_doubled_or_out_of_order_ends_as_one_message(name: str, data: st.DataObject):
    items = objects()[name]
    chosen = data.draw(st.lists(st.sampled_from(range(len(items))), max_size=2 * len(items)))
    events = list(rt.events([items[index] for index in chosen]))
    assert [event.type for event in events].count("message_final") == 1
    message = final(events)
    assert message["status"] in {"done", "error", "cancelled"}
    assert message.get("error", {}).get("code") != "unexpected"
    check(events)


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@cache
def event_lines() -> list[bytes]:
    dump = TypeAdapter[Any](AgentStreamEvent).dump_json
    return [dump(event) for event in objects()["pydantic-ai"][:-1]]


def plain_frames(name: str) -> list[Any]:
    """A stream as fresh JSON, of which nothing is certain."""
    if name in WIRES:
        return [json.loads(line[6:]) for line in WIRES[name].decode().splitlines() if line.startswith("data: {")]
    if name == "pydantic-ai":
        return [json.loads(line) for line in event_lines()]
    streamed = [item["data"] for item in objects()["langgraph v2"] if item["type"] == "messages"]
    levels = [about["langgraph_checkpoint_ns"].split("|")[:-1] for _, about in streamed]
    return [
        json.loads(json.dumps({"type": "messages", "ns": ns, "data": [message_to_dict(message)["data"], about]}))
        for ns, (message, about) in zip(levels, streamed, strict=True)
    ]


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every place in a value that can be something else."""
    if isinstance(value, dict | list):
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        return [place for key in keys for place in [(value, key), *places(value[key])]]
    return []


@pytest.mark.parametrize("name", ["ag-ui", "vercel", "pydantic-ai", "langgraph"])
@settings(deadline=None, max_examples=80)
@given(data=st.data())
def test_values_of_any_kind_end_as_one_message(name: str, data: st.DataObject):
    frames = plain_frames(name)
    for _ in range(data.draw(st.integers(1, 8))):
        found = places(frames)
        holder, key = found[data.draw(st.integers(0, len(found) - 1))]
        if not isinstance(key, int):
            holder[key] = data.draw(JUNK)
    events = list(rt.events(frames, provider="langchain" if name == "langgraph" else name))
    check(events)
    assert final(events).get("error", {}).get("code") != "unexpected"


BROKEN = ["Nichts \ud83e", "\udd4a", " da \ud83e", "\ud83e!"]
"""An emoji in two pieces, and halves that nobody completes."""
MENDED = "Nichts 🥊 da ��!"


def broken_streams() -> dict[str, list[Any]]:
    thinks = [PartDeltaEvent(index=0, delta=ThinkingPartDelta(content_delta=text)) for text in BROKEN]
    dumped = [
        {"event_kind": "part_delta", "index": 0, "delta": {"part_delta_kind": "thinking", "content_delta": text}}
        for text in BROKEN
    ]
    return {
        "ag-ui": [test_ag_ui.TextMessageContentEvent(message_id="\ud83e", delta=text) for text in BROKEN],
        "ag-ui json": [{"type": "TEXT_MESSAGE_CONTENT", "messageId": "m", "delta": text} for text in BROKEN],
        "vercel": [{"type": "reasoning-delta", "id": "\ud83e", "delta": text} for text in BROKEN],
        "vercel input": [
            {"type": "tool-input-start", "toolCallId": "\ud83e", "toolName": "\ud83e"},
            *({"type": "tool-input-delta", "toolCallId": "\ud83e", "inputTextDelta": text} for text in BROKEN),
        ],
        "pydantic-ai": thinks,
        "pydantic-ai json": dumped,
        "langgraph": [
            (AIMessageChunk(content=text, id="\ud83e"), {"langgraph_checkpoint_ns": "\ud83e:1|model:2"})
            for text in BROKEN
        ],
    }


@pytest.mark.parametrize("name", broken_streams())
def test_halves_of_characters_find_each_other_or_are_replaced(name: str):
    events = list(rt.events(broken_streams()[name]))
    check(events)
    for event in events:
        event.to_json().encode()
    assert MENDED in json.dumps(final(events)["segments"], ensure_ascii=False)


# What a piece costs ---------------------------------------------------------------------------------------------------


def _many(kind: str, count: int) -> list[Any]:
    match kind:
        case "ag-ui":
            delta: Any = test_ag_ui.TextMessageContentEvent(message_id="m", delta="some words ")
        case "vercel":
            delta = {"type": "reasoning-delta", "id": "0", "delta": "some words "}
        case "pydantic-ai":
            delta = PartDeltaEvent(index=0, delta=ThinkingPartDelta(content_delta="some words "))
        case "pydantic-ai text":
            delta = PartDeltaEvent(index=0, delta=TextPartDelta(content_delta="some words "))
        case "langgraph":
            delta = (AIMessageChunk(content="some words ", id="a"), {"langgraph_checkpoint_ns": "team:1|model:2"})
        case _:
            raise AssertionError(kind)
    return [delta] * count


@pytest.mark.parametrize("kind", ["ag-ui", "vercel", "pydantic-ai", "pydantic-ai text", "langgraph"])
def test_a_piece_costs_the_same_however_many_came_before(kind: str):
    def prepare(count: int) -> Callable[[], object]:
        items = _many(kind, count)

        def work() -> None:
            assert sum(event.type.endswith("_delta") for event in rt.events(items)) >= count

        return work

    assert_linear(prepare, 250)


# In a run -------------------------------------------------------------------------------------------------------------


def _ag_ui() -> Any:
    return test_ag_ui.encoded(test_ag_ui.RUN).splitlines(keepends=True)


def _vercel() -> Any:
    return test_vercel.encoded(test_vercel.MESSAGE).splitlines(keepends=True)


SOURCES: dict[str, Callable[[], Any]] = {
    "ag-ui": _ag_ui,
    "vercel": _vercel,
    "pydantic-ai": lambda: pydantic_agent().run_stream_events("?"),
    "langgraph": lambda: supervising_agent().astream(QUESTION, stream_mode=["messages", "updates"], subgraphs=True),
    "langchain": lambda: looping_agent(looking_model()).astream_events(QUESTION, version="v2"),
}


@pytest.mark.parametrize("name", SOURCES)
async def test_an_agent_in_a_run_is_stored_as_it_was_told(name: str, tmp_path: Path):
    runs = Runs(MemoryStore(), journal_dir=tmp_path / "journal", limits=QUICK)

    async def respond(turn: Turn) -> AsyncIterator[object]:
        async for event in rt.events(SOURCES[name]()):
            yield event

    run = await start(runs, respond)
    events = await read(run)
    message = final(events)
    assert await stored(run, runs) == [message]
    assert message["status"] == "done"
    expected = final([event async for event in rt.events(SOURCES[name]())])
    assert says(message) == says(expected)
    assert message.get("usage") == expected.get("usage")
    assert message.get("artifacts") == expected.get("artifacts")
    assert ANSWER in flat(says(message))


async def test_several_agents_answer_one_question_after_each_other(tmp_path: Path):
    runs = Runs(MemoryStore(), journal_dir=tmp_path / "journal", limits=QUICK)

    async def respond(turn: Turn) -> AsyncIterator[object]:
        for source in SOURCES.values():
            async for event in rt.events(source()):
                yield event

    run = await start(runs, respond)
    message = final(await read(run))
    apart = [says(final([event async for event in rt.events(source())])) for source in SOURCES.values()]
    assert says(message) == [segment for said in apart for segment in said]


async def test_an_agent_inside_of_a_traced_agent_is_an_assistant_with_assistants(tmp_path: Path):
    async def agent(trace: rt.Trace, turn: rt.Turn) -> None:
        with trace.assistant("Team") as team:
            await team.forward(rt.events(SOURCES["langgraph"]()))
        trace.text("Fertig.")

    runs = Runs(MemoryStore(), journal_dir=tmp_path / "journal", limits=QUICK)
    [team, answer] = says(final(await read(await start(runs, rt.traced(agent)))))
    assert team[:2] == ("assistant", "Team")
    assert team[2] == [researched()]
    assert team[3] == ANSWER
    assert answer == ("text", "Fertig.")


def test_what_agent_it_is_can_be_said():
    assert final(list(rt.events(WIRES["vercel"], provider="ai-sdk")))["provider"] == "vercel"
    assert final(list(rt.events(WIRES["ag-ui"], provider="ag-ui")))["provider"] == "ag-ui"
    assert final(list(rt.events(objects()["langgraph"], provider="langgraph")))["provider"] == "langchain"


def test_no_library_is_loaded_to_read_a_stream():
    code = f"""
import sys
import reflex_thinking as rt
assert list(rt.events({WIRES["ag-ui"]!r}))[-1].event["status"] == "done"
assert list(rt.events({WIRES["vercel"]!r}))[-1].event["status"] == "done"
assert list(rt.events([dict(event_kind="part_start", index=0, part=dict(part_kind="text", content="x"))]))
assert list(rt.events([dict(type="AIMessageChunk", content="x", response_metadata=dict())]))
print([name for name in ("ag_ui", "pydantic_ai", "langchain_core", "langgraph", "reflex") if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == "[]"
