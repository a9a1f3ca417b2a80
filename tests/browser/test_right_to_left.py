"""What is read from the right: quick replies, the field, lists and the stories of the review."""

from typing import Any

import pytest
from playwright.async_api import Locator, Page, expect

from tests.browser.layout import scroll_room
from tests.browser.live import answer, ask, is_done, slot

pytestmark = pytest.mark.slow

PHONE = {"width": 375, "height": 800}
# Where a list's markers are: outside of its items, in the padding of the list.
MARKERS = """list => {
    const {left, right} = list.getBoundingClientRect();
    const column = list.closest("[data-slot='message']").getBoundingClientRect();
    return [...list.children].map((item) => {
        const box = item.getBoundingClientRect();
        const isRight = getComputedStyle(item).direction === "rtl";
        const room = isRight ? right - box.right : box.left - left;
        const inside = isRight ? right <= column.right + 0.5 : left >= column.left - 0.5;
        const range = document.createRange();
        range.selectNodeContents(item);
        const text = range.getBoundingClientRect();
        return {room, inside, gap: isRight ? box.right - text.right : text.left - box.left};
    });
}"""


async def arabic(open_page: Any, path: str = "/review/chat", **options: Any) -> Page:
    """The chat page in Arabic."""
    page: Page = await open_page(path, **options)
    await page.locator("[data-slot='settings-button']").click()
    await page.locator("[data-slot='preference-locale']").select_option("ar")
    await page.keyboard.press("Escape")
    await expect(page.locator("html")).to_have_attribute("dir", "rtl")
    return page


async def direction(locator: Locator) -> str:
    return await locator.evaluate("e => getComputedStyle(e).direction")


async def test_quick_replies_are_written_in_their_own_direction(open_page):
    page = await arabic(open_page)
    await ask(page, "brief")
    await is_done(page)
    chip = page.locator("[data-slot='chip']").first
    await expect(chip).to_have_text("How long did it take?")
    assert await direction(chip) == "ltr"
    assert await direction(page.locator("[data-slot='chips']")) == "rtl"


async def test_the_placeholder_is_on_the_side_where_the_page_begins(open_page):
    page = await arabic(open_page)
    field = page.locator("[data-slot='composer-input']")
    assert await direction(field) == "rtl"
    await field.fill("What about Lisbon?")
    assert await direction(field) == "ltr"
    await field.fill("ماذا عن لشبونة؟")
    assert await direction(field) == "rtl"
    await field.fill("")
    assert await direction(field) == "rtl"


@pytest.mark.parametrize(
    ("scenario", "viewport"), [("trip", PHONE), ("brief", PHONE), ("brief", {"width": 1280, "height": 800})]
)
async def test_the_markers_of_a_list_stay_inside_the_column(open_page, scenario: str, viewport: Any):
    page = await arabic(open_page, viewport=viewport)
    await ask(page, scenario)
    await is_done(page)
    lists = slot(answer(page), "message-text").locator("ul, ol")
    await expect(lists).to_have_count(1)
    for marker in await lists.evaluate(MARKERS):
        assert marker["room"] >= 16, marker
        assert marker["inside"], marker
        assert abs(marker["gap"]) <= 1, marker
    assert (await scroll_room(page))["x"] == 0


async def test_an_arabic_story_of_the_review_runs_from_right_to_left(open_page):
    page: Page = await open_page("/review?story=open&locale=ar", viewport={"width": 1440, "height": 900})
    story = page.frame_locator("iframe[name='review-a']")
    await expect(story.locator("html")).to_have_attribute("dir", "rtl")
    assert await direction(story.locator("[data-slot='thinking']")) == "rtl"
    await page.locator("#review-direction").select_option("ltr")
    await expect(story.locator("html")).to_have_attribute("dir", "ltr")
    await page.locator("#review-direction").select_option("auto")
    await expect(story.locator("html")).to_have_attribute("dir", "rtl")
    await page.locator("#review-locale").select_option("de")
    await expect(story.locator("html")).to_have_attribute("dir", "ltr")
