"""The database store: what an event loop notices of it, and what happens when something goes wrong."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from pathlib import Path

import pytest
import reflex_thinking as rt
from reflex_thinking.store.database import DatabaseStore
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


async def test_a_page_of_threads_takes_as_many_steps_of_the_database_among_ten_thousand_as_among_a_hundred(
    tmp_path: Path,
):
    async def steps(count: int) -> tuple[int, str, str]:
        """What SQLite does for ten pages, counted in its own instructions, and the threads of the last page."""
        from sqlalchemy import event

        path = tmp_path / f"{count}.db"
        store = DatabaseStore(f"sqlite:///{path}")
        await store.start()
        numbers = f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count})"
        execute(path, f"INSERT INTO thinking_threads {numbers} SELECT 't' || i, 'ada', '', 'Thread ' || i, i, i FROM n")
        done = 0

        def step() -> int:
            nonlocal done
            done += 1
            return 0

        @event.listens_for(store._engine, "checkout")  # pyright: ignore[reportPrivateUsage]
        def watch(connection: sqlite3.Connection, *_: object) -> None:
            connection.set_progress_handler(step, 1)

        page = await store.threads("ada", limit=10)
        for _ in range(9):
            page = await store.threads("ada", limit=10, before=page[-1])
        await store.close()
        return done, page[0].id, page[-1].id

    few, *_ = await steps(100)
    many, *last_page = await steps(10_000)
    assert last_page == ["t9910", "t9901"]
    assert few > 100
    assert many <= 1.1 * few
