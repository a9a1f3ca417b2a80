"""${message}"""

from alembic import op
import sqlalchemy as sa
${imports if imports else ""}

revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}


def upgrade() -> None:
    """Go one revision forward."""
    ${upgrades if upgrades else "pass"}


def downgrade() -> None:
    """Go one revision back."""
    ${downgrades if downgrades else "pass"}
