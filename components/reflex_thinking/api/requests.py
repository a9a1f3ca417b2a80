"""What clients send: how it is read, and what it may be."""

from __future__ import annotations

import asyncio
import re
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.alias_generators import to_camel
from starlette.requests import ClientDisconnect, Request

from .errors import ApiError
from .limits import ApiLimits

_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, alias_generator=to_camel)


class ClientOptions(_Body):
    """How the client wants its answer."""

    thinking_enabled: bool = Field(default=True, description="Whether the model should think before it answers.")
    locale: Annotated[str, Field(pattern=r"^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}$")] | None = Field(
        default=None, description="The language of the answer, for example `en-US`."
    )
    workspace_id: Annotated[str, Field(max_length=200, pattern=r"^[^\x00-\x1f\x7f]*$")] | None = Field(
        default=None, description="Where the user works. It is the client's own claim, unless the app knows it."
    )


class ChatRequest(_Body):
    """Something that is said."""

    message: Annotated[str, Field(min_length=1)] = Field(description="What the user says.")
    thread_id: Annotated[str, Field(max_length=200)] | None = Field(
        default=None, description="The conversation to go on with; a new one begins without it."
    )
    client: ClientOptions | None = None


async def read_chat_request(request: Request, limits: ApiLimits) -> ChatRequest:
    """Read what is said.

    Raises:
        ApiError: It is too long, no JSON, or not what it should be.
    """
    require_json(request)
    body = await read_body(request, limits)
    try:
        return ChatRequest.model_validate_json(body)
    except ValidationError as error:
        raise ApiError.from_validation(error) from None


def require_json(request: Request) -> None:
    """Refuse what a form on another site could send: only scripts can send JSON, and browsers ask before they let them.

    Raises:
        ApiError: The body is something else.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        msg = f"The body must be JSON (Content-Type: application/json), not {kind[:80]!r}."
        raise ApiError(415, "unsupported_media_type", msg)


async def read_body(request: Request, limits: ApiLimits) -> bytes:
    """Read the body, but no more of it than is allowed, whatever its length was said to be.

    Raises:
        ApiError: It is too long, takes too long, or does not come to its end.
    """
    too_large = ApiError(
        413, "body_too_large", f"The body can have {limits.body_bytes:,} bytes.", {"connection": "close"}
    )
    length = request.headers.get("content-length", "")
    if length.isdecimal() and int(length) > limits.body_bytes:
        raise too_large
    body = bytearray()
    try:
        async with asyncio.timeout(limits.body_seconds):
            async for piece in request.stream():
                body += piece
                if len(body) > limits.body_bytes:
                    raise too_large
    except TimeoutError:
        msg = f"The body did not arrive within {limits.body_seconds:g} seconds."
        raise ApiError(408, "request_timeout", msg, {"connection": "close"}) from None
    except ClientDisconnect:
        raise ApiError(400, "disconnected", "The body did not come to its end.") from None
    return bytes(body)


def read_last_event_id(request: Request) -> int:
    """The last event that a client has; 0 when it has none.

    Raises:
        ApiError: It is nothing that this service ever sent.
    """
    given = request.headers.get("last-event-id", "").strip()
    if not given:
        return 0
    if not (given.isascii() and given.isdecimal() and len(given) <= 15):
        msg = f"Last-Event-ID = {given[:40]!r}: send the id of the last event that you got, or none."
        raise ApiError(400, "invalid_last_event_id", msg)
    return int(given)


def wants_json(request: Request) -> bool:
    """Whether a client wants the finished response rather than a stream."""
    weights = {"application/json": 0.0, "text/event-stream": 0.0}
    for choice in request.headers.get("accept", "").split(","):
        kind, *options = (part.strip().lower() for part in choice.split(";"))
        if kind in weights:
            weights[kind] = next((_weight(option[2:]) for option in options if option.startswith("q=")), 1.0)
    return weights["application/json"] > weights["text/event-stream"]


def is_id(text: str) -> bool:
    """Whether something can be the id of a thread or a message."""
    return _ID.fullmatch(text) is not None


def _weight(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0
