"""The interactive view, driven as a user drives it."""

from __future__ import annotations

import io
import re
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from reflex_thinking import FilePart, ImagePart
from reflex_thinking import canonical as ev
from reflex_thinking.i18n import Strings
from reflex_thinking.terminal.app import ThinkingApp
from reflex_thinking.terminal.document import Document
from reflex_thinking.terminal.feed import Feed
from reflex_thinking.terminal.marks import UNICODE
from reflex_thinking.terminal.stage import Picture
from textual.pilot import Pilot

from tests.growth import assert_linear
from tests.units.terminal.recordings import agent_events, anthropic_stream, ended


def recorded(events: list[ev.AnyEvent]) -> bytes:
    return "".join(event.to_json() + "\n" for event in events).encode()


AGENT = recorded(ended(agent_events()))


class Slow(io.RawIOBase):
    """A recording that is read piece by piece, when the test gives the next one."""

    def __init__(self, *pieces: bytes) -> None:
        self.pieces = list(pieces)
        self.given = 0

    def read(self, size: int = -1) -> bytes:
        while self.given <= 0:
            time.sleep(0.005)
        self.given -= 1
        return self.pieces.pop(0) if self.pieces else b""


class Screen:
    """What is on the screen, and keys for it."""

    def __init__(self, app: ThinkingApp, pilot: Pilot[int], feed: Feed) -> None:
        self.app = app
        self.pilot = pilot
        self.feed = feed

    @property
    def lines(self) -> list[str]:
        width, height = self.app.size
        strips = self.app.screen._compositor.render_strips()  # pyright: ignore[reportPrivateUsage]
        assert len(strips) == height and all(strip.cell_length == width for strip in strips)
        return [strip.text.rstrip() for strip in strips]

    @property
    def text(self) -> str:
        return "\n".join(self.lines).rstrip()

    @property
    def cursor(self) -> str:
        return next((line for line in self.lines if line.startswith("▌")), "")

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def until(self, what: Any) -> None:
        deadline = time.monotonic() + 60
        while not what():
            assert time.monotonic() < deadline, self.text
            await self.pilot.pause(0.02)

    async def ended(self) -> None:
        draft = self.app.document
        await self.until(lambda: draft.draft is not None and draft.draft.final is not None)
        await self.pilot.pause(0.05)


@asynccontextmanager
async def opened(
    data: bytes | io.RawIOBase, *, size: tuple[int, int] = (80, 24), locale: str = "en-US", speed: float | None = 0
) -> AsyncIterator[Screen]:
    feed = Feed(io.BytesIO(data) if isinstance(data, bytes) else data, "test", None, speed)  # pyright: ignore[reportArgumentType]
    strings = Strings(locale)
    feed.start()
    app = ThinkingApp(feed, Document(strings, UNICODE), strings, UNICODE)
    async with app.run_test(size=size) as pilot:
        screen = Screen(app, pilot, feed)
        yield screen
        feed.stop()


async def test_a_finished_block_is_one_line_above_the_answer():
    async with opened(AGENT) as screen:
        await screen.ended()
        assert screen.lines[0].startswith("▌ 💭 Thought for 4.2s · Checked the refund windo")
        assert re.search(r"⚒ 2 tools used ✗ 1 failed ✓ ›$", screen.lines[0])
        assert screen.lines[2] == "  The refund is approved: day 29 is in time."
        assert "q quit" in screen.lines[-1]


async def test_opening_it_shows_all_steps_in_order_and_the_status_at_the_bottom():
    async with opened(AGENT) as screen:
        await screen.ended()
        await screen.press("enter")
        assert screen.lines[0].endswith("⌄")
        assert [line.rstrip("›⌄ ").strip() for line in screen.lines[1:8]] == [
            "│ The refund was asked for on day 29. I check the rules.",
            "⌕ web_search  Refund law                                           0.5s ✓",
            "30 days from delivery",
            "◆ Policy Checker  Is day 29 in time?             ⚒ 1 tool used ✗ 1 1.6s ✓",
            "Day 29 is in time.",
            "│ So the refund is approved.",
            "✓ Done",
        ]


@pytest.mark.parametrize("size", [(80, 24), (40, 10), (120, 40)])
async def test_what_is_drawn_before_it_is_loaded_looks_the_same(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COLUMNS", str(size[0]))
    monkeypatch.setenv("LINES", str(size[1]))
    async with opened(AGENT, size=size) as screen:
        await screen.ended()
        if size[1] > 10:
            screen.app.document.toggle_all()
            screen.app.transcript.update()
            await screen.pilot.pause()
        text = Picture(screen.app.document, Strings(), UNICODE).drawn(screen.feed)
        drawn = {
            int(at): re.sub(r"\x1b\[[\d;]*[mK]", "", line)
            for at, line in re.findall(r"\x1b\[(\d+);1H([^\n]*?)(?=\x1b\[\d+;1H|$)", text)
        }
        lines = [drawn.get(at + 1, "").rstrip() for at in range(size[1])]
        assert lines == screen.lines


async def test_keys_move_open_and_close():
    async with opened(AGENT) as screen:
        await screen.ended()
        await screen.press("space", "j", "down")
        assert "⌕ web_search" in screen.cursor
        await screen.press("enter")
        assert '      {"query": "refund window"}' in screen.lines and "      Result" in screen.lines
        await screen.press("j", "enter")
        assert "◆ Policy Checker" in screen.cursor
        assert "      │ Section 4.2 applies." in screen.lines and "        no such file: rules.pdf" in screen.lines
        await screen.press("enter", "k", "k", "up")
        assert "Section 4.2 applies." not in screen.text and "💭" in screen.cursor


async def test_an_open_call_says_when_it_began_unless_that_is_a_guess():
    async with opened(AGENT) as screen:
        await screen.ended()
        await screen.press("a")
        assert screen.text.count(f"Started {Strings().time(1_700_000_000_800)}") == 1
        assert f"    Started {Strings().time(1_700_000_001_400)}" in screen.text
    events: list[ev.AnyEvent] = [
        ev.MessageStarted(event_id="m1"),
        ev.ToolCallStarted(call_id="c", name="look"),
        ev.ToolResult(call_id="c", result="found"),
    ]
    async with opened(recorded(ended(events)), speed=1000) as screen:
        await screen.ended()
        await screen.press("a")
        assert "found" in screen.text and "Started" not in screen.text


async def test_one_key_opens_everything_and_closes_it_again():
    async with opened(AGENT) as screen:
        await screen.ended()
        await screen.press("a")
        assert "Section 4.2 applies." in screen.text and "refund window" in screen.text and "Response" in screen.text
        await screen.press("a")
        assert "Section 4.2" not in screen.text and "I check the rules" not in screen.text


async def test_a_click_opens_what_is_clicked():
    async with opened(AGENT) as screen:
        await screen.ended()
        await screen.pilot.click(offset=(10, 0))
        await screen.pilot.pause()
        assert "I check the rules" in screen.text


async def test_while_it_thinks_it_is_open_with_a_timer_and_what_happens_right_now():
    events = agent_events()
    slow = Slow(recorded(events[:7]), recorded(events[7:10]), recorded(ended(events)[10:]))
    async with opened(slow) as screen:
        assert screen.lines[0] == "  ⚙  Thinking…"
        slow.given += 1
        running = re.compile(r"▌ ⚙  Thinking… [●○] \d\.\ds · Searching the web…  +⚒ 1 tool used ⌄")
        await screen.until(lambda: running.match(screen.lines[0]))
        assert screen.lines[3].strip() == "○ Thinking…"
        slow.given += 1
        await screen.until(lambda: "Section 4.2 applies." in screen.text)
        assert "◆ Policy Checker is working…  Is day 29 in time?" in screen.text
        slow.given += 2
        await screen.ended()
        assert "Section 4.2 applies." not in screen.text, "it closes when it is done"


async def test_the_timer_runs_while_nothing_arrives():
    slow = Slow(anthropic_stream()[:700])
    async with opened(slow, speed=1) as screen:
        slow.given += 1
        seen: set[str] = set()

        def three() -> bool:
            seen.update(re.findall(r"≈(\d+\.\d)s", screen.lines[0]))
            return len(seen) >= 3

        await screen.until(three)


@pytest.mark.parametrize("chosen", ["open", "closed"])
async def test_what_the_user_chose_stays_when_thinking_ends(chosen: str):
    events = agent_events()
    slow = Slow(recorded(events[:7]), recorded(ended(events)[7:]))
    async with opened(slow) as screen:
        slow.given += 1
        await screen.until(lambda: "I check the rules" in screen.text)
        await screen.press(*(["enter", "enter"] if chosen == "open" else ["enter"]))
        slow.given += 2
        await screen.ended()
        assert ("I check the rules" in screen.text) is (chosen == "open")


async def test_the_cursor_goes_to_what_is_left_when_its_step_is_closed_with_the_block():
    events = agent_events()
    slow = Slow(recorded(events[:7]), recorded(ended(events)[7:]))
    async with opened(slow) as screen:
        slow.given += 1
        await screen.until(lambda: "web_search" in screen.text)
        await screen.press("j", "j")
        assert "web_search" in screen.cursor
        slow.given += 2
        await screen.ended()
        assert "💭 Thought for 4.2s" in screen.cursor


@pytest.mark.parametrize("size", [(40, 15), (80, 24), (24, 6), (200, 50)])
async def test_it_fits_every_window(size: tuple[int, int]):
    async with opened(AGENT, size=size) as screen:
        await screen.ended()
        label = "Thought for 4.2s" if size[0] > 30 else "Thought for"
        assert label in screen.lines[0] and screen.lines[0].endswith("›")
        assert "q" in screen.lines[-1]
        await screen.press("a", "end")
        assert "in time." in screen.text or "\n  time." in screen.text
        assert len(screen.lines) == size[1]  # every line was drawn with the width of the window


async def test_a_window_that_changes_breaks_the_lines_anew():
    async with opened(anthropic_stream(), size=(80, 24)) as screen:
        await screen.ended()
        await screen.press("enter")
        await screen.pilot.resize_terminal(36, 15)
        await screen.pilot.pause(0.05)
        assert "    │ The user wants a train that" in screen.lines


async def test_the_end_stays_in_sight_until_the_user_scrolls_up():
    text = "".join(f"line {number}\n\n" for number in range(60))
    slow = Slow(anthropic_stream(text, piece=400)[:-900], anthropic_stream(text, piece=400)[-900:])
    async with opened(slow, size=(60, 12)) as screen:
        slow.given += 1
        await screen.until(lambda: "line 44" in screen.text)
        assert screen.app.transcript.is_following
        await screen.press("home")
        assert "Thinking…" in screen.lines[0] and not screen.app.transcript.is_following
        slow.given += 2
        await screen.ended()
        assert screen.app.transcript.scroll_offset.y == 0


async def test_help_lists_the_keys_and_goes_away():
    async with opened(AGENT) as screen:
        await screen.ended()
        await screen.press("question_mark")
        assert "PgUp PgDn" in screen.text and "open or close all" in screen.text
        await screen.press("escape")
        assert "Thought for 4.2s" in screen.text


@pytest.mark.parametrize("key", ["q", "ctrl+c", "ctrl+q"])
async def test_it_ends_when_told_to_also_while_it_streams(key: str):
    slow = Slow(recorded(agent_events()[:5]))
    async with opened(slow) as screen:
        slow.given += 1
        await screen.until(lambda: "I check" in screen.text)
        await screen.press(key)
        await screen.until(lambda: not screen.app.is_running)
        assert screen.app.return_value == 0


@pytest.mark.parametrize(
    ("end", "line"),
    [(ev.MessageError(message="Overloaded. Try again.", at=2), "✗ Failed: Overloaded. Try again."),
     (ev.MessageCancelled(at=2), "■ Stopped")],
)  # fmt: skip
async def test_a_run_that_did_not_end_well_says_so(end: ev.AnyEvent, line: str):
    events: list[ev.AnyEvent] = [
        ev.MessageStarted(event_id="m1"),
        ev.ReasoningPartDelta(segment_id="r", text_delta="Hm", at=1),
        ev.ToolCallStarted(call_id="c", name="slow_tool", at=1),
    ]
    async with opened(recorded(ended([*events, end]))) as screen:
        await screen.ended()
        assert f"  {line}" in screen.lines
        mark = line[0]
        assert f"{mark} ›" in screen.lines[0] or f"{line.split(':')[0]} ›" in screen.lines[0]
        await screen.press("enter")
        assert f"    {line.split(':')[0]}" in screen.lines


async def test_hostile_text_is_shown_and_not_obeyed():
    nasty = "\x1b]0;title\x07 \x1b[2J \x9b1m \u202etxet [red]not markup[/red]"
    events: list[ev.AnyEvent] = [
        ev.MessageStarted(event_id="m1"),
        ev.ReasoningPartDelta(segment_id="r", text_delta=nasty),
        ev.ToolCallStarted(call_id="c", name=nasty, description=nasty),
        ev.ToolResult(call_id="c", result=nasty, error=nasty),
        ev.AssistantCallStarted(call_id="a", name=nasty, task=nasty),
        ev.AssistantResult(call_id="a", result=nasty),
        ev.TextDelta(text_delta=nasty),
    ]
    async with opened(recorded(ended(events)), size=(100, 30)) as screen:
        await screen.ended()
        await screen.press("a")
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", screen.text)
        assert screen.text.count("[red]not markup[/red]") >= 4


async def test_two_blocks_stand_where_they_happened_and_open_apart():
    events: list[ev.AnyEvent] = [
        ev.MessageStarted(event_id="m1"),
        ev.ReasoningPartDelta(segment_id="r1", text_delta="First thought"),
        ev.TextDelta(text_delta="First answer", segment_id="x"),
        ev.ToolCallStarted(call_id="c", name="calendar"),
        ev.ToolResult(call_id="c", result="free"),
        ev.TextDelta(text_delta="Second answer", segment_id="y"),
    ]
    async with opened(recorded(ended(events))) as screen:
        await screen.ended()
        kinds = [line.strip("▌ ")[:12] for line in screen.lines if line.strip()][:4]
        assert kinds == ["💭 Reasoning ", "First answer", "💭 Steps · Us", "Second answe"]
        await screen.press("j", "enter")
        assert "calendar" in screen.text and "│ First thought" not in screen.text


async def test_the_labels_are_those_of_the_language():
    async with opened(AGENT, locale="pt-BR") as screen:
        await screen.ended()
        assert "Pensou por 4,2s" in screen.lines[0] and "sair" in screen.lines[-1]


async def test_reasoning_that_is_withheld_is_noted():
    events: list[ev.AnyEvent] = [
        ev.MessageStarted(event_id="m1"),
        ev.ReasoningPartCompleted(segment_id="r", redacted=True),
        ev.TextDelta(text_delta="Yes."),
    ]
    async with opened(recorded(ended(events))) as screen:
        await screen.ended()
        await screen.press("enter")
        assert "    ◌ The provider keeps this reasoning private." in screen.lines


async def test_an_answer_without_thinking_has_no_bar():
    async with opened(recorded(ended([ev.MessageStarted(event_id="m1"), ev.TextDelta(text_delta="Yes.")]))) as screen:
        await screen.ended()
        assert screen.lines[0] == "  Yes." and not any("›" in line for line in screen.lines)


async def test_what_is_no_recording_ends_it_with_the_reason():
    async with opened(b"nonsense") as screen:
        await screen.until(lambda: not screen.app.is_running)
        assert "in no known format" in str(screen.feed.error)


def long_thought(count: int, *, has_lines: bool) -> list[str]:
    """So many pieces of a text, in paragraphs or without any end of a line."""
    return [f"{n:05d} about constraints here" + ("\n\n" if has_lines and n % 12 == 0 else " ") for n in range(count)]


@pytest.mark.parametrize("has_lines", [True, False])
async def test_a_frame_draws_no_more_than_the_window_however_long_the_text_is(has_lines: bool):
    data = anthropic_stream("".join(long_thought(2000, has_lines=has_lines)), "Done.", piece=29)
    async with opened(data, size=(80, 24)) as screen:
        await screen.ended()
        assert "Done." in screen.text
        assert screen.app.transcript.drawn < 24 * (screen.app.frames + 40)


@pytest.mark.parametrize("has_lines", [True, False])
def test_a_frame_costs_the_same_however_long_the_text_is(has_lines: bool):
    def prepare(count: int) -> Callable[[], object]:
        pieces = long_thought(count, has_lines=has_lines)
        document = Document(Strings(), UNICODE)
        document.show(ev.MessageStarted(event_id="m1"))

        def work() -> None:
            for piece in pieces:
                document.show(ev.ReasoningPartDelta(event_id="m1", segment_id="r", text_delta=piece))
                for row in document.rows():
                    height = len(row.lines(80))
                    for at in range(max(0, height - 24), height):
                        row.line(at, 80, "")

        return work

    assert_linear(prepare, 100, doublings=3)


async def test_images_and_files_have_a_line_of_their_own():
    image = ImagePart(id="p1", media_type="image/png", alt="Trains per hour", size=12_345, data="aGk=")
    file = FilePart(id="p2", media_type="text/csv", name="trains.csv", size=999, data="aGk=")
    events = [
        ev.AssistantCallStarted(call_id="a1", name="Artist"),
        ev.PartAdded(part=image, parent_id="a1"),
        ev.AssistantResult(call_id="a1", result="Painted."),
        ev.TextDelta(text_delta="See:"),
        ev.PartAdded(part=image),
        ev.PartAdded(part=file),
    ]
    async with opened(recorded(ended(events))) as screen:
        await screen.ended()
        assert screen.lines[2:7] == [
            "  See:",
            "",
            "  [image] Trains per hour (png, 12 KB)",
            "",
            "  [file] trains.csv (csv, 999 B)",
        ]
        await screen.press("a")
        assert "      [image] Trains per hour (png, 12 KB)" in screen.lines
