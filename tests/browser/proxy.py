"""A TCP proxy on loopback that can be cut: Chromium's own offline switch leaves an open websocket open."""

import asyncio
import contextlib
from typing import Literal, Self


class Proxy:
    """Passes connections on to a port, until it is cut; then it aborts them and takes no new ones until mended."""

    def __init__(self, target_port: int) -> None:
        self.target_port = target_port
        self.port = 0
        self.is_cut = False
        self.loses: Literal["", "questions", "answers", "everything"] = ""
        """What gets lost on the way although the connections stay open: what is sent to the server, or by it, or both."""
        self._may_answer = asyncio.Event()
        self._may_answer.set()
        self._server: asyncio.Server | None = None
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self.cut()
        if self._server is not None:
            self._server.close()
        for task in self._tasks:
            task.cancel()

    def cut(self) -> None:
        """Abort every connection and refuse new ones."""
        self.is_cut = True
        for writer in self._writers:
            writer.transport.abort()
        self._writers.clear()

    def hold(self) -> None:
        """Keep what the server says until it is mended."""
        self._may_answer.clear()

    def mend(self) -> None:
        """Take connections again, and pass everything on. Those in which something got lost are of no use any more."""
        if self.loses:
            self.cut()
        self._may_answer.set()
        self.is_cut = False
        self.loses = ""

    def script(self) -> str:
        """Makes a page talk to the server through this proxy."""
        return f"""const Real = WebSocket; window.WebSocket = class extends Real {{
            constructor(url, protocols) {{ super(String(url).replace(":{self.target_port}", ":{self.port}"), protocols); }}
        }};"""

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.is_cut:
            writer.transport.abort()
            return
        up_reader, up_writer = await asyncio.open_connection("127.0.0.1", self.target_port)
        self._writers |= {writer, up_writer}
        for kind, source, target in (("questions", reader, up_writer), ("answers", up_reader, writer)):
            task = asyncio.ensure_future(self._pass_on(kind, source, target))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pass_on(self, kind: str, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await source.read(65536):
                if kind == "answers":
                    await self._may_answer.wait()
                if self.loses in {kind, "everything"}:
                    continue
                target.write(data)
                await target.drain()
        target.transport.abort()
