"""One model call, from whatever arrives to canonical events."""

from __future__ import annotations

import base64
from typing import Any, cast

from ..canonical import AnyEvent
from ..interop.shapes import agent_frame
from .emitter import Emitter, ToolCall
from .failures import CUT, NOTHING, UNREADABLE, Failure, error_in, failure_from_body, failure_from_exception
from .flavours import Reader, detect, flavour_named, reader_for
from .frames import BadFrameError, Frame, Frames
from .surrogates import is_whole, mend, mended

_REPEATED = frozenset(["text", "thinking", "signature", "input_json", "citation"])
"""Events that an SDK's helper makes of others: each repeats, with all that came before it, what was said already."""

_WAITING = 50
"""So many frames may come before one that tells which format it is."""


class Normaliser:
    """Takes what arrives, piece by piece, and gives the events that it stands for. It never raises for what it is given.

    Args:
        provider: The wire format; found out from the first pieces by default.

    Raises:
        ConfigurationError: There is no such format.
    """

    def __init__(self, provider: str | None = None) -> None:
        self._flavour = None if provider is None else flavour_named(provider)
        self._reader: Reader | None = None
        self._out = Emitter("unknown")
        self._waiting: list[Frame] = []
        self._frames: Frames | None = None
        self._is_done = False
        if self._flavour is not None:
            self._out, self._reader = reader_for(self._flavour)

    @property
    def is_done(self) -> bool:
        """Whether the end has been said."""
        return self._is_done

    @property
    def final(self) -> dict[str, Any] | None:
        """The message, when the end has been said."""
        return self._out.final

    @property
    def calls(self) -> list[ToolCall]:
        """The tools that the model asks for."""
        return self._out.calls

    @property
    def reply(self) -> dict[str, Any] | None:
        """The turn in the provider's own words."""
        if self._reader is None or not self._is_done:
            return None
        message = self._reader.reply()
        return None if message is None else {"provider": self._out.provider, "message": mend(message, edges=False)}

    def feed(self, item: object) -> list[AnyEvent]:
        """The events that an item stands for: an SDK's object, a dict, bytes, text or a line."""
        if self._is_done:
            return []
        try:
            if isinstance(item, str | bytes | bytearray):
                self._frames = self._frames or Frames()
                for frame in self._frames.feed(item if isinstance(item, str) else bytes(item)):
                    self._read(frame)
            elif (frame := frame_of(item)) is not None:
                self._read(frame)
        except BadFrameError:
            return self._failed(Failure(UNREADABLE, "bad_json"))
        return self._taken()

    def fail(self, error: BaseException) -> list[AnyEvent]:
        """The source raised an exception."""
        return [] if self._is_done else self._failed(failure_from_exception(error))

    def end(self) -> list[AnyEvent]:
        """The source has ended."""
        if self._is_done:
            return []
        try:
            for frame in self._frames.end() if self._frames else ():
                self._read(frame)
        except BadFrameError:
            return self._failed(Failure(CUT if self._reader else UNREADABLE, "cut" if self._reader else "bad_json"))
        if self._reader is None:
            found = Failure(UNREADABLE, "unknown_format") if self._waiting else Failure(NOTHING, "empty")
            return self._failed(found)
        return self._finished()

    def _read(self, frame: Frame) -> None:
        if self._out.error is not None:
            return
        if self._reader is None and not self._choose(frame):
            return
        reader = cast("Reader", self._reader)
        self._guarded(reader.read, frame)

    def _choose(self, frame: Frame) -> bool:
        flavour = detect(frame)
        if flavour is None:
            if (error := error_in(frame)) is not None:
                found = failure_from_body(error)
                self._out.fail(found.message, found.code)
            elif len(self._waiting) < _WAITING:
                self._waiting.append(frame)
            return False
        self._out, self._reader = reader_for(flavour)
        for earlier in self._waiting:
            self._guarded(self._reader.read, earlier)
        self._waiting = []
        return True

    def _guarded(self, read: Any, *frames: Frame) -> None:
        """Whatever a provider sends, however odd, ends as a message."""
        try:
            read(*frames)
        except (TypeError, ValueError, KeyError, IndexError, AttributeError, ArithmeticError, RecursionError):
            self._out.fail(UNREADABLE, "unexpected")

    def _taken(self) -> list[AnyEvent]:
        self._is_done = self._out.final is not None
        return self._finished() if self._out.error is not None else self._out.take()

    def _failed(self, failure: Failure) -> list[AnyEvent]:
        self._out.fail(failure.message, failure.code)
        return self._finished()

    def _finished(self) -> list[AnyEvent]:
        self._is_done = True
        reply = None
        if self._reader is not None:
            self._guarded(self._reader.end)  # what it holds back belongs to what had arrived
            reply = mend(self._reader.reply(), edges=False) if self._out.error is None else None
        self._out.finish(reply)
        return self._out.take()


def frame_of(item: object) -> Frame | None:
    """An SDK's object as the JSON it was made from; None for what repeats other events."""
    if (found := agent_frame(item)) is not None:
        return found
    if isinstance(item, dict):
        return cast("Frame", _plain(item))
    if getattr(item, "type", None) in _REPEATED and hasattr(item, "snapshot"):
        return None
    dump = getattr(item, "model_dump", None)
    if dump is None:
        dump = getattr(item, "to_dict", None) or getattr(item, "dict", None)
        value: Any = dump() if dump is not None else getattr(item, "__dict__", None)
    else:
        value = dump(by_alias=True, exclude_unset=True, warnings=False)
    if not isinstance(value, dict):
        raise BadFrameError(repr(item)[:80])
    frame = cast("Frame", _plain(value))
    if isinstance(data := frame.get("data"), dict) and "choices" in data and "choices" not in frame:
        return cast("Frame", data)  # Mistral's client wraps each chunk
    return frame


def _plain(value: Any, name: str = "") -> Any:
    """JSON data of what an SDK's object holds."""
    if isinstance(value, dict):
        return {mended(key): _plain(inner, key) for key, inner in cast("dict[str, Any]", value).items()}
    if isinstance(value, list | tuple):
        return [_plain(inner, name) for inner in cast("list[Any]", value)]
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    if type(value) is str:
        return value if is_whole(value) else mend(value, name)
    if value is None or isinstance(value, str | int | float | bool):
        return getattr(value, "value", value) if not isinstance(value, bool | int | float) else value
    return getattr(value, "value", str(value))
