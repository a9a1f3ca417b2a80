"""The beat of a process."""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path
from typing import Any

import pytest
from reflex_thinking.runs import clock as clock_module
from reflex_thinking.runs.clock import Clock
from reflex_thinking.runs.journal import Header, Journals
from reflex_thinking.runs.log import Log

from tests.units.runs.helpers import until


async def test_what_is_said_after_a_pause_is_published_at_once(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(clock_module, "SHORTEST", 3600.0)
    clock, log = Clock(), Log()
    clock._last = -7200.0  # pyright: ignore[reportPrivateUsage]
    log.append(b"{}", [])
    clock.touch(log)
    assert log.last_seq == 0
    await until(lambda: log.last_seq == 1)
    log.append(b"{}", [])
    clock.touch(log)
    for _ in range(20):
        await asyncio.sleep(0)
    assert (log.last_seq, clock.beats) == (1, 1), "the next beat waits for its time"
    clock.flush()
    assert (log.last_seq, clock.beats) == (2, 2)


async def test_all_runs_of_a_process_share_one_write_per_beat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    writes: list[int] = []
    real = os.write

    def write(descriptor: int, data: Any) -> int:
        writes.append(len(data))
        return real(descriptor, data)

    monkeypatch.setattr(os, "write", write)
    journals = Journals(tmp_path / "journal")
    clock = Clock(journals)
    logs = [Log() for _ in range(50)]
    opened = [journals.begin(Header("t", f"m{number}", "ada", "", 1)) for number in range(50)]
    for log, journal in zip(logs, opened, strict=True):
        assert journal is not None
        journal.add(b"{}")
        log.append(b"{}", [])
        clock.touch(log)
    clock.flush()
    assert len(writes) == 1
    assert [log.last_seq for log in logs] == [1] * 50


async def test_nothing_is_published_before_it_is_journalled(tmp_path: Path):
    seen: list[tuple[str, int]] = []
    log = Log()

    class Watched(Journals):
        def commit(self) -> None:
            seen.append(("commit", log.last_seq))
            super().commit()

    clock = Clock(Watched(tmp_path))
    log.listeners.add(lambda: seen.append(("publish", log.last_seq)))
    log.append(b"{}", [])
    clock.touch(log)
    clock.flush()
    assert seen == [("commit", 0), ("publish", 1)]


async def test_beats_are_rarer_while_readers_take_long_and_frequent_again_afterwards():
    clock, log = Clock(), Log()
    busy = True

    def read() -> None:
        if busy:
            time.sleep(0.06)  # a reader that keeps the event loop to itself

    log.listeners.add(lambda: asyncio.get_running_loop().call_soon(read))

    async def beat_until(condition: Any) -> None:
        async with asyncio.timeout(60):
            while not condition():
                log.append(b"{}", [])
                clock.touch(log)
                await asyncio.sleep(0.005)

    await beat_until(lambda: clock.interval > 0.1)
    assert clock.interval <= clock_module.LONGEST
    busy = False
    await beat_until(lambda: clock.interval < 0.05)


async def test_a_log_that_fails_does_not_stop_the_beat(caplog: pytest.LogCaptureFixture):
    class Broken(Log):
        def publish(self) -> None:
            raise RuntimeError

    clock, log = Clock(), Log()
    clock.touch(Broken())
    await until(lambda: "could not be published" in caplog.text)
    log.append(b"{}", [])
    clock.touch(log)
    await until(lambda: log.last_seq == 1)
