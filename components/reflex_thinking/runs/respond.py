"""How ``respond`` is called, whatever kind of function it is."""

from __future__ import annotations

import inspect
from collections.abc import AsyncIterator, Callable
from typing import Any, cast

from ..canonical import EventBase
from ..errors import DataError
from ..threaded import ThreadedValues
from .shorthand import Reasoning
from .turn import Turn

Respond = Callable[[Turn], Any]
"""An async generator function; also a function, async or not, that returns an iterator of either kind."""


async def open_values(respond: Respond, turn: Turn) -> AsyncIterator[object]:
    """Call ``respond`` and return what it yields. A plain iterator is read in a thread of its own.

    Raises:
        DataError: It returned nothing that can be iterated over.
    """
    made: Any = respond(turn)
    if inspect.isawaitable(made):
        made = await made
    if isinstance(made, str | dict | Reasoning | EventBase):
        return ThreadedValues(iter([cast("object", made)]))
    if hasattr(made, "__aiter__"):
        return aiter(made)
    if hasattr(made, "__iter__"):
        return ThreadedValues(iter(made))
    msg = f"respond returned {made!r:.80}: make it an async generator"
    raise DataError(msg)


async def close_values(values: AsyncIterator[object]) -> None:
    """Let a generator clean up."""
    if (close := getattr(values, "aclose", None)) is not None:
        await close()
