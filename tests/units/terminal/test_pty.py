"""The real program in a real terminal."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

from tests.units.terminal.recordings import agent_events, anthropic_stream, ended, write_events

PROGRAM = [sys.executable, "-m", "reflex_thinking.cli"]
COLOUR = re.compile(r"\x1b\[(?:\d+;)*(?:3[0-7]|4[0-7]|9[0-7]|10[0-7]|38;[25]|48;[25])(?:;\d+)*m")
ESCAPE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[()][A-Z0-9]|.)")


class Terminal:
    """A terminal of 80 columns and 24 lines with the program in it."""

    def __init__(self, *arguments: str | Path, given: int | None = None, **environment: str) -> None:
        self.main, side = pty.openpty()
        fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.before = termios.tcgetattr(side)
        self.side = side
        known = {key: value for key, value in os.environ.items() if key not in {"NO_COLOR", "COLUMNS", "LINES", "LANG"}}

        def own_terminal() -> None:
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # a test run in the background ignores it
            os.setsid()
            fcntl.ioctl(1, termios.TIOCSCTTY, 0)

        self.program = subprocess.Popen(
            [*PROGRAM, *map(str, arguments)],
            stdin=side if given is None else given,
            stdout=side,
            stderr=side,
            env={**known, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", **environment},
            preexec_fn=own_terminal,
        )
        self.seen = ""

    def read(self, seconds: float = 0.1) -> bool:
        if not select.select([self.main], [], [], seconds)[0]:
            return False
        try:
            self.seen += os.read(self.main, 65536).decode(errors="replace")
        except OSError:
            return False
        return True

    def until(self, text: str, seconds: float = 60) -> None:
        deadline = time.monotonic() + seconds
        while text not in ESCAPE.sub("", self.seen):
            assert time.monotonic() < deadline, f"{text!r} is not in {self.seen!r}"
            self.read()

    def press(self, keys: str) -> None:
        os.write(self.main, keys.encode())

    def wait(self, seconds: float = 60) -> int:
        deadline = time.monotonic() + seconds
        while self.program.poll() is None and time.monotonic() < deadline:
            self.read(0.05)
        while self.read(0.05):
            pass
        assert self.program.returncode is not None, self.seen
        return self.program.returncode

    def is_left_as_it_was(self) -> bool:
        screens = self.seen.rfind("\x1b[?1049l") > self.seen.rfind("\x1b[?1049h") and "\x1b[?1049h" in self.seen
        cursor = self.seen.rfind("\x1b[?25h") > self.seen.rfind("\x1b[?25l")
        return screens and cursor and termios.tcgetattr(self.side) == self.before

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        if self.program.poll() is None:
            self.program.kill()
            self.program.wait()
        os.close(self.side)
        os.close(self.main)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return write_events(tmp_path / "log.jsonl", ended(agent_events()))


def test_it_shows_takes_keys_and_leaves_the_screen_as_it_was(log: Path):
    with Terminal("show", log, "--speed", "0") as terminal:
        terminal.until("Thought for 4.2s")
        terminal.until("day 29 is in time.")
        assert COLOUR.search(terminal.seen)
        terminal.seen = "\x1b[?1049h\x1b[?25l"
        terminal.press("\r")
        terminal.until("I check the rules.")
        terminal.press("q")
        assert terminal.wait() == 0
        assert terminal.is_left_as_it_was()


def test_without_colours_there_are_none(log: Path):
    with Terminal("show", log, "--speed", "0", NO_COLOR="1") as terminal:
        terminal.until("day 29 is in time.")
        terminal.press("a")
        terminal.until("Section 4.2 applies.")
        terminal.press("q")
        assert terminal.wait() == 0
        assert COLOUR.findall(terminal.seen) == []


def test_keys_work_while_standard_input_is_the_recording(log: Path):
    with log.open("rb") as given, Terminal("show", given=given.fileno()) as terminal:
        terminal.until("day 29 is in time.")
        terminal.press("a")
        terminal.until("Section 4.2 applies.")
        terminal.press("q")
        assert terminal.wait() == 0
        assert terminal.is_left_as_it_was()


def test_a_pipe_that_says_nothing_more_does_not_keep_it_from_ending():
    read, write = os.pipe()
    try:
        with Terminal("show", given=read) as terminal:
            os.write(write, anthropic_stream()[:900])
            terminal.until("The user wants a train")
            terminal.press("q")
            assert terminal.wait() == 0
            assert terminal.is_left_as_it_was() and "Traceback" not in terminal.seen and "Fatal" not in terminal.seen
    finally:
        os.close(read)
        os.close(write)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_it_and_leaves_the_screen_as_it_was(log: Path, number: signal.Signals):
    with Terminal("show", log, "--speed", "0") as terminal:
        terminal.until("day 29 is in time.")
        terminal.program.send_signal(number)
        assert terminal.wait() == 128 + number
        assert terminal.is_left_as_it_was()


def test_what_is_no_recording_ends_in_one_clear_line_on_the_screen(tmp_path: Path):
    path = tmp_path / "nonsense"
    path.write_text("nonsense")
    with Terminal("show", path) as terminal:
        assert terminal.wait() == 1
        after = terminal.seen.rpartition("\x1b[?1049l")[2]
        assert "nonsense: in no known format" in after and "Traceback" not in terminal.seen


def test_plain_text_in_a_terminal_is_as_wide_as_the_terminal(tmp_path: Path):
    path = tmp_path / "long.sse"
    path.write_bytes(anthropic_stream("many words " * 40, "An answer. " * 20))
    with Terminal("show", path, "--plain") as terminal:
        assert terminal.wait() == 0
        lines = terminal.seen.replace("\r", "").split("\n")
        assert 70 < max(map(len, lines)) <= 80
        assert lines[1].startswith("[think] ") and "\x1b" not in terminal.seen


def test_a_terminal_that_can_only_write_lines_gets_lines(log: Path):
    with Terminal("show", log, TERM="dumb") as terminal:
        assert terminal.wait() == 0
        assert "[think] Thought for 4.2s" in terminal.seen and "\x1b" not in terminal.seen


def test_without_textual_it_says_so_once_and_shows_plain_text(log: Path, tmp_path: Path):
    (tmp_path / "sitecustomize.py").write_text("import sys; sys.modules['textual'] = None")
    with Terminal("show", log, PYTHONPATH=str(tmp_path)) as terminal:
        assert terminal.wait() == 0
        first, *others = terminal.seen.splitlines()
        assert first == (
            "reflex-thinking: showing plain text. "
            "The interactive view needs an optional extra: pip install 'reflex-thinking[terminal]'"
        )
        assert "pip install" not in "".join(others)
        assert "[think] Thought for 4.2s" in terminal.seen and "\x1b[?1049h" not in terminal.seen


# Textual is loaded slowly here: what is on the screen before it is there, and what becomes of keys and signals.


@pytest.fixture
def slow(tmp_path: Path) -> str:
    wait = """
import importlib.abc, os, sys, time
class Wait(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        while name == "textual.app" and os.path.exists(os.environ["WAIT_FOR"]):
            time.sleep(0.01)
sys.meta_path.insert(0, Wait())
"""
    place = tmp_path / "slow"
    place.mkdir()
    (place / "sitecustomize.py").write_text(wait)
    (place / "wait").touch()
    return str(place / "wait")


def test_before_the_view_is_loaded_it_streams_already(slow: str):
    read, write = os.pipe()
    stream = anthropic_stream()
    try:
        with Terminal("show", given=read, WAIT_FOR=slow, PYTHONPATH=str(Path(slow).parent)) as terminal:
            terminal.until("Thinking…")
            terminal.until("q quit")
            os.write(write, stream[:900])
            terminal.until("The user wants a train")
            os.write(write, stream[900:])
            terminal.until("It costs 24 euros")
            assert COLOUR.search(terminal.seen) and "\x1b[?2004h" not in terminal.seen
            terminal.press("a")
            Path(slow).unlink()
            terminal.until("The 18:30 arrives in time.")
            terminal.press("q")
            assert terminal.wait() == 0
            assert terminal.is_left_as_it_was() and "Traceback" not in terminal.seen
    finally:
        os.close(read)
        os.close(write)


def test_before_the_view_is_loaded_there_are_no_colours_either(log: Path, slow: str):
    with Terminal(
        "show", log, "--speed", "0", NO_COLOR="1", WAIT_FOR=slow, PYTHONPATH=str(Path(slow).parent)
    ) as terminal:
        terminal.until("day 29 is in time.")
        assert COLOUR.findall(terminal.seen) == []


@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130)], ids=str
)
def test_before_the_view_is_loaded_a_signal_ends_it_too(log: Path, slow: str, number: signal.Signals, status: int):
    with Terminal("show", log, "--speed", "0", WAIT_FOR=slow, PYTHONPATH=str(Path(slow).parent)) as terminal:
        terminal.until("day 29 is in time.")
        terminal.program.send_signal(number)
        assert terminal.wait() == status
        assert terminal.is_left_as_it_was() and "Traceback" not in terminal.seen


def test_ctrl_c_ends_plain_text_without_a_traceback(log: Path):
    with Terminal("show", log, "--plain", "--speed", "0.1") as terminal:
        terminal.until("The refund was")
        terminal.press("\x03")
        assert terminal.wait() == 130
        assert "Traceback" not in terminal.seen


def test_pause_and_search_in_a_real_terminal(log: Path):
    with Terminal("show", log, "--speed", "0.001") as terminal:
        terminal.until("Thinking…")
        terminal.until("␣ pause")
        terminal.press(" ")
        terminal.until("‖ Paused")
        terminal.press(" ")
        terminal.press("q")
        assert terminal.wait() == 0
    with Terminal("show", log, "--speed", "0") as terminal:
        terminal.until("day 29 is in time.")
        terminal.press("/rules.pdf\r")
        terminal.until("no such file: ")
        terminal.until("n N next, previous result")
        terminal.seen = "\x1b[?1049h\x1b[?25l"
        terminal.press("\x1b")
        terminal.until("? help  q quit")
        terminal.press("q")
        assert terminal.wait() == 0
        assert terminal.is_left_as_it_was()
