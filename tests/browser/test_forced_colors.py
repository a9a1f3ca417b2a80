"""Forced colours take backgrounds and shadows away: what can be pressed, and what is chosen, still shows."""

import pytest
from playwright.async_api import Locator, Page, expect

from tests.browser.layout import has_edge
from tests.browser.live import ask, is_done

pytestmark = pytest.mark.slow

DIFFERENT = """([one, other]) => {
    const look = (element) => {
        const {backgroundColor, borderTopColor, borderTopStyle, borderTopWidth, outlineStyle, color} = getComputedStyle(element);
        return JSON.stringify([backgroundColor, borderTopColor, borderTopStyle, borderTopWidth, outlineStyle, color]);
    };
    return look(one) !== look(other);
}"""


async def look_different(page: Page, one: Locator, other: Locator) -> bool:
    """Whether two elements can be told apart by their colours and edges."""
    return await page.evaluate(DIFFERENT, [await one.element_handle(), await other.element_handle()])


async def stands_out(button: Locator) -> bool:
    """Whether a button has an edge, and its icon another colour than its ground."""
    is_seen = await button.evaluate("e => getComputedStyle(e).color !== getComputedStyle(e).backgroundColor")
    return is_seen and await has_edge(button)


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_the_chat_page(open_page, axe_violations, scheme: str):
    page: Page = await open_page("/review/chat", forced_colors="active", color_scheme=scheme)
    assert await stands_out(page.locator("[data-slot='composer-send']"))
    await ask(page, "deltas 4000")
    assert await stands_out(page.locator("[data-slot='composer-stop']"))
    assert await has_edge(page.locator("[data-slot='message'][data-role='user']"))
    await page.locator("[data-slot='composer-stop']").click()
    await is_done(page, "cancelled")

    switch = page.locator("[data-slot='thinking-toggle']")
    on = await switch.evaluate("e => getComputedStyle(e).backgroundColor")
    await switch.click()
    await expect(switch).to_have_attribute("aria-checked", "false")
    await page.mouse.move(0, 0)
    await expect(switch).not_to_have_css("background-color", on)

    await page.locator("[data-slot='settings-button']").click()
    chosen = page.locator(".segment[aria-pressed='true']")
    await expect(chosen).to_have_count(1)
    assert await look_different(page, chosen, page.locator(".segment[aria-pressed='false']").first)
    for segment in await page.locator(".segment").all():
        assert await has_edge(segment)
    await page.keyboard.press("Escape")

    await page.locator("[data-slot='new-thread']").first.click()
    await expect(page.locator("[data-slot='empty']")).to_be_visible()
    await ask(page, "plain")
    await is_done(page)
    rows = page.locator("[data-slot='thread-row']")
    await expect(rows).to_have_count(2)
    await expect(rows.first).to_have_attribute("data-active", "true")
    assert await look_different(page, rows.first.locator("a"), rows.last.locator("a"))
    assert not await axe_violations(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_the_design_review(open_page, axe_violations, scheme: str):
    page: Page = await open_page("/review?story=run-trip&at=40", forced_colors="active", color_scheme=scheme)
    await expect(page.locator("[data-review='position']")).to_have_text("40 / 138")
    shown, other = page.locator("a[data-story='run-trip']"), page.locator("a[data-story='run-policy']")
    assert await look_different(page, shown, other)
    panel = page.get_by_role("group", name="Panel")
    assert await look_different(
        page, panel.get_by_role("button", name="Settings"), panel.get_by_role("button", name="Comments")
    )
    for part in (".review-play", ".review-sheet", ".review-swatch"):
        assert await has_edge(page.locator(part).first), part
    colors = await page.locator(".review-swatch").evaluate_all(
        "all => all.map(e => getComputedStyle(e).backgroundColor)"
    )
    assert len(set(colors)) == len(colors)
    assert not await axe_violations(page)
