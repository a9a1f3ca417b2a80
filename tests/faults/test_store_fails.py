"""A store that fails, for a while or for good."""

from __future__ import annotations

import asyncio
import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest
from reflex_thinking.canonical import MessageFinal
from reflex_thinking.runs.registry import Runs
from reflex_thinking.runs.run import Run
from reflex_thinking.store.memory import MemoryStore

from tests.units.runs.helpers import QUICK, Gate, journals, read, saying, start, within


class Flaky(MemoryStore):
    """Fails so many times before it works."""

    def __init__(self, failures: int) -> None:
        super().__init__()
        self.failures = failures
        self.tries = 0

    async def add_message(self, thread_id: str, event: dict[str, Any], replies: Any = None) -> None:
        self.tries += 1
        if self.tries <= self.failures:
            raise ConnectionError("password=hunter2")
        await super().add_message(thread_id, event)


def runs_with(store: MemoryStore, tmp_path: Path) -> Runs:
    return Runs(store, journal_dir=tmp_path / "journal", limits=QUICK)


async def final_of(run: Run) -> MessageFinal:
    last = (await read(run))[-1]
    assert isinstance(last, MessageFinal)
    return last


@pytest.mark.parametrize("failures", [1, 3])
async def test_a_store_that_fails_for_a_while_stores_the_message_once(tmp_path: Path, failures: int):
    store = Flaky(failures)
    run = await start(runs_with(store, tmp_path), saying("a"))
    assert (await final_of(run)).persisted
    assert store.tries == failures + 1
    assert len(await store.messages(run.turn.thread_id)) == 1
    assert journals(tmp_path) == []


@pytest.mark.parametrize("ends_as", ["done", "cancelled"])
async def test_a_store_that_fails_for_good_is_said_and_the_journal_brings_it_back_as_it_was(
    tmp_path: Path, ends_as: str
):
    store, gate = Flaky(1000), Gate()
    runs = runs_with(store, tmp_path)
    run = await start(runs, gate)
    await within(gate.reached.wait())
    gate.open.set() if ends_as == "done" else run.cancel()
    final = await final_of(run)
    assert not final.persisted
    assert run.draft.snapshot()["persisted"] is False
    assert store.tries == 4
    assert "hunter2" not in json.dumps([event.to_json() for event in await read(run)])
    (journal,) = journals(tmp_path)
    assert await runs.recover() == []
    assert journal.exists()
    store.failures = 0
    assert await runs.recover() == [run.id]
    assert await store.messages(run.turn.thread_id) == [final.event]
    assert final.event["status"] == ends_as
    assert not journal.exists()


async def test_a_store_that_hangs_is_given_up(tmp_path: Path):
    class Hanging(MemoryStore):
        async def add_message(self, thread_id: str, event: dict[str, Any], replies: Any = None) -> None:
            await asyncio.Event().wait()

    limits = dataclasses.replace(QUICK, save_seconds=0.005)
    runs = Runs(Hanging(), journal_dir=tmp_path / "journal", limits=limits)
    assert not (await final_of(await start(runs, saying("a")))).persisted
    assert len(journals(tmp_path)) == 1


async def test_a_message_is_stored_before_its_last_event_is_seen(tmp_path: Path):
    class Gated(MemoryStore):
        def __init__(self) -> None:
            super().__init__()
            self.asked, self.open = asyncio.Event(), asyncio.Event()

        async def add_message(self, thread_id: str, event: dict[str, Any], replies: Any = None) -> None:
            self.asked.set()
            await self.open.wait()
            await super().add_message(thread_id, event)

    store = Gated()
    run = await start(runs_with(store, tmp_path), saying("a"))
    await within(store.asked.wait())
    assert run.log.last_seq == 2
    assert not run.is_done
    (journal,) = journals(tmp_path)
    assert '"message_final"' in journal.read_text().splitlines()[-1]
    store.open.set()
    assert (await final_of(run)).persisted


async def test_a_thread_that_is_gone_is_not_tried_again_and_leaves_no_journal(tmp_path: Path):
    store = MemoryStore()
    run = await start(runs_with(store, tmp_path), saying("a"), thread_id="gone")
    assert not (await final_of(run)).persisted
    assert journals(tmp_path) == []
