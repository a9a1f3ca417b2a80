"""Several tabs of one user: what is done in one is seen in the others."""

import re

from playwright.async_api import Page, expect

from tests.browser.live import Hold, another_tab, ask, has_text, is_done, said, slot
from tools.serve import Server

PAGE = "/review/chat"


async def delete_first(page: Page) -> None:
    await slot(page, "thread-row").first.hover()
    await slot(page, "thread-delete").first.click()
    await slot(page, "thread-row").get_by_role("button", name="Delete").first.click()


async def test_a_conversation_deleted_in_one_tab_leaves_the_others(open_page, hold: Hold):
    page: Page = await open_page(PAGE)
    hold("00020")
    await ask(page, "deltas 4000")
    await has_text(page, "00020")
    await expect(page).to_have_url(re.compile("thread="))
    other = await another_tab(page)
    await has_text(other, "00020")
    await delete_first(page)
    await expect(slot(page, "empty")).to_be_visible()
    await expect(slot(other, "empty")).to_be_visible()
    await expect(slot(other, "thread-row")).to_have_count(0)
    await expect(slot(other, "message")).to_have_count(0)
    await expect(other).not_to_have_url(re.compile("thread="))
    await expect(other).to_have_title("Rehearsal")
    hold.release()
    await ask(other, "plain")
    await is_done(other)
    await expect(said(other)).to_have_text("plain")


async def test_a_tab_that_is_closed_leaves_nothing_in_the_log(open_page, hold: Hold, server: Server):
    page: Page = await open_page(PAGE)
    hold("00020")
    await ask(page, "deltas 60")
    await has_text(page, "00020")
    await expect(page).to_have_url(re.compile("thread="))
    other = await another_tab(page)
    await has_text(other, "00020")
    logged = server.log.read_text()
    await other.close()
    hold("00040")
    await has_text(page, "00040")
    hold.release()
    await is_done(page)
    assert server.log.read_text() == logged


async def test_the_list_follows_what_other_tabs_do(open_page):
    page: Page = await open_page(PAGE)
    await expect(slot(page, "thread-list")).to_contain_text("No conversations")
    other = await another_tab(page)
    await ask(other, "plain")
    await is_done(other)
    await expect(slot(page, "thread-link")).to_contain_text("plain")
    await slot(other, "thread-row").hover()
    await slot(other, "thread-rename").click()
    await slot(other, "thread-title").fill("Lisbon")
    await other.keyboard.press("Enter")
    await expect(slot(page, "thread-link")).to_contain_text("Lisbon")
    await ask(page, "two-blocks")
    await is_done(page)
    await expect(slot(other, "thread-link")).to_contain_text(["two-blocks", "Lisbon"])
    await delete_first(other)
    await expect(slot(page, "thread-link")).to_contain_text(["Lisbon"])
    await expect(slot(page, "empty")).to_be_visible()
