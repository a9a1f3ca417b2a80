"""A process that is killed in the middle of an answer loses nothing that was shown."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest
from reflex_thinking.canonical import AnyEvent, MessageError, parse_event
from reflex_thinking.reducer import Draft, apply_all
from reflex_thinking.runs.registry import Runs
from reflex_thinking.stored import draft_from_event

from tests.faults.crash_worker import FileStore
from tests.units.runs.helpers import journals

WORKER = Path(__file__).with_name("crash_worker.py")


def shown_before_the_kill(folder: Path, lines: int, *arguments: str) -> list[AnyEvent]:
    """Everything a worker printed, killed without warning after so many lines."""
    with subprocess.Popen([sys.executable, str(WORKER), str(folder), *arguments], stdout=subprocess.PIPE) as worker:
        assert worker.stdout is not None
        printed = [worker.stdout.readline() for _ in range(lines)]
        worker.kill()
        printed += worker.stdout.read().splitlines(keepends=True)
    return [parse_event(line) for line in printed if line.endswith(b"\n")]


@pytest.mark.parametrize("lines", [1, 2000])
async def test_all_that_a_follower_saw_is_in_the_recovered_message(tmp_path: Path, lines: int):
    shown = await asyncio.to_thread(shown_before_the_kill, tmp_path, lines)
    assert len(shown) >= lines
    store = FileStore(tmp_path)
    assert await store.messages("t1") == []
    runs = Runs(store, journal_dir=tmp_path / "journal")
    assert await runs.recover() == ["m1"]
    assert await runs.recover() == []
    assert journals(tmp_path) == []
    (event,) = await store.messages("t1")
    assert (event["status"], event["error"]["code"]) == ("error", "interrupted")
    saw, recovered = Draft("m1"), draft_from_event(event)
    apply_all(saw, shown)
    assert_holds_all(recovered, saw)
    if lines > 1:
        assert event["segments"][0]["status"] == "error"


def assert_holds_all(recovered: Draft, saw: Draft) -> None:
    """Every part that was seen is there, with at least the text that was seen of it."""
    parts = recovered.snapshot()["parts"]
    for index, part in enumerate(saw.snapshot()["parts"]):
        assert parts[index]["id"] == part["id"]
        for key in ("content", "text"):
            assert parts[index].get(key, "").startswith(part.get(key, ""))


async def test_a_worker_that_is_alive_keeps_its_journal(tmp_path: Path):
    def look() -> list[str]:
        with subprocess.Popen([sys.executable, str(WORKER), str(tmp_path)], stdout=subprocess.PIPE) as worker:
            assert worker.stdout is not None
            worker.stdout.readline()
            try:
                return asyncio.run(Runs(FileStore(tmp_path), journal_dir=tmp_path / "journal").recover())
            finally:
                worker.kill()

    assert await asyncio.to_thread(look) == []
    assert len(journals(tmp_path)) == 1
    assert await FileStore(tmp_path).messages("t1") == []


async def test_the_recovered_message_equals_its_journal(tmp_path: Path):
    from reflex_thinking.runs.journal import Journals, read_journal

    await asyncio.to_thread(shown_before_the_kill, tmp_path, 500)
    (path,) = Journals(tmp_path / "journal").left_behind()
    (entry,) = read_journal(path)
    assert entry.final is None
    journal = Draft("m1")
    apply_all(journal, entry.events)
    end = MessageError(message="The answer was interrupted.", code="interrupted")
    apply_all(journal, [end.stamped(event_id="m1", seq=journal.seq + 1, at=journal.at)])
    store = FileStore(tmp_path)
    await Runs(store, journal_dir=tmp_path / "journal", summarise=None).recover()
    assert draft_from_event((await store.messages("t1"))[0]).snapshot() == journal.snapshot()
