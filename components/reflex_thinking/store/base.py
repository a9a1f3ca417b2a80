"""What a store of threads and messages has to do.

Anything with these methods is a store. They are called from the event loop and must not block it. A message is the dict
that :mod:`reflex_thinking.stored` makes; whoever reads one treats it as read-only. What can be kept, and what becomes of
the rest, is the same for all stores: see :mod:`reflex_thinking.store.values`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from ..errors import ThinkingError
from .ids import new_id as new_id

MOST_CHOICES = 500
"""So many choices of a thread are kept."""
LONGEST_PLACE = 2000
"""The longest name of a place that can be kept."""


class ThreadNotFoundError(ThinkingError, LookupError):
    """A thread that is not there, or not there any more."""

    def __init__(self, thread_id: str) -> None:
        """Name the thread."""
        super().__init__(f"there is no thread {thread_id!r}")
        self.thread_id = thread_id


class StoreError(ThinkingError):
    """A store that cannot do its work now: locked, full, not reachable. Trying again may help."""


@dataclass(frozen=True, slots=True)
class ThreadInfo:
    """What is known of a thread without its messages. Times are milliseconds."""

    id: str
    user_id: str
    workspace_id: str = ""
    title: str = ""
    created_at: int = 0
    updated_at: int = 0


class Store(Protocol):
    """Threads, their messages, and preferences."""

    async def create_thread(self, user_id: str, workspace_id: str = "", title: str = "") -> str:
        """Make a thread that belongs to a user and return its id, which nobody can guess.

        Raises:
            DataError: The user's or the workspace's id cannot be kept.
        """
        ...

    async def thread(self, thread_id: str, user_id: str) -> ThreadInfo | None:
        """A thread, or None when there is none or it belongs to somebody else."""
        ...

    async def threads(
        self, user_id: str, workspace_id: str = "", *, limit: int | None = None, before: ThreadInfo | None = None
    ) -> list[ThreadInfo]:
        """The threads of a user in a workspace, the one that got a message last first.

        Args:
            user_id: Whose threads.
            workspace_id: Where.
            limit: How many at most; all by default.
            before: The last one of the page before: the list goes on after it. Its ``updated_at`` and ``id`` are all
                that counts.
        """
        ...

    async def rename_thread(self, thread_id: str, user_id: str, title: str) -> bool:
        """Give a thread another title; False when there is no such thread of this user."""
        ...

    async def delete_thread(self, thread_id: str, user_id: str) -> bool:
        """Delete a thread with its messages; False when there is no such thread of this user."""
        ...

    async def messages(self, thread_id: str) -> list[dict[str, Any]]:
        """The messages of a thread, in the order in which they were added; none when there is no such thread."""
        ...

    async def message(self, thread_id: str, message_id: str) -> dict[str, Any] | None:
        """One message of a thread, or None."""
        ...

    async def find_message(self, message_id: str) -> tuple[ThreadInfo, dict[str, Any]] | None:
        """A message and the thread it is in, or None. Check whose thread it is before you show it to anybody."""
        ...

    async def add_message(
        self, thread_id: str, event: dict[str, Any], replies: list[dict[str, Any]] | None = None
    ) -> None:
        """Add a message. One whose ``id`` is there already is left as it is, so that saving again does no harm.

        ``replies`` are its model calls in the provider's own words; they are kept apart and never shown.

        Raises:
            ThreadNotFoundError: There is no such thread; trying again will not help.
            DataError: The message has no id that can be kept.
        """
        ...

    async def replies(self, thread_id: str) -> dict[str, list[dict[str, Any]]]:
        """What was kept apart of a thread's messages, by the id of the message."""
        ...

    async def remove_message(self, thread_id: str, message_id: str) -> None:
        """Remove a message, if it is there."""
        ...

    async def truncate(self, thread_id: str, message_id: str) -> None:
        """Remove a message and all that were added after it, if it is there."""
        ...

    async def choices(self, thread_id: str) -> dict[str, bool]:
        """What the reader opened (True) or closed in a thread, by block or step; the one chosen last comes last."""
        ...

    async def set_choices(self, thread_id: str, choices: dict[str, bool]) -> None:
        """Keep what the reader opened or closed, beside what was kept before; of a thread that is gone nothing is kept.

        The last :data:`MOST_CHOICES` of a thread are kept.
        """
        ...

    async def get_preferences(self, user_id: str, workspace_id: str = "") -> dict[str, Any]:
        """What a user prefers in a workspace; empty when nothing is known."""
        ...

    async def set_preferences(self, user_id: str, workspace_id: str, preferences: dict[str, Any]) -> None:
        """Keep what a user prefers in a workspace, in place of what was kept before.

        Raises:
            DataError: The user's or the workspace's id cannot be kept.
        """
        ...
