"""How long a program takes to start, on whatever machine."""

import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import AbstractContextManager

YARDSTICK = [sys.executable, "-c", "import pydantic; pydantic.TypeAdapter(int)"]
USUAL = 0.25
"""Seconds that this takes where nothing else runs. What a machine that is short of time needs more does not count."""


def seconds(start: Callable[[], AbstractContextManager[object]], goes: int = 5) -> float:
    """The least that it took in so many goes to enter what `start` returns."""
    found: list[float] = []
    for _ in range(goes):
        begun = time.monotonic()
        subprocess.run(YARDSTICK, check=True)
        between = time.monotonic()
        with start():
            found.append((time.monotonic() - between) * min(1, USUAL / (between - begun)))
    return min(found)
