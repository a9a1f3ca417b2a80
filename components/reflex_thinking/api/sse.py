"""Runs as server-sent events. A stream is one more reader of a run's log: whatever becomes of it, the run goes on."""

from __future__ import annotations

import contextlib
import logging
import re
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from typing import Any

from pydantic_core import to_json
from sse_starlette import EventSourceResponse, ServerSentEvent
from sse_starlette.sse import SendTimeoutError
from starlette.types import Receive, Scope, Send

from ..canonical import AnyEvent, MessageFinal, parse_event
from ..runs.log import kind_of
from ..runs.run import Run
from .limits import ApiLimits
from .projection import Projection

logger = logging.getLogger(__name__)

LAST_SECONDS = 5.0
"""So long a stream may take to end when the server stops."""

_LINE_ENDS = re.compile("[\\u0085\\u2028\\u2029]")

HEADERS = {"cache-control": "no-cache, no-store, no-transform", "x-content-type-options": "nosniff"}


class Stream(EventSourceResponse):
    """A stream of events, with a sign of life when there is no news. It ends when the client goes away or takes nothing."""

    def __init__(
        self, content: AsyncIterator[bytes], limits: ApiLimits, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(  # pyright: ignore[reportUnknownMemberType]
            content,
            headers={**HEADERS, **(headers or {})},
            ping=limits.heartbeat_seconds,
            ping_message_factory=lambda: ServerSentEvent(comment="still here", sep="\n"),
            send_timeout=limits.send_seconds,
            shutdown_grace_period=LAST_SECONDS,
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it all."""
        try:
            await super().__call__(scope, receive, send)
        except SendTimeoutError:
            logger.info("A client took nothing for %s seconds: its stream is closed.", self.send_timeout)


async def canonical(run: Run, limits: ApiLimits, after: int = 0) -> AsyncGenerator[bytes]:
    """The canonical events of a run after a place, to its end."""
    yield _retry(limits)
    async with contextlib.aclosing(_lines(run, after)) as batches:
        async for batch in batches:
            yield b"".join(_frame(line, number) for number, line in enumerate(batch, after + 1))
            after += len(batch)


async def simple(run: Run, limits: ApiLimits) -> AsyncGenerator[bytes]:
    """A run told simply, see :mod:`.projection`."""
    yield _retry(limits)
    projection = Projection()
    async with contextlib.aclosing(_events(run)) as batches:
        async for batch in batches:
            if told := b"".join(_named(*each) for event in batch for each in projection.take(event)):
                yield told
    if projection.response is None and projection.error is None and run.final is not None:
        for each in projection.take(final_of(run.final)):
            yield _named(*each)


async def stored(event: dict[str, Any], limits: ApiLimits) -> AsyncGenerator[bytes]:
    """The end of a run whose log is gone."""
    yield _retry(limits)
    yield encoded(final_of(event))


async def outcome(run: Run) -> Projection:
    """Wait for the end of a run, and tell it simply."""
    projection = Projection()
    async with contextlib.aclosing(_events(run)) as batches:
        async for batch in batches:
            for event in batch:
                projection.take(event)
    if projection.response is None and projection.error is None:
        projection.take(final_of(await run.wait()))
    return projection


def final_of(event: dict[str, Any], *, persisted: bool = True) -> MessageFinal:
    """The last event of a stored message. It has no number: which one it had is not stored."""
    return MessageFinal(event=event, event_id=event["id"], persisted=persisted)


def encoded(event: AnyEvent) -> bytes:
    """An event as it is sent."""
    return _frame(event.to_line(), event.seq)


async def _lines(run: Run, after: int) -> AsyncGenerator[list[bytes]]:
    """The events of a run's log as JSON, not too many at once."""
    async with contextlib.aclosing(run.log.follow(after)) as batches:
        async for batch in batches:
            yield batch
    await run.wait()


async def _events(run: Run) -> AsyncGenerator[list[AnyEvent]]:
    async with contextlib.aclosing(_lines(run, 0)) as batches:
        async for batch in batches:
            yield [parse_event(line) for line in batch]


def _frame(line: bytes, number: int | None) -> bytes:
    head = b"" if number is None else b"id: %d\n" % number
    return b"%bevent: %b\ndata: %b\n\n" % (head, kind_of(line).encode(), _one_line(line.decode()).encode())


def _named(name: str, data: dict[str, Any]) -> bytes:
    return f"event: {name}\ndata: {_one_line(to_json(data).decode())}\n\n".encode()


def _one_line(json: str) -> str:
    """JSON that is one line for everybody. The standard knows three ends of a line, but many clients know more."""
    return json if json.isascii() else _LINE_ENDS.sub(lambda found: f"\\u{ord(found[0]):04x}", json)


def _retry(limits: ApiLimits) -> bytes:
    return b"retry: %d\n\n" % limits.retry_ms
