"""A run from its producer to the page: through the real websocket, with refreshes, cuts, tabs and failures."""

import asyncio
import re

import pytest
from playwright.async_api import BrowserContext, Page, expect

from tests.browser.live import ANSWERED, Hold, answer, ask, has_text, is_done, shown, steps_text, thinking
from tests.browser.proxy import Proxy
from tools.serve import Server

COOKIE = {"name": "reflex_thinking_user", "value": "test-user-0123456789abcdef"}


def deltas_text(count: int) -> str:
    return "".join(f"{number:05d}aboutconstraintshere" for number in range(1, count + 1))


async def test_a_run_streams_and_ends_collapsed(open_page, hold: Hold):
    page = await open_page("/review/live")
    hold("vegetarians")
    await ask(page, "trip")
    await expect(page.locator("[data-slot='message'][data-role='user']")).to_have_text("trip")
    await expect(thinking(page)).to_have_attribute("data-state", "open")
    await expect(thinking(page).locator("[data-slot='thinking-label']")).to_have_text("Thinking…")
    await expect(thinking(page).locator("[data-slot='thinking-duration']")).to_have_text(re.compile(r"^\d+\.\ds$"))
    await expect(page.locator("[data-slot='composer-stop']")).to_be_visible()
    hold.release()
    await is_done(page)
    await expect(thinking(page)).to_have_attribute("data-state", "closed")
    await expect(thinking(page).locator("[data-slot='thinking-label']")).to_have_text(
        re.compile(r"^Thought for \d+\.\ds$")
    )
    await expect(thinking(page).locator("[data-slot='thinking-tool-badge']")).to_have_text("3 tools used")
    await expect(answer(page).locator("[data-slot='message-text'] strong")).to_have_text("Dinner for eleven")
    await expect(page.locator("[data-slot='composer-send']")).to_be_visible()


async def test_assistants_stream_their_steps(open_page, hold: Hold):
    page = await open_page("/review/live")
    hold("tool_call_started policy-2-2")
    await ask(page, "policy")
    checker = thinking(page).locator("[data-step-id='policy-2']")
    await expect(checker.get_by_text("Policy Checker is working…")).to_be_visible()
    await expect(thinking(page).locator("[data-step-id='policy-2-2']")).to_be_visible()
    hold.release()
    await is_done(page)
    assert "onlythesecondisabouttime" in await steps_text(page)
    await expect(thinking(page).locator("[data-step-id='policy-2']")).to_have_attribute("data-state", "closed")


async def test_thinking_after_the_answer_began_is_a_block_of_its_own(open_page):
    page = await open_page("/review/live")
    await ask(page, "two-blocks")
    await is_done(page)
    await expect(thinking(page)).to_have_count(2)
    slots = await answer(page).evaluate("e => [...e.children].map(c => c.dataset.slot)")
    assert slots == ["thinking", "message-text", "thinking", "message-text"]
    labels = thinking(page).locator("[data-slot='thinking-label']")
    await expect(labels.nth(1)).to_have_text(re.compile(r"^Worked for \d+\.\ds$"))


async def test_all_text_arrives_once_and_in_order(open_page):
    page = await open_page("/review/live")
    await ask(page, "deltas 1000")
    await is_done(page)
    assert await steps_text(page) == deltas_text(1000)
    await expect(answer(page).locator("[data-slot='message-text']")).to_have_text("Done.")


async def test_a_reload_in_mid_stream_goes_on(open_page, hold: Hold):
    page = await open_page("/review/live")
    hold("00150")
    await ask(page, "deltas 400")
    await has_text(page, "00150")
    await page.reload()
    await expect(thinking(page)).to_have_attribute("data-state", "open")
    hold("00160")
    await has_text(page, "00160")
    hold.release()
    await is_done(page)
    assert await steps_text(page) == deltas_text(400)


async def test_after_a_reload_the_finished_answer_looks_the_same(open_page):
    page = await open_page("/review/live", reduced_motion="reduce")
    await ask(page, "trip")
    await is_done(page)
    await thinking(page).locator("[data-slot='thinking-summary-bar']").click()
    before = await shown(page)
    await page.reload()
    await expect(thinking(page)).to_have_attribute("data-state", "open")
    assert await shown(page) == before


@pytest.mark.slow
async def test_a_connection_that_is_cut_for_five_seconds_heals(
    open_page, server: Server, problems: list[str], hold: Hold
):
    async with Proxy(server.port) as proxy:
        page = await open_page("/review/live", init_script=proxy.script())
        hold("00100")
        await ask(page, "deltas 900")
        await has_text(page, "00100")
        hold("00600")
        proxy.cut()
        await asyncio.sleep(5)  # the length of the cut is what is tested
        proxy.mend()
        await has_text(page, "00600")
        hold.release()
        await is_done(page)
        assert await steps_text(page) == deltas_text(900)
        await page.close()
        problems[:] = [problem for problem in problems if "WebSocket connection" not in problem]


async def test_a_tab_in_the_background_has_everything_when_it_comes_back(open_page, hold: Hold):
    page: Page = await open_page("/review/live")
    hold("00080")
    await ask(page, "deltas 400")
    await has_text(page, "00080")
    other = await page.context.new_page()
    await other.bring_to_front()
    hold.release()
    await is_done(page)
    await page.bring_to_front()
    assert await steps_text(page) == deltas_text(400)


async def test_two_tabs_show_the_same_stream(open_page, server: Server, hold: Hold):
    page: Page = await open_page("/review/live", cookies=[{**COOKIE, "url": server.url}])
    hold("00050")
    await ask(page, "deltas 400")
    await has_text(page, "00050")
    thread = await page.locator("#thread-id").text_content()
    other = await page.context.new_page()
    await other.goto(f"/review/live?thread={thread}")
    await has_text(other, "00050")
    hold("00100")
    for tab in (page, other):
        await has_text(tab, "00100")
    hold.release()
    await is_done(page)
    await is_done(other)
    assert await steps_text(page) == await steps_text(other) == deltas_text(400)
    await ask(other, "two-blocks")
    await expect(page.locator("[data-slot='message']")).to_have_count(4)
    await is_done(page)


async def test_somebody_elses_thread_is_not_found(open_page):
    page = await open_page("/review/live")
    await ask(page, "two-blocks")
    await is_done(page)
    thread = await page.locator("#thread-id").text_content()
    stranger = await open_page(f"/review/live?thread={thread}")
    await expect(stranger.get_by_text("not found")).to_be_visible()
    await expect(stranger.locator("[data-slot='message']")).to_have_count(0)


async def test_stop_keeps_what_was_said(open_page, hold: Hold):
    page = await open_page("/review/live")
    hold("00100")
    await ask(page, "deltas 5000")
    await has_text(page, "00100")
    await page.locator("[data-slot='composer-stop']").click()
    await is_done(page, "cancelled")
    await expect(thinking(page).locator("[data-slot='thinking-status']")).to_have_text("Stopped")
    said = await steps_text(page)
    assert said == deltas_text(100)
    await page.reload()
    await is_done(page, "cancelled")
    assert await steps_text(page) == said


async def test_closing_the_tab_does_not_stop_the_run(open_page, server: Server, hold: Hold):
    page: Page = await open_page("/review/live", cookies=[{**COOKIE, "url": server.url}])
    context: BrowserContext = page.context
    hold("00050")
    await ask(page, "deltas 300")
    await has_text(page, "00050")
    thread = await page.locator("#thread-id").text_content()
    await page.close()
    hold.release()
    other = await context.new_page()
    await other.goto(f"/review/live?thread={thread}")
    await is_done(other)
    assert await steps_text(other) == deltas_text(300)


async def test_a_failing_producer_fails_its_step_and_says_why(open_page):
    page = await open_page("/review/live")
    await ask(page, "failure")
    await is_done(page, "error")
    await expect(answer(page).locator("[data-slot='message-error']")).to_contain_text("down for maintenance")
    await expect(thinking(page).locator("[data-slot='thinking-status']")).to_have_text("Failed")
    await expect(thinking(page)).to_have_attribute("data-status", "error")
    await thinking(page).locator("[data-slot='thinking-summary-bar']").click()
    await expect(thinking(page).locator("[data-step-id='failure-1']")).to_have_attribute("data-status", "error")
    await expect(thinking(page)).to_contain_text("three warehouses")


async def test_a_bug_in_the_producer_leaks_nothing(open_page):
    page = await open_page("/review/live")
    await ask(page, "crash")
    await is_done(page, "error")
    assert "passwd" not in await page.content()
    assert "andthen" in await steps_text(page)


async def test_what_the_user_opened_and_closed_outlives_a_reload(open_page, hold: Hold):
    page = await open_page("/review/live")
    hold("00030")
    await ask(page, "deltas 100")
    await has_text(page, "00030")
    await thinking(page).locator("[data-slot='thinking-summary-bar']").click()
    await expect(thinking(page)).to_have_attribute("data-state", "closed")
    await page.reload()
    await expect(thinking(page)).to_have_attribute("data-state", "closed")
    await thinking(page).locator("[data-slot='thinking-summary-bar']").click()
    hold.release()
    await is_done(page)
    await expect(thinking(page)).to_have_attribute("data-state", "open")


async def test_the_newest_line_stays_in_view_until_the_reader_scrolls_up(open_page, hold: Hold):
    page = await open_page("/review/live")
    hold("00300")
    await ask(page, "deltas 400")
    await has_text(page, "00300")
    body = thinking(page).locator("[data-slot='thinking-panel-body']")
    await page.wait_for_function(
        "e => e.scrollHeight > e.clientHeight + 300 && Math.abs(e.scrollTop) < 2", arg=await body.element_handle()
    )
    await body.evaluate("e => e.scrollBy(0, -200)")
    before = await body.evaluate("e => e.scrollHeight")
    hold("00390")
    await page.wait_for_function(
        "([e, height]) => e.scrollHeight > height + 100", arg=[await body.element_handle(), before]
    )
    assert await body.evaluate("e => Math.abs(e.scrollTop)") > 100


async def test_the_player_of_the_review_page_plays(open_page):
    page = await open_page("/review/all")
    player = page.locator("section#player")
    await player.get_by_label("Scenario").select_option("two-blocks")
    await player.get_by_role("button", name="Play").click()
    await expect(player.locator("[data-slot='message'][data-status='done'][data-role='assistant']")).to_have_count(
        1, timeout=ANSWERED
    )
    await expect(player.locator("[data-slot='thinking']")).to_have_count(2)


@pytest.mark.slow
async def test_sixteen_thousand_deltas(open_page):
    page = await open_page("/review/live")
    await ask(page, "deltas 16000")
    await is_done(page, patience=240_000)
    assert await steps_text(page) == deltas_text(16_000)


async def test_what_stands_in_closed_blocks_is_sent_when_one_is_opened(open_page):
    page = await open_page("/review/live")
    await ask(page, "deltas 300")
    await is_done(page)
    received: list[str] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: received.append(str(frame))))
    thread_id = await page.locator("#thread-id").text_content()
    await page.goto(f"{page.url.split('?')[0]}?thread={thread_id}")
    await is_done(page)
    await expect(thinking(page).locator("[data-slot='thinking-label']")).to_have_text(re.compile("^Thought for"))
    assert not any("00150" in frame for frame in received)
    await thinking(page).locator("[data-slot='thinking-summary-bar']").click()
    assert await steps_text(page) == deltas_text(300)
    assert any("00150" in frame for frame in received)
