"""Grants: what a page shows at the live socket to be let in.

The state of the page knows who the user is now. It signs a grant that names the user, the thread and the chat; the socket asks
nothing but whether the signature is right and the time is not over, so any worker that has the key can check one.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from typing import NamedTuple

SECONDS = 120
"""How long a grant lasts. A page renews its grant in time."""

LONGEST = 2_000
"""No grant is longer than this."""


class Grant(NamedTuple):
    """Who may watch which thread in which chat, until when (seconds since the epoch)."""

    user_id: str
    thread_id: str
    chat: str
    until: float


def sign(key: bytes, user_id: str, thread_id: str, chat: str, *, now: float | None = None) -> str:
    """A grant for a user, a thread, and the chat state that shows it."""
    until = int((time.time() if now is None else now) + SECONDS)
    body = base64.urlsafe_b64encode(json.dumps([user_id, thread_id, chat, until], separators=(",", ":")).encode())
    return f"{body.decode()}.{_signature(key, body)}"


def read(key: bytes, text: object, *, now: float | None = None) -> Grant | None:
    """What a grant says; None when it is forged, broken or too old."""
    if not isinstance(text, str) or len(text) > LONGEST or not text.isascii():
        return None
    body, _, signature = text.partition(".")
    if not hmac.compare_digest(signature, _signature(key, body.encode())):
        return None
    grant = Grant(*json.loads(base64.urlsafe_b64decode(body)))
    return grant if grant.until > (time.time() if now is None else now) else None


def _signature(key: bytes, body: bytes) -> str:
    return base64.urlsafe_b64encode(hmac.digest(key, b"grant:" + body, hashlib.sha256)).decode().rstrip("=")
