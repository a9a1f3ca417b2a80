"""What readers opened and closed: known at once to everybody who shows the thread, stored when they pause.

A block is named by its id. A step is named by a path: the id of its block, then the ids of the steps that lead to it, outermost
first. Providers number their calls anew in every message, and assistants theirs, so the id of a step alone names many. Two chats
that show the same thread have choices of their own, so the name of the chat comes first where they are stored.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable

from ..store.base import LONGEST_PLACE, MOST_CHOICES, Store

logger = logging.getLogger(__name__)

PAUSE_SECONDS = 1.0
"""So long after the last choice they are stored."""

Path = tuple[str, ...]

Listener = Callable[[dict[Path, bool], str], object]
"""Called with what was chosen, and the page that shows it already."""


class Choices:
    """The choices of the threads that are shown in this process.

    Args:
        store: Where they are kept.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: dict[str, dict[Path, bool]] = {}
        """What is not stored yet, by thread; paths begin with the chat."""
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._listeners: dict[tuple[str, str], set[Listener]] = {}

    async def get(self, thread_id: str, chat: str) -> dict[Path, bool]:
        """All choices in a thread that were made in a chat: True for what is open."""
        kept = {tuple(json.loads(place)): is_open for place, is_open in (await self._store.choices(thread_id)).items()}
        known: dict[Path, bool] = {**kept, **self._waiting.get(thread_id, {})}
        return {path[1:]: is_open for path, is_open in known.items() if path[0] == chat}

    def set(self, thread_id: str, chat: str, choices: dict[Path, bool], *, page: str = "") -> None:
        """A reader, or the app for them, opened or closed something.

        Args:
            thread_id: Where.
            chat: The chat in which it is.
            choices: What; True for what is open now.
            page: The page that shows it so already.
        """
        chosen = {
            path: is_open for path, is_open in choices.items() if path and len(_place((chat, *path))) <= LONGEST_PLACE
        }
        if not thread_id or not chosen:
            return
        waiting = self._waiting.setdefault(thread_id, {})
        for path, is_open in chosen.items():
            waiting.pop((chat, *path), None)
            waiting[chat, *path] = is_open
        for path in list(waiting)[:-MOST_CHOICES]:
            del waiting[path]
        for listener in tuple(self._listeners.get((thread_id, chat), ())):
            listener(chosen, page)
        if (timer := self._timers.pop(thread_id, None)) is not None:
            timer.cancel()
        self._timers[thread_id] = asyncio.get_running_loop().call_later(PAUSE_SECONDS, self._store_soon, thread_id)

    def listen(self, thread_id: str, chat: str, listener: Listener) -> Callable[[], None]:
        """Have a function called with every choice in a thread and chat, until what is returned is called."""
        topic = (thread_id, chat)
        listeners = self._listeners.setdefault(topic, set())
        listeners.add(listener)

        def stop() -> None:
            listeners.discard(listener)
            if not listeners and self._listeners.get(topic) is listeners:
                del self._listeners[topic]

        return stop

    async def flush(self) -> None:
        """Store everything now."""
        for thread_id in list(self._timers):
            self._timers.pop(thread_id).cancel()
            await self._keep(thread_id)
        if self._tasks:
            await asyncio.wait(self._tasks)

    def _store_soon(self, thread_id: str) -> None:
        del self._timers[thread_id]
        task = asyncio.get_running_loop().create_task(self._keep(thread_id))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _keep(self, thread_id: str) -> None:
        # They stay here until they are stored: whoever looks meanwhile must find them.
        chosen = dict(self._waiting.get(thread_id, {}))
        try:
            await self._store.set_choices(thread_id, {_place(path): is_open for path, is_open in chosen.items()})
        except Exception as error:
            logger.warning("What was opened and closed in a thread is not kept: %s.", type(error).__name__)
        waiting = self._waiting.get(thread_id, {})
        for path, is_open in chosen.items():
            if waiting.get(path) == is_open:
                del waiting[path]
        if not waiting:
            self._waiting.pop(thread_id, None)


def _place(path: Path) -> str:
    """A path as it is stored."""
    return json.dumps(path)
