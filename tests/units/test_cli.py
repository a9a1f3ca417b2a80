"""The command line, run as users run it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.units.terminal.recordings import agent_events, anthropic_stream, ended, write_events

PROGRAM = [sys.executable, "-m", "reflex_thinking.cli"]


def run(*arguments: str | Path, given: bytes | None = None, **environment: str) -> subprocess.CompletedProcess[bytes]:
    known = {key: value for key, value in os.environ.items() if key not in {"COLUMNS", "LANG", "LC_ALL", "LC_MESSAGES"}}
    return subprocess.run(
        [*PROGRAM, *map(str, arguments)], input=given, capture_output=True, timeout=60, env={**known, **environment}
    )


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    path = tmp_path / "recording.sse"
    path.write_bytes(anthropic_stream())
    return path


def test_events_are_one_json_object_per_line_and_end_in_the_message(recording: Path):
    done = run("events", recording)
    events = [json.loads(line) for line in done.stdout.splitlines()]
    assert (done.returncode, done.stderr) == (0, b"")
    assert events[0]["type"] == "message_started" and events[-1]["type"] == "message_final"
    assert events[-1]["event"]["segments"][1]["text"].startswith("Take the **18:30**.")


@pytest.mark.parametrize("arguments", [("show", "-"), ("show",), ("show", "/dev/stdin")])
@pytest.mark.slow
def test_show_reads_what_is_piped_in(recording: Path, arguments: tuple[str, ...]):
    done = run(*arguments, given=recording.read_bytes())
    lines = done.stdout.decode().split("\n")
    assert (done.returncode, done.stderr) == (0, b"")
    assert lines[0] == "[think] The user wants a train that arrives **before seven**. I compare the offers."
    assert "[think] Reasoning · 18 words" in lines
    assert lines[-5:] == ["Take the **18:30**.", "", "- It arrives at 18:55", "- It costs 24 euros", ""]


@pytest.mark.slow
def test_events_reads_what_is_piped_in(recording: Path):
    assert run("events", "-", given=recording.read_bytes()).stdout == run("events", recording).stdout


def test_what_events_prints_can_be_shown(recording: Path):
    assert run("show", given=run("events", recording).stdout).stdout == run("show", recording).stdout


def test_what_is_piped_in_slowly_is_shown_as_it_comes_with_the_time_it_took(recording: Path):
    head, tail = recording.read_bytes().split(b"event: content_block_stop", 1)
    with subprocess.Popen([*PROGRAM, "show"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
        assert program.stdin and program.stdout
        program.stdin.write(head)
        program.stdin.flush()
        first = program.stdout.readline()
        assert first.startswith(b"[think] The user wants a train"), "it waits for the end"
        subprocess.run([sys.executable, "-c", "import time; time.sleep(0.3)"], check=True)
        program.stdin.write(b"event: content_block_stop" + tail)
        program.stdin.close()
        rest = program.stdout.read().decode()
    assert "[think] Thought for " in rest and "[think] Thought for 0.0s" not in rest


def test_the_language_is_that_of_the_environment_or_of_the_option(tmp_path: Path):
    path = write_events(tmp_path / "log.jsonl", ended(agent_events()))
    assert "Pensou por 4,2s · 2 ferramentas usadas" in run("show", path, LANG="pt_PT.UTF-8").stdout.decode()
    assert "Hat 4,2 s nachgedacht" in run("show", path, "--locale", "de", LANG="pt_BR").stdout.decode()
    unknown = run("show", path, "--locale", "xx")
    assert "Thought for 4.2s" in unknown.stdout.decode() and unknown.stderr.decode().count("\n") == 1


def test_a_speed_paces_plain_text_too(tmp_path: Path):
    path = write_events(tmp_path / "log.jsonl", ended(agent_events()))
    code = """
import sys, time
now = 1000.0
def wait(seconds):
    global now
    now += seconds
time.sleep, time.time = wait, lambda: now
from reflex_thinking.cli import main
main(sys.argv[1:])
sys.stderr.write(str(now - 1000))
"""

    def waited(speed: str) -> float:
        arguments = [sys.executable, "-c", code, "show", str(path), "--speed", speed]
        return float(subprocess.run(arguments, check=True, capture_output=True).stderr)

    assert waited("4") == pytest.approx(1.25, abs=0.01)  # five seconds were recorded


def test_the_end_of_a_pipe_is_no_error(tmp_path: Path):
    path = tmp_path / "long.sse"
    path.write_bytes(anthropic_stream("word " * 200_000, piece=100))
    for command in ("show", "events"):
        with subprocess.Popen(
            [*PROGRAM, command, str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as program:
            assert program.stdout and program.stderr
            program.stdout.read(10)
            program.stdout.close()
            assert program.stderr.read() == b""
            assert program.wait(60) == 141


@pytest.mark.slow
def test_half_a_character_is_no_error(tmp_path: Path):
    path = tmp_path / "half.sse"
    path.write_bytes(anthropic_stream("One \ud83d\ude00 two", "End \ud83d.", piece=5))
    for command in ("events", "show"):
        done = run(command, path)
        assert (done.returncode, done.stderr) == (0, b"")
    assert "One 😀 two" in run("show", path).stdout.decode()
    assert "One 😀 two" in run("show", given=run("events", path).stdout).stdout.decode()


def test_an_output_that_knows_no_unicode_is_no_error(recording: Path):
    done = run("show", recording, PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert (done.returncode, done.stderr) == (0, b"")


UNREADABLE = {
    "empty": b"",
    "blank": b" \n\n ",
    "binary": bytes(range(256)) * 20,
    "packed": b"\x1f\x8b\x08\x00rest",
    "text": b"Dear diary,\nnothing happened.\n",
    "json": b'{"hello": "world"}',
    "cut": b'{"type": "mess',
    "list": b"[1, 2, 3]",
}


@pytest.mark.parametrize("command", ["events", "show"])
@pytest.mark.parametrize("name", sorted(UNREADABLE))
def test_what_is_no_recording_gets_one_clear_line(tmp_path: Path, command: str, name: str):
    path = tmp_path / name
    path.write_bytes(UNREADABLE[name])
    done = run(command, path)
    assert (done.returncode, done.stdout) == (1, b"")
    line = done.stderr.decode()
    assert line.startswith(f"reflex-thinking: {path}: ") and line.count("\n") == 1


@pytest.mark.parametrize("command", ["events", "show"])
@pytest.mark.slow
def test_what_cannot_be_opened_gets_one_clear_line(tmp_path: Path, command: str):
    assert run(command, tmp_path).stderr.decode() == f"reflex-thinking: {tmp_path}: a folder, not a file\n"
    missing = tmp_path / "missing"
    done = run(command, missing)
    assert done.stderr.decode() == f"reflex-thinking: {missing}: no such file or directory\n"
    assert (done.returncode, done.stdout) == (1, b"")
    assert run(command, "a\0b" if os.name == "nt" else "x" * 5000).returncode == 1


@pytest.mark.parametrize("command", ["events", "show"])
def test_wrong_options_are_named_with_the_way_out(recording: Path, command: str):
    done = run(command, recording, "--provider", "nonsense")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode().count("\n") == 1
    assert "provider='nonsense'" in done.stderr.decode() and "'anthropic'" in done.stderr.decode()
    assert run(command, recording, "--provider", "claude").returncode == 0


@pytest.mark.parametrize("speed", ["-1", "fast", "nan", "inf"])
def test_a_speed_that_is_none_is_refused(recording: Path, speed: str):
    done = run("show", recording, f"--speed={speed}")
    assert done.returncode == 2 and f"'{speed}' is no speed" in done.stderr.decode()


def test_a_failed_run_is_shown_and_that_is_no_failure(tmp_path: Path):
    path = tmp_path / "cut.sse"
    path.write_bytes(anthropic_stream()[:-400])
    done = run("show", path)
    assert done.returncode == 0
    assert "✗ Failed: The connection to the model ended before its answer did." in done.stdout.decode()


def test_help_and_version():
    assert "reflex-thinking 0." in run("--version").stdout.decode()
    assert "--speed X" in run("show", "--help").stdout.decode()
    assert "one JSON object per line" in " ".join(run("events", "--help").stdout.decode().split())
    assert run().returncode == 2


@pytest.mark.parametrize("command", ["events", "show"])
def test_a_command_loads_nothing_heavy_and_little_in_all(recording: Path, command: str):
    code = f"""
import sys
before = len(sys.modules)
from reflex_thinking.cli import main
status = main([{command!r}, {str(recording)!r}])
heavy = {{"reflex", "textual", "rich", "asyncio", "httpx", "sqlmodel"}} & sys.modules.keys()
sys.stderr.write(f"{{sorted(heavy)}} {{len(sys.modules) - before}}")
sys.exit(status)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    heavy, _, count = done.stderr.decode().rpartition(" ")
    assert heavy == "[]"
    assert int(count) < 350
