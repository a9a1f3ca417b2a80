"""Events as they can be kept: with texts that can be written."""

from __future__ import annotations

from ..canonical import AnyEvent
from ..store.values import whole as whole


def printable(event: AnyEvent) -> AnyEvent:
    """The event with all its texts made whole."""
    return event.model_copy(update={key: whole(value) for key, value in event if isinstance(value, str)})
