"""The chat page: threads and their addresses, what can be done with messages, settings, and every width.

The page is the one at `/`; answers come from a script, so that each state can be had when it is wanted.
"""

import re

import pytest
from playwright.async_api import Locator, Page, expect

from tests.browser.live import (
    ANSWERED,
    COUNT_BUILT,
    Hold,
    answer,
    ask,
    has_text,
    is_done,
    said,
    slot,
    steps_text,
    thinking,
)
from tests.browser.proxy import Proxy
from tools.serve import Server

PAGE = "/review/chat"
PHONE = {"width": 320, "height": 640}
WIDE = {"width": 1440, "height": 900}
HAS_THREAD = re.compile(r"\?thread=\w+")


def part(page: Page, name: str) -> Locator:
    return page.locator(f"[data-slot='{name}']")


def rows(page: Page) -> Locator:
    return part(page, "thread-row")


async def overflow(page: Page) -> int:
    return await page.evaluate("document.documentElement.scrollWidth - innerWidth")


async def open_settings(page: Page) -> None:
    await part(page, "settings-button").click()
    await expect(part(page, "settings")).to_be_visible()


# Threads and addresses ---------------------------------------------------------------------------------------------------


async def test_a_first_question_begins_a_thread_with_an_address_and_a_title(open_page):
    page: Page = await open_page(PAGE)
    await expect(part(page, "empty")).to_be_visible()
    await expect(part(page, "first-question")).to_have_count(6)
    await ask(page, "trip")
    await expect(page).to_have_url(HAS_THREAD)
    await expect(part(page, "empty")).to_have_count(0)
    await expect(rows(page)).to_have_count(1)
    await expect(rows(page)).to_have_attribute("data-active", "true")
    await expect(rows(page).locator("a")).to_have_attribute("aria-current", "page")
    await expect(page.get_by_role("heading", level=1)).to_have_text("trip")
    await expect(page).to_have_title("trip · Rehearsal")
    await is_done(page)


async def test_a_question_of_the_front_page_is_answered_from_the_documents(open_page):
    page: Page = await open_page("/", viewport=WIDE)
    question = part(page, "first-question").first
    text = await question.inner_text()
    await question.click()
    await expect(said(page)).to_have_text(text)
    await expect(thinking(page).first).to_be_visible()
    await is_done(page)
    slots = await answer(page).evaluate("e => [...e.children].map(c => c.dataset.slot)")
    assert slots[:2] == ["thinking", "message-text"]
    await expect(part(page, "artifact-fit-brief")).to_be_visible()
    await expect(part(page, "chip").first).to_be_visible()
    await part(page, "thinking-toggle").click()
    await expect(part(page, "thinking-toggle")).to_have_attribute("aria-checked", "false")
    await part(page, "chip").first.click()
    await expect(said(page)).to_have_count(2)
    await is_done(page)
    await expect(thinking(page)).to_have_count(0)
    await expect(slot(answer(page), "message-text").first).to_be_visible()


@pytest.mark.slow
async def test_every_question_of_the_front_page_finds_an_answer(open_page):
    page: Page = await open_page("/")
    for number in range(6):
        await part(page, "first-question").nth(number).click()
        await is_done(page)
        await expect(answer(page)).to_contain_text("Sources")
        await part(page, "new-thread").click()
        await expect(part(page, "empty")).to_be_visible()


async def test_threads_are_opened_and_back_and_forward_work(open_page):
    page: Page = await open_page(PAGE)
    await ask(page, "plain")
    await is_done(page)
    await expect(rows(page)).to_have_count(1)
    first = page.url
    await part(page, "new-thread").click()
    await expect(part(page, "empty")).to_be_visible()
    await expect(page).not_to_have_url(HAS_THREAD)
    await ask(page, "two-blocks")
    await expect(said(page)).to_have_text("two-blocks")
    await is_done(page)
    second = page.url
    await expect(part(page, "thread-link").first).to_contain_text("two-blocks")
    await part(page, "thread-link").filter(has_text="plain").click()
    await expect(said(page)).to_have_text("plain")
    assert page.url == first
    await page.go_back()
    await expect(said(page)).to_have_text("two-blocks")
    assert page.url == second
    await page.go_forward()
    await expect(said(page)).to_have_text("plain")
    await page.reload()
    await expect(said(page)).to_have_text("plain")
    await expect(rows(page)).to_have_count(2)


async def test_a_thread_is_renamed(open_page):
    page: Page = await open_page(PAGE)
    await ask(page, "plain")
    await is_done(page)
    await rows(page).hover()
    await part(page, "thread-rename").click()
    field = part(page, "thread-title")
    await expect(field).to_be_focused()
    await field.fill("<b>Lisbon</b> & more")
    await page.keyboard.press("Enter")
    await expect(part(page, "thread-link")).to_contain_text("<b>Lisbon</b> & more")
    await expect(page).to_have_title("<b>Lisbon</b> & more · Rehearsal")
    await page.reload()
    await expect(part(page, "thread-link")).to_contain_text("<b>Lisbon</b> & more")
    await part(page, "thread-rename").focus()
    await page.keyboard.press("Enter")
    await part(page, "thread-title").fill("never")
    await page.keyboard.press("Escape")
    await expect(part(page, "thread-link")).to_contain_text("Lisbon")


async def test_the_thread_that_is_shown_is_deleted_after_a_question(open_page, hold: Hold):
    page: Page = await open_page(PAGE)
    hold("00020")
    await ask(page, "deltas 4000")
    await has_text(page, "00020")
    await rows(page).hover()
    await part(page, "thread-delete").click()
    await expect(rows(page)).to_contain_text("Delete this conversation?")
    await rows(page).get_by_role("button", name="Cancel").click()
    await expect(rows(page)).to_have_count(1)
    await rows(page).hover()
    await part(page, "thread-delete").click()
    await rows(page).get_by_role("button", name="Delete").click()
    await expect(rows(page)).to_have_count(0)
    await expect(part(page, "empty")).to_be_visible()
    await expect(page).not_to_have_url(HAS_THREAD)
    await expect(part(page, "composer-send")).to_be_visible()


async def test_somebody_else_sees_neither_the_list_nor_the_thread(open_page, as_user):
    page: Page = await open_page(PAGE, cookies=as_user("ann"))
    await ask(page, "plain")
    await is_done(page)
    await expect(rows(page)).to_have_count(1)
    address = page.url.partition(PAGE)[2]
    stranger: Page = await open_page(PAGE + address, cookies=as_user("bob"))
    await expect(part(stranger, "thread-missing")).to_be_visible()
    await expect(rows(stranger)).to_have_count(0)
    assert "Lisbon" not in await stranger.content()
    await ask(stranger, "plain")
    await is_done(stranger)
    await expect(part(stranger, "thread-missing")).to_have_count(0)
    await expect(stranger).to_have_url(HAS_THREAD)
    assert stranger.url.partition(PAGE)[2] != address
    again: Page = await open_page(PAGE, cookies=as_user("ann"))
    await expect(rows(again)).to_have_count(1)


async def test_two_tabs_show_the_same_stream(open_page, hold: Hold, as_user):
    page: Page = await open_page(PAGE, cookies=as_user("tabs"))
    hold("00040")
    await ask(page, "deltas 200")
    await has_text(page, "00040")
    await expect(page).to_have_url(HAS_THREAD)
    other = await page.context.new_page()
    await other.goto(page.url)
    await has_text(other, "00040")
    hold("00080")
    for tab in (page, other):
        await has_text(tab, "00080")
    hold.release()
    await is_done(page)
    await is_done(other)
    assert await steps_text(page) == await steps_text(other)
    await ask(other, "plain")
    await expect(said(page)).to_have_count(2)
    await is_done(page)


# The stream survives -------------------------------------------------------------------------------------------------------


async def test_a_reload_in_mid_stream_goes_on_with_the_same_blocks_and_timer(open_page, hold: Hold):
    page: Page = await open_page(PAGE)
    hold("00150")
    await ask(page, "deltas 300")
    await has_text(page, "00150")
    await expect(page).to_have_url(HAS_THREAD)
    timer = slot(thinking(page), "thinking-duration")
    before = float((await timer.inner_text()).removesuffix("s"))
    address = page.url
    await page.reload()
    await has_text(page, "00150")
    hold("00160")
    await has_text(page, "00160")
    assert page.url == address
    await expect(thinking(page)).to_have_attribute("data-state", "open")
    assert float((await timer.inner_text()).removesuffix("s")) >= before
    hold.release()
    await is_done(page)
    assert "00300" in await steps_text(page)
    await expect(said(page)).to_have_count(1)


async def test_a_lost_connection_is_said_and_what_is_written_stays(
    open_page, hold: Hold, server: Server, problems: list[str]
):
    async with Proxy(server.port) as proxy:
        page: Page = await open_page(PAGE, init_script=proxy.script())
        hold("00050")
        await ask(page, "deltas 500")
        await has_text(page, "00050")
        proxy.cut()
        hold("00400")
        await expect(part(page, "offline-notice")).to_be_visible(timeout=ANSWERED)
        await part(page, "composer-input").fill("not lost")
        await page.keyboard.press("Enter")
        await expect(part(page, "composer-input")).to_have_value("not lost")
        proxy.mend()
        await expect(part(page, "offline-notice")).to_have_count(0, timeout=ANSWERED)
        hold.release()
        await is_done(page)
        assert "00500" in await steps_text(page)
        await page.close()
        problems[:] = [problem for problem in problems if "WebSocket connection" not in problem]


async def test_a_thread_whose_address_never_arrived_is_still_there(open_page, server: Server, problems: list[str]):
    """The line breaks right after the first message went out, before the browser knows its thread."""
    async with Proxy(server.port) as proxy:
        page: Page = await open_page(PAGE, init_script=proxy.script())
        await expect(part(page, "thread-list")).to_contain_text("No conversations")
        await part(page, "composer-input").fill("plain")
        await page.evaluate("history.replaceState = () => {}")
        await page.keyboard.press("Enter")
        await is_done(page)
        assert not HAS_THREAD.search(page.url)
        proxy.cut()
        await expect(part(page, "offline-notice")).to_be_visible(timeout=ANSWERED)
        proxy.mend()
        await expect(part(page, "offline-notice")).to_have_count(0, timeout=ANSWERED)
        await expect(said(page)).to_have_text("plain")
        await page.close()
        problems[:] = [problem for problem in problems if "WebSocket connection" not in problem]


# What can be done with messages -----------------------------------------------------------------------------------------------


async def test_a_message_is_edited_and_sent_again(open_page):
    page: Page = await open_page(PAGE)
    for text in ("plain", "two-blocks"):
        await ask(page, text)
        await is_done(page)
    await expect(part(page, "message")).to_have_count(4)
    await said(page).first.hover()
    await part(page, "message-edit").first.click()
    field = part(page, "edit-input")
    await expect(field).to_be_focused()
    await expect(field).to_have_value("plain")
    await page.keyboard.press("Escape")
    await expect(field).to_have_count(0)
    await said(page).first.hover()
    await part(page, "message-edit").first.click()
    await field.fill("headlines")
    await page.keyboard.press("Enter")
    await expect(said(page)).to_have_text(["headlines"])
    await expect(part(page, "message")).to_have_count(2)
    await is_done(page)
    await expect(answer(page)).to_contain_text("Take the second offer.")
    await expect(part(page, "composer-input")).to_be_focused()
    await page.reload()
    await expect(said(page)).to_have_text(["headlines"])
    await expect(part(page, "message")).to_have_count(2)


async def test_a_failed_answer_says_why_and_is_tried_again(open_page):
    page: Page = await open_page(PAGE)
    await ask(page, "failure")
    await is_done(page, "error")
    await expect(part(page, "message-error")).to_contain_text("down for maintenance")
    failed = await answer(page).get_attribute("data-message-id")
    again = part(page, "message-retry")
    await expect(again).to_contain_text("Try again")
    await again.click()
    await expect(answer(page)).not_to_have_attribute("data-message-id", failed or "")
    await is_done(page, "error")
    await expect(part(page, "message")).to_have_count(2)
    await expect(part(page, "composer-input")).to_be_focused()


async def test_an_answer_and_a_code_block_are_copied_as_they_were_written(open_page):
    page: Page = await open_page(PAGE, permissions=["clipboard-read", "clipboard-write"])
    await ask(page, "brief")
    await is_done(page)
    await part(page, "message-copy").click()
    await expect(part(page, "message-copy")).to_have_attribute("data-copied", "true")
    copied = await page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("The studio has done this before.")
    assert "```python\ndef offer(" in copied
    await part(page, "code-copy").click()
    await expect(part(page, "code-copy")).to_have_attribute("data-copied", "true")
    code = await page.evaluate("navigator.clipboard.readText()")
    assert code.startswith("def offer(")
    assert code.endswith("[:2]")
    await expect(part(page, "message-copy")).not_to_have_attribute("data-copied", "true")


async def test_code_has_colours_made_of_elements(open_page):
    page: Page = await open_page(PAGE)
    await ask(page, "brief")
    await is_done(page)
    code = part(page, "code")
    await expect(code.locator(".hljs-keyword").first).to_have_text("def")
    await expect(code.locator(".hljs-comment")).to_contain_text("The nearest appointments")
    await expect(code).to_have_attribute("data-language", "python")


async def test_colours_are_loaded_only_when_code_is_shown(open_page):
    page: Page = await open_page(PAGE)
    await ask(page, "plain")
    await is_done(page)
    loaded = "() => performance.getEntriesByType('resource').some((one) => /highlight/.test(one.name))"
    assert not await page.evaluate(loaded)
    await ask(page, "brief")
    await is_done(page)
    await page.wait_for_function(loaded)


async def test_quick_replies_belong_to_the_last_answer_and_are_said_with_a_click(open_page, hold: Hold):
    page: Page = await open_page(PAGE)
    hold("artifact")
    await ask(page, "brief")
    await expect(answer(page)).to_contain_text("Harbour", timeout=ANSWERED)
    await expect(answer(page)).to_have_attribute("data-status", "thinking")
    await expect(part(page, "chip")).to_have_count(0)
    hold.release()
    await is_done(page)
    await expect(part(page, "chip")).to_have_text(["How long did it take?", "Who worked on it?"])
    await part(page, "chip").first.click()
    await expect(said(page).last).to_have_text("How long did it take?")
    await expect(part(page, "chip")).to_have_count(0)
    await is_done(page, "error")
    await expect(part(page, "chip")).to_have_count(0)


async def test_escape_stops_the_answer_and_the_focus_stays_where_one_writes(open_page, hold: Hold):
    page: Page = await open_page(PAGE)
    hold("00030")
    await ask(page, "deltas 5000")
    await has_text(page, "00030")
    await expect(part(page, "composer-input")).to_be_focused()
    await open_settings(page)
    await page.keyboard.press("Escape")
    await expect(part(page, "settings")).to_be_hidden()
    await expect(answer(page)).to_have_attribute("data-status", "thinking")
    await page.keyboard.press("Escape")
    await is_done(page, "cancelled")
    await expect(part(page, "composer-input")).to_be_focused()
    await ask(page, "deltas 5000")
    await has_text(page, "00030")
    await part(page, "composer-stop").click()
    await is_done(page, "cancelled")
    await expect(part(page, "composer-input")).to_be_focused()


async def test_enter_sends_and_shift_enter_begins_a_line(open_page, hold: Hold):
    page: Page = await open_page(PAGE)
    hold("00010")
    field = part(page, "composer-input")
    await field.fill("two")
    await page.keyboard.press("Shift+Enter")
    await page.keyboard.type("lines")
    await expect(field).to_have_value("two\nlines")
    await page.keyboard.press("Enter")
    await expect(field).to_have_value("")
    await expect(said(page)).to_contain_text("lines")
    await is_done(page, "error")
    await field.fill("deltas 3000")
    await page.keyboard.press("Enter")
    await has_text(page, "00010")
    await field.fill("kept while it runs")
    await page.keyboard.press("Enter")
    await expect(field).to_have_value("kept while it runs")
    await expect(said(page)).to_have_count(2)


async def test_what_is_too_long_is_refused_and_stays_where_it_was_written(open_page):
    page: Page = await open_page(PAGE)
    field = part(page, "composer-input")
    await field.fill("x" * 32_001)
    await page.keyboard.press("Enter")
    await expect(page.get_by_text("A message can have 32,000 characters")).to_be_visible()
    assert len(await field.input_value()) == 32_001
    await expect(said(page)).to_have_count(0)
    await field.fill("plain")
    await page.keyboard.press("Enter")
    await is_done(page)
    await said(page).hover()
    await part(page, "message-edit").click()
    await part(page, "edit-input").fill("y" * 32_001)
    await page.keyboard.press("Enter")
    await expect(part(page, "edit-input")).to_be_visible()
    await expect(part(page, "message")).to_have_count(1)


# Beside and around the answer -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewport", [WIDE, PHONE])
async def test_cards_stay_with_the_answer_that_brought_them(open_page, viewport: dict[str, int]):
    page: Page = await open_page(PAGE, viewport=viewport)
    await ask(page, "brief")
    await is_done(page)
    first = part(page, "turn").nth(1)
    await expect(slot(first, "artifact-fit-brief")).to_contain_text("A good fit for voice booking in clinics")
    await ask(page, "plain")
    await is_done(page)
    for _ in range(2):  # as it came, and as it is stored
        await expect(part(page, "artifacts")).to_have_count(1)
        brief = slot(first, "artifact-fit-brief")
        await brief.locator("summary").click()
        await expect(brief.get_by_text("No experience with insurers' billing systems")).to_be_visible()
        await expect(brief.get_by_text("82%")).to_be_visible()
        message, card = await slot(first, "message").bounding_box(), await brief.bounding_box()
        assert message is not None
        assert card is not None
        assert card["y"] >= message["y"] + message["height"]
        assert card["width"] <= message["width"]
        await slot(first, "artifact-experience").locator("summary").click()
        await expect(first.get_by_text("A booking line for nine clinics", exact=True)).to_be_visible()
        assert await overflow(page) <= 0
        await page.reload()
        await is_done(page)


# All thinking at once -----------------------------------------------------------------------------------------------------


async def all_are(page: Page, state: str, count: int) -> None:
    await expect(page.locator(f"[data-slot='thinking'][data-state='{state}']")).to_have_count(count)
    await expect(part(page, "thinking")).to_have_count(count)


async def test_all_thinking_of_the_front_page_opens_and_closes_at_once(open_page):
    page: Page = await open_page("/", viewport=WIDE)
    control = part(page, "thinking-toggle-all")
    await expect(control).to_be_disabled()
    await part(page, "first-question").first.click()
    await is_done(page)
    count = await part(page, "thinking").count()
    assert count > 1
    await all_are(page, "closed", count)
    await expect(control).to_have_accessible_name("Open all reasoning")
    await expect(control).to_have_attribute("title", "Open all reasoning (Alt+Shift+R)")
    await expect(control).to_have_attribute("aria-keyshortcuts", "Alt+Shift+R")
    await control.click()
    await all_are(page, "open", count)
    await expect(control).to_have_accessible_name("Close all reasoning")
    await page.reload()
    await all_are(page, "open", count)
    await expect(control).to_have_accessible_name("Close all reasoning")
    await page.keyboard.press("Alt+Shift+R")
    await all_are(page, "closed", count)
    await page.reload()
    await all_are(page, "closed", count)


async def test_the_key_for_all_thinking_is_left_alone_while_somebody_writes(open_page):
    page: Page = await open_page(PAGE)
    await ask(page, "two-blocks")
    await is_done(page)
    field = part(page, "composer-input")
    await field.fill("Half a thought")
    await page.keyboard.press("Alt+Shift+R")
    await expect(field).to_have_value("Half a thought")
    await all_are(page, "closed", 2)
    await field.fill("")
    await page.keyboard.press("Alt+Shift+R")
    await all_are(page, "open", 2)
    await expect(field).to_be_focused()


async def test_opening_all_is_the_choice_of_the_reader_for_what_is_open_by_itself(open_page, hold: Hold):
    page: Page = await open_page(PAGE)
    await ask(page, "two-blocks")
    await is_done(page)
    hold("vegetarians")
    await ask(page, "trip")
    await expect(thinking(page)).to_have_attribute("data-state", "open")
    await expect(thinking(page)).to_contain_text("vegetarians", timeout=ANSWERED)
    await part(page, "thinking-toggle-all").click()
    await all_are(page, "open", 3)
    hold.release()
    await is_done(page)
    await all_are(page, "open", 3)
    await page.reload()
    await all_are(page, "open", 3)


# Settings ---------------------------------------------------------------------------------------------------------------------


async def test_the_thinking_switch_is_on_at_first_and_kept_in_the_browser(open_page):
    page: Page = await open_page(PAGE)
    toggle = part(page, "thinking-toggle")
    await expect(toggle).to_have_attribute("aria-checked", "true")
    await toggle.click()
    assert await page.evaluate("localStorage.getItem('reflex-thinking.thinking')") == "off"
    await page.reload()
    await expect(toggle).to_have_attribute("aria-checked", "false")
    await ask(page, "asked")
    await is_done(page)
    await expect(answer(page)).to_contain_text("thinking: off")
    await toggle.click()
    await expect(toggle).to_have_attribute("aria-checked", "true")
    await ask(page, "asked")
    await expect(answer(page)).to_contain_text("thinking: on")


async def test_arabic_is_applied_at_once_and_turns_the_page_around(open_page, as_user):
    page: Page = await open_page(PAGE, cookies=as_user("locale"), viewport=WIDE)
    await ask(page, "trip")
    await is_done(page)
    await open_settings(page)
    await part(page, "preference-locale").select_option("ar")
    await expect(page.locator("html")).to_have_attribute("dir", "rtl")
    await expect(page.locator("html")).to_have_attribute("lang", "ar")
    await expect(slot(thinking(page), "thinking-label")).not_to_contain_text("Thought")
    await expect(part(page, "new-thread")).to_contain_text("محادثة جديدة")
    sidebar = await page.locator("#sidebar").bounding_box()
    assert sidebar is not None
    assert sidebar["x"] > 1000
    assert await overflow(page) <= 0
    await page.keyboard.press("Escape")
    await ask(page, "asked")
    await is_done(page)
    await expect(answer(page)).to_contain_text("locale: ar")
    await page.reload()
    await expect(page.locator("html")).to_have_attribute("dir", "rtl")
    await expect(part(page, "composer-input")).to_have_attribute("placeholder", re.compile("[؀-ۿ]"))


async def test_every_language_is_offered_and_none_leaves_a_key_untranslated(open_page):
    page: Page = await open_page(PAGE)
    await open_settings(page)
    select = part(page, "preference-locale")
    await expect(select.locator("option")).to_have_count(9)  # one of them is that of the browser
    for locale in ("ar", "de", "es", "fr", "ja", "pt-BR", "zh-CN", "en-US"):
        await select.select_option(locale)
        await expect(page.locator("html")).to_have_attribute("lang", locale)
        names = "[...document.querySelectorAll('[aria-label],[title]')].map(e => e.ariaLabel + e.title).join()"
        assert not re.search(r"\b(app|ai)\.\w", await page.inner_text("body") + await page.evaluate(names))


async def test_live_mode_and_auto_close_are_chosen_in_the_settings(open_page, hold: Hold):
    page: Page = await open_page(PAGE)
    hold("00030")
    await open_settings(page)
    await part(page, "preference-live").select_option("collapsed")
    await part(page, "preference-auto-close").click()
    await expect(part(page, "preference-auto-close")).not_to_be_checked()
    await page.keyboard.press("Escape")
    await ask(page, "deltas 60")
    await expect(thinking(page)).to_have_attribute("data-live", "collapsed")
    await expect(thinking(page)).to_have_attribute("data-state", "closed")
    hold.release()
    await is_done(page)


async def test_light_and_dark_are_chosen_and_kept(open_page):
    page: Page = await open_page(PAGE)
    background = "() => getComputedStyle(document.querySelector('.chat-page')).backgroundColor"
    light = await page.evaluate(background)
    await open_settings(page)
    await part(page, "appearance-dark").click()
    await expect(part(page, "appearance-dark")).to_have_attribute("aria-pressed", "true")
    await page.wait_for_function(f"({background})() !== {light!r}")
    await page.reload()
    await page.wait_for_function(f"({background})() !== {light!r}")


async def test_the_model_is_chosen_by_the_input_and_kept(open_page, as_user):
    """The other model of the test server is one whose server is not there."""
    page: Page = await open_page("/", cookies=as_user("model"))
    picker = part(page, "model-picker")
    await expect(picker).to_have_value("local")
    await expect(picker.locator("option[value='anthropic']")).to_be_disabled()
    await picker.select_option("openai-compatible")
    await ask(page, "Which project took longest?")
    await is_done(page, "error")
    await expect(part(page, "message-error")).to_be_visible()
    await page.reload()
    await expect(picker).to_have_value("openai-compatible")
    await picker.select_option("local")
    await expect(picker).to_have_value("local")
    await part(page, "message-retry").click()
    await is_done(page)
    await expect(part(page, "message-error")).to_have_count(0)


# Every width, every reader -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.slow
async def test_axe_finds_nothing(open_page, axe_violations, scheme: str):
    page: Page = await open_page(PAGE, color_scheme=scheme, viewport=WIDE, reduced_motion="reduce")
    await expect(part(page, "thread-list")).to_contain_text("No conversations")
    assert not await axe_violations(page)
    await ask(page, "brief")
    await is_done(page)
    await slot(thinking(page).first, "thinking-summary-bar").click()
    await expect(part(page, "artifact-experience")).to_be_visible()
    assert not await axe_violations(page)
    await ask(page, "failure")
    await is_done(page, "error")
    await open_settings(page)
    assert not await axe_violations(page)
    await page.keyboard.press("Escape")
    await said(page).first.hover()
    await part(page, "message-edit").first.click()
    await rows(page).hover()
    await part(page, "thread-rename").click()
    assert not await axe_violations(page)


@pytest.mark.parametrize("locale", ["ar", *(pytest.param(each, marks=pytest.mark.slow) for each in ("en-US", "de"))])
async def test_a_phone_shows_all_of_it_without_scrolling_sideways(open_page, axe_violations, locale: str):
    page: Page = await open_page(PAGE, viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    await open_settings(page)
    await part(page, "preference-locale").select_option(locale)
    await expect(page.locator("html")).to_have_attribute("lang", locale)
    assert await overflow(page) <= 0
    await page.keyboard.press("Escape")
    assert await overflow(page) <= 0
    await ask(page, "brief")
    await is_done(page)
    assert await overflow(page) <= 0
    composer = await part(page, "composer").bounding_box()
    assert composer is not None
    assert composer["y"] + composer["height"] <= PHONE["height"]
    assert composer["x"] >= 0
    assert composer["x"] + composer["width"] <= PHONE["width"]
    await expect(page.locator("#sidebar")).to_be_hidden()
    await part(page, "sidebar-toggle").click()
    await expect(page.locator("#sidebar")).to_be_visible()
    await expect(page.locator("main")).to_have_attribute("inert", "")
    assert await overflow(page) <= 0
    assert not await axe_violations(page)
    await page.keyboard.press("Escape")
    await expect(page.locator("#sidebar")).to_be_hidden()
    await expect(part(page, "sidebar-toggle")).to_be_focused()
    await part(page, "sidebar-toggle").click()
    await part(page, "new-thread").click()
    await expect(page.locator("#sidebar")).to_be_hidden()
    await expect(part(page, "empty")).to_be_visible()
    assert not await axe_violations(page)


@pytest.mark.slow
async def test_a_thread_of_two_hundred_messages_is_built_once_and_shows_its_end(open_page):
    page: Page = await open_page("/review/all", init_script=COUNT_BUILT)
    await page.get_by_role("button", name="Open with two hundred messages").click()
    await expect(page).to_have_url(HAS_THREAD)
    await expect(part(page, "message")).to_have_count(200, timeout=ANSWERED)
    await page.reload()
    await expect(answer(page)).to_contain_text("Answer 100.")
    await expect(answer(page)).to_be_in_viewport()
    await expect(part(page, "message")).to_have_count(200)
    built, there = await page.evaluate("[window.built.size, document.querySelectorAll('*').length]")
    assert built < 1.2 * there
    area = part(page, "scroller")
    assert await area.evaluate("e => e.scrollHeight - e.clientHeight - e.scrollTop") < 40
    await area.evaluate("e => e.scrollTo(0, 0)")
    await expect(said(page).first).to_be_in_viewport()
    await expect(said(page).first).to_have_text("Question 1")


# Hostile text --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewport", [WIDE, PHONE])
async def test_nothing_that_was_said_runs_or_loads_anything(open_page, viewport: dict[str, int]):
    page = await open_page(PAGE, viewport=viewport)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    await ask(
        page, "<img src=x onerror='window.pwned=1'> [me](javascript:window.pwned=1) <script>window.pwned=1</script>"
    )
    await is_done(page, "error")
    await ask(page, "hostile")
    await is_done(page)
    for _ in range(2):  # as it came, and as it is stored
        for bar in await part(page, "thinking-summary-bar").all():
            if await bar.get_attribute("aria-expanded") == "false":
                await bar.click()
        for trigger in await part(page, "thinking-step-trigger").all():
            if await trigger.get_attribute("aria-expanded") == "false":
                await trigger.click()
        await expect(thinking(page)).to_contain_text("window.pwned")
        main = page.locator("main")
        assert await main.locator("script, iframe, object, embed, img, [onerror], [onload]").count() == 0
        links = await page.locator("a[href]").evaluate_all("links => links.map(link => link.href)")
        assert all(link.startswith(("http://127.0.0.1", "http://localhost", "https://example.com/")) for link in links)
        outside = await page.locator("a[href^='https://example.com']").evaluate_all(
            "links => links.map(link => link.rel)"
        )
        assert outside
        assert all("noopener" in rel for rel in outside)
        assert await page.evaluate("window.pwned") is None
        await page.reload()
        await is_done(page)
    assert not [url for url in asked if "example.com" in url or url.startswith(("data:text", "javascript:"))]
