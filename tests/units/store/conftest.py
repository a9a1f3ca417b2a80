"""Stores to test: each test that asks for `store` runs on all of them, one that asks for `database` on the real ones."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from reflex_thinking.store.base import Store
from reflex_thinking.store.database import DatabaseStore
from reflex_thinking.store.memory import MemoryStore

from tests.units.store.postgres import PostgresMissingError, server


def new_url(kind: str, folder: Path) -> str:
    """The address of an empty database."""
    if kind == "sqlite":
        return f"sqlite:///{folder}/chat.db"
    try:
        return server().new_database()
    except PostgresMissingError as error:
        pytest.skip(str(error))


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return new_url(request.param, tmp_path)


@pytest_asyncio.fixture
async def database(url: str) -> AsyncIterator[DatabaseStore]:
    store = DatabaseStore(url)
    yield store
    await store.close()


@pytest_asyncio.fixture(params=["memory", "sqlite", "postgresql"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    if request.param == "memory":
        yield MemoryStore()
        return
    store = DatabaseStore(new_url(request.param, tmp_path))
    yield store
    await store.close()
