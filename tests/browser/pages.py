"""Pages that tests use one after the other.

A new context of a browser fetches and compiles the whole app again, which is most of the work of a short test. So a page
that nothing special was done to is emptied after its test and given to the next one, which finds only the files of the
app in its cache: no cookie, nothing stored, no connection, no other tab.
"""

from collections.abc import Sequence
from typing import Any

from playwright.async_api import Browser, BrowserContext, Error, Page, ViewportSize

PATIENCE = 60_000
"""Milliseconds for what should happen at once: a busy machine may need a while."""
VISITS = 25
"""How many tests use a page before there is a new one: what they leave in the browser's memory is not to pile up."""
EMULATED = {"color_scheme": "light", "reduced_motion": "no-preference", "forced_colors": "none"}
"""What a page can change its mind about; whoever asks for anything else gets a context of its own."""
# Of the same origin, so that what the app has stored can be cleared where none of its scripts runs.
STILL = "/app.css"
LASTING = ("add_init_script", "route", "route_web_socket", "expose_function")
"""What no page can be rid of again."""
FORGET = "() => { localStorage.clear(); sessionStorage.clear(); }"


def _refused(*_: Any, **__: Any) -> None:
    raise RuntimeError("the next test would find this in its page: open a page of your own with cold=True")


class Pages:
    """The pages of a browser, new ones and those that are free again."""

    def __init__(self, browser: Browser, base_url: str) -> None:
        """Pages for an app."""
        self._browser = browser
        self._base_url = base_url
        self._free: list[Page] = []
        self._taken: list[BrowserContext] = []
        self._visits: dict[Page, int] = {}

    async def take(
        self,
        *,
        viewport: ViewportSize,
        cookies: Sequence[Any] = (),
        init_script: str = "",
        cold: bool = False,
        **options: Any,
    ) -> Page:
        """An empty page. `cold` has nothing in its cache; other options are those of Playwright's `new_context`."""
        if init_script or cold or options.keys() - EMULATED:
            return await self._new(viewport, cookies, init_script, **options)
        if self._free:
            page = self._free.pop()
            self._taken.append(page.context)
            await page.set_viewport_size(viewport)
            await page.context.add_cookies(cookies)
        else:
            page = await self._new(viewport, cookies)
            self._visits[page] = 0
            for lasting in LASTING:
                setattr(page, lasting, _refused)
        await page.emulate_media(**{**EMULATED, **options})
        return page

    async def _new(self, viewport: ViewportSize, cookies: Sequence[Any], init_script: str = "", **options: Any) -> Page:
        context = await self._browser.new_context(base_url=self._base_url, viewport=viewport, **options)
        context.set_default_timeout(PATIENCE)
        self._taken.append(context)
        if init_script:
            await context.add_init_script(init_script)
        await context.add_cookies(cookies)
        return await context.new_page()

    async def give_back(self) -> None:
        """All that was taken: what can be used again is emptied, the rest is closed."""
        taken, self._taken = self._taken, []
        for context in taken:
            page = next((page for page in context.pages if page in self._visits), None)
            if page is None or not await self._is_empty(page):
                await context.close()

    async def _is_empty(self, page: Page) -> bool:
        self._visits[page] += 1
        if self._visits[page] >= VISITS:
            del self._visits[page]
            return False
        try:
            for other in page.context.pages:
                if other is not page:
                    await other.close()
            await page.goto(STILL)
            await page.evaluate(FORGET)
            await page.context.clear_cookies()
            await page.mouse.move(0, 0)
        except Error:
            return False
        self._free.append(page)
        return True
