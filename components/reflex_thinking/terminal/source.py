"""The events of a recording."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import BinaryIO

from ..canonical import AnyEvent, MessageFinal, MessageStarted
from ..providers.normaliser import Normaliser
from .files import UnreadableError

_PIECE = 65_536
_UNREADABLE = frozenset({"unknown_format", "bad_json", "empty"})
NO_ID = "message"
"""The id of a message that has none of its own."""
_FORMATS = "a recording is raw server-sent events, JSON lines of chunks, or one response as JSON"


def read_events(source: BinaryIO, name: str, provider: str | None = None) -> Iterator[AnyEvent]:
    """The events of a recording, as they can be read.

    Args:
        source: The recording: raw server-sent events, JSON lines of chunks, or one response as JSON.
        name: What to call it when something is wrong.
        provider: Its wire format; found out by default.

    Raises:
        UnreadableError: It is not a recording.
    """
    normaliser = Normaliser(provider)
    read = getattr(source, "read1", source.read)
    held: list[AnyEvent] = []
    has_spoken = False
    start = b""
    while not normaliser.is_done:
        piece = _read(read, name)
        if not start:
            _refuse_binary(piece, name)
            start = piece.lstrip()[:8]
        for event in normaliser.feed(piece) if piece else normaliser.end():
            # What cannot be read gives no event at all, not even a first one.
            held.append(event)
            has_spoken = has_spoken or event.type not in {"message_started", "message_error"}
            if has_spoken:
                _check(held, name, start)
                yield from held
                held.clear()


def _read(read: Callable[[int], bytes], name: str) -> bytes:
    try:
        return read(_PIECE)
    except OSError as error:
        msg = f"{name}: {(error.strerror or str(error)).lower()}"
        raise UnreadableError(msg) from None


def _refuse_binary(piece: bytes, name: str) -> None:
    if piece.startswith(b"\x1f\x8b"):
        msg = f"{name}: compressed; unpack it first: zcat {name} | reflex-thinking show"
        raise UnreadableError(msg)
    if b"\0" in piece:
        msg = f"{name}: binary data; {_FORMATS}"
        raise UnreadableError(msg)


def _check(events: list[AnyEvent], name: str, start: bytes) -> None:
    """Refuse what ends before anything of it could be read. ``start`` is what it begins with."""
    first, last = events[0], events[-1]
    error: dict[str, str] = (last.event.get("error") or {}) if isinstance(last, MessageFinal) else {}
    is_announced = isinstance(first, MessageStarted) and (first.model or first.event_id != NO_ID)
    if error.get("code") not in _UNREADABLE or not isinstance(first, MessageStarted) or is_announced or len(events) > 3:
        return
    is_json = error["code"] == "bad_json" and start.startswith((b"{", b"[", b"data:", b"event:"))
    what = "empty" if not start else "not JSON that is whole" if is_json else "in no known format"
    msg = f"{name}: {what}; {_FORMATS}"
    raise UnreadableError(msg)
