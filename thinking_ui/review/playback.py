"""A recording that is being played: through real runs, at any speed, from any event, forwards and back.

A run only ever goes forwards. To go back, the same recording is started again as a new run that comes to the wanted event
at once and waits there. All times are the recording's own, so that it makes no difference how a moment was reached.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

from reflex_thinking import RespondError, Turn
from reflex_thinking.canonical import AnyEvent
from reflex_thinking.runs.registry import Runs
from reflex_thinking.runs.run import Run
from reflex_thinking.store.ids import new_id
from reflex_thinking.stored import user_event

from ..scenarios.blocks import NOW
from .recordings import Recording

logger = logging.getLogger(__name__)

SLOWEST, FASTEST = 0.25, 50.0
SPEEDS = (0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 50.0)
WORKSPACE = "review"
PHASE_PATIENCE = 1.0
"""So long a playback that is in a hurry waits for its audience before a phase ends."""
LINGER_SECONDS = 1.0
"""So long the run before stays, until its last viewer has turned to the new one: nobody is to see it stop."""
SIGN_OF_LIFE_SECONDS = 60.0


Seen = Callable[[str], int]


def phase_of(event: AnyEvent) -> str:
    """What the answer is doing when this happens: thinking, speaking or ending."""
    if event.type.startswith("message_"):
        return "ending" if event.type != "message_started" else "thinking"
    return "speaking" if event.type == "text_delta" and not event.parent_id else "thinking"


class Playback:
    """One recording, played for one browser tab.

    Args:
        recording: What is played.
        clock: Tells the time in seconds.
    """

    def __init__(self, recording: Recording, *, clock: Callable[[], float] = time.monotonic) -> None:
        self.id = secrets.token_urlsafe(16)
        self.recording = recording
        self.position = 0
        """How many events have happened."""
        self.playing = False
        self.speed = 1.0
        self.ending = ""
        """How it ended, if it has: ``done``, ``error`` or ``cancelled``."""
        self.generation = 0
        """Goes up with every new beginning."""
        self.version = 0
        """Goes up with every change that somebody may want to see."""
        self.is_closed = False
        self._clock = clock
        self._target = 0
        self._failure: RespondError | None = None
        self._anchor = (0.0, 0.0)
        """When it was last set going, and at which time of the recording."""
        self._changed = asyncio.Event()
        self._lock = asyncio.Lock()
        self._staged = -1
        self._thread_id = ""
        self._run: Run | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._audience: dict[object, Seen] = {}
        self._hurry = asyncio.Event()
        """Set when another run has begun: the one before the last need not linger."""

    # What is known about it -------------------------------------------------------------------------------------------

    @property
    def total(self) -> int:
        """How many events there are."""
        return len(self.recording.events)

    @property
    def place(self) -> int:
        """How many events have happened once it is where it was told to go."""
        return self.position if self.ending else max(self.position, self._target)

    @property
    def user_id(self) -> str:
        """To whom its runs belong: to nobody but those who know its id."""
        return f"review:{self.id}"

    @property
    def event(self) -> AnyEvent | None:
        """The last event that has happened."""
        return self.recording.events[self.position - 1] if self.position else None

    def time(self) -> float:
        """What time it is in the recording, in milliseconds."""
        reached = self.recording.time(self.position)
        if not self.playing:
            return reached
        return min(max(self._scheduled(), reached), self.recording.time(self.position + 1))

    def wall_time(self) -> int:
        """The same as a time of day, which is what runs and browsers count in."""
        return NOW + round(self.time())

    # Commands ---------------------------------------------------------------------------------------------------------

    def play(self) -> None:
        """Go on from here; from the beginning when it has ended."""
        if self.ending:
            self.seek(0)
        self._start_clock()
        self.playing = True
        self._notify()

    def pause(self) -> None:
        """Stand still at the last event."""
        self.playing = False
        self._notify()

    def step(self, count: int = 1) -> None:
        """Stand still so many events further on, or further back."""
        self.seek(self.place + count)

    def seek(self, position: int) -> None:
        """Stand still after so many events."""
        position = min(max(0, position), self.total)
        self.playing = False
        if position < self.position or self.ending:
            self.generation += 1
            self.position = 0
            self.ending = ""
            self._failure = None
        self._target = position
        self._notify()

    def set_speed(self, speed: float) -> None:
        """Play so many times as fast as it was recorded."""
        self._start_clock()
        self.speed = min(max(SLOWEST, speed), FASTEST)
        self._notify()

    def abort(self) -> None:
        """Stop the run, as the Stop button of a chat does."""
        if self._run is not None and not self.ending:
            self._run.cancel()

    def fail(self, message: str) -> None:
        """Let the model fail here."""
        if not self.ending:
            self._failure = RespondError(message, code="injected")
            self._notify()

    # Runs -------------------------------------------------------------------------------------------------------------

    async def stage(self, runs: Runs) -> str:
        """The thread that shows it now: whoever asks first after a new beginning starts the run."""
        async with self._lock:
            while self._staged != self.generation:
                await self._begin(runs)
            return self._thread_id

    async def close(self, runs: Runs) -> None:
        """Nobody plays it any more: nothing of it is kept."""
        self.is_closed = True
        self._notify()
        async with self._lock:
            await self._retire(runs, self._run, self._thread_id)
            self._run, self._thread_id = None, ""

    def attend(self, who: object, seen: Seen | None) -> None:
        """Somebody watches, or, without ``seen``, watches no more.

        However fast it goes, nobody misses a phase: what is shown afterwards may depend on what was shown before. A
        phase is over when all who watch have seen it.

        Args:
            who: Anything that stands for them.
            seen: Says up to which event of a run they have seen it, by the run's id.
        """
        if seen is None:
            self._audience.pop(who, None)
        else:
            self._audience[who] = seen

    async def changes(self) -> AsyncIterator[int]:
        """Yields at once, and then after each change, until it is closed; several changes may come as one."""
        seen = -1
        while not self.is_closed:
            if seen != self.version:
                seen = self.version
                yield seen
            else:
                await self._changed.wait()

    async def _begin(self, runs: Runs) -> None:
        before, thread_before = self._run, self._thread_id
        generation = self.generation
        store = runs.store
        thread_id = await store.create_thread(self.user_id, WORKSPACE, self.recording.name)
        await store.add_message(thread_id, user_event(new_id("u"), self.recording.prompt, thread_id, NOW))
        turn = Turn(self.recording.prompt, [], thread_id, new_id("m"), self.user_id, WORKSPACE)
        run = await runs.start(turn, lambda turn: self._perform(generation), clock=self._run_clock(generation))
        self._staged, self._run, self._thread_id = generation, run, thread_id
        self._background(self._watch(run, generation))
        self._hurry.set()
        self._hurry = asyncio.Event()
        if before is not None:
            self._background(self._leave(runs, before, thread_before, self._hurry))

    async def _perform(self, generation: int) -> AsyncIterator[AnyEvent | str]:
        """What the run is made of: each event when its time has come. When another run has begun, this one only waits."""
        before: AnyEvent | None = None
        for index, event in enumerate(self.recording.events):
            if before is not None and phase_of(event) != phase_of(before):
                await self._phase_was_seen()
            while generation != self.generation or not self._is_due(index, event):
                if self._failure is not None and generation == self.generation:
                    raise self._failure
                if not await self._wait_for(event):
                    yield ""  # an answer that says nothing for long is taken for dead
            self.position = index + 1
            yield event
            before = event
            self._notify()
        await self._phase_was_seen()
        while generation != self.generation:
            await self._changed.wait()

    async def _phase_was_seen(self) -> None:
        run = self._run
        patience = self._clock() + PHASE_PATIENCE
        while run is not None and self._clock() < patience:
            if all(seen(run.id) >= run.draft.seq for seen in self._audience.values()):
                return
            await asyncio.sleep(0.01)  # a viewer tells nobody what it has sent

    def _is_due(self, index: int, event: AnyEvent) -> bool:
        if self._failure is not None:
            return False
        return index < self._target or (self.playing and self._scheduled() >= (event.at or 0))

    async def _wait_for(self, event: AnyEvent) -> bool:
        """Wait until an event may be due; False when nothing happened for long."""
        patience = SIGN_OF_LIFE_SECONDS
        if self.playing:
            patience = min(patience, max(0.0, ((event.at or 0) - self._scheduled()) / 1000 / self.speed))
        try:
            async with asyncio.timeout(patience):  # wait_for of Python 3.11 may swallow that the run was stopped
                await self._changed.wait()
        except TimeoutError:
            return patience < SIGN_OF_LIFE_SECONDS
        return True

    async def _watch(self, run: Run, generation: int) -> None:
        final = await run.wait()
        if generation == self.generation:
            self.playing = False
            self.ending = str(final.get("status", "error"))
            self._notify()

    async def _leave(self, runs: Runs, run: Run, thread_id: str, hurry: asyncio.Event) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LINGER_SECONDS):
                await hurry.wait()
        await self._retire(runs, run, thread_id)

    async def _retire(self, runs: Runs, run: Run | None, thread_id: str) -> None:
        if run is not None:
            run.cancel()
            await run.wait()
        if thread_id:
            try:
                await runs.store.delete_thread(thread_id, self.user_id)
            except Exception:
                logger.exception("What was played in the review is still in the store.")

    # Inside -----------------------------------------------------------------------------------------------------------

    def _run_clock(self, generation: int) -> Callable[[], int]:
        """A run's clock stands at its last event, and for good when another one has begun."""
        last = NOW

        def clock() -> int:
            nonlocal last
            if generation == self.generation:
                last = max(last, NOW + self.recording.time(self.position))
            return last

        return clock

    def _start_clock(self) -> None:
        self._anchor = (self._clock(), self.time())

    def _scheduled(self) -> float:
        """Where in the recording the clock is, whether or not the events have kept up."""
        since, at = self._anchor
        return at + (self._clock() - since) * 1000 * self.speed

    def _background(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _notify(self) -> None:
        self.version += 1
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()
