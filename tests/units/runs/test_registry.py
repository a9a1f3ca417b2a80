"""The runs of a process."""

from __future__ import annotations

import dataclasses
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from reflex_thinking.canonical import MessageError, TextDelta
from reflex_thinking.errors import ConfigurationError, DataError, ThinkingError
from reflex_thinking.runs.journal import Header, Journals
from reflex_thinking.runs.limits import Limits
from reflex_thinking.runs.registry import Runs
from reflex_thinking.runs.run import Run
from reflex_thinking.store.memory import MemoryStore

from tests.units.runs.helpers import QUICK, Gate, read, saying, start, stored, turn_in, until, within


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
def runs(store: MemoryStore, tmp_path: Path) -> Runs:
    return Runs(store, journal_dir=tmp_path / "journal", limits=QUICK)


async def test_a_run_is_found_while_it_goes_on_and_afterwards(runs: Runs):
    gate = Gate()
    run = await start(runs, gate)
    assert runs.get(run.id) is run
    assert runs.active_in(run.turn.thread_id) == [run]
    assert runs.active_in("another") == []
    gate.open.set()
    await within(run.wait())
    assert runs.active_in(run.turn.thread_id) == []
    assert runs.get(run.id) is run
    assert runs.get("unknown") is None


async def test_a_message_is_not_made_twice(runs: Runs, store: MemoryStore):
    turn = await turn_in(store)
    first = await runs.start(turn, saying("a"))
    assert await runs.start(turn, saying("b")) is first
    await within(first.wait())
    assert await runs.start(turn, saying("b")) is first
    with pytest.raises(DataError, match="in use"):
        await runs.start(dataclasses.replace(turn, user_id="eve"), saying("b"))


async def test_a_stopped_run_ends_and_stopping_it_again_does_nothing(runs: Runs):
    run = await start(runs, Gate())
    assert await runs.stop(run.id)
    assert (await within(run.wait()))["status"] == "cancelled"
    assert not await runs.stop(run.id)
    assert not await runs.stop("unknown")


async def test_finished_runs_are_kept_up_to_a_number(store: MemoryStore):
    runs = Runs(store, limits=dataclasses.replace(QUICK, kept_runs=2))
    made: list[Run] = []
    for number in range(4):
        made.append(await start(runs, saying(str(number))))
        await within(made[-1].wait())
    assert [runs.get(run.id) is not None for run in made] == [False, False, True, True]


async def test_finished_runs_are_kept_up_to_a_size_but_the_last_one_in_any_case(store: MemoryStore):
    runs = Runs(store, limits=dataclasses.replace(QUICK, kept_bytes=4000))
    made = []
    for number in range(4):
        run = await start(runs, saying("x" * (10_000 if number == 3 else 500)))
        await within(run.wait())
        made.append(run)
        if number == 2:
            assert [runs.get(run.id) is not None for run in made] == [False, True, True]
    assert [runs.get(run.id) is not None for run in made] == [False, False, False, True]


async def test_a_user_with_too_many_runs_is_told_so(store: MemoryStore):
    runs = Runs(store, limits=dataclasses.replace(QUICK, runs_at_once=2))
    gates = [Gate(), Gate()]
    going = [await start(runs, gate) for gate in gates]
    refused = await start(runs, saying("never"))
    other = await start(runs, saying("fine"), user_id="eve")
    assert (await within(refused.wait()))["error"]["code"] == "runs_at_once"
    assert [event.type for event in await read(refused)] == ["message_started", "message_error", "message_final"]
    assert (await within(other.wait()))["status"] == "done"
    for run, gate in zip(going, gates, strict=True):
        gate.open.set()
        assert (await within(run.wait()))["status"] == "done"
    again = await start(runs, saying("now"))
    assert (await within(again.wait()))["status"] == "done"


async def test_listeners_hear_when_a_run_begins_and_ends_in_their_thread(runs: Runs, store: MemoryStore):
    turn, gate = await turn_in(store), Gate()
    heard: list[int] = []
    stop = runs.listen(turn.thread_id, lambda: heard.append(len(runs.active_in(turn.thread_id))))
    run = await runs.start(turn, gate)
    other = await start(runs, saying("elsewhere"))
    await within(other.wait())
    assert heard == [1]
    gate.open.set()
    await within(run.wait())
    await until(lambda: heard == [1, 0])
    stop()
    await within((await start(runs, saying("a"), thread_id=turn.thread_id)).wait())
    assert heard == [1, 0]


async def test_nothing_is_left_of_a_thread_that_nobody_listens_to(runs: Runs):
    private: Any = runs
    first, second = runs.listen("t1", list), runs.listen("t1", dict)
    first()
    assert set(private._listeners) == {"t1"}
    second()
    assert not private._listeners


async def test_a_run_that_was_not_stored_can_be_found(store: MemoryStore):
    runs = Runs(store, limits=QUICK)
    turn = await turn_in(store, thread_id="gone")
    run = await runs.start(turn, saying("a"))
    await within(run.wait())
    assert run.persisted is False
    assert runs.unsaved_in("gone") == [run]


async def test_closing_stops_and_stores_all(runs: Runs, store: MemoryStore, tmp_path: Path):
    gates = [Gate(), Gate(), Gate()]
    going = [await start(runs, gate) for gate in gates]
    for gate in gates:
        await within(gate.reached.wait())
    await within(runs.close())
    for run in going:
        (event,) = await stored(run, runs)
        assert (event["status"], event["segments"][0]["text"]) == ("cancelled", "before")
    assert list((tmp_path / "journal").iterdir()) == []
    with pytest.raises(ThinkingError, match="shutting down"):
        await start(runs, saying("a"))


def left_behind(
    tmp_path: Path, thread_id: str, message_id: str = "m1", *, events: bool = True, tail: bytes = b""
) -> Path:
    """The journal of a run whose process is gone."""
    journals = Journals(tmp_path / "journal")
    journal = journals.begin(Header(thread_id, message_id, "ada", "", 1000))
    assert journal is not None
    if events:
        text = TextDelta(event_id=message_id, seq=1, at=2000, text_delta="so far", segment_id="text-1")
        journal.add(text.to_line())
    if tail:
        journal.add(tail)
    journal.release()
    (path,) = (tmp_path / "journal").iterdir()
    return path


async def test_recovery_stores_what_was_shown_as_interrupted(runs: Runs, store: MemoryStore, tmp_path: Path):
    thread_id = await store.create_thread("ada")
    path = left_behind(tmp_path, thread_id, tail=b'{"torn')
    assert await runs.recover() == ["m1"]
    (event,) = await store.messages(thread_id)
    assert (event["status"], event["error"]["code"]) == ("error", "interrupted")
    assert event["segments"] == [{"type": "text", "id": "text-1", "text": "so far"}]
    assert (event["created_at"], event["ended_at"]) == (1000, 2000)
    assert not path.exists()
    assert await runs.recover() == []


async def test_recovery_stores_a_run_that_had_said_nothing(runs: Runs, store: MemoryStore, tmp_path: Path):
    thread_id = await store.create_thread("ada")
    left_behind(tmp_path, thread_id, events=False)
    assert await runs.recover() == ["m1"]
    (event,) = await store.messages(thread_id)
    assert (event["thread_id"], event["created_at"], event["segments"]) == (thread_id, 1000, [])


async def test_recovery_keeps_the_end_that_a_run_had(runs: Runs, store: MemoryStore, tmp_path: Path):
    thread_id = await store.create_thread("ada")
    left_behind(tmp_path, thread_id, tail=MessageError(seq=2, at=2500, message="no", code="x").to_json().encode())
    assert await runs.recover() == ["m1"]
    assert (await store.messages(thread_id))[0]["error"] == {"message": "no", "code": "x"}


async def test_recovery_only_deletes_the_journal_of_a_message_that_is_stored(
    runs: Runs, store: MemoryStore, tmp_path: Path
):
    thread_id = await store.create_thread("ada")
    await store.add_message(thread_id, {"id": "m1", "role": "assistant"})
    path = left_behind(tmp_path, thread_id)
    assert await runs.recover() == []
    assert await store.messages(thread_id) == [{"id": "m1", "role": "assistant"}]
    assert not path.exists()


async def test_recovery_deletes_the_journal_of_a_thread_that_is_gone(runs: Runs, tmp_path: Path):
    path = left_behind(tmp_path, "gone")
    assert await runs.recover() == []
    assert not path.exists()


async def test_recovery_leaves_a_run_alone_that_goes_on(runs: Runs, store: MemoryStore):
    gate = Gate()
    run = await start(runs, gate)
    await within(gate.reached.wait())
    assert await runs.recover() == []
    assert await Runs(store, journal_dir=runs._journals.path, limits=QUICK).recover() == []  # pyright: ignore
    gate.open.set()
    assert (await within(run.wait()))["status"] == "done"


async def test_recovery_puts_aside_what_it_cannot_read(runs: Runs, tmp_path: Path, caplog: pytest.LogCaptureFixture):
    (tmp_path / "journal").mkdir()
    (tmp_path / "journal" / "strange.journal").write_text("nonsense")
    assert await runs.recover() == []
    assert [path.name for path in (tmp_path / "journal").iterdir()] == ["strange.unreadable"]
    assert "strange.journal" in caplog.text


async def test_without_a_journal_folder_there_is_nothing_to_recover(store: MemoryStore):
    runs = Runs(store, limits=QUICK)
    run = await start(runs, saying("a"))
    await until(lambda: run.is_done)
    assert await runs.recover() == []


@pytest.mark.parametrize("name", ["max_events", "max_bytes", "max_seconds", "idle_seconds", "runs_at_once"])
def test_a_limit_of_nothing_is_refused_by_name(name: str):
    with pytest.raises(ConfigurationError, match=name):
        dataclasses.replace(Limits(), **{name: 0})


def test_runs_and_stores_do_not_load_reflex():
    code = "import sys, reflex_thinking.runs.registry, reflex_thinking.store.memory; print('reflex' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "False"
