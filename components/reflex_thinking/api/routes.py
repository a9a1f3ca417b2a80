"""The routes of the HTTP service."""

from __future__ import annotations

import dataclasses
from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ..errors import ThinkingError
from ..identity import Identity, identity_of
from ..runs.conversation import Asker, Refusal, TurnRefusedError, owned_thread, say
from ..runs.registry import Runs
from ..runs.respond import Respond
from ..runs.run import Run
from ..settings import get_runs, reader_locale, settings
from ..store.base import ThreadInfo
from . import sse
from .errors import PRIVATE, ApiError, not_found
from .limits import ApiLimits, RateLimiter
from .openapi import openapi
from .origin import check_origin, client_address
from .requests import ChatRequest, is_id, read_body, read_chat_request, read_last_event_id, require_json, wants_json
from .visitors import IS_NEW

TRY_AGAIN_SECONDS = 5
STATUS: dict[Refusal, int] = {
    "unknown_user": 401,
    "empty_message": 422,
    "message_too_long": 422,
    "message_not_found": 404,
    "thread_not_found": 404,
    "thread_busy": 409,
    "too_many_runs": 429,
}
ENDED_STATUS = {"cancelled": 409, "runs_at_once": 429}
"""With which status a run that failed is answered; with 502 otherwise."""

Endpoint = Callable[[Request], Awaitable[Response]]


@dataclasses.dataclass
class Routes:
    """The routes, and what they need.

    Args:
        respond: Gives what makes the answers.
        limits: How much one user may ask.
        prefix: Where the routes are.
        origins: Other origins whose pages may use them.
        trusted_proxies: How many proxies a request comes through.
    """

    respond: Callable[[], Respond]
    limits: ApiLimits = dataclasses.field(default_factory=ApiLimits)
    prefix: str = "/api"
    origins: Collection[str] = ()
    trusted_proxies: int = 0

    def __post_init__(self) -> None:
        """Make what counts requests."""
        self._per_user = RateLimiter(self.limits.requests_per_minute)
        self._newcomers = RateLimiter(self.limits.newcomers_per_minute)

    def all(self) -> list[Route]:
        """The routes."""
        one = f"{self.prefix}/chat/{{event_id}}"
        return [
            Route(f"{self.prefix}/chat", self.chat, methods=["POST"]),
            Route(f"{self.prefix}/chat/stream", self.stream, methods=["POST"]),
            Route(f"{one}/events", self.events, methods=["GET"]),
            Route(f"{one}/cancel", self.cancel, methods=["POST"]),
            Route(f"{self.prefix}/threads/{{thread_id}}", self.thread, methods=["GET"]),
            Route(f"{self.prefix}/openapi.json", self.description, methods=["GET"]),
            Route(f"{self.prefix}/visitor.js", self.visitor, methods=["GET"]),
        ]

    # What clients may ask ---------------------------------------------------------------------------------------------

    async def chat(self, request: Request) -> Response:
        """Say something: the canonical events, or the finished response."""
        run = await self._say(request)
        if not wants_json(request):
            return sse.Stream(sse.canonical(run, self.limits), self.limits, _names(run))
        projection = await sse.outcome(run)
        if projection.error is not None:
            code = projection.error["code"]
            more = {"threadId": run.turn.thread_id, "messageId": run.id}
            raise ApiError(ENDED_STATUS.get(code, 502), code, projection.error["message"], _names(run), more)
        return JSONResponse(projection.response, headers={**PRIVATE, **_names(run)})

    async def stream(self, request: Request) -> Response:
        """Say something: the run, told simply."""
        run = await self._say(request)
        return sse.Stream(sse.simple(run, self.limits), self.limits, _names(run))

    async def events(self, request: Request) -> Response:
        """Go on reading a run."""
        user = self._admit(request)
        after = read_last_event_id(request)
        event_id, runs = request.path_params["event_id"], await get_runs()
        run = _run_of(runs, event_id, user)
        if run is None:
            event = await _stored_answer(runs, event_id, user)
            return sse.Stream(sse.stored(event, self.limits), self.limits)
        if after > run.log.last_seq:
            msg = f"Last-Event-ID = {after}: the last event of this run is {run.log.last_seq}."
            raise ApiError(400, "invalid_last_event_id", msg)
        if run.is_done and after == run.log.last_seq:
            return Response(status_code=204, headers=PRIVATE)  # the way to tell an EventSource that there is no more
        return sse.Stream(sse.canonical(run, self.limits, after), self.limits, _names(run))

    async def cancel(self, request: Request) -> Response:
        """Stop a run; what was said so far is kept."""
        user = self._admit(request)
        if await read_body(request, self.limits) or "content-type" in request.headers:
            require_json(request)
        event_id, runs = request.path_params["event_id"], await get_runs()
        run = _run_of(runs, event_id, user)
        if run is not None:
            run.cancel()
        else:
            await _stored_answer(runs, event_id, user)
        return JSONResponse({"messageId": event_id}, status_code=202, headers=PRIVATE)

    async def thread(self, request: Request) -> Response:
        """A thread with its messages."""
        user = self._admit(request)
        thread_id, runs = request.path_params["thread_id"], await get_runs()
        found = await _thread_of(runs, thread_id, user)
        messages = await runs.store.messages(thread_id)
        known = {message["id"] for message in messages}
        messages += [run.final for run in runs.unsaved_in(thread_id) if run.final and run.id not in known]
        return JSONResponse({"id": found.id, "title": found.title, "messages": messages}, headers=PRIVATE)

    async def description(self, request: Request) -> Response:
        """What all this is, for programs."""
        return JSONResponse(openapi(self.prefix))

    async def visitor(self, request: Request) -> Response:
        """Nothing but the cookie, for pages that come from another server: they load it before they connect."""
        return Response("", media_type="text/javascript", headers=PRIVATE)

    # Inside -----------------------------------------------------------------------------------------------------------

    def _admit(self, request: Request) -> Identity:
        """Who asks, if they may."""
        check_origin(request.headers, self.origins)
        user = identity_of(request.headers, settings.identify)
        if not user.user_id:
            raise ApiError(401, "unauthorized", "It is not known who you are.")
        if request.scope.get(IS_NEW):
            wait = self._newcomers.take(client_address(request.scope, self.trusted_proxies))
        else:
            wait = self._per_user.take(user.user_id)
        if wait:
            msg = f"These were too many requests. Try again in {wait} s."
            raise ApiError(429, "too_many_requests", msg, {"retry-after": str(wait)})
        return user

    async def _say(self, request: Request) -> Run:
        user = self._admit(request)
        asked = await read_chat_request(request, self.limits)
        runs = await get_runs()
        thread_id = asked.thread_id or ""
        try:
            return await say(
                runs,
                self.respond(),
                await _asker(runs, user, asked, request.headers),
                asked.message,
                thread_id=thread_id,
                max_length=self.limits.message_length or settings.max_message_length,
                runs_at_once=self.limits.runs_at_once,
            )
        except TurnRefusedError as refused:
            if refused.code == "thread_not_found":
                raise not_found("thread") from None
            retry = {"retry-after": str(TRY_AGAIN_SECONDS)} if refused.code == "too_many_runs" else {}
            raise ApiError(STATUS[refused.code], refused.code, str(refused), retry) from None
        except ThinkingError as error:
            if not runs.is_closed:
                raise
            raise ApiError(503, "shutting_down", str(error), {"retry-after": str(TRY_AGAIN_SECONDS)}) from None


async def _asker(runs: Runs, user: Identity, asked: ChatRequest, headers: Mapping[str, str]) -> Asker:
    """Who asks, where. A workspace that the app knows is not for the client to choose."""
    client = asked.client
    claimed = client.workspace_id if client else None
    if user.workspace_id and claimed not in (None, user.workspace_id):
        raise ApiError(403, "wrong_workspace", f"You are not in the workspace {claimed!r}.")
    workspace_id = user.workspace_id or claimed or ""
    if asked.thread_id:
        found = await _thread_of(runs, asked.thread_id, user)
        if claimed not in (None, found.workspace_id):
            raise not_found("thread")
        workspace_id = found.workspace_id
    return Asker(
        user.user_id,
        workspace_id,
        thinking_enabled=client.thinking_enabled if client else True,
        locale=(client.locale if client else None) or reader_locale(headers),
    )


def _run_of(runs: Runs, event_id: str, user: Identity) -> Run | None:
    run = runs.get(event_id)
    return run if run is not None and run.turn.user_id == user.user_id else None


async def _thread_of(runs: Runs, thread_id: str, user: Identity) -> ThreadInfo:
    try:
        return await owned_thread(runs, thread_id if is_id(thread_id) else "", user.user_id)
    except TurnRefusedError:
        raise not_found("thread") from None


async def _stored_answer(runs: Runs, event_id: str, user: Identity) -> dict[str, Any]:
    """An answer of this user's that is stored."""
    found = await runs.store.find_message(event_id) if is_id(event_id) else None
    if found is None or found[0].user_id != user.user_id or found[1].get("role") != "assistant":
        raise not_found("message")
    return found[1]


def _names(run: Run) -> dict[str, str]:
    """Headers that say at once what is being made, so that it can be stopped or read again."""
    return {"x-thread-id": run.turn.thread_id, "x-message-id": run.id}
