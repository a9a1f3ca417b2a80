"""What somebody says is heard or comes back; it never gets lost."""

import contextlib
from collections.abc import AsyncIterator
from typing import Literal

import pytest
from playwright.async_api import Locator, Page, expect

from tests.browser.live import ANSWERED, Hold, answer, ask, has_text, is_done, slot, thinking
from tests.browser.proxy import Proxy
from tools.serve import Server

PAGE = "/review/chat"


def part(page: Page, name: str) -> Locator:
    return page.locator(f"[data-slot='{name}']")


def said(page: Page) -> Locator:
    return page.locator("[data-slot='message'][data-role='user']")


@contextlib.asynccontextmanager
async def behind_a_proxy(open_page, server: Server, problems: list[str]) -> AsyncIterator[tuple[Page, Proxy]]:
    async with Proxy(server.port) as proxy:
        page: Page = await open_page(PAGE, init_script=proxy.script())
        await expect(part(page, "thread-list")).to_contain_text("No conversations")
        yield page, proxy
        await page.close()
        problems[:] = [problem for problem in problems if "WebSocket connection" not in problem]


async def heals(page: Page, proxy: Proxy) -> None:
    proxy.mend()
    await expect(part(page, "offline-notice")).to_have_count(0, timeout=ANSWERED)


async def say(page: Page, text: str) -> None:
    field = part(page, "composer-input")
    await field.fill(text)
    await field.press("Enter")
    await expect(field).to_have_value("")


async def is_sending(page: Page, text: str) -> None:
    """Wait until the page shows that it was not heard yet, and no answer to it."""
    await expect(part(page, "offline-notice")).to_be_visible(timeout=ANSWERED)
    await expect(said(page).last).to_have_attribute("data-status", "sending", timeout=ANSWERED)
    await expect(slot(said(page).last, "message-sending")).to_have_text("Sending…")
    await expect(slot(said(page).last, "message-text")).to_have_text(text)
    await expect(page.locator("[data-slot='message']").last).to_have_attribute("data-role", "user")


async def test_who_stops_an_answer_is_heard_at_once(open_page, hold: Hold):
    page: Page = await open_page(PAGE)
    hold("00010")
    for number in range(1, 4):
        await ask(page, "deltas 2000")
        await has_text(page, "00010")
        await part(page, "composer-stop").click()
        await is_done(page, "cancelled")
        await ask(page, "plain")
        await is_done(page)
        await expect(said(page)).to_have_count(2 * number)


async def test_of_two_tabs_that_speak_at_once_nobodys_words_are_lost(open_page, hold: Hold, server: Server):
    page: Page = await open_page(PAGE)
    await ask(page, "plain")
    await is_done(page)
    async with Proxy(server.port) as proxy:
        late = await page.context.new_page()
        await late.add_init_script(proxy.script())
        await late.goto(page.url)
        await is_done(late)
        # It does not hear yet that an answer is being made.
        proxy.hold()
        hold("00010")
        await ask(page, "deltas 60")
        await part(late, "composer-input").fill("failure")
        await part(late, "composer-input").press("Enter")
        await expect(part(late, "composer-input")).to_have_value("")
        proxy.mend()
        await expect(part(late, "composer-notice")).to_contain_text("An answer is still being made.")
        await expect(part(late, "composer-input")).to_have_value("failure")
        hold.release()
        for tab in (page, late):
            await is_done(tab)
            await expect(said(tab)).to_have_text(["plain", "deltas 60"])
        await part(late, "composer-input").press("Enter")
        await is_done(late, "error")
        await expect(said(page)).to_have_text(["plain", "deltas 60", "failure"])
        await late.close()


@pytest.mark.parametrize("lost", ["questions", "answers", "everything"])
async def test_what_got_lost_on_the_way_is_said_once_when_the_line_is_back(
    open_page, server: Server, problems: list[str], lost: Literal["questions", "answers", "everything"]
):
    async with behind_a_proxy(open_page, server, problems) as (page, proxy):
        proxy.loses = lost  # nobody reports an error
        await say(page, "plain")
        await is_sending(page, "plain")
        await heals(page, proxy)
        await is_done(page)
        await expect(said(page)).to_have_count(1)
        await expect(said(page)).to_have_attribute("data-status", "done")
        await expect(part(page, "composer-input")).to_have_value("")
        await expect(part(page, "thread-link")).to_have_count(1)
        await page.reload()
        await is_done(page)
        await expect(said(page)).to_have_count(1)


async def test_what_is_said_without_a_line_waits_for_it(open_page, server: Server, problems: list[str]):
    async with behind_a_proxy(open_page, server, problems) as (page, proxy):
        await say(page, "plain")
        await is_done(page)
        proxy.cut()
        await expect(part(page, "offline-notice")).to_be_visible(timeout=ANSWERED)
        await say(page, "two-blocks")
        await is_sending(page, "two-blocks")
        await expect(slot(said(page).last, "message-edit")).to_have_count(0)
        field = part(page, "composer-input")
        await field.fill("And more")
        await field.press("Enter")  # one thing at a time
        await expect(field).to_have_value("And more")
        await heals(page, proxy)
        await is_done(page)
        await expect(said(page)).to_have_count(2)
        # What an earlier message is changed to waits, too.
        await said(page).last.hover()
        await part(page, "message-edit").last.click()
        await part(page, "edit-input").fill("failure")
        proxy.cut()
        await expect(part(page, "offline-notice")).to_be_visible(timeout=ANSWERED)
        await part(page, "edit-input").press("Enter")
        await is_sending(page, "failure")
        await heals(page, proxy)
        await is_done(page, "error")
        await expect(slot(said(page), "message-text")).to_have_text(["plain", "failure"])


async def test_what_waits_for_the_line_outlives_a_reload(open_page, server: Server, problems: list[str]):
    async with behind_a_proxy(open_page, server, problems) as (page, proxy):
        await say(page, "plain")
        await is_done(page)
        proxy.cut()
        await expect(part(page, "offline-notice")).to_be_visible(timeout=ANSWERED)
        await say(page, "two-blocks")
        await is_sending(page, "two-blocks")
        proxy.mend()
        await page.reload()
        await expect(part(page, "composer-input")).to_have_value("two-blocks", timeout=ANSWERED)


async def test_a_line_that_breaks_without_a_word_is_noticed_and_a_stop_takes_effect_later(
    open_page, server: Server, problems: list[str], hold: Hold
):
    async with behind_a_proxy(open_page, server, problems) as (page, proxy):
        hold("00010")
        await say(page, "deltas 2000")
        await has_text(page, "00010")
        proxy.loses = "everything"
        await part(page, "composer-stop").click()
        await expect(part(page, "composer-stop")).to_have_attribute("aria-label", "Stopping…")
        await expect(part(page, "offline-notice")).to_be_visible(timeout=ANSWERED)
        await heals(page, proxy)
        await is_done(page, "cancelled")
        await expect(part(page, "composer-send")).to_be_visible()


async def test_a_line_that_is_whole_is_not_given_up_because_nothing_is_said(open_page, server: Server, hold: Hold):
    page: Page = await open_page(
        PAGE,
        init_script="window.sockets = []; const Real = WebSocket; window.WebSocket = class extends Real"
        " { constructor(...all) { super(...all); window.sockets.push(this); } send(data) { super.send(data); if (String(data).includes('here'))"
        " window.asked = (window.asked ?? 0) + 1; } };",
    )
    hold("00010")
    await ask(page, "deltas 60")
    await has_text(page, "00010")
    await page.wait_for_function("window.asked >= 3")
    assert await page.evaluate("window.sockets.length") == 1
    await expect(part(page, "offline-notice")).to_have_count(0)
    hold.release()
    await is_done(page)


@pytest.mark.parametrize(
    ("locale", "failed", "long"),
    [
        ("pt-BR", "Algo deu errado ao gerar a resposta.", "Uma mensagem pode ter 32.000 caracteres; esta tem 32.001."),
        ("ar", "حدث خطأ أثناء إعداد الإجابة.", "الحد الأقصى لعدد أحرف الرسالة"),
    ],
)
async def test_what_the_kit_says_of_failures_is_in_the_readers_language(open_page, locale: str, failed: str, long: str):
    page: Page = await open_page("/review/live")
    await page.locator("[data-slot='preference-locale']").select_option(locale)
    await ask(page, "crash")
    await is_done(page, "error")
    await expect(slot(answer(page), "message-error")).to_have_text(failed)
    await part(page, "composer-input").fill("x" * 32_001)
    await part(page, "composer-input").press("Enter")
    await expect(page.get_by_text(long)).to_be_visible()
    # A reader of another language reads it in that one; what somebody else says stays as it is.
    await page.locator("[data-slot='preference-locale']").select_option("en-US")
    await expect(slot(answer(page), "message-error")).to_have_text("Something went wrong while the answer was made.")
    await part(page, "composer-input").fill("")
    await page.locator("[data-slot='preference-locale']").select_option(locale)
    await ask(page, "failure")
    await is_done(page, "error")
    await expect(slot(answer(page), "message-error")).to_contain_text("The warehouse system is down")
    await expect(thinking(page)).to_have_count(1)
