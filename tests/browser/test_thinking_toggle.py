"""The switch for thinking, and other controls, by the field of rt.chat and rt.composer."""

import pytest
from playwright.async_api import Page, expect

from tests.browser.gates import PHONE, Gated, overflowing, say
from tests.browser.live import answer, is_done, slot


def toggle(page: Page):
    return page.locator("[data-slot='composer'] [data-slot='thinking-toggle']")


async def answered(page: Page, text: str) -> None:
    """Ask whether thinking is on."""
    await say(page, "thinking?")
    await is_done(page)
    await expect(slot(answer(page), "message-text")).to_have_text(text)


async def test_the_switch_decides_over_the_answers_to_come_and_outlives_a_reload(gated: Gated):
    page = await gated("/expanded")
    await expect(toggle(page)).to_have_role("switch")
    await expect(toggle(page)).to_have_accessible_name("Thinking")
    await expect(toggle(page)).to_have_attribute("aria-checked", "true")
    await answered(page, "on")
    await page.locator("[data-slot='composer-input']").focus()
    await page.keyboard.press("Tab")
    await expect(toggle(page)).to_be_focused()
    await page.keyboard.press("Space")
    await expect(toggle(page)).to_have_attribute("aria-checked", "false")
    await answered(page, "off")
    await page.reload()
    await expect(toggle(page)).to_have_attribute("aria-checked", "false")
    await toggle(page).focus()
    await page.keyboard.press("Enter")
    await expect(toggle(page)).to_have_attribute("aria-checked", "true")
    await answered(page, "on")


async def test_what_is_sent_right_after_the_switch_is_already_as_it_says(gated: Gated):
    page = await gated("/expanded")
    gate = gated.gate()
    await toggle(page).click()
    await say(page, gate, "thinking?")
    await expect(slot(answer(page), "message-typing")).to_be_visible()
    await expect(slot(answer(page), "thinking")).to_have_count(0)
    await gate.open(page)
    await is_done(page)
    await expect(slot(answer(page), "message-text")).to_have_text("off")


async def test_further_controls_stand_beside_it(gated: Gated):
    page = await gated("/tools")
    tools = page.locator("[data-slot='composer-tools']")
    assert await tools.evaluate("e => [...e.children].map((one) => one.dataset.slot || one.id || one.ariaLabel)") == [
        "thinking-toggle",
        "search",
        "Model",
    ]
    await page.locator("[data-slot='composer-input']").focus()
    for _ in range(2):
        await page.keyboard.press("Tab")
    await expect(page.locator("#search")).to_be_focused()


async def test_it_can_be_left_out(gated: Gated):
    page = await gated("/none")
    await expect(page.locator("[data-slot='composer-input']")).to_be_visible()
    await expect(toggle(page)).to_have_count(0)
    await expect(page.locator("[data-slot='composer-tools']")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["/tools", "/arabic"])
async def test_it_is_readable_and_in_its_place_on_a_phone(gated: Gated, axe_violations, path: str, scheme: str):
    page = await gated(path, viewport=PHONE, color_scheme=scheme)
    await expect(toggle(page)).to_be_visible()
    field = await page.locator("[data-slot='composer']").bounding_box()
    box = await toggle(page).bounding_box()
    send = await page.locator("[data-slot='composer-send']").bounding_box()
    assert field and box and send
    is_first = box["x"] < send["x"] if path == "/tools" else box["x"] > send["x"]
    assert is_first
    assert box["height"] >= 24 and field["width"] <= PHONE["width"]
    assert await overflowing(page) == []
    for _ in range(2):
        assert not await axe_violations(page, "[data-slot='composer']")
        await toggle(page).click()
