"""A real server around the HTTP service, in the test's own event loop, and clients for it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import httpx
from granian.constants import Interfaces
from granian.server.embed import Server
from reflex_thinking.api.limits import ApiLimits
from reflex_thinking.api.routes import Routes
from reflex_thinking.api.service import around
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from tools.serve import free_port

PATIENCE = 60.0
PAGE = "<!doctype html><title>Page</title>"


async def page(request: Request) -> Response:
    return HTMLResponse(PAGE, headers={"cache-control": "public, max-age=3600"})


async def asset(request: Request) -> Response:
    return PlainTextResponse("1", media_type="text/javascript")


async def cookies(request: Request) -> Response:
    """What an app below the service sees."""
    return JSONResponse({"cookie": request.headers.get("cookie", "")})


APP = Starlette(routes=[Route("/", page), Route("/asset.js", asset), Route("/api/own", cookies)])


@dataclass
class Host:
    """A running server."""

    url: str
    clients: list[httpx.AsyncClient] = field(default_factory=list)

    def client(self, **options: Any) -> httpx.AsyncClient:
        """A client with cookies of its own: another user."""
        client = httpx.AsyncClient(base_url=self.url, timeout=PATIENCE, **options)
        self.clients.append(client)
        return client


@contextlib.asynccontextmanager
async def serve(respond: Any, *, origins: Iterable[str] = (), **limits: Any) -> AsyncIterator[Host]:
    """Serve the HTTP service until the block ends."""
    limits = {"requests_per_minute": 100_000, "newcomers_per_minute": 100_000, **limits}
    routes = Routes(lambda: respond, ApiLimits(**limits), origins=frozenset(origins))
    port = free_port()
    server = Server(around(APP, routes), address="127.0.0.1", port=port, interface=Interfaces.ASGINL, log_enabled=False)
    serving = asyncio.ensure_future(server.serve())
    host = Host(f"http://127.0.0.1:{port}")
    try:
        await _until_it_answers(port)
        yield host
    finally:
        for client in host.clients:
            await client.aclose()
        server.stop()
        await asyncio.wait_for(serving, PATIENCE)


async def _until_it_answers(port: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            assert time.monotonic() < deadline
            await asyncio.sleep(0.01)
        else:
            writer.close()
            return


@dataclass
class Sent:
    """One event as it came over the wire."""

    event: str = ""
    data: Any = None
    id: str | None = None


async def sent(response: httpx.Response) -> AsyncIterator[Sent]:
    """The events of a stream, read as the standard says."""
    current, lines = Sent(), []
    async for line in response.aiter_lines():
        if not line:
            if lines:
                current.data = json.loads("\n".join(lines))
                yield current
            current, lines = Sent(), []
            continue
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        match name:
            case "event":
                current.event = value
            case "id":
                current.id = value
            case "data":
                lines.append(value)


async def said(client: httpx.AsyncClient, message: str, path: str = "/api/chat", /, **body: Any) -> list[Sent]:
    """Say something and read the answer to its end."""
    async with client.stream("POST", path, json={"message": message, **body}) as response:
        assert response.status_code == 200, await response.aread()
        return [event async for event in sent(response)]


async def until(condition: Callable[[], bool]) -> None:
    """Wait for something that another connection does."""
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110 - the condition may be anything
            await asyncio.sleep(0.005)
