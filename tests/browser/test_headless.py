"""Headless components do without the kit's stylesheet: what is closed is hidden, and animations are the host app's own."""

import pytest
from playwright.async_api import Locator, Page, Route, expect

from tests.browser.conftest import IS_INTERACTIVE

HEIGHT = "element => element.getBoundingClientRect().height"
ANIMATED = "e => e.getAnimations().map(({transitionProperty, animationName}) => transitionProperty ?? animationName)"
FINISH = "element => element.getAnimations().forEach((animation) => animation.finish())"
# So slow that nothing ends by itself: the test says when.
SLOW = ":root { --rxt-motion: 1000s }"


async def docs(open_page, stylesheet: bool = True) -> Page:
    """The page of the docs with the live examples, if need be without any stylesheet that has rules of the kit."""
    if stylesheet:
        return await open_page("/docs/components")
    page: Page = await open_page("/docs/components", cold=True)  # nobody else gets a page without styles

    async def empty(route: Route) -> None:
        response = await route.fetch()
        is_ours = ".rxt-panel" in await response.text()
        await route.fulfill(response=response, body="" if is_ours else None)

    await page.route("**/*.css", empty)
    await page.reload()
    await page.wait_for_function(IS_INTERACTIVE)
    bar = page.locator("[data-slot='thinking-summary-bar']").first
    assert await bar.evaluate("element => getComputedStyle(element).display") == "inline-block"
    return page


STYLESHEETS = pytest.mark.parametrize("stylesheet", [True, False], ids=["with the stylesheet", "without it"])


async def is_hidden(panel: Locator) -> None:
    await expect(panel).to_be_hidden()
    await expect(panel).to_have_attribute("hidden", "")
    assert await panel.evaluate(HEIGHT) == 0


async def press(trigger: Locator, panel: Locator, state: str) -> None:
    await trigger.click()
    await expect(panel).to_have_attribute("data-state", state)


async def opens_and_closes(trigger: Locator, panel: Locator, text: str) -> None:
    """Closed at first, open after a click, closed again after another: then nobody sees, hears or reaches it."""
    page, root = trigger.page, panel.locator("..")
    await is_hidden(panel)
    closed = await root.evaluate(HEIGHT)
    await trigger.click()
    await expect(panel.get_by_text(text).first).to_be_visible()
    await expect(panel).not_to_have_attribute("hidden", "")
    assert await root.evaluate(HEIGHT) > closed
    await trigger.click()
    await is_hidden(panel)
    assert await root.evaluate(HEIGHT) == closed
    assert text not in await root.aria_snapshot()
    await trigger.focus()
    await page.keyboard.press("Tab")
    assert not await panel.evaluate("panel => panel.contains(document.activeElement)")
    assert await page.evaluate("document.activeElement !== document.body")


@STYLESHEETS
async def test_a_closed_group_of_the_docs_is_hidden(open_page, stylesheet: bool):
    page = await docs(open_page, stylesheet)
    root = page.locator("[data-slot='chain-of-thought']").filter(has_text="Show the reasoning")
    panel = root.locator("[data-slot='chain-of-thought-parts']")
    await opens_and_closes(root.get_by_role("button"), panel, "They want to be in")


@STYLESHEETS
async def test_a_closed_disclosure_of_the_docs_is_hidden(open_page, stylesheet: bool):
    page = await docs(open_page, stylesheet)
    trigger = page.get_by_role("button", name="Details", exact=True)
    panel = page.locator(f"[id='{await trigger.get_attribute('aria-controls')}']")
    await opens_and_closes(trigger, panel, "Here they are.")
    await trigger.click()
    await panel.get_by_role("button", name="Close").click()
    await is_hidden(panel)
    await expect(trigger).to_be_focused()


async def test_the_styled_block_hides_without_its_stylesheet_too(open_page):
    page = await docs(open_page, stylesheet=False)
    block = page.locator("[data-slot='thinking']").first
    panel = block.locator("[data-slot='thinking-panel']")
    if await block.get_attribute("data-state") == "open":
        await block.locator("[data-slot='thinking-summary-bar']").click()
    await is_hidden(panel)


async def test_a_styled_panel_moves_and_is_hidden_once_it_has_closed(open_page):
    page = await open_page("/review/all")
    block = page.locator("#done [data-slot='thinking']")
    bar, panel = (block.locator(f"[data-slot='{name}']") for name in ("thinking-summary-bar", "thinking-panel"))
    await page.add_style_tag(content=SLOW)
    await press(bar, panel, "open")
    assert await panel.evaluate(ANIMATED) == ["grid-template-rows"]
    assert await panel.evaluate(HEIGHT) < 50
    await panel.evaluate(FINISH)
    whole = await panel.evaluate(HEIGHT)
    assert whole > 50
    await press(bar, panel, "closed")
    assert await panel.evaluate(ANIMATED) == ["rxt-close"]
    assert await panel.evaluate("panel => panel.inert && !panel.hidden")
    assert await panel.evaluate(HEIGHT) > whole / 2
    await panel.evaluate(FINISH)
    await is_hidden(panel)


async def test_a_panel_that_is_opened_again_while_it_closes_stays(open_page):
    page = await open_page("/review/all")
    block = page.locator("#done [data-slot='thinking']")
    bar, panel = (block.locator(f"[data-slot='{name}']") for name in ("thinking-summary-bar", "thinking-panel"))
    await page.add_style_tag(content=SLOW)
    for state in ("open", "closed", "open"):
        await press(bar, panel, state)
    await panel.evaluate(FINISH)
    await page.evaluate("() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)))")
    await expect(panel).to_be_visible()


async def test_animations_of_the_host_app_end_before_a_panel_is_hidden(open_page):
    page = await docs(open_page)
    await page.add_style_tag(
        content="""
        .docs-test { display: flex; transition: opacity 1000s }
        .docs-test[data-state="closed"] { opacity: 0 }
        """
    )
    trigger = page.get_by_role("button", name="Details", exact=True)
    panel = page.locator(f"[id='{await trigger.get_attribute('aria-controls')}']")
    await panel.evaluate("element => element.classList.add('docs-test')")
    await press(trigger, panel, "open")
    assert await panel.evaluate(ANIMATED) == ["opacity"]
    await panel.evaluate(FINISH)
    await press(trigger, panel, "closed")
    assert await panel.evaluate("panel => panel.inert && !panel.hidden")
    assert await panel.evaluate(ANIMATED) == ["opacity"]
    await panel.evaluate(FINISH)
    await is_hidden(panel)


# Groups of an app that composes them itself -------------------------------------------------------------------------------


def fact(group: Locator, name: str) -> Locator:
    return group.locator(f"[data-fact='{name}']")


async def has_facts(group: Locator, parts: str, status: str, state: str = "collapsed") -> None:
    await expect(fact(group, "parts")).to_have_text(parts)
    await expect(fact(group, "status")).to_have_text(status)
    await expect(fact(group, "state")).to_have_text(state)


async def test_a_group_has_the_parts_from_its_first_to_its_last_index(open_composed):
    page = await open_composed("/groups")
    await has_facts(page.locator("#first"), "thought lookup", "incomplete error")
    await has_facts(page.locator("#second"), "web helper conclusion", "incomplete cancelled")
    await has_facts(page.locator("#inside"), "helper conclusion", "incomplete cancelled")
    await has_facts(page.locator("#empty"), "", "complete")
    await has_facts(page.locator("#running"), "now", "running")
    await expect(page.locator("[id='first'] [data-part]")).to_have_count(0)


async def test_groups_of_one_message_open_one_by_one(open_composed):
    page = await open_composed("/groups")
    names = ("first", "second", "inside", "running")
    shown = {"first": ["thought", "lookup"], "inside": ["helper", "conclusion"]}
    for name in shown:
        await page.locator(f"#{name}").get_by_role("button", name="Reasoning").click()
        await expect(page.locator(f"#{name} [data-part]")).to_have_text(shown[name])
    for name in names:
        state = "expanded" if name in shown else "collapsed"
        await expect(fact(page.locator(f"#{name}"), "state")).to_have_text(state)
    kinds = page.locator("#first [data-part]")
    assert await kinds.evaluate_all("all => all.map((one) => one.dataset.part)") == ["reasoning", "tool"]


async def test_a_component_in_a_group_opens_and_closes_it(open_composed):
    page = await open_composed("/groups")
    group = page.locator("#first")
    await group.get_by_role("button", name="Expand").click()
    await has_facts(group, "thought lookup", "incomplete error", "expanded")
    await expect(group.locator("[data-part]").first).to_be_visible()
    await group.get_by_role("button", name="Collapse").click()
    await has_facts(group, "thought lookup", "incomplete error")
    await expect(group.locator("[data-part]").first).to_be_hidden()


async def test_a_group_follows_a_message_and_indices_from_a_state(open_composed):
    page = await open_composed("/groups")
    group = page.locator("#late")
    await has_facts(group, "", "complete")
    await page.get_by_role("button", name="Load").click()
    await has_facts(group, "web", "complete")
    await group.get_by_role("button", name="Reasoning").click()
    for parts, status in (("web helper", "complete"), ("web helper conclusion", "incomplete cancelled")):
        await page.get_by_role("button", name="Extend").click()
        await has_facts(group, parts, status, "expanded")
    await expect(group.locator("[data-part]")).to_have_text(["web", "helper", "conclusion"])


async def test_with_a_chain_of_thought_no_other_component_renders_thinking(open_composed):
    page = await open_composed("/groups")
    whole = page.locator("#whole")
    groups = whole.locator("[data-chain]")
    await expect(groups).to_have_count(2)
    await has_facts(groups.nth(0), "thought lookup", "incomplete error")
    await has_facts(groups.nth(1), "web helper conclusion", "incomplete cancelled")
    await expect(whole.get_by_text("In between.")).to_be_visible()
    for index in range(2):
        await groups.nth(index).get_by_role("button", name="Reasoning").click()
    await expect(whole.locator("[data-part]")).to_have_text(["thought", "lookup", "web", "helper", "conclusion"])
    await expect(page.locator("[data-never]")).to_have_count(0)
    order = "all => all.map((one) => one.dataset.chain ?? one.textContent)"
    assert await whole.locator("[data-chain], p:not([data-part])").evaluate_all(order) == [
        "group",
        "In between.",
        "group",
    ]
