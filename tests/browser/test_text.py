"""What was said is shown as it was written, and what was answered looks the same live, at its end and after a reload."""

import json
import random
import subprocess
from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, expect

from tests.browser.live import Hold, answer, ask, is_done, slot
from tests.browser.scripts import pieces
from tools import frontend
from tools.serve import Server

PAGE = "/review/chat"
CLIENT = Path(__file__).parents[1] / "units" / "client"
LONG = "A sentence of a paragraph that is longer than it is rendered at once. " * 60
HOSTILE: list[str] = [*json.loads((CLIENT / "hostile.json").read_text()), f"{LONG}\n\n- {LONG}\n\nEnd"]
TABLE = "| city | people |\n|:---|---:|\n| **Lisbon** | `567,131` |\n| Porto | 248,769 |\n"


def said(page: Page) -> Locator:
    """What the user said last."""
    return page.locator("[data-slot='message'][data-role='user'] [data-slot='message-text']").last


async def say(page: Page, text: str) -> None:
    """Send a text; the assistant knows no such scenario and fails, which does not matter here."""
    await ask(page, text)
    await is_done(page, "error")


async def shown(texts: Locator) -> list[str]:
    """The elements of texts as HTML, without colours of code, which come late, and the remembered heights of long texts."""
    return await texts.evaluate_all(
        """texts => texts.map((text) => {
            const copy = text.cloneNode(true);
            copy.querySelectorAll("pre code").forEach((code) => { code.textContent = code.textContent; });
            copy.querySelectorAll(".rxt-page").forEach((page) => page.removeAttribute("style"));
            return copy.innerHTML;
        })"""
    )


def test_markdown_is_read_the_same_in_all_pieces_and_holds_back_what_is_half(server: Server):
    del server  # it has built the front end, whose packages are used here
    command = ["node", "--test", str(CLIENT / "markdown_tokens.mjs")]
    settings = frontend.environment(WEB=str(frontend.web_folder(frontend.ROOT)))
    result = subprocess.run(command, env=settings, capture_output=True, text=True, timeout=120)
    assert result.returncode == 0, result.stdout


@pytest.mark.parametrize(
    "text",
    [
        "def f(*args, **kwargs):\n    return 2 ** 3\n\n__init__ is *not* bold",
        "one\ntwo\n\n\nthree\n- no list\n1. no list\n# no heading\n> no quote",
        "| no | table |\n|---|---|\n| a | b |",
        "<b>no html</b> & &amp; \\* [no](link) `no code` ~~no~~ ***",
        "an open fence\n```\n**x**",
    ],
)
async def test_what_the_user_said_is_shown_as_it_was_written(open_page, text: str):
    page: Page = await open_page(PAGE)
    await say(page, text)
    for _ in range(2):  # as it came, and as it is stored
        assert await said(page).evaluate("e => e.textContent") == text
        assert (await said(page).inner_text()).rstrip("\n") == text
        assert await said(page).locator("strong, em, del, code, ul, ol, table, blockquote, hr, a, b").count() == 0
        assert await said(page).locator("[data-growing]").count() == 0
        await page.reload()
        await is_done(page, "error")


async def test_code_fences_and_addresses_in_what_the_user_said_are_recognised(open_page):
    page: Page = await open_page(PAGE)
    await say(page, "Why does **this** fail?\n```python\nprint(2 ** 3)\n```\nSee https://example.com/a_b_c(d), please.")
    code = slot(said(page), "code")
    await expect(code.locator("pre")).to_have_text("print(2 ** 3)")
    await expect(code).to_have_attribute("data-language", "python")
    link = said(page).locator("a")
    await expect(link).to_have_attribute("href", "https://example.com/a_b_c(d)")
    await expect(link).to_have_attribute("rel", "noopener noreferrer nofollow")
    await expect(said(page).locator("p").first).to_have_text("Why does **this** fail?")
    await expect(said(page).locator("p").last).to_have_text("See https://example.com/a_b_c(d), please.")


async def test_what_the_user_said_has_the_direction_of_each_line(open_page):
    page: Page = await open_page(PAGE)
    await say(page, "مرحبا بالعالم\nand a line in English")
    edges = await said(page).evaluate(
        """e => [...e.querySelectorAll("p")].flatMap((p) => {
            const range = document.createRange();
            range.selectNodeContents(p);
            const box = p.getBoundingClientRect();
            const lines = [...range.getClientRects()].filter((line) => line.width > 0);
            return lines.map((line) => [line.left - box.left, box.right - line.right]);
        })"""
    )
    assert len(edges) == 2
    assert edges[0][1] < 1 < edges[0][0]
    assert edges[1][0] < 1


async def test_a_finished_answer_is_not_repaired(open_page, hold: Hold):
    page: Page = await open_page(PAGE)
    hold("**kwargs")
    await ask(page, hold.script("2 ** 3 is 8. Pass it as **kwargs", " or not"))
    text = slot(answer(page), "message-text")
    await expect(text.locator("strong")).to_have_text("kwargs")  # it may be the beginning of something bold
    await expect(text).to_contain_text("2 ** 3 is 8.")
    await expect(text.locator("[data-growing]")).to_have_count(1)
    hold.release()
    await is_done(page)
    for _ in range(2):
        await expect(text).to_have_text("2 ** 3 is 8. Pass it as **kwargs or not")
        await expect(text.locator("strong")).to_have_count(0)
        await expect(page.locator("[data-growing]")).to_have_count(0)
        await page.reload()


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow), pytest.param(3, marks=pytest.mark.slow)])
async def test_hostile_markdown_looks_the_same_live_at_the_end_and_after_a_reload(open_page, hold: Hold, seed: int):
    chance = random.Random(seed)
    script = [
        {"type": "text_delta", "segment_id": f"t{number}", "text_delta": piece}
        for number, text in enumerate(HOSTILE)
        for piece in pieces(text, [chance.randint(1, len(text)) for _ in range(2)])
    ]
    page: Page = await open_page(PAGE)
    hold("the very end")
    end = {"type": "text_delta", "segment_id": "end", "text_delta": "the very end"}
    await ask(page, hold.script(*script, end, pace=0.04))  # so that the pieces come in patches of their own
    texts = slot(answer(page), "message-text")
    await expect(texts).to_have_count(len(HOSTILE) + 1)
    other = await page.context.new_page()
    await other.goto(page.url)
    await expect(slot(answer(other), "message-text")).to_have_count(len(HOSTILE) + 1)
    live = await shown(texts)
    hold.release()
    await is_done(page)
    await is_done(other)
    ended = await shown(texts)
    assert live[:-1] == ended[:-1]  # the last one could still grow
    assert await shown(slot(answer(other), "message-text")) == ended
    await page.reload()
    await expect(texts).to_have_count(len(HOSTILE) + 1)
    assert await shown(texts) == ended


async def test_nesting_beyond_all_reason_is_text(open_page, hold: Hold):
    page: Page = await open_page(PAGE)
    await ask(page, hold.script(">" * 2000 + " quoted\n\n", "- " * 1500 + "listed\n\n", "> - " * 900 + "both"))
    await is_done(page)
    for _ in range(2):
        for word in ("quoted", "listed", "both"):
            await expect(answer(page)).to_contain_text(word)
        depth = """e => Math.max(...[...e.querySelectorAll("*")].map((one) => {
            let depth = 0;
            for (; one !== e; one = one.parentElement) depth += 1;
            return depth;
        }))"""
        assert await slot(answer(page), "message-text").evaluate(depth) < 80
        await page.reload()


async def test_a_table_does_not_flash_up_as_pipes(open_page, hold: Hold):
    page: Page = await open_page(PAGE)
    cuts = [1, 8, 17, 19, 22, 29, 31, 40, 55, len(TABLE)]
    parts = [TABLE[start:end] for start, end in zip([0, *cuts], cuts, strict=False)]
    await page.evaluate(
        """() => {
            window.pipes = [];
            const look = () => {
                const text = document.querySelector("[data-role='assistant'] [data-slot='message-text']")?.innerText ?? "";
                if (/[|]|---|:-/.test(text)) window.pipes.push(text);
                requestAnimationFrame(look);
            };
            look();
        }"""
    )
    hold(TABLE[: cuts[0]])
    await ask(page, hold.script("The biggest cities:\n\n", *parts, "\nThat is all."))
    text = slot(answer(page), "message-text")
    await expect(text).to_contain_text("The biggest cities:")
    for end in cuts[1:]:
        hold(TABLE[:end])
        await page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    await expect(text.locator("td").last).to_have_text("248,769")
    hold.release()
    await is_done(page)
    await expect(text.locator("td")).to_have_text(["Lisbon", "567,131", "Porto", "248,769"])
    assert await page.evaluate("window.pipes") == []


async def test_nothing_is_held_back_for_good(open_page, hold: Hold):
    page: Page = await open_page(PAGE)
    hold("| right |")
    await ask(page, hold.script("Like this:\n\n| left | right |", "\n\nand so on"))
    text = slot(answer(page), "message-text")
    await expect(text).to_contain_text("| left | right |")  # though nothing follows
    await expect(answer(page)).to_have_attribute("data-status", "thinking")
    hold.release()
    await is_done(page)
    await expect(text).to_contain_text("| left | right |")
    await ask(page, hold.script("Like this:\n\n| left | right |"))
    await is_done(page)
    await expect(text).to_contain_text("| left | right |")
