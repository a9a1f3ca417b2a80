"""The summary beside the label: while a block thinks, at its end, and after a reload."""

import re

import pytest
from playwright.async_api import Page, expect

from tests.browser.live import ANSWERED, Hold, ask, has_text, is_done, live, slot, thinking

LISTEN = """() => {
    window.spoken = new Set();
    new MutationObserver(() => {
        for (const region of document.querySelectorAll("[aria-live]:not([aria-live=off]), [role=status], [role=alert], [role=log]"))
            window.spoken.add(region.textContent.trim());
    }).observe(document.body, {subtree: true, childList: true, characterData: true});
}"""


async def held_at(page: Page, text: str) -> None:
    """Wait until the scenario is held there, and then for as long as a summary lasts at least."""
    await has_text(page, text)
    timer = slot(thinking(page), "thinking-duration")
    began = float((await timer.inner_text()).removesuffix("s"))
    await page.wait_for_function(
        "([timer, least]) => parseFloat(timer.textContent) > least || timer.textContent.includes('m')",
        arg=[await timer.element_handle(), began + 1.5],
        timeout=ANSWERED,
    )


@pytest.mark.slow
async def test_the_summary_follows_the_thinking_and_is_never_announced(open_page, hold: Hold):
    page = await live(open_page)
    await page.evaluate(LISTEN)
    summary = slot(thinking(page), "thinking-summary")
    hold("has to be on")
    await ask(page, "trip")
    await held_at(page, "has to be on")
    await expect(summary).to_have_text("Reasoning…")
    hold("on Saturday")
    await expect(summary).to_have_text("The budget is €1,900 for the dinner and it has to be on Saturday.")
    hold("web_search_call_started trip-2")
    await expect(summary).to_have_text("Searching the web…")
    hold("leaves two. Casa")
    await held_at(page, "leaves two. Casa")
    hold("still has the room")
    await expect(summary).to_have_text("Mesa Longa is closed that Saturday, which leaves two.")
    hold.release()
    await is_done(page)
    await expect(summary).to_have_text("€1,628 in all, within budget.")
    spoken: list[str] = await page.evaluate("[...window.spoken]")
    assert all(re.fullmatch(r"|Thinking|Thought for .*", text) for text in spoken), spoken
    await page.reload()
    await expect(summary).to_have_text("€1,628 in all, within budget.")


@pytest.mark.parametrize(
    ("locale", "done"),
    [
        ("en-US", "Searched the web, ran code"),
        ("de", "Im Web gesucht, Code ausgeführt"),
        ("ar", "بحث في الويب، شغّل الشيفرة"),
    ],
)
async def test_a_block_of_tools_says_what_was_done_in_the_readers_language(open_page, locale: str, done: str):
    page = await live(open_page, "collapsed", locale=locale)
    await ask(page, "search")
    await is_done(page)
    await expect(slot(thinking(page), "thinking-summary")).to_have_text(done)


async def test_each_block_of_an_answer_has_its_own_summary(open_page):
    page = await live(open_page, "collapsed")
    await ask(page, "two-blocks")
    await is_done(page)
    summaries = slot(thinking(page), "thinking-summary")
    await expect(summaries).to_have_text(
        ["First I look at the weather, then at the calendar.", "Used weather and calendar"]
    )
