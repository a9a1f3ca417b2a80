"""Canonical events themselves, for example from a log: they pass as they are."""

from __future__ import annotations

from typing import Any

from ..canonical import MessageCancelled, MessageError, parse_event
from ..errors import DataError
from .emitter import Emitter
from .failures import CUT
from .frames import Frame


class CanonicalReader:
    """Reads canonical events; what is none is left out."""

    def __init__(self, out: Emitter) -> None:
        self._out = out
        self._has_ended = False

    def read(self, frame: Frame) -> None:
        """Read an event."""
        try:
            event = parse_event(frame)
        except DataError:
            return
        self._has_ended = self._has_ended or isinstance(event, MessageError | MessageCancelled)
        self._out.pass_on(event)

    def end(self) -> None:
        """The events have ended; the last one should have been the message itself."""
        if self._out.final is None and not self._has_ended:
            self._out.fail(CUT, "cut")

    def reply(self) -> dict[str, Any] | None:
        """There is no provider."""
        return None
