"""Disks that are full and folders that cannot be written: the run goes on in memory."""

from __future__ import annotations

import asyncio
import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from reflex_thinking.runs import journal as journal_module
from reflex_thinking.runs.registry import Runs
from reflex_thinking.store.memory import MemoryStore

from tests.units.runs.helpers import QUICK, Gate, journals, read, saying, start, stored, within

NOBODY = 65_534


@pytest.fixture
def runs(tmp_path: Path) -> Runs:
    return Runs(MemoryStore(), journal_dir=tmp_path / "journal", limits=QUICK)


async def assert_runs_well(runs: Runs, caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(3):
        run = await start(runs, saying(*"abcdefgh"))
        events = await read(run)
        assert [event.seq for event in events] == list(range(1, len(events) + 1))
        assert (await stored(run, runs))[0]["segments"][0]["text"] == "abcdefgh"
    warnings = [record for record in caplog.records if "Journals cannot be written" in record.getMessage()]
    assert len(warnings) == 1


async def test_a_folder_that_cannot_be_made(tmp_path: Path, caplog: pytest.LogCaptureFixture):
    (tmp_path / "file").write_text("not a folder")
    await assert_runs_well(Runs(MemoryStore(), journal_dir=tmp_path / "file" / "journal", limits=QUICK), caplog)


@contextmanager
def closed_folder() -> Iterator[Path]:
    """A folder that cannot be written. Root may write everywhere: be somebody else for a while."""
    is_root = os.geteuid() == 0
    if is_root:
        os.seteuid(NOBODY)
    try:
        with TemporaryDirectory() as around:
            folder = Path(around, "journal")
            folder.mkdir(mode=0o500)
            yield folder
    finally:
        if is_root:
            os.seteuid(0)


async def test_a_folder_that_cannot_be_written(caplog: pytest.LogCaptureFixture):
    with closed_folder() as journal_dir:
        await assert_runs_well(Runs(MemoryStore(), journal_dir=journal_dir, limits=QUICK), caplog)


class FullDisk:
    """``os.write`` of a disk with room for so many bytes."""

    def __init__(self, room: int) -> None:
        self.room = room

    def __call__(self, descriptor: int, data: Any) -> int:
        if self.room <= 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        written = REAL_WRITE(descriptor, bytes(data)[: self.room])
        self.room -= written
        return written


REAL_WRITE = os.write


@pytest.mark.parametrize("room", [0, 300, 600])
async def test_a_disk_that_is_full(
    runs: Runs, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, room: int
):
    monkeypatch.setattr(journal_module.os, "write", FullDisk(room))
    await assert_runs_well(runs, caplog)


async def test_a_disk_that_was_full_for_a_while_still_brings_an_unsaved_message_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    class Failing(MemoryStore):
        fails = True

        async def add_message(self, thread_id: str, event: dict[str, Any], replies: Any = None) -> None:
            if self.fails:
                raise ConnectionError
            await super().add_message(thread_id, event)

    full, store = FullDisk(400), Failing()
    monkeypatch.setattr(journal_module.os, "write", full)

    async def respond(turn: Any) -> Any:
        for number in range(20):
            yield f"{number} "
            await asyncio.sleep(0)
        full.room = 1_000_000

    runs = Runs(store, journal_dir=tmp_path / "journal", limits=QUICK)
    run = await start(runs, respond)
    final = await within(run.wait())
    assert run.persisted is False
    store.fails = False
    assert await runs.recover() == [run.id]
    assert await stored(run, runs) == [final]


async def test_a_journal_that_somebody_deletes(runs: Runs, tmp_path: Path):
    async def respond(turn: Any) -> Any:
        yield "a"
        for path in journals(tmp_path):
            path.unlink()
        yield "b"

    run = await start(runs, respond)
    assert (await within(run.wait()))["status"] == "done"
    assert run.persisted
    gate = Gate("said later")
    run = await start(runs, gate)
    await within(gate.reached.wait())
    assert "said later" in run.draft.answer()
    (path,) = journals(tmp_path)
    assert "said later" in path.read_text()
    run.cancel()
