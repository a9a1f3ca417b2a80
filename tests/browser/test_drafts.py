"""What is written and not sent belongs to its conversation, and outlives a reload."""

import re

import pytest
from playwright.async_api import Locator, Page, expect

from tests.browser.live import Hold, another_tab, ask, has_text, is_done, said, slot

PAGE = "/review/chat"
HAS_THREAD = re.compile("thread=")


def field(page: Page) -> Locator:
    return slot(page, "composer-input")


async def with_a_thread(page: Page, question: str = "plain") -> None:
    await ask(page, question)
    await is_done(page)
    await expect(page).to_have_url(HAS_THREAD)
    await expect(slot(page, "thread-link").filter(has_text=question)).to_be_visible()


async def test_each_conversation_has_a_draft_of_its_own(open_page):
    page: Page = await open_page(PAGE)
    await with_a_thread(page)
    await field(page).fill("For the first\none")
    await slot(page, "new-thread").click()
    await expect(field(page)).to_have_value("")
    await page.keyboard.type("For a new one")
    await expect(slot(page, "empty")).to_be_visible()
    await expect(field(page)).to_have_value("For a new one")
    await slot(page, "thread-link").click()
    await expect(said(page)).to_have_text("plain")
    await expect(field(page)).to_have_value("For the first\none")
    await page.go_back()
    await expect(slot(page, "empty")).to_be_visible()
    await expect(field(page)).to_have_value("For a new one")
    await page.go_back()
    await expect(field(page)).to_have_value("For the first\none")


async def test_a_draft_outlives_a_reload_and_ends_when_it_is_sent(open_page):
    page: Page = await open_page(PAGE)
    await field(page).fill("For a new one")
    await page.reload()
    await expect(field(page)).to_have_value("For a new one")
    await with_a_thread(page)
    await page.reload()
    await is_done(page)
    await expect(field(page)).to_have_value("")
    await field(page).fill("two-blocks")
    await page.reload()
    await expect(field(page)).to_have_value("two-blocks")
    await field(page).press("Enter")
    await expect(said(page)).to_have_count(2)
    await is_done(page)
    await page.reload()
    await expect(said(page)).to_have_count(2)
    await expect(field(page)).to_have_value("")


async def test_what_is_written_while_a_conversation_begins_stays_with_it(open_page, hold: Hold):
    page: Page = await open_page(PAGE)
    hold("00020")
    await ask(page, "deltas 60")
    await field(page).fill("And then?")
    await has_text(page, "00020")
    await expect(page).to_have_url(HAS_THREAD)
    await expect(field(page)).to_have_value("And then?")
    await page.reload()
    await has_text(page, "00020")
    await expect(field(page)).to_have_value("And then?")
    await slot(page, "new-thread").click()
    await expect(slot(page, "empty")).to_be_visible()
    await expect(field(page)).to_have_value("")


async def test_what_is_written_survives_that_its_conversation_is_deleted_elsewhere(open_page):
    page: Page = await open_page(PAGE)
    await with_a_thread(page)
    await field(page).fill("Half a thought")
    other = await another_tab(page)
    await expect(field(other)).to_have_value("Half a thought")
    await slot(other, "thread-row").hover()
    await slot(other, "thread-delete").click()
    await slot(other, "thread-row").get_by_role("button", name="Delete").click()
    await expect(slot(page, "empty")).to_be_visible()
    await expect(field(page)).to_have_value("Half a thought")
    await expect(field(other)).to_have_value("")
    assert not await other.evaluate("Object.keys(localStorage).filter((key) => key.includes('draft')).length")


async def test_a_tab_of_its_own_has_a_draft_of_its_own_for_a_new_chat(open_page):
    page: Page = await open_page(PAGE)
    await field(page).fill("In this tab")
    other = await another_tab(page, PAGE)
    await expect(slot(other, "thread-list")).to_contain_text("No conversations")
    await expect(field(other)).to_have_value("")


async def test_the_draft_of_a_conversation_is_not_shown_to_somebody_else(open_page, as_user):
    page: Page = await open_page(PAGE, cookies=as_user("ann"))
    await with_a_thread(page)
    await field(page).fill("Between us")
    await page.context.clear_cookies()
    await page.context.add_cookies(as_user("bob"))
    await page.reload()
    await expect(slot(page, "thread-missing")).to_be_visible()
    await expect(field(page)).to_have_value("")


async def test_what_is_written_before_the_page_is_connected_is_added_to_the_draft(open_page):
    page: Page = await open_page(PAGE, cold=True)
    await with_a_thread(page)
    await field(page).fill("First.")
    await page.add_init_script("""
        const Real = WebSocket;
        window.WebSocket = class extends Real {
            addEventListener(name, listener) { super.addEventListener(name, name === "open" ? hold(listener) : listener); }
            set onopen(listener) { super.onopen = hold(listener); }
        };
        window.connected = new Promise((resolve) => { window.connectNow = resolve; });
        const hold = (listener) => (event) => window.connected.then(() => listener(event));
    """)
    await page.reload()
    await field(page).fill("Second.")
    await page.evaluate("window.connectNow()")
    await is_done(page)
    await expect(field(page)).to_have_value("First.\n\nSecond.")


@pytest.mark.parametrize("broken", ["setItem", "getItem"])
async def test_a_browser_that_keeps_nothing_can_still_chat(open_page, broken: str):
    refuse = f"Storage.prototype.{broken} = function (key) {{ if (key.includes('draft')) throw new Error('full'); return null; }};"
    page: Page = await open_page(PAGE, init_script=refuse)
    await with_a_thread(page)
    await field(page).fill("two-blocks")
    await field(page).press("Enter")
    await expect(said(page)).to_have_count(2)
    await is_done(page)
