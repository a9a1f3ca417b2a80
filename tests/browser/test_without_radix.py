"""The kit in an app that has no Radix theme."""

from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from tools.serve import Server

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
    root = page.locator("[data-slot='thinking']")
    background = await root.evaluate("e => getComputedStyle(e).backgroundColor")
    assert background == {"light": "rgb(255, 255, 255)", "dark": "rgb(24, 25, 27)"}[scheme]
    assert not await axe_violations(page, "[data-slot='thinking']")
    await context.close()
