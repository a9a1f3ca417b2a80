"""Who asks: the one place where the headers of a request, or of a websocket's handshake, become a user.

``rt.configure(identify=…)`` plugs in a function of your own, for example one that checks a session or a token::

    def identify(headers: Mapping[str, str]) -> tuple[str, str] | None:
        session = sessions.get(cookie(headers, "session"))
        return (session.user_id, session.company_id) if session else None

Names of headers are in lower case. None means that nobody is known: the HTTP service answers 401, the page finds nothing.
Without such a function a user is whoever has the cookie that :mod:`reflex_thinking.api` sets, and where that is not mounted,
the browser tab.
"""

from __future__ import annotations

import base64
import hashlib
import logging
from collections.abc import Callable, Mapping
from typing import NamedTuple

logger = logging.getLogger(__name__)

USER_COOKIE = "reflex_thinking_user"
Identify = Callable[[Mapping[str, str]], tuple[str, str] | None]


class Identity(NamedTuple):
    """A user, and the workspace they are in. Without a ``user_id`` it is nobody, who owns nothing."""

    user_id: str
    workspace_id: str = ""


NOBODY = Identity("")


def identity_of(headers: Mapping[str, str], own: Identify | None = None, *, fallback: str = "") -> Identity:
    """Who sent these headers.

    Args:
        headers: Names in lower case.
        own: The app's own function, which then alone decides.
        fallback: The user when there is neither such a function nor a cookie.
    """
    if own is None:
        secret = cookie(headers, USER_COOKIE)
        return Identity(digest(secret)) if secret else Identity(fallback)
    try:
        found = own(headers)
        if found is None:
            return NOBODY
        user_id, workspace_id = found
        return Identity(str(user_id or ""), str(workspace_id or "")) if user_id else NOBODY
    except Exception as error:
        # Its text could hold the very token that it did not like.
        logger.error("identify failed with %s: the request is nobody's.", type(error).__name__)
        return NOBODY


def cookie(headers: Mapping[str, str], name: str) -> str:
    """The value of a cookie, or an empty text. Other cookies, however broken, do not matter."""
    for pair in headers.get("cookie", "").split(";"):
        key, found, value = pair.partition("=")
        if found and key.strip() == name:
            return value.strip().strip('"')
    return ""


def digest(secret: str) -> str:
    """A name for whoever has a secret, from which the secret cannot be found."""
    hashed = hashlib.sha256(b"reflex-thinking:" + secret.encode("utf-8", "surrogateescape")).digest()
    return base64.urlsafe_b64encode(hashed[:24]).decode()
