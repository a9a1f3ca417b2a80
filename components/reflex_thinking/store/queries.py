"""What the database store asks a database: each function does its work in the transaction of the connection it gets."""

from __future__ import annotations

import logging
from typing import Any, cast

from sqlalchemy import Connection, Insert, Row, Select, and_, delete, func, select, tuple_, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import col

from .base import MOST_CHOICES, ThreadInfo, ThreadNotFoundError
from .tables import ChoiceRow, MessageRow, PreferencesRow, Table, ThreadRow
from .values import now

logger = logging.getLogger(__name__)

Event = dict[str, Any]
LARGEST = 2**63 - 1

_INFO = tuple(
    col(column)
    for column in (
        ThreadRow.id,
        ThreadRow.user_id,
        ThreadRow.workspace_id,
        ThreadRow.title,
        ThreadRow.created_at,
        ThreadRow.updated_at,
    )
)
_MESSAGE = tuple(
    col(column)
    for column in (
        MessageRow.event,
        MessageRow.id,
        MessageRow.thread_id,
        MessageRow.role,
        MessageRow.created_at,
    )
)


def add_thread(connection: Connection, thread_id: str, user_id: str, workspace_id: str, title: str) -> None:
    """Add a thread."""
    at = _change(connection, user_id, workspace_id)
    info = {"id": thread_id, "user_id": user_id, "workspace_id": workspace_id, "title": title}
    connection.execute(_insert(connection, ThreadRow).values(**info, created_at=at, updated_at=at))


def thread(connection: Connection, thread_id: str, user_id: str) -> ThreadInfo | None:
    """A thread of a user."""
    row = connection.execute(select(*_INFO).where(_is_thread_of(thread_id, user_id))).first()
    return None if row is None else ThreadInfo(*row)


def threads(
    connection: Connection, user_id: str, workspace_id: str, limit: int | None, before: ThreadInfo | None
) -> list[ThreadInfo]:
    """The threads of a user, the last changed first."""
    place = tuple_(col(ThreadRow.updated_at), col(ThreadRow.id))
    found = select(*_INFO).where(col(ThreadRow.user_id) == user_id, col(ThreadRow.workspace_id) == workspace_id)
    if before is not None:
        found = found.where(place < tuple_(before.updated_at, before.id))
    found = found.order_by(col(ThreadRow.updated_at).desc(), col(ThreadRow.id).desc()).limit(limit)
    return [ThreadInfo(*row) for row in connection.execute(found)]


def rename_thread(connection: Connection, thread_id: str, user_id: str, title: str) -> bool:
    """Give a thread of a user another title."""
    done = connection.execute(update(ThreadRow).where(_is_thread_of(thread_id, user_id)).values(title=title))
    return done.rowcount == 1


def delete_thread(connection: Connection, thread_id: str, user_id: str) -> bool:
    """Delete a thread of a user; its messages go with it."""
    return connection.execute(delete(ThreadRow).where(_is_thread_of(thread_id, user_id))).rowcount == 1


def messages(connection: Connection, thread_id: str) -> list[Event]:
    """The messages of a thread."""
    found = select(*_MESSAGE).where(col(MessageRow.thread_id) == thread_id).order_by(col(MessageRow.position))
    return [_event(row) for row in connection.execute(found)]


def message(connection: Connection, thread_id: str, message_id: str) -> Event | None:
    """One message of a thread."""
    row = connection.execute(select(*_MESSAGE).where(_is_message(thread_id, message_id))).first()
    return None if row is None else _event(row)


def find_message(connection: Connection, message_id: str) -> tuple[ThreadInfo, Event] | None:
    """A message and its thread."""
    found: Select[Any] = select(*_MESSAGE, *_INFO).join(ThreadRow, col(MessageRow.thread_id) == col(ThreadRow.id))
    row = connection.execute(found.where(col(MessageRow.id) == message_id).order_by(col(MessageRow.position))).first()
    return None if row is None else (ThreadInfo(*row[len(_MESSAGE) :]), _event(row))


def add_message(connection: Connection, thread_id: str, event: Event, replies: list[Event] | None) -> None:
    """Add a message, unless it is there."""
    owner = _lock(connection, thread_id)
    if owner is None:
        raise ThreadNotFoundError(thread_id)
    row = {
        "id": event["id"],
        "thread_id": thread_id,
        "role": _word(event.get("role")),
        "status": _word(event.get("status")),
        "created_at": _milliseconds(event.get("created_at")),
        "event": event,
        "replies": replies or None,
    }
    insert = _insert(connection, MessageRow).values(**row).on_conflict_do_nothing()
    if connection.execute(insert.returning(col(MessageRow.position))).first() is not None:
        at = _change(connection, *owner)
        connection.execute(update(ThreadRow).where(col(ThreadRow.id) == thread_id).values(updated_at=at))


def replies(connection: Connection, thread_id: str) -> dict[str, list[Event]]:
    """What is kept apart of a thread's messages."""
    kept = col(MessageRow.replies)
    found = select(col(MessageRow.id), kept).where(col(MessageRow.thread_id) == thread_id, kept.is_not(None))
    rows = connection.execute(found.order_by(col(MessageRow.position)))
    return {message_id: kept_apart for message_id, kept_apart in rows.all() if kept_apart is not None}


def remove_message(connection: Connection, thread_id: str, message_id: str) -> None:
    """Remove a message."""
    connection.execute(delete(MessageRow).where(_is_message(thread_id, message_id)))


def truncate(connection: Connection, thread_id: str, message_id: str) -> None:
    """Remove a message and all after it."""
    _lock(connection, thread_id)
    first = select(col(MessageRow.position)).where(_is_message(thread_id, message_id)).scalar_subquery()
    later = and_(col(MessageRow.thread_id) == thread_id, col(MessageRow.position) >= first)
    connection.execute(delete(MessageRow).where(later))


def choices(connection: Connection, thread_id: str) -> dict[str, bool]:
    """What was opened or closed in a thread, the last choice last."""
    row = ChoiceRow
    found = select(col(row.place), col(row.is_open)).where(col(row.thread_id) == thread_id)
    ordered = connection.execute(found.order_by(col(row.chosen_at), col(row.place)))
    return {choice.place: choice.is_open for choice in ordered}


def set_choices(connection: Connection, thread_id: str, chosen: dict[str, bool]) -> None:
    """Keep what was opened or closed; each place has a row of its own, so that two who choose at once do not disturb each other."""
    if _lock(connection, thread_id) is None:
        return
    row = ChoiceRow
    at = max(
        now(),
        (connection.execute(select(func.max(col(row.chosen_at))).where(col(row.thread_id) == thread_id)).scalar() or 0)
        + 1,
    )
    for number, (place, is_open) in enumerate(chosen.items()):
        kept = {"is_open": is_open, "chosen_at": at + number}
        statement = _insert(connection, row).values(thread_id=thread_id, place=place, **kept)
        connection.execute(statement.on_conflict_do_update(index_elements=["thread_id", "place"], set_=kept))
    oldest = (
        select(col(row.chosen_at))
        .where(col(row.thread_id) == thread_id)
        .order_by(col(row.chosen_at).desc())
        .offset(MOST_CHOICES - 1)
        .limit(1)
        .scalar_subquery()
    )
    connection.execute(delete(row).where(col(row.thread_id) == thread_id, col(row.chosen_at) < oldest))


def get_preferences(connection: Connection, user_id: str, workspace_id: str) -> dict[str, Any]:
    """What a user prefers."""
    row = PreferencesRow
    found = select(col(row.preferences)).where(col(row.user_id) == user_id, col(row.workspace_id) == workspace_id)
    return connection.execute(found).scalar() or {}


def set_preferences(connection: Connection, user_id: str, workspace_id: str, preferences: dict[str, Any]) -> None:
    """Keep what a user prefers."""
    row = {"user_id": user_id, "workspace_id": workspace_id, "preferences": preferences}
    statement = _insert(connection, PreferencesRow).values(**row)
    connection.execute(
        statement.on_conflict_do_update(index_elements=["user_id", "workspace_id"], set_={"preferences": preferences})
    )


def _lock(connection: Connection, thread_id: str) -> tuple[str, str] | None:
    """Lock a thread and return whose it is and where.

    Whoever adds to a thread, or cuts it, locks it first: so the order of its messages is that of their commits.
    """
    owner = select(col(ThreadRow.user_id), col(ThreadRow.workspace_id)).where(col(ThreadRow.id) == thread_id)
    row = connection.execute(owner.with_for_update()).first()
    return None if row is None else (row[0], row[1])


def _change(connection: Connection, user_id: str, workspace_id: str) -> int:
    """The time of a change: later than all of this user before, so that the order of the threads is certain."""
    last = select(func.max(col(ThreadRow.updated_at))).where(
        col(ThreadRow.user_id) == user_id, col(ThreadRow.workspace_id) == workspace_id
    )
    return max(now(), (connection.execute(last).scalar() or 0) + 1)


def _insert(connection: Connection, table: type[Table]) -> Any:
    """An insert that can say what to do when the row is there."""
    insert: Insert = (postgresql if connection.dialect.name == "postgresql" else sqlite).insert(table)
    return insert


def _is_thread_of(thread_id: str, user_id: str) -> Any:
    return and_(col(ThreadRow.id) == thread_id, col(ThreadRow.user_id) == user_id)


def _is_message(thread_id: str, message_id: str) -> Any:
    return and_(col(MessageRow.id) == message_id, col(MessageRow.thread_id) == thread_id)


def _event(row: Row[Any]) -> Event:
    """The message in a row; what cannot be read is shown as a message that says so."""
    event, message_id, thread_id, role, created_at = row[: len(_MESSAGE)]
    if isinstance(event, dict) and "id" in event:
        return cast("Event", event)
    logger.warning("The stored message %s cannot be read.", message_id)
    return {
        "id": message_id,
        "role": role,
        "status": "error",
        "incomplete": True,
        "error": {"message": "This message cannot be read.", "code": "unreadable"},
        "thread_id": thread_id,
        "created_at": created_at,
        "ended_at": created_at,
        "segments": [],
        "blocks": [],
    }


def _word(value: object) -> str:
    return value.replace("\0", "")[:40] if isinstance(value, str) else ""


def _milliseconds(value: object) -> int:
    return value if isinstance(value, int) and -LARGEST <= value <= LARGEST else 0
