"""The database store: addresses, connections, errors, and what an event loop and a second process notice of it."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import stat
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest
import reflex_thinking as rt
from reflex_thinking.settings import settings
from reflex_thinking.store.database import DatabaseStore
from reflex_thinking.store.memory import MemoryStore
from reflex_thinking.stored import draft_from_event, user_event

from tests.units.runs.helpers import within
from tests.units.store.postgres import free_port


def execute(path: Path, statement: str) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(path)
    try:
        with connection:
            return connection.execute(statement).fetchall()
    finally:
        connection.close()


# Opening ----------------------------------------------------------------------------------------------------------------


async def test_the_file_and_its_folders_are_made_for_this_user_alone_at_the_first_use(tmp_path: Path):
    path = tmp_path / "new folder" / "deep" / "chat.db"
    store = DatabaseStore(f"sqlite:///{path}")
    assert not path.parent.exists()
    await store.start()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert execute(path, "PRAGMA journal_mode") == [("wal",)]
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


# The event loop -----------------------------------------------------------------------------------------------------------


async def test_the_event_loop_goes_on_while_the_database_is_locked(tmp_path: Path):
    path = tmp_path / "chat.db"
    store = DatabaseStore(f"sqlite:///{path}", timeout=20)
    thread_id = await store.create_thread("ada")
    blocker = sqlite3.connect(path, isolation_level=None)
    blocker.execute("BEGIN IMMEDIATE")
    saving = asyncio.ensure_future(store.add_message(thread_id, user_event("u1", "one", thread_id, 1)))
    for _ in range(10):  # readers are not held up either
        assert await within(store.messages(thread_id)) == []
    assert not saving.done()
    blocker.execute("COMMIT")
    blocker.close()
    await within(saving)
    assert len(await store.messages(thread_id)) == 1
    await store.close()


async def test_more_work_than_there_are_threads_is_done_in_turn(database: DatabaseStore):
    threads = await asyncio.gather(*(database.create_thread("ada", "", str(number)) for number in range(60)))
    found = await asyncio.gather(*(database.thread(thread_id, "ada") for thread_id in threads))
    assert [info.title for info in found if info] == [str(number) for number in range(60)]


# What goes wrong ------------------------------------------------------------------------------------------------------------


async def test_a_locked_file_is_a_clear_error_and_works_again_when_it_is_free(tmp_path: Path):
    path = tmp_path / "chat.db"
    store = DatabaseStore(f"sqlite:///{path}", timeout=0.05)
    thread_id = await store.create_thread("ada")
    event = user_event("u1", "the secret text", thread_id, 1)
    blocker = sqlite3.connect(path, isolation_level=None)
    blocker.execute("BEGIN EXCLUSIVE")
    with pytest.raises(rt.StoreError, match=r"the database 'chat\.db' cannot be used: database is locked") as caught:
        await store.add_message(thread_id, event)
    assert "secret text" not in f"{caught.value!r} {caught.value.__cause__}"
    blocker.execute("COMMIT")
    blocker.close()
    await store.add_message(thread_id, event)
    assert await store.messages(thread_id) == [event]
    await store.close()


async def test_a_file_that_is_locked_at_the_start_is_a_clear_error_and_opens_later(tmp_path: Path):
    path = tmp_path / "chat.db"
    blocker = sqlite3.connect(path, isolation_level=None)
    blocker.execute("BEGIN EXCLUSIVE")
    store = DatabaseStore(f"sqlite:///{path}", timeout=0.05)
    with pytest.raises(rt.StoreError, match="locked"):
        await store.create_thread("ada")
    blocker.execute("COMMIT")
    blocker.close()
    assert await store.create_thread("ada")
    await store.close()


async def test_a_file_that_is_no_database_is_a_clear_error_and_stays_as_it_is(tmp_path: Path):
    path = tmp_path / "chat.db"
    path.write_bytes(b"My diary. " * 1000)
    with pytest.raises(rt.StoreError, match="not a database"):
        await DatabaseStore(f"sqlite:///{path}").start()
    assert path.read_bytes() == b"My diary. " * 1000


async def test_a_folder_that_cannot_be_made_is_a_clear_error_without_a_path(tmp_path: Path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(rt.StoreError, match=r"exists|directory") as caught:
        await DatabaseStore(f"sqlite:///{tmp_path}/file/chat.db").start()
    assert str(tmp_path) not in str(caught.value)


async def test_a_server_that_is_not_there_is_a_clear_error_without_the_password():
    store = DatabaseStore(f"postgresql://me:hunter2@127.0.0.1:{free_port()}/chat", timeout=2)
    with pytest.raises(rt.StoreError, match=r"the database 'chat' at 127\.0\.0\.1 cannot be used: .*refused") as caught:
        await within(store.create_thread("ada"))
    assert "hunter2" not in f"{caught.value!r} {caught.value.__cause__!r}"


async def test_a_message_that_somebody_broke_says_so_and_hides_no_other(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    path = tmp_path / "chat.db"
    store = DatabaseStore(f"sqlite:///{path}")
    thread_id = await store.create_thread("ada")
    for name in ("u1", "u2", "u3", "u4"):
        await store.add_message(thread_id, user_event(name, name, thread_id, 7))
    execute(path, "UPDATE thinking_messages SET event = '{\"id\": ' WHERE id = 'u2'")
    execute(path, "UPDATE thinking_messages SET event = '[1]' WHERE id = 'u3'")
    with caplog.at_level(logging.WARNING):
        events = await store.messages(thread_id)
    assert [event["id"] for event in events] == ["u1", "u2", "u3", "u4"]
    assert [event["status"] for event in events] == ["done", "error", "error", "done"]
    assert [draft_from_event(event).snapshot()["role"] for event in events] == ["user"] * 4
    assert caplog.messages == [f"The stored message {name} cannot be read." for name in ("u2", "u3")]
    await store.close()


@pytest.mark.parametrize("statement", ["messages", "message", "find_message"])
async def test_reading_messages_never_touches_what_is_kept_apart(
    database: DatabaseStore, statement: str, monkeypatch: pytest.MonkeyPatch
):
    from sqlalchemy import Connection, event

    asked: list[str] = []

    def note(connection: Connection, cursor: object, text: str, *rest: object) -> None:
        asked.append(text)

    await database.start()
    event.listen(database._engine, "before_cursor_execute", note)  # pyright: ignore[reportPrivateUsage]
    await getattr(database, statement)(*(["t1", "m1"] if statement == "message" else ["m1"]))
    assert any("FROM thinking_messages" in text for text in asked)
    assert not any("replies" in text for text in asked)


async def test_ten_thousand_threads_are_listed_page_by_page_in_no_time(tmp_path: Path):
    path = tmp_path / "chat.db"
    store = DatabaseStore(f"sqlite:///{path}")
    await store.start()
    numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)"
    execute(path, f"INSERT INTO thinking_threads {numbers} SELECT 't' || i, 'ada', '', 'Thread ' || i, i, i FROM n")
    started = time.perf_counter()
    page = await store.threads("ada", limit=50)
    for _ in range(9):
        page = await store.threads("ada", limit=50, before=page[-1])
    elapsed = time.perf_counter() - started
    assert (page[0].id, page[-1].id) == ("t9550", "t9501")
    assert elapsed < 1.0
    ((*_, plan),) = execute(
        path, "EXPLAIN QUERY PLAN SELECT * FROM thinking_threads WHERE user_id = 'ada' AND workspace_id = '' "
        "AND (updated_at, id) < (5, 't') ORDER BY updated_at DESC, id DESC LIMIT 50",
    )  # fmt: skip
    assert "USING INDEX thinking_threads_by_user" in str(plan)
    await store.close()


async def test_a_forked_process_uses_connections_of_its_own(tmp_path: Path):
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
    assert await asyncio.to_thread(run, code) == "[0, 0, 0] 3"
