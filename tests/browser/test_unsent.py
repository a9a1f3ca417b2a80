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


async def say_and_lose(page: Page, proxy: Proxy, lost: Literal["questions", "answers"]) -> None:
    """Say something that gets lost on the way there, or whose answer does; the line breaks, and heals."""
    field = part(page, "composer-input")
    proxy.loses = lost
    await field.fill("plain")
    await page.keyboard.press("Enter")
    await expect(field).to_have_value("")
    proxy.cut()
    await expect(field).to_have_value("plain", timeout=ANSWERED)
    await heals(page, proxy)


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


async def test_what_got_lost_on_the_way_comes_back_to_the_field(open_page, server: Server, problems: list[str]):
    async with behind_a_proxy(open_page, server, problems) as (page, proxy):
        field = part(page, "composer-input")
        await say_and_lose(page, proxy, "questions")
        await expect(said(page)).to_have_count(0)
        await expect(field).to_have_value("plain")
        await field.press("Enter")
        await is_done(page)
        await expect(said(page)).to_have_text("plain")
        await expect(field).to_have_value("")


async def test_what_was_heard_after_all_leaves_the_field_again(open_page, server: Server, problems: list[str]):
    async with behind_a_proxy(open_page, server, problems) as (page, proxy):
        field = part(page, "composer-input")
        await say_and_lose(page, proxy, "answers")
        await is_done(page)
        await expect(said(page)).to_have_text("plain")
        await expect(field).to_have_value("")
        # What an earlier message is changed to is not sent into the void either.
        await said(page).hover()
        await part(page, "message-edit").click()
        await part(page, "edit-input").fill("two-blocks")
        proxy.cut()
        await expect(part(page, "offline-notice")).to_be_visible(timeout=ANSWERED)
        await part(page, "edit-input").press("Enter")
        await expect(part(page, "edit-input")).to_have_value("two-blocks")
        await heals(page, proxy)
        await part(page, "edit-input").press("Enter")
        await expect(said(page)).to_have_text("two-blocks")
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
