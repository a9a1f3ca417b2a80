"""What a user is told when a model call fails: what the provider says, and what can be done about it."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, cast

_KEYS = re.compile(r"\b(?:sk|pk|rk|gsk|xai|hf|r8|csk|nvapi|AIza|AKIA|Bearer)[-_ ]?[A-Za-z0-9*_.\-]{8,}")
_LONGEST = 600

CUT = "The connection to the model ended before its answer did. What had arrived is shown; try again."
UNREADABLE = "The model's answer could not be read: it is not in a form that is known here."
NOTHING = "The model sent nothing. Try again."

_ADVICE = (
    # Words that stand in codes, types and messages of errors, and what helps.
    (("401", "authentication", "api_key", "api key", "unauthenticated", "unauthorized"), "Check the API key."),
    (("insufficient_quota", "billing", "credit", "402"), "Check the plan and the billing of the account."),
    (
        ("context_length", "context length", "context window", "too long", "maximum context"),
        "Shorten the conversation.",
    ),
    (
        ("429", "rate_limit", "rate limit", "resource_exhausted", "too many requests", "throttl"),
        "Try again in a moment.",
    ),
    (("403", "permission", "forbidden"), "Check what the API key may do."),
    (("404", "not_found", "model_not_found"), "Check the name of the model and the address."),
    (("529", "overloaded", "503", "unavailable", "capacity"), "The provider is busy: try again in a moment."),
    (("timeout", "timed out", "408", "504"), "Try again."),
    (("500", "502", "api_error", "server_error", "internal"), "Try again."),
)


@dataclass(frozen=True, slots=True)
class Failure:
    """What went wrong, for a user to read."""

    message: str
    code: str | None = None


def failure_from_body(error: Any, *, status: int | None = None) -> Failure:
    """What an error that a provider sent says.

    Args:
        error: The value under ``error``, or the whole body.
        status: The HTTP status, if there was one.
    """
    message, codes = "", list[str]()
    if isinstance(error, str):
        message = error
    elif isinstance(error, dict):
        body = cast("dict[str, Any]", error)
        if isinstance(inner := body.get("error"), dict | str) and inner:
            outer = failure_from_body({key: value for key, value in body.items() if key != "error"})
            found = failure_from_body(inner, status=status)
            return found if found.code or outer.code in {None, "error"} else Failure(found.message, outer.code)
        for key in ("message", "msg", "detail", "error_message", "reason", "raw"):
            if not message and isinstance(body.get(key), str):
                message = cast("str", body[key])
        if not message and body.get("detail"):
            message = json.dumps(body["detail"], ensure_ascii=False)
        codes = [str(body[key]) for key in ("code", "type", "status") if body.get(key) not in (None, "", "error")]
    if status is not None and not codes:
        codes = [str(status)]
    return describe(message, codes)


def error_in(frame: dict[str, Any]) -> Any:
    """What a frame says of an error when it says nothing else, or None."""
    if (error := frame.get("error")) and isinstance(error, dict | str):
        return frame
    if frame.get("type") == "error" or (isinstance(frame.get("detail"), str | list) and len(frame) <= 2):
        return frame
    if isinstance(frame.get("message"), str) and (
        "code" in frame or "status" in frame or frame.get("object") == "error" or len(frame) <= 2
    ):
        return frame
    if frame and next(iter(frame)).endswith("Exception") and isinstance(next(iter(frame.values())), dict):
        return next(iter(frame.values()))
    return None


def describe(message: str, codes: list[str]) -> Failure:
    """A failure with advice, without what must not be shown."""
    shown = _KEYS.sub("[key]", " ".join(message.split()))
    if len(shown) > _LONGEST:
        shown = shown[: _LONGEST - 1] + "…"
    hay = " ".join([*codes, message]).lower()
    advice = next((text for words, text in _ADVICE if any(word in hay for word in words)), "")
    code = codes[0] if codes else None
    if not shown:
        shown = f"The provider reported an error ({code})." if code else "The provider reported an error."
    if shown[-1] not in ".!?…":
        shown += "."
    return Failure(f"{shown} {advice}".strip() if advice not in shown else shown, code)


def failure_from_exception(error: BaseException) -> Failure:
    """What an exception of an SDK or of the network says."""
    status = getattr(error, "status_code", None)
    status = status if isinstance(status, int) else None
    body: Any = getattr(error, "body", None)
    if body is None:
        body = getattr(error, "details", None)
    if isinstance(body, bytes | str):
        try:
            body = json.loads(body)
        except ValueError:
            body = str(body)
    if isinstance(body, dict | str) and body:
        return failure_from_body(cast("Any", body), status=status)
    name = type(error).__name__
    lowered = name.lower()
    if "timeout" in lowered:
        return Failure("The model took too long to answer. Try again.", name)
    if status is None and any(
        word in lowered for word in ("connect", "protocol", "network", "read", "incomplete", "closed", "remote")
    ):
        return Failure(CUT, name)
    if status is not None:
        return failure_from_body(str(getattr(error, "message", "")), status=status)
    return Failure(f"The model's answer broke off ({name}). What had arrived is shown; try again.", name)
