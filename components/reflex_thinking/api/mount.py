"""The HTTP service in a Reflex app."""

# Not everything of Reflex has a type.
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import reflex as rx
from reflex.utils.exec import is_prod_mode
from reflex_base.config import get_config
from starlette.types import ASGIApp

from ..errors import ConfigurationError
from ..runs.respond import Respond
from ..state import ThinkingState, respond_of
from .asgi import check_packages
from .limits import ApiLimits


def mount_api(app: rx.App, chat: type[ThinkingState] | Respond, *, limits: ApiLimits | None = None) -> None:
    """Add the HTTP service to an app: ``/api/chat`` and what belongs to it, see docs/api.md.

    Users are then known by a cookie, in the page and in the service alike, unless ``rt.configure(identify=…)`` says who
    they are. When the server stops, what was said until then is stored.

    Args:
        app: The app. Call this before it starts.
        chat: The chat state whose ``respond`` answers, or a ``respond`` itself.
        limits: How much one user may ask.

    Raises:
        ConfigurationError: ``chat`` cannot answer, or the app has the service already.
        MissingExtraError: A package is missing.
    """
    check_packages()
    given = app.api_transformer
    transformers: list[Any] = [] if given is None else list(given) if isinstance(given, list | tuple) else [given]
    if any(isinstance(each, _Mounted) for each in transformers):
        msg = "mount_api() was called twice for one app: an app has one HTTP service"
        raise ConfigurationError(msg)
    from .shutdown import runs_of_the_server

    respond = _respond(chat)
    app.register_lifespan_task(runs_of_the_server)
    config = get_config()
    if not is_prod_mode() or urlsplit(config.api_url).hostname != urlsplit(config.deploy_url or "").hostname:
        # Pages come from another server, which sets no cookie: this one does, before a page connects.
        app.head_components.append(rx.el.script(src=f"{config.api_url.rstrip('/')}{_prefix()}/visitor.js"))
    # The last one is the outermost, so the cookie is there for whatever else serves the app's requests.
    app.api_transformer = [*transformers, _Mounted(respond, limits or ApiLimits())]


class _Mounted:
    """Puts the service in front of the app, when the app has its configuration."""

    def __init__(self, respond: Callable[[], Respond], limits: ApiLimits) -> None:
        self.respond = respond
        self.limits = limits

    def __call__(self, app: ASGIApp) -> ASGIApp:
        from .routes import Routes
        from .service import around

        config = get_config()
        routes = Routes(
            self.respond,
            self.limits,
            prefix=_prefix(),
            origins=frozenset(_origins(config.deploy_url, *config.cors_allowed_origins)),
            trusted_proxies=config.trusted_proxy_hops,
        )
        return around(app, routes, event_path=config.prepend_backend_path("/_event"))


def _prefix() -> str:
    """Where the routes are: under the backend's own path, which may be the right one already."""
    path = get_config().backend_path.rstrip("/")
    return path if path.endswith("/api") else f"{path}/api"


def _respond(chat: Any) -> Callable[[], Respond]:
    if isinstance(chat, type) and issubclass(chat, ThinkingState):
        return lambda: respond_of(chat)
    if not callable(chat) or isinstance(chat, type):
        msg = f"mount_api(app, {chat!r}): give a chat state (a subclass of rt.ThinkingState) or a respond function"
        raise ConfigurationError(msg)
    return lambda: chat


def _origins(*addresses: str | None) -> list[str]:
    """The origins of addresses; ``*`` is none, since nobody means every site on earth to use their visitors' cookies."""
    split = [urlsplit(address) for address in addresses if address and address != "*"]
    return [f"{address.scheme}://{address.netloc}".lower() for address in split]
