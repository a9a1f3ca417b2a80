"""What has the keyboard's focus can be seen, and nothing is left scrolled where no reader can scroll it back."""

import pytest
from playwright.async_api import Page, expect

from tests.browser.layout import covered_by, focused, scrolled_sideways, tab_through
from tests.browser.live import ask, is_done, slot, thinking

pytestmark = pytest.mark.slow

SMALL = {"width": 900, "height": 460}
OPEN_ALL = """() => {
    const names = ["thinking-summary-bar", "thinking-step-trigger"];
    const closed = document.querySelectorAll(names.map((name) => `[data-slot='${name}'][data-state='closed']`).join());
    closed.forEach((element) => element.click());
    return closed.length === 0;
}"""


@pytest.mark.parametrize("path", ["/review/chat", "/review/live"])
async def test_the_composer_never_covers_what_has_the_focus(open_page, path: str):
    page: Page = await open_page(path, viewport=SMALL, reduced_motion="reduce")
    await ask(page, "policy")
    await is_done(page)
    await page.wait_for_function(OPEN_ALL)
    await page.locator("[data-slot='message'] button").first.focus()
    visited = 0
    async for element in tab_through(page):
        if await element.evaluate("e => Boolean(e.closest(\"[data-slot='composer']\"))"):
            break
        visited += 1
        covering = await covered_by(element)
        assert not covering, f"{await focused(page)} is under {covering}"
    assert visited > 8


async def test_the_room_for_the_composer_grows_with_what_is_written(open_page):
    page: Page = await open_page("/review/chat", viewport=SMALL, reduced_motion="reduce")
    await ask(page, "policy")
    await is_done(page)
    await page.wait_for_function(OPEN_ALL)
    await page.locator("[data-slot='composer-input']").fill("\n".join(f"line {number}" for number in range(8)))
    for trigger in await slot(thinking(page), "thinking-step-trigger").all():
        await trigger.evaluate("e => e.closest(\"[data-slot='scroller']\").scrollTo(0, 0)")
        await trigger.focus()
        assert not await covered_by(trigger)


async def test_steps_inside_of_steps_do_not_stay_scrolled_sideways(open_page):
    page: Page = await open_page("/review/frame?story=delegation", viewport={"width": 420, "height": 700})
    await expect(page.locator("[data-slot='thinking-step-trigger']").first).to_be_visible()
    await page.wait_for_function(OPEN_ALL)
    triggers = page.locator("[data-slot='thinking-step-trigger']")
    assert await triggers.count() > 3
    # What a search in the page, a selection that is dragged along or assistive technology does.
    await triggers.evaluate_all("all => all.forEach((e) => e.scrollIntoView({inline: 'end', block: 'nearest'}))")
    await page.evaluate("document.querySelectorAll('.rxt-thinking *').forEach((e) => e.scrollBy(40, 0))")
    sideways = [
        line for line in await scrolled_sideways(page) if not line.startswith(("<pre", '<div class="rxt-table'))
    ]
    assert not sideways
