"""A cookie by which users are known again, for apps that have no users of their own.

It is a random secret that only the browser has. Before anything else in the app sees a request or a websocket's handshake,
the secret in it is replaced by a digest. So neither a state, nor a log, nor the database ever holds what would be needed to
pass for the user.

It is set on pages and on answers of the HTTP service; a page that comes from another server, as in development, loads an
empty script from this one first. A websocket cannot set it with every server: one that brings none belongs to its browser
tab, as in an app without the service, and one that brings it renews it where that is possible.
"""

from __future__ import annotations

import re
import secrets

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..identity import USER_COOKIE, cookie, digest
from ..settings import settings

SECRET = re.compile(r"[A-Za-z0-9_-]{43}")
"""32 random bytes."""
MAX_AGE = 400 * 24 * 3600
"""As long as browsers allow."""
IS_NEW = "reflex_thinking.is_new"
"""In the scope of a request that brought no cookie."""
NOT_MODIFIED = 304


class Visitors:
    """Middleware over the whole app. It does nothing where the app says itself who users are.

    Args:
        app: What is below.
        paths: Beginnings of paths whose answers may set the cookie, beside pages.
    """

    def __init__(self, app: ASGIApp, paths: tuple[str, ...]) -> None:
        self.app = app
        self.paths = paths

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""
        if scope["type"] not in ("http", "websocket") or settings.identify is not None:
            await self.app(scope, receive, send)
            return
        given = cookie({"cookie": _cookies(scope)}, USER_COOKIE)
        is_new = SECRET.fullmatch(given) is None
        if is_new and scope["type"] == "websocket":
            await self.app({**scope, "headers": _replaced(scope, "")}, receive, send)
            return
        secret = secrets.token_urlsafe(32) if is_new else given
        header = f"{USER_COOKIE}={secret}; Max-Age={MAX_AGE}; Path=/; HttpOnly; SameSite=Lax"
        if _is_secure(scope):
            header += "; Secure"

        async def send_with_cookie(message: Message) -> None:
            if message["type"] == "websocket.accept":
                MutableHeaders(scope=_with_headers(message)).append("set-cookie", header)
            elif message["type"] == "http.response.start" and self._is_for(scope, message):
                headers = MutableHeaders(scope=_with_headers(message))
                if is_new:
                    headers.append("set-cookie", header)
                    if "no-store" not in headers.get("cache-control", ""):
                        # Whoever kept this answer for others would give them all the same cookie.
                        headers["cache-control"] = "private, no-cache"
                else:
                    # A page that a browser shows without asking could not bring the cookie when it is gone.
                    headers.setdefault("cache-control", "no-cache")
            await send(message)

        inner = {**scope, "headers": _replaced(scope, f"{USER_COOKIE}={digest(secret)}"), IS_NEW: is_new}
        await self.app(inner, receive, send_with_cookie)

    def _is_for(self, scope: Scope, message: Message) -> bool:
        if message["status"] == NOT_MODIFIED:  # which does not say of what kind it is
            is_page = b"text/html" in dict(scope["headers"]).get(b"accept", b"")
        else:
            is_page = MutableHeaders(scope=_with_headers(message)).get("content-type", "").startswith("text/html")
        return is_page or scope["path"].startswith(self.paths)


def _with_headers(message: Message) -> Message:
    message["headers"] = list(message.get("headers") or ())
    return message


def _cookies(scope: Scope) -> str:
    return "; ".join(value.decode("latin-1") for name, value in scope["headers"] if name.lower() == b"cookie")


def _replaced(scope: Scope, pair: str) -> list[tuple[bytes, bytes]]:
    """The headers with this cookie, or none, in place of all of its name."""
    cookies = [each.strip() for each in _cookies(scope).split(";")]
    cookies = [each for each in cookies if each and each.partition("=")[0].strip() != USER_COOKIE]
    cookies += [pair] if pair else []
    headers = [(name, value) for name, value in scope["headers"] if name.lower() != b"cookie"]
    return [*headers, (b"cookie", "; ".join(cookies).encode("latin-1"))] if cookies else headers


def _is_secure(scope: Scope) -> bool:
    forwarded = next((value for name, value in scope["headers"] if name.lower() == b"x-forwarded-proto"), b"")
    return scope.get("scheme") in ("https", "wss") or forwarded.split(b",")[0].strip().lower() in (b"https", b"wss")
