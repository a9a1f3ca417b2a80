"""What the tests of the gated app share: its pages, and the gates at which its assistant waits."""

import secrets
from pathlib import Path
from typing import Any

from playwright.async_api import Page, ViewportSize, expect

from tests.browser.layout import settle
from tools.serve import Server

APP = Path(__file__).parent / "apps" / "gated"
PHONE: ViewportSize = {"width": 320, "height": 640}
MODES = ("expanded", "collapsed", "overlay", "progress")
WATCH = """() => {
    window.seen = {shifts: [], spoken: [], timers: []};
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => seen.shifts.push({
        value: entry.value, moved: entry.sources.map(({node}) => node?.outerHTML?.slice(0, 120) ?? String(node)),
    }))).observe({type: "layout-shift"});
    const note = (list, text) => text && list.at(-1) !== text && list.push(text);
    new MutationObserver(() => {
        const last = [...document.querySelectorAll("[data-slot='message']")].at(-1);
        document.querySelectorAll("[role='status']").forEach((region) => {
            if (region.textContent === region.spoken) return;
            region.spoken = region.textContent;
            if (region.spoken) seen.spoken.push(region.spoken);
        });
        note(seen.timers, last?.querySelector(".rxt-bar-timer")?.textContent);
    }).observe(document.body, {childList: true, subtree: true, characterData: true});
}"""


class Gate:
    """A gate of the app, under a name that no other test uses."""

    def __init__(self, server: Server) -> None:
        self.name = secrets.token_hex(4)
        self._server = server

    def __str__(self) -> str:
        return f"gate:{self.name}"

    async def open(self, page: Page) -> None:
        """Let whoever waits go on."""
        answer = await page.request.post(f"{self._server.url}/api/open/{self.name}")
        assert answer.ok


class Gated:
    """Opens pages of the app, as somebody who was never there, and watches what moves and what is spoken."""

    def __init__(self, server: Server, open_page: Any) -> None:
        self.server = server
        self._open_page = open_page

    async def __call__(self, path: str, **options: Any) -> Page:
        """A page, ready to be written in."""
        page: Page = await self._open_page(path, **options)
        await page.evaluate(WATCH)
        return page

    def gate(self) -> Gate:
        """A new gate, which is closed."""
        return Gate(self.server)


async def say(page: Page, *words: object) -> None:
    """Say something."""
    await page.locator("[data-slot='composer-input']").fill(" ".join(map(str, words)))
    await page.keyboard.press("Enter")


async def shifts(page: Page) -> list[Any]:
    """What has moved since the last call."""
    await settle(page)
    return await page.evaluate("() => seen.shifts.splice(0)")


async def turn_thinking(page: Page, state: str) -> None:
    """Turn thinking on or off, and wait until the server knows."""
    toggle = page.locator("[data-slot='thinking-toggle']")
    await toggle.click()
    await expect(toggle).to_have_attribute("data-state", state)


async def overflowing(page: Page) -> list[str]:
    """What of the chat reaches beyond the sides of the page, and what scrolls sideways."""
    return await page.evaluate("""() => [...document.querySelectorAll("[data-slot='chat'], [data-slot='chat'] *")]
        .filter((one) => one.checkVisibility() && !one.closest(".rxt-hidden, [role='status']"))
        .filter((one) => {
            const {left, right} = one.getBoundingClientRect();
            return left < -0.5 || right > innerWidth + 0.5;
        }).map((one) => one.outerHTML.slice(0, 120))""")
