"""The command line: ``reflex-thinking``. It never loads Reflex, so that it starts at once."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from .canonical import AnyEvent, MessageFinal
from .errors import ThinkingError
from .providers.flavours import FLAVOURS, flavour_named
from .providers.normaliser import Normaliser

_PIECE = 65_536
_UNREADABLE = frozenset({"unknown_format", "bad_json", "empty"})


class UnreadableError(ThinkingError):
    """A file that is no recording."""


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
    has_spoken = False
    while not normaliser.is_done:
        piece = read(_PIECE)
        events = normaliser.feed(piece) if piece else normaliser.end()
        for event in events:
            _check(event, name, has_spoken)
            has_spoken = has_spoken or event.type not in {"message_started", "message_error"}
            yield event


def _check(event: AnyEvent, name: str, has_spoken: bool) -> None:
    if isinstance(event, MessageFinal) and not has_spoken:
        error = event.event.get("error") or {}
        if error.get("code") in _UNREADABLE:
            msg = f"{name}: {error['message']}"
            raise UnreadableError(msg)


def _events(options: argparse.Namespace) -> int:
    with _opened(options.file) as source:
        held: list[AnyEvent] = []
        for event in read_events(source, options.file, options.provider):
            # A file that cannot be read prints nothing.
            held.append(event)
            if event.type in {"message_started", "message_error"}:
                continue
            for ready in held:
                sys.stdout.write(ready.to_json() + "\n")
            held.clear()
    sys.stdout.flush()
    return 0


def _opened(file: str) -> BinaryIO:
    return sys.stdin.buffer if file == "-" else Path(file).open("rb")


def main(arguments: list[str] | None = None) -> int:
    """Run a command and return its exit status."""
    parser = argparse.ArgumentParser(prog="reflex-thinking", description="Show how an AI assistant thinks.")
    commands = parser.add_subparsers(dest="command", required=True)
    events = commands.add_parser("events", help="print a recording of a model's stream as canonical events")
    events.set_defaults(run=_events)
    for command in (events,):
        command.add_argument(
            "file", help="raw server-sent events, JSON lines or a response as JSON; - for standard input"
        )
        command.add_argument("--provider", help=f"the wire format, if it is not found out: {', '.join(FLAVOURS)}")
    options = parser.parse_args(arguments)
    try:
        if options.provider is not None:
            flavour_named(options.provider)
        return options.run(options)
    except (ThinkingError, OSError) as error:
        sys.stderr.write(f"reflex-thinking: {error}\n")
        return 1


if __name__ == "__main__":
    sys.exit(main())
