"""A store in memory: for trying things out and for tests. It forgets everything when the process ends."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field, replace
from typing import Any

from .base import LONGEST_PLACE, MOST_CHOICES, ThreadInfo, ThreadNotFoundError
from .ids import new_id
from .values import line, now, plain, require_id, require_limit


@dataclass(slots=True)
class _Thread:
    info: ThreadInfo
    messages: dict[str, dict[str, Any]] = field(default_factory=dict[str, dict[str, Any]])
    replies: dict[str, list[dict[str, Any]]] = field(default_factory=dict[str, list[dict[str, Any]]])
    choices: OrderedDict[str, bool] = field(default_factory=OrderedDict[str, bool])


class MemoryStore:
    """Keeps threads in memory; beyond ``max_threads`` the one that was used least recently is forgotten.

    Args:
        max_threads: How many threads, and how many users' preferences, are kept.
    """

    def __init__(self, *, max_threads: int = 1000) -> None:
        self.max_threads = max_threads
        self._threads: OrderedDict[str, _Thread] = OrderedDict()
        self._preferences: OrderedDict[tuple[str, str], dict[str, Any]] = OrderedDict()
        self._last_change = 0

    async def create_thread(self, user_id: str, workspace_id: str = "", title: str = "") -> str:
        """Make a thread that belongs to a user and return its id."""
        require_id("the user", user_id)
        require_id("the workspace", workspace_id)
        thread_id = new_id("t")
        at = self._change()
        self._threads[thread_id] = _Thread(ThreadInfo(thread_id, user_id, workspace_id, line(title), at, at))
        _bound(self._threads, self.max_threads)
        return thread_id

    async def thread(self, thread_id: str, user_id: str) -> ThreadInfo | None:
        """A thread, or None when there is none or it belongs to somebody else."""
        thread = self._threads.get(thread_id)
        if thread is None or thread.info.user_id != user_id:
            return None
        self._threads.move_to_end(thread_id)
        return thread.info

    async def threads(
        self, user_id: str, workspace_id: str = "", *, limit: int | None = None, before: ThreadInfo | None = None
    ) -> list[ThreadInfo]:
        """The threads of a user in a workspace, the one that got a message last first."""
        require_limit(limit)
        found = [
            thread.info
            for thread in self._threads.values()
            if (thread.info.user_id, thread.info.workspace_id) == (user_id, workspace_id)
            and (before is None or _place(thread.info) < _place(before))
        ]
        return sorted(found, key=_place, reverse=True)[:limit]

    async def rename_thread(self, thread_id: str, user_id: str, title: str) -> bool:
        """Give a thread another title; False when there is no such thread of this user."""
        thread = self._threads.get(thread_id)
        if thread is None or thread.info.user_id != user_id:
            return False
        thread.info = replace(thread.info, title=line(title))
        return True

    async def delete_thread(self, thread_id: str, user_id: str) -> bool:
        """Delete a thread with its messages; False when there is no such thread of this user."""
        if await self.thread(thread_id, user_id) is None:
            return False
        del self._threads[thread_id]
        return True

    async def messages(self, thread_id: str) -> list[dict[str, Any]]:
        """The messages of a thread, in the order in which they were added; none when there is no such thread."""
        thread = self._threads.get(thread_id)
        return [plain(event) for event in thread.messages.values()] if thread else []

    async def message(self, thread_id: str, message_id: str) -> dict[str, Any] | None:
        """One message of a thread, or None."""
        thread = self._threads.get(thread_id)
        return plain(thread.messages.get(message_id)) if thread else None

    async def find_message(self, message_id: str) -> tuple[ThreadInfo, dict[str, Any]] | None:
        """A message and the thread it is in, or None."""
        for thread in self._threads.values():
            if message_id in thread.messages:
                return thread.info, plain(thread.messages[message_id])
        return None

    async def add_message(
        self, thread_id: str, event: dict[str, Any], replies: list[dict[str, Any]] | None = None
    ) -> None:
        """Add a message; one whose ``id`` is there already is left as it is."""
        message_id = require_id("the message", event.get("id"))
        thread = self._threads.get(thread_id)
        if thread is None:
            raise ThreadNotFoundError(thread_id)
        if message_id in thread.messages:
            return
        thread.messages[message_id] = plain(event)
        if replies:
            thread.replies[message_id] = plain(replies)
        thread.info = replace(thread.info, updated_at=self._change())
        self._threads.move_to_end(thread_id)

    async def replies(self, thread_id: str) -> dict[str, list[dict[str, Any]]]:
        """What was kept apart of a thread's messages, by the id of the message."""
        thread = self._threads.get(thread_id)
        return plain(thread.replies) if thread else {}

    async def remove_message(self, thread_id: str, message_id: str) -> None:
        """Remove a message, if it is there."""
        if thread := self._threads.get(thread_id):
            thread.messages.pop(message_id, None)
            thread.replies.pop(message_id, None)

    async def truncate(self, thread_id: str, message_id: str) -> None:
        """Remove a message and all that were added after it, if it is there."""
        ids = list(thread.messages) if (thread := self._threads.get(thread_id)) else []
        for later_id in ids[ids.index(message_id) :] if message_id in ids else ():
            await self.remove_message(thread_id, later_id)

    async def choices(self, thread_id: str) -> dict[str, bool]:
        """What the reader opened (True) or closed in a thread."""
        thread = self._threads.get(thread_id)
        return dict(thread.choices) if thread else {}

    async def set_choices(self, thread_id: str, choices: dict[str, bool]) -> None:
        """Keep what the reader opened or closed, beside what was kept before."""
        if thread := self._threads.get(thread_id):
            for place, is_open in choices.items():
                if len(place) <= LONGEST_PLACE:
                    thread.choices[place] = is_open
                    thread.choices.move_to_end(place)
            _bound(thread.choices, MOST_CHOICES)

    async def get_preferences(self, user_id: str, workspace_id: str = "") -> dict[str, Any]:
        """What a user prefers in a workspace; empty when nothing is known."""
        return plain(self._preferences.get((user_id, workspace_id), {}))

    async def set_preferences(self, user_id: str, workspace_id: str, preferences: dict[str, Any]) -> None:
        """Keep what a user prefers in a workspace, in place of what was kept before."""
        key = (require_id("the user", user_id), require_id("the workspace", workspace_id))
        self._preferences[key] = plain(preferences)
        self._preferences.move_to_end(key)
        _bound(self._preferences, self.max_threads)

    def _change(self) -> int:
        """The time of a change: later than all before, so that the order is certain."""
        self._last_change = max(now(), self._last_change + 1)
        return self._last_change


def _place(info: ThreadInfo) -> tuple[int, str]:
    return info.updated_at, info.id


def _bound(kept: OrderedDict[Any, Any], most: int) -> None:
    while len(kept) > most:
        kept.popitem(last=False)
