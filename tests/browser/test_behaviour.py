"""How a block behaves while it streams and afterwards, in each live mode; each test drives a real stream."""

import re

import pytest
from playwright.async_api import Page, expect

from tests.browser.live import (
    ANSWERED,
    Hold,
    answer,
    ask,
    close_by_itself,
    has_text,
    is_done,
    live,
    shown,
    slot,
    thinking,
)

DURATION = re.compile(r"^Thought for \d+\.\ds$")
WORKED = re.compile(r"^Worked for \d+\.\ds$")


# The thinking block -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["expanded", "collapsed"])
async def test_t1_a_stream_mounts_a_visible_block(open_page, hold: Hold, mode: str):
    page = await live(open_page, mode)
    hold("vegetarians")
    await ask(page, "trip")
    await expect(slot(thinking(page), "thinking-label")).to_have_text("Thinking…")
    dot = slot(thinking(page), "thinking-dot")
    await expect(dot).to_be_visible()
    assert await dot.evaluate("e => getComputedStyle(e).animationName") == "rxt-breathe"
    timer = slot(thinking(page), "thinking-duration")
    await expect(timer).to_have_text(re.compile(r"^\d+\.\ds$"))
    first = await timer.inner_text()
    await expect(timer).not_to_have_text(first)
    turning = slot(thinking(page), "thinking-icon").locator("svg")
    assert await turning.evaluate("e => getComputedStyle(e).animationName") == "rxt-turn"
    hold.release()
    await is_done(page)
    await expect(dot).to_have_count(0)


async def test_t2_done_changes_the_label_and_collapses_smoothly(open_page, hold: Hold):
    page = await live(open_page)
    hold("vegetarians")
    await ask(page, "trip")
    panel = slot(thinking(page), "thinking-panel")
    await expect(panel).to_have_attribute("data-state", "open")
    assert "0s" not in (await panel.evaluate("e => getComputedStyle(e).transitionDuration")).split(", ")
    hold.release()
    await is_done(page)
    await expect(slot(thinking(page), "thinking-label")).to_have_text(DURATION)
    await expect(thinking(page)).to_have_attribute("data-state", "closed")


async def test_t3_without_reasoning_there_is_no_block(open_page):
    page = await live(open_page)
    await ask(page, "plain")
    await is_done(page)
    await expect(slot(answer(page), "message-text")).to_have_text("Lisbon is the capital of Portugal.")
    await expect(thinking(page)).to_have_count(0)


async def test_t4_what_the_user_expanded_stays_expanded(open_page, hold: Hold):
    page = await live(open_page, "collapsed")
    hold("weather")
    await ask(page, "two-blocks")
    await expect(thinking(page).first).to_have_attribute("data-state", "closed")
    await slot(thinking(page).first, "thinking-summary-bar").click()
    await expect(thinking(page).first).to_have_attribute("data-state", "open")
    hold.release()
    await is_done(page)
    await expect(thinking(page).first).to_have_attribute("data-state", "open")


async def test_t5_the_blocks_of_an_agents_steps_are_independent(open_page, hold: Hold):
    page = await live(open_page)
    hold("The deadline decides it.")
    await ask(page, "agent")
    blocks = thinking(page)
    await expect(blocks).to_have_count(2, timeout=ANSWERED)
    # The second one thinks and counts its own time; the first one has its final time, and has closed.
    await expect(blocks.nth(1)).to_have_attribute("data-status", "thinking")
    await expect(blocks.nth(1)).to_have_attribute("data-state", "open")
    await expect(blocks.nth(0)).to_have_attribute("data-status", "done")
    await expect(blocks.nth(0)).to_have_attribute("data-state", "closed")
    await expect(slot(blocks.nth(0), "thinking-label")).to_have_text(DURATION)
    await slot(blocks.nth(1), "thinking-summary-bar").click()
    await slot(blocks.nth(0), "thinking-summary-bar").click()
    await expect(blocks.nth(1)).to_have_attribute("data-state", "closed")
    await expect(blocks.nth(0)).to_have_attribute("data-state", "open")
    hold.release()
    await expect(blocks).to_have_count(3, timeout=ANSWERED)
    await is_done(page)
    states = [await blocks.nth(number).get_attribute("data-state") for number in range(3)]
    assert states == ["open", "closed", "closed"]
    await expect(slot(blocks, "thinking-label")).to_have_text([DURATION] * 3)
    assert len(set(await slot(blocks, "thinking-summary").all_inner_texts())) == 3
    await expect(slot(blocks.nth(1), "thinking-tool-badge")).to_have_text("1 tool used")
    await expect(slot(blocks.nth(0), "thinking-tool-badge")).to_have_count(0)
    await page.reload()
    await expect(blocks.nth(0)).to_have_attribute("data-state", "open")
    assert states == [await blocks.nth(number).get_attribute("data-state") for number in range(3)]


async def test_an_assistant_that_works_has_its_own_spinner_and_timer(open_page, hold: Hold):
    page = await live(open_page)
    hold("regional addendum")
    await ask(page, "policy")
    checker = thinking(page).locator("[data-step-id='policy-2']")
    await expect(checker.get_by_text("Policy Checker is working…")).to_be_visible(timeout=ANSWERED)
    head = checker.locator("> .rxt-step-head")
    await expect(head.locator(".rxt-spinner")).to_be_visible()
    timer = slot(head, "thinking-step-timer")
    await expect(timer).to_have_text(re.compile(r"^\d+\.\ds$"))
    hold.release()
    await is_done(page)
    await expect(slot(page.locator("body"), "thinking-step-timer")).to_have_count(0)


async def test_finished_assistants_stay_open_until_the_block_ends(open_page, hold: Hold):
    page = await live(open_page)
    hold("tool_call_started policy-3")
    await ask(page, "policy")
    block = thinking(page)
    await expect(block.locator("[data-step-id='policy-3']")).to_be_visible(timeout=ANSWERED)
    assistants = block.locator("[data-type='assistant_call']")
    for _ in range(2):  # as they were watched, and after a reload
        await expect(assistants).to_have_count(2)
        for number in range(2):
            await expect(assistants.nth(number)).to_have_attribute("data-status", "done")
            await expect(assistants.nth(number)).to_have_attribute("data-state", "open")
        await expect(block.get_by_text("Two documents mention refunds.")).to_be_visible()
        await page.reload()
    await expect(block).to_have_attribute("data-state", "open")
    await slot(block, "thinking-summary-bar").click()
    await slot(block, "thinking-summary-bar").click()
    hold.release()
    await is_done(page)
    await expect(block).to_have_attribute("data-state", "open")
    await expect(assistants.first).to_have_attribute("data-state", "closed")
    await page.reload()
    await expect(assistants.first).to_have_attribute("data-state", "closed")


async def test_t6_reduced_motion_collapses_at_once(open_page, hold: Hold):
    page = await live(open_page, reduced_motion="reduce")
    hold("vegetarians")
    await ask(page, "trip")
    panel = slot(thinking(page), "thinking-panel")
    await expect(panel).to_have_attribute("data-state", "open")
    assert set((await panel.evaluate("e => getComputedStyle(e).transitionDuration")).split(", ")) == {"0s"}
    assert await slot(thinking(page), "thinking-dot").evaluate("e => getComputedStyle(e).animationName") == "none"
    hold.release()
    await is_done(page)


@pytest.mark.parametrize("provider", ["claude", "openai"])
async def test_t7_what_providers_stream_is_rendered_alike(open_page, hold: Hold, provider: str):
    page = await live(open_page)
    hold("The 18th President was")
    await ask(page, provider)
    await expect(slot(thinking(page), "thinking-label")).to_have_text("Thinking…")
    await expect(slot(thinking(page), "thinking-step").first).to_contain_text("The 18th President was")
    hold.release()
    await is_done(page)
    await expect(slot(answer(page), "message-text")).to_have_text("Ulysses S. Grant, serving from 1869 to 1877.")
    await expect(slot(answer(page), "message-text").locator("strong")).to_have_text("1869 to 1877")
    await expect(thinking(page)).to_have_attribute("data-state", "closed")
    await expect(slot(thinking(page), "thinking-label")).to_have_text(DURATION)
    await slot(thinking(page), "thinking-summary-bar").click()
    steps = slot(thinking(page), "thinking-step")
    await expect(steps).to_have_count(2)
    await expect(steps.first).to_contain_text("He served from 1869 to 1877, so that is the answer.")
    if provider == "claude":
        await expect(slot(thinking(page), "thinking-tool-badge")).to_have_text("1 tool used")
        await expect(steps.last).to_have_attribute("data-type", "tool_call")
        await expect(slot(thinking(page), "thinking-summary")).to_contain_text("He served from 1869")
    else:
        await expect(slot(thinking(page), "thinking-summary")).to_have_text("Checking the dates")
        await expect(slot(thinking(page), "thinking-effort")).to_have_text("Effort: high")
        await expect(slot(thinking(page), "thinking-tokens")).to_have_text("64 tokens")


async def test_the_time_is_that_of_thinking_and_stays_the_same(open_page, hold: Hold):
    page = await live(open_page)
    hold("**Dinner")
    await ask(page, "trip")
    label = slot(thinking(page), "thinking-label")
    await expect(slot(answer(page), "message-text")).to_be_visible(timeout=ANSWERED)
    await expect(label).to_have_text(DURATION)
    at_the_first_word = await label.inner_text()
    hold.release()
    await is_done(page)
    await expect(label).to_have_text(at_the_first_word)
    await page.reload()
    await expect(label).to_have_text(at_the_first_word)


@pytest.mark.parametrize("end", ["error", "cancelled"])
async def test_the_time_stops_when_thinking_fails_or_is_stopped(open_page, hold: Hold, end: str):
    page = await live(open_page)
    hold("00100")
    await ask(page, "failure" if end == "error" else "deltas 5000")
    label = slot(thinking(page), "thinking-label")
    if end == "cancelled":
        await has_text(page, "00100")
        await page.locator("[data-slot='composer-stop']").click()
    await is_done(page, end)
    await expect(label).to_have_text(DURATION)
    frozen = await label.inner_text()
    await expect(slot(thinking(page), "thinking-dot")).to_have_count(0)
    await expect(slot(thinking(page), "thinking-announcer")).to_have_text("Failed" if end == "error" else "Stopped")
    await page.reload()
    await expect(label).to_have_text(frozen)


async def test_words_are_counted_while_they_come_and_at_the_end(open_page, hold: Hold):
    page = await live(open_page)
    hold("00100 about constraints here ")
    await ask(page, "deltas 400")
    words = slot(thinking(page), "thinking-words")
    await expect(words).to_have_text("400 words")
    hold.release()
    await expect(words).to_have_text("1,600 words", timeout=ANSWERED)
    await is_done(page)
    await expect(words).to_have_text("1,600 words")
    await page.reload()
    await expect(words).to_have_text("1,600 words")


async def test_collapsed_names_the_tools_as_they_run(open_page, hold: Hold):
    page = await live(open_page, "collapsed")
    hold("web_search_call_started search-2")
    await ask(page, "search")
    summary = slot(thinking(page), "thinking-summary")
    await expect(summary).to_have_text("Searching the web…")
    hold("code_interpreter_call_started search-3")
    await expect(summary).to_have_text("Running code…")
    await expect(slot(thinking(page), "thinking-dot")).to_be_visible()
    hold.release()
    await is_done(page)
    await expect(summary).to_have_text("Searched the web, ran code")


async def test_a_collapsed_block_can_be_opened_and_closed_by_key_while_it_streams(open_page, hold: Hold):
    page = await live(open_page, "collapsed")
    hold("00030")
    await ask(page, "deltas 100")
    bar = slot(thinking(page), "thinking-summary-bar")
    await bar.focus()
    for key, state in (("Enter", "open"), ("Space", "closed"), ("Space", "open")):
        await page.keyboard.press(key)
        await expect(thinking(page)).to_have_attribute("data-state", state)
        await expect(bar).to_be_focused()
    assert await bar.evaluate("e => getComputedStyle(e).outlineStyle") == "solid"
    hold.release()
    await is_done(page)
    await expect(thinking(page)).to_have_attribute("data-state", "open")


async def test_collapsed_shows_what_happens_right_now(open_page, hold: Hold):
    page = await live(open_page, "collapsed")
    hold("assistant_call_started policy-2")
    await ask(page, "policy")
    summary = slot(thinking(page), "thinking-summary")
    await expect(summary).to_have_text("Policy Checker is working…")
    hold.release()
    await is_done(page)
    await expect(summary).not_to_contain_text("working")
    await expect(slot(thinking(page), "thinking-step")).to_have_count(0)


async def test_a_providers_headline_tokens_and_effort_are_shown(open_page, hold: Hold):
    page = await live(open_page)
    hold("**Comparing ")
    await ask(page, "headlines")
    summary = slot(thinking(page), "thinking-summary")
    await expect(summary).to_have_text("Reasoning…")
    hold("three of them.")
    await expect(summary).to_have_text("Comparing the offers")
    hold("second one.")
    await expect(summary).to_have_text("Choosing the cheapest")
    hold.release()
    await is_done(page)
    await expect(summary).to_have_text("Choosing the cheapest")
    await expect(slot(thinking(page), "thinking-tokens")).to_have_text("1,234 tokens")
    await expect(slot(thinking(page), "thinking-effort")).to_have_text("Effort: high")
    await page.reload()
    await expect(slot(thinking(page), "thinking-summary")).to_have_text("Choosing the cheapest")
    await expect(slot(thinking(page), "thinking-tokens")).to_have_text("1,234 tokens")


# The overlay --------------------------------------------------------------------------------------------------------------


async def test_acceptance_1_while_it_streams_there_is_only_the_overlay(open_page, hold: Hold):
    page = await live(open_page, "overlay")
    hold("vegetarians")
    await ask(page, "trip")
    overlay = slot(thinking(page), "thinking-overlay")
    await expect(overlay).to_be_visible()
    await expect(slot(thinking(page), "thinking-summary-bar")).to_have_count(0)
    await expect(overlay.locator("button")).to_have_count(0)
    await expect(slot(overlay, "thinking-step").first.locator(".rxt-spinner").first).to_be_visible()
    hold("**Dinner")
    await expect(slot(answer(page), "message-text")).to_contain_text("Dinner", timeout=ANSWERED)
    await expect(overlay).to_be_visible()
    hold.release()
    await is_done(page)


async def test_acceptance_2_and_4_the_overlay_gives_way_to_a_closed_block_with_the_same_content(open_page, hold: Hold):
    page = await live(open_page, "overlay")
    hold("22:40 train.")
    await ask(page, "trip")
    overlay = slot(thinking(page), "thinking-overlay")
    await expect(overlay).to_contain_text("22:40 train.", timeout=ANSWERED)
    watched = await overlay.evaluate(
        """(overlay) => {
            const all = (selector) => [...overlay.querySelectorAll(selector)].map((element) => element.textContent);
            return [all(".rxt-markdown"), all(".rxt-step-title"), all("[data-slot='thinking-step-preview']")];
        }"""
    )
    hold.release()
    await is_done(page)
    await expect(overlay).to_have_count(0)
    await expect(thinking(page)).to_have_attribute("data-state", "closed")
    await expect(slot(thinking(page), "thinking-label")).to_have_text("Show reasoning")
    await slot(thinking(page), "thinking-summary-bar").click()
    await expect(slot(thinking(page), "thinking-step")).to_have_count(6)
    stored = await slot(thinking(page), "thinking-step-body").filter(has_not=page.locator("pre")).all_text_contents()
    titles = await thinking(page).locator(".rxt-step-title").all_text_contents()
    results = await slot(thinking(page), "thinking-step-preview").all_text_contents()
    assert watched == [[text for text in stored if text], titles, results]
    assert len(titles) == 3


async def test_the_overlay_is_headed_by_what_is_going_on(open_page, hold: Hold):
    page = await live(open_page, "overlay")
    hold("tool_call_started trip-4")
    await ask(page, "trip")
    head = thinking(page).locator(".rxt-overlay-head")
    await expect(slot(head, "thinking-label")).to_have_text("Thinking…")
    await expect(slot(head, "thinking-summary")).to_have_text("Using check_availability…", timeout=ANSWERED)
    hold("**Dinner")
    await expect(slot(answer(page), "message-text")).to_contain_text("Dinner", timeout=ANSWERED)
    await expect(slot(head, "thinking-label")).to_have_text(DURATION)
    await expect(slot(head, "thinking-summary")).to_contain_text("within budget")
    hold.release()
    await is_done(page)
    label = slot(thinking(page), "thinking-label")
    await expect(label).to_have_text("Show reasoning")
    await slot(thinking(page), "thinking-summary-bar").click()
    await expect(thinking(page)).to_have_attribute("data-state", "open")
    await expect(label).to_have_text(DURATION)
    await slot(thinking(page), "thinking-summary-bar").click()
    await expect(label).to_have_text("Show reasoning")


async def test_the_overlay_shows_progress_results_and_what_is_kept_private(open_page, hold: Hold):
    page = await live(open_page, "overlay")
    hold("code_interpreter_call_update search-3 0.8")
    await ask(page, "search")
    overlay = slot(thinking(page), "thinking-overlay")
    await expect(overlay).to_contain_text("The provider keeps this reasoning private.")
    await expect(overlay).to_contain_text("Every 20 minutes until 01:40.")
    await expect(overlay.locator("progress")).to_have_js_property("value", 0.8)
    hold.release()
    await is_done(page)


async def test_a_block_of_tools_alone_says_each_thing_once(open_page):
    page = await live(open_page)
    await ask(page, "two-blocks")
    await is_done(page)
    tools = thinking(page).nth(1)
    await expect(slot(tools, "thinking-label")).to_have_text(WORKED)
    await expect(slot(tools, "thinking-summary")).to_have_text("Used weather and calendar")
    await expect(slot(tools, "thinking-tool-badge")).to_have_text("2 tools used")


async def test_tools_without_reasoning_are_not_called_reasoning(open_page):
    page = await live(open_page, "overlay")
    await ask(page, "two-blocks")
    await is_done(page)
    await expect(slot(thinking(page), "thinking-label")).to_have_text(["Show reasoning", WORKED])


async def test_when_it_fails_the_overlay_goes_and_the_error_shows(open_page, hold: Hold):
    page = await live(open_page, "overlay")
    hold("warehouses")
    await ask(page, "failure")
    await expect(slot(thinking(page), "thinking-overlay")).to_be_visible()
    hold.release()
    await is_done(page, "error")
    await expect(slot(thinking(page), "thinking-overlay")).to_have_count(0)
    await expect(slot(answer(page), "message-error")).to_be_visible()
    await expect(thinking(page)).to_have_attribute("data-state", "closed")


async def test_progress_shows_snippets_until_the_answer_begins(open_page, hold: Hold):
    page = await live(open_page, "progress")
    hold("vegetarians")
    await ask(page, "trip")
    progress = slot(thinking(page), "thinking-progress")
    await expect(progress).to_be_visible()
    first = await progress.inner_text()
    hold("has a step.")
    await expect(progress).not_to_have_text(first)
    hold("**Dinner")
    await expect(slot(answer(page), "message-text")).to_be_visible(timeout=ANSWERED)
    await expect(progress).to_have_count(0)
    hold.release()
    await is_done(page)
    await expect(thinking(page)).to_have_attribute("data-state", "closed")
    await expect(slot(thinking(page), "thinking-label")).to_have_text(DURATION)


# The user is right --------------------------------------------------------------------------------------------------------


async def test_preferences_apply_at_once_and_outlive_a_reload(open_page, hold: Hold):
    page = await live(open_page)
    hold("vegetarians")
    await ask(page, "trip")
    await expect(thinking(page)).to_have_attribute("data-state", "open")
    await page.locator("[data-slot='preference-live']").select_option("collapsed")
    await expect(thinking(page)).to_have_attribute("data-state", "closed")
    await close_by_itself(page, False)
    hold.release()
    await is_done(page)
    await page.reload()
    await expect(page.locator("[data-slot='preference-live']")).to_have_value("collapsed")
    await expect(page.locator("[data-slot='preference-auto-close']")).not_to_be_checked()


async def test_opening_a_step_keeps_its_block_open(open_page, hold: Hold):
    page = await live(open_page)
    hold("tool_result trip-2")
    await ask(page, "trip")
    step = thinking(page).locator("[data-step-id='trip-2']")
    await slot(step, "thinking-step-trigger").click()
    await expect(step).to_have_attribute("data-state", "open")
    hold.release()
    await is_done(page)
    for _ in range(2):  # live, and after a reload
        await expect(thinking(page)).to_have_attribute("data-state", "open")
        await expect(step).to_have_attribute("data-state", "open")
        await page.reload()


async def test_opening_a_step_of_an_assistant_keeps_all_around_it_open(open_page, hold: Hold):
    page = await live(open_page)
    hold("tool_result policy-2-2")
    await ask(page, "policy")
    around = thinking(page).locator("[data-step-id='policy-2']")
    step = around.locator("[data-step-id='policy-2-2']")
    await slot(step, "thinking-step-trigger").click()
    await expect(step).to_have_attribute("data-state", "open")
    # Nobody opened this one.
    other = around.locator("[data-step-id='policy-2-3']")
    hold.release()
    await is_done(page)
    for _ in range(2):
        for opened in (thinking(page), around, step):
            await expect(opened).to_have_attribute("data-state", "open")
        await expect(other).to_have_attribute("data-state", "closed")
        await page.reload()


async def test_closing_a_step_leaves_its_block_to_close_by_itself(open_page, hold: Hold):
    page = await live(open_page)
    hold("tool_call_started policy-2-2")
    await ask(page, "policy")
    around = thinking(page).locator("[data-step-id='policy-2']")
    await around.locator("> [data-slot='thinking-step-trigger']").click()
    await expect(around).to_have_attribute("data-state", "closed")
    hold.release()
    await is_done(page)
    await expect(thinking(page)).to_have_attribute("data-state", "closed")


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


# What is announced --------------------------------------------------------------------------------------------------------

REGIONS = (
    "[aria-live]:not([aria-live=off]), [role=status], [role=log], [role=alert], [role=timer], [role=marquee], output"
)


@pytest.mark.parametrize(
    ("mode", "query"),
    [*((mode, "") for mode in ("expanded", "collapsed", "overlay", "progress")), ("collapsed", "?semantics=details")],
)
async def test_only_phases_are_announced_and_streamed_text_is_never_in_a_live_region(
    open_page, hold: Hold, mode: str, query: str
):
    page = await live(open_page, mode, query=query)
    await page.evaluate(
        """(regions) => {
            window.spoken = [];
            window.leaked = [];
            const streamed = ".rxt-markdown, .rxt-snippet, [data-slot='thinking-step'], [data-slot='thinking-duration'], [data-slot='thinking-words'], [data-slot='thinking-summary']";
            new MutationObserver(() => {
                document.querySelectorAll(regions).forEach((region) => {
                    const text = region.textContent.trim();
                    if (text && !window.spoken.includes(text)) window.spoken.push(text);
                });
                document.querySelectorAll(streamed).forEach((element) => {
                    if (element.closest(regions)) window.leaked.push(element.outerHTML);
                });
            }).observe(document.body, {subtree: true, childList: true, characterData: true});
        }""",
        REGIONS,
    )
    announcers = slot(answer(page), "thinking-announcer")
    hold("weather")
    await ask(page, "two-blocks")
    await expect(announcers.first).to_have_text("Thinking")
    hold("dry tomorrow.")
    await expect(announcers.first).to_have_text(DURATION)
    hold.release()
    await is_done(page)
    await expect(announcers.nth(1)).to_have_text(WORKED)
    if query:
        assert await thinking(page).evaluate_all("all => all.map(one => `${one.tagName} ${one.open}`)") == [
            "DETAILS false",
            "DETAILS false",
        ]
    spoken: list[str] = await page.evaluate("window.spoken")
    assert await page.evaluate("window.leaked") == []
    assert spoken[0] == "Thinking"
    assert DURATION.match(spoken[1])
    assert len(spoken) == 3
    assert WORKED.match(spoken[2])


# A reload -----------------------------------------------------------------------------------------------------------------


async def picture(page: Page) -> bytes:
    """The answer as it is painted from nothing: what is painted bit by bit may differ by a shade at the edge of a bit."""
    await page.evaluate("""() => {
        const { style } = document.documentElement;
        style.display = "none";
        document.body.offsetHeight;
        style.display = "";
    }""")
    return await answer(page).screenshot(animations="disabled")


@pytest.mark.parametrize(
    ("scenario", "state"),
    [
        *(("trip", "closed"), ("trip", "open"), ("policy", "open"), ("failure", "closed")),
        *(
            pytest.param(*each, marks=pytest.mark.slow)
            for each in (("policy", "closed"), ("failure", "open"), ("agent", "closed"), ("agent", "open"))
        ),
    ],
)
async def test_the_finished_view_is_the_same_pixel_for_pixel_after_a_reload(open_page, scenario: str, state: str):
    page = await live(open_page, reduced_motion="reduce")
    await ask(page, scenario)
    end = "error" if scenario == "failure" else "done"
    await is_done(page, end)
    count = await thinking(page).count()
    if state == "open":
        await page.locator("[data-slot='thinking-toggle-all']").click()
    await expect(answer(page).locator(f"[data-slot='thinking'][data-state='{state}']")).to_have_count(count)
    await page.locator("h1").click(force=True)
    before, texts = await picture(page), await shown(page)
    await page.reload()
    await is_done(page, end)
    await expect(answer(page).locator(f"[data-slot='thinking'][data-state='{state}']")).to_have_count(count)
    await expect(slot(thinking(page), "thinking-loading")).to_have_count(0)
    assert await shown(page) == texts
    assert await picture(page) == before
