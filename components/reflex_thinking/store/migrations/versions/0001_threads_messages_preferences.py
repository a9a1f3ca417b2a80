"""Threads, messages and preferences."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "thinking_threads",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("user_id", sa.String(), nullable=False),
        sa.Column("workspace_id", sa.String(), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("thinking_threads_by_user", "thinking_threads", ["user_id", "workspace_id", "updated_at", "id"])
    op.create_table(
        "thinking_messages",
        sa.Column("position", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("thread_id", sa.String(), nullable=False),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("event", sa.JSON(), nullable=False),
        sa.Column("replies", sa.JSON(), nullable=True),
        sa.PrimaryKeyConstraint("position"),
        sa.UniqueConstraint("id", "thread_id", name="thinking_messages_once"),
        sa.ForeignKeyConstraint(["thread_id"], ["thinking_threads.id"], ondelete="CASCADE"),
    )
    op.create_index("thinking_messages_by_thread", "thinking_messages", ["thread_id", "position"])
    op.create_table(
        "thinking_preferences",
        sa.Column("user_id", sa.String(), nullable=False),
        sa.Column("workspace_id", sa.String(), nullable=False),
        sa.Column("preferences", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "workspace_id"),
    )


def downgrade() -> None:
    """Drop the tables with all that is in them."""
    op.drop_table("thinking_preferences")
    op.drop_table("thinking_messages")
    op.drop_table("thinking_threads")
