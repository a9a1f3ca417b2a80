"""Bringing the tables of a database up to date."""

from __future__ import annotations

import threading
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, func, select

from ..errors import ConfigurationError
from .engine import name_of, reading, writing
from .tables import VERSION_TABLE

PATIENCE = 60.0
"""So many seconds one process waits for another that is bringing the tables up to date."""
ADVISORY_LOCK = 7_407_154_316
"""Any number that nobody else in the database uses."""
_one_at_a_time = threading.Lock()  # Alembic keeps the migration that runs in globals


def configuration() -> Config:
    """Alembic's configuration for the kit's own migrations."""
    return Config(str(Path(__file__).with_name("migrations") / "alembic.ini"))


def upgrade(engine: Engine) -> None:
    """Bring the tables up to date. Several processes may do so at once: one does it, the others wait for it.

    Raises:
        ConfigurationError: The tables are those of a newer version of the kit.
    """
    config = configuration()
    with reading(engine).begin() as connection:
        if _is_current(connection, config):
            return
    with _one_at_a_time, writing(engine, patience=PATIENCE).begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(select(func.pg_advisory_xact_lock(ADVISORY_LOCK)))
        if not _is_current(connection, config):
            config.attributes["connection"] = connection
            command.upgrade(config, "head")


def _is_current(connection: Connection, config: Config) -> bool:
    script = ScriptDirectory.from_config(config)
    context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
    revision = context.get_current_revision()
    known = {entry.revision for entry in script.walk_revisions()}
    if revision is not None and revision not in known:
        msg = (
            f"{name_of(connection.engine.url)} was made by a newer version of reflex-thinking (its tables have the "
            f"revision {revision!r}, which this version does not know): install that version, or use another database"
        )
        raise ConfigurationError(msg)
    return revision == script.get_current_head()
