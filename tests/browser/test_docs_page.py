"""The documentation in the app and as static pages."""

import re
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, ViewportSize, expect

from tests.browser.live import ask, has_text, is_done, slot, thinking
from thinking_ui.docs import library, rendering
from tools import docs as static_pages

pytestmark = pytest.mark.slow

PHONE: ViewportSize = {"width": 320, "height": 640}
LIVE = [name for name, page in library.pages().items() if rendering.live_blocks(page)]


async def with_script(page: Page) -> Page:
    """The page when its few moving parts move."""
    await page.wait_for_function("window.reflexThinkingDocs")
    return page


async def scrolls_sideways(page: Page) -> bool:
    return await page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")


@pytest.mark.parametrize(
    "name", [name if name == "index" else pytest.param(name, marks=pytest.mark.slow) for name in library.pages()]
)
async def test_every_page_is_there(open_page, name: str):
    page = await open_page("/docs" if name == "index" else f"/docs/{name}")
    await expect(page.get_by_role("heading", level=1)).to_have_text(library.pages()[name].title)
    await expect(page.locator("#docs-menu a[aria-current='page']")).to_have_text(library.pages()[name].title)
    await expect(page.locator(".docs-live")).to_have_count(len(rendering.live_blocks(library.pages()[name])))


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
async def test_pages_are_accessible(open_page, axe_violations, scheme: str):
    for path in ("/docs", "/docs/components"):
        page = await open_page(path, color_scheme=scheme, reduced_motion="reduce")
        await expect(page.get_by_role("heading", level=1)).to_be_visible()
        assert not await axe_violations(page)


async def test_an_example_is_live(open_page):
    page = await open_page("/docs")
    await ask(page, "Moin")
    await is_done(page)
    await expect(slot(page.locator(".docs-live"), "message-text").last).to_have_text("You said Moin.")
    await slot(thinking(page), "thinking-summary-bar").click()
    await has_text(page, "They said Moin")


async def test_every_component_that_is_shown_can_be_used(open_page):
    page = await open_page("/docs/components")
    shown = page.locator(".docs-live")
    await expect(slot(shown.nth(0), "thinking")).to_have_attribute("data-state", "closed")
    await slot(shown.nth(0), "thinking-summary-bar").click()
    await expect(slot(shown.nth(0), "thinking")).to_have_attribute("data-state", "open")
    await expect(slot(shown.nth(1), "thinking-label")).to_have_text("How I found it")
    await expect(shown.nth(2)).to_contain_text("Trains: 17:30, 18:30, 19:39")
    for example in await shown.all():
        box = await example.locator("> *").last.bounding_box()
        assert box and box["height"] > 15


async def test_headings_are_found_by_search_and_by_keyboard(open_page):
    page = await with_script(await open_page("/docs/theming"))
    await page.keyboard.press("/")
    field = page.get_by_role("searchbox", name="Search the documentation")
    await expect(field).to_be_focused()
    await field.fill("tool loop")
    results = page.locator(".docs-search li:visible")
    await expect(results).to_have_count(1)
    await expect(page.get_by_role("status").filter(has_text="1 result")).to_be_attached()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await page.wait_for_url(re.compile(r"/docs/requests/?#tool-loops$"))
    await expect(page.get_by_role("heading", name="Tool loops")).to_be_in_viewport()


async def test_search_that_finds_nothing_says_so_and_escape_clears_it(open_page):
    page = await with_script(await open_page("/docs"))
    field = page.get_by_role("searchbox")
    await field.fill("<img src=x onerror=alert(1)>")
    await expect(page.get_by_role("status").filter(has_text="0 results")).to_be_attached()
    await expect(page.locator(".docs-search ul")).to_be_hidden()
    await page.keyboard.press("Escape")
    await expect(field).to_have_value("")


async def test_an_address_with_an_anchor_leads_to_its_heading(open_page):
    page = await open_page("/docs/components#headless")
    await expect(page.get_by_role("heading", name="Headless")).to_be_in_viewport()


@pytest.mark.parametrize(
    "path", ["/docs/components", *(pytest.param(path, marks=pytest.mark.slow) for path in ("/docs", "/docs/events"))]
)
async def test_on_a_phone_nothing_scrolls_sideways_and_the_menu_opens(open_page, path: str):
    page = await with_script(await open_page(path, viewport=PHONE))
    await expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert not await scrolls_sideways(page)
    menu = page.get_by_role("button", name="Menu")
    await expect(page.get_by_role("navigation", name="Documentation")).to_be_hidden()
    await menu.click()
    await expect(menu).to_have_attribute("aria-expanded", "true")
    await page.get_by_role("navigation").get_by_role("link", name="Concepts").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Concepts")


async def test_code_is_coloured(open_page):
    page = await open_page("/docs")
    keyword, text = page.locator(".docs-code .k").first, page.locator(".docs-code").first
    color = "e => getComputedStyle(e).color"
    assert await keyword.evaluate(color) != await text.evaluate(color)


async def test_static_pages_work_from_a_folder_without_a_server(browser: Browser, axe_violations, tmp_path: Path):
    static_pages.write(tmp_path / "docs")
    context = await browser.new_context(offline=True, color_scheme="light", viewport=PHONE)
    page = await context.new_page()
    await page.goto((tmp_path / "docs" / "index.html").as_uri())
    assert not await scrolls_sideways(page)
    assert not await axe_violations(page)
    background = "getComputedStyle(document.querySelector('.docs')).backgroundColor"
    light = await page.evaluate(background)
    await page.get_by_role("button", name="Switch between light and dark").click()
    assert await page.evaluate(background) != light
    assert not await axe_violations(page)
    await page.get_by_role("searchbox").fill("variables")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("heading", level=1)).to_have_text("Theming")
    assert page.url.endswith("theming.html#variables")
    await context.close()
