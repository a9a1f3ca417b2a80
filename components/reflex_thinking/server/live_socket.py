"""The live socket: a namespace of its own on the app's websocket, over which runs are shown.

===========  =========================  ==============================================================================
event        data                       meaning
===========  =========================  ==============================================================================
``watch``    ``{k, grant, have}``       a chat of the page, number ``k``, wants to be shown a thread; again for another
                                        thread, after a gap, or with a new grant
``renew``    ``{k, grant}``             go on for longer
``got``      ``k``                      what was sent is applied
``fetch``    ``{k, ids}``               these finished messages with all that is in their blocks
``leave``    ``k``                      the chat is gone
``here``                                is the server there? It acknowledges
===========  =========================  ==============================================================================

The server sends ``p`` with ``k`` and a list of entries, and ``over`` with ``k`` when a grant has run out or the chat was
silent for too long: the page may ask for a new grant and watch again. Whatever a page sends, nothing in here raises.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any, cast
from urllib.parse import parse_qs

from socketio import AsyncNamespace  # pyright: ignore[reportMissingTypeStubs]

from ..runs.registry import Runs
from ..runs.viewer import Viewer, message_entries
from . import grants
from .grants import Grant

logger = logging.getLogger(__name__)

NAMESPACE = "/_rt"
MOST_CHATS = 64
"""Of one page."""
MOST_FETCHED = 100

Sender = Callable[[str], Awaitable[None]]


class _Chat:
    """What one chat of a page is shown."""

    def __init__(self, viewer: Viewer, grant: Grant, task: asyncio.Task[None]) -> None:
        self.viewer = viewer
        self.grant = grant
        self.task = task
        self.timer: asyncio.TimerHandle | None = None

    def close(self) -> None:
        self.task.cancel()
        if self.timer is not None:
            self.timer.cancel()


class LiveSocket(AsyncNamespace):
    """Shows runs to pages.

    Args:
        key: Checks grants.
        get_runs: The runs of this process.
        sender: Makes the function that sends a text to a connection.
    """

    def __init__(
        self, key: bytes, get_runs: Callable[[], Awaitable[Runs]], sender: Callable[[LiveSocket, str], Sender]
    ) -> None:
        super().__init__(NAMESPACE)  # pyright: ignore[reportUnknownMemberType]
        self._key = key
        self._get_runs = get_runs
        self._sender = sender
        self._chats: dict[str, dict[int, _Chat]] = {}
        self._pages: dict[str, str] = {}
        """What Reflex calls the page of each connection: it tells pages apart and lets nobody in."""

    async def on_connect(self, sid: str, environ: dict[str, Any]) -> None:
        """A page is there. It is shown nothing until it has a grant."""
        self._pages[sid] = parse_qs(environ.get("QUERY_STRING", "")).get("token", [""])[0]

    async def on_disconnect(self, sid: str, *reason: Any) -> None:
        """A page is gone."""
        self._pages.pop(sid, None)
        for chat in self._chats.pop(sid, {}).values():
            chat.close()

    async def on_watch(self, sid: str, data: Any = None) -> None:
        """Show a thread."""
        number, grant = self._granted(data)
        if number is None or grant is None:
            await self._over(sid, data)
            return
        runs = await self._get_runs()
        if grant.thread_id and await runs.store.thread(grant.thread_id, grant.user_id) is None:
            await self._over(sid, data)
            return
        chats = self._chats.setdefault(sid, {})
        if (before := chats.pop(number, None)) is not None:
            before.close()
        if len(chats) >= MOST_CHATS:
            return
        have = _field(data, "have")
        write = self._sender(self, sid)

        async def send(entries: str) -> None:
            await write(f'["p",{number},{entries}]')

        known = cast("dict[str, Any]", have) if isinstance(have, dict) else {}
        viewer = Viewer(
            runs,
            runs.store,
            grant.thread_id,
            known,
            send,
            page=self._pages.get(sid, ""),
            user_id=grant.user_id,
            chat=grant.chat,
        )
        task = asyncio.get_running_loop().create_task(self._show(sid, number, viewer))
        chats[number] = chat = _Chat(viewer, grant, task)
        self._end_in_time(sid, number, chat)

    async def on_renew(self, sid: str, data: Any = None) -> None:
        """Go on for longer, if it is still the same user and thread."""
        number, grant = self._granted(data)
        chat = None if number is None else self._chats.get(sid, {}).get(number)
        if number is None or chat is None or grant is None or grant[:3] != chat.grant[:3]:
            await self._over(sid, data)
            return
        chat.grant = grant
        self._end_in_time(sid, number, chat)

    async def on_got(self, sid: str, number: Any = None) -> None:
        """What was sent is applied."""
        if isinstance(number, int) and (chat := self._chats.get(sid, {}).get(number)) is not None:
            chat.viewer.acknowledge()

    async def on_fetch(self, sid: str, data: Any = None) -> None:
        """Send finished messages with all that is in their blocks."""
        chat = self._chats.get(sid, {}).get(_number(data) or -1)
        ids = _field(data, "ids")
        if chat is None or not isinstance(ids, list):
            return
        store = chat.viewer.store
        for message_id in cast("list[Any]", ids)[:MOST_FETCHED]:
            event = await store.message(chat.grant.thread_id, str(message_id))
            for entries in () if event is None else message_entries(event):
                await chat.viewer.send(entries)

    async def on_here(self, sid: str, *_: Any) -> bool:
        """The page asks whether the line is whole."""
        return True

    async def on_leave(self, sid: str, number: Any = None) -> None:
        """A chat is gone from the page."""
        if isinstance(number, int) and (chat := self._chats.get(sid, {}).pop(number, None)) is not None:
            chat.close()

    async def _show(self, sid: str, number: int, viewer: Viewer) -> None:
        try:
            await viewer.show()
        except Exception:
            logger.exception("A thread cannot be shown.")
        await self._end(sid, number)

    async def _end(self, sid: str, number: int) -> None:
        if (chat := self._chats.get(sid, {}).pop(number, None)) is not None:
            await self._over(sid, {"k": number})
            chat.close()

    def _end_in_time(self, sid: str, number: int, chat: _Chat) -> None:
        if chat.timer is not None:
            chat.timer.cancel()
        loop = asyncio.get_running_loop()

        def end() -> None:
            chat.timer = None
            loop.create_task(self._end(sid, number))  # noqa: RUF006

        chat.timer = loop.call_later(max(0.0, chat.grant.until - time.time()), end)

    async def _over(self, sid: str, data: Any) -> None:
        if (number := _number(data)) is not None:
            await self._sender(self, sid)(f'["over",{number}]')

    def _granted(self, data: Any) -> tuple[int | None, Grant | None]:
        number = _number(data)
        return (None, None) if number is None else (number, grants.read(self._key, _field(data, "grant")))


def _number(data: Any) -> int | None:
    """The number of a chat in what a page sent."""
    number = _field(data, "k")
    return number if isinstance(number, int) and not isinstance(number, bool) else None


def _field(data: Any, name: str) -> Any:
    """A field of what a page sent, which may be anything."""
    return cast("dict[str, Any]", data).get(name) if isinstance(data, dict) else None
