"""A process that makes an answer without end and prints what a follower sees, until it is killed.

Usage: python crash_worker.py FOLDER [DATABASE THREAD]
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from reflex_thinking import canonical as ev
from reflex_thinking.runs.compose import reasoning
from reflex_thinking.runs.registry import Runs
from reflex_thinking.runs.turn import Turn
from reflex_thinking.store.database import DatabaseStore
from reflex_thinking.store.memory import MemoryStore


class FileStore(MemoryStore):
    """A store that other processes can read: a file per message. Threads are all there."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder

    async def messages(self, thread_id: str) -> list[dict[str, Any]]:
        return [json.loads(path.read_text()) for path in sorted(self.folder.glob(f"{thread_id}.*.json"))]

    async def add_message(self, thread_id: str, event: dict[str, Any], replies: Any = None) -> None:
        (self.folder / f"{thread_id}.{event['id']}.json").write_text(json.dumps(event))


async def respond(turn: Turn) -> AsyncIterator[object]:
    number = 0
    yield ev.ToolCallStarted(call_id="c1", name="open tool")
    while True:
        number += 1
        yield reasoning(f"r{number} ")
        if number % 50 == 0:
            yield f"t{number} "
        if number % 3 == 0:
            await asyncio.sleep(0)


async def main(folder: Path, database: str = "", thread_id: str = "t1") -> None:
    store = DatabaseStore(database) if database else FileStore(folder)
    runs = Runs(store, journal_dir=folder / "journal")
    run = await runs.start(Turn("Go on", [], thread_id, "m1", "ada"), respond)
    async for batch in run.log.follow():
        for line in batch:
            sys.stdout.write(line.decode() + "\n")
        sys.stdout.flush()
        await asyncio.sleep(0)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), *sys.argv[2:]))
