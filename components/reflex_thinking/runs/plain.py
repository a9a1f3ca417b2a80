"""Events as they can be kept: with texts that can be written, and without needless weight."""

from __future__ import annotations

from ..canonical import AnyEvent, EventBase
from ..store.values import whole as whole

_NAMES: dict[type[EventBase], set[str]] = {}


def printable(event: AnyEvent) -> AnyEvent:
    """The event with all its texts made whole."""
    return event.model_copy(update={key: whole(value) for key, value in event if isinstance(value, str)})


def lean(event: AnyEvent) -> AnyEvent:
    """The event without a set of its own of the names that were set: in a long log these sets are half the memory."""
    kind = type(event)
    if kind not in _NAMES:
        _NAMES[kind] = set(kind.model_fields)
    object.__setattr__(event, "__pydantic_fields_set__", _NAMES[kind])
    return event
