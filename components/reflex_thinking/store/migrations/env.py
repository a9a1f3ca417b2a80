"""Runs the migrations: on the connection that the store gives, or at the address on Alembic's command line."""

from typing import Literal

from alembic import context
from reflex_thinking.errors import ConfigurationError
from reflex_thinking.store.engine import connect, prepare_file, read_url, writing
from reflex_thinking.store.tables import VERSION_TABLE, Table
from sqlalchemy import Connection
from sqlmodel import AutoString

TIMEOUT = 60.0


def is_ours(name: str | None, type_: str, parents: object) -> bool:
    """Tables of the app in whose database these are do not count."""
    return type_ != "table" or name in Table.metadata.tables


def rendered(type_: str, item: object, autogenerate: object) -> str | Literal[False]:
    """New revisions name SQLAlchemy's own text type, so that they depend on nothing else."""
    return "sa.String()" if type_ == "type" and isinstance(item, AutoString) else False


def migrate(connection: Connection | None = None, dialect: str | None = None) -> None:
    """Run, or with a dialect print, what is asked for."""
    context.configure(
        connection=connection,
        dialect_name=dialect,
        target_metadata=Table.metadata,
        version_table=VERSION_TABLE,
        include_name=is_ours,
        render_item=rendered,
        transactional_ddl=True,
        literal_binds=connection is None,
    )
    with context.begin_transaction():
        context.run_migrations()


def from_command_line() -> None:
    """The address is given as ``-x url=…``."""
    address = context.get_x_argument(as_dictionary=True).get("url")
    if address is None:
        msg = "say which database: alembic -c … -x url=postgresql://user@host/database …"
        raise ConfigurationError(msg)
    url = read_url(address)
    if context.is_offline_mode():
        migrate(dialect=url.get_backend_name())
        return
    engine = connect(url, timeout=TIMEOUT, connections=1)
    if url.drivername == "sqlite":
        prepare_file(engine, TIMEOUT)
    with writing(engine, patience=TIMEOUT).begin() as connection:
        migrate(connection)


if (given := context.config.attributes.get("connection")) is not None:
    migrate(given)
else:
    from_command_line()
