"""A long message of the user is folded, can be unfolded in every way, and is copied whole."""

import pytest
from playwright.async_api import Locator, Page, ViewportSize, expect

from tests.browser.live import ask, is_done, slot

PAGE = "/review/chat"
PHONE: ViewportSize = {"width": 375, "height": 700}
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
LONG = "\n\n".join(
    f"Paragraph {number} of a long question, which has quite some words in it." for number in range(1, 19)
)
LINKED = f"{LONG}\n\nhttps://example.com/last"


def turn(page: Page) -> Locator:
    """The first thing that the user said, with what can be done with it."""
    return page.locator("[data-slot='turn'][data-of='user']").first


async def say(page: Page, text: str) -> None:
    await ask(page, text)
    await is_done(page, "error")


async def height(text: Locator) -> float:
    box = await text.bounding_box()
    assert box is not None
    return box["height"]


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE])
async def test_a_long_message_is_folded_and_unfolded_by_keyboard(open_page, axe_violations, viewport: ViewportSize):
    page: Page = await open_page(PAGE, viewport=viewport)
    await say(page, LONG)
    fold, text = slot(turn(page), "message-fold"), slot(turn(page), "message-text")
    await expect(fold).to_have_text("Show more")
    await expect(fold).to_have_attribute("aria-expanded", "false")
    assert await fold.get_attribute("aria-controls") == await text.get_attribute("id")
    folded = await height(text)
    assert folded < 320
    assert not await axe_violations(page, "[data-slot='turn']")
    await fold.focus()
    await page.keyboard.press("Enter")
    await expect(fold).to_have_attribute("aria-expanded", "true")
    await expect(fold).to_have_text("Show less")
    await expect(fold).to_be_focused()
    assert await height(text) > 2 * folded
    await page.keyboard.press("Space")
    await expect(fold).to_have_attribute("aria-expanded", "false")
    assert await height(text) == folded


async def test_a_short_message_is_not_folded(open_page):
    page: Page = await open_page(PAGE)
    await say(page, "\n".join(f"line {number}" for number in range(12)))
    await expect(slot(turn(page), "message-fold")).to_have_count(0)
    await page.set_viewport_size(PHONE)
    await expect(slot(turn(page), "message-fold")).to_have_count(0)


async def test_a_message_that_gets_too_long_in_a_narrow_window_is_folded_there(open_page):
    page: Page = await open_page(PAGE)
    await say(page, "Some words that fill the line. " * 15)
    await expect(slot(turn(page), "message-fold")).to_have_count(0)
    await page.set_viewport_size({"width": 320, "height": 640})
    await expect(slot(turn(page), "message-fold")).to_have_count(1)


async def test_what_was_unfolded_stays_so_after_an_edit_that_was_left_and_after_a_reload(open_page):
    page: Page = await open_page(PAGE)
    await say(page, LONG)
    fold = slot(turn(page), "message-fold")
    await fold.click()
    await expect(fold).to_have_attribute("aria-expanded", "true")
    await turn(page).hover()
    await slot(turn(page), "message-edit").click()
    await expect(slot(turn(page), "edit-input")).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(fold).to_have_attribute("aria-expanded", "true")
    await ask(page, "plain")
    await is_done(page)
    await expect(fold).to_have_attribute("aria-expanded", "true")
    await page.reload()
    await expect(fold).to_have_attribute("aria-expanded", "true")


async def test_what_is_read_stays_in_place_when_a_message_is_folded_again(open_page):
    page: Page = await open_page(PAGE)
    await say(page, LONG)
    fold = slot(turn(page), "message-fold")
    await fold.click()
    await expect(fold).to_have_attribute("aria-expanded", "true")
    await fold.scroll_into_view_if_needed()
    before = await fold.bounding_box()
    await fold.click()
    await expect(fold).to_have_attribute("aria-expanded", "false")
    await expect(fold).to_be_in_viewport()
    after = await fold.bounding_box()
    assert before and after
    assert abs(before["y"] - after["y"]) <= 1 or await page.locator("[data-slot='scroller']").evaluate(
        "e => e.scrollTop === 0 || e.scrollTop + e.clientHeight >= e.scrollHeight - 1"
    )


async def test_a_link_in_the_folded_part_unfolds_it_when_it_gets_the_focus(open_page):
    page: Page = await open_page(PAGE)
    await say(page, LINKED)
    fold = slot(turn(page), "message-fold")
    await expect(fold).to_have_attribute("aria-expanded", "false")
    await turn(page).locator("a").focus()
    await expect(fold).to_have_attribute("aria-expanded", "true")
    await expect(turn(page).locator("a")).to_be_in_viewport()


async def test_what_the_user_said_is_copied_whole(open_page):
    page: Page = await open_page(PAGE, permissions=["clipboard-read", "clipboard-write"])
    await say(page, LONG)
    await turn(page).hover()
    await slot(turn(page), "user-message-copy").click()
    await expect(slot(turn(page), "user-message-copy")).to_have_attribute("data-copied", "true")
    assert await page.evaluate("navigator.clipboard.readText()") == LONG


async def test_a_message_is_folded_in_the_readers_language(open_page):
    page: Page = await open_page(PAGE)
    await say(page, LONG)
    await page.locator("[data-slot='settings-button']").click()
    await page.locator("[data-slot='preference-locale']").select_option("de")
    await expect(slot(turn(page), "message-fold")).to_have_text("Mehr anzeigen")
