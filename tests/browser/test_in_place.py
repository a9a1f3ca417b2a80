"""What the reader sees stays where it is when thinking closes, and the focus is never lost."""

from typing import Any

import pytest
from playwright.async_api import Locator, Page, ViewportSize, expect

from tests.browser.live import ANSWERED, Hold, answer, ask, close_by_itself, has_text, is_done, live, slot, thinking

WINDOW: ViewportSize = {"width": 1000, "height": 520}
LIVE_HEIGHT = 26 * 16
# Notes, in every frame, where the last block is and how it is.
WATCH = """() => {
    window.seen = [];
    const look = () => {
        const root = [...document.querySelectorAll("[data-slot='thinking']")].at(-1);
        const panel = root?.querySelector("[data-slot='thinking-panel']");
        if (root) {
            const { top, bottom } = root.getBoundingClientRect();
            const mark = window.mark ? [...root.querySelectorAll("p")].find((p) => p.textContent.startsWith(window.mark)).getBoundingClientRect().top : 0;
            window.seen.push({ top, bottom, mark, panel: panel?.offsetHeight ?? 0, state: root.dataset.state, status: root.dataset.status });
        }
        requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
}"""
BELOW = """() => [...document.querySelectorAll("[data-slot='message'][data-role='assistant']")].at(-1)
    .querySelector("[data-slot='message-text']").getBoundingClientRect().top"""


async def long_page(open_page: Any, mode: str = "expanded", **options: Any) -> Page:
    """A page with so much above and below that everything can be scrolled anywhere."""
    page = await live(open_page, mode, viewport=WINDOW, **options)
    await page.add_style_tag(content="body { padding-block-end: 3000px }")
    await ask(page, "essay")
    await is_done(page)
    return page


async def scroll(page: Page, element: Locator, top: int) -> None:
    """Scroll until the element's top is there."""
    # What was out of view gets its real height only now, so that it takes more than one go.
    await page.wait_for_function(
        """([e, top]) => {
            const off = e.getBoundingClientRect().top - top;
            window.scrollBy(0, off);
            window.still = Math.abs(off) <= 1 ? (window.still ?? 0) + 1 : 0;
            return window.still > 2;
        }""",
        arg=[await element.element_handle(), top],
    )


async def full_live_area(page: Page, hold: Hold) -> None:
    """Ask for a long thought, and hold it when the live area is full."""
    hold("00300")
    await ask(page, "deltas 330")
    await has_text(page, "00300")
    body = slot(thinking(page), "thinking-panel-body")
    await page.wait_for_function("e => e.scrollHeight > e.clientHeight + 300", arg=await body.element_handle())


async def seen(page: Page) -> list[dict[str, Any]]:
    """What was noted, once two more frames have been drawn."""
    await page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    return await page.evaluate("window.seen")


async def opened_long_block(open_page: Any, **options: Any) -> Page:
    page = await long_page(open_page, **options)
    await ask(page, "deltas 330")
    await is_done(page)
    await slot(thinking(page), "thinking-summary-bar").click()
    await expect(slot(thinking(page), "thinking-close")).to_be_attached()
    await page.wait_for_function(
        "e => e.offsetHeight > 1200", arg=await slot(thinking(page), "thinking-panel").element_handle()
    )
    await at_rest(page)
    return page


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
async def test_what_follows_stays_when_thinking_closes_by_itself_above(open_page, hold: Hold, motion: str):
    page = await long_page(open_page, reduced_motion=motion)
    await full_live_area(page, hold)
    await scroll(page, thinking(page), -120)
    await page.evaluate(WATCH)
    await seen(page)
    hold.release()
    await is_done(page)
    await at_rest(page)
    frames = await seen(page)
    assert {frame["state"] for frame in frames} == {"open", "closed"}
    ends = [frame["bottom"] for frame in frames]
    assert max(ends) - min(ends) <= 1


@pytest.mark.parametrize("motion", [pytest.param("reduce", marks=pytest.mark.slow), "no-preference"])
async def test_what_follows_stays_when_a_block_is_closed_from_its_end(open_page, motion: str):
    page = await opened_long_block(open_page, reduced_motion=motion)
    close = slot(thinking(page), "thinking-close")
    await scroll(page, close, 200)
    await page.evaluate(WATCH)
    before = await page.evaluate(BELOW)
    await close.click()
    await expect(thinking(page)).to_have_attribute("data-state", "closed")
    await expect(slot(thinking(page), "thinking-summary-bar")).to_be_focused()
    ends = [frame["bottom"] for frame in await seen(page)]
    assert max(ends) - min(ends) <= 1
    assert abs(await page.evaluate(BELOW) - before) <= 1


async def test_what_follows_stays_when_all_are_closed_by_key(open_page):
    page = await opened_long_block(open_page)
    await scroll(page, slot(thinking(page), "thinking-close"), 100)
    before = await page.evaluate(BELOW)
    await page.keyboard.press("Alt+Shift+R")
    await expect(thinking(page)).to_have_attribute("data-state", "closed")
    await at_rest(page)
    assert abs(await page.evaluate(BELOW) - before) <= 1
    await page.keyboard.press("Alt+Shift+R")
    await expect(thinking(page)).to_have_attribute("data-state", "open")


async def at_rest(page: Page) -> None:
    """Let whatever moves come to its end."""
    await page.wait_for_function(
        "() => document.getAnimations().every(one => one.effect.getTiming().iterations === Infinity)"
    )


async def test_a_block_that_filled_the_window_leaves_its_bar_at_the_top(open_page):
    page = await opened_long_block(open_page)
    await scroll(page, thinking(page), -500)
    await page.keyboard.press("Alt+Shift+R")
    await expect(thinking(page)).to_have_attribute("data-state", "closed")
    await at_rest(page)
    assert abs(await thinking(page).evaluate("e => e.getBoundingClientRect().top")) <= 1


async def test_the_bar_stays_under_the_pointer(open_page):
    page = await opened_long_block(open_page)
    await scroll(page, thinking(page), 100)
    await page.evaluate(WATCH)
    await slot(thinking(page), "thinking-summary-bar").click()
    await expect(thinking(page)).to_have_attribute("data-state", "closed")
    await at_rest(page)
    tops = [frame["top"] for frame in await seen(page)]
    assert max(tops) - min(tops) <= 1


async def test_what_is_read_in_the_live_area_stays_when_it_is_kept_open(open_page, hold: Hold):
    page = await long_page(open_page)
    await close_by_itself(page, False)
    await full_live_area(page, hold)
    await thinking(page).scroll_into_view_if_needed()
    body = slot(thinking(page), "thinking-panel-body")
    await body.evaluate("e => e.scrollBy(0, -150)")
    await body.evaluate("""e => {
        const middle = e.getBoundingClientRect().top + 150;
        window.mark = [...e.querySelectorAll(".rxt-markdown p")].find(p => p.getBoundingClientRect().bottom > middle).textContent.slice(0, 5);
    }""")
    await page.evaluate(WATCH)
    await seen(page)
    hold.release()
    await is_done(page)
    await at_rest(page)
    frames = await seen(page)
    assert frames[-1]["panel"] > LIVE_HEIGHT + 300
    assert {frame["state"] for frame in frames} == {"open"}
    marks = [frame["mark"] for frame in frames]
    assert max(marks) - min(marks) <= 1


async def test_it_closes_smoothly_and_never_grows_on_the_way(open_page, hold: Hold):
    page = await long_page(open_page)
    await full_live_area(page, hold)
    await scroll(page, thinking(page), 20)
    await page.evaluate(WATCH)
    # How many frames a busy machine paints on the way is not what counts: the way itself does.
    await page.evaluate("""() => {
        window.ways = [];
        document.addEventListener("animationend", (event) => window.ways.push([event.target.dataset.slot, event.elapsedTime]));
    }""")
    hold.release()
    await is_done(page)
    await at_rest(page)
    heights = [frame["panel"] for frame in await seen(page)]
    assert max(heights) <= LIVE_HEIGHT + 1
    assert heights[-1] == 0
    assert heights == sorted(heights, reverse=True)
    assert any(slot == "thinking-panel" and seconds >= 0.1 for slot, seconds in await page.evaluate("window.ways"))


async def test_with_reduced_motion_it_closes_at_once(open_page, hold: Hold):
    page = await long_page(open_page, reduced_motion="reduce")
    await full_live_area(page, hold)
    await scroll(page, thinking(page), 20)
    await page.evaluate(WATCH)
    await seen(page)
    hold.release()
    await is_done(page)
    assert len({frame["panel"] for frame in await seen(page)}) == 2


async def test_the_answer_stays_when_the_overlay_goes(open_page, hold: Hold):
    page = await long_page(open_page, "overlay")
    hold("22:40 train.")
    await ask(page, "trip")
    # The reader has gone up, and the end of the chat is out of view: nobody wants it to be followed.
    await page.wait_for_function(
        "e => e.offsetHeight > 220", arg=await thinking(page).element_handle(), timeout=ANSWERED
    )
    await page.mouse.move(5, 300)
    await page.mouse.wheel(0, -60)
    await scroll(page, thinking(page), 60)
    await page.evaluate(WATCH)
    await seen(page)
    # All of the text, so that nothing is left that could be followed.
    hold("€148 each")
    await expect(slot(answer(page), "message-text")).to_contain_text("€148 each", timeout=ANSWERED)
    await at_rest(page)
    await seen(page)
    hold.release()
    await is_done(page)
    await at_rest(page)
    frames = await seen(page)
    heights = [frame["bottom"] - frame["top"] for frame in frames]
    assert max(heights) > heights[-1] + 100
    whole = [frame["bottom"] for frame, height in zip(frames, heights, strict=True) if height >= max(heights) - 1]
    assert abs(frames[-1]["bottom"] - whole[-1]) <= 1


# Focus --------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("mode", "area"), [("expanded", "thinking-panel-body"), ("overlay", "thinking-overlay-body")])
async def test_the_focus_moves_to_the_bar_when_what_had_it_goes(open_page, hold: Hold, mode: str, area: str):
    page = await live(open_page, mode)
    hold("00030")
    await ask(page, "deltas 60")
    await has_text(page, "00030")
    await slot(thinking(page), area).focus()
    await expect(slot(thinking(page), area)).to_be_focused()
    hold.release()
    await is_done(page)
    await expect(slot(thinking(page), "thinking-summary-bar")).to_be_focused()


async def test_the_focus_stays_in_an_area_that_stays_open(open_page, hold: Hold):
    page = await live(open_page)
    await close_by_itself(page, False)
    hold("00030")
    await ask(page, "deltas 60")
    await has_text(page, "00030")
    body = slot(thinking(page), "thinking-panel-body")
    await body.focus()
    await expect(body).to_be_focused()
    hold.release()
    await is_done(page)
    await expect(body).to_be_focused()


async def test_the_focus_in_a_step_moves_to_the_bar_when_all_are_closed(open_page):
    page = await live(open_page)
    await ask(page, "trip")
    await is_done(page)
    await slot(thinking(page), "thinking-summary-bar").click()
    await slot(thinking(page), "thinking-step-trigger").first.focus()
    await page.keyboard.press("Alt+Shift+R")
    await expect(slot(thinking(page), "thinking-summary-bar")).to_be_focused()


async def test_the_focus_on_the_stop_button_is_not_lost_at_the_end(open_page, hold: Hold):
    page = await live(open_page)
    hold("weather")
    await ask(page, "two-blocks")
    await page.locator("[data-slot='composer-stop']").focus()
    hold.release()
    await is_done(page)
    await expect(page.locator("[data-slot='composer-send']")).to_be_visible()
    assert await page.evaluate("document.activeElement.closest('[data-slot=composer]') !== null")


async def test_the_focus_of_somebody_who_writes_is_left_alone(open_page, hold: Hold):
    page = await live(open_page)
    hold("00050")
    await ask(page, "deltas 100")
    await has_text(page, "00050")
    field = page.locator("[data-slot='composer-input']")
    await field.fill("meanwhile")
    hold.release()
    await is_done(page)
    await expect(thinking(page)).to_have_attribute("data-state", "closed")
    await expect(field).to_be_focused()
    await expect(field).to_have_value("meanwhile")


# The newest line ----------------------------------------------------------------------------------------------------------

BEHIND = """() => {
    const bottom = (slot) => document.querySelector(`[data-slot='${slot}']`).getBoundingClientRect();
    const answer = [...document.querySelectorAll("[data-slot='message'][data-role='assistant']")].at(-1).getBoundingClientRect();
    return answer.bottom - bottom("composer").top;
}"""


@pytest.mark.parametrize("mode", ["expanded", pytest.param("overlay", marks=pytest.mark.slow)])
async def test_a_chat_that_the_page_scrolls_follows_its_newest_line_until_the_reader_scrolls_up(
    open_page, hold: Hold, mode: str
):
    page = await live(open_page, mode, viewport=WINDOW)
    for _ in range(2):
        await ask(page, "plain")
        await is_done(page)
    hold("00050")
    await ask(page, "deltas 400")
    for word in ("00050", "00200"):
        hold(word)
        await has_text(page, word)
        await page.wait_for_function(f"() => ({BEHIND})() <= 0")
    assert await page.evaluate("scrollY") > 100
    await page.mouse.move(20, 200)
    await page.mouse.wheel(0, -200)
    await page.wait_for_function(f"() => ({BEHIND})() > 50")
    top = await page.evaluate("scrollY")
    hold("00350")
    await has_text(page, "00350")
    assert await page.evaluate("scrollY") == top
    hold.release()
    await is_done(page)
    assert abs(await page.evaluate("scrollY") - top) <= 1 or await page.evaluate(BEHIND) <= 0
    await ask(page, "plain")
    await is_done(page)
    await page.wait_for_function(f"() => ({BEHIND})() <= 0")


@pytest.mark.parametrize(
    ("path", "motion"),
    [
        ("/review/live", "reduce"),
        ("/review/chat", "no-preference"),
        pytest.param("/review/live", "no-preference", marks=pytest.mark.slow),
        pytest.param("/review/chat", "reduce", marks=pytest.mark.slow),
    ],
)
async def test_opening_the_newest_block_leaves_its_bar_where_it_is(open_page, path: str, motion: str):
    page = await open_page(path, viewport=WINDOW, reduced_motion=motion)
    for _ in range(2):
        await ask(page, "policy")
        await is_done(page)
    bar = slot(thinking(page), "thinking-summary-bar")
    await page.wait_for_function(f"() => ({BEHIND})() <= 0")
    await at_rest(page)
    before = await bar.bounding_box()
    await bar.click()
    await expect(thinking(page)).to_have_attribute("data-state", "open")
    await at_rest(page)
    await page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert before is not None
    after = await bar.bounding_box()
    assert after is not None
    assert abs(after["y"] - before["y"]) <= 1
    await bar.click()
    await expect(thinking(page)).to_have_attribute("data-state", "closed")
    await at_rest(page)
    await ask(page, "plain")
    await is_done(page)
    await page.wait_for_function(f"() => ({BEHIND})() <= 0")


async def test_a_button_leads_back_to_the_newest_line(open_page, hold: Hold, axe_violations):
    page = await live(open_page, viewport=WINDOW)
    jump = page.locator("[data-slot='jump-to-newest']")
    hold("Paragraph 30 ")
    await ask(page, "essay")
    await expect(jump).to_be_hidden()
    await page.wait_for_function("scrollY > 400", timeout=ANSWERED)
    await page.mouse.wheel(0, -300)
    await expect(jump).to_be_visible()
    assert not await axe_violations(page, "[data-slot='composer']")
    field, button = [await one.bounding_box() for one in (page.locator("[data-slot='composer']"), jump)]
    assert field and button
    assert 0 < field["y"] - button["y"] - button["height"] < 20
    assert abs(field["x"] + field["width"] / 2 - button["x"] - button["width"] / 2) <= 1
    hold.release()
    await is_done(page)
    await jump.press("Enter")
    await page.wait_for_function(f"() => ({BEHIND})() <= 0")
    await expect(jump).to_be_hidden()
    await expect(page.locator("[data-slot='composer-input']")).to_be_focused()


async def test_a_page_about_something_else_is_not_moved_when_it_loads(open_page):
    page = await live(open_page, viewport=WINDOW)
    await ask(page, "essay")
    await is_done(page)
    await page.wait_for_function(f"() => ({BEHIND})() <= 0")
    thread = await page.locator("#thread-id").inner_text()
    chat_first = await page.context.new_page()
    await chat_first.set_viewport_size(WINDOW)
    await chat_first.goto(f"/review/live?thread={thread}")
    await chat_first.wait_for_function(
        f"() => document.querySelector(\"[data-role='assistant']\") && ({BEHIND})() <= 0"
    )
    assert await chat_first.evaluate("scrollY") > 100
    below = await page.context.new_page()
    await below.set_viewport_size(WINDOW)
    await below.add_init_script(
        "document.addEventListener('DOMContentLoaded', () => document.body.style.paddingBlockStart = '900px')"
    )
    await below.goto(f"/review/live?thread={thread}")
    await expect(slot(answer(below), "message-text").first).to_be_attached()
    await at_rest(below)
    assert await below.evaluate("scrollY") == 0
