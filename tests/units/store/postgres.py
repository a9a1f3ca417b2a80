"""A PostgreSQL server of the tests' own, from Debian's packages: on a free loopback port, gone when the tests end."""

from __future__ import annotations

import atexit
import contextlib
import functools
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import psycopg

SECONDS = 60.0
"""So long a server may take to start."""

ENDS_WITH_US = ("setpriv", "--pdeathsig", "INT", "--") if shutil.which("setpriv") else ()
"""A test run that is killed cannot stop its server: the system does."""


class PostgresMissingError(RuntimeError):
    """There is no PostgreSQL here, and none can be had; the message says why."""


class Server:
    """A server that runs. As root it runs as the system user that Debian makes for it: it refuses to run as root."""

    def __init__(self, programs: Path, user: str | None) -> None:
        self.programs = programs
        self.port = free_port()
        self.password = secrets.token_hex(8)
        self.folder = Path(tempfile.mkdtemp(prefix="thinking-postgres-"))
        self.as_user: dict[str, Any] = {}
        if user is not None:
            shutil.chown(self.folder, user)
            entry = pwd.getpwnam(user)
            self.as_user = {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
        self.process: subprocess.Popen[bytes] | None = None
        try:
            self._initialise()
            self.start()
        except BaseException:
            self.remove()
            raise

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://thinking:{self.password}@127.0.0.1:{self.port}/{database}"

    def new_database(self) -> str:
        """The address of a new, empty database."""
        name = f"test_{secrets.token_hex(6)}"
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"')  # pyright: ignore[reportCallIssue, reportArgumentType]
        return self.url(name)

    def start(self) -> None:
        """Start it and wait until it answers."""
        options = ["-p", str(self.port), "-k", str(self.folder), "-c", "listen_addresses=127.0.0.1"]
        options += ["-c", "fsync=off", "-c", "max_connections=60", "-c", "logging_collector=off"]
        with (self.folder / "log").open("ab") as log:
            self.process = process = subprocess.Popen(
                [*ENDS_WITH_US, str(self.programs / "postgres"), "-D", str(self.folder / "data"), *options],
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                **self.as_user,
            )
        deadline = time.monotonic() + SECONDS
        while True:
            try:
                psycopg.connect(self.url(), connect_timeout=2).close()
                return
            except psycopg.OperationalError:
                if process.poll() is not None or time.monotonic() > deadline:
                    raise PostgresMissingError(f"PostgreSQL does not start: {self._log()}") from None
                time.sleep(0.05)

    def stop(self) -> None:
        """Stop it at once; what is in it stays."""
        if self.process is not None:
            self.process.send_signal(signal.SIGINT)  # ends all connections
            self.process.wait(SECONDS)
            self.process = None

    def remove(self) -> None:
        """Stop it and remove its files."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _initialise(self) -> None:
        password = self.folder / "password"
        password.write_text(self.password)
        password.chmod(0o644)
        made = subprocess.run(
            [
                str(self.programs / "initdb"),
                f"--pgdata={self.folder / 'data'}",
                f"--pwfile={password}",
                *("--username=thinking", "--auth=scram-sha-256", "--encoding=UTF8", "--no-locale", "--no-sync"),
            ],
            cwd=self.folder,
            capture_output=True,
            text=True,
            **self.as_user,
        )
        if made.returncode != 0:
            raise PostgresMissingError(f"PostgreSQL cannot make a database: {made.stderr.strip()[-300:]}")

    def _log(self) -> str:
        return (self.folder / "log").read_text(errors="replace").strip()[-300:]


@functools.cache
def _server() -> Server | PostgresMissingError:
    try:
        programs = installed() or install()
        if programs is None:
            return PostgresMissingError("PostgreSQL is not installed (on Debian: apt-get install postgresql)")
        if os.geteuid() != 0:
            server = Server(programs, None)
        elif "postgres" in {entry.pw_name for entry in pwd.getpwall()}:
            server = Server(programs, "postgres")
        else:
            return PostgresMissingError("PostgreSQL does not run as root, and there is no system user 'postgres'")
    except (PostgresMissingError, OSError) as error:
        return PostgresMissingError(str(error))
    atexit.register(server.remove)
    return server


def server() -> Server:
    """The server of this test run, started when it is first asked for.

    Raises:
        PostgresMissingError: None can be had.
    """
    found = _server()
    if isinstance(found, PostgresMissingError):
        raise found
    return found


def installed() -> Path | None:
    """The folder of the newest server's programs."""
    found = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/postgres")]
    if (on_path := shutil.which("postgres")) and shutil.which("initdb"):
        found.append(Path(on_path).resolve().parent)
    return max(found, key=lambda path: (path.parent.name.isdigit(), path.parent.name.zfill(4)), default=None)


def install() -> Path | None:
    """Install Debian's package, where that is possible."""
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        return None
    for command in (["update"], ["install", "--yes", "--no-install-recommends", "postgresql"]):
        subprocess.run(
            ["apt-get", *command],
            env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
        )
    return installed()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
