"""One server and one Chromium for all browser tests; every test gets empty pages that are watched for trouble.

Tests that use a page are `async def`, here and for good; they share one event loop, which lasts as long as the browser.
"""

import contextlib
import inspect
import os
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit

import pytest
import pytest_asyncio
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import (
    Browser,
    ConsoleMessage,
    Error,
    Page,
    Request,
    ViewportSize,
    async_playwright,
    expect,
)

from tests.browser.gates import APP as GATED
from tests.browser.gates import Gated
from tests.browser.live import Hold
from tests.browser.pages import PATIENCE, Pages
from tools import chromium
from tools.serve import Server

# What should happen at once may take a while on a busy machine.
expect.set_options(timeout=PATIENCE)

HERE = Path(__file__).parent
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
LOOPBACK = {"localhost", "127.0.0.1", "::1"}
# Nothing outside this machine can be reached, so a page that needs it is seen to break.
LOOPBACK_ONLY = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1"
IS_INTERACTIVE = "() => Object.keys(document.body).some((key) => key.startsWith('__reactFiber'))"


class OpenPage(Protocol):
    """The type of the `open_page` fixture."""

    async def __call__(self, path: str = "/", *, viewport: ViewportSize = DESKTOP, **options: Any) -> Page:
        """Open `path`; further options are those of Playwright's `new_context`."""
        ...


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the tests of this folder into the browser's event loop, and last: the quick ones speak first."""
    for item in items:
        if item.path.is_relative_to(HERE) and inspect.iscoroutinefunction(getattr(item, "function", None)):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)
    items.sort(key=lambda item: item.path.is_relative_to(HERE))


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The demo app, built if its content is new, on a free port, with a database of its own.

    Beside the local model it has one that never answers: nothing listens where its server should be.
    """
    folder = tmp_path_factory.mktemp("demo")
    Hold(folder / "hold").release()
    settings = {
        "THINKING_UI_DATABASE": f"sqlite:///{folder / 'chat.db'}",
        "THINKING_UI_HOLD": str(folder / "hold"),
        "OPENAI_BASE_URL": "http://127.0.0.1:9/v1",
        "OPENAI_COMPATIBLE_MODEL": "unreachable",
        "ANTHROPIC_API_KEY": "",
        "OPENAI_API_KEY": "",
    }
    with Server(env=settings) as running:
        yield running


@pytest.fixture
def hold(server: Server) -> Iterator[Hold]:
    """Holds scripted answers in the middle: `hold("22:40 train")`, look at the page, `hold.release()`."""
    held = Hold(Path(server.env["THINKING_UI_HOLD"]))
    yield held
    held.release()


@pytest.fixture
def as_user(server: Server) -> Callable[[str], list[dict[str, str]]]:
    """The cookie that makes several tabs and visits one user of this test: `cookies=as_user("ann")`."""
    test = secrets.token_hex(8)

    def cookies(name: str) -> list[dict[str, str]]:
        return [{"name": "reflex_thinking_user", "value": f"{name}-{test}-".ljust(43, "0"), "url": server.url}]

    return cookies


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """One Chromium. `HEADED=1` shows its window."""
    try:
        executable = chromium.find()
    except chromium.ChromiumMissingError as error:
        pytest.exit(str(error), returncode=1)
    async with async_playwright() as playwright:
        running = await playwright.chromium.launch(
            executable_path=executable,
            headless=not os.environ.get("HEADED"),
            args=[*chromium.ARGUMENTS, LOOPBACK_ONLY],
        )
        yield running
        await running.close()


@pytest.fixture
def problems() -> list[str]:
    """What went wrong in the test's pages: script errors, console errors, requests to other machines.

    A test that provokes one takes it out of the list; whatever is left in it at the end fails the test.
    """
    return []


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def pages(server: Server, browser: Browser) -> Pages:
    """Where the pages of all tests come from."""
    return Pages(browser, server.url)


@pytest_asyncio.fixture(loop_scope="session")
async def open_page(pages: Pages, problems: list[str]) -> AsyncIterator[OpenPage]:
    """Open a path of the app as somebody who was never there: `page = await open_page("/review", color_scheme="dark")`.

    Keywords: `init_script` runs before the page's own scripts, `cookies` are there from the start, `cold` has nothing of
    the app in its cache; `color_scheme`, `viewport`, `reduced_motion`, `forced_colors` and any other are those of
    Playwright's `new_context`. The page is interactive when it is returned.
    """
    async with opening(pages, problems) as open_path:
        yield open_path


@contextlib.asynccontextmanager
async def opening(pages: Pages, problems: list[str]) -> AsyncIterator[OpenPage]:
    """Opens paths of an app; in the end all pages are given back, and what went wrong in them is raised."""
    watched: list[Callable[[], None]] = []

    async def open_path(path: str = "/", *, viewport: ViewportSize = DESKTOP, **options: Any) -> Page:
        page = await pages.take(viewport=viewport, **options)
        watched.append(watch(page, problems))
        await page.goto(path)
        await page.wait_for_function(IS_INTERACTIVE)
        return page

    yield open_path
    for look_away in watched:
        look_away()
    await pages.give_back()
    assert not problems, "\n".join(problems)


@pytest.fixture(scope="session")
def composed() -> Iterator[Server]:
    """An app that composes the kit's parts in its own way."""
    with Server(app_dir=HERE / "apps" / "composed") as running:
        yield running


@pytest_asyncio.fixture(loop_scope="session")
async def open_composed(composed: Server, browser: Browser, problems: list[str]) -> AsyncIterator[OpenPage]:
    """Open a path of that app, without motion, as `open_page` does."""
    pages = Pages(browser, composed.url)

    async def open_path(path: str = "/", *, viewport: ViewportSize = DESKTOP, **options: Any) -> Page:
        page = await pages.take(viewport=viewport, cold=True, reduced_motion="reduce", **options)
        watch(page, problems)
        await page.goto(path)
        await page.wait_for_function(IS_INTERACTIVE)
        return page

    yield open_path
    await pages.give_back()
    problems[:] = [problem for problem in problems if "favicon.ico" not in problem]  # the app has none
    assert not problems, "\n".join(problems)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def gated_pages(browser: Browser) -> AsyncIterator[tuple[Server, Pages]]:
    """The app whose assistant waits until a test lets it go on, and where its pages come from."""
    with Server(app_dir=GATED) as running:
        yield running, Pages(browser, running.url)


@pytest_asyncio.fixture(loop_scope="session")
async def gated(gated_pages: tuple[Server, Pages], problems: list[str]) -> AsyncIterator[Gated]:
    """Opens pages of that app: `page = await gated("/overlay")`."""
    server, pages = gated_pages
    async with opening(pages, problems) as open_path:
        yield Gated(server, open_path)


@pytest_asyncio.fixture(loop_scope="session")
async def page(open_page: OpenPage) -> Page:
    """The app's first page, on a desktop."""
    return await open_page("/")


def watch(page: Page, problems: list[str]) -> Callable[[], None]:
    """Note in `problems` whatever a page of ours must not do, until what is returned is called."""

    def on_console(message: ConsoleMessage) -> None:
        if message.type == "error":
            problems.append(f"console error: {message.text} ({message.location.get('url')})")

    def on_request(request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme not in {"data", "blob"} and address.hostname not in LOOPBACK:
            problems.append(f"request to another machine: {request.url}")

    def on_error(error: Error) -> None:
        problems.append(f"script error: {error}")

    listeners: dict[Any, Callable[[Any], None]] = {"console": on_console, "request": on_request, "pageerror": on_error}
    for event, listener in listeners.items():
        page.on(event, listener)

    def look_away() -> None:
        for event, listener in listeners.items():
            page.remove_listener(event, listener)

    return look_away


@pytest.fixture
def axe_violations() -> Callable[..., Awaitable[list[str]]]:
    """Return axe-core's findings on a page, one line for each element: `assert not await axe_violations(page)`.

    A second argument narrows the search to a CSS selector.
    """

    async def check(page: Page, selector: str | None = None) -> list[str]:
        results = await Axe().run(page, selector)
        return [
            f"{violation['id']}: {violation['help']}: {node['target']} {node['html']}"
            for violation in results.response["violations"]
            for node in violation["nodes"]
        ]

    return check
