"""When each step began, as its reader sees it."""

from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.browser.live import Hold, ask, is_done, live, slot, thinking

pytestmark = pytest.mark.slow

TIMES = """root => [...root.querySelectorAll("[data-slot='thinking-step']")].map((step) => {
    const time = step.querySelector(":scope > time");
    return [step.dataset.stepId, time?.dateTime, time?.title];
})"""


async def times(page: Page) -> list[list[Any]]:
    """Of each step its id, when it began, and what its icon says on hover."""
    return await thinking(page).evaluate(TIMES)


async def opened(page: Page) -> None:
    root = thinking(page)
    if await root.get_attribute("data-state") == "closed":
        await slot(root, "thinking-summary-bar").click()
    await expect(slot(root, "thinking-step").first).to_be_visible()


@pytest.mark.parametrize("locale", ["en-US", "pt-BR"])
async def test_every_step_says_when_it_began_live_and_stored_alike(open_page, hold: Hold, locale: str):
    page = await live(open_page, locale=locale)
    before = await page.evaluate("new Date().toJSON()")
    hold("vegetarians")
    await ask(page, "trip")
    await expect(slot(thinking(page), "thinking-step").first.locator("> time")).to_be_visible()
    while_it_runs = await times(page)
    hold.release()
    await is_done(page)
    after = await page.evaluate("new Date().toJSON()")
    await opened(page)
    at_its_end = await times(page)
    assert len(at_its_end) > len(while_it_runs) > 0
    assert at_its_end[: len(while_it_runs)] == while_it_runs
    moments = await page.evaluate("all => all.map(([, at]) => new Date(at).toJSON())", at_its_end)
    assert moments == sorted(moments) and before <= moments[0] and moments[-1] <= after
    titles = await page.evaluate(
        """([all, locale]) => {
            const format = new Intl.DateTimeFormat(locale, {dateStyle: "long", timeStyle: "medium"});
            return all.map(([, at]) => format.format(new Date(at)));
        }""",
        [at_its_end, locale],
    )
    assert [title for _, _, title in at_its_end] == titles
    await page.reload()
    await opened(page)
    assert await times(page) == at_its_end


async def test_an_open_call_shows_when_it_began(open_page):
    page = await live(open_page)
    await ask(page, "policy")
    await is_done(page)
    await opened(page)
    root = thinking(page)
    for step in ("policy-2", "policy-2-2"):
        row = root.locator(f"[data-step-id='{step}']")
        await slot(row, "thinking-step-trigger").first.click()
        started = slot(row, "thinking-step-started").first
        await expect(started).to_be_visible()
        shown = await started.evaluate("e => [e.firstChild.textContent, e.lastChild.tagName, e.lastChild.textContent]")
        at = (await row.locator("> time").get_attribute("datetime")) or ""
        clock = await page.evaluate(
            "at => new Intl.DateTimeFormat('en-US', {timeStyle: 'medium'}).format(new Date(at))", at
        )
        assert shown == ["Started", "TIME", clock]


async def test_a_step_without_a_time_has_no_time_element(open_page):
    page = await open_page("/review/all")
    story = page.locator("section#done")
    await slot(story, "thinking-summary-bar").click()
    reasoning = story.locator("[data-slot='thinking-step'][data-type='reasoning']")
    await expect(reasoning.first).to_be_visible()
    await expect(reasoning.locator("> span[data-slot='thinking-step-icon']").first).to_be_visible()
    await expect(reasoning.locator("time")).to_have_count(0)
    await expect(story.locator("[data-type='tool_call'] > time").first).to_be_visible()
