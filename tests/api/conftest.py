"""Every test has a store and runs of its own."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from reflex_thinking.runs.limits import Limits
from reflex_thinking.settings import close_runs, settings
from reflex_thinking.store.memory import MemoryStore


@pytest_asyncio.fixture(autouse=True)
async def store(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> AsyncIterator[MemoryStore]:
    made = MemoryStore()
    monkeypatch.setattr(settings, "store", made)
    monkeypatch.setattr(settings, "journal_dir", tmp_path / "journal")
    monkeypatch.setattr(settings, "limits", Limits(save_delays=(0.001,), close_seconds=0.5))
    await close_runs()
    yield made
    await close_runs()
