"""How a block behaves while it streams and afterwards, in each live mode; each test drives a real stream."""

import re

import pytest
from playwright.async_api import expect

from tests.browser.live import ANSWERED, answer, ask, close_by_itself, is_done, live, shown, slot, thinking

DURATION = re.compile(r"^Thought for \d+\.\ds$")


# The thinking block -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["expanded", "collapsed"])
async def test_t1_a_stream_mounts_a_visible_block(open_page, mode: str):
    page = await live(open_page, mode)
    await ask(page, "trip")
    await expect(slot(thinking(page), "thinking-label")).to_have_text("Thinking…")
    await expect(slot(thinking(page), "thinking-dot")).to_be_visible()
    await expect(slot(thinking(page), "thinking-duration")).to_have_text(re.compile(r"^\d+\.\ds$"))
    await is_done(page)


async def test_t2_done_changes_the_label_and_collapses_smoothly(open_page):
    page = await live(open_page)
    await ask(page, "two-blocks")
    panel = slot(thinking(page).first, "thinking-panel")
    await expect(panel).to_have_attribute("data-state", "open")
    assert "0s" not in (await panel.evaluate("e => getComputedStyle(e).transitionDuration")).split(", ")
    await is_done(page)
    await expect(slot(thinking(page).first, "thinking-label")).to_have_text(DURATION)
    await expect(thinking(page).first).to_have_attribute("data-state", "closed")


async def test_t3_without_reasoning_there_is_no_block(open_page):
    page = await live(open_page)
    await ask(page, "plain")
    await is_done(page)
    await expect(slot(answer(page), "message-text")).to_have_text("Lisbon is the capital of Portugal.")
    await expect(thinking(page)).to_have_count(0)


async def test_t4_what_the_user_expanded_stays_expanded(open_page):
    page = await live(open_page, "collapsed")
    await ask(page, "two-blocks")
    await expect(thinking(page).first).to_have_attribute("data-state", "closed")
    await slot(thinking(page).first, "thinking-summary-bar").click()
    await expect(thinking(page).first).to_have_attribute("data-state", "open")
    await is_done(page)
    await expect(thinking(page).first).to_have_attribute("data-state", "open")


async def test_t5_blocks_are_independent(open_page):
    page = await live(open_page)
    await ask(page, "two-blocks")
    await is_done(page)
    first, second = thinking(page).nth(0), thinking(page).nth(1)
    await slot(second, "thinking-summary-bar").click()
    await expect(second).to_have_attribute("data-state", "open")
    await expect(first).to_have_attribute("data-state", "closed")


async def test_t6_reduced_motion_collapses_at_once(open_page):
    page = await live(open_page, reduced_motion="reduce")
    await ask(page, "two-blocks")
    panel = slot(thinking(page).first, "thinking-panel")
    await expect(panel).to_have_attribute("data-state", "open")
    assert set((await panel.evaluate("e => getComputedStyle(e).transitionDuration")).split(", ")) == {"0s"}
    assert await slot(thinking(page).first, "thinking-dot").evaluate("e => getComputedStyle(e).animationName") == "none"
    await is_done(page)


async def test_collapsed_shows_what_happens_right_now(open_page):
    page = await live(open_page, "collapsed")
    await ask(page, "policy")
    summary = slot(thinking(page), "thinking-summary")
    await expect(summary).to_have_text("Policy Checker is working…", timeout=ANSWERED)
    await is_done(page)
    await expect(summary).not_to_contain_text("working")
    await expect(slot(thinking(page), "thinking-step")).to_have_count(0)


async def test_a_providers_headline_tokens_and_effort_are_shown(open_page):
    page = await live(open_page)
    await ask(page, "headlines")
    await expect(slot(thinking(page), "thinking-summary")).to_have_text("Comparing the offers")
    await is_done(page)
    await expect(slot(thinking(page), "thinking-summary")).to_have_text("Choosing the cheapest")
    await expect(slot(thinking(page), "thinking-tokens")).to_have_text("1,234 tokens")
    await expect(slot(thinking(page), "thinking-effort")).to_have_text("Effort: high")
    await page.reload()
    await expect(slot(thinking(page), "thinking-summary")).to_have_text("Choosing the cheapest")
    await expect(slot(thinking(page), "thinking-tokens")).to_have_text("1,234 tokens")


# The overlay --------------------------------------------------------------------------------------------------------------


async def test_while_it_streams_there_is_only_the_overlay(open_page):
    page = await live(open_page, "overlay")
    await ask(page, "trip")
    overlay = slot(thinking(page), "thinking-overlay")
    await expect(overlay).to_be_visible()
    await expect(slot(thinking(page), "thinking-summary-bar")).to_have_count(0)
    await expect(overlay.locator("button")).to_have_count(0)
    await expect(slot(overlay, "thinking-step").first.locator(".rxt-spinner").first).to_be_visible()
    await expect(slot(answer(page), "message-text")).to_contain_text("Dinner", timeout=ANSWERED)
    if await answer(page).get_attribute("data-status") == "thinking":
        await expect(overlay).to_be_visible()
    await is_done(page)


async def test_the_overlay_gives_way_to_a_closed_block_with_the_same_content(open_page):
    page = await live(open_page, "overlay")
    await ask(page, "trip")
    overlay = slot(thinking(page), "thinking-overlay")
    found = await page.wait_for_function(
        """() => {
            const overlay = document.querySelector("[data-slot='thinking-overlay']");
            if (!overlay?.textContent.includes("22:40 train")) return null;
            return [...overlay.querySelectorAll(".rxt-markdown")].map((element) => element.textContent);
        }""",
        timeout=ANSWERED,
    )
    watched = await found.json_value()
    await is_done(page)
    await expect(overlay).to_have_count(0)
    await expect(thinking(page)).to_have_attribute("data-state", "closed")
    await expect(slot(thinking(page), "thinking-label")).to_have_text("Show reasoning")
    await slot(thinking(page), "thinking-summary-bar").click()
    await expect(slot(thinking(page), "thinking-step")).to_have_count(6)
    stored = await slot(thinking(page), "thinking-step-body").filter(has_not=page.locator("pre")).all_text_contents()
    assert watched == [text for text in stored if text]


async def test_when_it_fails_the_overlay_goes_and_the_error_shows(open_page):
    page = await live(open_page, "overlay")
    await ask(page, "failure")
    await expect(slot(thinking(page), "thinking-overlay")).to_be_visible()
    await is_done(page, "error")
    await expect(slot(thinking(page), "thinking-overlay")).to_have_count(0)
    await expect(slot(answer(page), "message-error")).to_be_visible()
    await expect(thinking(page)).to_have_attribute("data-state", "closed")


async def test_progress_shows_snippets_until_the_answer_begins(open_page):
    page = await live(open_page, "progress")
    await ask(page, "trip")
    progress = slot(thinking(page), "thinking-progress")
    await expect(progress).to_be_visible()
    first = await progress.inner_text()
    await expect(progress).not_to_have_text(first, timeout=10_000)
    await expect(slot(answer(page), "message-text")).to_be_visible(timeout=ANSWERED)
    await expect(progress).to_have_count(0)
    await is_done(page)
    await expect(thinking(page)).to_have_attribute("data-state", "closed")
    await expect(slot(thinking(page), "thinking-label")).to_have_text(DURATION)


# The user is right --------------------------------------------------------------------------------------------------------


async def test_preferences_apply_at_once_and_outlive_a_reload(open_page):
    page = await live(open_page)
    await ask(page, "trip")
    await expect(thinking(page)).to_have_attribute("data-state", "open")
    await page.locator("[data-slot='preference-live']").select_option("collapsed")
    await expect(thinking(page)).to_have_attribute("data-state", "closed")
    await close_by_itself(page, False)
    await is_done(page)
    await page.reload()
    await expect(page.locator("[data-slot='preference-live']")).to_have_value("collapsed")
    await expect(page.locator("[data-slot='preference-auto-close']")).not_to_be_checked()


async def test_without_auto_close_it_stays_open(open_page):
    page = await live(open_page)
    await close_by_itself(page, False)
    await ask(page, "two-blocks")
    await is_done(page)
    await expect(thinking(page).first).to_have_attribute("data-state", "open")


async def test_one_control_and_one_key_open_and_close_all(open_page):
    page = await live(open_page)
    await ask(page, "two-blocks")
    await is_done(page)
    control = page.locator("[data-slot='thinking-toggle-all']")
    await control.click()
    for number in (0, 1):
        await expect(thinking(page).nth(number)).to_have_attribute("data-state", "open")
    await expect(control).to_have_text("Close all reasoning")
    await page.keyboard.press("Alt+Shift+R")
    for number in (0, 1):
        await expect(thinking(page).nth(number)).to_have_attribute("data-state", "closed")


async def test_a_long_block_can_be_closed_from_its_end_and_nothing_jumps(open_page):
    page = await live(open_page, reduced_motion="reduce")
    await ask(page, "deltas 400")
    await is_done(page)
    await slot(thinking(page), "thinking-summary-bar").click()
    close = slot(thinking(page), "thinking-close")
    await close.scroll_into_view_if_needed()
    text = slot(answer(page), "message-text")
    before = await text.bounding_box()
    await close.click()
    await expect(thinking(page)).to_have_attribute("data-state", "closed")
    await expect(slot(thinking(page), "thinking-summary-bar")).to_be_focused()
    after = await text.bounding_box()
    assert before and after
    assert await text.is_visible()
    assert 0 <= after["y"] <= (page.viewport_size or {"height": 800})["height"]


async def test_streamed_text_is_never_in_a_live_region(open_page):
    page = await live(open_page)
    await page.evaluate("""() => {
        window.spoken = [];
        new MutationObserver(() => document.querySelectorAll("[aria-live], [role=status], [role=log]").forEach((region) => {
            const text = region.textContent.trim();
            if (text && window.spoken.at(-1) !== text) window.spoken.push(text);
        })).observe(document.body, {subtree: true, childList: true, characterData: true});
    }""")
    await ask(page, "two-blocks")
    await is_done(page)
    await expect(slot(thinking(page).nth(1), "thinking-announcer")).to_have_text("Used 2 tools")
    spoken = await page.evaluate("window.spoken")
    assert {"Thinking", "Used 2 tools"} <= set(spoken)
    assert any(DURATION.match(text) for text in spoken)
    assert not [text for text in spoken if len(text) > 40]


async def test_the_finished_view_is_the_same_pixel_for_pixel_after_a_reload(open_page):
    page = await live(open_page, reduced_motion="reduce")
    await ask(page, "trip")
    await is_done(page)
    await slot(thinking(page), "thinking-summary-bar").click()
    await expect(slot(thinking(page), "thinking-step")).to_have_count(6)
    await page.locator("h1").click(force=True)
    before, texts = await answer(page).screenshot(animations="disabled"), await shown(page)
    await page.reload()
    await expect(slot(thinking(page), "thinking-step")).to_have_count(6)
    assert await shown(page) == texts
    assert await answer(page).screenshot(animations="disabled") == before
