"""Serve an app in production mode on one port, building its front end first when its content is new.

Usage: python -m tools.serve [--port 3000] [--host 127.0.0.1] [APP_FOLDER]

From Python:

    with Server() as server:
        print(server.url)
"""

import argparse
import contextlib
import fcntl
import http.client
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import IO, Self

from tools import frontend
from tools.frontend import BuildError, build

__all__ = ["BuildError", "PortBusyError", "ServeError", "Server", "build", "free_port"]

RUNS = frontend.BUILD / "run"
START_TIMEOUT = 120.0
STOP_TIMEOUT = 5.0


class ServeError(RuntimeError):
    """A server did not start; the message says where the details are."""


class PortBusyError(ServeError):
    """Something else listens on the wanted port."""

    def __init__(self, port: int):
        super().__init__(f"Port {port} is in use. Stop what runs there, or take another: make demo PORT={port + 1}")


def free_port() -> int:
    """Return a port nobody listens on at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def check_port(port: int, host: str = "127.0.0.1") -> None:
    """Raise PortBusyError when `port` cannot be had."""
    with socket.socket() as probe:
        # Servers may share a port without noticing each other, so a listener is looked for, too.
        probe.settimeout(1)
        if probe.connect_ex(("127.0.0.1", port)) == 0:
            raise PortBusyError(port)
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except PermissionError:
            raise ServeError(f"Port {port} needs more rights than you have. Take one above 1023: PORT=3000") from None
        except OSError:
            raise PortBusyError(port) from None


class Server:
    """An app's production server, as a process group of its own.

    Everything it uses while it runs (its copy of the front end, its states) is in a folder of its own, so servers,
    builds and test runs never disturb each other. Use it as a context manager, or call `start` and `stop`.

    Args:
        port: where to listen; 0 takes a free one.
        app_dir: the folder with the app's `rxconfig.py`.
        host: the address to listen on.
        env: further environment variables for the app.
        output: where the app's own output goes; by default a log file, `log`.
    """

    def __init__(
        self,
        port: int = 0,
        app_dir: Path = frontend.ROOT,
        *,
        host: str = "127.0.0.1",
        env: dict[str, str] | None = None,
        output: IO[str] | None = None,
    ):
        self.port = port or free_port()
        self.app_dir = app_dir.resolve()
        self.host = host
        self.env = env or {}
        self.output = output
        self.process: subprocess.Popen[bytes] | None = None
        self._files = contextlib.ExitStack()

    @property
    def url(self) -> str:
        """The address of the app, without a slash at its end."""
        return f"http://localhost:{self.port}"

    @property
    def log(self) -> Path:
        """The file that takes the app's output unless `output` was given."""
        return frontend.LOGS / f"server-{self.port}.log"

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> Self:
        """Build if needed, start the server and return once it answers."""
        check_port(self.port, self.host)
        built = build(self.app_dir)
        try:
            run = self._make_run_folder(built)
            output = self.output
            if output is None:
                frontend.LOGS.mkdir(parents=True, exist_ok=True)
                output = self._files.enter_context(self.log.open("w"))
            self.process = subprocess.Popen(
                [sys.executable, "-P", str(Path(__file__).with_name("backend.py")), self.host, str(self.port)],
                cwd=self.app_dir,
                env=self._environment(run),
                stdin=subprocess.PIPE,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            self._wait_until_it_answers(self.process)
        except BaseException:
            self.stop()
            raise
        return self

    def wait(self) -> None:
        """Return when the server has ended."""
        if self.process is not None:
            self.process.wait()

    def stop(self) -> None:
        """End every process this server started and remove its folder."""
        process, self.process = self.process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(STOP_TIMEOUT)
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            if process.stdin is not None:
                process.stdin.close()
        self._files.close()

    def _environment(self, run: Path) -> dict[str, str]:
        return frontend.environment(
            REFLEX_ENV_MODE="prod",
            REFLEX_BACKEND_ONLY="true",
            REFLEX_API_URL=self.url,
            REFLEX_DEPLOY_URL=self.url,
            REFLEX_WEB_WORKDIR=str(run / "web"),
            REFLEX_STATES_WORKDIR=str(run / "states"),
            GRANIAN_LOG_LEVEL="warning",
            PYTHONUNBUFFERED="1",
            **self.env,
        )

    def _make_run_folder(self, built: Path) -> Path:
        """Return a folder for this run, held by a lock for as long as the run lasts."""
        run = RUNS / f"{os.getpid()}-{self.port}"
        with frontend.exclusively():
            remove_dead_runs()
            (run / "states").mkdir(parents=True)
            self._files.callback(shutil.rmtree, run, ignore_errors=True)
            lock = self._files.enter_context((run / "lock").open("w"))
            fcntl.flock(lock, fcntl.LOCK_EX)
            frontend.for_port(built, self.port, run / "web")
        return run

    def _wait_until_it_answers(self, process: subprocess.Popen[bytes]) -> None:
        deadline = time.monotonic() + START_TIMEOUT
        details = f"Details: {frontend.relative(self.log)}" if self.output is None else "See above"
        while True:
            if process.poll() is not None:
                raise ServeError(f"The server on port {self.port} ended while it started. {details}")
            with contextlib.suppress(OSError, http.client.HTTPException):
                connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
                connection.request("GET", "/")
                if connection.getresponse().status < 500:
                    return
            if time.monotonic() > deadline:
                raise ServeError(f"The server on port {self.port} did not answer in {START_TIMEOUT:.0f} s. {details}")
            time.sleep(0.05)


def remove_dead_runs() -> None:
    """Remove the folders of runs that were killed before they could tidy up."""
    for run in RUNS.glob("*"):
        with contextlib.suppress(OSError), (run / "lock").open() as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(run, ignore_errors=True)


class _Stopped(BaseException):
    """A signal asked the command to end."""


def _raise_stopped(number: int, _frame: object) -> None:
    for each in STOP_SIGNALS:
        signal.signal(each, signal.SIG_IGN)
    raise _Stopped(number)


STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def main(arguments: list[str] | None = None) -> int:
    """Serve the app named on the command line until a signal ends it."""
    parser = argparse.ArgumentParser(description="Serve an app in production mode.")
    parser.add_argument("app", nargs="?", type=Path, default=frontend.ROOT, help="folder of the app")
    parser.add_argument("--port", type=int, default=3000)
    parser.add_argument("--host", default="127.0.0.1", help="0.0.0.0 lets other machines in")
    options = parser.parse_args(arguments)
    for each in STOP_SIGNALS:
        signal.signal(each, _raise_stopped)
    try:
        with Server(options.port, options.app, host=options.host, output=sys.stderr) as server:
            print(f"Ready: {server.url}  (Ctrl-C stops it)", flush=True)
            server.wait()
        print("The server ended by itself; its last lines are above.", file=sys.stderr)
    except (BuildError, ServeError) as error:
        print(error, file=sys.stderr)
    except _Stopped:
        return 0
    return 1


if __name__ == "__main__":
    sys.exit(main())
