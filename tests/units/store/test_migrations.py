"""The tables: made, brought up to date, and always those that the code expects."""

from __future__ import annotations

import asyncio
import io
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import reflex_thinking as rt
from alembic import command
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from reflex_thinking.store.engine import connect, prepare_file, read_url, writing
from reflex_thinking.store.schema import configuration
from reflex_thinking.store.tables import VERSION_TABLE, Table
from reflex_thinking.stored import user_event
from sqlalchemy import Engine, MetaData, inspect, text
from sqlmodel import SQLModel

FIRST = "0001"
WORKER = """
import asyncio, sys
import reflex_thinking as rt
store = rt.DatabaseStore(sys.argv[1])
sys.stdout.write("ready\\n"); sys.stdout.flush()
sys.stdin.readline()
asyncio.run(store.create_thread("ada"))
"""


@pytest.fixture
def engine(url: str):
    engine = connect(read_url(url), timeout=5, connections=2)
    if engine.dialect.name == "sqlite":
        prepare_file(engine, 5)
    yield engine
    engine.dispose()


def alembic(engine: Engine, what: str, *arguments: Any) -> None:
    config = configuration()
    with writing(engine).begin() as connection:
        config.attributes["connection"] = connection
        getattr(command, what)(config, *arguments)


def tables_of(engine: Engine) -> set[str]:
    return set(inspect(engine).get_table_names())


def test_from_the_first_revision_to_the_last_the_tables_become_those_of_the_code(engine: Engine):
    alembic(engine, "upgrade", FIRST)
    alembic(engine, "upgrade", "head")
    alembic(engine, "check")
    assert tables_of(engine) == {*Table.metadata.tables, VERSION_TABLE}
    metadata = MetaData()
    metadata.reflect(engine)
    for table in Table.metadata.sorted_tables:
        found = metadata.tables[table.name]
        assert [column.name for column in found.columns] == [column.name for column in table.columns]
        assert [column.nullable for column in found.columns] == [column.nullable for column in table.columns]
        assert {index.name for index in found.indexes} == {index.name for index in table.indexes}
        assert {key.ondelete for key in found.foreign_keys} == {key.ondelete for key in table.foreign_keys}


def test_the_check_would_notice_a_column_that_has_no_revision(engine: Engine):
    alembic(engine, "upgrade", "head")
    with writing(engine).begin() as connection:
        connection.execute(text("ALTER TABLE thinking_threads ADD COLUMN colour VARCHAR"))
    with pytest.raises(CommandError, match="colour"):
        alembic(engine, "check")


def test_every_revision_can_be_taken_back(engine: Engine):
    alembic(engine, "upgrade", "head")
    alembic(engine, "downgrade", "base")
    assert tables_of(engine) == {VERSION_TABLE}
    alembic(engine, "upgrade", "head")
    alembic(engine, "check")


def test_there_is_one_line_of_revisions():
    script = ScriptDirectory.from_config(configuration())
    assert script.get_heads() == [script.get_current_head()]
    assert [entry.revision for entry in script.walk_revisions()][-1] == FIRST


async def test_a_database_of_the_first_revision_is_brought_up_to_date_with_all_that_is_in_it(engine: Engine, url: str):
    alembic(engine, "upgrade", FIRST)
    with writing(engine).begin() as connection:
        connection.execute(
            text("INSERT INTO thinking_threads VALUES ('t1', 'ada', '', 'Old', 1, 1)"),
        )
        connection.execute(
            text(
                "INSERT INTO thinking_messages (id, thread_id, role, status, created_at, event) "
                "VALUES ('m1', 't1', 'user', 'done', 1, :event)"
            ),
            {"event": '{"id": "m1"}'},
        )
    store = rt.DatabaseStore(url)
    assert await store.messages("t1") == [{"id": "m1"}]
    assert [info.title for info in await store.threads("ada")] == ["Old"]
    await store.close()


async def test_a_database_of_a_newer_version_is_one_clear_error_and_stays_as_it_is(engine: Engine, url: str):
    alembic(engine, "upgrade", "head")
    with writing(engine).begin() as connection:
        connection.execute(text(f"UPDATE {VERSION_TABLE} SET version_num = '9999'"))
    store = rt.DatabaseStore(url)
    for use in (store.start(), store.create_thread("ada"), store.messages("t1")):
        with pytest.raises(rt.ConfigurationError, match=r"newer version of reflex-thinking.*'9999'.*install") as caught:
            await use
        assert "\n" not in str(caught.value)
    with engine.connect() as connection:
        assert connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar() == "9999"


@pytest.mark.slow
async def test_processes_that_start_at_once_do_not_collide(url: str):
    def start() -> list[tuple[int, str]]:
        workers = [
            subprocess.Popen(
                [sys.executable, "-c", WORKER, url],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
            for _ in range(4)
        ]
        for worker in workers:
            assert worker.stdout is not None
            assert worker.stdout.readline() == "ready\n"
        for worker in workers:
            assert worker.stdin is not None
            worker.stdin.write("go\n")
            worker.stdin.flush()
        return [(worker.wait(60), (worker.communicate()[1])) for worker in workers]

    assert await asyncio.to_thread(start) == [(0, "")] * 4
    store = rt.DatabaseStore(url)
    assert len(await store.threads("ada")) == 4
    await store.close()


async def test_stores_of_one_process_that_start_at_once_do_not_collide(url: str):
    stores = [rt.DatabaseStore(url) for _ in range(5)]
    await asyncio.gather(*(store.create_thread("ada") for store in stores))
    assert len(await stores[0].threads("ada")) == 5
    for store in stores:
        await store.close()


def test_a_migration_that_fails_leaves_nothing_behind(engine: Engine):
    with writing(engine).begin() as connection:
        connection.execute(text("CREATE TABLE thinking_preferences (in_the_way INTEGER)"))
    with pytest.raises(Exception, match="thinking_preferences"):
        alembic(engine, "upgrade", "head")
    assert tables_of(engine) == {"thinking_preferences"}


async def test_it_lives_beside_the_tables_of_an_app_and_their_migrations(engine: Engine, url: str):
    with writing(engine).begin() as connection:
        connection.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32))"))
        connection.execute(text("INSERT INTO alembic_version VALUES ('of the app')"))
        connection.execute(text("CREATE TABLE threads (id INTEGER)"))
    store = rt.DatabaseStore(url)
    await store.create_thread("ada")
    await store.close()
    alembic(engine, "check")
    assert tables_of(engine) == {"alembic_version", "threads", VERSION_TABLE, *Table.metadata.tables}
    with engine.connect() as connection:
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == "of the app"


def test_an_apps_models_know_nothing_of_these_tables():
    assert all(name.startswith("thinking_") for name in Table.metadata.tables)
    assert not any(name.startswith("thinking_") for name in SQLModel.metadata.tables)


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
async def test_in_postgresql_it_can_have_a_schema_of_its_own(url: str):
    engine = connect(read_url(url), timeout=5, connections=1)
    with writing(engine).begin() as connection:
        connection.execute(text("CREATE SCHEMA kit"))
    store = rt.DatabaseStore(f"{url}?options=-csearch_path%3Dkit")
    thread_id = await store.create_thread("ada")
    await store.add_message(thread_id, user_event("u1", "one", thread_id, 1))
    await store.close()
    assert tables_of(engine) == set()
    assert set(inspect(engine).get_table_names("kit")) == {VERSION_TABLE, *Table.metadata.tables}
    engine.dispose()


def test_by_hand_alembic_upgrades_the_database_it_is_told(tmp_path: Path):
    config_file = configuration().config_file_name
    assert config_file is not None
    program = [sys.executable, "-m", "alembic", "-c", config_file]
    address = ["-x", f"url=sqlite:///{tmp_path}/new/chat.db"]
    subprocess.run([*program, *address, "upgrade", "head"], check=True, capture_output=True)
    checked = subprocess.run([*program, *address, "check"], check=True, capture_output=True, text=True)
    assert "No new upgrade operations detected" in checked.stdout
    nowhere = subprocess.run([*program, "upgrade", "head"], capture_output=True, text=True)
    assert nowhere.returncode != 0
    assert "-x url=" in nowhere.stderr


@pytest.mark.parametrize("address", ["sqlite:///chat.db", "postgresql://host/db"])
def test_by_hand_alembic_prints_the_statements(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    config = configuration()
    config.output_buffer = io.StringIO()
    config.cmd_opts = type("Options", (), {"x": [f"url={address}"]})()
    command.upgrade(config, "head", sql=True)
    statements = config.output_buffer.getvalue()
    assert "CREATE TABLE thinking_messages" in statements
    assert f"INSERT INTO {VERSION_TABLE}" in statements
    assert list(tmp_path.iterdir()) == []
