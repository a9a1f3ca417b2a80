"""A message as it is now, in pieces: however long it is, no piece takes long to make, to send or to apply.

The first piece is ``{"i": id, "s": seq, "m": message}``; while it ends with ``"more": true``, pieces ``{"i", "s", "o": ops}``
follow that complete the message.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..reducer import Op

PIECE = 64_000
"""About so many characters are in one piece."""

_HEAD = 4_000
"""So much of a long text is sent with the part that it belongs to; the rest follows it."""


def snapshot_entries(message: dict[str, Any], seq: int, **more: Any) -> Iterator[dict[str, Any]]:
    """The pieces of a message.

    Args:
        message: A snapshot of a draft.
        seq: The last event that is in it.
        more: Further fields of the first piece.
    """
    head = {"i": message["id"], "s": seq}
    if _size(message, PIECE) <= PIECE:
        yield {**head, **more, "m": message}
        return
    yield {**head, **more, "m": {**message, "parts": []}, "more": True}
    ops: list[Op] = []
    size = 0
    for op in _parts(message["parts"], []):
        if ops and size + _size(op, PIECE) > PIECE:
            yield {**head, "o": ops, "more": True}
            ops, size = [], 0
        ops.append(op)
        size += _size(op, PIECE)
    yield {**head, "o": ops}


def _parts(parts: list[dict[str, Any]], path: list[int]) -> Iterator[Op]:
    """The ops that make these parts one after the other."""
    for index, part in enumerate(parts):
        own = [*path, index]
        shell: dict[str, Any] = {}
        rest: list[Op] = []
        for key, value in part.items():
            if isinstance(value, str) and len(value) > _HEAD:
                shell[key] = value[:_HEAD]
                rest += [["a", own, value[at : at + PIECE], key] for at in range(_HEAD, len(value), PIECE)]
            else:
                shell[key] = [] if key == "child_steps" else value
        yield ["n", own, shell]
        yield from rest
        yield from _parts(part.get("child_steps") or [], own)


def _size(value: Any, most: int) -> int:
    """About how many characters a value has as JSON; anything above ``most`` counts as more, without being looked at."""
    if isinstance(value, str):
        return len(value) + 2
    if isinstance(value, dict):
        size = 0
        for key, each in value.items():  # pyright: ignore[reportUnknownVariableType]
            size += len(str(key)) + 4 + _size(each, most - size)  # pyright: ignore[reportUnknownArgumentType]
            if size > most:
                break
        return size
    if isinstance(value, list):
        size = 2
        for each in value:  # pyright: ignore[reportUnknownVariableType]
            size += 1 + _size(each, most - size)
            if size > most:
                break
        return size
    return 8
