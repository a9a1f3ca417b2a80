"""The design review: links, settings, the player, comments."""

import json
import re
import time
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest
from playwright.async_api import FrameLocator, Locator, Page, expect

from tests.browser.layout import covered_by, scroll_room
from tests.units.review.raw import RAW
from tools.serve import Server

pytestmark = pytest.mark.slow

PATIENCE = 60_000
# What every run has of its own is taken out, and what stands in closed panels, which is there once they were open.
NORMAL = """root => {
    const copy = root.cloneNode(true);
    copy.querySelectorAll("[inert]").forEach((panel) => panel.replaceChildren());
    const own = ["id", "aria-controls", "aria-labelledby", "aria-describedby", "data-message-id", "data-block-id", "style"];
    copy.querySelectorAll("*").forEach((element) => {
        own.forEach((name) => element.removeAttribute(name));
        const rest = [...element.attributes].map(({name, value}) => [name, value]).sort();
        rest.forEach(([name]) => element.removeAttribute(name));
        rest.forEach(([name, value]) => element.setAttribute(name, value)); // they have no order, but are written in one
    });
    return copy.innerHTML;
}"""
OPEN_ALL = """() => {
    const names = ["thinking-summary-bar", "thinking-step-trigger"];
    const closed = document.querySelectorAll(names.map((name) => `[data-slot='${name}'][data-state='closed']`).join());
    closed.forEach((element) => element.click());
    return closed.length === 0;
}"""


def frame(page: Page, name: str = "review-a") -> FrameLocator:
    return page.frame_locator(f"iframe[name='{name}']")


def slot(page: Page, name: str, within: str = "review-a") -> Locator:
    return frame(page, within).locator(f"[data-slot='{name}']")


def control(page: Page, name: str) -> Locator:
    return page.locator(f"#review-{name}")


def position(page: Page) -> Locator:
    return page.locator("[data-review='position']")


async def review(open_page, query: str, **options) -> Page:
    page = await open_page(f"/review?{query}", viewport={"width": 1440, "height": 900}, **options)
    await expect(frame(page).locator("main")).to_be_attached(timeout=PATIENCE)
    return page


async def tab(page: Page, name: str) -> None:
    await page.get_by_role("group", name="Panel").get_by_role("button", name=name).click()


async def in_address(page: Page, **expected: str) -> None:
    """Wait until the address says so."""
    for name, value in expected.items():
        await page.wait_for_function(
            "([name, value]) => new URLSearchParams(location.search).get(name) === value", arg=[name, value]
        )


async def has_width(page: Page, width: int) -> None:
    """Wait until the story has so much room."""
    await page.wait_for_function(
        "width => document.querySelector('iframe').contentWindow.innerWidth === width", arg=width
    )


async def style(locator: Locator, name: str) -> str:
    return await locator.evaluate("(element, name) => getComputedStyle(element)[name]", name)


# Stories and links --------------------------------------------------------------------------------------------------------


async def test_a_first_visit_loads_few_files_each_once_and_half_a_megabyte_at_most(open_page):
    page = await open_page("/review?story=done", cold=True)
    await expect(slot(page, "thinking")).to_be_visible()
    loaded = await page.evaluate(
        "performance.getEntriesByType('resource').map(({name, encodedBodySize}) => [name, encodedBodySize])"
    )
    names = [name for name, _ in loaded]
    assert len(set(names)) == len(names) < 35
    assert 100_000 < sum(size for _, size in loaded) < 500_000


async def test_every_story_is_listed_and_has_a_link(open_page):
    page = await review(open_page, "story=done")
    links = page.locator("a[data-story]")
    assert await links.count() > 35
    names = await links.evaluate_all("all => all.map(e => e.dataset.story)")
    assert {"done", "slots", "run-trip", "dropped"} <= set(names)
    await page.locator("a[data-story='error-open']").click()
    await in_address(page, story="error-open")
    await expect(slot(page, "thinking-step-error").first).to_contain_text("503")
    await page.locator("a[data-story='redacted']").click()
    await expect(frame(page).locator("[data-redacted]")).to_be_visible()
    await page.go_back()
    await expect(slot(page, "thinking-step-error").first).to_contain_text("503")
    await expect(page.locator("a[data-story='error-open']")).to_have_attribute("aria-current", "page")
    await page.go_forward()
    await expect(frame(page).locator("[data-redacted]")).to_be_visible()


async def test_stories_are_found_by_their_words(open_page):
    page = await review(open_page, "story=done")
    await page.get_by_label("Search stories").fill("failed, open")
    await expect(page.locator("a[data-story]")).to_have_count(1)
    await expect(page.locator("a[data-story]")).to_have_text(re.compile("Failed, open"))


async def test_a_link_that_says_nonsense_shows_something_and_says_so(open_page):
    page = await review(open_page, "story=nothing&live=loud&width=7&b=theme%3Dpink")
    await expect(slot(page, "thinking")).to_be_visible()
    await expect(page.get_by_role("alert")).to_have_count(4)


# Settings -----------------------------------------------------------------------------------------------------------------


async def test_every_control_changes_the_story_and_the_address(open_page, server: Server):
    page = await review(open_page, "story=thinking")
    root = slot(page, "thinking")
    await expect(root).to_have_attribute("data-state", "open")
    await control(page, "live").select_option("overlay")
    await expect(slot(page, "thinking-overlay")).to_be_visible()
    await control(page, "live").select_option("progress")
    await expect(slot(page, "thinking-progress")).to_be_visible()
    await control(page, "live").select_option("collapsed")
    await expect(root).to_have_attribute("data-state", "closed")
    await in_address(page, live="collapsed")
    await control(page, "semantics").select_option("details")
    await expect(frame(page).locator("details[data-slot='thinking']")).to_be_visible()
    await control(page, "locale").select_option("de")
    await expect(slot(page, "thinking-label")).to_have_text("Denkt nach…")
    await control(page, "direction").select_option("rtl")
    await expect(frame(page).locator("html")).to_have_attribute("dir", "rtl")
    assert await style(root, "direction") == "rtl"
    before = await style(root, "backgroundColor")
    await control(page, "theme").select_option("dark")
    await expect(frame(page).locator(".review-frame")).to_have_class(re.compile("dark"))
    assert await style(root, "backgroundColor") != before
    await page.get_by_role("button", name="teal").click()
    await expect(frame(page).locator(".review-frame")).to_have_attribute("data-accent-color", "teal")
    await control(page, "radius").select_option("none")
    await expect(root).to_have_css("border-top-left-radius", "0px")
    await control(page, "text").select_option("150")
    await expect(frame(page).locator("html")).to_have_css("font-size", "24px")
    await page.get_by_role("button", name="Phone").click()
    await has_width(page, 390)
    await control(page, "width").fill("512")
    await control(page, "width").blur()
    await in_address(page, width="512", theme="dark", accent="teal", radius="none", text="150", locale="de")
    await has_width(page, 512)
    address = page.url

    other = await open_page(address.removeprefix(server.url))
    await expect(frame(other).locator("details[data-slot='thinking']")).to_have_attribute("data-state", "closed")
    await expect(slot(other, "thinking-label")).to_have_text("Denkt nach…")
    await expect(frame(other).locator(".review-frame")).to_have_class(re.compile("dark"))
    await has_width(other, 512)
    for name, value in (("live", "collapsed"), ("radius", "none"), ("text", "150"), ("direction", "rtl")):
        await expect(control(other, name)).to_have_value(value)
    await other.get_by_role("button", name="Reset").click()
    await expect(slot(other, "thinking-label")).to_have_text("Thinking…")
    await expect(other).to_have_url(re.compile(r"\?story=thinking$"))


async def test_motion_is_that_of_the_story_whatever_the_system_says(open_page):
    page = await review(open_page, "story=thinking", reduced_motion="reduce")
    dot = slot(page, "thinking-dot").first
    await expect(dot).not_to_have_css("animation-name", "none")
    await control(page, "motion").select_option("reduced")
    await expect(dot).to_have_css("animation-name", "none")
    assert await frame(page).locator("html").evaluate("() => matchMedia('(prefers-reduced-motion: reduce)').matches")
    await control(page, "motion").select_option("full")
    await expect(dot).not_to_have_css("animation-name", "none")


async def test_auto_close_is_that_of_the_story(open_page):
    page = await review(open_page, "story=run-two-blocks&at=26")
    await expect(slot(page, "thinking").first).to_have_attribute("data-state", "closed", timeout=PATIENCE)
    await control(page, "auto_close").click()
    await in_address(page, auto_close="off")
    await expect(slot(page, "thinking").first).to_have_attribute("data-state", "open")


async def test_two_settings_side_by_side(open_page):
    page = await review(open_page, "story=thinking&live=collapsed")
    await page.get_by_role("button", name="Compare").click()
    await expect(frame(page, "review-b").locator(".review-frame")).to_have_class(re.compile("dark"))
    await expect(frame(page, "review-a").locator(".review-frame")).to_have_class(re.compile("light"))
    await control(page, "live").select_option("overlay")
    await expect(slot(page, "thinking-overlay", "review-b")).to_be_visible()
    await expect(slot(page, "thinking", "review-a")).to_have_attribute("data-state", "closed")
    await page.get_by_role("group", name="These controls are for").get_by_role("button", name="A").click()
    await control(page, "locale").select_option("fr")
    await expect(slot(page, "thinking-label", "review-a")).to_have_text("Réflexion…")
    assert dict(parse_qsl(urlsplit(page.url).query))["b"] == "live=overlay&theme=dark"
    await page.reload()
    await expect(slot(page, "thinking-overlay", "review-b")).to_be_visible()
    await expect(slot(page, "thinking-label", "review-a")).to_have_text("Réflexion…")


async def test_two_settings_can_be_read_however_little_room_there_is(open_page):
    scale = """() => [...document.querySelectorAll("iframe")].map((frame) => frame.getBoundingClientRect().width / frame.offsetWidth)"""
    page = await open_page("/review?story=thinking&b=theme%3Ddark", viewport={"width": 1280, "height": 800})
    canvas = page.locator(".review-canvas")
    await expect(canvas).to_have_attribute("data-layout", "rows")
    assert min(await page.evaluate(scale)) >= 0.75
    await expect(slot(page, "thinking", "review-b")).to_be_visible()
    await page.get_by_role("button", name="Full size").first.click()
    await page.wait_for_function(f"() => Math.max(...({scale})()) === 1")
    await page.get_by_role("button", name="Fit").click()
    await page.set_viewport_size({"width": 2000, "height": 900})
    await expect(canvas).to_have_attribute("data-layout", "columns")
    await page.wait_for_function(f"() => Math.min(...({scale})()) >= 0.75")
    assert await scroll_room(page) == {"x": 0, "y": 0}


async def test_the_stories_of_chat_and_threads_have_conversations(open_page):
    page = await review(open_page, "story=chat")
    await expect(frame(page).locator("[data-slot='message'][data-role='user']")).to_contain_text("dinner in Lisbon")
    await expect(slot(page, "thinking-label")).to_contain_text("Thought for 3.")
    await slot(page, "composer-input").fill("Thank you")
    await slot(page, "composer-send").click()
    await expect(slot(page, "message-text").last).to_have_text("You said: Thank you")
    await page.locator("a[data-story='threads']").click()
    await expect(slot(page, "thread-row")).to_have_count(4)
    await expect(slot(page, "thread-row").first).to_contain_text("Dinner for eleven in Lisbon")
    stranger = await review(open_page, "story=threads")
    await expect(slot(stranger, "thread-row")).to_have_count(4)


async def test_the_python_of_what_is_on_screen(open_page):
    page = await review(
        open_page, "story=slots&semantics=details&theme=dark", permissions=["clipboard-read", "clipboard-write"]
    )
    await tab(page, "Python")
    shown = page.locator("[data-review='python']")
    await expect(shown).to_contain_text('semantics="details"')
    code = await shown.inner_text()
    compile(code, "shown", "exec")
    assert 'label="How I planned it"' in code
    await page.get_by_role("button", name="Copy Python").last.click()
    await page.wait_for_function("code => navigator.clipboard.readText().then(text => text === code)", arg=code)


# The player ---------------------------------------------------------------------------------------------------------------


async def seek(page: Page, place: int, total: int) -> None:
    await page.get_by_label("Event", exact=True).fill(str(place))
    await expect(position(page)).to_have_text(f"{place} / {total}", timeout=PATIENCE)


async def settled(page: Page, status: str) -> Locator:
    last = frame(page).locator("[data-slot='message'][data-role='assistant']").last
    await expect(last).to_have_attribute("data-status", status, timeout=PATIENCE)
    return last


async def dom(page: Page) -> str:
    """What the frame shows, once it has not changed for a while."""
    thread = slot(page, "thread")
    before, same = "", 0
    for _ in range(200):
        now = await thread.evaluate(NORMAL)
        same = same + 1 if now == before else 0
        if same == 8:
            return now
        before = now
        await page.wait_for_timeout(150)
    pytest.fail("the frame does not come to rest")


async def shows(page: Page, expected: str, place: object) -> None:
    """Wait until the frame shows just this."""
    thread = slot(page, "thread")
    now = ""
    for _ in range(200):
        now = await thread.evaluate(NORMAL)
        if now == expected:
            return
        await page.wait_for_timeout(150)
    assert now == expected, place


async def test_scrubbing_back_and_forth_ends_in_the_same_page_as_playing_through(open_page):
    page = await review(open_page, "story=run-policy")
    await expect(position(page)).to_have_text(re.compile(r"^0 / \d+$"))
    total = int((await position(page).inner_text()).split(" / ")[1])
    middle = total // 2
    expected = {}
    await page.get_by_label("Speed").select_option("0.5")
    for _ in range(3):
        await page.get_by_role("button", name="One event on").click()
    await expect(position(page)).to_have_text(f"3 / {total}")
    await expect(slot(page, "thinking-step")).to_have_count(1, timeout=PATIENCE)
    expected[3] = await dom(page)
    await page.get_by_role("button", name="Play", exact=True).click()
    await page.wait_for_function(
        "place => Number(document.querySelector('[data-review=position]').textContent.split('/')[0]) > place",
        arg=middle,
    )
    await page.get_by_role("button", name="Pause").click()
    await expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    middle = int((await position(page).inner_text()).split(" / ")[0])
    expected[middle] = await dom(page)
    await page.get_by_label("Speed").select_option("50")
    await page.get_by_role("button", name="Play", exact=True).click()
    await settled(page, "done")
    await expect(page.locator("[data-review='ending']")).to_have_text("done")
    expected[total] = await dom(page)
    await page.frames[-1].wait_for_function(OPEN_ALL)
    expected["open"] = await dom(page)

    await page.reload()
    for place in (total, 3, middle, total, middle, 3, total):
        await seek(page, place, total)
        await settled(page, "done" if place == total else "thinking")
        await shows(page, expected[place], place)
    await page.frames[-1].wait_for_function(OPEN_ALL)
    await shows(page, expected["open"], "open")


async def test_steps_keys_speed_and_the_moment_in_the_address(open_page):
    page = await review(open_page, "story=run-trip&at=40")
    await expect(position(page)).to_have_text("40 / 138", timeout=PATIENCE)
    await expect(slot(page, "thinking-step").first).to_contain_text("Eleven guests")
    for key, place in (("ArrowRight", 41), ("ArrowRight", 42), ("ArrowLeft", 41)):
        await page.keyboard.press(key)
        await expect(position(page)).to_have_text(f"{place} / 138")
    await in_address(page, at="41")
    await page.get_by_label("Speed").select_option("0.25")
    await page.keyboard.press("Escape")
    await page.locator("h1").click()
    await page.keyboard.press("Space")
    await expect(page.get_by_role("button", name="Pause")).to_be_visible()
    await page.keyboard.press("Space")
    await expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    await page.reload()
    place = dict(parse_qsl(urlsplit(page.url).query))["at"]
    await expect(position(page)).to_have_text(f"{place} / 138")


async def test_stopping_failing_and_playing_again(open_page):
    page = await review(open_page, "story=run-trip&at=60")
    await settled(page, "thinking")
    await page.get_by_role("button", name="Stop").click()
    await settled(page, "cancelled")
    await expect(page.locator("[data-review='ending']")).to_have_text("cancelled")
    await page.get_by_role("button", name="One event on").click()
    await settled(page, "thinking")
    await page.get_by_role("button", name="Fail").click()
    failed = await settled(page, "error")
    await expect(failed.locator("[data-slot='message-error']")).to_contain_text("The model is overloaded")
    await page.get_by_label("Speed").select_option("50")
    await page.get_by_role("button", name="Play", exact=True).click()
    await settled(page, "done")


async def test_a_lost_connection_heals(open_page, problems: list[str]):
    page = await review(open_page, "story=run-policy&at=10", cold=True)
    await expect(position(page)).to_have_text(re.compile("^10 /"), timeout=PATIENCE)
    await expect(slot(page, "thinking")).to_be_visible(timeout=PATIENCE)
    now = time.time()
    await page.clock.set_fixed_time(now)  # it is offline for as long as the test wants
    await page.get_by_role("button", name="Go offline").click()
    await expect(page.get_by_role("button", name=re.compile("Offline"))).to_be_disabled()
    await expect(slot(page, "offline-notice")).to_be_visible()
    before = await dom(page)
    for _ in range(20):
        await page.get_by_role("button", name="One event on").click()
    await expect(position(page)).to_have_text(re.compile("^30 /"))
    assert await dom(page) == before
    await page.clock.set_fixed_time(now + 60)
    await expect(page.get_by_role("button", name="Go offline")).to_be_enabled(timeout=PATIENCE)
    await expect(slot(page, "thinking")).to_contain_text("regional addendum", timeout=PATIENCE)
    await expect(slot(page, "offline-notice")).to_have_count(0)
    problems[:] = [problem for problem in problems if "WebSocket" not in problem]


async def test_the_inspector_shows_event_patches_and_announcements(open_page):
    page = await review(open_page, "story=run-trip")
    await tab(page, "Inspect")
    await expect(page.locator("[data-review='event']")).to_have_text("Nothing has happened yet.")
    await expect(position(page)).to_have_text("0 / 138")
    for _ in range(3):
        await page.keyboard.press("ArrowRight")
    event = page.locator("[data-review='event']")
    await expect(event).to_contain_text('"type": "reasoning_part_delta"')
    assert json.loads(await event.inner_text())["segment_id"] == "trip-1"
    patches = page.locator("[data-review='patches']")
    await expect(patches).to_contain_text("guests")
    total = re.search(r"(\d+) patches, ([\d,]+) bytes", await patches.inner_text())
    assert total and int(total[1]) >= 2 and int(total[2].replace(",", "")) > 100
    await expect(page.locator("[data-review='announcements']")).to_contain_text("Thinking")
    await page.get_by_role("button", name="To the end").click()
    await expect(page.locator("[data-review='announcements']")).to_contain_text("Thought for 3.", timeout=PATIENCE)


async def test_a_file_that_is_dropped_in_is_played(open_page):
    page = await review(open_page, "story=dropped")
    field = page.locator(".review-drop input[type=file]")
    await field.set_input_files({"name": "notes.txt", "mimeType": "text/plain", "buffer": b"These are just notes."})
    await expect(page.get_by_text("notes.txt: in no known format")).to_be_visible()
    await field.set_input_files({"name": "huge.sse", "mimeType": "text/plain", "buffer": b"x" * 4_000_001})
    await expect(page.get_by_text("huge.sse has 4.0 MB; up to 4 MB can be played.")).to_be_visible()
    await field.set_input_files({"name": "raw.sse", "mimeType": "text/plain", "buffer": RAW})
    await expect(page.get_by_text("(estimated)")).to_be_visible(timeout=PATIENCE)
    await expect(page.get_by_text("Drop a recording here")).to_have_count(0)
    await page.get_by_role("button", name="To the end").click()
    last = await settled(page, "done")
    await expect(last.locator("[data-slot='message-text']")).to_have_text("Played.")
    await slot(page, "thinking-summary-bar").click()
    await expect(slot(page, "thinking-step")).to_contain_text("A raw stream.")
    await expect(frame(page).locator("[data-role='user']")).to_have_text("raw.sse")
    await page.get_by_label("Another file").set_input_files(
        {"name": "again.sse", "mimeType": "text/plain", "buffer": RAW}
    )
    await expect(frame(page).locator("[data-role='user']")).to_have_text("again.sse", timeout=PATIENCE)


async def test_a_frame_by_itself_plays_and_takes_no_orders(open_page):
    page = await open_page("/review/frame?story=run-plain")
    await expect(page.locator("[data-slot='message-text']").last).to_have_text("Lisbon is the capital of Portugal.")
    stranger = await open_page("/review/frame?story=dropped&playback=guessed")
    await expect(stranger.locator("main")).to_be_attached()
    await expect(stranger.locator("[data-slot='message']")).to_have_count(0)


# What reviewers say ---------------------------------------------------------------------------------------------------------


async def comment(page: Page, text: str) -> Locator:
    await page.locator("#review-comment").fill(text)
    await page.get_by_role("button", name="Comment", exact=True).click()
    found = page.locator("[data-comment]").filter(has_text=text.splitlines()[0])
    await expect(found).to_be_visible(timeout=PATIENCE)
    return found


async def introduce(page: Page, name: str) -> None:
    await tab(page, "Comments")
    await page.locator("#review-author-name").fill(name)
    await page.locator("#review-author-name").blur()
    await expect(page.locator("#review-author-name")).to_have_value(name)


async def test_comments_are_pinned_settled_and_deleted(open_page):
    page = await review(open_page, "story=run-trip&at=40&theme=dark")
    await expect(position(page)).to_have_text("40 / 138", timeout=PATIENCE)
    await page.keyboard.press("c")
    await expect(page.locator("#review-comment")).to_be_focused()
    await page.locator("#review-comment").fill("No name yet")
    await page.get_by_role("button", name="Comment", exact=True).click()
    await expect(page.get_by_text("Say who you are first")).to_be_visible()
    await introduce(page, "Ada <b>L.</b>")
    text = "<img src=x onerror='window.pwned = 1'> is too loud"
    found = await comment(page, text)
    await expect(found.locator(".review-text")).to_have_text(text)
    await expect(found).to_contain_text("Ada <b>L.</b>")
    await expect(found.locator(".review-pin")).to_have_text("Trip · event 40")
    assert await page.evaluate("window.pwned") is None

    other = await review(open_page, "story=done")
    await introduce(other, "Grace")
    await other.get_by_role("button", name="All open points").click()
    seen = other.locator("[data-comment]").filter(has_text="is too loud")
    await expect(seen).to_be_visible()
    await expect(seen.get_by_role("button", name="Delete")).to_have_count(0)
    await seen.locator(".review-pin").click()
    await in_address(other, story="run-trip", at="40", theme="dark")
    await expect(position(other)).to_have_text("40 / 138", timeout=PATIENCE)
    await expect(frame(other).locator(".review-frame")).to_have_class(re.compile("dark"))
    await seen.get_by_role("button", name="Settle").click()
    await expect(seen).to_have_count(0)

    await expect(found).to_contain_text("Settled by Grace")
    await found.get_by_role("button", name="Reopen").click()
    await expect(found).not_to_contain_text("Settled by")
    await found.get_by_role("button", name="Delete").click()
    await expect(found).to_have_count(0)


async def test_what_somebody_writes_is_there_for_others_at_once(open_page):
    page = await review(open_page, "story=markdown")
    other = await review(open_page, "story=done")
    await tab(other, "Comments")
    await other.get_by_role("button", name="All open points").click()
    await introduce(page, "Ada")
    await comment(page, "The table needs air")
    seen = other.locator("[data-comment]").filter(has_text="The table needs air")
    await expect(seen).to_be_visible()
    await expect(other.locator("a[data-story='markdown'] .review-count")).to_contain_text("1")
    await page.get_by_role("group", name="Verdict").get_by_role("button", name="Approved").click()
    dot = other.locator("a[data-story='markdown'] .review-dot")
    await expect(dot).to_have_attribute("data-verdict", "approved")
    await page.locator("[data-comment]").get_by_role("button", name="Delete").click()
    await expect(seen).to_have_count(0)


IS_AT_ITS_PLACE = """([slot, number, x, y]) => {
    const part = document.querySelectorAll(`[data-slot="${slot}"]`)[number]?.getBoundingClientRect();
    const marker = document.querySelector(".review-marker")?.getBoundingClientRect();
    if (!part || !marker) return false;
    const off = [marker.left - part.left - part.width * x / 100, marker.bottom - part.top - part.height * y / 100];
    return off.every((distance) => Math.abs(distance) <= 8);
}"""


async def is_at_its_place(page: Page, pin: str) -> None:
    """Wait until the marker of a pin is where it belongs."""
    _, part, number, x, y = pin.split(".")
    handle = await page.locator("iframe").first.element_handle()
    inside = await handle.content_frame()
    assert inside is not None
    await inside.wait_for_function(IS_AT_ITS_PLACE, arg=[part, int(number), int(x), int(y)])


async def test_a_comment_is_pinned_to_a_place_in_the_story(open_page):
    page = await review(open_page, "story=delegation")
    await introduce(page, "Ada")
    await page.get_by_role("button", name="Pin to a place").click()
    step = slot(page, "thinking-step").nth(1)
    await expect(slot(page, "review-picker")).to_be_focused()
    await step.click(position={"x": 40, "y": 10}, force=True)
    await expect(page.locator("#review-comment")).to_be_focused()
    marker = slot(page, "review-marker")
    await expect(marker).to_have_text("+")
    await comment(page, "Too close to the line")
    await expect(marker).to_have_text("1")
    link = await page.locator("[data-comment] .review-pin").get_attribute("href") or ""
    pin = dict(parse_qsl(urlsplit(link).query))["pin"]
    await is_at_its_place(page, pin)

    # It stays at its part when that moves: at another width, and when something above it closes.
    other = await review(open_page, "story=delegation&width=390")
    await expect(slot(other, "review-marker")).to_be_visible()
    await is_at_its_place(other, pin)
    await slot(other, "review-marker").click()
    found = other.locator("[data-comment]").filter(has_text="Too close to the line")
    await expect(found).to_have_attribute("aria-current", "true")
    await expect(found).to_contain_text("Too close to the line")
    await found.locator(".review-pin").click()
    await in_address(other, pin=pin)
    await expect(slot(other, "review-marker")).to_have_attribute("data-shown", "true")
    await slot(other, "thinking-summary-bar").click()
    await expect(slot(other, "thinking")).to_have_attribute("data-state", "closed")
    await expect(slot(other, "review-marker")).to_be_visible()
    await page.locator("[data-comment]").get_by_role("button", name="Settle").click()
    await other.keyboard.press("j")
    await expect(slot(other, "review-marker")).to_have_count(0)
    await page.locator("[data-comment]").get_by_role("button", name="Delete").click()


async def test_a_place_is_chosen_with_the_keyboard(open_page, axe_violations):
    page = await review(open_page, "story=open")
    await page.keyboard.press("p")
    picker = slot(page, "review-picker")
    await expect(picker).to_be_focused()
    for key in ("ArrowRight", "ArrowDown", "ArrowDown"):
        await page.keyboard.press(key)
    assert not await axe_violations(page)
    await page.keyboard.press("Enter")
    await expect(slot(page, "review-marker")).to_have_text("+")
    await expect(picker).to_have_count(0)
    await page.get_by_role("button", name="Remove the pin").click()
    await expect(slot(page, "review-marker")).to_have_count(0)
    await page.get_by_role("button", name="Pin to a place").click()
    await expect(picker).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(picker).to_have_count(0)
    await expect(page.locator("#review-pick")).to_be_focused()
    await in_address(page, story="open")


async def test_verdicts_and_exports(open_page, server: Server, tmp_path: Path):
    page = await review(open_page, "story=hostile")
    await introduce(page, "Ada")
    await page.get_by_role("group", name="Verdict").get_by_role("button", name="Needs work").click()
    await expect(page.locator("a[data-story='hostile'] .review-dot")).to_have_attribute("data-verdict", "needs work")
    await comment(page, "Line one\n# not a heading")
    for name, kind in (("Export Markdown", "md"), ("Export JSON", "json")):
        async with page.expect_download() as download:
            await page.get_by_role("button", name=name).click()
        await (await download.value).save_as(tmp_path / f"review.{kind}")
        assert (await download.value).suggested_filename == f"design-review.{kind}"
    written = (tmp_path / "review.md").read_text()
    assert "## Hostile text\n\n**needs work** by Ada" in written
    assert "  > Line one\n  > \\# not a heading\n" in written
    stories = {story["id"]: story for story in json.loads((tmp_path / "review.json").read_text())["stories"]}
    assert stories["hostile"]["verdict"]["verdict"] == "needs work"
    assert [one["text"] for one in stories["hostile"]["comments"]] == ["Line one\n# not a heading"]
    assert stories["hostile"]["link"] == f"{server.url}/review?story=hostile"
    assert stories["hostile"]["comments"][0]["link"] == f"{server.url}/review?story=hostile"
    assert f"[link]({server.url}/review?story=hostile)" in written


async def test_what_was_said_survives_a_restart(browser, server: Server, tmp_path: Path):
    env = {**server.env, "THINKING_UI_DATABASE": f"sqlite:///{tmp_path}/review.db"}
    context = await browser.new_context(viewport={"width": 1440, "height": 900})
    page = await context.new_page()
    with Server(env=env) as first:
        await page.goto(f"{first.url}/review?story=open&accent=plum")
        await introduce(page, "Ada")
        await comment(page, "Remember me")
        await page.get_by_role("group", name="Verdict").get_by_role("button", name="Approved").click()
        await expect(page.locator(".review-verdict")).to_have_text("approved")
        port = first.port
    with Server(port, env=env) as second:
        await page.goto(f"{second.url}/review?story=open")
        await expect(page.locator(".review-verdict")).to_have_text("approved", timeout=PATIENCE)
        await tab(page, "Comments")
        found = page.locator("[data-comment]").filter(has_text="Remember me")
        await expect(found).to_contain_text("Ada")
        assert "accent=plum" in (await found.locator(".review-pin").get_attribute("href") or "")
        await expect(found.get_by_role("button", name="Delete")).to_be_visible()
        await context.close()


# The page itself --------------------------------------------------------------------------------------------------------


async def test_the_page_does_not_scroll_past_its_end(open_page):
    page = await review(open_page, "story=open")
    await expect(page.locator("a[data-story]").first).to_be_visible()
    assert await scroll_room(page) == {"x": 0, "y": 0}
    for name in ("Comments", "Inspect", "Python"):
        await tab(page, name)
        assert await scroll_room(page) == {"x": 0, "y": 0}


async def test_the_story_list_shows_the_story_that_is_open(open_page):
    page = await review(open_page, "story=run-crash")
    shown = page.locator("a[aria-current='page']")
    await expect(shown).to_have_attribute("data-story", "run-crash")
    await expect(shown).to_be_in_viewport(ratio=1)
    assert not await covered_by(shown)
    for key, story in (("j", "dropped"), ("j", "done"), ("j", "open"), ("k", "done"), ("k", "dropped")):
        await page.keyboard.press(key)
        await expect(shown).to_have_attribute("data-story", story)
        await expect(shown).to_be_in_viewport(ratio=1)
        assert not await covered_by(shown)


# Everyone ---------------------------------------------------------------------------------------------------------------


async def test_the_keyboard_goes_through_the_stories(open_page):
    page = await review(open_page, "story=done&theme=dark")
    await page.keyboard.press("j")
    await in_address(page, story="open", theme="dark")
    await slot(page, "thinking-step").first.locator("p").first.click()
    await page.keyboard.press("k")
    await in_address(page, story="done")
    await page.locator("h1").click()
    await page.keyboard.press("?")
    await expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("dialog")).to_have_count(0)
    await page.keyboard.press("/")
    await expect(page.get_by_label("Search stories")).to_be_focused()
    await page.keyboard.type("jk")
    await in_address(page, story="done")


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_axe_finds_nothing(open_page, axe_violations, scheme: str):
    page = await review(open_page, "story=run-trip&at=40", color_scheme=scheme)
    await expect(position(page)).to_have_text("40 / 138", timeout=PATIENCE)
    for name in ("Settings", "Comments", "Inspect", "Python"):
        await tab(page, name)
        assert not await axe_violations(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_axe_finds_nothing_on_a_phone(open_page, axe_violations, scheme: str):
    page = await open_page("/review?story=open", viewport={"width": 320, "height": 640}, color_scheme=scheme)
    await expect(slot(page, "thinking")).to_be_visible(timeout=PATIENCE)
    await expect(page.get_by_role("heading", level=1)).to_have_text("Done, open")
    assert not await axe_violations(page)
    await tab(page, "Inspect")
    await page.get_by_role("button", name="Stories").click()
    await expect(page.locator(".review-nav")).to_be_visible()
    assert not await axe_violations(page)


async def test_a_phone_has_room_for_it(open_page):
    page = await open_page("/review?story=open&width=390", viewport={"width": 390, "height": 844})
    await expect(slot(page, "thinking")).to_be_visible(timeout=PATIENCE)
    assert await page.evaluate("document.documentElement.scrollWidth") <= 390
    await page.get_by_role("button", name="Stories").click()
    await page.locator("a[data-story='tools']").click()
    await expect(slot(page, "thinking-label")).to_have_text("Worked for 2.1s")
    await expect(page.locator(".review-nav")).to_be_hidden()
    assert await page.evaluate("document.documentElement.scrollWidth") <= 390
