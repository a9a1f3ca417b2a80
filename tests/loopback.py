"""An HTTP server on loopback, in a thread, for tests that need somebody to ask."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@contextmanager
def answering(answer: Callable[[BaseHTTPRequestHandler, dict[str, Any]], None]) -> Iterator[str]:
    """Answer every GET and POST until the end of the block; gives the server's address.

    Args:
        answer: Takes the request and its JSON, and writes the answer.
    """

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            """Be silent."""

        def do_POST(self) -> None:
            answer(self, json.loads(self.rfile.read(int(self.headers.get("content-length") or 0)) or b"{}"))

        do_GET = do_POST  # noqa: N815 - the name that http.server calls

        def handle(self) -> None:
            with suppress(OSError, ValueError):  # the client went away
                super().handle()

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
