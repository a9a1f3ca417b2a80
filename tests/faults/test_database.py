"""Runs whose messages go to a database, with processes, locks and servers that fail them."""

from __future__ import annotations

import asyncio
import dataclasses
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from reflex_thinking.canonical import MessageFinal
from reflex_thinking.reducer import Draft, apply_all
from reflex_thinking.runs.registry import Runs
from reflex_thinking.runs.turn import Turn
from reflex_thinking.store.base import StoreError
from reflex_thinking.store.database import DatabaseStore
from reflex_thinking.stored import draft_from_event, user_event

from tests.faults.test_killed import assert_holds_all, shown_before_the_kill
from tests.units.runs.helpers import QUICK, Gate, journals, read, saying, within
from tests.units.store.conftest import new_url
from tests.units.store.postgres import PostgresMissingError, Server, server

WRITER = """
import asyncio, sys
import reflex_thinking as rt
from reflex_thinking.stored import user_event

async def main(url, thread_id):
    store = rt.DatabaseStore(url)
    number = 0
    while True:
        number += 1
        await store.add_message(thread_id, user_event(f"m{number}", "x" * 5000, thread_id, number), [{"n": number}])
        sys.stdout.write(f"m{number}\\n"); sys.stdout.flush()

asyncio.run(main(*sys.argv[1:]))
"""


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return new_url(request.param, tmp_path)


async def test_the_answer_of_a_killed_process_is_there_after_the_restart_with_all_that_was_shown(
    url: str, tmp_path: Path
):
    store = DatabaseStore(url)
    thread_id = await store.create_thread("ada")
    question = user_event("u1", "Go on", thread_id, 1)
    await store.add_message(thread_id, question)
    await store.close()
    shown = await asyncio.to_thread(shown_before_the_kill, tmp_path, 300, url, thread_id)
    assert len(shown) >= 300

    restarted = DatabaseStore(url)
    assert await restarted.messages(thread_id) == [question]
    runs = Runs(restarted, journal_dir=tmp_path / "journal")
    assert await runs.recover() == ["m1"]
    assert await runs.recover() == []
    assert journals(tmp_path) == []
    stored_question, answer = await restarted.messages(thread_id)
    assert stored_question == question
    assert (answer["status"], answer["error"]["code"]) == ("error", "interrupted")
    found = await restarted.find_message("m1")
    assert found is not None and (found[0].id, found[1]) == (thread_id, answer)
    saw = Draft("m1")
    apply_all(saw, shown)
    assert_holds_all(draft_from_event(answer), saw)
    await restarted.close()


async def test_what_a_killed_process_had_written_is_whole_and_the_database_is_not_locked(url: str):
    store = DatabaseStore(url)
    thread_id = await store.create_thread("ada")

    def write_until_killed() -> list[str]:
        command = [sys.executable, "-c", WRITER, url, thread_id]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as worker:
            assert worker.stdout is not None
            written = [worker.stdout.readline() for _ in range(30)]
            worker.send_signal(signal.SIGKILL)
            return [line.strip() for line in [*written, *worker.stdout.read().splitlines(keepends=True)]]

    written = await asyncio.to_thread(write_until_killed)
    stored = [event["id"] for event in await store.messages(thread_id)]
    assert stored[: len(written)] == written
    assert len(stored) <= len(written) + 1
    assert list(await store.replies(thread_id)) == stored
    await within(store.add_message(thread_id, user_event("after", "", thread_id, 1)))
    await store.close()


async def test_a_run_whose_database_is_locked_for_a_while_is_stored_once_it_is_free(tmp_path: Path):
    path = tmp_path / "chat.db"
    store = DatabaseStore(f"sqlite:///{path}", timeout=0.02)
    thread_id = await store.create_thread("ada")
    gate = Gate()
    limits = dataclasses.replace(QUICK, save_delays=(0.01,) * 5000)
    run = await Runs(store, journal_dir=tmp_path / "journal", limits=limits).start(
        Turn("Why?", [], thread_id, "m1", "ada"), gate
    )
    await within(gate.reached.wait())
    blocker = sqlite3.connect(path, isolation_level=None)
    blocker.execute("BEGIN IMMEDIATE")
    gate.open.set()
    with pytest.raises(StoreError, match="locked"):
        await store.create_thread("eve")
    assert not run.is_done
    blocker.execute("COMMIT")
    blocker.close()
    last = (await read(run))[-1]
    assert isinstance(last, MessageFinal) and last.persisted
    assert await store.messages(thread_id) == [last.event]
    assert journals(tmp_path) == []
    await store.close()


async def test_a_run_whose_database_stays_locked_says_so_and_its_journal_brings_it_back(tmp_path: Path):
    path = tmp_path / "chat.db"
    store = DatabaseStore(f"sqlite:///{path}", timeout=0.02)
    thread_id = await store.create_thread("ada")
    blocker = sqlite3.connect(path, isolation_level=None)
    blocker.execute("BEGIN IMMEDIATE")
    runs = Runs(store, journal_dir=tmp_path / "journal", limits=QUICK)
    run = await runs.start(Turn("Why?", [], thread_id, "m1", "ada"), saying("Because."))
    last = (await read(run))[-1]
    assert isinstance(last, MessageFinal) and not last.persisted
    blocker.execute("COMMIT")
    blocker.close()
    assert await runs.recover() == ["m1"]
    assert await store.messages(thread_id) == [last.event]
    await store.close()


@pytest.fixture
def own_server():
    """A server that a test may stop."""
    try:
        running = Server(server().programs, "postgres" if server().as_user else None)
    except PostgresMissingError as error:
        pytest.skip(str(error))
    yield running
    running.remove()


async def test_a_server_that_goes_away_is_a_clear_error_and_works_again_when_it_is_back(own_server: Server):
    store = DatabaseStore(own_server.new_database(), timeout=20)
    thread_id = await store.create_thread("ada")
    await asyncio.to_thread(own_server.stop)
    event = user_event("u1", "one", thread_id, 1)
    for use in (store.add_message(thread_id, event), store.messages(thread_id)):
        with pytest.raises(StoreError, match="cannot be used") as caught:
            await within(use)
        assert own_server.password not in f"{caught.value!r} {caught.value.__cause__!r}"
    await asyncio.to_thread(own_server.start)
    await within(store.add_message(thread_id, event))
    assert await store.messages(thread_id) == [event]
    await store.close()


async def test_a_thread_that_somebody_else_locks_in_postgresql_is_given_up_in_time(tmp_path: Path):
    import psycopg

    address = new_url("postgresql", tmp_path)
    store = DatabaseStore(address, timeout=0.2)
    thread_id = await store.create_thread("ada")
    event = user_event("u1", "one", thread_id, 1)
    with psycopg.connect(address) as blocker:
        blocker.execute("SELECT * FROM thinking_threads FOR UPDATE")
        with pytest.raises(StoreError, match="lock timeout"):
            await within(store.add_message(thread_id, event))
    await store.add_message(thread_id, event)
    assert await store.messages(thread_id) == [event]
    await store.close()
