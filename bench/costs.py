"""Measure what single things cost, each beside something else that is measured in the same minute.

Usage: python -m bench.costs [--only python,browser] [--write-readme]
"""

import argparse
import asyncio
import gc
import math
import os
import pty
import select
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright
from reflex_thinking import canonical as ev
from reflex_thinking.i18n import Strings
from reflex_thinking.reducer import Draft, apply
from reflex_thinking.runs.compose import reasoning
from reflex_thinking.runs.registry import Runs
from reflex_thinking.runs.turn import Turn
from reflex_thinking.store.memory import MemoryStore
from reflex_thinking.terminal.document import Document
from reflex_thinking.terminal.marks import UNICODE

from bench.driver import LOOPBACK_ONLY
from bench.report import fill_section, requirements_table
from bench.requirements import Requirement
from bench.streams import STREAMS, as_sent
from bench.targets import BENCH
from tools import chromium
from tools.serve import Server

EVENTS = 20_000
ROUNDS = 5
WINDOW = 24
YARDSTICK = [sys.executable, "-c", "import pydantic; pydantic.TypeAdapter(int)"]
"""What the command line cannot do without: a Python with pydantic."""
COMMAND = [sys.executable, "-m", "reflex_thinking.cli"]
STORY = "[data-slot='thinking']"
MESSAGE = "[data-slot='message']"

Work = Callable[[], object]


def ratio(name: str, limit: float, work: Work, yardstick: Work, *, clock: Callable[[], float]) -> Requirement:
    """What some work costs, divided by what the yardstick costs. They take turns, and the best round of each counts."""
    best = {work: math.inf, yardstick: math.inf}
    for _ in range(ROUNDS):
        for each in best:
            gc.collect()
            started = clock()
            each()
            best[each] = min(best[each], clock() - started)
    return judged(name, limit, best[work], best[yardstick])


def judged(name: str, limit: float, cost: float, of: float) -> Requirement:
    """A line of the table."""
    note = f" ({1000 * cost:,.1f} against {1000 * of:,.1f} ms)"
    return Requirement(name, f"<= {limit:g} ×", f"{cost / of:.2f} ×{note}", cost <= limit * of)


# Python ---------------------------------------------------------------------------------------------------------------


def deltas(count: int) -> list[ev.AnyEvent]:
    """Reasoning in small pieces."""
    return [
        ev.ReasoningPartDelta(event_id="m", segment_id="r", text_delta="some words ", seq=number, at=number)
        for number in range(1, count + 1)
    ]


def reduce_all(events: Sequence[ev.AnyEvent]) -> None:
    """Apply events to an empty message."""
    draft = Draft("m")
    for event in events:
        apply(draft, event)


async def run_all(count: int, folder: Path) -> None:
    """Make as many events in a run with a journal, and follow it to its end."""

    async def respond(turn: Turn) -> AsyncIterator[object]:
        for _ in range(count):
            yield reasoning("some words ")

    store = MemoryStore()
    runs = Runs(store, journal_dir=folder / "journal")
    turn = Turn("Go", [], await store.create_thread("ada"), "m", "ada")
    async for _ in (await runs.start(turn, respond)).log.follow():
        pass
    await runs.close()


def frames_after(count: int) -> Work:
    """Draw the end of a text of so many pieces a hundred times, with one more piece each time."""
    document = Document(Strings(), UNICODE)
    for event in deltas(count):
        document.show(event)

    def work() -> None:
        for event in deltas(100):
            document.show(event)
            for row in document.rows():
                height = len(row.lines(80))
                for at in range(max(0, height - WINDOW), height):
                    row.line(at, 80, "")

    return work


def until_it_is_on_the_screen(recording: Path) -> None:
    """Show a recording in a terminal until its answer is there."""
    main, side = pty.openpty()
    program = subprocess.Popen([*COMMAND, "show", str(recording), "--speed", "0"], stdin=side, stdout=side, stderr=side)
    seen = b""
    while b"answer" not in seen and program.poll() is None:
        if select.select([main], [], [], 1)[0]:
            seen += os.read(main, 65536)
    program.kill()
    program.wait()
    os.close(main)
    os.close(side)


def children_seconds() -> float:
    """The processor time of the programs that have ended."""
    times = os.times()
    return times.children_user + times.children_system


def run(command: Sequence[str]) -> Work:
    """Run a program to its end."""
    return lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def python_costs(folder: Path) -> list[Requirement]:
    """What needs no browser."""
    events = deltas(EVENTS)
    lines = [event.to_json() for event in events]
    recording = folder / "recording.sse"
    recording.write_bytes(as_sent(STREAMS["anthropic"], 30))

    def parse_all() -> None:
        for line in lines:
            ev.parse_event(line)

    return [
        ratio("an event that is applied, against reading one from JSON", 1, lambda: reduce_all(events), parse_all, clock=time.process_time),
        ratio("an event in a run with a journal, against reading one from JSON", 12, lambda: asyncio.run(run_all(EVENTS, folder)), parse_all, clock=time.process_time),
        ratio("a frame in the terminal after 10,000 pieces, against one after 1,000", 1.5, frames_after(10_000), frames_after(1_000), clock=time.process_time),
        ratio("`reflex-thinking events`, against a Python with pydantic", 2, run([*COMMAND, "events", str(recording)]), run(YARDSTICK), clock=children_seconds),
        ratio("`reflex-thinking show` until it is on the screen, against the same", 2, lambda: until_it_is_on_the_screen(recording), run(YARDSTICK), clock=time.perf_counter),
    ]  # fmt: skip


# The browser ----------------------------------------------------------------------------------------------------------


def first_visit(browser: Browser, address: str, selector: str, frame: str = "") -> float:
    """Seconds until something is seen by somebody who was never there, at best."""
    best = math.inf
    for _ in range(ROUNDS):
        context = browser.new_context()
        page = context.new_page()
        started = time.perf_counter()
        page.goto(address)
        (page.frame_locator(frame) if frame else page).locator(selector).first.wait_for()
        best = min(best, time.perf_counter() - started)
        context.close()
    return best


def busy_seconds(page: Page, act: Work) -> float:
    """How long the page's main thread works on something."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")

    def total() -> float:
        return {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}["TaskDuration"]

    before = total()
    act()
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    spent = total() - before
    session.detach()
    return spent


def loaded(page: Page, address: str, whole: str) -> float:
    """How long the main thread works until a page is there."""

    def load() -> None:
        page.goto(address)
        page.wait_for_function(whole)

    page.goto("about:blank")
    return busy_seconds(page, load)


def steps_opened(page: Page, url: str) -> tuple[float, float]:
    """Open a block of two hundred steps, on the page with all stories."""
    bar = "#long [data-slot='thinking-summary-bar']"
    alone = loaded(page, f"{url}/review/all", f'document.querySelector("{bar}")')
    page.wait_for_load_state("networkidle")

    def build() -> None:
        page.locator(bar).click()
        page.wait_for_function("document.querySelectorAll(\"#long [data-slot='thinking-step']\").length === 200")

    return busy_seconds(page, build), alone


def thread_opened(page: Page, url: str) -> tuple[float, float]:
    """Open a conversation of two hundred messages, and the same page with none."""
    page.goto(f"{url}/review/all")
    page.get_by_role("button", name="Open with two hundred messages").click()
    whole = f'document.querySelectorAll("{MESSAGE}").length === 200'
    page.wait_for_function(whole)
    filled = loaded(page, page.url, whole)
    return filled, loaded(page, f"{url}/review/chat", "document.querySelector(\"[data-slot='empty']\")")


def browser_costs(server: Server) -> list[Requirement]:
    """What needs a browser, and the demo app."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium.find(), args=[*chromium.ARGUMENTS, LOOPBACK_ONLY], chromium_sandbox=False
        )
        front = first_visit(browser, server.url, "[data-slot='composer-input']")
        review = first_visit(browser, f"{server.url}/review?story=done", STORY, "iframe[name='review-a']")
        page = browser.new_page()
        steps = [steps_opened(page, server.url) for _ in range(ROUNDS)]
        threads = [thread_opened(page, server.url) for _ in range(ROUNDS)]
        browser.close()
    return [
        judged("first visit of /review until the story is seen, against one of /", 2.5, review, front),
        judged("opening 200 steps, against loading their page", 2, *map(min, zip(*steps, strict=True))),
        judged("a conversation of 200 messages, against an empty one", 10, *map(min, zip(*threads, strict=True))),
    ]


def main() -> int:
    """Measure, print a table, and return 1 when something costs too much."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="python,browser", help="which of the two, comma-separated")
    parser.add_argument("--write-readme", action="store_true", help="put the table into the README beside this file")
    options = parser.parse_args()
    rows: list[Requirement] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if "python" in options.only:
            rows += python_costs(folder)
        if "browser" in options.only:
            database = {"THINKING_UI_DATABASE": f"sqlite:///{folder / 'chat.db'}"}
            with Server(env=database) as server:
                rows += browser_costs(server)
    table = requirements_table(rows)
    sys.stdout.write(f"{table}\n")
    if options.write_readme:
        fill_section(BENCH / "README.md", "costs", table)
    return int(any(row.passed is False for row in rows))


if __name__ == "__main__":
    sys.exit(main())
