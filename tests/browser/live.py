"""What the tests of live pages share."""

import json
import re
import secrets
from pathlib import Path
from typing import Any

from playwright.async_api import Locator, Page, expect

ANSWERED = 180_000
"""Milliseconds for an answer; those of some scenarios take ten seconds where nothing else runs."""

COUNT_BUILT = """
    window.built = new Set();
    new MutationObserver((changes) => {
        for (const {addedNodes} of changes)
            for (const node of addedNodes)
                if (node.nodeType === Node.ELEMENT_NODE)
                    [node, ...node.querySelectorAll("*")].forEach((element) => window.built.add(element));
    }).observe(document, {childList: true, subtree: true});
"""
"""From when it runs, `built` has every element that comes into the document, also those that go again."""
ANSWER_IDS = """() => [...document.querySelectorAll("[data-slot='message'][data-role='assistant']")]
    .map((message) => message.dataset.messageId)"""


class Hold:
    """Makes the scenarios of a server wait where a test wants to look at them; see `thinking_ui/scenarios/runs.py`."""

    def __init__(self, path: Path) -> None:
        """The file that the server reads."""
        self._path = path

    def __call__(self, text: str) -> None:
        """From now on, wait after this has been said: a part of a text, or such as `tool_result trip-2`.

        A scenario that waits for something else goes on.
        """
        partial = self._path.with_suffix(".partial")
        partial.write_text(text)
        partial.replace(self._path)

    def release(self) -> None:
        """Wait no more."""
        self("")

    def script(self, *entries: str | dict[str, Any], asked: str = "", pace: float = 0) -> str:
        """What to ask for to be answered with these texts and canonical events, one every `pace` seconds.

        A question that was `asked` gets another answer from now on.
        """
        name = asked.removeprefix("script ") or f"{self._path.name}-{secrets.token_hex(4)}"
        self._path.with_name(f"{name}.json").write_text(json.dumps({"entries": entries, "pace": pace}))
        return f"script {name}"


def answer(page: Page) -> Locator:
    """The last answer."""
    return page.locator("[data-slot='message'][data-role='assistant']").last


def said(page: Page) -> Locator:
    """What the user said."""
    return page.locator("[data-slot='message'][data-role='user']")


def thinking(page: Page) -> Locator:
    """The thinking of the last answer."""
    return answer(page).locator("[data-slot='thinking']")


def slot(parent: Locator | Page, name: str) -> Locator:
    """A part by its slot."""
    return parent.locator(f"[data-slot='{name}']")


async def live(open_page: Any, mode: str = "expanded", *, locale: str = "", query: str = "", **options: Any) -> Page:
    """The live page, in a live mode and a language."""
    page: Page = await open_page(f"/review/live{query}", **options)
    await page.locator("[data-slot='preference-live']").select_option(mode)
    await expect(page.locator("#thread-id")).to_have_attribute("data-live", mode)
    if locale:
        await page.locator("[data-slot='preference-locale']").select_option(locale)
    return page


async def close_by_itself(page: Page, wanted: bool) -> None:
    """Say whether thinking closes at its end."""
    box = page.locator("[data-slot='preference-auto-close']")
    if await box.is_checked() != wanted:
        await box.click()
    await expect(box).to_be_checked(checked=wanted)


async def ask(page: Page, text: str) -> None:
    """Send a message, and wait for the beginning of the answer."""
    before = await page.evaluate(ANSWER_IDS)
    await page.locator("[data-slot='composer-input']").fill(text)
    await page.locator("[data-slot='composer-send']").click()
    await page.wait_for_function(f"before => ({ANSWER_IDS})().some((id) => !before.includes(id))", arg=before)


async def is_done(page: Page, status: str = "done", patience: float = ANSWERED) -> None:
    """Wait for the end of the last answer."""
    await expect(answer(page)).to_have_attribute("data-status", status, timeout=patience)


async def has_text(page: Page, text: str) -> None:
    """Wait until the thinking has come so far."""
    await expect(thinking(page)).to_contain_text(text, timeout=ANSWERED)


async def shown(page: Page) -> list[str]:
    """Every visible text of the last answer."""
    slots = ("thinking-summary-bar", "thinking-step", "thinking-status", "message-text")
    found = answer(page).locator(", ".join(f"[data-slot='{name}']" for name in slots))
    texts = await found.evaluate_all("all => all.map((e) => (e.checkVisibility() ? e.innerText : ''))")
    return [text for text in texts if text]


async def steps_text(page: Page) -> str:
    """What the reasoning of the last answer says, without white space: that between paragraphs is not in the text."""
    root = thinking(page)
    if await root.get_attribute("data-state") == "closed" and not await slot(root, "thinking-step").count():
        await slot(root, "thinking-summary-bar").click()
    await expect(slot(root, "thinking-step-body").first).to_be_attached()
    return re.sub(r"\s+", "", "".join(await slot(root, "thinking-step-body").all_text_contents()))


async def another_tab(page: Page, address: str = "") -> Page:
    """Another tab of the same browser and size, at the same address unless another one is given."""
    tab = await page.context.new_page()
    if page.viewport_size:
        await tab.set_viewport_size(page.viewport_size)
    await tab.goto(address or page.url)
    return tab
