"""The kit in an app that has no Radix theme."""

from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from tools.serve import Server

pytestmark = pytest.mark.slow  # it builds an app of its own
APP = Path(__file__).parent / "apps" / "plain"


@pytest.fixture(scope="module")
def plain_server():
    with Server(app_dir=APP) as running:
        yield running


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_it_looks_right_in_light_and_dark(plain_server: Server, browser: Browser, axe_violations, scheme: str):
    context = await browser.new_context(base_url=plain_server.url, color_scheme=scheme)  # pyright: ignore[reportArgumentType]
    page = await context.new_page()
    await page.goto("/")
    await expect(page.locator("[data-slot='thinking-step']")).to_have_count(3)
    root = page.locator("[data-slot='thinking']").first
    background = await root.evaluate("e => getComputedStyle(e).backgroundColor")
    assert background == {"light": "rgb(255, 255, 255)", "dark": "rgb(24, 25, 27)"}[scheme]
    assert not await axe_violations(page, "[data-slot='thinking']")
    await context.close()


async def test_the_apps_language_reaches_every_part_and_an_unknown_one_is_said_once(
    plain_server: Server, browser: Browser
):
    context = await browser.new_context(base_url=plain_server.url)
    page = await context.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    await page.goto("/")
    block = page.locator("[data-slot='thinking']").first
    await expect(block.locator("[data-slot='thinking-tool-badge']")).to_have_text("أداتان")
    await expect(page.locator("[data-slot='thinking-toggle-all']")).to_have_text("فتح كل التفكير")
    assert await block.evaluate("e => [e.closest('[lang]').lang, getComputedStyle(e).direction]") == ["ar", "rtl"]
    unknown = page.locator("#unknown")
    await expect(unknown.locator("[data-slot='thinking-tool-badge']")).to_have_text("2 tools used")
    assert await unknown.evaluate("e => [e.lang, e.dir]") == ["en-US", "ltr"]
    assert [text for text in said if "tlh" in text] == ['reflex-thinking: there is no locale "tlh", using en-US']
    await page.locator("[data-slot='thinking-toggle-all']").click()
    await expect(page.locator("[data-slot='thinking-toggle-all']")).to_have_text("أغلق الكل")
    await context.close()
