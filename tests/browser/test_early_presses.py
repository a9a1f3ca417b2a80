"""What is pressed before the page is live is kept and done once it is."""

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Page, Route, expect

from tests.browser.conftest import DESKTOP, watch
from tests.browser.live import is_done, said, slot
from tests.browser.pages import Pages
from tests.browser.proxy import Proxy
from tools.serve import Server

pytestmark = pytest.mark.slow

PAGE = "/review/chat"


class Early:
    """A page whose scripts do not arrive before `arrive` is called."""

    def __init__(self, page: Page) -> None:
        """Around a page that shows nothing yet."""
        self.page = page
        self._scripts = asyncio.Event()

    async def _hold(self, route: Route) -> None:
        await self._scripts.wait()
        await route.continue_()

    async def open(self, path: str) -> Page:
        """Go there; only what the server sent is to be seen."""
        await self.page.route("**/*.js*", self._hold)
        await self.page.goto(path, wait_until="commit")
        await expect(slot(self.page, "composer-input")).to_be_visible()
        return self.page

    def arrive(self) -> None:
        """Let the scripts come."""
        self._scripts.set()


@pytest_asyncio.fixture(loop_scope="session")
async def early(pages: Pages, problems: list[str]) -> AsyncIterator[Early]:
    page = await pages.take(viewport=DESKTOP, cold=True)
    watch(page, problems)
    held = Early(page)
    yield held
    held.arrive()
    await pages.give_back()
    assert not problems, "\n".join(problems)


async def test_a_suggestion_pressed_before_the_page_is_live_is_said_once(early: Early):
    page = await early.open("/")
    question = slot(page, "first-question").nth(1)
    text = await question.inner_text()
    await question.click()
    await question.click()
    await expect(question).to_have_attribute("data-waiting", "")
    await expect(said(page)).to_have_count(0)
    early.arrive()
    await expect(said(page)).to_have_text([text])
    await is_done(page)
    await expect(said(page)).to_have_count(1)
    await expect(page).to_have_title(f"{text} · reflex-thinking")


async def test_of_several_suggestions_pressed_early_the_last_one_counts(early: Early):
    page = await early.open("/")
    await slot(page, "first-question").nth(2).click()
    last = slot(page, "first-question").nth(0)
    text = await last.inner_text()
    await last.click()
    await expect(page.locator("[data-waiting]")).to_have_count(1)
    early.arrive()
    await expect(said(page)).to_have_text([text])
    await is_done(page)


async def test_what_is_written_and_sent_before_the_page_is_live_is_said(early: Early):
    page = await early.open(PAGE)
    await slot(page, "composer-input").fill("plain")
    await page.keyboard.press("Enter")
    await slot(page, "composer-send").click()
    await expect(slot(page, "composer-input")).to_have_value("plain")
    assert "message=" not in page.url
    early.arrive()
    await expect(said(page)).to_have_text(["plain"])
    await expect(slot(page, "composer-input")).to_have_value("")
    await is_done(page)
    await expect(said(page)).to_have_count(1)


async def test_a_suggestion_pressed_before_the_server_answers_is_said(open_page, server: Server, problems: list[str]):
    async with Proxy(server.port) as proxy:
        proxy.hold()
        page: Page = await open_page("/", init_script=proxy.script())
        text = await slot(page, "first-question").first.inner_text()
        await slot(page, "first-question").first.click()
        await expect(said(page)).to_have_text([text])
        proxy.mend()
        await is_done(page)
        await expect(said(page)).to_have_text([text])
        await page.close()
    problems[:] = [problem for problem in problems if "WebSocket" not in problem]


async def test_a_suggestion_pressed_while_the_server_is_away_is_said_when_it_is_back(
    open_page, server: Server, problems: list[str]
):
    async with Proxy(server.port) as proxy:
        proxy.cut()
        page: Page = await open_page("/", init_script=proxy.script())
        await expect(slot(page, "offline-notice")).to_be_visible()
        await slot(page, "first-question").nth(2).click()
        last = slot(page, "first-question").first
        text = await last.inner_text()
        await last.click()
        await expect(page.locator("[data-waiting]")).to_have_count(1)
        await expect(last).to_have_attribute("data-waiting", "")
        proxy.mend()
        await expect(said(page)).to_have_text([text])
        await is_done(page)
        await page.close()
    problems[:] = [problem for problem in problems if "WebSocket" not in problem]
