"""Recorded runs: the scripted scenarios, captured without waiting for them, and files that a reviewer drops in."""

from __future__ import annotations

import asyncio
import base64
import functools
import io
import threading
import zlib
from collections.abc import Iterable
from dataclasses import dataclass

from reflex_thinking import canonical as ev
from reflex_thinking.errors import ThinkingError
from reflex_thinking.runs.commit import failure
from reflex_thinking.runs.compose import Composer
from reflex_thinking.terminal.pace import Pace
from reflex_thinking.terminal.source import UnreadableError, read_events

from ..scenarios import runs

MOST_BYTES = 4_000_000
"""Of a file that is dropped in."""
MOST_DROPPED_EVENTS = 50_000


class RecordingError(ThinkingError):
    """A file that cannot be played; the text is for the reviewer."""


@dataclass(frozen=True)
class Recording:
    """The events of one answer, in order. ``at`` of each is the time since the beginning, in milliseconds."""

    name: str
    prompt: str
    events: tuple[ev.AnyEvent, ...]
    is_estimated: bool = False
    """Whether the times are guesses, because the recording has none."""

    @property
    def length(self) -> int:
        """How long it takes, in milliseconds."""
        return self.time(len(self.events))

    def time(self, position: int) -> int:
        """The time of the last of so many events, in milliseconds."""
        return self.events[min(position, len(self.events)) - 1].at or 0 if position > 0 and self.events else 0


class _SkippingLoop(asyncio.SelectorEventLoop):
    """An event loop in which nobody waits: when all are asleep, its clock jumps to the first who wakes up."""

    def __init__(self) -> None:
        super().__init__()
        self._skipped = 0.0

    def time(self) -> float:
        """The loop's clock."""
        return self._skipped

    def _run_once(self) -> None:
        waiting = self._scheduled  # pyright: ignore[reportAttributeAccessIssue]
        if waiting and not self._ready:  # pyright: ignore[reportAttributeAccessIssue]
            self._skipped = max(self._skipped, waiting[0].when())
        super()._run_once()  # pyright: ignore[reportAttributeAccessIssue]


async def scenario(name: str) -> Recording:
    """A scripted scenario as a recording, made once."""
    return _captured(name) if name in _known else await asyncio.to_thread(_captured, name)


_known: set[str] = set()
_capturing = threading.Lock()


def _captured(name: str) -> Recording:
    with _capturing:
        found = capture(name)
        _known.add(name)
        return found


@functools.cache
def capture(name: str) -> Recording:
    """Play a scenario in a loop of its own, which skips every wait, and write down what it says and when.

    Must not be called where an event loop runs.
    """
    with asyncio.Runner(loop_factory=_SkippingLoop) as runner:
        return Recording(name, name, tuple(runner.run(_played(name))))


async def _played(name: str) -> list[ev.AnyEvent]:
    loop = asyncio.get_running_loop()
    events: list[ev.AnyEvent] = []

    def clock() -> int:
        return round(loop.time() * 1000)

    def add(made: Iterable[ev.AnyEvent]) -> None:
        events.extend(event.model_copy(update={"at": clock()}) for event in made)

    composer = Composer(clock=clock)
    try:
        async for value in runs.play(name):
            add(composer.compose(value))
        add(composer.finish())
    except Exception as error:
        add([failure(error)])
    return events


def unpack(packed: str) -> bytes:
    """What a browser packed; no more than a little beyond what can be played, however small it was packed.

    Raises:
        RecordingError: It is not what a browser sends.
    """
    try:
        reader = zlib.decompressobj(wbits=31)
        data = reader.decompress(base64.b64decode(packed, validate=True), MOST_BYTES + 1)
        return data if reader.eof or len(data) > MOST_BYTES else b""
    except (ValueError, zlib.error):
        raise RecordingError("The file did not arrive as it was sent: drop it again.") from None


def read_recording(name: str, data: bytes) -> Recording:
    """A file that was dropped in: canonical events, or what a provider sent.

    Raises:
        RecordingError: It is too large or no recording.
    """
    name = " ".join(name.split())[:80] or "file"
    if len(data) > MOST_BYTES:
        msg = f"{name} has {len(data) / 1e6:.1f} MB; up to {MOST_BYTES / 1e6:.0f} MB can be played."
        raise RecordingError(msg)
    pace = Pace(wait=lambda seconds: None, clock=lambda: 1_000_000.0)
    events: list[ev.AnyEvent] = []
    try:
        for event in pace(read_events(io.BytesIO(data), name)):
            if len(events) == MOST_DROPPED_EVENTS:
                msg = f"{name} has more than {MOST_DROPPED_EVENTS:,} events; that is too long to review."
                raise RecordingError(msg)
            events.append(event)
    except UnreadableError as error:
        raise RecordingError(str(error)) from None
    if len(events) < 2:
        msg = f"{name} holds no events: drop canonical events as JSON lines, or what a provider sent."
        raise RecordingError(msg)
    return Recording(name, name, tuple(_from_zero(events)), pace.is_estimated)


def _from_zero(events: list[ev.AnyEvent]) -> Iterable[ev.AnyEvent]:
    """The events with times since the first one, which never go back."""
    begun = next((event.at for event in events if event.at), 0)
    last = 0
    for event in events:
        last = max(last, (event.at or 0) - begun)
        yield event.model_copy(update={"at": last, "event_id": "", "seq": None})
