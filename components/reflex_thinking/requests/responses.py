"""OpenAI Responses, and servers that speak it."""

from __future__ import annotations

import re
from typing import Any, Literal

from .checks import check_choice, check_model, refuse
from .reasoning_models import OPENAI_PLAIN, OPENAI_REASONING

Effort = Literal["none", "minimal", "low", "medium", "high", "xhigh", "max"]
Summary = Literal["auto", "concise", "detailed"]
EFFORTS = ("none", "minimal", "low", "medium", "high", "xhigh", "max")
ENCRYPTED = "reasoning.encrypted_content"

_CALL = "requests.openai"
_FIRST_REASONING = re.compile(r"(o\d|gpt-5(?!\.\d))")


def openai(
    model: str,
    *,
    thinking: bool = True,
    effort: Effort | None = None,
    summary: Summary | None = "auto",
    store: bool = False,
    temperature: float | None = None,
    **options: Any,
) -> dict[str, Any]:
    """The arguments of ``client.responses.create`` for a model that reasons.

    Without a ``summary`` the model reasons but shows nothing. The encrypted reasoning is asked for too, so that the next
    request can send it back although nothing is stored at the provider.

    Args:
        model: The model's name.
        thinking: Whether it may reason: if not, as little as the model can, and nothing of it is shown.
        effort: How much.
        summary: How the reasoning is summed up for readers.
        store: Whether the provider keeps the response.
        temperature: Refused with reasoning unless it is 1.
        options: Everything else that the call takes: ``input``, ``instructions``, ``tools``, ``stream``.

    Raises:
        ConfigurationError: The API would refuse it. Names the argument, the value and the rule.
    """
    name = check_model(_CALL, model)
    check_choice(_CALL, "effort", effort, EFFORTS)
    check_choice(_CALL, "summary", summary, ("auto", "concise", "detailed"))
    request: dict[str, Any] = {"model": model, "store": store}
    is_known, can_reason = bool(OPENAI_REASONING.match(name)), not OPENAI_PLAIN.match(name)
    if thinking:
        if not can_reason:
            raise refuse(_CALL, "model", model, "it does not reason: use thinking=False, or another model")
        if summary == "concise" and _FIRST_REASONING.match(name):
            raise refuse(_CALL, "summary", summary, f"{model} takes 'auto' or 'detailed'")
        check_temperature(_CALL, temperature, reasons=is_known and effort != "none")
        given = {"effort": effort, "summary": None if effort == "none" else summary}
        request["reasoning"] = {key: value for key, value in given.items() if value is not None}
        request["include"] = [ENCRYPTED, *(item for item in options.pop("include", ()) if item != ENCRYPTED)]
    elif can_reason and (least := effort or least_effort(name)) is not None:
        check_temperature(_CALL, temperature, reasons=is_known and least != "none")
        request["reasoning"] = {"effort": least}
    if temperature is not None:
        request["temperature"] = temperature
    return {**request, **options}


def least_effort(model: str) -> Effort | None:
    """The least that a model can reason; None when that is not known."""
    if not OPENAI_REASONING.match(model) or OPENAI_PLAIN.match(model) or "-pro" in model:
        return None
    if model.startswith("o") or "codex" in model:
        return "low"
    return "minimal" if _FIRST_REASONING.match(model) else "none"


def check_temperature(call: str, temperature: float | None, *, reasons: bool) -> None:
    """Refuse a temperature for a model that reasons."""
    if reasons and temperature is not None and temperature != 1:
        raise refuse(call, "temperature", temperature, "with reasoning on it must be 1: leave it out")
