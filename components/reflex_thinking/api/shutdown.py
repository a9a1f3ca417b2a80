"""The end of a server: what is being said is stored and told before the streams are closed.

A server that is asked to stop first waits for its open connections, and only then tells the app. A stream is open as long as
its run goes on, so the app has to hear of it earlier: it listens to the same signals.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
from collections.abc import AsyncGenerator, Callable
from typing import Any

from sse_starlette.sse import AppStatus

from ..settings import close_runs, get_runs

logger = logging.getLogger(__name__)

SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextlib.asynccontextmanager
async def runs_of_the_server() -> AsyncGenerator[None]:
    """Store what a server that died left behind, and what is being said when this one stops."""
    try:
        await get_runs()
    except Exception:
        logger.exception("What an earlier server left behind could not be stored.")
    closing: set[asyncio.Task[None]] = set()
    loop = asyncio.get_running_loop()

    def close() -> None:
        AppStatus.should_exit = True  # streams that do not end with their run are given up after a while
        task = loop.create_task(_close())
        closing.add(task)
        task.add_done_callback(closing.discard)

    try:
        with _listening(lambda: loop.call_soon_threadsafe(close)):
            yield
    finally:
        await close_runs()
        AppStatus.should_exit = False


async def _close() -> None:
    await (await get_runs()).close()


@contextlib.contextmanager
def _listening(heard: Callable[[], Any]) -> Any:
    """Call a function at every signal to stop, beside whoever else listens."""
    before: dict[int, Any] = {}

    def listen(number: int, frame: Any) -> None:
        heard()
        if callable(before[number]):
            before[number](number, frame)

    for each in SIGNALS:
        before[each] = signal.getsignal(each)
        with contextlib.suppress(
            ValueError
        ):  # only the main thread can listen; elsewhere the server's own word must do
            signal.signal(each, listen)
    try:
        yield
    finally:
        for each in SIGNALS:
            if signal.getsignal(each) is listen:
                signal.signal(each, before[each])
