"""The app is served as a whole: pages, data connection, and an end that leaves nothing behind."""

import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, expect

from tools import frontend
from tools.serve import BuildError, Server, build, check_port, free_port

pytestmark = pytest.mark.slow


def wait_for(condition: Callable[[], bool], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "the condition did not come true"
        time.sleep(0.02)


def processes_of_group(group: int) -> list[str]:
    listing = subprocess.run(["ps", "-eo", "pgid=,pid=,stat=,args="], capture_output=True, text=True, check=True).stdout
    rows = [line.split(None, 3) for line in listing.splitlines()]
    return [" ".join(row) for row in rows if row[0] == str(group) and not row[2].startswith("Z")]


def answers(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/ping", timeout=20):
            return True
    except OSError:
        return False


async def test_pages_are_served_without_errors_or_foreign_requests(page: Page, open_page):
    await expect(page.get_by_role("heading", level=1).first).to_be_visible()
    narrow = await open_page("/review/all", color_scheme="dark", viewport={"width": 320, "height": 640})
    await expect(narrow.get_by_role("heading", level=1).first).to_be_visible()


async def test_the_data_connection_goes_to_the_port_that_served_the_page(browser: Browser, server: Server):
    page = await browser.new_page()
    async with page.expect_websocket() as connection:
        await page.goto(server.url)
    assert f":{server.port}/_event" in (await connection.value).url
    await page.close()


async def test_problems_of_a_page_are_noticed(page: Page, problems: list[str]):
    async with page.expect_console_message():
        await page.evaluate("console.error('wrong')")
    async with page.expect_event("pageerror"):
        await page.evaluate("setTimeout(() => { throw new Error('bang') })")
    async with page.expect_console_message():  # the browser's own word on the request that failed
        await page.evaluate("void fetch('http://example.org/').catch(() => {})")
    kinds = {problem.split(":")[0] for problem in problems}
    problems.clear()
    assert kinds == {"console error", "script error", "request to another machine"}


def test_a_build_is_made_once_per_content(server: Server):
    built = build()
    assert built.name == frontend.content_hash()
    written = {path: path.stat().st_mtime_ns for path in built.rglob("*.js")}
    assert build() == built
    assert {path: path.stat().st_mtime_ns for path in built.rglob("*.js")} == written


def test_two_servers_run_side_by_side_and_one_that_is_stopped_leaves_nothing_behind(server: Server):
    with Server() as other:
        assert other.port != server.port
        assert answers(other.port)
        assert answers(server.port)
        assert other.process is not None
        group = other.process.pid
        assert len(processes_of_group(group)) >= 2
    wait_for(lambda: processes_of_group(group) == [])
    check_port(other.port)
    assert answers(server.port)


@pytest.mark.parametrize(
    "stop", [signal.SIGTERM, *(pytest.param(each, marks=pytest.mark.slow) for each in (signal.SIGINT, signal.SIGKILL))]
)
def test_the_command_takes_its_server_along(stop: signal.Signals, server: Server):
    port = free_port()
    command = subprocess.Popen(
        [sys.executable, "-m", "tools.serve", "--port", str(port)],
        cwd=frontend.ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert command.stdout is not None
    assert command.stdout.readline() == f"Ready: http://localhost:{port}  (Ctrl-C stops it)\n"
    listing = subprocess.run(["ps", "-eo", "ppid=,pid="], capture_output=True, text=True, check=True).stdout
    (group,) = (int(line.split()[1]) for line in listing.splitlines() if int(line.split()[0]) == command.pid)
    os.kill(command.pid, stop)
    output, errors = command.communicate(timeout=60)
    wait_for(lambda: processes_of_group(group) == [])
    if stop is not signal.SIGKILL:
        assert command.returncode == 0
    assert (output, errors) == ("", "")


def test_a_failed_build_names_its_log(tmp_path: Path):
    app = tmp_path / "broken"
    app.mkdir()
    (app / "rxconfig.py").write_text("raise SystemExit('this app is broken')\n")
    with pytest.raises(BuildError) as failure:
        build(app, quiet=True)
    shutil.rmtree(frontend.BUILD / "web" / app.name)
    assert len(str(failure.value).splitlines()) == 1
    assert ".build/logs/build-broken.log" in str(failure.value)
    assert "this app is broken" in (frontend.LOGS / "build-broken.log").read_text()
