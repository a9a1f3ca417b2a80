"""A viewer: shows one browser tab a thread, as it is and as it goes on.

What it sends is a list of entries, as ``client/store.js`` reads them. The first says which messages there are, then come
those that the tab does not have, and from then on whatever the runs of the thread add, with the beat of the process. A
viewer keeps no copy of a message: it is a position in the log of each run. A tab that takes its time gets fewer and
larger patches.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, cast

from pydantic_core import to_json

from ..store.base import Store
from ..stored import draft_from_event
from .choices import Path
from .compose import now_ms
from .outline import outlined
from .registry import Runs, threads_of
from .run import Run
from .snapshot import PIECE, snapshot_entries

Send = Callable[[str], Awaitable[None]]
"""Sends a list of entries, as JSON; returns when the next one can be sent."""

SILENT_SECONDS = 10.0
"""A viewer ends when nothing was acknowledged for so long after something was sent."""
UNANSWERED = 1_000_000
"""So many characters may be on their way before the tab has to acknowledge them."""
FINISHED_SEQ = 1 << 40
"""The position of a finished message: after everything."""


class Viewer:
    """Shows one tab one thread.

    Args:
        runs: The runs of this process.
        store: Where finished messages are.
        thread_id: The thread; empty for none, when only the list of threads is watched.
        have: What the tab has: ``{"thread": id, "seen": {message id: last seq, or -1 when it is finished}}``.
        send: Sends to the tab.
        page: What the tab is called among those that open and close something.
        user_id: Whose tab it is: it learns when the user's list of threads changes, and when the thread is deleted.
        chat: The chat that shows it: each has choices of its own.
    """

    def __init__(
        self,
        runs: Runs,
        store: Store,
        thread_id: str,
        have: dict[str, Any],
        send: Send,
        *,
        page: str = "",
        user_id: str = "",
        chat: str = "",
    ) -> None:
        self.runs = runs
        self.store = store
        self.thread_id = thread_id
        self.page = page
        self.user_id = user_id
        self.chat = chat
        self.is_gone = False
        """Whether the thread was deleted."""
        self._choices: dict[Path, bool] = {}
        self._chosen: dict[Path, bool] = {}
        """Choices that were made elsewhere since the tab was told last."""
        self._send_json = send
        self._seen = _seen(have, thread_id)
        self._positions: dict[str, tuple[Run, int]] = {}
        self._ids: list[str] | None = None
        self._thread_changed = True
        self._list_changed = False
        self._news = asyncio.Event()
        self._answered = asyncio.Event()
        self._unanswered = 0
        self._heard = time.monotonic()

    def acknowledge(self) -> None:
        """The tab is there and has applied what it got."""
        self._heard = time.monotonic()
        self._unanswered = 0
        self._answered.set()

    def position(self, run_id: str) -> int:
        """The last event of a run that the tab was sent; 0 when there is none."""
        return self._positions[run_id][1] if run_id in self._positions else 0

    async def show(self) -> None:
        """Send what the tab lacks, now and from now on, until it is silent for too long or the thread is gone."""
        stop_listening = [
            self.runs.listen(self.thread_id, self._note_thread),
            self.runs.choices.listen(self.thread_id, self.chat, self._note_choices),
            self.runs.listen(threads_of(self.user_id), self._note_list),
        ]
        try:
            self._choices = await self.runs.choices.get(self.thread_id, self.chat) if self.thread_id else {}
            await self._send([{"now": now_ms()}, *([{"c": list(self._choices.items())}] if self._choices else ())])
            while True:
                if self._thread_changed:
                    self._thread_changed = False
                    await self._catch_up()
                    if self.is_gone:
                        return
                self._news.clear()
                if self._list_changed:
                    self._list_changed = False
                    await self._send([{"threads": True}])
                if self._chosen:
                    chosen, self._chosen = self._chosen, {}
                    await self._send([{"move": list(chosen.items())}])
                if not await self._pass_on():
                    await self._news.wait()
        except TimeoutError:
            return
        finally:
            for stop in stop_listening:
                stop()
            for run, _ in self._positions.values():
                run.viewers.discard(self)
                run.log.listeners.discard(self._news.set)

    # The past ---------------------------------------------------------------------------------------------------------

    async def _catch_up(self) -> None:
        """Send which messages there are, then those that the tab does not have."""
        stored = await self.store.messages(self.thread_id)
        known = {event["id"] for event in stored}
        unstored = (*self.runs.unsaved_in(self.thread_id), *self.runs.active_in(self.thread_id))
        active = [run for run in unstored if run.id not in known]
        ids = [event["id"] for event in stored] + [run.id for run in active]
        if not ids and self.thread_id and self.user_id:
            self.is_gone = await self.store.thread(self.thread_id, self.user_id) is None
            if self.is_gone:
                await self._send([{"gone": self.thread_id}])
                return
        if ids != self._ids:
            self._ids = ids
            await self._send([{"t": self.thread_id, "ids": ids}])
        opened = {path[0] for path, is_open in self._choices.items() if is_open and len(path) == 1}
        patches: list[str] = []
        size = 0
        for event in reversed(stored):  # a thread is read from its end
            if event["id"] in self._positions or self._seen.get(event["id"]) == -1:
                continue
            self._seen[event["id"]] = -1
            for entry in snapshot_entries(outlined(draft_from_event(event).snapshot(), opened), FINISHED_SEQ):
                patches.append(to_json(entry).decode())
                size += len(patches[-1])
                if size >= PIECE:
                    await self._send_patches(patches)
                    patches, size = [], 0
        if patches:
            await self._send_patches(patches)
        for run in active:
            if run.id not in self._positions:
                await self._begin(run)

    async def _begin(self, run: Run) -> None:
        """Follow a run, from where the tab is or from a snapshot."""
        run.viewers.add(self)
        run.log.listeners.add(self._news.set)
        seq = self._seen.get(run.id, 0)
        self._positions[run.id] = (run, seq)
        if seq > 0 and run.log.changes(seq) is not None:
            await self._send([{"i": run.id, "n": run.number}])
        else:
            await self._snapshot(run)

    async def _snapshot(self, run: Run) -> None:
        message, seq = run.draft.snapshot(), run.log.last_seq
        place = run.log.place_at(seq)
        at = {} if place is None else {"at": list(place)}
        for entry in snapshot_entries(message, seq, n=run.number, **at):
            await self._send([entry])
        self._positions[run.id] = (run, seq)

    # The present ------------------------------------------------------------------------------------------------------

    async def _pass_on(self) -> bool:
        """Send what the runs have added; False when that is nothing."""
        patches: list[str] = []
        for run, seq in list(self._positions.values()):
            if seq >= run.log.last_seq:
                continue
            patch = run.patch(seq)
            if patch is None:
                await self._snapshot(run)
                continue
            self._positions[run.id] = (run, run.log.last_seq)
            patches.append(patch)
        if patches:
            await self._send_patches(patches)
        return bool(patches)

    def _note_thread(self) -> None:
        """A run began or ended in the thread, perhaps one that another tab started."""
        self._thread_changed = True
        self._news.set()

    def _note_choices(self, choices: dict[Path, bool], page: str) -> None:
        """Something was opened or closed, in another tab or by the app."""
        self._choices.update(choices)
        if not page or page != self.page:
            self._chosen.update(choices)
            self._news.set()

    def _note_list(self) -> None:
        """A thread began, got a message or another title, or was deleted, perhaps by another tab."""
        self._list_changed = True
        self._news.set()

    # The line ---------------------------------------------------------------------------------------------------------

    async def _send(self, entries: list[Any]) -> None:
        await self._send_patches([to_json(entry).decode() for entry in entries])

    async def _send_patches(self, entries: list[str]) -> None:
        await self.send(f"[{','.join(entries)}]")

    async def send(self, entries: str) -> None:
        """Send a list of entries when there is room for it.

        Raises:
            TimeoutError: The tab does not answer.
        """
        if not self._unanswered:
            self._heard = time.monotonic()
        elif time.monotonic() - self._heard > SILENT_SECONDS:
            raise TimeoutError
        elif self._unanswered > UNANSWERED:
            self._answered.clear()
            async with asyncio.timeout(SILENT_SECONDS):
                await self._answered.wait()
        self._unanswered += len(entries)
        await self._send_json(entries)


def message_entries(event: dict[str, Any]) -> Iterator[str]:
    """A finished message with all that is in its blocks, in place of what the tab has of it, as lists of entries."""
    for entry in snapshot_entries(draft_from_event(event).snapshot(), FINISHED_SEQ + 1):
        yield f"[{to_json(entry).decode()}]"


def _seen(have: dict[str, Any], thread_id: str) -> dict[str, int]:
    """What a tab says it has; it may say anything."""
    seen: Any = have.get("seen")
    if have.get("thread") != thread_id or not isinstance(seen, dict):
        return {}
    pairs = cast("dict[Any, Any]", seen).items()
    return {str(key): value for key, value in pairs if isinstance(value, int)}
