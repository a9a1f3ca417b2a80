"""A server on loopback that answers every request with a recording, cut at odd places."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

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

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            """Be silent."""

        def do_POST(self) -> None:
            asked = self.rfile.read(int(self.headers.get("content-length") or 0))
            replay.requests.append(json.loads(asked or b"{}"))
            self.send_response(replay.status)
            self.send_header("content-type", replay.type)
            self.send_header("transfer-encoding", "chunked")
            self.end_headers()
            for start in range(0, len(replay.body), replay.cut):
                piece = replay.body[start : start + replay.cut]
                self.wfile.write(b"%x\r\n" % len(piece) + piece + b"\r\n")
            if replay.breaks_off:
                self.wfile.flush()
                self.close_connection = True
                self.connection.close()
            else:
                self.wfile.write(b"0\r\n\r\n")

        def handle(self) -> None:
            with suppress(OSError, ValueError):  # the connection was closed on purpose
                super().handle()

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    replay.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield replay
    finally:
        server.shutdown()
        server.server_close()
