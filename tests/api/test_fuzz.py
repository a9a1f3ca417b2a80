"""Requests that a machine thinks up from the description of the service."""

import asyncio
import threading
from typing import Any

import pytest
import reflex_thinking as rt
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from reflex_thinking.api.openapi import openapi
from reflex_thinking.identity import USER_COOKIE
from reflex_thinking.settings import close_runs
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from .hosting import PATIENCE, Host, said, serve

EXAMPLES = 40
CHECKS = (not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance)


async def echo(turn: rt.Turn):
    yield rt.reasoning("Hm.")
    yield turn.text


class Running:
    """A host with a loop and a thread of its own, for clients that block."""

    def __init__(self) -> None:
        self.host: Host | None = None
        self.cookies: dict[str, str] = {}
        self.known: dict[str, str] = {}
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()))

    async def _serve(self) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        async with serve(echo) as host:
            client = host.client()
            event = (await said(client, "Hello"))[0].data
            self.known = {"event_id": event["event_id"], "thread_id": event["thread_id"]}
            self.cookies = {USER_COOKIE: client.cookies[USER_COOKIE]}
            self.host = host
            self._ready.set()
            await self._stop.wait()
        await close_runs()

    def __enter__(self) -> "Running":
        self._thread.start()
        assert self._ready.wait(PATIENCE)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(PATIENCE)


OPERATIONS = [result.ok() for result in schemathesis.openapi.from_dict(openapi("/api")).get_all_operations()]
WITHOUT_INPUT = ("/api/openapi.json", "/api/visitor.js")


@pytest.mark.parametrize("mode", GenerationMode, ids=lambda mode: mode.value)
@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.label)
def test_no_request_makes_the_server_fail_or_answer_as_it_says_it_never_would(operation: Any, mode: GenerationMode):
    if operation.path in WITHOUT_INPUT and mode is GenerationMode.NEGATIVE:
        return  # there is nothing that could be wrong
    statuses: set[int] = set()

    with Running() as running:
        url = running.host.url if running.host else ""

        @settings(
            max_examples=EXAMPLES,
            deadline=None,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
            database=None,
        )
        @given(operation.as_strategy(mode), st.booleans())
        def ask(case: Any, is_known: bool) -> None:
            for name in running.known.keys() & (case.path_parameters or {}).keys() if is_known else ():
                case.path_parameters[name] = running.known[name]
            response = case.call(base_url=url, cookies=running.cookies)
            statuses.add(response.status_code)
            case.validate_response(response, checks=CHECKS)

        ask()
    if mode is GenerationMode.POSITIVE:
        assert statuses & {200, 202, 204}, "all was refused"
    else:
        assert any(400 <= status < 500 for status in statuses)
