"""What all pages share: one header, one font, one palette, and a page for addresses that lead nowhere."""

import pytest
from playwright.async_api import Page, expect

from tests.browser.layout import scroll_room
from tests.browser.live import ask, is_done

PAGES = ("/", "/docs", "/review?story=open")
LOOK = """() => {
    const style = (selector) => {
        const {color, backgroundColor, fontFamily} = getComputedStyle(document.querySelector(selector));
        return {color, backgroundColor, fontFamily};
    };
    const {x, y, height} = document.querySelector(".site-home").getBoundingClientRect();
    return {
        page: style(".site"),
        header: style(".site-header"),
        home: {x, y, height},
        size: document.querySelector(".site-header").getBoundingClientRect().height,
        links: [...document.querySelectorAll(".site-links a")].map((link) => link.textContent),
    };
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_every_page_has_the_same_header_font_and_palette(open_page, scheme: str):
    looks = []
    for path in PAGES:
        page: Page = await open_page(path, color_scheme=scheme)
        await expect(page.locator(".site-links a[aria-current]")).to_have_count(1)
        looks.append(await page.evaluate(LOOK))
    assert looks[0] == looks[1] == looks[2]
    assert looks[0]["links"] == ["Chat", "Documentation", "Design review"]
    assert looks[0]["page"]["fontFamily"].startswith("Inter")


async def test_the_header_leads_to_the_other_pages(open_page):
    page: Page = await open_page("/docs")
    await page.get_by_role("navigation", name="Pages").get_by_role("link", name="Design review").click()
    await expect(page.get_by_role("heading", name="Design review")).to_be_visible()
    await page.get_by_role("link", name="reflex-thinking").click()
    await expect(page.locator("[data-slot='composer-input']")).to_be_visible()


@pytest.mark.parametrize("path", PAGES)
async def test_a_phone_has_the_links_in_the_list_of_the_page(open_page, path: str):
    page: Page = await open_page(path, viewport={"width": 320, "height": 640})
    await page.wait_for_function("() => document.querySelector('.site-start button').getBoundingClientRect().width > 0")
    assert (await scroll_room(page))["x"] == 0
    if path == "/docs":
        await page.wait_for_function("window.reflexThinkingDocs")
    await page.locator(".site-start button").click()
    link = page.get_by_role("link", name="Documentation" if path != "/docs" else "Design review", exact=True)
    await expect(link).to_be_visible()


async def test_an_address_that_leads_nowhere_says_so_and_leads_home(open_page, problems: list[str], axe_violations):
    page: Page = await open_page("/docs")
    response = await page.goto("/no/such/page")
    assert response and response.status == 404
    await expect(page.get_by_role("heading", level=1)).to_have_text("Page not found")
    await expect(page).to_have_title("Page not found · reflex-thinking")
    assert not await axe_violations(page)
    await page.get_by_role("link", name="Go to the chat").click()
    await expect(page.locator("[data-slot='composer-input']")).to_be_visible()
    problems[:] = [problem for problem in problems if "404" not in problem]


async def test_a_line_of_code_is_one_and_a_half_times_its_text(open_page):
    page: Page = await open_page("/review/chat")
    await ask(page, "brief")
    await is_done(page)
    is_airy = """selector => {
        const e = document.querySelector(selector);
        if (!e || document.fonts.status !== "loaded") return false;
        const size = parseFloat(getComputedStyle(e.querySelector("code")).fontSize);
        const {paddingTop, paddingBottom} = getComputedStyle(e);
        const height = e.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom);
        return Math.abs(height / e.textContent.trimEnd().split("\\n").length / size - 1.5) < 0.03;
    }"""
    await page.wait_for_function(is_airy, arg="[data-role='assistant'] [data-slot='message-text'] pre")
    await page.goto("/docs")
    await page.wait_for_function(is_airy, arg=".docs-code")


async def test_thinking_that_is_off_is_an_outline(open_page):
    page: Page = await open_page("/review/chat")
    switch = page.locator("[data-slot='thinking-toggle']")
    await switch.click()
    await page.mouse.move(0, 0)
    await expect(switch).to_have_attribute("aria-checked", "false")
    await expect(switch).to_have_css("background-color", "rgba(0, 0, 0, 0)")
    await expect(switch).to_have_css("border-top-style", "solid")
    await expect(switch.locator("span")).to_have_css("text-decoration-line", "none")
