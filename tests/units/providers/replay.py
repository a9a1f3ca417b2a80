"""A server on loopback that answers every request with a recording, cut at odd places."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

from tests.loopback import answering

RECORDINGS = Path(
    os.environ.get("REFLEX_THINKING_RECORDINGS", Path(__file__).parents[3].parent / "shared" / "recordings")
)


def as_sent(path: Path) -> bytes:
    """A recording as a server sends it: JSON lines become server-sent events again."""
    if path.suffix != ".jsonl":
        return path.read_bytes()
    frames: list[str] = []
    for line in filter(None, map(str.strip, path.read_text().splitlines())):
        kind = json.loads(line).get("type")
        frames.append((f"event: {kind}\n" if kind else "") + f"data: {line}\n\n")
    return "".join(frames).encode()


class Replay:
    """What the server answers, and what it was asked."""

    def __init__(self) -> None:
        self.body = b""
        self.type = "text/event-stream"
        self.status = 200
        self.cut = 97
        """Every so many bytes a new piece begins."""
        self.breaks_off = False
        """Whether the connection ends without a proper end."""
        self.requests: list[dict[str, Any]] = []
        self.url = ""

    def answer_with(self, body: bytes, *, status: int = 200, cut: int = 97, breaks_off: bool = False) -> None:
        self.body, self.status, self.cut, self.breaks_off = body, status, cut, breaks_off
        self.type = "application/json" if body.lstrip()[:1] in {b"{", b"["} else "text/event-stream"


@contextmanager
def replaying() -> Iterator[Replay]:
    replay = Replay()

    def answer(request: BaseHTTPRequestHandler, asked: dict[str, Any]) -> None:
        replay.requests.append(asked)
        request.send_response(replay.status)
        request.send_header("content-type", replay.type)
        request.send_header("transfer-encoding", "chunked")
        request.end_headers()
        for start in range(0, len(replay.body), replay.cut):
            piece = replay.body[start : start + replay.cut]
            request.wfile.write(b"%x\r\n" % len(piece) + piece + b"\r\n")
        if replay.breaks_off:
            request.wfile.flush()
            request.close_connection = True
            request.connection.close()
        else:
            request.wfile.write(b"0\r\n\r\n")

    with answering(answer) as replay.url:
        yield replay
