"""The finished thinking view in a real browser."""

import pytest
import pytest_asyncio
from playwright.async_api import Locator, Page, expect

from tests.browser.live import COUNT_BUILT


def story(page: Page, name: str) -> Locator:
    return page.locator(f"section#{name}")


def slot(parent: Locator, name: str) -> Locator:
    return parent.locator(f"[data-slot='{name}']")


@pytest_asyncio.fixture(loop_scope="session")
async def review(open_page) -> Page:
    """The review page."""
    return await open_page("/review/all")


# Anatomy ---------------------------------------------------------------------------------------------------------------


async def test_the_closed_bar_shows_label_summary_badge_and_status(review: Page):
    done = story(review, "done")
    await expect(slot(done, "thinking")).to_have_attribute("data-state", "closed")
    await expect(slot(done, "thinking")).to_have_attribute("data-status", "done")
    await expect(slot(done, "thinking")).to_have_attribute("data-block-id", "trip")
    await expect(slot(done, "thinking-label")).to_have_text("Thought for 14.2s")
    await expect(slot(done, "thinking-duration")).to_have_text("14.2s")
    await expect(slot(done, "thinking-summary")).to_contain_text("Balanced food")
    await expect(slot(done, "thinking-tool-badge")).to_have_text("3 tools used")
    await expect(slot(done, "thinking-status")).to_have_text("Done")
    await expect(slot(done, "thinking-step")).to_have_count(0)


async def test_the_whole_bar_is_the_target_and_toggles(review: Page):
    done = story(review, "done")
    bar = slot(done, "thinking-summary-bar")
    box, root = (await bar.bounding_box()), (await slot(done, "thinking").bounding_box())
    assert box and root
    assert box["width"] >= root["width"] - 4
    await bar.click(position={"x": box["width"] - 3, "y": 3})
    await expect(slot(done, "thinking")).to_have_attribute("data-state", "open")
    await bar.click(position={"x": 3, "y": box["height"] - 3})
    await expect(slot(done, "thinking")).to_have_attribute("data-state", "closed")


async def test_the_chevron_is_at_the_far_end_and_points_right_then_down(review: Page):
    done = story(review, "done")
    chevron = slot(done, "thinking-chevron")
    root, arrow = (await slot(done, "thinking").bounding_box()), (await chevron.bounding_box())
    assert root and arrow
    assert root["x"] + root["width"] - (arrow["x"] + arrow["width"]) < 20
    assert (await chevron.evaluate("e => getComputedStyle(e).rotate")) in ("none", "0deg")
    await slot(done, "thinking-summary-bar").click()
    await review.wait_for_function("e => getComputedStyle(e).rotate === '90deg'", arg=await chevron.element_handle())


async def test_steps_stand_in_the_order_of_execution(review: Page):
    steps = slot(story(review, "open"), "thinking-step")
    await expect(steps).to_have_count(6)
    types = await steps.evaluate_all("all => all.map(e => e.dataset.type)")
    assert types == ["reasoning", "tool_call", "reasoning", "tool_call", "tool_call", "reasoning"]
    assert (await steps.first.get_attribute("data-step-id")) == "trip-1"


async def test_the_status_moves_to_the_bottom_of_the_open_panel(review: Page):
    opened = story(review, "open")
    await expect(slot(opened, "thinking-status")).to_have_count(1)
    await expect(slot(slot(opened, "thinking-panel"), "thinking-status")).to_have_text("Done")
    await slot(opened, "thinking-summary-bar").click()
    await expect(slot(opened, "thinking-status")).to_have_count(1)
    await expect(slot(slot(opened, "thinking-summary-bar"), "thinking-status")).to_have_text("Done")


@pytest.mark.parametrize(
    ("name", "status", "label"),
    [
        ("thinking", "thinking", "Thinking…"),
        ("error", "error", "Failed"),
        ("cancelled", "cancelled", "Stopped"),
        ("done", "done", "Done"),
    ],
)
async def test_every_status_has_its_label(review: Page, name: str, status: str, label: str):
    found = story(review, name)
    await expect(slot(found, "thinking")).to_have_attribute("data-status", status)
    await expect(slot(found, "thinking-status")).to_have_text(label)


async def test_thinking_is_open_and_shows_who_works(review: Page):
    thinking = story(review, "thinking")
    await expect(slot(thinking, "thinking")).to_have_attribute("data-state", "open")
    await expect(slot(thinking, "thinking-label")).to_have_text("Thinking…")
    await expect(slot(thinking, "thinking-dot")).to_be_visible()
    await expect(thinking.get_by_text("Contract Reader is working…")).to_be_visible()
    await expect(slot(story(review, "thinking-closed"), "thinking")).to_have_attribute("data-state", "closed")


async def test_a_block_of_tools_alone_says_how_long_it_worked(review: Page):
    await expect(slot(story(review, "tools"), "thinking-label")).to_have_text("Worked for 2.1s")


async def test_there_is_no_badge_without_tools(review: Page):
    await expect(slot(story(review, "markdown"), "thinking-tool-badge")).to_have_count(0)


async def test_words_are_shown_when_asked_for(review: Page):
    await expect(slot(story(review, "words"), "thinking-words")).to_have_text("104 words")
    await expect(slot(story(review, "done"), "thinking-words")).to_have_count(0)


async def test_no_thinking_leaves_nothing_in_the_page(review: Page):
    await expect(story(review, "empty").locator(".story-body")).to_be_empty()


async def test_withheld_reasoning_has_a_quiet_placeholder_until_there_is_something_to_read(review: Page):
    await expect(story(review, "redacted").locator("[data-redacted]")).to_be_visible()
    partly = story(review, "partly-redacted")
    await expect(partly.locator("[data-redacted]")).to_have_count(0)
    await expect(slot(partly, "thinking-step")).to_have_count(1)


async def test_another_language_is_one_prop(review: Page):
    portuguese = story(review, "portuguese")
    await expect(slot(portuguese, "thinking-label")).to_have_text("Trabalhou por 2,1s")
    await expect(slot(portuguese, "thinking-status")).to_have_text("Concluído")


# Steps -----------------------------------------------------------------------------------------------------------------


async def test_a_tool_step_opens_its_input_and_a_preview_of_its_result(review: Page):
    step = story(review, "open").locator("[data-step-id='trip-2']")
    await expect(step).to_have_attribute("data-state", "closed")
    await expect(slot(step, "thinking-step-body")).to_be_empty()
    await expect(slot(step, "thinking-step-preview")).to_be_visible()
    await slot(step, "thinking-step-trigger").click()
    await expect(step).to_have_attribute("data-state", "open")
    await expect(step.get_by_text("Input")).to_be_visible()
    assert len(await step.locator("pre").nth(1).inner_text()) > 1000
    await expect(slot(step, "value-search")).to_have_count(1)


async def test_a_failed_tool_shows_its_error_without_being_opened(review: Page):
    step = story(review, "error-open").locator("[data-step-id='failed-3']")
    await expect(step).to_have_attribute("data-status", "error")
    await expect(slot(step, "thinking-step-error")).to_contain_text("503 Service Unavailable")


async def test_assistants_nest_and_open_independently(review: Page):
    delegation = story(review, "delegation")
    checker = delegation.locator("[data-step-id='policy-2']")
    await expect(checker).to_contain_text("2 tools used")
    await expect(checker).to_contain_text("1 failed")
    await expect(checker).to_contain_text("31.6s")
    await expect(delegation.locator("[data-step-id='policy-2-3']")).to_have_count(0)
    await checker.locator("> [data-slot='thinking-step-trigger']").click()
    lawyer = delegation.locator("[data-step-id='policy-2-3']")
    await expect(lawyer).to_be_visible()
    await lawyer.locator("> [data-slot='thinking-step-trigger']").click()
    await expect(delegation.locator("[data-step-id='policy-2-3-2']")).to_contain_text("did not answer")
    await checker.locator("> [data-slot='thinking-step-trigger']").click()
    await expect(checker).to_have_attribute("data-state", "closed")
    await checker.locator("> [data-slot='thinking-step-trigger']").click()
    await expect(lawyer).to_have_attribute("data-state", "open")


async def test_slots_and_tools_can_be_replaced(review: Page):
    slots = story(review, "slots")
    await expect(slot(slots, "thinking-label")).to_have_text("How I planned it")
    await expect(slot(slots, "thinking-duration")).to_have_text("14.2s")
    await expect(slot(slots, "thinking-tool-badge")).to_have_count(0)
    await expect(slots.locator("[data-custom='tool']")).to_have_text(
        "Calendar: Ponto Final do Cais, Saturday 21 November, 11 guests"
    )


async def test_a_block_from_a_state_is_opened_by_the_app(review: Page):
    state = story(review, "state")
    await expect(slot(state, "thinking")).to_have_count(0)
    await state.get_by_role("button", name="Load").click()
    await expect(slot(state, "thinking-summary")).to_contain_text("Checked the refund")
    await expect(slot(state, "thinking")).to_have_attribute("data-state", "closed")
    await state.get_by_role("button", name="Open").click()
    await expect(slot(state, "thinking")).to_have_attribute("data-state", "open")
    await expect(slot(state, "thinking-step")).to_have_count(4)
    await slot(state, "thinking-summary-bar").click()
    await expect(slot(state, "thinking")).to_have_attribute("data-state", "closed")


# Headless ----------------------------------------------------------------------------------------------------------------


async def test_headless_groups_are_collapsed_and_open_one_by_one(review: Page):
    headless = story(review, "headless")
    triggers = slot(headless, "chain-of-thought-trigger")
    await expect(triggers).to_have_count(2)
    await expect(headless.locator("[data-headless]")).to_have_count(0)
    await triggers.nth(1).click()
    await expect(headless.locator("[data-headless='tool']")).to_have_text(["check_availability", "code_execution"])
    await expect(headless.locator("[data-headless='reasoning']")).to_have_count(1)
    await expect(triggers.nth(0)).to_have_attribute("aria-expanded", "false")
    await expect(headless.get_by_text("The venue is settled.")).to_be_visible()


async def test_without_a_chain_of_thought_each_part_has_its_own_component(review: Page):
    parts = story(review, "parts")
    await expect(parts.locator("[data-headless='reasoning-group']")).to_have_count(2)
    await expect(parts.locator("[data-headless='tool-group']")).to_have_count(2)
    await expect(parts.locator("[data-headless='search']")).to_have_text(
        "Searched: Step-free restaurants in Lisbon for groups of eleven"
    )
    await expect(parts.locator("[data-headless='tool']")).to_have_text(["check_availability", "code_execution"])


# Text is data ------------------------------------------------------------------------------------------------------------


async def test_hostile_text_stays_text(review: Page):
    hostile = story(review, "hostile")
    await slot(hostile, "thinking-step-trigger").click()
    await expect(hostile.locator("pre").first).to_contain_text("</pre><script>")
    assert (await review.evaluate("window.pwned")) is None
    assert (await hostile.locator("script, img, iframe, svg[onload], [onerror]").count()) == 0
    links = hostile.locator(".story-body a")
    await expect(links).to_have_count(2)
    for link, address in (
        (links.first, "https://example.com/a?b=1&c=2"),
        (links.last, "https://example.com/tracker.png"),
    ):
        await expect(link).to_have_attribute("href", address)
        await expect(link).to_have_attribute("rel", "noopener noreferrer nofollow")
        await expect(link).to_have_attribute("target", "_blank")
    await expect(slot(hostile, "image-blocked")).to_have_text("a chartNot loaded from example.com")


async def test_markdown_becomes_elements(review: Page):
    body = slot(story(review, "markdown"), "thinking-step-body")
    for element, text in {
        "strong": "cheaper",
        "em": "first",
        "del": "but",
        "blockquote": "Measure twice",
        "th": "Supplier",
    }.items():
        await expect(body.locator(element).first).to_contain_text(text)
    await expect(body.locator("pre code")).to_contain_text("def cheapest(offers):")
    await expect(body.locator("ol > li")).to_have_count(3)
    await expect(body.get_by_text("Done & dusted.")).to_be_visible()


# Semantics ---------------------------------------------------------------------------------------------------------------


async def test_the_bar_is_a_button_that_controls_its_panel(review: Page):
    done = story(review, "done")
    bar, panel = slot(done, "thinking-summary-bar"), slot(done, "thinking-panel")
    assert (await bar.evaluate("e => e.tagName")) == "BUTTON"
    await expect(bar).to_have_attribute("aria-expanded", "false")
    assert (await bar.get_attribute("aria-controls")) == (await panel.get_attribute("id"))
    await expect(panel).to_have_attribute("aria-hidden", "true")
    await expect(panel).to_have_attribute("inert", "")
    await expect(panel).to_be_empty()
    await bar.click()
    await expect(bar).to_have_attribute("aria-expanded", "true")
    await expect(panel).not_to_have_attribute("aria-hidden", "true")
    await expect(panel).not_to_have_attribute("inert", "")


@pytest.mark.parametrize("key", ["Enter", "Space"])
@pytest.mark.parametrize("name", ["done", "details"])
async def test_the_keyboard_opens_and_closes(review: Page, name: str, key: str):
    found = story(review, name)
    await slot(found, "thinking-summary-bar").focus()
    await review.keyboard.press(key)
    await expect(slot(found, "thinking")).to_have_attribute("data-state", "open")
    await review.keyboard.press(key)
    await expect(slot(found, "thinking")).to_have_attribute("data-state", "closed")


async def test_details_semantics(review: Page):
    details = story(review, "details")
    root, bar = slot(details, "thinking"), slot(details, "thinking-summary-bar")
    assert ((await root.evaluate("e => e.tagName")), (await bar.evaluate("e => e.tagName"))) == ("DETAILS", "SUMMARY")
    await expect(slot(details, "thinking-panel")).to_be_empty()
    await bar.click()
    assert (await root.evaluate("e => e.open")) is True
    await expect(slot(details, "thinking-step")).to_have_count(6)


async def test_what_is_closed_is_out_of_the_tab_order(review: Page):
    opened = story(review, "open")
    await slot(opened, "thinking-summary-bar").click()
    await slot(opened, "thinking-summary-bar").focus()
    await review.keyboard.press("Tab")
    assert (await review.evaluate("document.activeElement.closest('section')?.id")) != "open"


async def test_focus_is_not_lost_in_what_closes(open_page):
    page = await open_page("/review/all")
    opened = story(page, "open")
    await slot(opened, "thinking-step-trigger").first.focus()
    await slot(opened, "thinking-summary-bar").dispatch_event("click")
    await expect(slot(opened, "thinking-summary-bar")).to_be_focused()


async def test_focus_is_visible(review: Page):
    bar = slot(story(review, "done"), "thinking-summary-bar")
    await review.keyboard.press("Tab")
    await bar.focus()
    assert (await bar.evaluate("e => getComputedStyle(e).outlineStyle")) == "solid"


async def test_there_is_one_polite_region_per_block_and_it_is_quiet_at_first(review: Page):
    done = story(review, "done")
    regions = done.locator("[aria-live]")
    await expect(regions).to_have_count(1)
    await expect(regions).to_have_attribute("aria-live", "polite")
    await expect(regions).to_be_empty()


async def test_reduced_motion_collapses_at_once(open_page):
    page = await open_page("/review/all", reduced_motion="reduce")
    done = story(page, "done")
    await slot(done, "thinking-summary-bar").click()
    assert (await slot(done, "thinking-panel").evaluate("e => getComputedStyle(e).transitionDuration")) == "0s"
    spinner = story(page, "thinking").locator(".rxt-spinner").first
    assert (await spinner.evaluate("e => getComputedStyle(e).animationName")) == "none"


async def test_a_variable_set_by_the_app_wins(review: Page):
    root = slot(story(review, "done"), "thinking")
    await review.add_style_tag(content=":root { --rxt-surface: rgb(1, 2, 3) }")
    assert await root.evaluate("e => getComputedStyle(e).backgroundColor") == "rgb(1, 2, 3)"


# Layout ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [320, 768, 1280])
async def test_nothing_scrolls_sideways(open_page, width: int):
    page = await open_page("/review/all", viewport={"width": width, "height": 900})
    assert (await page.evaluate("document.documentElement.scrollWidth")) <= width
    wide = await page.locator("[data-slot='thinking']").evaluate_all(
        "all => all.filter(e => e.scrollWidth > e.clientWidth + 1).length"
    )
    assert wide == 0


async def test_right_to_left_mirrors_the_bar(review: Page):
    rtl = story(review, "rtl")
    icon, chevron = (
        (await slot(rtl, "thinking-icon").bounding_box()),
        (await slot(rtl, "thinking-chevron").bounding_box()),
    )
    assert icon and chevron
    assert icon["x"] > chevron["x"]


async def test_opening_does_not_move_what_stands_above(review: Page):
    tools = story(review, "tools")
    bar = slot(tools, "thinking-summary-bar")
    await bar.scroll_into_view_if_needed()
    before = await bar.bounding_box()
    await bar.click()
    await expect(slot(tools, "thinking-step")).to_have_count(2)
    assert (await bar.bounding_box()) == before


async def test_two_hundred_steps_are_built_once_when_they_are_opened_and_without_their_bodies(open_page):
    page = await open_page("/review/all")
    long = story(page, "long")
    await expect(slot(long, "thinking-step")).to_have_count(0)
    before = await page.evaluate("document.querySelectorAll('*').length")
    await page.evaluate(COUNT_BUILT)
    await slot(long, "thinking-summary-bar").click()
    await expect(slot(long, "thinking-step")).to_have_count(200)
    await expect(long.locator("pre")).to_have_count(0)
    built, there = await page.evaluate("[window.built.size, document.querySelectorAll('*').length]")
    assert built <= there - before + 20
