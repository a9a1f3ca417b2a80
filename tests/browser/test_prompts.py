"""Prompts of the chat page (edit a message, rename and delete a conversation): the focus, Escape, and one at a time."""

import pytest
from playwright.async_api import Locator, Page, expect

from tests.browser.live import Hold, ask, has_text, is_done, slot

PAGE = "/review/chat"
PROMPTS = "[data-slot='edit-form'], .rxt-threads-form"


def row(page: Page, title: str) -> Locator:
    return slot(page, "thread-row").filter(has_text=title)


async def with_threads(page: Page, *questions: str) -> None:
    for number, question in enumerate(questions):
        if number:
            await slot(page, "new-thread").click()
            await expect(slot(page, "empty")).to_be_visible()
        await ask(page, question)
        await is_done(page)
    await expect(slot(page, "thread-row")).to_have_count(len(questions))


async def press(control: Locator) -> None:
    """Use a control with the keyboard."""
    await control.focus()
    await control.press("Enter")


@pytest.mark.parametrize("name", ["message-edit", "thread-rename", "thread-delete"])
async def test_the_focus_returns_to_the_control_that_opened_a_prompt(open_page, name: str):
    page: Page = await open_page(PAGE)
    await with_threads(page, "plain")
    control = slot(page, name)
    for leave in ("Escape", "cancel", "Escape on a button"):
        await press(control)
        await expect(control).to_have_count(0)
        if leave == "cancel":
            await page.locator(PROMPTS).get_by_role("button", name="Cancel").click()
        else:
            if leave == "Escape on a button":
                await page.locator(PROMPTS).get_by_role("button").first.focus()
            await page.keyboard.press("Escape")
        await expect(page.locator(PROMPTS)).to_have_count(0)
        await expect(control).to_be_focused()


async def test_the_focus_returns_after_a_click_and_after_a_title_is_saved(open_page):
    page: Page = await open_page(PAGE)
    await with_threads(page, "plain")
    await slot(page, "thread-row").hover()
    await slot(page, "thread-rename").click()
    await slot(page, "thread-title").fill("Lisbon")
    await page.keyboard.press("Enter")
    await expect(slot(page, "thread-rename")).to_be_focused()
    await expect(slot(page, "thread-link")).to_contain_text("Lisbon")
    await expect(slot(page, "thread-rename")).to_be_focused()


async def test_the_focus_goes_on_to_a_neighbour_of_what_was_deleted(open_page):
    page: Page = await open_page(PAGE)
    await with_threads(page, "plain", "headlines", "two-blocks")
    await expect(slot(page, "thread-link")).to_contain_text(["two-blocks", "headlines", "plain"])
    await press(slot(row(page, "headlines"), "thread-delete"))
    await press(row(page, "Delete").get_by_role("button", name="Delete"))
    await expect(slot(page, "thread-row")).to_have_count(2)
    await expect(slot(row(page, "plain"), "thread-link")).to_be_focused()
    await press(slot(row(page, "plain"), "thread-delete"))
    await press(row(page, "Delete").get_by_role("button", name="Delete"))
    await expect(slot(row(page, "two-blocks"), "thread-link")).to_be_focused()
    await press(slot(row(page, "two-blocks"), "thread-delete"))
    await press(row(page, "Delete").get_by_role("button", name="Delete"))
    await expect(slot(page, "empty")).to_be_visible()
    await expect(slot(page, "composer-input")).to_be_focused()


async def test_escape_cancels_a_prompt_wherever_the_focus_is_and_stops_no_answer(open_page, hold: Hold):
    page: Page = await open_page(PAGE)
    hold("00030")
    await ask(page, "deltas 60")
    await has_text(page, "00030")
    for name in ("thread-rename", "thread-delete"):
        await press(slot(page, name))
        await expect(page.locator(PROMPTS)).to_be_visible()
        if name == "thread-delete":
            await slot(page, "composer-input").focus()
        await page.keyboard.press("Escape")
        await expect(page.locator(PROMPTS)).to_have_count(0)
    await expect(slot(page, "composer-input")).to_be_focused()
    hold.release()
    await is_done(page)


async def test_there_is_one_prompt_at_a_time(open_page):
    page: Page = await open_page(PAGE)
    await with_threads(page, "plain", "headlines")
    await press(slot(row(page, "plain"), "thread-delete"))
    await expect(page.locator(PROMPTS)).to_have_count(1)
    await press(slot(row(page, "headlines"), "thread-delete"))
    await expect(page.locator(PROMPTS)).to_have_count(1)
    await expect(row(page, "plain")).to_be_visible()
    await press(slot(page, "message-edit"))
    await expect(page.locator(PROMPTS)).to_have_count(1)
    await slot(page, "edit-input").fill("plain, but not sent")
    await press(slot(row(page, "plain"), "thread-rename"))
    await expect(page.locator(PROMPTS)).to_have_count(1)
    await expect(slot(page, "thread-title")).to_be_focused()
    await press(slot(page, "message-edit"))
    await expect(page.locator(PROMPTS)).to_have_count(1)
    await expect(slot(page, "edit-input")).to_have_value("plain, but not sent")  # it was not cancelled
    await page.keyboard.press("Escape")
    await press(slot(page, "message-edit"))
    await expect(slot(page, "edit-input")).to_have_value("headlines")


async def test_a_new_title_is_saved_when_the_focus_leaves_it(open_page):
    page: Page = await open_page(PAGE)
    await with_threads(page, "plain")
    await press(slot(page, "thread-rename"))
    await slot(page, "thread-title").fill("Porto")
    await slot(page, "composer-input").click()
    await expect(slot(page, "thread-title")).to_have_count(0)
    await expect(slot(page, "thread-link")).to_contain_text("Porto")
    await expect(slot(page, "composer-input")).to_be_focused()
    await press(slot(page, "thread-rename"))
    await slot(page, "thread-title").fill("never")
    await slot(page, "thread-row").get_by_role("button", name="Cancel").click()
    await expect(slot(page, "thread-link")).to_contain_text("Porto")
    await press(slot(page, "thread-rename"))
    await slot(page, "thread-title").fill("Braga")
    await page.keyboard.press("Tab")
    await expect(slot(page, "thread-row").get_by_role("button", name="Save")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(slot(page, "thread-link")).to_contain_text("Braga")
    await page.reload()
    await expect(slot(page, "thread-link")).to_contain_text("Braga")
