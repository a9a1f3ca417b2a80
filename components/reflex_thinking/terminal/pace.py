"""How fast a recording is shown, and the clock that goes with it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator

from ..canonical import AnyEvent

CHARACTERS_PER_SECOND = 260
"""How fast a model is taken to write where a recording does not tell."""
TOOL_SECONDS = 0.4

Wait = Callable[[float], object]


class Pace:
    """Gives events when their time has come.

    Events that arrive from a running program keep their pace and get the time of their arrival. A recording is replayed by
    its own times; where it has none, at a believable pace, and then all durations are guesses.

    Args:
        speed: How many times as fast; 0 for at once.
        is_live: The events come from a running program.
        wait: Waits for so many seconds.
        clock: Tells the time, in seconds.
    """

    def __init__(
        self,
        speed: float = 1,
        *,
        is_live: bool = False,
        wait: Wait = time.sleep,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._speed = speed
        self._is_live = is_live
        self._wait = wait
        self._clock = clock
        self._last = 0
        """The time of the last event, in milliseconds."""
        self._seen = clock()
        """When that was shown."""
        self._begun = self._seen
        self._shown = 0.0
        self.is_estimated = False

    def now(self) -> int:
        """What time it is in the recording, in milliseconds; 0 when it has no times."""
        if not self._last:
            return 0
        speed = 1 if self._is_live else self._speed
        return self._last + int((self._clock() - self._seen) * 1000 * speed)

    def __call__(self, events: Iterable[AnyEvent]) -> Iterator[AnyEvent]:
        """The events, each at its time."""
        for event in events:
            if not event.at and self._is_live:
                event = event.model_copy(update={"at": int(self._clock() * 1000)})
            elif self._speed:
                event = self._replayed(event)
            if event.at:
                self._last = max(self._last, event.at)
                self._seen = self._clock()
            yield event

    def _replayed(self, event: AnyEvent) -> AnyEvent:
        if event.at:
            before = self._last or event.at
            self._pause(max(0, event.at - before) / 1000)
            return event
        seconds = _believable(event)
        self._pause(seconds)
        self.is_estimated = True
        start = self._last or int(self._clock() * 1000)
        return event.model_copy(update={"at": start + round(seconds * 1000)})

    def _pause(self, seconds: float) -> None:
        """Wait until so much of the recording's time has passed. Short waits add up, so that none is lost."""
        self._shown += seconds / self._speed
        ahead = self._begun + self._shown - self._clock()
        if ahead > 0.004:
            self._wait(ahead)
        elif ahead < -1:
            # The reader was busy elsewhere: it does not have to catch up.
            self._begun -= ahead


def _believable(event: AnyEvent) -> float:
    text = getattr(event, "text_delta", None) or getattr(event, "args_delta", None) or ""
    if text:
        return len(text) / CHARACTERS_PER_SECOND
    return TOOL_SECONDS if event.type.endswith("result") else 0.0
