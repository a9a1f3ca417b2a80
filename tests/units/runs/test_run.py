"""One run."""

from __future__ import annotations

import asyncio
import dataclasses
import logging
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import reflex_thinking as rt
from reflex_thinking import canonical as ev
from reflex_thinking.reducer import Draft, apply_all
from reflex_thinking.runs import run as run_module
from reflex_thinking.runs.compose import reasoning
from reflex_thinking.runs.journal import read_journal
from reflex_thinking.runs.log import kind_of
from reflex_thinking.runs.registry import Runs
from reflex_thinking.runs.run import RespondError
from reflex_thinking.runs.turn import Turn
from reflex_thinking.store.memory import MemoryStore
from reflex_thinking.stored import draft_from_event

from tests.units.pictures import png
from tests.units.runs.helpers import QUICK, Gate, journals, read, saying, start, stored, until, within


@pytest.fixture
def runs(tmp_path: Path) -> Runs:
    return Runs(MemoryStore(), journal_dir=tmp_path / "journal", limits=QUICK)


def types(events: list[ev.AnyEvent]) -> list[str]:
    """What happened, apart from summaries."""
    return [event.type for event in events if event.type != "summary_updated"]


async def test_a_run_from_the_first_event_to_the_last(runs: Runs, tmp_path: Path):
    run = await start(runs, saying(reasoning("Let me see."), "Yes."))
    events = await read(run)
    assert types(events) == [
        "message_started",
        "reasoning_part_started",
        "reasoning_part_delta",
        "reasoning_part_completed",
        "text_delta",
        "message_final",
    ]
    assert [event.seq for event in events] == list(range(1, len(events) + 1))
    assert {event.event_id for event in events} == {run.id}
    times = [event.at or 0 for event in events]
    assert times == sorted(times)
    assert times[0] > 1_700_000_000_000
    final = events[-1]
    assert isinstance(final, ev.MessageFinal)
    assert final.persisted
    assert final.event["status"] == "done"
    assert await stored(run, runs) == [final.event] == [run.final]
    assert await within(run.wait()) == final.event
    assert (run.is_done, run.persisted) == (True, True)
    assert journals(tmp_path) == []


async def test_what_is_watched_is_what_is_stored(runs: Runs):
    tool = [
        ev.ToolCallStarted(call_id="c1", name="f"),
        ev.ToolCallUpdate(call_id="c1", args_delta='{"a": 1}'),
        ev.ToolResult(call_id="c1", result={"b": [1, 2]}),
        ev.AssistantCallStarted(call_id="c2", name="Bo", task="help"),
        ev.ReasoningPartDelta(segment_id="s", text_delta="deep", parent_id="c2"),
        ev.MessageFinal(event={"usage": {"output_tokens": 3}, "stop_reason": "end"}),
    ]
    run = await start(runs, saying(reasoning("a"), *tool, "text", reasoning("b"), "more"))
    watched = Draft(run.id)
    apply_all(watched, await read(run))
    await within(run.wait())
    (event,) = await stored(run, runs)
    assert watched.snapshot() == run.draft.snapshot() == draft_from_event(event).snapshot()
    assert (event["usage"], event["stop_reason"]) == ({"output_tokens": 3}, "end")


async def test_the_first_event_is_there_before_respond_has_said_anything(runs: Runs):
    gate = Gate(before="")
    run = await start(runs, gate)
    follower = run.log.follow()
    assert [kind_of(line) for line in await within(anext(follower))] == ["message_started"]
    assert not run.is_done
    gate.open.set()
    assert types(await read(run))[-1] == "message_final"


async def test_the_draft_is_up_to_date_and_all_of_it_is_in_the_journal(runs: Runs, tmp_path: Path):
    gate = Gate(before="so far")
    run = await start(runs, gate)
    await within(gate.reached.wait())
    assert run.draft.answer() == "so far"
    (journal,) = journals(tmp_path)
    assert "so far" in journal.read_text()
    gate.open.set()
    await within(run.wait())


async def test_events_are_in_the_journal_before_a_follower_sees_them(runs: Runs, tmp_path: Path):
    async def respond(turn: Turn) -> AsyncIterator[str]:
        for number in range(50):
            yield f" word {number}"
            if number % 7 == 0:
                await asyncio.sleep(0)

    run = await start(runs, respond)
    seen = 0
    async for batch in run.log.follow():
        for line in batch:
            if kind_of(line) == "text_delta":
                (journal,) = journals(tmp_path)
                assert line in [each.partition(b" ")[2] for each in journal.read_bytes().splitlines()]
                seen += 1
    assert seen == 50


async def test_text_that_goes_on_is_written_and_reduced_like_any_event(runs: Runs):
    """Text that goes on where the last text ended takes a shorter way; what comes out is the same."""
    values = [
        reasoning("Let "), reasoning('me "see"\n'), reasoning("\u2028é\U0001f600 "), reasoning("\ud83d"), reasoning("\ude00."), reasoning(""),
        "An", "", "swer ", "\ud83d", "\ude00", "!",
        ev.AssistantCallStarted(call_id="a", name="Helper"),
        ev.ReasoningPartDelta(segment_id="s", text_delta="deep ", parent_id="a"),
        ev.ReasoningPartDelta(segment_id="s", text_delta="deeper", parent_id="a"),
        ev.ReasoningPartDelta(segment_id="s", text_delta="other part", summary_index=1, parent_id="a"),
        ev.ReasoningPartDelta(segment_id="s", text_delta=" first again", parent_id="a"),
        ev.TextDelta(text_delta="re", parent_id="a"), ev.TextDelta(text_delta="sult", parent_id="a"),
        ev.TextDelta(text_delta="x", segment_id="t"), ev.TextDelta(text_delta="y", segment_id="t"), ev.TextDelta(text_delta="z", segment_id="u"),
        ev.ReasoningPartCompleted(segment_id="s", parent_id="a"),
        ev.ReasoningPartDelta(segment_id="s", text_delta="too late", parent_id="a"),
        {"type": "text_delta", "text_delta": "as ", "segment_id": "v"}, {"type": "text_delta", "text_delta": "dicts", "segment_id": "v"},
    ]  # fmt: skip
    run = await start(runs, saying(*values))
    events = await read(run)
    assert [event.seq for event in events] == list(range(1, len(events) + 1))
    assert {event.event_id for event in events} == {run.id}
    reduced = Draft(run.id)
    apply_all(reduced, events)
    assert reduced.snapshot() == run.draft.snapshot()
    parts = run.draft.snapshot()["parts"]
    assert parts[0]["content"] == 'Let me "see"\n\u2028é\U0001f600 \U0001f600.'
    assert parts[1]["text"] == "Answer \U0001f600!"
    assert [step["content"] for step in parts[2]["child_steps"]] == ["deep deeper first again", "other part"]
    assert parts[2]["assistant_result"] == "result"
    assert [part["text"] for part in parts[3:]] == ["xy", "z", "as dicts"]


async def test_text_that_goes_on_needs_no_event_object(runs: Runs, monkeypatch: pytest.MonkeyPatch):
    made: list[str] = []
    stamped = ev.EventBase.stamped

    def counted(self: ev.EventBase, **fields: Any) -> ev.EventBase:
        made.append(type(self).__name__)
        return stamped(self, **fields)

    monkeypatch.setattr(ev.EventBase, "stamped", counted)
    run = await start(runs, saying(*[reasoning("word ")] * 1000, *["word "] * 1000))
    assert len((await within(run.wait()))["segments"][1]["text"]) == 5000
    assert len(made) < 12


async def test_an_exception_ends_the_run_with_an_error_that_gives_nothing_away(
    runs: Runs, tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    async def respond(turn: Turn) -> AsyncIterator[object]:
        yield reasoning("so far")
        yield ev.ToolCallStarted(call_id="c1", name="f")
        raise ValueError("key sk-123 in /etc/secret")

    run = await start(runs, respond)
    events = await read(run)
    assert types(events)[-2:] == ["message_error", "message_final"]
    (event,) = await stored(run, runs)
    assert event["error"] == {"message": "Something went wrong while the answer was made.", "code": "ValueError"}
    assert (event["status"], event["incomplete"]) == ("error", True)
    assert [segment.get("status") for segment in event["segments"]] == [None, "error"]
    assert event["segments"][0]["combined_text"] == "so far"
    sent = "".join(event.to_json() for event in events)
    assert "sk-123" not in sent and "/etc" not in sent and "Traceback" not in sent
    assert any(record.exc_info and "sk-123" in str(record.exc_info[1]) for record in caplog.records)
    assert journals(tmp_path) == []


async def test_a_respond_error_shows_its_own_text(runs: Runs):
    async def respond(turn: Turn) -> AsyncIterator[object]:
        yield "a"
        raise RespondError("The library is closed.", code="closed")

    run = await start(runs, respond)
    assert (await within(run.wait()))["error"] == {"message": "The library is closed.", "code": "closed"}


@pytest.mark.parametrize("bad", [None, {"type": "nonsense"}, 42])
async def test_a_bad_value_ends_the_run_and_keeps_what_was_shown(runs: Runs, bad: object):
    run = await start(runs, saying("good", bad, "never"))
    final = await within(run.wait())
    assert (final["status"], final["error"]["code"]) == ("error", "DataError")
    assert final["segments"][0]["text"] == "good"


async def test_a_respond_that_cannot_even_be_called_is_an_error(runs: Runs):
    def respond(turn: Turn) -> Any:
        raise KeyError(turn.text)

    run = await start(runs, respond)
    assert (await within(run.wait()))["error"]["code"] == "KeyError"


async def test_an_event_that_cannot_be_applied_is_left_out_and_ends_the_run(
    runs: Runs, monkeypatch: pytest.MonkeyPatch
):
    apply = run_module.apply

    def fails(draft: Draft, event: ev.AnyEvent) -> Any:
        ops = apply(draft, event)
        if isinstance(event, ev.ToolCallStarted):
            raise AssertionError
        return ops

    monkeypatch.setattr(run_module, "apply", fails)
    run = await start(runs, saying("good", ev.ToolCallStarted(call_id="c", name="bad"), "never"))
    events = await read(run)
    assert types(events) == ["message_started", "text_delta", "message_error", "message_final"]
    watched = Draft(run.id)
    apply_all(watched, events)
    (event,) = await stored(run, runs)
    assert draft_from_event(event).snapshot() == watched.snapshot()
    assert watched.answer() == "good"


async def test_an_error_event_ends_the_run(runs: Runs):
    closed = asyncio.Event()

    async def respond(turn: Turn) -> AsyncIterator[object]:
        try:
            yield "a"
            yield ev.MessageError(message="The model is overloaded.", code="overloaded")
            yield "never"
        finally:
            await asyncio.sleep(0)
            closed.set()

    run = await start(runs, respond)
    events = await read(run)
    assert types(events) == ["message_started", "text_delta", "message_error", "message_final"]
    assert closed.is_set()
    assert run.final is not None and run.final["error"]["code"] == "overloaded"


async def test_cancel_keeps_what_was_said_and_closes_respond(runs: Runs, tmp_path: Path):
    gate = Gate(before=reasoning("so far"))
    run = await start(runs, gate)
    await within(gate.reached.wait())
    run.cancel()
    run.cancel()
    events = await read(run)
    assert types(events)[-2:] == ["message_cancelled", "message_final"]
    assert gate.closed.is_set()
    (event,) = await stored(run, runs)
    assert (event["status"], event["segments"][0]["combined_text"]) == ("cancelled", "so far")
    assert journals(tmp_path) == []
    run.cancel()
    assert run.log.last_seq == len(events)


async def test_a_run_that_is_cancelled_before_it_began_never_calls_respond(runs: Runs):
    called: list[Turn] = []
    run = await start(runs, called.append)
    run.cancel()
    assert types(await read(run)) == ["message_started", "message_cancelled", "message_final"]
    assert called == []


async def test_cancelled_is_said_before_respond_has_cleaned_up(runs: Runs):
    release = asyncio.Event()
    patient = dataclasses.replace(QUICK, close_seconds=20)

    async def respond(turn: Turn) -> AsyncIterator[object]:
        try:
            yield "a"
            await asyncio.Event().wait()
        finally:
            await release.wait()

    store = MemoryStore()
    run = await start(Runs(store, limits=patient), respond)
    follower = run.log.follow()
    await until(lambda: run.log.last_seq == 2)
    run.cancel()
    await until(lambda: run.log.last_seq == 3)
    assert kind_of((await within(anext(follower)))[-1]) == "message_cancelled"
    release.set()
    assert [kind_of(line) for line in await within(anext(follower))] == ["message_final"]


async def test_something_cancelled_inside_respond_is_an_error_not_a_stop(runs: Runs):
    async def respond(turn: Turn) -> AsyncIterator[object]:
        yield "a"
        task = asyncio.ensure_future(asyncio.Event().wait())
        task.cancel()
        await task

    run = await start(runs, respond)
    final = await within(run.wait())
    assert (final["status"], final["error"]["code"]) == ("error", "CancelledError")


LIMITS = {
    "max_events": (dataclasses.replace(QUICK, max_events=10), "10 events"),
    "max_bytes": (dataclasses.replace(QUICK, max_bytes=1000), "1,000 bytes"),
    "max_seconds": (dataclasses.replace(QUICK, max_seconds=0.05), "0.05 seconds"),
    "idle_seconds": (dataclasses.replace(QUICK, idle_seconds=0.05), "0.05 seconds"),
}


@pytest.mark.parametrize("limit", LIMITS)
async def test_a_limit_ends_the_run_and_says_which(limit: str):
    limits, text = LIMITS[limit]

    async def respond(turn: Turn) -> AsyncIterator[object]:
        for _ in range(100):
            yield "word "
            if "seconds" in limit:
                await asyncio.Event().wait()

    runs = Runs(MemoryStore(), limits=limits)
    run = await start(runs, respond)
    events = await read(run)
    assert types(events)[-2:] == ["message_error", "message_final"]
    (event,) = await stored(run, runs)
    assert event["error"]["code"] == limit
    assert text in event["error"]["message"]
    assert event["segments"][0]["text"].startswith("word ")
    if limit == "max_events":
        assert types(events)[:-2].count("text_delta") == 9
    if limit == "max_bytes":
        assert sum(len(event.to_json()) for event in events[:-2]) <= 1000


@pytest.mark.parametrize(("pause", "status"), [(40, "done"), (70, "error")])
async def test_a_run_that_says_something_now_and_then_is_not_idle(
    pause: float, status: str, monkeypatch: pytest.MonkeyPatch
):
    real, passed = time.monotonic, 0.0
    monkeypatch.setattr(time, "monotonic", lambda: real() + passed)  # which the event loop asks, too

    async def respond(turn: Turn) -> AsyncIterator[object]:
        nonlocal passed
        for _ in range(5):
            yield "word "
            passed += pause
            for _ in range(10):
                await asyncio.sleep(0)

    run = await start(Runs(MemoryStore(), limits=dataclasses.replace(QUICK, idle_seconds=60)), respond)
    assert (await run.wait())["status"] == status


async def test_a_text_that_cannot_be_written_is_made_so(runs: Runs):
    run = await start(runs, saying(ev.ToolCallStarted(call_id="c1", name="na\ud83dme")))
    final = await within(run.wait())
    assert (final["status"], final["segments"][0]["name"]) == ("done", "na\ufffdme")


async def test_a_finished_run_holds_on_to_no_history(runs: Runs):
    run = await start(runs, saying("a"), history=[{"id": "u1"}])
    assert run.turn.history
    await within(run.wait())
    assert run.turn.history == []


async def test_the_end_of_the_event_loop_is_the_end_of_the_run_and_it_is_stored(caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.ERROR)
    store = MemoryStore()
    gate = Gate()
    run = await start(Runs(store, limits=QUICK), gate)
    await within(gate.reached.wait())
    for task in asyncio.all_tasks():
        if task is not asyncio.current_task():
            task.cancel()
    await within(run.wait())
    (event,) = await store.messages(run.turn.thread_id)
    assert (event["status"], event["segments"][0]["text"]) == ("cancelled", "before")
    assert not caplog.records


async def test_what_a_provider_needs_back_is_stored_apart_and_reaches_no_viewer():
    runs = Runs(MemoryStore(), limits=QUICK)
    reply = {"provider": "anthropic", "message": {"role": "assistant", "content": [{"signature": "s3cret"}]}}

    async def respond(turn: Turn) -> AsyncIterator[Any]:
        yield "Hello"
        yield ev.MessageFinal(event={"usage": {"output_tokens": 3}}).with_reply(reply)

    run = await start(runs, respond)
    events = await read(run)
    assert "s3cret" not in "".join(event.to_json() for event in events)
    assert await runs.store.replies(run.turn.thread_id) == {run.id: [reply]}


async def test_images_are_stored_as_they_were_watched_and_a_journal_has_them(runs: Runs, tmp_path: Path):
    gate = Gate(rt.image(png(), alt="A field", id="p1"), rt.file(b"a,b", name="d.csv"))
    run = await start(runs, gate)
    await within(gate.reached.wait())
    await until(lambda: run.log.last_seq == 2)
    (journal,) = journals(tmp_path)
    (entry,) = read_journal(journal)
    assert [event.type for event in entry.events] == ["message_started", "part_added"]
    gate.open.set()
    final = await within(run.wait())
    draft = Draft(run.id)
    apply_all(draft, await read(run))
    assert draft_from_event(final).snapshot()["parts"] == draft.snapshot()["parts"]
    assert [(segment["type"], segment["sequence_number"]) for segment in final["segments"]] == [
        ("image", 1),
        ("file", 2),
    ]


async def test_an_image_beyond_the_limit_ends_no_run():
    runs = Runs(MemoryStore(), limits=dataclasses.replace(QUICK, part_bytes=1000, parts_bytes=2000, max_bytes=20_000))
    run = await start(runs, saying("See: ", *(rt.file(b"x" * 1000) for _ in range(5)), rt.file(b"x" * 9000), "Done."))
    final = await within(run.wait())
    assert final["status"] == "done"
    assert [segment.get("omitted") for segment in final["segments"]] == [None, None, None, *["too_large"] * 4, None]
