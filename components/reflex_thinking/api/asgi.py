"""The HTTP service in front of any ASGI app, without Reflex."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import AsyncExitStack
from importlib.util import find_spec
from typing import TYPE_CHECKING

from ..errors import ConfigurationError, MissingExtraError
from .limits import ApiLimits

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from ..runs.respond import Respond


def with_api(
    app: ASGIApp,
    respond: Respond,
    *,
    limits: ApiLimits | None = None,
    prefix: str = "/api",
    origins: Collection[str] = (),
    trusted_proxies: int = 0,
) -> ASGIApp:
    """Put the HTTP service in front of an app, which goes on serving all other paths: see docs/api.md.

    ``rt.mount_api`` does the same for an app of Reflex. When the server stops, what was said until then is stored.

    Args:
        app: Any ASGI app, of FastAPI or Starlette for example.
        respond: What answers; ``rt.traced(agent)`` for an agent of your own.
        limits: How much one user may ask.
        prefix: Where the routes are.
        origins: Other origins whose pages may use them.
        trusted_proxies: How many proxies a request comes through.

    Raises:
        ConfigurationError: ``respond`` cannot answer, or the prefix is none.
        MissingExtraError: A package is missing.
    """
    check_packages()
    if not callable(respond) or isinstance(respond, type):
        msg = f"with_api(app, {respond!r}): give a respond function"
        raise ConfigurationError(msg)
    if not prefix.startswith("/") or prefix.endswith("/"):
        msg = f"with_api(prefix={prefix!r}): it begins with a slash, and does not end with one"
        raise ConfigurationError(msg)
    from .routes import Routes
    from .service import around

    routes = Routes(lambda: respond, limits or ApiLimits(), prefix, origins, trusted_proxies)
    return _WithRuns(around(app, routes))


def check_packages() -> None:
    """Say which packages are missing.

    Raises:
        MissingExtraError: One is.
    """
    if find_spec("sse_starlette") is None:
        part = "The HTTP service"
        raise MissingExtraError(part, "api")


class _WithRuns:
    """Lets runs begin with the server, and end before the server hears that all has ended."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            await self.app(scope, receive, send)
            return
        from .shutdown import runs_of_the_server

        async with AsyncExitStack() as runs:

            async def tell(message: Message) -> None:
                if message["type"].startswith("lifespan.shutdown."):
                    await runs.aclose()
                await send(message)

            await runs.enter_async_context(runs_of_the_server())
            await self.app(scope, receive, tell)
