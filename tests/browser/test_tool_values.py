"""What tools take and give: one line about it, JSON in lines and colours, copy, and a search where it is long."""

import json
import re
from typing import Any

import pytest
from playwright.async_api import Locator, Page, expect

from tests.browser.live import Hold, answer, ask, is_done, live, slot, thinking
from tests.browser.scripts import tool

HITS = {
    "results": {"hits": [{"title": f"Project {number}", "score": number / 10} for number in range(8)], "took_ms": 12}
}
SAID = "8 hits: Project 0, Project 1, Project 2, … · took ms: 12"
LONG = {"rows": [{"id": 9007199254740993 + number, "name": f"Row {number}", "note": "x" * 90} for number in range(60)]}
HOSTILE = {"</pre><script>window.pwned=1</script>": '"><img src=x onerror="window.pwned=1">', "list": ["\u202e<b>", {}]}


def value(step: Locator, number: int = -1) -> Locator:
    """What the tool took (0) or gave (-1)."""
    return slot(step, "thinking-value").nth(number)


async def used(open_page: Any, hold: Hold, result: Any, given: Any = None, **options: Any) -> tuple[Page, Locator]:
    """A page on which a tool was used, and the open step of it."""
    page = await live(open_page, **options)
    await ask(page, hold.script(*tool("call", "search", given or {"query": "voice agents"}, result), "Done."))
    await is_done(page)
    await slot(thinking(page), "thinking-summary-bar").click()
    step = slot(thinking(page), "thinking-step")
    await slot(step, "thinking-step-trigger").click()
    await expect(step).to_have_attribute("data-state", "open")
    return page, step


async def test_a_row_says_in_words_what_the_tool_took_and_gave(open_page, hold: Hold):
    page, step = await used(open_page, hold, HITS)
    await slot(step, "thinking-step-trigger").click()
    await expect(slot(step, "thinking-step-preview")).to_have_text(SAID)
    await expect(step.locator(".rxt-step-note")).to_have_text("query: voice agents")
    await page.locator("[data-slot='preference-locale']").select_option("de")
    await expect(slot(step, "thinking-step-preview")).to_have_text(SAID)


async def test_a_tool_that_runs_says_what_it_was_given(open_page, hold: Hold):
    page = await live(open_page, "overlay")
    hold("tool_call_update call")
    await ask(page, hold.script(*tool("call", "search", {"query": "voice agents"}, HITS), "Done."))
    overlay = slot(thinking(page), "thinking-overlay")
    await expect(overlay.locator(".rxt-step-note")).to_have_text("query: voice agents")
    hold("tool_result call")
    await expect(slot(overlay, "thinking-step-preview")).to_have_text(SAID)
    hold.release()
    await is_done(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_json_is_in_lines_and_colours_and_can_be_copied(open_page, hold: Hold, axe_violations, scheme: str):
    page, step = await used(
        open_page, hold, HITS, color_scheme=scheme, permissions=["clipboard-read", "clipboard-write"]
    )
    result = value(step)
    shown = await result.locator("pre").inner_text()
    assert json.loads(shown) == HITS
    assert shown.startswith('{\n  "results": {\n    "hits": [\n      {"title": "Project 0", "score": 0.0},\n')
    colours = await result.locator("pre span[class^='hljs-']").evaluate_all(
        "all => [...new Set(all.map((one) => getComputedStyle(one).color))].length"
    )
    assert colours == 3  # keys, texts, numbers
    await expect(slot(result, "value-search")).to_have_count(0)
    copy = slot(result, "value-copy")
    await copy.click()
    await expect(copy).to_have_attribute("data-copied", "true")
    assert json.loads(await page.evaluate("navigator.clipboard.readText()")) == HITS
    await expect(value(step, 0).locator("pre")).to_have_text('{"query": "voice agents"}')
    assert not await axe_violations(page, "[data-slot='thinking']")


async def test_numbers_and_keys_stay_as_they_are(open_page, hold: Hold):
    given = '{"10": 12345678901234567890, "2": 1.50, "a": "b"}'
    _, step = await used(open_page, hold, given)
    await expect(value(step).locator("pre")).to_have_text(given)


async def test_what_is_no_json_is_shown_as_it_is(open_page, hold: Hold):
    _, step = await used(open_page, hold, "{'Almeida': 592.0}\n  indented")
    assert await value(step).locator("pre").inner_text() == "{'Almeida': 592.0}\n  indented"
    assert await value(step).locator("pre span span").count() == 0


@pytest.mark.parametrize("width", [1280, 320])
async def test_a_long_result_is_in_a_bounded_box_that_can_be_searched(
    open_page, hold: Hold, axe_violations, width: int
):
    page, step = await used(open_page, hold, LONG, viewport={"width": width, "height": 800})
    result = value(step)
    box = result.locator("pre")
    assert (await box.bounding_box() or {})["height"] < 320
    assert await page.evaluate("document.documentElement.scrollWidth") <= width
    field, found = slot(result, "value-search"), slot(result, "value-found")
    await field.fill("ROW 5")
    await expect(found).to_have_text("1/11")
    current = box.locator("mark[data-current]")
    for place, text in ((1, "Row 5"), (2, "Row 50"), (3, "Row 51")):
        await expect(found).to_have_text(f"{place}/11")
        assert await current.evaluate("e => (e.textContent + e.nextSibling.textContent).split('\"')[0]") == text
        await expect(current).to_be_in_viewport()
        area, mark = await box.bounding_box(), await current.bounding_box()
        assert area and mark
        assert area["y"] <= mark["y"] <= area["y"] + area["height"]
        await field.press("Enter")
    await field.press("Shift+Enter")
    await expect(found).to_have_text("3/11")
    await field.fill("nowhere")
    await expect(found).to_have_text("Not found")
    await expect(box.locator("mark")).to_have_count(0)
    assert not await axe_violations(page, "[data-slot='thinking']")
    await field.press("Escape")
    await expect(field).to_have_value("")
    await expect(found).to_have_text("")


async def test_escape_in_the_search_leaves_the_answer_alone(open_page, hold: Hold):
    page: Page = await open_page("/review/chat")
    hold("Still")
    await ask(page, hold.script(*tool("call", "search", {"q": 1}, LONG), "Still writing", " the end."))
    await expect(slot(answer(page), "message-text")).to_contain_text("Still")
    await slot(thinking(page), "thinking-summary-bar").click()
    await slot(thinking(page), "thinking-step-trigger").click()
    field = slot(value(thinking(page)), "value-search")
    await field.fill("Row 7")
    await field.press("Enter")
    await field.press("Escape")
    await expect(field).to_have_value("")
    await expect(field).to_be_focused()
    hold.release()
    await is_done(page)
    await expect(slot(answer(page), "message-text")).to_have_text("Still writing the end.")


async def test_a_huge_result_costs_no_more_than_its_beginning_until_all_of_it_is_wanted(open_page, hold: Hold):
    lines = "\n".join(f"line {number} of a log that nobody reads to its end" for number in range(20_000))
    page, step = await used(open_page, hold, lines + "\nneedle")
    result = value(step)
    box = result.locator("pre")
    assert len(await box.inner_text()) <= 20_000
    assert await result.locator("*").count() < 40
    await expect(slot(result, "thinking-show-all")).to_have_text(
        re.compile(r"^Show all \(\d+ KB\)$|^Show all \(1\.\d MB\)$")
    )
    await slot(result, "value-search").fill("needle")
    await expect(box.locator("mark")).to_be_in_viewport()
    assert len(await box.text_content() or "") == len(lines) + 7
    await slot(result, "value-search").fill("")
    assert len(await box.text_content() or "") <= 20_000
    await slot(result, "thinking-show-all").click()
    assert len(await box.text_content() or "") == len(lines) + 7
    assert await result.locator("*").count() < 600
    await page.reload()
    await expect(slot(result, "thinking-show-all")).to_have_text("Show less")


async def test_hostile_values_stay_text(open_page, hold: Hold):
    page, step = await used(open_page, hold, HOSTILE, HOSTILE)
    assert json.loads(await value(step).locator("pre").inner_text()) == HOSTILE
    await slot(step, "thinking-step-trigger").click()
    await expect(slot(step, "thinking-step-preview")).to_contain_text("onerror")
    assert await step.locator("script, img, b").count() == 0
    assert await page.evaluate("window.pwned") is None
