"""From Send to the first token: what was said and that an answer is on its way is in the page at once, and nothing jumps."""

import re

import pytest
from playwright.async_api import Locator, Page, expect

from tests.browser.gates import MODES, Gated, say, shifts, turn_thinking
from tests.browser.live import answer, is_done, slot, thinking
from tests.browser.proxy import Proxy

LIVE = {
    "expanded": "thinking-summary-bar",
    "collapsed": "thinking-summary-bar",
    "overlay": "thinking-overlay",
    "progress": "thinking-progress",
}
COOKIE = {"name": "reflex_thinking_user", "value": "test-user-0123456789abcdef"}
MARKED = "e => { e.isFirst = true; }"
IS_MARKED = "e => e.isFirst === true"


def said(page: Page) -> Locator:
    return page.locator("[data-slot='message'][data-role='user']")


def seconds(text: str) -> float:
    return float(re.sub(r"[^\d.]", "", text))


async def is_waiting(page: Page, mode: str = "expanded") -> Locator:
    """Wait for what stands in for the answer, and return it."""
    await expect(thinking(page)).to_have_attribute("data-status", "thinking")
    await expect(thinking(page)).to_have_attribute("data-waiting", "true")
    line = slot(thinking(page), LIVE[mode])
    await expect(line).to_contain_text("Thinking…")
    await expect(slot(line, "thinking-duration")).to_have_text(re.compile(r"^\d+\.\ds$"))
    await expect(slot(thinking(page), "thinking-step")).to_have_count(0)
    return line


@pytest.mark.parametrize("mode", MODES)
async def test_the_bar_is_there_at_once_and_stays_when_the_first_part_comes(gated: Gated, mode: str):
    page = await gated(f"/{mode}")
    first, second = gated.gate(), gated.gate()
    await say(page, first, "think:Let_me_see.", second, "say:Done.")
    line = await is_waiting(page, mode)
    if mode in ("expanded", "collapsed"):
        await expect(slot(line, "thinking-dot")).to_be_visible()
    await expect(said(page)).to_contain_text("think:Let_me_see.")
    await expect(page.locator("[data-slot='composer-stop']")).to_be_visible()
    await line.evaluate(MARKED)
    await shifts(page)
    box = await line.bounding_box()
    await first.open(page)
    await expect(thinking(page)).not_to_have_attribute("data-waiting", "true")
    if mode in ("expanded", "overlay"):
        await expect(slot(thinking(page), "thinking-step")).to_contain_text("Let me see.")
    assert await shifts(page) == []
    assert await line.evaluate(IS_MARKED)
    after = await line.bounding_box()
    assert box and after and (after["x"], after["y"], after["width"]) == (box["x"], box["y"], box["width"])
    await second.open(page)
    await is_done(page)
    # The timer never went back, and what it ended with is what the server counted.
    timers = [seconds(text) for text in await page.evaluate("() => seen.timers")]
    assert timers == sorted(timers) and timers
    if mode == "overlay":
        await expect(slot(thinking(page), "thinking-label")).to_have_text("Show reasoning")
    else:
        thought = seconds(await slot(thinking(page), "thinking-label").inner_text())
        assert thought >= timers[-1] - 0.1
    spoken = await page.evaluate("() => seen.spoken")
    assert spoken == ["Thinking", spoken[-1]] and spoken[-1].startswith("Thought for")


@pytest.mark.parametrize("mode", MODES)
async def test_an_answer_without_thinking_takes_the_place_of_the_bar(gated: Gated, mode: str):
    page = await gated(f"/{mode}")
    gate, end = gated.gate(), gated.gate()
    await say(page, gate, "say:\n", "say:Four.", end)
    await is_waiting(page, mode)
    await shifts(page)
    top = (await answer(page).bounding_box() or {})["y"]
    height = (await answer(page).bounding_box() or {})["height"]
    await gate.open(page)
    text = slot(answer(page), "message-text")
    await expect(text).to_have_text("Four.")
    await expect(thinking(page)).to_have_count(0)
    assert await shifts(page) == []
    assert (await text.bounding_box() or {})["y"] == top
    assert (await answer(page).bounding_box() or {})["height"] == height
    await end.open(page)
    await is_done(page)
    await expect(thinking(page)).to_have_count(0)
    assert "Thought" not in await page.locator("main").inner_text()
    assert await page.evaluate("() => seen.spoken") == ["Thinking"]
    await page.reload()
    await is_done(page)
    await expect(thinking(page)).to_have_count(0)


@pytest.mark.parametrize("mode", MODES)
async def test_with_thinking_off_a_typing_indicator_stands_in(gated: Gated, mode: str):
    page = await gated(f"/{mode}")
    await turn_thinking(page, "off")
    gate, end = gated.gate(), gated.gate()
    await say(page, gate, "say:Four.", end)
    typing = slot(answer(page), "message-typing")
    await expect(typing).to_be_visible()
    await expect(thinking(page)).to_have_count(0)
    await expect(page.locator("[data-slot='thread-announcer']")).to_have_text("Writing the answer")
    await shifts(page)
    before = await answer(page).bounding_box()
    await gate.open(page)
    await expect(slot(answer(page), "message-text")).to_have_text("Four.")
    await expect(typing).to_have_count(0)
    assert await shifts(page) == []
    assert await answer(page).bounding_box() == before
    await end.open(page)
    await is_done(page)
    assert await page.evaluate("() => seen.spoken") == ["Writing the answer"]


async def test_thinking_that_comes_although_it_is_off_has_its_own_time(gated: Gated):
    page = await gated("/expanded")
    await turn_thinking(page, "off")
    gate, end = gated.gate(), gated.gate()
    await say(page, gate, "think:After_all.", end, "say:Four.")
    await expect(slot(answer(page), "message-typing")).to_be_visible()
    await shifts(page)
    await gate.open(page)
    await expect(slot(thinking(page), "thinking-step")).to_contain_text("After all.")
    await expect(slot(answer(page), "message-typing")).to_have_count(0)
    assert await shifts(page) == []
    await end.open(page)
    await is_done(page)
    assert (await page.evaluate("() => seen.spoken"))[:2] == ["Writing the answer", "Thinking"]


async def test_what_is_said_is_in_the_page_before_the_server_hears_of_it(gated: Gated, problems: list[str]):
    async with Proxy(gated.server.port) as proxy:
        page = await gated("/expanded", init_script=proxy.script())
        gate = gated.gate()
        await say(page, "Hello")
        await is_done(page)
        proxy.hold()
        await say(page, gate, "think:Hm.", "say:Yes.")
        await expect(said(page)).to_have_count(2)
        await expect(said(page).last).to_contain_text("think:Hm.")
        line = await is_waiting(page)
        await line.evaluate(MARKED)
        await said(page).last.evaluate(MARKED)
        await gate.open(page)
        await expect(page.locator("[data-slot='message']")).to_have_count(4)
        proxy.mend()
        await is_done(page)
        assert await line.evaluate(IS_MARKED), "the bar of the server's answer is the one that stood in for it"
        assert await said(page).last.evaluate(IS_MARKED)
        await expect(page.locator("[data-slot='message']")).to_have_count(4)
        # Also another answer, and what is said instead.
        proxy.hold()
        await page.locator("[data-slot='message-retry']").click()
        await is_waiting(page)
        await expect(page.locator("[data-slot='message']")).to_have_count(4)
        proxy.mend()
        await is_done(page)
        await expect(slot(answer(page), "message-text")).to_have_text("Yes.")
        proxy.hold()
        await said(page).first.hover()
        await page.locator("[data-slot='message-edit']").first.click()
        await page.locator("[data-slot='edit-input']").fill("say:Instead.")
        await page.keyboard.press("Enter")
        await expect(page.locator("[data-slot='message']")).to_have_count(2)
        await expect(said(page)).to_have_text("say:Instead.")
        await is_waiting(page)
        proxy.mend()
        await is_done(page)
        await expect(slot(answer(page), "message-text")).to_have_text("Instead.")
        await page.close()
        problems[:] = [problem for problem in problems if "WebSocket connection" not in problem]


async def test_a_run_that_fails_before_its_first_part_says_why(gated: Gated):
    page = await gated("/expanded")
    gate = gated.gate()
    await say(page, gate, "fail")
    await is_waiting(page)
    await gate.open(page)
    await is_done(page, "error")
    await expect(slot(answer(page), "message-error")).to_have_text("No luck today.")
    await expect(thinking(page)).to_have_count(0)
    await expect(page.locator("[data-slot='thread-announcer']")).to_have_text("Failed")
    assert await page.evaluate("() => seen.spoken") == ["Thinking", "Failed"]


@pytest.mark.parametrize("thinks", ["on", "off"])
async def test_a_run_that_is_stopped_before_its_first_part_says_so(gated: Gated, thinks: str):
    page = await gated("/collapsed")
    if thinks == "off":
        await turn_thinking(page, "off")
    await say(page, gated.gate())
    await expect(slot(answer(page), "message-typing" if thinks == "off" else "thinking")).to_be_visible()
    await page.locator("[data-slot='composer-stop']").click()
    await is_done(page, "cancelled")
    await expect(slot(answer(page), "message-ending")).to_have_text("This answer was stopped.")
    await expect(thinking(page)).to_have_count(0)
    await expect(slot(answer(page), "message-typing")).to_have_count(0)
    first = {"on": "Thinking", "off": "Writing the answer"}[thinks]
    assert await page.evaluate("() => seen.spoken") == [first, "This answer was stopped."]
    await page.reload()
    await expect(slot(answer(page), "message-ending")).to_have_text("This answer was stopped.")
    await expect(page.locator("[data-slot='thread-announcer']")).to_have_text("")


@pytest.mark.parametrize("mode", MODES)
async def test_a_reload_and_a_second_tab_wait_from_the_same_time_on(gated: Gated, mode: str):
    page = await gated(f"/{mode}", cookies=[{**COOKIE, "url": gated.server.url}])
    gate = gated.gate()
    await say(page, gate, "think:Let_me_see.", "say:Done.")
    line = await is_waiting(page, mode)
    await expect(page.locator("#thread-id")).not_to_be_empty()
    thread = await page.locator("#thread-id").inner_text()
    waited = seconds(await slot(line, "thinking-duration").inner_text())
    await page.reload()
    line = await is_waiting(page, mode)
    assert seconds(await slot(line, "thinking-duration").inner_text()) >= waited
    other = await page.context.new_page()
    await other.goto(f"/{mode}?thread={thread}")
    await is_waiting(other, mode)
    await gate.open(page)
    for tab in (page, other):
        await is_done(tab)
        await expect(slot(answer(tab), "message-text")).to_have_text("Done.")
    labels = [await slot(thinking(tab), "thinking-label").inner_text() for tab in (page, other)]
    assert labels[0] == labels[1]


async def test_a_message_that_is_refused_is_taken_back(gated: Gated, problems: list[str]):
    async with Proxy(gated.server.port) as proxy:
        page = await gated("/expanded", cookies=[{**COOKIE, "url": gated.server.url}])
        await say(page, "say:Hello.")
        await is_done(page)
        thread = await page.locator("#thread-id").inner_text()
        late = await page.context.new_page()
        await late.add_init_script(proxy.script())
        await late.goto(f"/expanded?thread={thread}")
        await is_done(late)
        proxy.hold()
        gate = gated.gate()
        await say(page, gate, "say:Mine.")
        await is_waiting(page)
        await say(late, "say:Too_late.")
        await expect(said(late)).to_have_text(["say:Hello.", "say:Too_late."])
        proxy.mend()
        await expect(late.locator("[data-slot='composer-input']")).to_have_value("say:Too_late.")
        await expect(said(late)).to_have_text(["say:Hello.", f"{gate} say:Mine."])
        await is_waiting(late)
        await gate.open(page)
        await is_done(late)
        await expect(late.locator("[data-slot='message']")).to_have_count(4)
        await late.close()
        problems[:] = [problem for problem in problems if "WebSocket connection" not in problem]
