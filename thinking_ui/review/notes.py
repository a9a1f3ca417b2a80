"""Comments and verdicts, kept in the demo's database. All reviewers of a server see all of them.

Everything is text: it is stored as it was written, and shown and exported as text.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import threading
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from reflex_thinking.errors import ThinkingError
from reflex_thinking.identity import digest
from reflex_thinking.runs.compose import now_ms
from reflex_thinking.runs.plain import whole
from reflex_thinking.store.engine import connect, name_of, prepare_file, read_url, reading, writing
from reflex_thinking.store.ids import new_id
from sqlalchemy import Connection, Engine, func, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from .tables import ChangeRow, CommentRow, ReviewTable, VerdictRow

VERDICTS = ("open", "needs work", "approved")
MOST_COMMENTS = 5_000
LONGEST_COMMENT = 2_000
LONGEST_NAME = 60
TIMEOUT = 5.0
LOOK_SECONDS = 2.0
"""How often the database is asked whether another process has changed something."""

_Result = TypeVar("_Result")


class NoteError(ThinkingError):
    """Something that cannot be noted; the text is for the reviewer."""


@dataclass(frozen=True)
class Comment:
    """What somebody wrote about a story."""

    id: str
    story: str
    query: str
    moment: int | None
    text: str
    author: str
    created_at: int
    resolved_at: int | None = None
    resolved_by: str | None = None
    is_own: bool = False
    """Whether the reader wrote it."""


@dataclass(frozen=True)
class Verdict:
    """What somebody decided about a story."""

    story: str
    verdict: str
    author: str
    decided_at: int


class Notes:
    """The notes in one database. It is opened, and its tables are made, when they are first used.

    Args:
        url: The address of the database.
        look_seconds: How often the database is asked whether another process has changed something.
    """

    def __init__(self, url: str, *, look_seconds: float = LOOK_SECONDS) -> None:
        self._url = read_url(url)
        self._engine: Engine | None = None
        self._opening = threading.Lock()
        self._look_seconds = look_seconds
        self._changed = asyncio.Event()
        self._looking: asyncio.Task[int] | None = None
        self._looked_at = 0.0

    async def comments(self, reader: str = "") -> list[Comment]:
        """All comments, the oldest first.

        Args:
            reader: What only the reader's browser knows.
        """
        return await self._read(_comments, digest(reader) if reader else "")

    async def add(self, *, story: str, query: str, moment: int | None, text: str, author: str, key: str) -> None:
        """Write a comment.

        Raises:
            NoteError: It is empty or too long, there are too many, or it has no author.
        """
        text = whole(text.replace("\0", "").strip())
        if not text:
            raise NoteError("A comment needs a text.")
        if len(text) > LONGEST_COMMENT:
            msg = f"A comment can have {LONGEST_COMMENT:,} characters; this one has {len(text):,}."
            raise NoteError(msg)
        row = CommentRow(
            id=new_id("c"),
            story=story,
            query=query,
            moment=moment,
            text=text,
            author=named(author),
            owner=digest(key),
            created_at=now_ms(),
        )
        await self._write(_add, row)

    async def resolve(self, comment_id: str, author: str, *, is_resolved: bool) -> None:
        """Mark a comment as settled, or as open again."""
        changes = {"resolved_at": now_ms(), "resolved_by": named(author)} if is_resolved else {"resolved_at": None}
        await self._write(_change, comment_id, changes)

    async def delete(self, comment_id: str, key: str) -> None:
        """Delete a comment of one's own.

        Raises:
            NoteError: Somebody else wrote it.
        """
        if not await self._write(_delete, comment_id, digest(key)):
            raise NoteError("Only who wrote a comment can delete it, in the browser it was written in.")

    async def verdicts(self) -> dict[str, Verdict]:
        """What was last decided about each story."""
        return await self._read(_verdicts)

    async def decide(self, story: str, verdict: str, author: str) -> None:
        """Decide about a story.

        Raises:
            NoteError: There is no such verdict.
        """
        if verdict not in VERDICTS:
            msg = f"{verdict[:40]!r} is no verdict: use one of {', '.join(VERDICTS)}."
            raise NoteError(msg)
        row = VerdictRow(story=story, verdict=verdict, author=named(author), decided_at=now_ms())
        await self._write(_decide, row)

    async def changes(self, seen: int = -1) -> AsyncIterator[int]:
        """Yields whenever something was noted, by anyone, in whichever process: how often that has happened so far.

        Several changes may come as one. A database that cannot be read now is asked again later.

        Args:
            seen: What :meth:`count` said when the notes were read; with what cannot be, the first one comes at once.
        """
        while True:
            changed = self._changed
            try:
                count = await self.count()
            except NoteError:
                count = seen
            if count != seen:
                seen = count
                yield seen
                continue
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._look_seconds):
                    await changed.wait()

    async def count(self) -> int:
        """How often something was noted; those who ask at about the same time share one look into the database."""
        now = asyncio.get_running_loop().time()
        if self._looking is None or (self._looking.done() and now - self._looked_at > self._look_seconds / 2):
            self._looking, self._looked_at = asyncio.create_task(self._read(_count)), now
        return await asyncio.shield(self._looking)

    # Inside -----------------------------------------------------------------------------------------------------------

    async def _read(self, work: Callable[..., _Result], *arguments: Any) -> _Result:
        return await asyncio.to_thread(self._done, reading, work, *arguments)

    async def _write(self, work: Callable[..., _Result], *arguments: Any) -> _Result:
        def and_count(connection: Connection) -> _Result:
            result = work(connection, *arguments)
            _count_up(connection)
            return result

        result = await asyncio.to_thread(self._done, writing, and_count)
        changed, self._changed, self._looking = self._changed, asyncio.Event(), None
        changed.set()
        return result

    def _done(self, kind: Callable[[Engine], Engine], work: Callable[..., _Result], *arguments: Any) -> _Result:
        try:
            with kind(self._opened()).begin() as connection:
                return work(connection, *arguments)
        except (SQLAlchemyError, OSError) as error:
            msg = f"{name_of(self._url)} cannot be used now ({type(error).__name__}): nothing was noted, try again."
            raise NoteError(msg) from error

    def _opened(self) -> Engine:
        with self._opening:
            if self._engine is None:
                engine = connect(self._url, timeout=TIMEOUT, connections=4)
                if self._url.drivername == "sqlite":
                    prepare_file(engine, TIMEOUT)
                with writing(engine).begin() as connection:
                    ReviewTable.metadata.create_all(connection)
                with contextlib.suppress(IntegrityError), writing(engine).begin() as connection:
                    connection.execute(_change_table.insert().values(id=1, count=0))
                self._engine = engine
            return self._engine


@functools.cache
def get_notes() -> Notes:
    """The notes in the demo's database."""
    from ..settings import get_settings

    return Notes(get_settings().database)


def named(author: str) -> str:
    """A reviewer's name as it is kept.

    Raises:
        NoteError: There is none.
    """
    name = whole(" ".join(author.replace("\0", "").split()))[:LONGEST_NAME]
    if not name:
        raise NoteError("Say who you are first: write your name above the comments.")
    return name


_comment_table = CommentRow.__table__  # pyright: ignore[reportAttributeAccessIssue]
_change_table = ChangeRow.__table__  # pyright: ignore[reportAttributeAccessIssue]
_verdict_table = VerdictRow.__table__  # pyright: ignore[reportAttributeAccessIssue]


def _comments(connection: Connection, owner: str) -> list[Comment]:
    rows = connection.execute(select(_comment_table).order_by(_comment_table.c.created_at, _comment_table.c.id))
    return [
        Comment(**{name: value for name, value in row.items() if name != "owner"}, is_own=row["owner"] == owner)
        for row in rows.mappings()
    ]


def _add(connection: Connection, row: CommentRow) -> None:
    if connection.execute(select(func.count()).select_from(_comment_table)).scalar_one() >= MOST_COMMENTS:
        msg = f"There are {MOST_COMMENTS:,} comments, which is all there is room for: export them and delete some."
        raise NoteError(msg)
    connection.execute(_comment_table.insert().values(**row.model_dump()))


def _change(connection: Connection, comment_id: str, changes: dict[str, Any]) -> None:
    if changes["resolved_at"] is None:
        changes["resolved_by"] = None
    connection.execute(update(_comment_table).where(_comment_table.c.id == comment_id).values(**changes))


def _delete(connection: Connection, comment_id: str, owner: str) -> bool:
    table = _comment_table
    return bool(connection.execute(table.delete().where(table.c.id == comment_id, table.c.owner == owner)).rowcount)


def _count(connection: Connection) -> int:
    return connection.execute(select(_change_table.c.count)).scalar_one()


def _count_up(connection: Connection) -> None:
    connection.execute(update(_change_table).values(count=_change_table.c.count + 1))


def _verdicts(connection: Connection) -> dict[str, Verdict]:
    rows = connection.execute(select(_verdict_table)).mappings()
    return {row["story"]: Verdict(**row) for row in rows}


def _decide(connection: Connection, row: VerdictRow) -> None:
    connection.execute(_verdict_table.delete().where(_verdict_table.c.story == row.story))
    connection.execute(_verdict_table.insert().values(**row.model_dump()))
