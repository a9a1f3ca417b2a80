"""The HTTP service in an app that is none of Reflex."""

from __future__ import annotations

import asyncio
import contextlib
import json
import subprocess
import sys
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
import reflex_thinking as rt
from fastapi import FastAPI
from reflex_thinking.store.memory import MemoryStore

from tests.api.hosting import PATIENCE


async def respond(turn: rt.Turn):
    yield rt.reasoning("Let me see.")
    yield f"You said: {turn.text}"


class Waiting:
    """Says something, and then waits for ever."""

    def __init__(self) -> None:
        self.waits = asyncio.Event()

    async def __call__(self, turn: rt.Turn):
        yield "So far"
        self.waits.set()
        await asyncio.Event().wait()


class Server:
    """What an ASGI server does with an app: it begins, asks, and stops."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self._to_app: asyncio.Queue[dict[str, str]] = asyncio.Queue()
        self._to_server: asyncio.Queue[dict[str, str]] = asyncio.Queue()

    async def __aenter__(self) -> httpx.AsyncClient:
        scope = {"type": "lifespan", "asgi": {"version": "3.0"}, "state": {}}
        self._task = asyncio.ensure_future(self.app(scope, self._to_app.get, self._to_server.put))
        await self._to_app.put({"type": "lifespan.startup"})
        await self._has_told("lifespan.startup.complete")
        return httpx.AsyncClient(transport=httpx.ASGITransport(self.app), base_url="http://test", timeout=PATIENCE)

    async def __aexit__(self, *_: object) -> None:
        await self._to_app.put({"type": "lifespan.shutdown"})
        await self._has_told("lifespan.shutdown.complete")
        self._task.cancel()  # the server has heard all that it waits for
        with contextlib.suppress(asyncio.CancelledError):
            await self._task

    async def _has_told(self, what: str) -> None:
        message = await asyncio.wait_for(self._to_server.get(), PATIENCE)
        assert message["type"] == what


def new_app(events: list[str]) -> FastAPI:
    @contextlib.asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        events.append("begun")
        yield
        events.append("ended")

    app = FastAPI(lifespan=lifespan)

    @app.get("/health")
    def health() -> dict[str, str]:  # pyright: ignore[reportUnusedFunction]
        return {"status": "ok"}

    return app


async def test_an_app_keeps_its_routes_and_its_lifespan_and_answers_beside_them():
    events: list[str] = []
    async with Server(rt.with_api(new_app(events), respond)) as http:
        assert events == ["begun"]
        assert (await http.get("/health")).json() == {"status": "ok"}
        answer = await http.post("/api/chat", json={"message": "hello"}, headers={"accept": "application/json"})
        assert answer.json()["assistant"] == {"text": "You said: hello"}
        assert (await http.get("/api/nothing")).status_code == 404
    assert events == ["begun", "ended"]


async def test_what_is_being_said_is_stored_before_the_server_has_stopped(store: MemoryStore):
    waiting = Waiting()
    async with Server(rt.with_api(new_app([]), waiting)) as http:
        # httpx gives an answer back when it is whole, so that this one is read beside.
        asking = asyncio.ensure_future(http.post("/api/chat", json={"message": "Hello"}))
        await asyncio.wait_for(waiting.waits.wait(), PATIENCE)
    [said] = [
        line for line in (await asking).text.splitlines() if line.startswith("data: ") and "message_final" in line
    ]
    event = json.loads(said.removeprefix("data: "))["event"]
    assert [segment["text"] for segment in event["segments"]] == ["So far"]
    assert event in await store.messages(event["thread_id"])


async def test_the_routes_are_where_they_are_wanted():
    async with Server(rt.with_api(FastAPI(), respond, prefix="/assistant")) as http:
        assert (await http.post("/assistant/chat", json={"message": "hello"})).status_code == 200
        assert (await http.post("/api/chat", json={"message": "hello"})).status_code == 404


@pytest.mark.parametrize(
    ("options", "rule"),
    [
        ({"respond": None}, "give a respond function"),
        ({"respond": "hello"}, "give a respond function"),
        ({"prefix": "api"}, "begins with a slash"),
        ({"prefix": "/api/"}, "does not end with one"),
    ],
)
def test_what_makes_no_sense_is_refused(options: dict[str, Any], rule: str):
    with pytest.raises(rt.ConfigurationError, match=rule):
        rt.with_api(FastAPI(), **{"respond": respond, **options})


def test_it_needs_no_reflex():
    code = "import sys, reflex_thinking as rt; rt.with_api(None, print); print('reflex' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "False"
