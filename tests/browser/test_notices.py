"""What was not sent, and why: said where it was written, in the kit's own look, and gone when it is over."""

from playwright.async_api import Locator, Page, expect

from tests.browser.live import Hold, ask, has_text, is_done, said, slot

PAGE = "/review/chat"
TOASTS = "[data-sonner-toast]"


def notice(page: Page) -> Locator:
    return slot(slot(page, "composer"), "composer-notice")


async def says(page: Page, tone: str, text: str) -> None:
    await expect(notice(page)).to_contain_text(text)
    await expect(notice(page)).to_have_attribute("data-tone", tone)
    await expect(notice(page)).to_have_attribute("role", "status")
    await expect(slot(page, "composer-input")).to_have_accessible_description(await notice(page).inner_text())
    await expect(page.locator(TOASTS)).to_have_count(0)


async def test_who_sends_while_an_answer_is_made_gets_a_hint_at_the_composer(open_page, hold: Hold):
    page: Page = await open_page(PAGE)
    hold("00020")
    await ask(page, "deltas 60")
    await has_text(page, "00020")
    field = slot(page, "composer-input")
    await expect(notice(page)).to_be_empty()
    await field.fill("And then?")
    await page.keyboard.press("Enter")
    await says(page, "hint", "An answer is still being made.")
    await expect(field).to_have_value("And then?")
    await page.keyboard.type("!")
    await expect(notice(page)).to_be_empty()
    await page.keyboard.press("Enter")
    await says(page, "hint", "An answer is still being made.")
    hold.release()
    await is_done(page)
    await expect(notice(page)).to_be_empty()
    await expect(field).to_have_value("And then?!")
    await expect(said(page)).to_have_count(1)


async def test_what_is_too_long_is_said_where_it_was_written(open_page):
    page: Page = await open_page(PAGE)
    sent: list[str] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))))
    await page.reload()
    field = slot(page, "composer-input")
    await field.fill("x" * 32_001)
    await page.keyboard.press("Enter")
    await says(page, "problem", "A message can have 32,000 characters; this one has 32,001.")
    assert not any("xxx" in frame for frame in sent)
    await field.fill("plain")
    await expect(notice(page)).to_be_empty()
    await page.keyboard.press("Enter")
    await is_done(page)
    await said(page).hover()
    await slot(page, "message-edit").click()
    await slot(page, "edit-input").fill("😀" * 32_001)
    await page.keyboard.press("Enter")
    problem = slot(slot(page, "edit-form"), "edit-notice")
    await expect(problem).to_have_text("A message can have 32,000 characters; this one has 32,001.")
    await expect(notice(page)).to_be_empty()
    await page.keyboard.press("Backspace")
    await expect(problem).to_be_empty()
    await expect(slot(page, "edit-form")).to_be_visible()


async def test_a_notice_stays_behind_when_another_conversation_is_opened(open_page):
    page: Page = await open_page(PAGE)
    await ask(page, "plain")
    await is_done(page)
    await slot(page, "composer-input").fill("x" * 32_001)
    await page.keyboard.press("Enter")
    await says(page, "problem", "A message can have 32,000 characters")
    await slot(page, "new-thread").click()
    await expect(slot(page, "empty")).to_be_visible()
    await expect(notice(page)).to_be_empty()
