"""Checks of layout, focus and scrolling for any browser test."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from playwright.async_api import Frame, Locator, Page

_WATCH_SHIFTS = """() => {
    if (window.layoutShifts) return;
    window.layoutShifts = [];
    let timer;
    const touch = () => {
        window.isTouched = true;
        clearTimeout(timer);
        timer = setTimeout(() => (window.isTouched = false), 600);
    };
    touch(); // what came before nobody knows; a new window was given its size
    for (const name of ["pointerdown", "keydown", "resize"]) addEventListener(name, touch, true);
    new PerformanceObserver((list) => {
        for (const {value, hadRecentInput, sources} of list.getEntries()) {
            const moved = sources.map(({node}) => node?.outerHTML?.slice(0, 120) ?? String(node?.nodeName));
            window.layoutShifts.push({value, hadRecentInput, moved});
        }
    }).observe({type: "layout-shift", buffered: true});
}"""
_SETTLE = """async () => {
    const ends = document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime < Infinity);
    await Promise.allSettled(ends.map((one) => one.finished));
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""
_MOST_SHIFT = 0.02
_SCROLLED_SIDEWAYS = """() => [...document.querySelectorAll("*")]
    .filter((element) => element.scrollLeft !== 0)
    .map((element) => `${element.outerHTML.slice(0, 120)}: ${element.scrollLeft} px`)"""
_COVERED_BY = """element => {
    const {left, right, top, bottom, width, height} = element.getBoundingClientRect();
    if (!width || !height) return "nothing: it has no size";
    const inset = Math.min(2, width / 4, height / 4);
    const points = [[left + inset, top + inset], [right - inset, bottom - inset], [(left + right) / 2, (top + bottom) / 2]];
    for (const [x, y] of points) {
        const found = document.elementFromPoint(x, y);
        if (!found) return `nothing, but it is outside of the window at ${Math.round(x)}, ${Math.round(y)}`;
        if (!element.contains(found) && !found.contains(element)) return found.outerHTML.slice(0, 160);
    }
    return "";
}"""
_HAS_EDGE = """element => {
    const style = getComputedStyle(element);
    const isSeen = (color) => !/^(transparent|rgba\\(.*, 0\\))$/.test(color);
    const sides = ["Top", "Right", "Bottom", "Left"];
    const isDrawn = (side) =>
        style[`border${side}Style`] !== "none" && parseFloat(style[`border${side}Width`]) > 0 && isSeen(style[`border${side}Color`]);
    const isOutlined = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0 && isSeen(style.outlineColor);
    return sides.every(isDrawn) || isOutlined;
}"""
_DESCRIBE_FOCUS = """() => {
    const element = document.activeElement;
    if (!element || element === document.body) return "";
    return element.dataset.slot || element.id || element.outerHTML.slice(0, 120);
}"""


async def watch_shifts(page: Page) -> None:
    """Record layout shifts from now on, with those that the browser has kept so far."""
    await page.evaluate(_WATCH_SHIFTS)


async def layout_shifts(page: Page) -> list[dict[str, Any]]:
    """The layout shifts since `watch_shifts` that no input of the user explains: `value`, and what `moved`."""
    shifts: list[dict[str, Any]] = await page.evaluate("window.layoutShifts")
    return [shift for shift in shifts if not shift["hadRecentInput"]]


async def layout_shift(page: Page) -> float:
    """The sum of `layout_shifts`."""
    return sum(shift["value"] for shift in await layout_shifts(page))


async def settle(page: Page) -> None:
    """Let what appears come to rest, and the browser paint it and report what moved."""
    await page.evaluate(_SETTLE)


async def is_untouched(page: Page) -> None:
    """Wait until no click, key or size of the window explains any more what moves; they do for half a second."""
    await watch_shifts(page)
    await page.wait_for_function("() => !window.isTouched")


@asynccontextmanager
async def stays_still(page: Page, most: float = _MOST_SHIFT) -> AsyncIterator[None]:
    """Checks that the layout shifts of what happens inside sum up to less than `most`.

    What moves within half a second after a click or a key does not count: hold what should be looked at until the page
    `is_untouched`.
    """
    await watch_shifts(page)
    before = len(await layout_shifts(page))
    yield
    await settle(page)
    shifts = (await layout_shifts(page))[before:]
    moved = sum(shift["value"] for shift in shifts)
    worst = sorted(shifts, key=lambda shift: -shift["value"])[:5]
    assert moved < most, "\n".join([f"{moved:.4f} in all", *(f"{one['value']:.4f} {one['moved']}" for one in worst)])


async def scroll_room(page: Page) -> dict[str, int]:
    """How many pixels the whole page can be scrolled, `x` and `y`."""
    return await page.evaluate(
        """() => {
            const {scrollWidth, clientWidth, scrollHeight, clientHeight} = document.scrollingElement;
            return {x: scrollWidth - clientWidth, y: scrollHeight - clientHeight};
        }"""
    )


async def scrolled_sideways(page: Page | Frame) -> list[str]:
    """Every element that is scrolled sideways, and how far."""
    return await page.evaluate(_SCROLLED_SIDEWAYS)


async def covered_by(locator: Locator) -> str:
    """What lies over an element, or that it is outside of the window; empty when all of it can be seen."""
    return await locator.evaluate(_COVERED_BY)


async def has_edge(locator: Locator) -> bool:
    """Whether a border or an outline is drawn around an element."""
    return await locator.evaluate(_HAS_EDGE)


async def focused(page: Page | Frame) -> str:
    """What has the focus: its slot, its id or its beginning; empty when it is the page itself."""
    return await page.evaluate(_DESCRIBE_FOCUS)


async def tab_through(page: Page, most: int = 100, key: str = "Tab") -> AsyncIterator[Locator]:
    """Press Tab, or another key, again and again; yields what has the focus each time, until that is the page itself."""
    for _ in range(most):
        await page.keyboard.press(key)
        if not await focused(page):
            return
        yield page.locator(":focus")
