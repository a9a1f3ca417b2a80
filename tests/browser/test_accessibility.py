"""axe-core over every state, theme and kind of semantics."""

import pytest

OPEN_ALL = """() => {
    const names = ["thinking-summary-bar", "thinking-step-trigger", "thinking-show-all"];
    const closed = document.querySelectorAll(names.map((name) => `[data-slot='${name}'][data-state='closed']`).join());
    closed.forEach((element) => element.click());
    return closed.length === 0;
}"""


@pytest.mark.parametrize("scheme", [pytest.param("light", marks=pytest.mark.slow), "dark"])
async def test_every_state_as_it_loads(open_page, axe_violations, scheme: str):
    assert not await axe_violations(await open_page("/review/all", color_scheme=scheme))


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
async def test_every_state_with_everything_open(open_page, axe_violations, scheme: str):
    page = await open_page("/review/all", color_scheme=scheme, reduced_motion="reduce")
    await page.wait_for_function(OPEN_ALL)
    assert not await axe_violations(page)


async def test_forced_colors(open_page, axe_violations):
    page = await open_page("/review/all", forced_colors="active")
    assert not await axe_violations(page)
    dot = page.locator("[data-slot='thinking-dot']").first
    assert await dot.evaluate("e => getComputedStyle(e).backgroundColor") != "rgba(0, 0, 0, 0)"


async def test_the_front_page(open_page, axe_violations):
    assert not await axe_violations(await open_page("/"))
