"""Real streams of providers, where they are at hand, against what a separate program found in them."""

from __future__ import annotations

import importlib.util
import io
import json
import random
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from types import ModuleType
from typing import Any

import pytest
from reflex_thinking.canonical import AnyEvent
from reflex_thinking.cli import main
from reflex_thinking.providers.frames import BadFrameError, Frames
from reflex_thinking.providers.normaliser import Normaliser

from tests.units.providers.replay import RECORDINGS

_EXPECTED = RECORDINGS / "expected.json"
pytestmark = pytest.mark.skipif(not _EXPECTED.exists(), reason=f"there are no recordings in {RECORDINGS}")

EXPECTED: list[dict[str, Any]] = json.loads(_EXPECTED.read_text()) if _EXPECTED.exists() else []
FAMILIES = sorted({entry["family"] for entry in EXPECTED})

Printed = tuple[str, str, int]
"""What the command line prints, and its exit status."""


@cache
def comparison() -> ModuleType:
    spec = importlib.util.spec_from_file_location("compare", RECORDINGS / "compare.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def lines(events: list[AnyEvent]) -> str:
    return "\n".join(event.to_json() for event in events)


def as_file(data: bytes, name: str) -> Printed:
    """As a user reads it."""
    out, error = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(error):
        code = main(["events", str(RECORDINGS / name)])
    return out.getvalue(), error.getvalue(), code


def as_pieces(data: bytes, name: str) -> Printed:
    """Cut at random, the same way every time."""
    chance = random.Random(name)
    normaliser, events, place = Normaliser(), list[AnyEvent](), 0
    while place < len(data):
        length = chance.choice([1, 2, 3, 7, 50, 700, chance.randint(1, 4000)])
        events += normaliser.feed(data[place : place + length])
        place += length
    return lines(events + normaliser.end()), "", 0


def as_dicts(data: bytes, name: str) -> Printed:
    """As an SDK hands chunks over."""
    normaliser, events = Normaliser(), list[AnyEvent]()
    for frame in frames(data):
        events += normaliser.feed(frame)
    return lines(events + normaliser.end()), "", 0


def frames(data: bytes) -> Iterator[dict[str, Any]]:
    found = Frames()
    try:
        yield from found.feed(data)
        yield from found.end()
    except BadFrameError:
        return


def failures(family: str, run: Callable[[bytes, str], Printed]) -> list[str]:
    module = comparison()
    options = module.arguments(["-", "-", "-"])
    found: list[str] = []
    for entry in EXPECTED:
        name = entry["file"]
        if entry["family"] == family:
            out, error, code = run((RECORDINGS / name).read_bytes(), name)
            is_stream = name.endswith((".sse", ".jsonl", ".array.json"))
            wrong, _ = module.check(entry, out, error, code, False, is_stream, options)
            found += [f"{name}: {problem}" for problem in wrong]
    return found


@pytest.mark.parametrize("run", [as_file, as_pieces, as_dicts])
@pytest.mark.parametrize("family", FAMILIES)
def test_recordings_are_read_as_they_are(family: str, run: Callable[[bytes, str], Printed]):
    assert failures(family, run) == []


def test_the_comparison_notices_what_is_missing():
    def deaf(data: bytes, name: str) -> Printed:
        out, error, code = as_file(data, name)
        return out.replace("reasoning", "r3asoning"), error, code

    assert failures("anthropic", deaf)
