"""Images and files in messages: live, stored, hostile, and in every light."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Locator, Page, expect

from tests.browser.live import Hold, answer, ask, is_done, live, slot, thinking
from thinking_ui.scenarios import pictures

FRAME = "/review/frame?story="
LOOK = """element => [...element.querySelectorAll(":scope > [data-part-id]")].map((part) => ({
    id: part.dataset.partId,
    slot: part.dataset.slot,
    text: part.innerText,
    box: [part, part.querySelector("img")].map((each) => each && [each.offsetWidth, each.offsetHeight]),
    image: part.querySelector("img")?.naturalWidth,
    alt: part.querySelector("img")?.alt,
    download: part.querySelector("a")?.download,
}))"""


def image(page: Page) -> Locator:
    """The image of the last answer."""
    return slot(answer(page), "message-image")


def content(path: Path) -> bytes:
    return path.read_bytes()


async def is_loaded(part: Locator) -> None:
    await expect(part.locator("img")).to_have_js_property("complete", True)
    assert await part.locator("img").evaluate("img => img.naturalWidth") > 0


async def test_an_image_comes_into_focus_in_its_own_space_and_stays_as_it_was(open_page, hold: Hold):
    page = await live(open_page)
    hold("part_added media-chart")
    await ask(page, "media")
    await expect(image(page)).to_have_attribute("data-partial", "true")
    await expect(image(page)).to_contain_text("Still drawing…")
    await is_loaded(image(page))
    box = await image(page).bounding_box()
    assert box and abs(box["width"] / box["height"] - pictures.WIDTH / pictures.HEIGHT) < 0.02
    hold.release()
    await is_done(page)
    await expect(image(page)).not_to_have_attribute("data-partial", "true")
    await expect(image(page).get_by_role("img", name=pictures.ALT)).to_be_visible()
    await is_loaded(image(page))
    after = await image(page).bounding_box()
    assert after and (after["width"], after["height"]) == (box["width"], box["height"])

    slots = await answer(page).evaluate("e => [...e.children].map((child) => child.dataset.slot)")
    assert slots == ["thinking", "message-text", "message-image", "message-text", "message-file"]
    watched = await answer(page).evaluate(LOOK)
    await page.reload()
    await is_loaded(image(page))
    await expect(slot(answer(page), "file-download")).to_be_visible()
    assert await answer(page).evaluate(LOOK) == watched


async def test_space_is_kept_before_the_image_is_there(open_page):
    page = await open_page(FRAME + "media")
    await is_loaded(slot(page.locator("body"), "message-image").first)
    figure = slot(page.locator("body"), "message-image").first
    full = await figure.evaluate("figure => figure.offsetHeight")
    assert full > 100
    await figure.evaluate("figure => figure.querySelector('img').removeAttribute('src')")
    assert await figure.evaluate("figure => figure.offsetHeight") == full


async def test_what_an_assistant_gave_is_in_its_step(open_page):
    page = await live(open_page)
    await ask(page, "media")
    await is_done(page)
    await slot(thinking(page), "thinking-summary-bar").click()
    await slot(thinking(page), "thinking-step-trigger").click()
    given = slot(thinking(page), "thinking-step-parts")
    await expect(slot(given, "message-file")).to_contain_text("trains-raw.csv")
    async with page.expect_download() as download:
        await slot(given, "file-download").click()
    assert content(await (await download.value).path()) == pictures.TABLE.encode()


async def test_a_file_is_saved_under_its_name_with_its_bytes(open_page):
    page = await open_page(FRAME + "media")
    card = page.locator("[data-part-id='media-3']")
    await expect(card).to_have_text(re.compile(r"trains\.csv\s*CSV · 150 B"))
    link = card.get_by_role("link", name="Download trains.csv")
    async with page.expect_download() as download:
        await link.click()
    saved = await download.value
    assert saved.suggested_filename == "trains.csv"
    assert content(await saved.path()) == pictures.TABLE.encode()
    kind = await link.evaluate("async (a) => (await (await fetch(a.href)).blob()).type")
    assert kind == "application/octet-stream"
    await expect(link).to_have_attribute("rel", "noopener")


async def test_a_press_on_an_image_opens_it_in_a_tab_of_its_own(open_page):
    page = await open_page(FRAME + "media")
    link = slot(page.locator("[data-part-id='media-2']"), "image-open")
    await expect(link).to_have_attribute("rel", "noopener noreferrer")
    async with page.context.expect_page() as opened:
        await link.click()
    tab = await opened.value
    await tab.wait_for_load_state()
    assert await tab.evaluate("[document.contentType, window.opener]") == ["image/png", None]
    await tab.close()


async def test_parts_without_data_say_why_and_offer_nothing(open_page):
    page = await open_page(FRAME + "media")
    for part, text in {"media-6": "XLSX · Kept by the provider", "media-7": "PNG · 42 MB · Too large to show"}.items():
        card = page.locator(f"[data-part-id='{part}']")
        await expect(card).to_contain_text(text)
        await expect(card.get_by_role("link")).to_have_count(0)
    elsewhere = page.locator("[data-part-id='media-5']").get_by_role("link")
    await expect(elsewhere).to_have_attribute("href", "https://files.example.com/timetable.pdf")
    await expect(elsewhere).to_have_attribute("target", "_blank")
    await expect(elsewhere).to_have_attribute("rel", "noopener noreferrer nofollow")


async def test_images_and_files_that_would_like_to_be_more_are_cards(open_page):
    page = await live(open_page)
    await ask(page, "hostile-media")
    await is_done(page)
    parts = answer(page).locator("[data-part-id]")
    await expect(parts).to_have_count(6)
    assert await answer(page).locator("img, script, iframe, object, embed, [onerror], [onload]").count() == 0
    assert await page.evaluate("window.pwned") is None
    links = (
        await answer(page)
        .locator("a")
        .evaluate_all("all => all.map(({protocol, download, rel}) => [protocol, download, rel])")
    )
    assert {protocol for protocol, _, _ in links} == {"https:", "blob:"}
    assert all("noopener" in rel for _, _, rel in links)
    assert all(download for protocol, download, _ in links if protocol == "blob:")
    html = page.locator("[data-part-id='hostile-html']")
    await expect(html).to_contain_text("reportfdp.html")
    async with page.expect_download() as download:
        await slot(html, "file-download").click()
    assert (await download.value).suggested_filename == "reportfdp.html"
    for part in ("hostile-link", "hostile-userinfo", "hostile-data"):
        await expect(page.locator(f"[data-part-id='{part}']")).to_contain_text("Can’t be shown")
        await expect(page.locator(f"[data-part-id='{part}'] a")).to_have_count(0)


async def test_an_image_that_cannot_be_decoded_becomes_a_card_that_can_be_saved(open_page):
    page = await open_page(FRAME + "media")
    figure = page.locator("[data-part-id='media-2']")
    await is_loaded(figure)
    await figure.locator("img").dispatch_event("error")
    await expect(figure).to_contain_text(pictures.ALT)
    await expect(figure).to_contain_text("Can’t be shown")
    async with page.expect_download() as download:
        await slot(figure, "file-download").click()
    assert content(await (await download.value).path()) == pictures.chart()


async def test_data_is_sent_when_a_part_comes_into_view(open_page):
    page = await live(open_page)
    await ask(page, "media")
    await is_done(page)
    await ask(page, "essay")
    await is_done(page)
    await page.reload()
    await expect(answer(page)).to_contain_text("Paragraph 40")
    first = page.locator("[data-slot='message'][data-role='assistant']").first
    figure = slot(first, "message-image")
    await expect(figure.locator("[data-state='loading']")).to_be_attached()
    await figure.scroll_into_view_if_needed()
    await is_loaded(figure)


async def test_a_component_of_the_apps_own_gets_the_part(open_page):
    page = await open_page(FRAME + "media-own")
    images = page.locator("[data-headless='image']")
    await expect(images).to_have_count(3)
    await expect(images.first.locator("small")).to_have_text(pictures.ALT)
    await is_loaded(images.first)
    await expect(page.locator("[data-headless='file']")).to_have_text(
        ["trains.csv (text/csv)", "timetable.pdf (application/octet-stream)", "model.xlsx (application/octet-stream)"]
    )


@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_axe_finds_nothing(open_page, axe_violations: Any, theme: str):
    page = await open_page(f"{FRAME}media&theme={theme}")
    await expect(page.locator("[data-part-id]")).to_have_count(6)
    assert not await axe_violations(page, ".rxt-media")


async def test_it_fits_a_small_screen_in_any_direction(open_page):
    for locale, texts in {"ar": "أكبر من أن يُعرض", "de": "Zu groß zum Anzeigen"}.items():
        page = await open_page(f"{FRAME}media&locale={locale}", viewport={"width": 320, "height": 640})
        await expect(page.locator("[data-part-id='media-7']")).to_contain_text(texts)
        assert await page.evaluate("document.documentElement.scrollWidth") <= 320
        card = page.locator("[data-part-id='media-3']")
        icon, action = await card.evaluate(
            "card => ['.rxt-card-icon', '.rxt-card-action'].map((name) => card.querySelector(name).getBoundingClientRect().x)"
        )
        assert (icon > action) is (locale == "ar")


async def test_cards_keep_their_edges_in_forced_colours_and_lose_their_buttons_on_paper(open_page):
    page = await open_page(FRAME + "media", forced_colors="active")
    card = page.locator("[data-part-id='media-3']")
    assert await card.evaluate("e => getComputedStyle(e.querySelector('.rxt-card-icon')).borderStyle") == "solid"
    await page.emulate_media(media="print")
    await expect(slot(card, "file-download")).to_be_hidden()
    await expect(card).to_contain_text("trains.csv")
    await page.emulate_media(media="screen")
