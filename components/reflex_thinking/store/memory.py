"""A store in memory: for trying things out and for tests. It forgets everything when the process ends."""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass, field, replace
from typing import Any, cast

from .base import ThreadInfo, ThreadNotFoundError
from .ids import new_id


@dataclass(slots=True)
class _Thread:
    info: ThreadInfo
    messages: dict[str, dict[str, Any]] = field(default_factory=dict[str, dict[str, Any]])
    replies: dict[str, list[dict[str, Any]]] = field(default_factory=dict[str, list[dict[str, Any]]])


class MemoryStore:
    """Keeps threads in memory; beyond ``max_threads`` the one that was used least recently is forgotten.

    Args:
        max_threads: How many threads, and how many users' preferences, are kept.
    """

    def __init__(self, *, max_threads: int = 1000) -> None:
        self.max_threads = max_threads
        self._threads: OrderedDict[str, _Thread] = OrderedDict()
        self._preferences: OrderedDict[tuple[str, str], dict[str, Any]] = OrderedDict()

    async def create_thread(self, user_id: str, workspace_id: str = "", title: str = "") -> str:
        """Make a thread that belongs to a user and return its id."""
        thread_id = new_id("t")
        now = _now()
        self._threads[thread_id] = _Thread(ThreadInfo(thread_id, user_id, workspace_id, title, now, now))
        _bound(self._threads, self.max_threads)
        return thread_id

    async def thread(self, thread_id: str, user_id: str) -> ThreadInfo | None:
        """A thread, or None when there is none or it belongs to somebody else."""
        thread = self._threads.get(thread_id)
        if thread is None or thread.info.user_id != user_id:
            return None
        self._threads.move_to_end(thread_id)
        return thread.info

    async def threads(self, user_id: str, workspace_id: str = "") -> list[ThreadInfo]:
        """The threads of a user in a workspace, the one that changed last first."""
        found = [
            thread.info
            for thread in reversed(self._threads.values())
            if (thread.info.user_id, thread.info.workspace_id) == (user_id, workspace_id)
        ]
        return sorted(found, key=lambda info: info.updated_at, reverse=True)

    async def messages(self, thread_id: str) -> list[dict[str, Any]]:
        """The messages of a thread, oldest first; none when there is no such thread."""
        thread = self._threads.get(thread_id)
        return [_copy(event) for event in thread.messages.values()] if thread else []

    async def add_message(
        self, thread_id: str, event: dict[str, Any], replies: list[dict[str, Any]] | None = None
    ) -> None:
        """Add a message; one whose ``id`` is there already is left as it is."""
        thread = self._threads.get(thread_id)
        if thread is None:
            raise ThreadNotFoundError(thread_id)
        if event["id"] in thread.messages:
            return
        thread.messages[event["id"]] = _copy(event)
        if replies:
            thread.replies[event["id"]] = _copy(replies)
        thread.info = replace(thread.info, updated_at=max(_now(), thread.info.updated_at))
        self._threads.move_to_end(thread_id)

    async def replies(self, thread_id: str) -> dict[str, list[dict[str, Any]]]:
        """What was kept apart of a thread's messages, by the id of the message."""
        thread = self._threads.get(thread_id)
        return _copy(thread.replies) if thread else {}

    async def remove_message(self, thread_id: str, message_id: str) -> None:
        """Remove a message, if it is there."""
        if thread := self._threads.get(thread_id):
            thread.messages.pop(message_id, None)
            thread.replies.pop(message_id, None)

    async def get_preferences(self, user_id: str, workspace_id: str = "") -> dict[str, Any]:
        """What a user prefers in a workspace; empty when nothing is known."""
        return _copy(self._preferences.get((user_id, workspace_id), {}))

    async def set_preferences(self, user_id: str, workspace_id: str, preferences: dict[str, Any]) -> None:
        """Keep what a user prefers in a workspace, in place of what was kept before."""
        self._preferences[user_id, workspace_id] = _copy(preferences)
        self._preferences.move_to_end((user_id, workspace_id))
        _bound(self._preferences, self.max_threads)


def _now() -> int:
    return time.time_ns() // 1_000_000


def _bound(kept: OrderedDict[Any, Any], most: int) -> None:
    while len(kept) > most:
        kept.popitem(last=False)


def _copy(value: Any) -> Any:
    """A copy of JSON data, so that what a caller changes does not change what is stored."""
    if isinstance(value, dict):
        return {key: _copy(inner) for key, inner in cast("dict[str, Any]", value).items()}
    if isinstance(value, list):
        return [_copy(inner) for inner in cast("list[Any]", value)]
    return value
