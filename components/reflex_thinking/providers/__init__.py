"""Every provider's stream as canonical events.

::

    async for event in rt.events(await client.messages.create(..., stream=True)):
        yield event

No SDK is needed to read a stream, and none is imported. One module reads each wire format; which one it is, is found out
from the first chunks.
"""

from __future__ import annotations

import contextlib
import inspect
from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Iterator
from typing import Any, cast

from ..canonical import AnyEvent
from ..errors import DataError
from ..interop.shapes import is_finished_run
from .emitter import ToolCall as ToolCall
from .normaliser import Normaliser

__all__ = ["Events", "ToolCall", "events"]


def events(stream: Any, provider: str | None = None) -> Events:
    """What a model says, as canonical events, to be read with ``async for``, or with ``for`` where nothing has to be awaited.

    Whatever happens, the last event is ``message_final``: a stream that is cut, an error of the provider or of the network
    and what cannot be read end in one with status ``error`` that holds all that had arrived.

    Args:
        stream: What an SDK returns with ``stream=True``, with or without ``await``; its stream helpers; a finished
            response; an iterable, async or not, of chunks as dicts, of lines of server-sent events or of bytes.
        provider: The wire format, for example ``"anthropic"``; found out from the first chunks by default.

    Raises:
        ConfigurationError: There is no such format.
    """
    return Events(stream, provider)


class Events:
    """The events of one model call. When it has ended, what is needed to go on is here too."""

    def __init__(self, stream: Any, provider: str | None = None) -> None:
        self._stream = stream
        self._normaliser = Normaliser(provider)

    @property
    def final(self) -> dict[str, Any] | None:
        """The message as it would be stored; None until the end."""
        return self._normaliser.final

    @property
    def reply(self) -> dict[str, Any] | None:
        """The turn in the provider's own words, ``{"provider", "message"}``, for the next request; None until the end."""
        return self._normaliser.reply

    @property
    def calls(self) -> list[ToolCall]:
        """The tools that the model asks for; empty until the end."""
        return self._normaliser.calls if self._normaliser.is_done else []

    def __iter__(self) -> Iterator[AnyEvent]:
        whole = _whole(self._stream)
        if whole is None and not hasattr(self._stream, "__iter__"):
            msg = f"events({type(self._stream).__name__}): use `async for`, because it has to be awaited"
            raise DataError(msg)
        source = cast("Iterable[object]", self._stream) if whole is None else whole
        try:
            for item in source:
                yield from self._normaliser.feed(item)
                if self._normaliser.is_done:
                    break
        except Exception as error:
            yield from self._normaliser.fail(error)
        yield from self._normaliser.end()

    async def __aiter__(self) -> AsyncIterator[AnyEvent]:
        normaliser = self._normaliser
        try:
            async with contextlib.aclosing(_items(self._stream)) as items:
                async for item in items:
                    for event in normaliser.feed(item):
                        yield event
                    if normaliser.is_done:
                        break
        except Exception as error:
            for event in normaliser.fail(error):
                yield event
        for event in normaliser.end():
            yield event


def _whole(stream: Any) -> list[object] | None:
    """Something that is there already, as a list; None for what has yet to arrive."""
    if isinstance(stream, str | bytes | bytearray | dict) or hasattr(stream, "model_dump"):
        return [cast("object", stream)]
    if isinstance(stream, list | tuple):
        return cast("list[object]", stream)
    return [cast("object", stream)] if is_finished_run(stream) else None


async def _close(stream: Any) -> None:
    """Let go of the connection, also when nobody reads to the end."""
    close = getattr(stream, "aclose", None) or getattr(stream, "close", None)
    if close is not None and inspect.isawaitable(closing := close()):
        await closing


async def _items(stream: Any) -> AsyncGenerator[object, None]:
    if inspect.isawaitable(stream):
        stream = await stream
    if (whole := _whole(stream)) is not None:
        for item in whole:
            yield item
    elif hasattr(stream, "__aiter__"):
        try:
            async for item in stream:
                yield item
        finally:
            await _close(stream)
    elif hasattr(stream, "__aenter__"):
        async with stream as opened:
            async for item in _items(opened):
                yield item
    elif hasattr(stream, "__iter__"):
        from ..threaded import ThreadedValues  # with asyncio, which the command line does without

        async for item in ThreadedValues(iter(stream)):
            yield item
    elif hasattr(stream, "__enter__"):
        with stream as opened:
            async for item in _items(opened):
                yield item
    else:
        msg = f"events({stream!r:.80}): give it a stream, its chunks, or a finished response"
        raise DataError(msg)
