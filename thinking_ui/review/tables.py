"""What reviewers write, as tables of the demo's database."""

from typing import Any, ClassVar

from sqlalchemy import BigInteger, Index
from sqlalchemy.orm import registry
from sqlmodel import Field, SQLModel


class ReviewTable(SQLModel, registry=registry()):
    """What both tables share: metadata of their own."""


class CommentRow(ReviewTable, table=True):
    """A comment, pinned to a story, its settings and, for a recording, a moment."""

    __tablename__: ClassVar[Any] = "review_comments"
    __table_args__: ClassVar[Any] = (Index("review_comments_by_story", "story", "created_at"),)

    id: str = Field(primary_key=True)
    story: str
    query: str
    """The link, as the query of an address."""
    moment: int | None = None
    text: str
    author: str
    owner: str
    """Who may delete it: a digest of what only their browser knows."""
    created_at: int = Field(sa_type=BigInteger)
    resolved_at: int | None = Field(default=None, sa_type=BigInteger)
    resolved_by: str | None = None


class ChangeRow(ReviewTable, table=True):
    """How often something was changed: one row, which says whether there is anything new."""

    __tablename__: ClassVar[Any] = "review_changes"

    id: int = Field(primary_key=True)
    count: int = Field(sa_type=BigInteger)


class VerdictRow(ReviewTable, table=True):
    """What was last decided about a story."""

    __tablename__: ClassVar[Any] = "review_verdicts"

    story: str = Field(primary_key=True)
    verdict: str
    author: str
    decided_at: int = Field(sa_type=BigInteger)
