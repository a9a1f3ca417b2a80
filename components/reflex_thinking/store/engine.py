"""Connections to SQLite and PostgreSQL, set up so that neither can wait for ever or lose what was committed.

``reading(engine)`` and ``writing(engine)`` give engines whose transactions are for that: a writing transaction of SQLite
takes the lock when it begins, because one that begins as a reader cannot wait for it.
"""

from __future__ import annotations

import contextlib
import importlib.util
import json
import math
import os
import time
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from ..errors import ConfigurationError, MissingExtraError

DRIVERS = {
    "sqlite": "sqlite",
    "sqlite+pysqlite": "sqlite",
    "postgresql": "postgresql+psycopg",
    "postgres": "postgresql+psycopg",
    "postgresql+psycopg": "postgresql+psycopg",
}
HOW = "use 'sqlite:///folder/chat.db' or 'postgresql://user:password@host/database'"


def read_url(url: str) -> URL:
    """The address of a database, with the driver that is used and, for a file, its whole path.

    Raises:
        ConfigurationError: It is not an address, or not one of SQLite or PostgreSQL.
        MissingExtraError: PostgreSQL's driver is not installed.
    """
    try:
        read = make_url(url)
    except (ArgumentError, ValueError):
        msg = f"the address of the database is not one: {HOW}"  # not shown: there may be a password in it
        raise ConfigurationError(msg) from None
    if read.drivername not in DRIVERS:
        msg = f"a database of {read.drivername!r} cannot be used: {HOW}"
        raise ConfigurationError(msg)
    read = read.set(drivername=DRIVERS[read.drivername])
    if read.drivername == "sqlite":
        if not read.database or read.database == ":memory:" or read.database.startswith("file:"):
            msg = f"the address {url!r} names no file: use 'sqlite:///folder/chat.db', or MemoryStore() to keep nothing"
            raise ConfigurationError(msg)
        return read.set(database=str(Path(read.database).expanduser().absolute()))
    if importlib.util.find_spec("psycopg") is None:
        part = "A PostgreSQL store"
        raise MissingExtraError(part, "postgres")
    return read


def name_of(url: URL) -> str:
    """What a database is called in errors: no password, no path of the server."""
    if url.drivername == "sqlite":
        return f"the database {Path(url.database or '').name!r}"
    return f"the database {url.database!r} at {url.host or 'this machine'}"


def connect(url: URL, *, timeout: float, connections: int) -> Engine:
    """An engine; nothing is opened yet.

    Args:
        url: What :func:`read_url` gives.
        timeout: How many seconds to wait for a lock, an answer or a connection.
        connections: How many connections there are at most.
    """
    is_sqlite = url.drivername == "sqlite"
    engine = create_engine(
        url,
        pool_size=connections,
        max_overflow=0,
        pool_timeout=timeout,
        pool_pre_ping=not is_sqlite,
        hide_parameters=True,  # errors are logged, messages are not
        json_serializer=_write_json,
        json_deserializer=_read_json,
        connect_args={"timeout": timeout} if is_sqlite else _postgres_arguments(url, timeout),
    )
    _set_up_sqlite(engine, timeout) if is_sqlite else _set_up_postgres(engine, timeout)
    return engine


def reading(engine: Engine) -> Engine:
    """The engine for transactions that only read."""
    return engine.execution_options(writes=False)


def writing(engine: Engine, *, patience: float | None = None) -> Engine:
    """The engine for transactions that write.

    Args:
        engine: The engine.
        patience: How many seconds to wait for locks, when it is not the engine's own timeout; work itself may then
            take as long as it takes.
    """
    return engine.execution_options(writes=True, patience=patience)


def prepare_file(engine: Engine, timeout: float) -> None:
    """Make the file of a SQLite database, for this system's user alone, and let it have readers while it is written."""
    path = Path(engine.url.database or "")
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    deadline, driver = time.monotonic() + timeout, engine.dialect.loaded_dbapi
    while True:
        # Not in a transaction, and without SQLite's own waiting: that is how this pragma works.
        try:
            with contextlib.closing(engine.raw_connection()) as raw:
                raw.cursor().execute("PRAGMA journal_mode = WAL")
            return
        except driver.Error as error:
            if not isinstance(error, driver.OperationalError) or time.monotonic() > deadline:
                raise DBAPIError(None, None, error) from error
            time.sleep(0.02)


def _set_up_sqlite(engine: Engine, timeout: float) -> None:
    def on_connect(connection: Any, record: Any) -> None:
        connection.isolation_level = None  # transactions begin below, not where the driver thinks they should
        connection.execute("PRAGMA foreign_keys = ON")

    def on_begin(connection: Connection) -> None:
        options = connection.get_execution_options()
        patience = options.get("patience") or timeout
        connection.exec_driver_sql(f"PRAGMA busy_timeout = {math.ceil(patience * 1000)}")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if options.get("writes") else "BEGIN")

    event.listen(engine, "connect", on_connect)
    event.listen(engine, "begin", on_begin)


def _set_up_postgres(engine: Engine, timeout: float) -> None:
    def on_begin(connection: Connection) -> None:
        patience = connection.get_execution_options().get("patience")
        locks, work = math.ceil((patience or timeout) * 1000), 0 if patience else math.ceil(timeout * 2000)
        connection.exec_driver_sql(f"SET LOCAL lock_timeout = {locks}; SET LOCAL statement_timeout = {work}")

    event.listen(engine, "begin", on_begin)


def _postgres_arguments(url: URL, timeout: float) -> dict[str, Any]:
    arguments = {
        "connect_timeout": max(2, math.ceil(timeout)),
        "tcp_user_timeout": math.ceil(timeout * 2000),
        "application_name": "reflex-thinking",
        "prepare_threshold": None,  # a pooler in between may not keep prepared statements
    }
    return {name: value for name, value in arguments.items() if name not in url.query}


def _write_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def _read_json(text: str | bytes) -> Any:
    """The value, or None for what is no JSON: one broken message must not hide all others."""
    try:
        return json.loads(text)
    except ValueError:
        return None
