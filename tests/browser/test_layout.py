"""The checks of layout.py find what they look for."""

import pytest
from playwright.async_api import Browser

from tests.browser.layout import (
    covered_by,
    focused,
    has_edge,
    is_untouched,
    layout_shift,
    layout_shifts,
    scroll_room,
    scrolled_sideways,
    stays_still,
    tab_through,
)

PAGE = """
<style>
  body { margin: 0 } div { height: 100px }
  #over { position: fixed; inset: 0 0 auto; background: #fff } #wide { overflow: hidden; width: 100px } #wide p { width: 300px }
  #framed { border: 1px solid #000 } #framed-in-nothing { border: 1px solid transparent }
</style>
<div id="over"></div><div><button id="under">Under</button></div><button id="free">Free</button>
<div id="wide"><p>Wide</p></div><div id="framed"></div><div id="framed-in-nothing"></div><div id="moved">Moved</div>
"""


async def test_the_checks_find_what_they_look_for(browser: Browser):
    context = await browser.new_context(viewport={"width": 600, "height": 400})
    page = await context.new_page()
    await page.set_content(PAGE)
    assert "over" in await covered_by(page.locator("#under"))
    assert not await covered_by(page.locator("#free"))
    assert "outside" in await covered_by(page.locator("#moved"))
    assert await has_edge(page.locator("#framed"))
    assert not await has_edge(page.locator("#framed-in-nothing"))
    assert (await scroll_room(page))["x"] == 0
    assert (await scroll_room(page))["y"] > 0
    assert not await scrolled_sideways(page)
    await page.locator("#wide").evaluate("e => e.scrollTo(50, 0)")
    assert [line.rpartition(": ")[2] for line in await scrolled_sideways(page)] == ["50 px"]
    await is_untouched(page)
    assert await layout_shift(page) == 0
    await page.evaluate("document.body.prepend(Object.assign(document.createElement('div'), {textContent: 'New'}))")
    await page.wait_for_function("window.layoutShifts.length > 0")
    assert await layout_shift(page) > 0.01
    assert any("free" in moved for shift in await layout_shifts(page) for moved in shift["moved"])
    async with stays_still(page):
        pass  # what moved before does not count
    with pytest.raises(AssertionError, match=r"in all\n0\.\d+ .*free"):
        async with stays_still(page):
            await page.evaluate("document.body.prepend(document.createElement('div'))")
    assert [await element.get_attribute("id") async for element in tab_through(page)][:2] == ["under", "free"]
    assert not await focused(page)
    await context.close()
