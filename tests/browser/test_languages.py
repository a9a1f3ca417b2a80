"""The reader's language in everything that is shown, announced and counted, while it streams and afterwards."""

import re

import pytest
from playwright.async_api import Locator, Page, expect
from reflex_thinking.locales import available_locales, load_locale

from tests.browser.live import ANSWERED, Hold, answer, ask, is_done, live, slot, thinking

pytestmark = pytest.mark.slow


def said(locale: str, key: str, **values: str) -> str:
    """A text of the table, in its only or its last form."""
    text = load_locale(locale)[key]
    text = text if isinstance(text, str) else text["other"]
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", value)
    return text


def pattern(locale: str, key: str) -> re.Pattern[str]:
    """A text of the table with a time below a minute in it, as the locale writes it."""
    text = said(locale, key, duration=said(locale, "ai.time.seconds"))
    return re.compile("^" + re.escape(text).replace(r"\{s\}", r"[\d٠-٩]+[.,٫][\d٠-٩]") + "$")


async def number(page: Page, locale: str, value: int) -> str:
    """A number as the browser writes it in that language."""
    return await page.evaluate("([locale, value]) => new Intl.NumberFormat(locale).format(value)", [locale, value])


@pytest.mark.parametrize("locale", ["pt-BR", "ar"])
async def test_everything_is_said_in_the_readers_language(open_page, hold: Hold, locale: str):
    page = await live(open_page, locale=locale)
    hold("vegetarians")
    await expect(page.locator("[data-slot='composer-input']")).to_have_attribute(
        "placeholder", said(locale, "ai.chat.placeholder")
    )
    await expect(page.locator("[data-slot='thinking-toggle-all']")).to_have_text(said(locale, "ai.thinking.open_all"))
    await ask(page, "trip")
    await expect(slot(thinking(page), "thinking-label")).to_have_text(said(locale, "ai.thinking.streaming"))
    await expect(slot(thinking(page), "thinking-duration")).to_have_text(pattern(locale, "ai.time.seconds"))
    announcer = slot(thinking(page), "thinking-announcer")
    await expect(announcer).to_have_text(said(locale, "ai.thinking.announce.thinking"))
    await expect(page.locator("[data-slot='composer-stop']")).to_have_attribute(
        "aria-label", said(locale, "ai.chat.stop")
    )
    hold.release()
    await is_done(page)
    await expect(slot(thinking(page), "thinking-label")).to_have_text(pattern(locale, "ai.thinking.complete"))
    await expect(announcer).to_have_text(pattern(locale, "ai.thinking.complete"))
    await expect(slot(thinking(page), "thinking-status")).to_have_text(said(locale, "ai.thinking.status.done"))
    english = re.compile(r"\b(Thinking|Thought|tools?|words?|Done|Close|Show|Ask|Send)\b")
    await slot(thinking(page), "thinking-summary-bar").click()
    for part in ("thinking-label", "thinking-words", "thinking-tool-badge", "thinking-status", "thinking-close"):
        assert not english.search(await slot(thinking(page), part).first.inner_text())


@pytest.mark.parametrize(
    ("scenario", "portuguese", "arabic"),
    [
        ("arabic", "1 ferramenta usada", "أداة واحدة"),
        ("portuguese", "2 ferramentas usadas", "أداتان"),
        ("trip", "3 ferramentas usadas", "3 أدوات"),
    ],
)
async def test_the_badge_has_the_plural_forms_of_the_language(open_page, scenario: str, portuguese: str, arabic: str):
    page = await live(open_page, locale="pt-BR")
    await ask(page, scenario)
    await is_done(page)
    badge = slot(thinking(page), "thinking-tool-badge")
    await expect(badge).to_have_text(portuguese)
    await page.locator("[data-slot='preference-locale']").select_option("ar")
    await expect(badge).to_have_text(arabic.replace("3", await number(page, "ar", 3)))


async def test_numbers_are_written_as_in_the_language(open_page):
    page = await live(open_page, locale="pt-BR")
    await ask(page, "headlines")
    await is_done(page)
    tokens = slot(thinking(page), "thinking-tokens")
    await expect(tokens).to_have_text("1.234 tokens")
    await page.locator("[data-slot='preference-locale']").select_option("ar")
    await expect(tokens).to_have_text(f"{await number(page, 'ar', 1234)} رمزًا")
    await page.locator("[data-slot='preference-locale']").select_option("fr")
    await expect(tokens).to_contain_text(await number(page, "fr", 1234))


@pytest.mark.parametrize("locale", available_locales())
async def test_every_language_streams(open_page, hold: Hold, locale: str):
    page = await live(open_page, locale=locale)
    hold("00030")
    await ask(page, "deltas 60")
    await expect(slot(thinking(page), "thinking-label")).to_have_text(said(locale, "ai.thinking.streaming"))
    hold.release()
    await is_done(page)
    await expect(slot(thinking(page), "thinking-label")).to_have_text(pattern(locale, "ai.thinking.complete"))


async def test_another_language_is_there_at_once_and_what_was_written_stays(open_page, hold: Hold):
    page = await live(open_page)
    hold("00030")
    await ask(page, "deltas 60")
    field = page.locator("[data-slot='composer-input']")
    await field.fill("meanwhile")
    await page.locator("[data-slot='preference-locale']").select_option("ar")
    await expect(slot(thinking(page), "thinking-label")).to_have_text(said("ar", "ai.thinking.streaming"))
    await expect(field).to_have_value("meanwhile")
    hold.release()
    await is_done(page)
    await expect(slot(thinking(page), "thinking-label")).to_have_text(pattern("ar", "ai.thinking.complete"))


async def left(element: Locator) -> float:
    return await element.evaluate("e => e.getBoundingClientRect().left")


async def test_right_to_left_mirrors_what_streams(open_page, hold: Hold):
    page = await live(open_page, locale="ar")
    hold("web_search_call_started arabic-2")
    await ask(page, "arabic")
    bar = slot(thinking(page), "thinking-summary-bar")
    await expect(slot(thinking(page), "thinking-step")).to_have_count(2)
    assert await bar.evaluate("e => getComputedStyle(e).direction") == "rtl"
    assert await left(slot(bar, "thinking-icon")) > await left(slot(bar, "thinking-label"))
    assert await left(slot(bar, "thinking-chevron")) < await left(slot(bar, "thinking-summary"))
    hold.release()
    await is_done(page)
    await expect(answer(page)).to_be_visible()
    # A name in Latin letters begins where the Arabic text above it begins.
    await bar.click()
    title = slot(thinking(page), "thinking-step").locator(".rxt-step-title").first
    text = slot(thinking(page), "thinking-step-body").first
    ends = [await one.evaluate("e => e.getBoundingClientRect().right") for one in (title, text)]
    assert abs(ends[0] - ends[1]) <= 1


async def test_the_time_reads_in_order_in_right_to_left_text(open_page):
    page = await live(open_page, locale="ar")
    await ask(page, "arabic")
    await is_done(page)
    await expect(slot(thinking(page), "thinking-label")).to_have_text(pattern("ar", "ai.thinking.complete"))
    # The digits stand to the right of their unit: first the number, then the word, for who reads from the right.
    time = slot(thinking(page), "thinking-duration")
    places = await time.evaluate("""e => {
        const text = e.firstChild, range = document.createRange();
        const at = (index) => { range.setStart(text, index); range.setEnd(text, index + 1); return range.getBoundingClientRect().left; };
        return [at(0), at(text.length - 1)];
    }""")
    assert places[0] > places[1]


@pytest.mark.parametrize(
    ("mode", "locale"),
    [
        ("expanded", "ar"),
        ("overlay", "pt-BR"),
        *(
            pytest.param(*each, marks=pytest.mark.slow)
            for each in (("expanded", "pt-BR"), ("overlay", "ar"), ("collapsed", "ar"), ("progress", "ar"))
        ),
    ],
)
async def test_nothing_scrolls_sideways_on_a_phone(open_page, hold: Hold, mode: str, locale: str):
    page = await live(open_page, mode, locale=locale, viewport={"width": 320, "height": 640})
    hold("tool_call_started trip-4")
    await ask(page, "trip")
    await expect(
        slot(thinking(page), "thinking-step").nth(2) if mode in ("expanded", "overlay") else thinking(page)
    ).to_be_visible(timeout=ANSWERED)
    assert await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    hold.release()
    await is_done(page)
    assert await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0


async def test_a_summary_against_the_direction_of_the_page_stands_beside_the_label(open_page, hold: Hold):
    page = await live(open_page, "collapsed", locale="ar")
    hold("assistant_call_started policy-2")
    await ask(page, "policy")
    summary = slot(thinking(page), "thinking-summary")
    await expect(summary).to_contain_text("Policy Checker", timeout=ANSWERED)
    # The kit's own sentence runs as the page does, though it begins with a name that does not.
    assert await summary.evaluate("e => getComputedStyle(e).direction") == "rtl"
    hold.release()
    await is_done(page)
    await expect(summary).to_have_text("Nine days late, so the exception applies.")
    gap = await page.evaluate("""() => {
        const [label, summary] = ["thinking-label", "thinking-summary"].map((slot) => document.querySelector(`[data-slot='${slot}']`));
        const range = document.createRange();
        range.selectNodeContents(summary);
        return label.getBoundingClientRect().left - range.getBoundingClientRect().right;
    }""")
    assert 0 <= gap < 24
    assert await summary.evaluate("e => getComputedStyle(e).direction") == "ltr"
