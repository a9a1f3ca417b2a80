"""The tables of the database store.

They have a registry of their own, so that an app's migrations never take them for the app's. Their names begin with
``thinking_``, so that they can live in an app's database. What is changed here needs a revision in ``migrations/``.
"""

from typing import Any, ClassVar

from sqlalchemy import JSON, BigInteger, Column, ForeignKey, Index, Integer, String, UniqueConstraint
from sqlalchemy.orm import registry
from sqlmodel import Field, SQLModel

VERSION_TABLE = "thinking_version"
"""Where the revision of the tables is kept."""


class Table(SQLModel, registry=registry()):
    """What all tables share: their own metadata."""


class ThreadRow(Table, table=True):
    """A thread."""

    __tablename__: ClassVar[Any] = "thinking_threads"
    __table_args__: ClassVar[Any] = (Index("thinking_threads_by_user", "user_id", "workspace_id", "updated_at", "id"),)

    id: str = Field(primary_key=True)
    user_id: str
    workspace_id: str
    title: str
    created_at: int = Field(sa_type=BigInteger)
    updated_at: int = Field(sa_type=BigInteger)


class MessageRow(Table, table=True):
    """A message. ``event`` is all of it; role, status and time stand beside it for those who look into the table."""

    __tablename__: ClassVar[Any] = "thinking_messages"
    __table_args__: ClassVar[Any] = (
        # By message first: this way it also finds a message whose thread is not known.
        UniqueConstraint("id", "thread_id", name="thinking_messages_once"),
        Index("thinking_messages_by_thread", "thread_id", "position"),
    )

    position: int | None = Field(
        default=None,
        sa_column=Column(BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    )
    """Grows with every message of the database: the order in which they were added."""
    id: str
    thread_id: str = Field(
        sa_column=Column(String, ForeignKey("thinking_threads.id", ondelete="CASCADE"), nullable=False)
    )
    role: str
    status: str
    created_at: int = Field(sa_type=BigInteger)
    # Not JSONB: it would sort the keys, and a tool's input would not be shown as it was; nor would it take a NUL.
    event: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    replies: list[dict[str, Any]] | None = Field(default=None, sa_column=Column(JSON(none_as_null=True)))
    """For the server alone. The last column, so that reading messages does not read past it."""


class ChoiceRow(Table, table=True):
    """What a reader opened or closed: a block or a step of a thread."""

    __tablename__: ClassVar[Any] = "thinking_choices"

    thread_id: str = Field(
        sa_column=Column(String, ForeignKey("thinking_threads.id", ondelete="CASCADE"), primary_key=True)
    )
    place: str = Field(primary_key=True)
    is_open: bool
    chosen_at: int = Field(sa_type=BigInteger)


class PreferencesRow(Table, table=True):
    """What a user prefers in a workspace."""

    __tablename__: ClassVar[Any] = "thinking_preferences"

    user_id: str = Field(primary_key=True)
    workspace_id: str = Field(primary_key=True)
    preferences: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
