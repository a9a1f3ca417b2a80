"""A store in a database: SQLite in a file, or PostgreSQL.

::

    rt.configure(store="sqlite:///chat.db")
    rt.configure(store="postgresql://user:password@host/database")
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Concatenate, ParamSpec, TypeVar

from ..errors import ConfigurationError, MissingExtraError
from .base import LONGEST_PLACE, StoreError, ThreadInfo, ThreadNotFoundError
from .ids import new_id
from .values import is_id, line, plain, require_id, require_limit

try:
    from sqlalchemy import Connection, Engine
    from sqlalchemy.exc import SQLAlchemyError

    from . import queries
    from .engine import connect, name_of, prepare_file, read_url, reading, writing
    from .schema import upgrade
except ModuleNotFoundError as error:
    if error.name is None or error.name.partition(".")[0] not in {"alembic", "sqlalchemy", "sqlmodel"}:
        raise
    raise MissingExtraError("The database store", "db") from error

READERS = 4

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")


class DatabaseStore:
    """Keeps threads, messages and preferences in a database.

    The database is opened, and its tables are made or brought up to date, when the store is first used;
    :meth:`start` does it at once. All work is done in threads of its own: the event loop never waits.

    Args:
        url: ``sqlite:///folder/chat.db`` (a file, made with its folder if it is not there) or
            ``postgresql://user:password@host/database``.
        timeout: How many seconds to wait for a lock, a connection or an answer before a ``StoreError`` is raised.

    Raises:
        ConfigurationError: The address or the timeout cannot be used.
        MissingExtraError: PostgreSQL's driver is not installed.
    """

    def __init__(self, url: str = "sqlite:///chat.db", *, timeout: float = 5.0) -> None:
        if timeout <= 0:
            msg = f"DatabaseStore(timeout={timeout!r}): use a number above 0"
            raise ConfigurationError(msg)
        self._url = read_url(url)
        self._timeout = timeout
        self._opening = threading.Lock()
        self._engine: Engine | None = None
        # SQLite has one writer at a time: in a row they need not fight for its lock, and no reader waits behind them.
        writers = 1 if self._url.drivername == "sqlite" else READERS
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="thinking-read")
        self._writers = ThreadPoolExecutor(writers, thread_name_prefix="thinking-write")
        self._connections = READERS + writers

    def __repr__(self) -> str:
        return f"<DatabaseStore: {name_of(self._url)}>"

    async def start(self) -> None:
        """Open the database and bring its tables up to date now, not at the first use.

        Raises:
            StoreError: The database cannot be opened.
            ConfigurationError: Its tables are those of a newer version of the kit.
        """
        await self._in_thread(self._writers, self._opened)

    async def close(self) -> None:
        """Close all connections. Using the store afterwards opens it again."""

        def close() -> None:
            with self._opening:
                engine, self._engine = self._engine, None
            if engine is not None:
                engine.dispose()

        await self._in_thread(self._writers, close)

    async def create_thread(self, user_id: str, workspace_id: str = "", title: str = "") -> str:
        """Make a thread that belongs to a user and return its id."""
        require_id("the user", user_id)
        require_id("the workspace", workspace_id)
        thread_id = new_id("t")
        await self._write(queries.add_thread, thread_id, user_id, workspace_id, line(title))
        return thread_id

    async def thread(self, thread_id: str, user_id: str) -> ThreadInfo | None:
        """A thread, or None when there is none or it belongs to somebody else."""
        return await self._read(queries.thread, thread_id, user_id) if is_id(thread_id, user_id) else None

    async def threads(
        self, user_id: str, workspace_id: str = "", *, limit: int | None = None, before: ThreadInfo | None = None
    ) -> list[ThreadInfo]:
        """The threads of a user in a workspace, the one that got a message last first."""
        require_limit(limit)
        if not is_id(user_id, workspace_id, before.id if before else ""):
            return []
        return await self._read(queries.threads, user_id, workspace_id, limit, before)

    async def rename_thread(self, thread_id: str, user_id: str, title: str) -> bool:
        """Give a thread another title; False when there is no such thread of this user."""
        return is_id(thread_id, user_id) and await self._write(queries.rename_thread, thread_id, user_id, line(title))

    async def delete_thread(self, thread_id: str, user_id: str) -> bool:
        """Delete a thread with its messages; False when there is no such thread of this user."""
        return is_id(thread_id, user_id) and await self._write(queries.delete_thread, thread_id, user_id)

    async def messages(self, thread_id: str) -> list[dict[str, Any]]:
        """The messages of a thread, in the order in which they were added; none when there is no such thread."""
        return await self._read(queries.messages, thread_id) if is_id(thread_id) else []

    async def message(self, thread_id: str, message_id: str) -> dict[str, Any] | None:
        """One message of a thread, or None."""
        return await self._read(queries.message, thread_id, message_id) if is_id(thread_id, message_id) else None

    async def find_message(self, message_id: str) -> tuple[ThreadInfo, dict[str, Any]] | None:
        """A message and the thread it is in, or None."""
        return await self._read(queries.find_message, message_id) if is_id(message_id) else None

    async def add_message(
        self, thread_id: str, event: dict[str, Any], replies: list[dict[str, Any]] | None = None
    ) -> None:
        """Add a message; one whose ``id`` is there already is left as it is."""
        require_id("the message", event.get("id"))
        if not is_id(thread_id):
            raise ThreadNotFoundError(thread_id)
        await self._write(queries.add_message, thread_id, plain(event), plain(replies))

    async def replies(self, thread_id: str) -> dict[str, list[dict[str, Any]]]:
        """What was kept apart of a thread's messages, by the id of the message."""
        return await self._read(queries.replies, thread_id) if is_id(thread_id) else {}

    async def remove_message(self, thread_id: str, message_id: str) -> None:
        """Remove a message, if it is there."""
        if is_id(thread_id, message_id):
            await self._write(queries.remove_message, thread_id, message_id)

    async def truncate(self, thread_id: str, message_id: str) -> None:
        """Remove a message and all that were added after it, if it is there."""
        if is_id(thread_id, message_id):
            await self._write(queries.truncate, thread_id, message_id)

    async def choices(self, thread_id: str) -> dict[str, bool]:
        """What the reader opened (True) or closed in a thread."""
        return await self._read(queries.choices, thread_id) if is_id(thread_id) else {}

    async def set_choices(self, thread_id: str, choices: dict[str, bool]) -> None:
        """Keep what the reader opened or closed, beside what was kept before."""
        kept = {place: bool(is_open) for place, is_open in choices.items() if len(place) <= LONGEST_PLACE}
        if kept and is_id(thread_id):
            await self._write(queries.set_choices, thread_id, kept)

    async def get_preferences(self, user_id: str, workspace_id: str = "") -> dict[str, Any]:
        """What a user prefers in a workspace; empty when nothing is known."""
        return await self._read(queries.get_preferences, user_id, workspace_id) if is_id(user_id, workspace_id) else {}

    async def set_preferences(self, user_id: str, workspace_id: str, preferences: dict[str, Any]) -> None:
        """Keep what a user prefers in a workspace, in place of what was kept before."""
        require_id("the user", user_id)
        require_id("the workspace", workspace_id)
        await self._write(queries.set_preferences, user_id, workspace_id, plain(preferences))

    # Inside -------------------------------------------------------------------------------------------------------------

    async def _read(
        self,
        query: Callable[Concatenate[Connection, _Arguments], _Result],
        *arguments: _Arguments.args,
        **options: _Arguments.kwargs,
    ) -> _Result:
        def work() -> _Result:
            with reading(self._opened()).begin() as connection:
                return query(connection, *arguments, **options)

        return await self._in_thread(self._readers, work)

    async def _write(
        self,
        query: Callable[Concatenate[Connection, _Arguments], _Result],
        *arguments: _Arguments.args,
        **options: _Arguments.kwargs,
    ) -> _Result:
        def work() -> _Result:
            with writing(self._opened()).begin() as connection:
                return query(connection, *arguments, **options)

        return await self._in_thread(self._writers, work)

    async def _in_thread(self, threads: ThreadPoolExecutor, work: Callable[[], _Result]) -> _Result:
        try:
            return await asyncio.get_running_loop().run_in_executor(threads, work)
        except (SQLAlchemyError, OSError) as error:
            msg = f"{name_of(self._url)} cannot be used: {_reason(error)}"
            raise StoreError(msg) from error

    def _opened(self) -> Engine:
        """The engine of a database that is ready. Called in a thread of the store."""
        with self._opening:
            if self._engine is None:
                engine = connect(self._url, timeout=self._timeout, connections=self._connections)
                try:
                    if self._url.drivername == "sqlite":
                        prepare_file(engine, self._timeout)
                    upgrade(engine)
                except BaseException:
                    engine.dispose()
                    raise
                self._engine = engine
            return self._engine


def _reason(error: SQLAlchemyError | OSError) -> str:
    """The driver's own words, in one line, without paths."""
    if isinstance(error, OSError):
        return error.strerror or type(error).__name__
    original = getattr(error, "orig", None) or error
    return (str(original).strip() or type(original).__name__).splitlines()[0]
