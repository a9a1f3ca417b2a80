"""Where a conversation is scrolled to: "Scrolling" in docs/behaviour.md, sentence by sentence."""

from typing import Any

import pytest
from playwright.async_api import Page, ViewportSize, expect

from tests.browser.live import Hold, answer, ask, is_done, slot, thinking
from tests.browser.scripts import artifact, reasoning

CHAT, LIVE = "/review/chat", "/review/live"
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 375, "height": 700}
SMALL: ViewportSize = {"width": 320, "height": 640}
ZOOMED: ViewportSize = {"width": 640, "height": 400}  # a window of 1280 × 800 at 200 %
PARAGRAPHS = "\n\n".join(f"Paragraph {number} of a question that has quite a lot to say." for number in range(18))
WORDS = "How did the rail inspection project find cracks? " * 18
LINES = [f"Line {number} of an answer that is longer than the window.\n\n" for number in range(40)]
BRIEF = {"headline": "A good fit", "summary": "Long. " * 80, "strengths": ["a", "b"], "gaps": ["c"], "confidence": 0.8}

# Where things are: the view is what is between the bar at the top and the field at the bottom.
WHERE = """() => {
    const box = (element) => element?.getBoundingClientRect() ?? null;
    const area = document.querySelector("[data-slot='scroller']");
    const top = area ? box(area).top : 0;
    const floor = box(document.querySelector("[data-slot='composer']")).top;
    const last = (selector) => [...document.querySelectorAll(selector)].at(-1);
    const question = box(last("[data-slot='message'][data-role='user']"));
    const answer = last("[data-slot='message'][data-role='assistant']");
    const scroller = area ?? document.scrollingElement;
    return {
        height: floor - top,
        question: question && question.top - top,
        questionEnd: question && question.bottom - top,
        answer: answer && box(answer).top - top,
        answerEnd: answer && box(answer).bottom - top,
        textEnd: box([...(answer?.querySelectorAll("[data-slot='message-text']") ?? [])].at(-1))?.bottom - top,
        bar: box(last("[data-slot='thinking-summary-bar']"))?.height ?? 0,
        scrolled: scroller.scrollTop,
        jump: !document.querySelector("[data-slot='jump-to-newest']").hidden,
    };
}"""
# Notes where it is scrolled to, and where the last question is, in every frame.
WATCH = f"""() => {{
    window.seen = [];
    const look = () => {{
        const {{ scrolled, question }} = ({WHERE})();
        window.seen.push([scrolled, question]);
        requestAnimationFrame(look);
    }};
    look();
}}"""


async def where(page: Page) -> dict[str, Any]:
    """Where things are, once all that moves has come to its end. A tab in the background draws nothing."""
    await page.bring_to_front()
    await page.evaluate("window.still = 0")
    await page.wait_for_function(
        """() => {
            const area = document.querySelector("[data-slot='scroller']") ?? document.scrollingElement;
            const isStill = area.scrollTop === window.lastTop && area.scrollHeight === window.lastHeight;
            [window.lastTop, window.lastHeight] = [area.scrollTop, area.scrollHeight];
            window.still = isStill ? window.still + 1 : 0;
            return window.still > 4 && document.getAnimations().every((one) => one.effect.getTiming().iterations === Infinity);
        }"""
    )
    return await page.evaluate(WHERE)


async def conversation(page: Page, hold: Hold) -> None:
    """A few messages, more than fit into the window."""
    chips = artifact("chips", ["How long did it take?", "Who worked on it?"])
    for _ in range(2):
        await ask(page, hold.script(reasoning("Let me see."), *LINES[:12], chips))
        await is_done(page)


async def paste(page: Page, text: str) -> None:
    """Paste a text that is longer than the field, which scrolls to its end, and send it."""
    field = page.locator("[data-slot='composer-input']")
    await field.focus()
    await page.keyboard.insert_text(text)
    await page.wait_for_function("e => e.scrollTop > 0", arg=await field.element_handle())
    await page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    await page.keyboard.press("Enter")


def is_near_the_top(now: dict[str, Any]) -> bool:
    """Whether the question is at the top of the view."""
    return 0 <= now["question"] <= 40


# Sending ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "viewport", "text"),
    [
        (CHAT, DESKTOP, PARAGRAPHS),
        (CHAT, PHONE, WORDS),
        (CHAT, ZOOMED, PARAGRAPHS),
        (LIVE, DESKTOP, PARAGRAPHS),
        pytest.param(LIVE, SMALL, WORDS, marks=pytest.mark.slow),
    ],
)
async def test_thinking_and_answer_are_seen_though_the_first_message_is_taller_than_the_window(
    open_page, hold: Hold, path: str, viewport: ViewportSize, text: str
):
    page: Page = await open_page(path, viewport=viewport)
    hold("about cracks.")
    asked = hold.script(reasoning("It is about cracks."), "They were found by sound.", " And by sight.")
    await paste(page, f"{asked} {text}")
    await expect(thinking(page)).to_contain_text("It is about cracks.")
    now = await where(page)
    assert 0 < now["answer"] < now["height"] * 0.75
    assert now["questionEnd"] > 0
    assert not now["jump"]
    hold("by sound.")
    await expect(slot(answer(page), "message-text")).to_be_visible()
    now = await where(page)
    assert 0 < now["textEnd"] <= now["height"]
    hold.release()
    await is_done(page)
    now = await where(page)
    assert 0 < now["textEnd"] <= now["height"]
    assert not now["jump"]


@pytest.mark.parametrize(
    ("path", "viewport", "motion"),
    [
        (CHAT, DESKTOP, "no-preference"),
        (CHAT, PHONE, "reduce"),
        (LIVE, DESKTOP, "reduce"),
        pytest.param(CHAT, SMALL, "no-preference", marks=pytest.mark.slow),
        pytest.param(LIVE, PHONE, "no-preference", marks=pytest.mark.slow),
    ],
)
async def test_a_question_goes_near_the_top_and_stays_there_while_its_answer_fits(
    open_page, hold: Hold, path: str, viewport: ViewportSize, motion: str
):
    page: Page = await open_page(path, viewport=viewport, reduced_motion=motion)
    await conversation(page, hold)
    hold("Hm.")
    await ask(page, hold.script(reasoning("Hm."), "A short", " answer.", " It ends."))
    await expect(thinking(page)).to_contain_text("Hm.")
    placed = await where(page)
    assert is_near_the_top(placed)
    for text in ("A short", " answer."):
        hold(text)
        await expect(answer(page)).to_contain_text(text)
    hold.release()
    await is_done(page)
    now = await where(page)
    assert abs(now["scrolled"] - placed["scrolled"]) <= 1
    assert is_near_the_top(now)
    assert now["textEnd"] < now["height"]


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
async def test_a_question_glides_to_its_place_and_jumps_there_with_reduced_motion(open_page, hold: Hold, motion: str):
    page: Page = await open_page(CHAT, reduced_motion=motion)
    await conversation(page, hold)
    hold("An answer.")
    await page.locator("[data-slot='composer-input']").fill(hold.script("An answer."))
    await where(page)
    await page.evaluate(WATCH)
    await page.keyboard.press("Enter")
    await expect(answer(page)).to_contain_text("An answer.")
    now = await where(page)
    assert is_near_the_top(now)
    tops = [scrolled for scrolled, _ in await page.evaluate("window.seen")]
    assert tops == sorted(tops)  # never back and forth
    if motion == "reduce":
        assert len(set(tops)) == 2


async def test_a_question_goes_back_near_the_top_when_it_is_asked_again(open_page, hold: Hold):
    page: Page = await open_page(CHAT)
    asked = hold.script(*LINES[:30])
    await ask(page, asked)
    await is_done(page)
    assert (await where(page))["question"] < 0
    hold.script("Short.", asked=asked)
    hold("Short.")
    await page.locator("[data-slot='message-retry']").click()
    await expect(answer(page)).to_have_text("Short.")
    assert is_near_the_top(await where(page))


# Following ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("path", "viewport"), [(CHAT, DESKTOP), (CHAT, PHONE), (LIVE, DESKTOP)])
async def test_the_newest_line_is_followed_until_the_answer_ends(
    open_page, hold: Hold, path: str, viewport: ViewportSize
):
    page: Page = await open_page(path, viewport=viewport)
    hold(LINES[9])
    await ask(page, hold.script(*LINES))
    for number in (9, 19, 29, 39):
        hold(LINES[number])
        await expect(answer(page)).to_contain_text(f"Line {number} ")
        now = await where(page)
        assert 0 < now["textEnd"] <= now["height"]
        assert not now["jump"]
    hold.release()
    await is_done(page)
    now = await where(page)
    assert 0 < now["textEnd"] <= now["height"]


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE, SMALL, ZOOMED])
async def test_what_an_answer_brings_along_does_not_push_it_out_of_view(open_page, hold: Hold, viewport: ViewportSize):
    page: Page = await open_page(CHAT, viewport=viewport)
    hold(LINES[5])
    asked = hold.script(
        reasoning("It is about cracks."),
        *LINES[:6],
        *[reasoning("Weighing. " * 40 + "\n\n", segment="after") for _ in range(6)],
        reasoning("It fits.", segment="after"),
        artifact("fitBrief", BRIEF),
        artifact("chips", ["How long did it take?", "Who worked on it? " * 3]),
    )
    await ask(page, asked)
    await expect(answer(page)).to_contain_text("Line 5 ")
    before = await where(page)
    assert 0 < before["textEnd"] <= before["height"]
    hold("It fits.")
    await expect(answer(page)).to_contain_text("It fits.")
    working = await where(page)
    assert 0 < working["textEnd"] <= working["height"]
    hold.release()
    await is_done(page)
    await expect(page.locator("[data-slot='chip']")).to_have_count(2)
    after = await where(page)
    assert 0 < after["textEnd"] <= after["height"]
    # Where there is little room, the bar below the text gets a line more.
    assert abs(after["scrolled"] - working["scrolled"]) <= 1 + after["bar"] - working["bar"] < 40


@pytest.mark.parametrize(
    ("path", "way"), [(CHAT, "wheel"), (CHAT, "key"), (CHAT, "touch"), (LIVE, "wheel"), (LIVE, "key")]
)
async def test_who_scrolls_up_is_left_alone_and_comes_back_with_a_button(open_page, hold: Hold, path: str, way: str):
    page: Page = await open_page(path)
    hold(LINES[19])
    await ask(page, hold.script(*LINES))
    await expect(answer(page)).to_contain_text("Line 19 ")
    await where(page)
    if way == "wheel":
        await page.mouse.move(700, 300)
        await page.mouse.wheel(0, -300)
    elif way == "key":
        scroller = page.locator("[data-slot='scroller']")
        await (scroller if path == CHAT else page.locator("[data-slot='thread'] p").first).evaluate(
            "e => { e.tabIndex = e.tabIndex < 0 ? -1 : e.tabIndex; e.focus({ preventScroll: true }); }"
        )
        await page.keyboard.press("PageUp")
    else:
        await swipe(page)
    await page.wait_for_function(f"() => ({WHERE})().jump")
    left = await where(page)
    hold(LINES[39])
    await expect(answer(page)).to_contain_text("Line 39 ")
    now = await where(page)
    assert abs(now["scrolled"] - left["scrolled"]) <= 1
    assert now["jump"]
    await page.locator("[data-slot='jump-to-newest']").click()
    back = await where(page)
    assert 0 < back["textEnd"] <= back["height"]
    assert not back["jump"]


async def swipe(page: Page) -> None:
    """Drag the conversation down with a finger."""
    session = await page.context.new_cdp_session(page)
    points = [{"x": 700, "y": y} for y in range(300, 500, 20)]
    await session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [points[0]]})
    for point in points[1:]:
        await session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    await session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


async def test_who_scrolls_up_while_the_answer_still_fits_is_left_alone_too(open_page, hold: Hold):
    page: Page = await open_page(CHAT)
    await conversation(page, hold)
    hold(LINES[0])
    await ask(page, hold.script(*LINES))
    await expect(answer(page)).to_contain_text("Line 0 ")
    await where(page)
    await page.mouse.move(700, 300)
    await page.mouse.wheel(0, -150)
    await page.wait_for_function(f"() => ({WHERE})().question > 100")
    left = await where(page)
    hold(LINES[39])
    await expect(answer(page)).to_contain_text("Line 39 ")
    assert abs((await where(page))["scrolled"] - left["scrolled"]) <= 1
    await page.wait_for_function(f"() => ({WHERE})().jump")


async def test_who_scrolls_down_to_the_newest_line_follows_it_again(open_page, hold: Hold):
    page: Page = await open_page(CHAT)
    hold(LINES[19])
    await ask(page, hold.script(*LINES))
    await expect(answer(page)).to_contain_text("Line 19 ")
    await where(page)
    await page.mouse.move(700, 300)
    await page.mouse.wheel(0, -300)
    await page.wait_for_function(f"() => ({WHERE})().jump")
    await page.mouse.wheel(0, 2000)
    await page.wait_for_function(f"() => !({WHERE})().jump")
    hold(LINES[39])
    await expect(answer(page)).to_contain_text("Line 39 ")
    now = await where(page)
    assert 0 < now["textEnd"] <= now["height"]


async def test_what_is_written_meanwhile_covers_nothing(open_page, hold: Hold):
    page: Page = await open_page(CHAT)
    hold(LINES[19])
    await ask(page, hold.script(*LINES))
    await expect(answer(page)).to_contain_text("Line 19 ")
    await where(page)
    await page.locator("[data-slot='composer-input']").fill("\n".join("x" * 9))
    now = await where(page)
    assert 0 < now["textEnd"] <= now["height"]


# Other tabs, reloads, threads -------------------------------------------------------------------------------------------


async def test_another_tab_does_the_same_unless_its_reader_is_elsewhere(open_page, hold: Hold):
    page: Page = await open_page(CHAT)
    await conversation(page, hold)
    following, elsewhere = [await page.context.new_page() for _ in range(2)]
    for tab in (following, elsewhere):
        await tab.set_viewport_size(DESKTOP)
        await tab.goto(page.url)
        await expect(answer(tab)).to_contain_text("Line 11 ")
        await where(tab)
    await elsewhere.locator("[data-slot='scroller']").evaluate("e => e.scrollTo(0, 0)")
    left = await where(elsewhere)
    hold("An answer.")
    await ask(page, hold.script("An answer."))
    for tab in (following, elsewhere):
        await expect(answer(tab)).to_contain_text("An answer.")
    assert is_near_the_top(await where(page))
    assert is_near_the_top(await where(following))
    assert abs((await where(elsewhere))["scrolled"] - left["scrolled"]) <= 1


async def test_a_reload_in_mid_stream_puts_the_question_near_the_top_again(open_page, hold: Hold):
    page: Page = await open_page(CHAT)
    await conversation(page, hold)
    hold("A short answer.")
    await ask(page, hold.script(reasoning("Hm."), "A short answer."))
    await expect(answer(page)).to_contain_text("A short answer.")
    await page.reload()
    await expect(answer(page)).to_contain_text("A short answer.")
    assert is_near_the_top(await where(page))
    hold.release()
    await is_done(page)
    assert is_near_the_top(await where(page))


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE])
async def test_a_thread_opens_at_the_end_of_its_last_answer(open_page, hold: Hold, viewport: ViewportSize):
    page: Page = await open_page(CHAT, viewport=viewport)
    await conversation(page, hold)
    await page.reload()
    await expect(answer(page)).to_contain_text("Line 11 ")
    now = await where(page)
    assert now["answerEnd"] <= now["height"]
    assert now["answerEnd"] > now["height"] / 4
    await expect(page.locator("[data-slot='chip']").last).to_be_in_viewport()


async def test_a_turned_phone_keeps_the_question_near_the_top(open_page, hold: Hold):
    page: Page = await open_page(CHAT, viewport=PHONE)
    await conversation(page, hold)
    hold("A short answer.")
    await ask(page, hold.script("A short answer."))
    await expect(answer(page)).to_contain_text("A short answer.")
    assert is_near_the_top(await where(page))
    await page.set_viewport_size({"width": 700, "height": 375})
    assert is_near_the_top(await where(page))


async def test_a_bar_of_the_browser_that_comes_and_goes_moves_nobody_who_scrolls(open_page, hold: Hold):
    page: Page = await open_page(LIVE, viewport=PHONE)
    await page.add_style_tag(content="body { padding-block-end: 3000px }")
    await ask(page, hold.script("A short answer."))
    await is_done(page)
    await where(page)
    await page.mouse.move(100, 300)
    await page.mouse.wheel(0, 900)
    await page.wait_for_function("scrollY > 500")
    left = await where(page)
    await page.set_viewport_size({**PHONE, "height": PHONE["height"] - 60})
    assert abs((await where(page))["scrolled"] - left["scrolled"]) <= 1
