"""The HTTP service as one ASGI app around another."""

from __future__ import annotations

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.routing import Match
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..store.base import StoreError
from .errors import ApiError, answer_api_error, answer_failure, answer_http_error, answer_store_error
from .routes import Routes
from .visitors import Visitors


def around(app: ASGIApp, routes: Routes, *, event_path: str = "/_event") -> ASGIApp:
    """The service in front of an app, which goes on serving all other paths.

    Args:
        app: The app.
        routes: The routes of the service.
        event_path: Where the app's websocket is.
    """
    return Visitors(_Service(app, routes), (f"{routes.prefix}/", event_path))


class _Service:
    def __init__(self, app: ASGIApp, routes: Routes) -> None:
        self.app = app
        self.folder = f"{routes.prefix}/"
        self.routes = routes.all()
        self.service = Starlette(
            routes=self.routes,
            exception_handlers={
                ApiError: answer_api_error,
                HTTPException: answer_http_error,
                StoreError: answer_store_error,
                Exception: answer_failure,
            },
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not scope["path"].startswith(self.folder):
            await self.app(scope, receive, send)
        elif any(route.matches(scope)[0] is not Match.NONE for route in self.routes):
            await self.service(scope, receive, send)
        else:
            await self.app(scope, receive, _WithoutPages(scope, receive, send))


class _WithoutPages:
    """Passes an answer on; a page that says that nothing is there becomes an error as programs expect it.

    The app may have routes of its own beside those of the service.
    """

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.scope, self.receive, self.send = scope, receive, send
        self.is_replaced = False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start" and message["status"] in (404, 405):
            kind = Headers(raw=list(message.get("headers", ()))).get("content-type", "")
            self.is_replaced = not kind.startswith("application/json")
            if self.is_replaced:
                error = ApiError(404, "not_found", f"There is nothing at {self.scope['path'][:200]!r}.")
                await error.to_response()(self.scope, self.receive, self.send)
        if not self.is_replaced:
            await self.send(message)
