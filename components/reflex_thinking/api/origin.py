"""Where a request comes from: which site's script sent it, and which machine."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from urllib.parse import urlsplit

from starlette.types import Scope

from .errors import ApiError


def check_origin(headers: Mapping[str, str], allowed: Collection[str]) -> None:
    """Refuse what a page of another site sends with its visitor's cookie.

    Browsers say where a request comes from, and no script can change what they say. Other clients say nothing.

    Args:
        headers: The request's headers.
        allowed: Further origins whose pages may use the service, such as ``https://chat.example.com``.

    Raises:
        ApiError: It comes from another site.
    """
    origin = headers.get("origin", "")
    site = headers.get("sec-fetch-site", "")
    is_ours = site in ("same-origin", "none") if site else not origin or urlsplit(origin).netloc == headers.get("host")
    if not is_ours and origin.lower() not in allowed:
        msg = f"Pages of {origin[:100] or 'another site'!r} may not use this service. See cors_allowed_origins in rxconfig.py."
        raise ApiError(403, "cross_origin", msg)


def client_address(scope: Scope, trusted_proxies: int = 0) -> str:
    """The address of the client's machine.

    Args:
        scope: The request.
        trusted_proxies: How many proxies of ours it came through; what others say about addresses does not count.
    """
    forwarded = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
    hops = [hop.strip() for value in forwarded for hop in value.decode("latin-1").split(",") if hop.strip()]
    if trusted_proxies and len(hops) >= trusted_proxies:
        return hops[-trusted_proxies]
    return (scope.get("client") or ("",))[0]
