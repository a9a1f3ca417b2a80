"""The threads of a user: the list of them, the one the address names, and what can be done to one."""

import dataclasses
from typing import TYPE_CHECKING, Any, ClassVar

import reflex as rx

from .runs.conversation import delete_thread, rename_thread
from .settings import get_runs, settings

PAGE = 50
MOST_SHOWN = 1000
LONGEST_TITLE = 200
PARAMETER = "thread"


@dataclasses.dataclass
class ThreadRow:
    """What the list of threads knows of one of them. The time is in milliseconds."""

    id: str
    title: str
    updated_at: int


class Conversations(rx.State, mixin=True):
    """The part of a chat state that knows the user's threads.

    A thread has a permanent address, ``?thread=<id>``, where the page's ``on_load`` is ``follow_address``.
    """

    threads: list[ThreadRow] = []  # noqa: RUF012
    has_more_threads: bool = False
    thread_missing: bool = False
    _threads_shown: int = PAGE
    _linked: str = ""

    if TYPE_CHECKING:  # what the chat state itself has
        thread_id: str
        live: ClassVar[Any]

        def _identify(self) -> tuple[str, str]: ...
        def _too_long(self, text: str) -> Any: ...
        async def _owns(self, user_id: str) -> bool: ...
        async def _show(self, thread_id: str) -> None: ...

        send: Any

    @rx.var
    def thread_title(self) -> str:
        """The title of the thread that is shown."""
        return next((row.title for row in self.threads if row.id == self.thread_id), "")

    @rx.event
    async def follow_address(self):
        """Show the thread that the page's address names, a new one when it names none. Meant for ``on_load``."""
        await get_runs()
        wanted = self.router.url.query_parameters.get(PARAMETER, "")
        user_id, _ = self._identify()
        # A thread that was begun here, and whose address the browser never got because the line broke, stays.
        if wanted or self.thread_id == self._linked:
            found = bool(wanted) and await settings.store.thread(wanted, user_id) is not None
            await self._show(wanted if found else "")
            self.thread_missing = bool(wanted) and not found
            self._linked = self.thread_id
        await self._refresh_threads()

    @rx.event
    async def list_threads(self, more: bool = False):
        """Read the list of threads again.

        Args:
            more: Show a page more of them.
        """
        await get_runs()
        if more is True:
            self._threads_shown = min(self._threads_shown + PAGE, MOST_SHOWN)
        if self.router.url.query_parameters.get(PARAMETER, "") == self.thread_id:
            self._linked = self.thread_id
        await self._refresh_threads()

    @rx.event
    async def rename_thread(self, thread_id: str, title: str):
        """Give a thread another title.

        Args:
            thread_id: One of the user's threads.
            title: The title; an empty one changes nothing.
        """
        title = " ".join(str(title).split())[:LONGEST_TITLE]
        if title:
            await rename_thread(await get_runs(), str(thread_id), self._identify()[0], title)
            await self._refresh_threads()

    @rx.event
    async def delete_thread(self, thread_id: str):
        """Delete a thread with all that was said in it; an answer that is being made in it is stopped.

        Args:
            thread_id: One of the user's threads.
        """
        await delete_thread(await get_runs(), str(thread_id), self._identify()[0])
        return await self._leave_thread(str(thread_id))

    async def _leave_thread(self, thread_id: str) -> Any:
        """A thread was deleted, here or elsewhere: the list goes without it, and where it is shown a new one is."""
        await self._refresh_threads()
        if thread_id != self.thread_id or await self._owns(self._identify()[0]):
            return None
        self._linked = ""
        return await self._show("")

    async def _refresh_threads(self) -> None:
        user_id, workspace_id = self._identify()
        found = await settings.store.threads(user_id, workspace_id, limit=self._threads_shown + 1)
        rows = [ThreadRow(info.id, info.title, info.updated_at) for info in found[: self._threads_shown]]
        if rows != self.threads:
            self.threads = rows
        self.has_more_threads = len(found) > self._threads_shown and self._threads_shown < MOST_SHOWN
