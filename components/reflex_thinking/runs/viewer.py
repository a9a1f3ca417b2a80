"""A viewer: what one browser tab lacks of a thread, sent to it in small patches.

A patch is a list of entries, as ``client/store.js`` reads them. The first says which messages there are, then come those
that the tab does not have, and from then on whatever the runs of the thread add, at most one patch per
:data:`FLUSH_SECONDS`, the first one at once. A tab that falls behind gets fewer, larger patches; one that says nothing
any more is left alone.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from typing import Any, cast

from ..reducer import Draft, Op, apply
from ..store.base import Store
from ..stored import draft_from_event
from .compose import now_ms
from .outline import outlined
from .registry import Runs, threads_of
from .run import Run

Entry = dict[str, Any] | list[Any]
Choices = dict[tuple[str, ...], bool]

FLUSH_SECONDS = 0.038
SLOWEST_FLUSH = 1.0
BEHIND_SECONDS = 2.5
"""So long after the last acknowledgement a tab counts as behind."""
SILENT_SECONDS = 10.0
"""So long without an acknowledgement, while there was something to acknowledge, ends the viewer."""
IDLE_SECONDS = 45.0
"""The same while nothing is sent: the tab gives a sign of life every 15 seconds."""
CHUNK_BYTES = 64_000
"""About so much of the past is sent in one patch."""


class Progress:
    """What one tab has of one run."""

    __slots__ = ("cursor", "draft", "ops", "sent")

    def __init__(self, run_id: str, sent: int) -> None:
        self.draft = Draft(run_id)
        self.ops: list[Op] = []
        self.sent = sent
        self.cursor: tuple[Any, str | None] | None = None

    def add(self, ops: list[Op]) -> None:
        """Remember what changed, unless the tab has it; text that goes to the same place is joined."""
        if self.draft.seq <= self.sent:
            return
        for op in ops:
            last = self.ops[-1] if self.ops else None
            if last is not None and op[0] == "a" == last[0] and op[1] == last[1] and op[3:] == last[3:]:
                last[2] += op[2]
            elif last is not None and op[0] == "s" == last[0] and op[1] == last[1] and op[3:] == last[3:]:
                last[2] = {**last[2], **op[2]}  # of several versions of an image only the last one is sent
            else:
                self.ops.append(list(op))

    def entry(self) -> Entry | None:
        """What the tab lacks, and from now on does not lack any more."""
        base = self.sent
        if self.draft.seq <= base:
            return None
        self.sent = self.draft.seq
        ops, self.ops = self.ops, []
        folded: list[Op | str] = []
        for op in ops:
            if op[0] != "a":
                folded.append(op)
                continue
            place = (op[1], op[3] if len(op) > 3 else None)
            folded.append(op[2] if place == self.cursor else op)
            self.cursor = place
        return [self.draft.id, base, self.sent - base, folded]


class Viewer:
    """Sends one tab what it lacks of one thread.

    Args:
        runs: The runs of this process.
        store: Where finished messages are.
        thread_id: The thread; empty for none, when only the list of threads is watched.
        have: What the tab has: ``{"thread": id, "seen": {message id: last seq, or -1 when it is finished}}``.
        choices: What the user opened or closed: blocks by their id, steps by the ids that lead to them from there.
        user_id: Whose tab it is: it learns when the user's list of threads changes, and when the thread is deleted.
    """

    def __init__(
        self,
        runs: Runs,
        store: Store,
        thread_id: str,
        have: dict[str, Any],
        choices: Choices | None = None,
        *,
        user_id: str = "",
    ) -> None:
        self.runs = runs
        self.store = store
        self.thread_id = thread_id
        self.seen = _seen(have, thread_id)
        self.choices = choices or {}
        self.user_id = user_id
        self.is_gone = False
        """Whether the thread was deleted."""
        self.progress: dict[str, Progress] = {}
        self.flush = FLUSH_SECONDS
        self.acknowledged = time.monotonic()
        self._unanswered_since: float | None = None
        self._news = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._ids: list[str] = []
        self._changed = True
        self._list_changed = False

    def acknowledge(self) -> None:
        """The tab is there and has applied what it got."""
        self.acknowledged = time.monotonic()
        self._unanswered_since = None
        self.flush = FLUSH_SECONDS

    async def patches(self) -> AsyncIterator[list[Entry]]:
        """Everything the tab lacks, now and from now on, until it is silent for too long or the thread is gone."""
        yield [{"now": now_ms()}, *([{"c": list(self.choices.items())}] if self.choices else ())]
        if self.thread_id:
            self._spawn(self._watch())
        if self.user_id:
            self._spawn(self._watch_list())
        try:
            while not self._is_silent():
                started = time.monotonic()
                if self._changed:
                    self._changed = False
                    async for patch in self._catch_up():
                        yield patch
                    if self.is_gone:
                        return
                if self._list_changed:
                    self._list_changed = False
                    yield [{"threads": True}]
                self._news.clear()
                entries = [entry for one in self.progress.values() if (entry := one.entry())]
                if entries:
                    self._unanswered_since = self._unanswered_since or started
                    yield entries
                    await self._pace(started)
                    continue
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(1.0):  # wait_for may swallow a cancellation
                        await self._news.wait()
        finally:
            for task in self._tasks:
                task.cancel()

    async def _pace(self, started: float) -> None:
        if self._unanswered_since is not None and time.monotonic() - self._unanswered_since > BEHIND_SECONDS:
            self.flush = min(self.flush * 2, SLOWEST_FLUSH)
        rest = started + self.flush - time.monotonic()
        if rest > 0:
            await asyncio.sleep(rest)

    def _is_silent(self) -> bool:
        now = time.monotonic()
        if self._unanswered_since is not None:
            return now - max(self._unanswered_since, self.acknowledged) > SILENT_SECONDS
        return now - self.acknowledged > IDLE_SECONDS

    # The past ---------------------------------------------------------------------------------------------------------

    async def _catch_up(self) -> AsyncIterator[list[Entry]]:
        """Which messages there are, then those that the tab does not have."""
        stored = await self.store.messages(self.thread_id)
        known = {event["id"] for event in stored}
        unstored = (*self.runs.unsaved_in(self.thread_id), *self.runs.active_in(self.thread_id))
        active = [run for run in unstored if run.id not in known]
        ids = [event["id"] for event in stored] + [run.id for run in active]
        if not ids and self.thread_id and self.user_id:
            self.is_gone = await self.store.thread(self.thread_id, self.user_id) is None
            if self.is_gone:
                yield [{"gone": self.thread_id}]
                return
        if ids != self._ids or not self._ids:
            self._ids = ids
            yield [{"t": self.thread_id, "ids": ids}]
        chunk: list[Entry] = []
        size = 0
        opened = {path[0] for path, is_open in self.choices.items() if is_open and len(path) == 1}
        for event in reversed(stored):  # a thread is read from its end
            if event["id"] in self.progress or self.seen.get(event["id"]) == -1:
                continue
            self.seen[event["id"]] = -1
            shown = outlined(draft_from_event(event).snapshot(), opened)
            chunk.append({"i": event["id"], "s": FINISHED_SEQ, "m": shown})
            size += len(str(shown["parts"]))
            if size > CHUNK_BYTES:
                yield chunk
                chunk, size = [], 0
        if chunk:
            yield chunk
        for run in active:
            if run.id not in self.progress:
                progress = Progress(run.id, max(0, self.seen.get(run.id, 0)))
                self.progress[run.id] = progress
                self._spawn(self._follow(run, progress))

    # The present ------------------------------------------------------------------------------------------------------

    def _spawn(self, work: Any) -> None:
        task: asyncio.Task[None] = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _follow(self, run: Run, progress: Progress) -> None:
        async for events in run.log.follow():
            for event in events:
                progress.add(apply(progress.draft, event))
            self._news.set()

    async def _watch(self) -> None:
        """Runs begin and end, also those that another tab started; and another tab may delete the thread."""
        async for _ in self.runs.watch(self.thread_id):
            self._changed = True
            self._news.set()

    async def _watch_list(self) -> None:
        """Threads begin, get messages, another title or are deleted, also by other tabs."""
        changes = self.runs.watch(threads_of(self.user_id))
        await anext(changes)  # what the list was when the tab came
        async for _ in changes:
            self._list_changed = True
            self._news.set()


FINISHED_SEQ = 1 << 40
"""The place of a finished message: after everything."""


def whole_message(event: dict[str, Any]) -> Entry:
    """A finished message with all that stands in its blocks, in place of what the tab has of it."""
    return {"i": event["id"], "s": FINISHED_SEQ + 1, "m": draft_from_event(event).snapshot()}


def _seen(have: dict[str, Any], thread_id: str) -> dict[str, int]:
    """What a tab says it has; it may say anything."""
    seen: Any = have.get("seen")
    if have.get("thread") != thread_id or not isinstance(seen, dict):
        return {}
    pairs = cast("dict[Any, Any]", seen).items()
    return {str(key): value for key, value in pairs if isinstance(value, int)}
