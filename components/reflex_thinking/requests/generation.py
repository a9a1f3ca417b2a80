"""Gemini's generateContent."""

from __future__ import annotations

import re
from typing import Any, Literal, NamedTuple

from .checks import check_choice, check_model, refuse

Level = Literal["minimal", "low", "medium", "high"]
_LEVELS = ("minimal", "low", "medium", "high")
_CALL = "requests.gemini"
_VERSION = re.compile(r"gemini-(\d+)(?:\.(\d+))?")
_NEWEST = (99, 0)


class Budget(NamedTuple):
    """The thinking budgets that a model takes; 0 turns thinking off where that is possible, -1 leaves it to the model."""

    least: int
    most: int
    can_be_off: bool


def gemini(
    model: str,
    *,
    thinking: bool = True,
    level: Level | None = None,
    budget_tokens: int | None = None,
    config: dict[str, Any] | None = None,
    **options: Any,
) -> dict[str, Any]:
    """The arguments of ``client.models.generate_content`` (or ``generate_content_stream``) for a model that thinks.

    From Gemini 3 on, ``level`` says how much; Gemini 2.5 takes ``budget_tokens``. Without ``include_thoughts``, which this
    sets, the model thinks but shows nothing.

    Args:
        model: The model's name.
        thinking: Whether it may think: if not, as little as the model can, and nothing of it is shown.
        level: How much, from Gemini 3 on.
        budget_tokens: How much, for Gemini 2.5; -1 leaves it to the model.
        config: Everything else that belongs into ``config``.
        options: Everything else that the call takes: ``contents``.

    Raises:
        ConfigurationError: The API would refuse it. Names the argument, the value and the rule.
    """
    name = check_model(_CALL, model)
    check_choice(_CALL, "level", level, _LEVELS)
    if level is not None and budget_tokens is not None:
        raise refuse(_CALL, "budget_tokens", budget_tokens, f"use it or level={level!r}, not both")
    version = _version(name)
    if not can_think(name):
        if thinking:
            raise refuse(_CALL, "model", model, "it does not think: use thinking=False, or another model")
        chosen: dict[str, Any] = {}
    elif version < (3, 0):
        chosen = _with_budget(model, name, thinking, level, budget_tokens)
    else:
        chosen = _with_level(model, name, thinking, level, budget_tokens)
    settings = {**({"thinking_config": chosen} if chosen else {}), **(config or {})}
    return {"model": model, **({"config": settings} if settings else {}), **options}


def can_think(model: str) -> bool:
    """Whether a model of Google's can think."""
    return _version(model) >= (2, 5) and "gemini-2.5-flash-image" not in model


def _version(model: str) -> tuple[int, int]:
    found = _VERSION.search(model)
    if found is None:
        return (1, 0) if "gemma" in model or model == "gemini-pro" else _NEWEST
    return int(found[1]), int(found[2] or 0)


def _with_budget(
    model: str, name: str, thinking: bool, level: Level | None, budget_tokens: int | None
) -> dict[str, Any]:
    if level is not None:
        raise refuse(_CALL, "level", level, f"{model} takes budget_tokens")
    limits = _budget(name)
    if not thinking:
        return {"thinking_budget": 0 if limits.can_be_off else limits.least, "include_thoughts": False}
    if budget_tokens is None:
        return {"include_thoughts": True}
    is_number = isinstance(budget_tokens, int) and not isinstance(budget_tokens, bool)  # pyright: ignore[reportUnnecessaryIsInstance]
    if not is_number or not (budget_tokens == -1 or limits.least <= budget_tokens <= limits.most):
        off = ", or thinking=False" if limits.can_be_off else ""
        rule = f"{model} takes -1 or a whole number from {limits.least:,} to {limits.most:,}{off}"
        raise refuse(_CALL, "budget_tokens", budget_tokens, rule)
    return {"thinking_budget": budget_tokens, "include_thoughts": True}


def _budget(model: str) -> Budget:
    if "flash-lite" in model:
        return Budget(512, 24_576, can_be_off=True)
    return Budget(1, 24_576, can_be_off=True) if "flash" in model else Budget(128, 32_768, can_be_off=False)


def _with_level(
    model: str, name: str, thinking: bool, level: Level | None, budget_tokens: int | None
) -> dict[str, Any]:
    if budget_tokens is not None:
        raise refuse(_CALL, "budget_tokens", budget_tokens, f"{model} takes level")
    known = _levels(name)
    if level is not None and level not in known:
        raise refuse(_CALL, "level", level, f"{model} takes {', '.join(map(repr, known))}")
    if not thinking:
        return {"thinking_level": known[0].upper(), "include_thoughts": False}
    return {**({"thinking_level": level.upper()} if level else {}), "include_thoughts": True}


def _levels(model: str) -> tuple[str, ...]:
    """The levels that a model takes, the lowest first."""
    if "gemini-3-pro" in model:
        return ("low", "high")
    no_minimal = "pro" in model or any(name in model for name in ("gemini-3.7-", "gemini-3.8-", "gemini-4-"))
    return _LEVELS[1:] if no_minimal else _LEVELS
