"""An answer that was stopped, failed or was cut off says so below its text, live and stored, with a way to try again."""

import pytest
from playwright.async_api import Page, expect

from tests.browser.live import Hold, answer, ask, is_done, slot
from tests.browser.scripts import cut_off, reasoning

PAGE = "/review/chat"
HALF_A_TABLE = "Here they are:\n\n| city | people |\n|---|---|\n| Lisbon | 567,131 |\n| Por"
LOCALES = ("pt-BR", "es", "fr", "de", "ja", "zh-CN", "ar")


async def says(page: Page, ending: str, text: str) -> None:
    """The last answer says why it is not whole, below what it says, and can be tried again."""
    line = slot(answer(page), "message-ending")
    await expect(line).to_have_attribute("data-ending", ending)
    await expect(line).to_have_text(text)
    assert await line.evaluate("e => e === e.parentElement.lastElementChild")
    again = page.locator("[data-slot='message-retry']")
    await expect(again).to_have_text("Try again")
    below = await line.bounding_box()
    button = await again.bounding_box()
    assert below and button
    assert 0 <= button["y"] - below["y"] - below["height"] < 30


async def test_an_answer_that_was_stopped_says_so_and_can_be_tried_again(open_page, hold: Hold):
    page: Page = await open_page(PAGE)
    hold("| Por")
    await ask(page, hold.script(reasoning("Which cities are big?"), HALF_A_TABLE, "to | 248,769 |"))
    await expect(answer(page).locator("td").last).to_be_visible()
    await expect(slot(answer(page), "message-ending")).to_have_count(0)
    await page.locator("[data-slot='composer-stop']").click()
    await is_done(page, "cancelled")
    await says(page, "cancelled", "This answer was stopped.")
    await page.reload()
    await says(page, "cancelled", "This answer was stopped.")
    first = await answer(page).get_attribute("data-message-id")
    await page.locator("[data-slot='message-retry']").click()
    await expect(answer(page)).not_to_have_attribute("data-message-id", first or "")
    await expect(slot(answer(page), "message-ending")).to_have_count(0)
    hold.release()
    await is_done(page)
    await expect(page.locator("[data-slot='message-ending']")).to_have_count(0)


@pytest.mark.parametrize(
    ("stop_reason", "ending", "text"),
    [
        ("max_tokens", "length", "This answer was cut off: it reached the length limit."),
        ("content_filter", "filtered", "This answer was cut off by the provider's content filter."),
        ("paused", "incomplete", "This answer is incomplete."),
    ],
)
async def test_an_answer_that_was_cut_off_says_so(open_page, hold: Hold, stop_reason: str, ending: str, text: str):
    page: Page = await open_page(PAGE)
    await ask(page, hold.script("The first of three reasons is", cut_off(stop_reason)))
    await is_done(page)
    await says(page, ending, text)
    await page.reload()
    await says(page, ending, text)


async def test_an_answer_that_failed_says_why_once(open_page):
    page: Page = await open_page(PAGE)
    await ask(page, "failure")
    await is_done(page, "error")
    await expect(slot(answer(page), "message-error")).to_have_count(1)
    await expect(slot(answer(page), "message-ending")).to_have_count(0)


async def test_only_the_last_answer_can_be_tried_again(open_page, hold: Hold):
    page: Page = await open_page(PAGE)
    await ask(page, hold.script("The first of", cut_off("length")))
    await is_done(page)
    await ask(page, "plain")
    await is_done(page)
    await expect(page.locator("[data-slot='message-ending']")).to_have_count(1)
    await expect(page.locator("[data-slot='message-retry']")).to_have_count(1)
    await expect(page.locator("[data-slot='message-retry']")).to_have_text("")


async def test_an_ending_is_said_in_every_language(open_page, hold: Hold):
    page: Page = await open_page(PAGE)
    await ask(page, hold.script("The first of", cut_off("max_tokens")))
    await is_done(page)
    texts = set()
    await page.locator("[data-slot='settings-button']").click()
    for locale in LOCALES:
        await page.locator("[data-slot='preference-locale']").select_option(locale)
        await expect(page.locator("html")).to_have_attribute("lang", locale)
        texts.add(await slot(answer(page), "message-ending").inner_text())
    assert len(texts) == len(LOCALES)
    assert not any("ai." in text or "cut off" in text for text in texts)


async def test_an_answer_that_says_nothing_cannot_be_copied(open_page, hold: Hold):
    page: Page = await open_page(PAGE, permissions=["clipboard-read", "clipboard-write"])
    await page.evaluate("navigator.clipboard.writeText('mine')")
    hold("Hm.")
    await ask(page, hold.script(reasoning("Hm."), "Never said."))
    await expect(answer(page).locator("[data-slot='thinking']")).to_contain_text("Hm.")
    await page.keyboard.press("Escape")
    await is_done(page, "cancelled")
    await expect(page.locator("[data-slot='message-retry']")).to_be_visible()
    copy = page.locator("[data-slot='message-copy']")
    await expect(copy).to_have_count(0)
    assert await page.evaluate("navigator.clipboard.readText()") == "mine"
    hold.release()
    await ask(page, "plain")
    await is_done(page)
    await copy.click()
    await expect(copy).to_have_attribute("data-copied", "true")
    assert await page.evaluate("navigator.clipboard.readText()") == "Lisbon is the capital of Portugal."
