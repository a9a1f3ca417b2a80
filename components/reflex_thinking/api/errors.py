"""What the HTTP service answers when it cannot do what it is asked: ``{"error": {"code", "message"}}``."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse

from ..errors import DataError, ThinkingError

logger = logging.getLogger(__name__)

LONGEST_MESSAGE = 500
PRIVATE = {"cache-control": "no-store", "x-content-type-options": "nosniff"}
"""Headers of every answer that is no stream: it is for one user, and it is what it says it is."""

_HTTP_CODES = {404: "not_found", 405: "method_not_allowed"}


class ApiError(ThinkingError):
    """An answer that says what is wrong.

    Args:
        status: The HTTP status.
        code: A short name for programs.
        message: A sentence for people.
        headers: Further headers.
        more: Further fields of the answer, beside ``error``.
    """

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        headers: Mapping[str, str] | None = None,
        more: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.headers = headers or {}
        self.more = more or {}

    @classmethod
    def from_validation(cls, error: ValidationError) -> ApiError:
        """What pydantic does not like about a request."""
        if error.errors(include_url=False, include_context=False)[0]["type"] == "json_invalid":
            return cls(400, "invalid_json", "The body is no valid JSON.")
        return cls(422, "invalid_request", str(DataError.from_validation("request", error)))

    def to_response(self) -> JSONResponse:
        """The answer."""
        text = str(self)
        text = text if len(text) <= LONGEST_MESSAGE else f"{text[: LONGEST_MESSAGE - 1]}…"
        body = {"error": {"code": self.code, "message": text}, **self.more}
        return JSONResponse(body, status_code=self.status, headers={**PRIVATE, **self.headers})


def not_found(what: str) -> ApiError:
    """Nothing is there, or it belongs to somebody else; nobody is told which."""
    return ApiError(404, "not_found", f"There is no such {what}.")


async def answer_api_error(request: Request, error: Exception) -> JSONResponse:
    """The answer to an :class:`ApiError`."""
    assert isinstance(error, ApiError)  # noqa: S101
    return error.to_response()


async def answer_http_error(request: Request, error: Exception) -> JSONResponse:
    """The answer to what Starlette itself refuses, such as a wrong method."""
    assert isinstance(error, HTTPException)  # noqa: S101
    code = _HTTP_CODES.get(error.status_code, "http_error")
    allowed = (error.headers or {}).get("Allow")
    message = f"{request.method} is not allowed here: use {allowed}." if allowed else f"{error.detail}."
    return ApiError(error.status_code, code, message, error.headers).to_response()


async def answer_store_error(request: Request, error: Exception) -> JSONResponse:
    """The answer while the database cannot be used."""
    logger.error("The store cannot be used: %s", error)
    message = "What was said here cannot be read or kept at the moment. Try again soon."
    return ApiError(503, "store_unavailable", message, {"retry-after": "5"}).to_response()


async def answer_failure(request: Request, error: Exception) -> JSONResponse:
    """The answer to a bug: what went wrong stays in the server's log."""
    return ApiError(500, "internal_error", "Something went wrong on the server.").to_response()
