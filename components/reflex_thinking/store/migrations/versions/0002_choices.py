"""What readers opened and closed."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "thinking_choices",
        sa.Column("thread_id", sa.String(), nullable=False),
        sa.Column("place", sa.String(), nullable=False),
        sa.Column("is_open", sa.Boolean(), nullable=False),
        sa.Column("chosen_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("thread_id", "place"),
        sa.ForeignKeyConstraint(["thread_id"], ["thinking_threads.id"], ondelete="CASCADE"),
    )


def downgrade() -> None:
    """Drop the table: everything is open or closed as it is by itself."""
    op.drop_table("thinking_choices")
