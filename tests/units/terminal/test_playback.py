"""Pausing what is shown, and finding text in it."""

from __future__ import annotations

import io
import time
from types import SimpleNamespace

import pytest
from reflex_thinking import canonical as ev
from reflex_thinking.i18n import Strings
from reflex_thinking.terminal import feed as feed_module
from reflex_thinking.terminal.document import Document
from reflex_thinking.terminal.feed import Feed
from reflex_thinking.terminal.markdown import Flow
from reflex_thinking.terminal.marks import UNICODE
from reflex_thinking.terminal.rows import FlowRow
from reflex_thinking.terminal.search import Search, Stretch

from tests.growth import assert_linear
from tests.units.terminal.recordings import agent_events, anthropic_stream, ended
from tests.units.terminal.test_app import AGENT, Screen, Slow, opened, recorded

FRAMES = 5
"""So many frames are enough to show whatever would be shown."""


async def some_frames(screen: Screen) -> None:
    before = screen.app.frames
    await screen.until(lambda: screen.app.frames >= before + FRAMES)


# Pause ----------------------------------------------------------------------------------------------------------------


async def test_space_pauses_and_goes_on():
    events = agent_events()
    slow = Slow(recorded(events[:4]), recorded(ended(events)[4:]))
    async with opened(slow) as screen:
        slow.given += 1
        await screen.until(lambda: "I check the rules" in screen.text)
        assert "␣ pause" in screen.lines[-1]
        await screen.press("space")
        await screen.until(lambda: "‖ Paused" in screen.lines[-1])
        assert "␣ resume" in screen.lines[-1] and "q quit" in screen.lines[-1]
        slow.given += 2
        await screen.until(lambda: screen.feed.is_done)
        await some_frames(screen)
        assert "web_search" not in screen.text and "approved" not in screen.text
        await screen.press("space")
        await screen.ended()
        assert "day 29 is in time." in screen.text
        await screen.until(lambda: "Paused" not in screen.lines[-1] and "␣" not in screen.lines[-1])


async def test_keys_work_while_it_is_paused():
    events = agent_events()
    slow = Slow(recorded(events[:7]), recorded(ended(events)[7:]))
    async with opened(slow) as screen:
        slow.given += 1
        await screen.until(lambda: "web_search" in screen.text)
        await screen.press("space", "enter")
        assert "I check the rules" not in screen.text
        await screen.press("enter")
        assert "I check the rules" in screen.text
        await screen.press("q")
        await screen.until(lambda: not screen.app.is_running)


async def test_when_all_is_shown_space_opens_and_closes():
    async with opened(AGENT) as screen:
        await screen.ended()
        await screen.until(lambda: "␣" not in screen.lines[-1])
        await screen.press("space")
        assert "I check the rules" in screen.text
        await screen.press("space")
        assert "I check the rules" not in screen.text


def test_a_recording_stands_still_while_it_is_paused(monkeypatch: pytest.MonkeyPatch):
    now = 1000.0
    monkeypatch.setattr(feed_module, "time", SimpleNamespace(time=lambda: now, monotonic=time.monotonic))
    feed = Feed(io.BytesIO(recorded(ended(agent_events()))), "test", None, 0)
    clock = feed._clock  # pyright: ignore[reportPrivateUsage]
    now += 5
    assert clock() == 1005
    feed.pause()
    now += 600
    assert clock() == 1005
    feed.resume()
    assert clock() == 1005
    now += 2
    assert clock() == 1007


def test_what_is_paused_ends_when_it_is_stopped():
    feed = Feed(io.BytesIO(recorded(ended(agent_events()))), "test", None, 0.001)
    feed.pause()
    feed.start()
    feed.stop()
    feed._thread.join(60)  # pyright: ignore[reportPrivateUsage]
    assert feed.is_done


# Search ---------------------------------------------------------------------------------------------------------------


async def test_search_finds_what_is_shown_and_marks_it():
    async with opened(anthropic_stream()) as screen:
        await screen.ended()
        await screen.press("slash")
        assert screen.lines[-1].strip().startswith("/")
        await screen.press(*"EURO")
        await screen.until(lambda: " 1/1 " in screen.lines[-1])
        assert "/ EURO" in screen.lines[-1]
        assert marked(screen) == [("euro", True)]
        await screen.press("enter")
        assert "n N next" in screen.lines[-1] and screen.app.transcript.has_focus
        await screen.press("escape")
        assert marked(screen) == [] and "q quit" in screen.lines[-1]


async def test_search_opens_what_a_hit_is_in():
    async with opened(AGENT) as screen:
        await screen.ended()
        await screen.press("slash", *"rules.pdf", "enter")
        await screen.until(lambda: "no such file: rules.pdf" in screen.text)
        assert "◆ Policy Checker" in screen.text and "Section 4.2 applies." in screen.text
        assert marked(screen) == [("rules.pdf", True)]
        await screen.press("escape")
        assert "no such file: rules.pdf" in screen.text, "what was found stays in sight"


async def test_n_and_shift_n_go_from_hit_to_hit_and_around():
    async with opened(AGENT) as screen:
        await screen.ended()
        await screen.press("slash", *"day 29", "enter")
        order = []
        for _ in range(5):
            order.append(found(screen))
            await screen.press("n")
        count = order[0][1]
        assert count == 4 and [at for at, _ in order] == [1, 2, 3, 4, 1]
        await screen.press("N", "N")
        assert found(screen) == (4, 4)
        assert [text for text, now in marked(screen) if now] == ["day 29"]


async def test_search_begins_at_what_is_on_the_screen():
    text = "".join(f"needle {number}\n\n" for number in range(60))
    async with opened(anthropic_stream("x", text, piece=400), size=(60, 12)) as screen:
        await screen.ended()
        await screen.press("home", "pagedown", "pagedown")
        await screen.press("slash", *"needle", "enter")
        at, count = found(screen)
        assert count == 60 and at == 1, "the row on the screen begins with the first one"
        await screen.press("slash", "space", *"45", "enter")
        assert found(screen) == (1, 1) and "needle 45" in screen.text


async def test_what_is_not_there_is_said_to_be_so():
    async with opened(AGENT) as screen:
        await screen.ended()
        before = screen.lines[:-1]
        await screen.press("slash", *"zebra")
        await screen.until(lambda: "not found" in screen.lines[-1])
        assert screen.lines[:-1] == before
        await screen.press("enter", "n", "N", "escape", "escape")
        assert "q quit" in screen.lines[-1]


async def test_escape_ends_a_search_that_is_being_written_and_n_takes_it_up_again():
    async with opened(AGENT) as screen:
        await screen.ended()
        await screen.press("slash", *"approved", "escape")
        assert marked(screen) == [] and screen.app.transcript.has_focus
        await screen.press("n")
        assert ("approved", True) in marked(screen) and "/ approved" in screen.lines[-1]


async def test_letters_are_text_while_a_search_is_written_but_control_c_ends_the_program():
    async with opened(AGENT) as screen:
        await screen.ended()
        await screen.press("slash", *"qna?j", "space", "slash")
        assert "/ qna?j /" in screen.lines[-1] and screen.app.is_running
        await screen.press("ctrl+c")
        await screen.until(lambda: not screen.app.is_running)
        assert screen.app.return_value == 0


async def test_without_a_text_enter_ends_the_search():
    async with opened(AGENT) as screen:
        await screen.ended()
        await screen.press("slash", "enter")
        assert "q quit" in screen.lines[-1] and screen.app.transcript.has_focus


async def test_text_that_comes_later_is_found_by_the_next_n():
    events = agent_events()
    slow = Slow(recorded(events[:4]), recorded(ended(events)[4:]))
    async with opened(slow) as screen:
        slow.given += 1
        await screen.until(lambda: "I check the rules" in screen.text)
        await screen.press("slash", *"refund", "enter")
        assert found(screen) == (1, 1)
        slow.given += 2
        await screen.ended()
        await screen.press("n")
        assert found(screen)[1] > 1


async def test_a_narrow_window_has_room_for_the_search():
    async with opened(AGENT, size=(30, 10)) as screen:
        await screen.ended()
        await screen.press("slash", *"refund", "enter")
        assert "/ refund" in screen.lines[-1]
        await screen.pilot.resize_terminal(60, 20)
        await screen.pilot.pause(0.05)
        assert [text for text, now in marked(screen) if now] == ["refund"]


async def test_help_names_the_keys_for_pause_and_search():
    async with opened(AGENT) as screen:
        await screen.ended()
        await screen.press("question_mark")
        for line in (
            "␣          pause",
            "/          search",
            "n N        next, previous result",
            "Esc        end search",
        ):
            assert line in screen.text


def marked(screen: Screen) -> list[tuple[str, bool]]:
    """What is marked on the screen, and whether it is the current hit; neighbours with one mark are one text."""
    found: list[tuple[str, bool]] = []
    transcript = screen.app.transcript
    for y in range(transcript.size.height):
        goes_on = False
        for segment in transcript.render_line(y):
            style = segment.style
            now = bool(style and style.reverse)
            if not now and not (style and style.bold and style.underline):
                goes_on = False
                continue
            if goes_on and found[-1][1] == now:
                found[-1] = (found[-1][0] + segment.text, now)
            else:
                found.append((segment.text, now))
            goes_on = True
    return found


def found(screen: Screen) -> tuple[int, int]:
    return screen.app.transcript.found


# The text in a row ----------------------------------------------------------------------------------------------------


def row_of(text: str) -> FlowRow:
    return FlowRow(("text", None), 1, Flow(text), rule="│")


@pytest.mark.parametrize("width", [24, 30, 40, 200])
@pytest.mark.parametrize(
    "wanted", ["refund window", "REFUND  window", "began on the day of delivery", "Straße", "日本語の文章"]
)
def test_a_hit_is_found_wherever_lines_are_broken(width: int, wanted: str):
    text = "The **refund** window began on the day of delivery. Straße. これは日本語の文章です。"
    row = row_of(text)
    (hit,) = Search(wanted).hits(row, width)
    shown = [row.line(at, width) for at in range(len(row.lines(width)))]
    pieces = ["".join(segment.text for segment in shown[at])[start:end] for at, start, end in hit]
    assert "".join(" ".join(pieces).lower().split()) == "".join(wanted.lower().split())
    for stretch in hit:
        assert (stretch, hit[0]) in Search(wanted).stretches(row, stretch.line, width)


def test_nothing_is_found_for_an_empty_text():
    assert Search("  ").hits(row_of("a b"), 40) == []


def test_the_rule_and_the_label_are_not_part_of_the_text():
    row = FlowRow(("x", None), 0, Flow("one two three four five"), rule="│", label="Result")
    assert Search("│").hits(row, 20) == []
    assert Search("result").hits(row, 20) == [[Stretch(0, 2, 8)]]
    (hit,) = Search("two three four").hits(row, 20)
    assert len(hit) > 1


@pytest.mark.slow
def test_the_cost_of_a_search_grows_with_the_text_alone():
    def looking(count: int):
        document = Document(Strings(), UNICODE)
        document.show(ev.MessageStarted(event_id="m1"))
        for number in range(count):
            document.show(ev.TextDelta(text_delta=f"line {number} of many\n\n", segment_id="x"))
        rows = document.all_rows()
        for row in rows:
            row.lines(80)
        search = Search("of many")
        return lambda: [search.hits(row, 80) for row in rows]

    assert_linear(looking, 200)


def test_marking_a_line_does_not_look_at_the_whole_text():
    seen: list[int] = []

    class Counted(FlowRow):
        def text_at(self, at: int, width: int) -> tuple[int, str]:
            seen.append(at)
            return super().text_at(at, width)

    row = Counted(("text", None), 0, Flow("word\n\n" * 2000))
    Search("word").stretches(row, 1500, 80)
    assert len(seen) <= 5 and all(abs(at - 1500) <= 2 for at in seen)
