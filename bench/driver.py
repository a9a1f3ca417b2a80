"""Drive one app through one work in a fresh headless Chromium and measure what it costs."""

import contextlib
import json
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, ConsoleMessage, Error, Page, Playwright
from playwright.sync_api import TimeoutError as PlaywrightTimeoutError

from bench import frames, processes
from bench.targets import STAMPS, Served, Target
from bench.work import Work, without_space
from tools import chromium

PROBE = (Path(__file__).with_name("probe.js")).read_text()
# Nothing outside this machine is asked for anything.
LOOPBACK_ONLY = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1"
METRICS = {
    "task": "TaskDuration",
    "script": "ScriptDuration",
    "layout": "LayoutDuration",
    "style": "RecalcStyleDuration",
}
SETTLE = 1200
LOOK_EVERY = 250
FILL_MESSAGES = 50
FILL_SIZE = 20_000
ASSISTANT = "[data-slot=message][data-role=assistant]"

Result = dict[str, Any]


@dataclass(frozen=True)
class Cell:
    """One thing to measure: a target, a work, and whether its thread is long already."""

    target: Target
    work: Work
    filled: bool = False

    @property
    def name(self) -> str:
        """A short name for the log."""
        return " ".join(
            filter(None, (self.target.name, str(self.work.n), self.work.variant, "filled" if self.filled else ""))
        )


def measure(playwright: Playwright, served: Served, cell: Cell, timeout: float) -> Result:
    """Return the numbers of one run of `cell`."""
    browser = playwright.chromium.launch(
        executable_path=chromium.find(), args=[*chromium.ARGUMENTS, LOOPBACK_ONLY], chromium_sandbox=False
    )
    try:
        return _measure(browser, served, cell, timeout)
    finally:
        browser.close()


def _measure(browser: Browser, served: Served, cell: Cell, timeout: float) -> Result:
    target, work = cell.target, cell.work
    stamps = STAMPS / f"{target.name}.json"
    stamps.unlink(missing_ok=True)
    page = browser.new_page(viewport={"width": 1100, "height": 800})
    page.set_default_timeout(30_000)
    page.add_init_script(PROBE)
    errors: list[str] = []
    page.on("console", lambda message: errors.append(message.text[:200]) if _is_error(message) else None)
    page.on("pageerror", lambda error: errors.append(str(error)[:200]))
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    http = _count_http(session) if target.http else lambda: 0

    page.goto(served.url + target.path)
    _wait_until_idle(page)
    if cell.filled:
        _fill(page, target)
    send = target.ask(page, work.message)
    page.wait_for_timeout(SETTLE)
    offset = _clock_offset(page)
    page.evaluate("keep => window.__bench.arm(keep)", target.keep_frames)
    page.wait_for_timeout(50)

    foreign_before, started = processes.foreign_seconds(), time.monotonic()
    http_before, cpu_before, metrics_before = http(), processes.cpu_seconds(served.group), _metrics(session)
    send()
    states, finished = _wait_until_done(page, served, timeout)
    cpu, metrics, http_after = processes.cpu_seconds(served.group), _metrics(session), http()
    foreign, elapsed = processes.foreign_seconds(), time.monotonic() - started
    page.evaluate("window.__bench.stop()")
    seen = page.evaluate(
        "(({messages, received, frames, closed, started, done, last, seen, longTasks, errors}) =>"
        " ({messages, received, frames, closed, started, done, last, seen, longTasks, errors}))(window.__bench)"
    )
    result: Result = {
        "target": target.name,
        "n": work.n,
        "variant": work.variant,
        "filled": cell.filled,
        "finished": finished,
        "wall": (seen["done"] - seen["started"]) / 1000 if finished else None,
        "text_bytes": len(work.text().encode()),
        "messages": seen["messages"],
        "payload_bytes": seen["received"] + http_after - http_before,
        "disconnects": seen["closed"],
        "server_cpu": cpu - cpu_before,
        **{name: metrics[name] - metrics_before[name] for name in METRICS},
        "longest_task": _longest(seen["longTasks"], seen["started"], seen["done"] or float("inf")),
        "last_seen": seen["last"],
        "disturbance": (foreign - foreign_before) / elapsed if foreign and foreign_before else None,
        "errors": [*errors, *seen["errors"]][:5],
    }
    if target.keep_frames:
        result["payload_bytes"] = frames.size(seen["frames"])
        result["patch_bytes"] = frames.patch_size(seen["frames"]) or None
    if states:
        result["state_bytes"] = states
    result |= _lag(seen["seen"], stamps, offset)
    result["text_identical"] = _find_text(page, target, work)["identical"]
    if target.restores and finished:
        page.reload()
        _wait_until_idle(page)
        found = _find_text(page, target, work)
        result["text_identical_after_reload"] = found["identical"]
        result["opening"] = found.get("opening")
    return result


def _is_error(message: ConsoleMessage) -> bool:
    return message.type == "error" and "favicon" not in message.location.get("url", "")


def _wait_until_idle(page: Page) -> None:
    with contextlib.suppress(PlaywrightTimeoutError):  # a page that polls never is
        page.wait_for_load_state("networkidle", timeout=3000)


def _wait_until_done(page: Page, served: Served, timeout: float) -> tuple[list[int], bool]:
    """Return the sizes of the pickled states on the way, and whether the end came in time."""
    states: list[int] = []
    started = time.time()
    deadline = time.monotonic() + timeout
    while time.monotonic() < deadline:
        page.wait_for_timeout(LOOK_EVERY)
        if served.states is not None and (size := _state_size(served.states, started)):
            states.append(size)
        if page.evaluate("window.__bench.done"):
            return states, True
    return states, False


def _state_size(folder: Path, since: float) -> int:
    """Return the size of all states that were written since a time; states of earlier runs lie there, too."""
    total = 0
    for path in folder.iterdir():
        with contextlib.suppress(FileNotFoundError):
            stat = path.stat()
            total += stat.st_size if stat.st_mtime >= since else 0
    return total


def _fill(page: Page, target: Target) -> None:
    """Let the thread hold many long messages before the measurement starts."""
    for number in range(1, FILL_MESSAGES + 1):
        target.ask(page, f"fill {FILL_SIZE}")()
        page.wait_for_function(
            "([selector, number, size]) => {"
            " const messages = document.querySelectorAll(selector);"
            " return messages.length === number && messages[number - 1].textContent.length >= size; }",
            arg=[ASSISTANT, number, int(FILL_SIZE * 0.95)],
        )


def _find_text(page: Page, target: Target, work: Work) -> Result:
    """Say whether the page shows the text that was sent, all of it and once, after opening what hides it."""

    def shown() -> bool:
        text = without_space(page.evaluate("selector => window.__bench.text(selector)", target.text))
        # Labels and buttons may stand around the text, and the messages of a long thread before it.
        return expected in text and text.count("%") == work.n

    expected = work.shown()
    if shown() or target.reveal is None:
        return {"identical": shown()}
    try:
        opening = target.reveal(page)
    except Error:
        return {"identical": False}
    deadline = time.monotonic() + 10
    while not (found := shown()) and time.monotonic() < deadline:
        page.wait_for_timeout(LOOK_EVERY)
    return {"identical": found, "opening": opening}


def _metrics(session: CDPSession) -> dict[str, float]:
    found = {metric["name"]: metric["value"] for metric in session.send("Performance.getMetrics")["metrics"]}
    return {name: found[metric] for name, metric in METRICS.items()}


def _count_http(session: CDPSession) -> Callable[[], int]:
    total = 0

    def add(event: dict[str, Any]) -> None:
        nonlocal total
        total += event["dataLength"]

    session.send("Network.enable")
    session.on("Network.dataReceived", add)
    return lambda: total


def _clock_offset(page: Page) -> float:
    """Return by how many milliseconds the page's clock is ahead of ours."""
    best = (float("inf"), 0.0)
    for _ in range(8):
        before = time.time() * 1000
        theirs = page.evaluate("performance.timeOrigin + performance.now()")
        after = time.time() * 1000
        best = min(best, (after - before, theirs - (before + after) / 2))
    return best[1]


def _longest(tasks: Sequence[Sequence[float]], started: float, done: float) -> float:
    """Return the longest of the long tasks while streaming; 0 when none reached the browser's limit of 50 ms."""
    return max((duration for start, duration in tasks if start + duration >= started and start <= done), default=0)


def _lag(seen: Sequence[Sequence[float]], stamps: Path, offset: float) -> Result:
    """Return how long deltas took from the app to the document."""
    deadline = time.monotonic() + 2
    while not stamps.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    if not seen or not stamps.exists():
        return {}
    times: list[float] = json.loads(stamps.read_text())
    lags: list[float] = []
    for last, at in seen:
        lags += (at - offset - emitted for emitted in times[len(lags) : int(last) + 1])
    if len(lags) < 2:
        return {}
    cuts = statistics.quantiles(lags, n=20, method="inclusive")
    return {
        "lag_p50": statistics.median(lags),
        "lag_p95": cuts[-1],
        "lag_max": max(lags),
        "stream_seconds": (times[-1] - times[0]) / 1000,
    }
