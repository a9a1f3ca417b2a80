"""The page speaks the language of the browser until its reader chooses one."""

import pytest
from playwright.async_api import Page, expect

from tests.browser.live import answer, ask, is_done, said, slot
from thinking_ui.chat.suggestions import SUGGESTIONS
from thinking_ui.pages.chat.texts import TEXTS

LANGUAGES = {"pt-BR": "pt-BR", "pt-PT": "pt-BR", "ar": "ar", "pl-PL": "en-US"}
"""What a browser asks for, and what it gets."""


@pytest.mark.parametrize(("browser_language", "spoken"), LANGUAGES.items())
async def test_the_page_and_its_suggestions_are_in_the_language_of_the_browser(
    open_page, browser_language: str, spoken: str
):
    page: Page = await open_page("/", locale=browser_language)
    shown = "en-US" if spoken == "en-US" else browser_language  # the region counts for numbers and dates
    await expect(page.locator("html")).to_have_attribute("lang", shown)
    await expect(page.locator("html")).to_have_attribute("dir", "rtl" if spoken == "ar" else "ltr")
    await expect(slot(page, "empty").get_by_role("heading")).to_have_text(TEXTS[spoken]["app.heading"])
    await expect(slot(page, "first-question")).to_have_text(list(SUGGESTIONS[spoken].values()))
    assert await page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


async def test_a_portuguese_suggestion_is_answered_in_portuguese(open_page):
    page: Page = await open_page("/", locale="pt-BR")
    question = SUGGESTIONS["pt-BR"]["longest"]
    await slot(page, "first-question").filter(has_text=question).click()
    await expect(said(page)).to_have_text(question)
    await is_done(page)
    await expect(answer(page)).to_contain_text("Fontes")
    await expect(page).to_have_title(f"{question} · reflex-thinking")


async def test_answers_are_asked_for_in_the_language_of_the_browser(open_page):
    page: Page = await open_page("/review/chat", locale="pt-BR")
    await ask(page, "asked")
    await is_done(page)
    await expect(answer(page)).to_contain_text("locale: pt-BR")


async def test_a_choice_counts_more_than_the_browser_and_can_be_taken_back(open_page):
    page: Page = await open_page("/review/chat", locale="pt-BR")
    await slot(page, "settings-button").click()
    choice = slot(page, "preference-locale")
    await expect(choice).to_have_value("auto")
    await expect(choice.locator("option").first).to_have_text("Automático")
    await choice.select_option("de")
    for _ in range(2):
        await expect(page.locator("html")).to_have_attribute("lang", "de")
        await expect(choice).to_have_value("de")
        await page.reload()
    await slot(page, "settings-button").click()
    await choice.select_option("auto")
    for _ in range(2):
        await expect(page.locator("html")).to_have_attribute("lang", "pt-BR")
        await expect(choice).to_have_value("auto")
        await page.reload()


@pytest.mark.parametrize("path", ["/docs/components", "/review/all"])
async def test_pages_that_are_written_in_english_stay_english(open_page, path: str):
    page: Page = await open_page(path, locale="ar")
    label = page.locator("[data-slot='thinking-label']").first
    await expect(label).to_contain_text("Thought")
    nearest = "e => [e.closest('[lang]').lang, getComputedStyle(e).direction]"
    language, direction = await label.evaluate(nearest)
    assert (language[:2], direction) == ("en", "ltr")
