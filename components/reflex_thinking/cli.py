"""The command line: ``reflex-thinking``. It never loads Reflex, so that it starts at once.

What a command needs is imported by the command, so that one does not wait for what another needs.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
from collections.abc import Sequence
from typing import Any

UNREADABLE, USAGE, INTERRUPTED, CLOSED_PIPE = 1, 2, 130, 141

_FILE = "raw server-sent events, JSON lines of chunks, or one response as JSON; - for standard input"
_EXIT = """exit status: 0 when it was shown, 1 when it cannot be read, 2 for wrong options, 130 when interrupted, 141 when
whoever reads the output went away"""


class _Version(argparse.Action):
    """Looks the version up only when it is asked for."""

    def __init__(self, **options: Any) -> None:
        super().__init__(nargs=0, **options)

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        from importlib.metadata import version

        sys.stdout.write(f"reflex-thinking {version('reflex-thinking')}\n")
        parser.exit()


def _speed(text: str) -> float:
    try:
        speed = float(text)
    except ValueError:
        speed = -1
    if not math.isfinite(speed) or speed < 0:
        msg = f"{text!r} is no speed: use 1 for the recording's own, 2 for twice as fast, 0 for at once"
        raise argparse.ArgumentTypeError(msg)
    return speed


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="reflex-thinking", description="Show how an AI assistant thinks, from what a model sent.", epilog=_EXIT
    )
    parser.add_argument("--version", action=_Version, help="print the version")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    events = commands.add_parser(
        "events",
        help="print a recording as canonical events",
        description="Print a recording of a model's stream as canonical events, one JSON object per line. The last one is "
        "message_final, whatever happened.",
        epilog=_EXIT,
    )
    events.add_argument("file", metavar="FILE", help=_FILE)
    show = commands.add_parser(
        "show",
        help="show a recording, or a stream that is piped in",
        description="Show a recording of a model's stream as it would have been watched. In a terminal it is a view whose "
        "blocks and steps open and close; elsewhere, or with --plain, it is lines of text that begin with [think], then the "
        "answer.",
        epilog="keys: Enter or Space opens and closes, a everything, arrows or j and k move, ? help, q ends. " + _EXIT,
    )
    show.add_argument(
        "file", metavar="FILE", nargs="?", help=f"{_FILE}, which is also the default when something is piped in"
    )
    show.add_argument(
        "--speed",
        type=_speed,
        metavar="X",
        help="how many times as fast as it was recorded; 0 for at once. A recording without times is shown at a believable "
        "pace. The default is 1 in the interactive view and 0 in plain text; what is piped in is shown as it comes",
    )
    show.add_argument("--plain", action="store_true", help="lines of text, also in a terminal")
    show.add_argument(
        "--locale", metavar="L", help="the language of the labels, for example pt-BR; found in the environment"
    )
    for command in (events, show):
        command.add_argument("--provider", metavar="P", help="the wire format, if it is not found out by itself")
    return parser


def _events(options: argparse.Namespace) -> int:
    from .terminal.files import is_stream, name_of, opened
    from .terminal.source import read_events

    with opened(options.file) as source:
        is_live = is_stream(source)
        for event in read_events(source, name_of(options.file), options.provider):
            try:
                line = event.to_json()
            except ValueError:  # half a character: JSON can say it, though UTF-8 cannot
                line = json.dumps(event.model_dump(exclude_none=True))
            sys.stdout.write(line + "\n")
            if is_live:
                sys.stdout.flush()
    return 0


def _show(options: argparse.Namespace) -> int:
    from .terminal.show import show

    return show(options.file, options.provider, options.speed, options.locale, is_plain=options.plain)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.command == "show" and options.file is None:
        if sys.stdin is None or sys.stdin.isatty():
            parser.error("show: name a FILE, or pipe one in")
        options.file = "-"
    # Looking for plugins of pydantic takes longer than reading a small file, and none has a say here.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    from .errors import ConfigurationError, ThinkingError

    try:
        if options.provider is not None:
            from .providers.flavours import flavour_named

            flavour_named(options.provider)
        status = {"events": _events, "show": _show}[options.command](options)
        sys.stdout.flush()
    except ThinkingError as error:
        sys.stderr.write(f"reflex-thinking: {error}\n")
        return USAGE if isinstance(error, ConfigurationError) else UNREADABLE
    except BrokenPipeError:
        # Nobody reads any more; what is left in the buffer must not raise when the interpreter ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CLOSED_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED
    return status


if __name__ == "__main__":
    sys.exit(main())
