"""An agent that is handed a trace becomes a ``respond``."""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import functools
import inspect
import logging
import threading
from collections.abc import AsyncIterator, Callable
from typing import Any

from ..canonical import AnyEvent
from ..errors import ConfigurationError
from ..trace import Trace
from .record import Handover
from .turn import Turn

logger = logging.getLogger(__name__)

Agent = Callable[[Trace, Turn], Any]
"""``async def agent(trace, turn)``; a plain function runs in a thread."""


def traced(agent: Agent) -> Callable[[Turn], AsyncIterator[AnyEvent]]:
    """Make a ``respond`` of an agent that tells what it does through a :class:`Trace`.

    Its events go out as they happen. When nobody reads any more (the run was stopped), the agent's task is cancelled and
    waited for; an agent that is a plain function runs in a thread and is stopped, by a ``CancelledError``, the next time it
    uses its trace.

    Args:
        agent: Called with the trace and the turn. What it returns is of no account.

    Raises:
        ConfigurationError: It is a generator: such a function is a ``respond`` already.
    """
    if inspect.isasyncgenfunction(agent) or inspect.isgeneratorfunction(agent):
        msg = f"traced({getattr(agent, '__name__', agent)!s}): a function that yields needs no trace: use it as respond itself"
        raise ConfigurationError(msg)

    async def respond(turn: Turn) -> AsyncIterator[AnyEvent]:
        handover = Handover()
        task = asyncio.create_task(_call(agent, Trace(handover), turn), name=f"agent {turn.message_id}")
        task.add_done_callback(lambda _: handover.close("ended"))
        try:
            while (event := await handover.next()) is not None:
                yield event
            await task
        finally:
            handover.close("stopped")
            if not task.done():
                task.cancel()
                await asyncio.wait([task])
                if not task.cancelled() and (error := task.exception()) is not None:
                    logger.warning("The agent failed while it was stopped.", exc_info=error)

    respond.__name__ = getattr(agent, "__name__", "agent")
    respond.__doc__ = agent.__doc__
    return respond


async def _call(agent: Agent, trace: Trace, turn: Turn) -> None:
    if inspect.iscoroutinefunction(agent) or inspect.iscoroutinefunction(getattr(agent, "__call__", None)):  # noqa: B004
        made = agent(trace, turn)
    else:
        made = await _in_thread(functools.partial(agent, trace, turn))
    if inspect.isawaitable(made):
        await made


async def _in_thread(function: Callable[[], Any]) -> Any:
    """Call a function in a thread of its own. A daemon, because one that hangs must not hold up the end of the process."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Any] = loop.create_future()

    def settle(value: Any, error: BaseException | None) -> None:
        if future.done():
            return
        if error is None:
            future.set_result(value)
        else:
            future.set_exception(
                RuntimeError("the agent raised StopIteration") if isinstance(error, StopIteration) else error
            )

    def work() -> None:
        value, failure = None, None
        try:
            value = function()
        except BaseException as error:
            failure = error  # raised again where the agent is waited for
        with contextlib.suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(settle, value, failure)

    threading.Thread(target=contextvars.copy_context().run, args=(work,), name="agent", daemon=True).start()
    return await future
