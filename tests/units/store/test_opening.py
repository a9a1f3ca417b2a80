"""Opening a database store: addresses, files, and the packages it needs."""

from __future__ import annotations

import contextlib
import sqlite3
import stat
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
import reflex_thinking as rt
from reflex_thinking.settings import settings
from reflex_thinking.store.database import DatabaseStore
from reflex_thinking.store.memory import MemoryStore
from reflex_thinking.stored import user_event

# Opening ----------------------------------------------------------------------------------------------------------------


async def test_the_file_and_its_folders_are_made_for_this_user_alone_at_the_first_use(tmp_path: Path):
    path = tmp_path / "new folder" / "deep" / "chat.db"
    store = DatabaseStore(f"sqlite:///{path}")
    assert not path.parent.exists()
    await store.start()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    with contextlib.closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    await store.close()
    assert sorted(file.name for file in path.parent.iterdir()) == ["chat.db"]


async def test_a_relative_address_stays_where_it_was_when_the_process_goes_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    store = DatabaseStore("sqlite:///chat.db")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    await store.create_thread("ada")
    await store.close()
    assert (tmp_path / "chat.db").exists()


async def test_what_is_stored_is_there_for_the_next_store(url: str):
    first = DatabaseStore(url)
    thread_id = await first.create_thread("ada", "", "kept")
    event = user_event("u1", "one", thread_id, 1)
    await first.add_message(thread_id, event, [{"provider": "x"}])
    await first.set_preferences("ada", "", {"live": "overlay"})
    await first.close()
    second = DatabaseStore(url)
    assert await second.messages(thread_id) == [event]
    assert await second.replies(thread_id) == {"u1": [{"provider": "x"}]}
    assert await second.get_preferences("ada") == {"live": "overlay"}
    await second.close()


async def test_a_closed_store_opens_again_when_it_is_used(database: DatabaseStore):
    await database.close()
    thread_id = await database.create_thread("ada")
    await database.close()
    await database.close()
    assert [info.id for info in await database.threads("ada")] == [thread_id]


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("", "is not one"),
        ("chat.db", "is not one"),
        ("sqlite://", "names no file"),
        ("sqlite:///:memory:", "MemoryStore"),
        ("sqlite:///file:x?mode=memory&uri=true", "names no file"),
        ("mysql://me:hunter2@host/db", "'mysql' cannot be used"),
        ("sqlite+aiosqlite:///chat.db", "'sqlite\\+aiosqlite' cannot be used"),
    ],
)
def test_an_address_that_cannot_be_used_is_refused_at_once_without_its_password(address: str, words: str):
    with pytest.raises(rt.ConfigurationError, match=words) as caught:
        DatabaseStore(address)
    assert "hunter2" not in str(caught.value)


def test_a_timeout_that_cannot_be_used_is_refused():
    with pytest.raises(rt.ConfigurationError, match="timeout=0"):
        DatabaseStore("sqlite:///chat.db", timeout=0)


@pytest.mark.parametrize("scheme", ["postgresql", "postgres", "postgresql+psycopg"])
def test_addresses_of_postgresql_hide_their_password(scheme: str):
    shown = repr(DatabaseStore(f"{scheme}://me:hunter2@host:5432/chat"))
    assert "'chat' at host" in shown and "hunter2" not in shown


def test_configure_takes_an_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(settings, "store", MemoryStore())
    rt.configure(store=f"sqlite:///{tmp_path}/chat.db")
    assert isinstance(settings.store, DatabaseStore)
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(rt.ConfigurationError, match="is not one"):
        rt.configure(store="nonsense")
    assert isinstance(settings.store, DatabaseStore)


# Extras -----------------------------------------------------------------------------------------------------------------


def run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_only_a_database_loads_sqlalchemy():
    code = """
        import sys
        import reflex_thinking as rt
        import reflex_thinking.runs.registry, reflex_thinking.settings
        rt.MemoryStore()
        print([name for name in ("sqlalchemy", "sqlmodel", "alembic", "psycopg") if name in sys.modules])
        rt.DatabaseStore("sqlite:///chat.db")
        print("sqlalchemy" in sys.modules, "psycopg" in sys.modules)
    """
    assert run(code).splitlines() == ["[]", "True False"]


@pytest.mark.parametrize("missing", ["sqlmodel", "alembic", "sqlalchemy"])
def test_without_the_extra_it_is_named(missing: str):
    code = f"""
        import sys
        import reflex_thinking as rt
        sys.modules[{missing!r}] = None
        for use in (lambda: rt.DatabaseStore, lambda: rt.configure(store="sqlite:///chat.db")):
            try:
                use()
            except rt.MissingExtraError as error:
                print(error.extra, error)
    """
    assert run(code).count("db The database store needs an optional extra: pip install 'reflex-thinking[db]'") == 2


def test_without_the_driver_of_postgresql_its_extra_is_named():
    code = """
        import importlib.util
        import reflex_thinking as rt
        find = importlib.util.find_spec
        importlib.util.find_spec = lambda name, *rest: None if name == "psycopg" else find(name, *rest)
        try:
            rt.DatabaseStore("postgresql://host/db")
        except rt.MissingExtraError as error:
            print(error)
    """
    assert run(code) == "A PostgreSQL store needs an optional extra: pip install 'reflex-thinking[postgres]'"


def test_a_forked_process_uses_connections_of_its_own(tmp_path: Path):
    """A server may configure first and fork its workers afterwards."""
    code = f"""
        import asyncio, os
        import reflex_thinking as rt
        store = rt.DatabaseStore("sqlite:///{tmp_path}/chat.db")
        children = []
        for number in range(3):
            if (child := os.fork()) == 0:
                asyncio.run(store.create_thread("ada", "", str(number)))
                os._exit(0)
            children.append(child)
        print([os.waitpid(child, 0)[1] for child in children], len(asyncio.run(store.threads("ada"))))
    """
    assert run(code) == "[0, 0, 0] 3"
