"""Conversations and the browser's history: each is an entry, and back and forward move between them."""

from playwright.async_api import Page, expect

from tests.browser.live import ask, is_done, said, slot

PAGE = "/review/chat"


async def shows(page: Page, question: str) -> None:
    """Wait until a conversation is shown; an empty text is for a new one."""
    if question:
        await expect(said(page)).to_have_text(question)
        await expect(page).to_have_title(f"{question} · Rehearsal")
        await expect(page.get_by_role("heading", level=1)).to_have_text(question)
    else:
        await expect(slot(page, "empty")).to_be_visible()
        await expect(page).to_have_title("Rehearsal")
        await expect(page.get_by_role("heading", level=1)).to_have_text("New chat")
    await expect(slot(page, "composer-input")).to_be_focused()


async def begin(page: Page, question: str) -> str:
    await ask(page, question)
    await is_done(page)
    await shows(page, question)
    return page.url


async def test_back_after_new_chat_returns_to_the_conversation(open_page):
    page: Page = await open_page(PAGE)
    first = await begin(page, "plain")
    await slot(page, "new-thread").click()
    await shows(page, "")
    empty = page.url
    await slot(page, "new-thread").click()  # nothing to leave: no further entry
    await page.go_back()
    await shows(page, "plain")
    assert page.url == first
    await page.go_forward()
    await shows(page, "")
    assert page.url == empty


async def test_each_conversation_is_one_entry_of_the_history(open_page):
    page: Page = await open_page(PAGE, cold=True)  # a used one may have as many entries as a browser keeps
    entries = await page.evaluate("history.length")
    first = await begin(page, "plain")
    await slot(page, "new-thread").click()
    await shows(page, "")
    second = await begin(page, "two-blocks")
    await slot(page, "new-thread").click()
    await shows(page, "")
    third = await begin(page, "headlines")
    assert await page.evaluate("history.length") == entries + 2
    for question, address in (("two-blocks", second), ("plain", first)):
        await page.go_back()
        await shows(page, question)
        assert page.url == address
    await page.reload()
    await shows(page, "plain")
    for question, address in (("two-blocks", second), ("headlines", third)):
        await page.go_forward()
        await shows(page, question)
        assert page.url == address
    await slot(page, "thread-link").filter(has_text="plain").click()
    await shows(page, "plain")
    await slot(page, "thread-link").filter(has_text="plain").click()  # it is shown already
    await page.go_back()
    await shows(page, "headlines")


async def test_a_new_chat_in_another_tab_leaves_this_one_alone(open_page):
    page: Page = await open_page(PAGE)
    first = await begin(page, "plain")
    async with page.context.expect_page() as opened:
        await slot(page, "new-thread").click(modifiers=["ControlOrMeta"])
    other = await opened.value
    await expect(slot(other, "empty")).to_be_visible()
    await ask(page, "two-blocks")  # answered after anything that the click asked for
    await is_done(page)
    await expect(said(page)).to_have_text(["plain", "two-blocks"])
    assert page.url == first
