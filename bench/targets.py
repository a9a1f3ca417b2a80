"""What can be measured: how each app is started, how it is asked for work and where its text stands."""

import contextlib
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page

from bench.work import ANSWER, STAMPS_VARIABLE
from tools import frontend
from tools.serve import RUNS, STOP_TIMEOUT, ServeError, Server, free_port

BENCH = Path(__file__).resolve().parent
APPS = BENCH / "apps"
SCRATCH = frontend.BUILD / "bench"
STAMPS = SCRATCH / "stamps"
START_TIMEOUT = 180.0

INPUT = "[data-slot=composer-input]"
SEND = "[data-slot=composer-send]"
STEP = "[data-slot=thinking-step]"


@dataclass(frozen=True)
class Served:
    """A running app: its address, its process group, and the folder of its pickled states where it has one."""

    url: str
    group: int
    states: Path | None = None


def type_and_click(page: Page, message: str) -> Callable[[], None]:
    """Type into the composer; the returned function sends."""
    page.fill(INPUT, message)
    return lambda: page.click(SEND, no_wait_after=True)


OPEN_LAST = """async () => {
  const bar = [...document.querySelectorAll("[data-slot=thinking-summary-bar]")].at(-1);
  if (bar.dataset.state === "open") return null;
  const start = performance.now();
  bar.click();
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  return performance.now() - start;
}"""


def open_thinking(page: Page) -> float | None:
    """Open the last block, which is folded and perhaps not rendered once it is finished."""
    page.get_by_text(ANSWER, exact=True).last.wait_for()
    return page.evaluate(OPEN_LAST)


@dataclass(frozen=True)
class Target:
    """An app to measure."""

    name: str
    label: str
    serve: Callable[[], contextlib.AbstractContextManager[Served]]
    path: str = "/"
    ask: Callable[[Page, str], Callable[[], None]] = type_and_click
    # Shows the finished text again where an app has put it away; may return how many milliseconds that took.
    reveal: Callable[[Page], float | None] | None = None
    text: str = STEP
    # Streams over HTTP, not over a websocket.
    http: bool = False
    # The whole of what came is kept, to be looked into; not for those that send megabytes.
    keep_frames: bool = False
    # After a reload the page shows the same again.
    restores: bool = False


def environment(**extra: str) -> dict[str, str]:
    """Return what every measured app finds in its environment: the way to `bench.work` and to the file of its times."""
    STAMPS.mkdir(parents=True, exist_ok=True)
    return {"PYTHONPATH": str(frontend.ROOT), STAMPS_VARIABLE: str(STAMPS), **extra}


@contextlib.contextmanager
def process(command: list[str], port: int, name: str, *, cwd: Path, env: dict[str, str]) -> Iterator[Served]:
    """Run a server as a process group of its own, from its first answer to the end of the block."""
    cwd.mkdir(parents=True, exist_ok=True)
    frontend.LOGS.mkdir(parents=True, exist_ok=True)
    log = frontend.LOGS / f"bench-{name}.log"
    with log.open("w") as output:
        running = subprocess.Popen(
            command,
            cwd=cwd,
            env={**os.environ, **env},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            wait_until_it_answers(f"http://127.0.0.1:{port}/", running, log)
            yield Served(f"http://127.0.0.1:{port}", running.pid)
        finally:
            end_group(running)


def wait_until_it_answers(url: str, running: subprocess.Popen[bytes], log: Path) -> None:
    """Return when anything answers at `url`."""
    deadline = time.monotonic() + START_TIMEOUT
    while time.monotonic() < deadline:
        if running.poll() is not None:
            raise ServeError(f"The server ended while it started. Details: {frontend.relative(log)}")
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except urllib.error.HTTPError:
            return
        except OSError:
            time.sleep(0.1)
    raise ServeError(f"The server did not answer in {START_TIMEOUT:.0f} s. Details: {frontend.relative(log)}")


def end_group(running: subprocess.Popen[bytes]) -> None:
    """End a server and all that it started."""
    with contextlib.suppress(ProcessLookupError):
        running.terminate()
    with contextlib.suppress(subprocess.TimeoutExpired):
        running.wait(STOP_TIMEOUT)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(running.pid, 9)
    running.wait()


@contextlib.contextmanager
def serve_reflex(name: str) -> Iterator[Served]:
    """Serve one of our own apps in production mode."""
    os.environ.update(environment())  # the build imports the app, too
    with Server(app_dir=APPS / name, env=environment()) as server:
        assert server.process is not None
        states = next(RUNS.glob(f"*-{server.port}/states"), None)
        yield Served(server.url, server.process.pid, states)


@contextlib.contextmanager
def serve_floor() -> Iterator[Served]:
    """Serve the bare page."""
    port = free_port()
    command = [sys.executable, "-m", "bench.apps.floor", str(port)]
    with process(command, port, "floor", cwd=frontend.ROOT, env=environment()) as served:
        yield served


FLOOR = Target("floor", "bare websocket page, 33 ms flushes", serve_floor, keep_frames=True)
NAIVE = Target("naive", "Reflex, whole var per delta", lambda: serve_reflex("naive"))
OURS = Target(
    "ours", "reflex-thinking", lambda: serve_reflex("ours"), reveal=open_thinking, keep_frames=True, restores=True
)
OWN = (FLOOR, OURS, NAIVE)
