"""What a host app puts into slots and in the place of steps is shown in every live mode, live and finished."""

import pytest
from playwright.async_api import Locator, expect

from tests.browser.gates import MODES, PHONE, Gated, overflowing, say
from tests.browser.live import is_done, slot, thinking

pytestmark = pytest.mark.slow

SLOTS = {
    "icon": "thinking-icon",
    "label": "thinking-label",
    "summary": "thinking-summary",
    "badge": "thinking-tool-badge",
    "duration": "thinking-duration",
    "words": "thinking-words",
    "status": "thinking-status",
}
STEPS = ("reasoning", "tool", "special", "registered", "assistant")
TOLD = ("think:Let_me_see.", "tool:search", "tool:special", "tool:registered", "assistant:Scout")


async def has_slots(block: Locator) -> None:
    for name, data_slot in SLOTS.items():
        await expect(block.locator(f"[data-slot='{data_slot}'] .own-{name}")).to_be_visible()
        await expect(slot(block, data_slot)).to_have_count(1)


async def has_steps(block: Locator) -> None:
    """Each step as the host app renders it, and nothing of the kit's own beside it."""
    rows = slot(block, "thinking-step")
    await expect(rows).to_have_count(len(STEPS))
    for row, name in zip(await rows.all(), STEPS, strict=True):
        await expect(row.locator(f":scope > .own-{name}")).to_be_visible()
        assert await row.evaluate("e => e.children.length") == 1


async def opens(block: Locator) -> None:
    """A step opens and closes by itself, and the block stays as it is."""
    row = slot(block, "thinking-step").nth(1)
    state = await block.get_attribute("data-state")
    await expect(row).to_have_attribute("data-state", "closed")
    await row.get_by_role("button").click()
    await expect(row.get_by_text("Found")).to_be_visible()
    await expect(block).to_have_attribute("data-state", str(state))


@pytest.mark.parametrize("mode", MODES)
async def test_slots_and_step_components_are_used_live_and_finished(gated: Gated, mode: str):
    page = await gated(f"/replaced/{mode}")
    first, end = gated.gate(), gated.gate()
    await say(page, first, *TOLD, end, "say:Done.")
    block = thinking(page)
    await expect(block).to_have_attribute("data-waiting", "true")
    await has_slots(block)
    await first.open(page)
    await expect(block).not_to_have_attribute("data-waiting", "true")
    await has_slots(block)
    await expect(block.locator(".own-chevron")).to_have_count(1 if mode in ("expanded", "collapsed") else 0)
    if mode == "collapsed":
        await block.locator(".own-chevron").click()
    if mode == "progress":
        await expect(slot(block, "thinking-step")).to_have_count(0)
        await expect(block.locator(".own-footer")).to_have_count(0)
    else:
        await has_steps(block)
        await expect(block.locator(".own-footer")).to_be_visible()
        await opens(block)
    await end.open(page)
    await is_done(page)
    await has_slots(block)
    await expect(block.locator(".own-chevron")).to_be_visible()
    if await block.get_attribute("data-state") == "closed":
        await block.locator(".own-chevron").click()
    await has_steps(block)
    await expect(block.locator(".own-footer")).to_be_visible()
    # What was opened while it streamed is open still.
    if mode == "progress":
        await opens(block)
    else:
        await expect(slot(block, "thinking-step").nth(1).get_by_text("Found")).to_be_visible()


@pytest.mark.parametrize("mode", MODES)
async def test_on_a_phone_the_slots_stay_in_the_page(gated: Gated, mode: str):
    page = await gated(f"/replaced/{mode}", viewport=PHONE)
    first, end = gated.gate(), gated.gate()
    await say(page, first, *TOLD, end, "say:Done.")
    await expect(thinking(page)).to_have_attribute("data-waiting", "true")
    await has_slots(thinking(page))
    assert await overflowing(page) == []
    await first.open(page)
    await expect(thinking(page)).not_to_have_attribute("data-waiting", "true")
    assert await overflowing(page) == []
    await end.open(page)
    await is_done(page)
    assert await overflowing(page) == []


async def test_a_tool_is_rendered_as_registered_without_any_other_replacement(gated: Gated):
    for mode in ("expanded", "overlay"):
        page = await gated(f"/{mode}")
        end = gated.gate()
        await say(page, "tool:registered", "tool:search", end, "say:Done.")
        rows = slot(thinking(page), "thinking-step")
        await expect(rows.nth(0).locator(".own-registered")).to_be_visible()
        await expect(rows.nth(1).locator(".rxt-step-title")).to_have_text("search")
        await end.open(page)
        await is_done(page)
