"""Anthropic Messages."""

from __future__ import annotations

import logging
from typing import Any, Literal, cast

from ..errors import ConfigurationError
from .checks import (
    ANSWER_VARIABLE,
    BUDGET_VARIABLE,
    LEAST_BUDGET,
    check_choice,
    check_model,
    check_number,
    refuse,
    token_limits,
)
from .claude import Claude, Mode, claude

Effort = Literal["low", "medium", "high", "xhigh", "max"]
_CALL = "requests.anthropic"
_logged: set[tuple[str, int]] = set()
logger = logging.getLogger(__name__)


def anthropic(
    model: str,
    *,
    thinking: bool = True,
    effort: Effort | None = None,
    mode: Mode | None = None,
    display: Literal["summarized", "omitted"] = "summarized",
    budget_tokens: int | None = None,
    max_tokens: int | None = None,
    temperature: float | None = None,
    **options: Any,
) -> dict[str, Any]:
    """The arguments of ``client.messages.create`` (or ``stream``) for a model that thinks.

    How a model is asked to think depends on the model: newer ones decide for themselves how much, guided by ``effort``; older
    ones get a budget. Without ``display="summarized"`` the newer ones think but show nothing.

    Args:
        model: The model's name.
        thinking: Whether it may think. A model that cannot stop thinking is asked to show nothing of it.
        effort: How much, for models that know efforts. If ``ANTHROPIC_THINKING_BUDGET_TOKENS`` is set, its default is the
            effort that comes nearest to that budget.
        mode: ``"adaptive"`` or ``"budget"``, to have it otherwise than the model's better way.
        display: Whether thinking can be read.
        budget_tokens: How much, for models with a budget; ``ANTHROPIC_THINKING_BUDGET_TOKENS`` by default.
        max_tokens: Tokens of thinking and answer together; ``ANTHROPIC_ANSWER_MAX_TOKENS`` by default.
        temperature: Never sent: the API takes none. A value other than 1 is refused.
        options: Everything else that the call takes: ``messages``, ``system``, ``tools``, ``stream``.

    Raises:
        ConfigurationError: The API would refuse it. Names the argument or variable, the value and the rule.
    """
    known = claude(check_model(_CALL, model))
    check_choice(_CALL, "effort", effort, ("low", "medium", "high", "xhigh", "max"))
    check_choice(_CALL, "mode", mode, ("adaptive", "budget"))
    check_choice(_CALL, "display", display, ("summarized", "omitted"))
    check_number(_CALL, "budget_tokens", budget_tokens, LEAST_BUDGET)
    check_number(_CALL, "max_tokens", max_tokens, 1)
    _check_sampling(thinking, temperature, options)
    _check_effort(model, known, effort, thinking)
    limits = token_limits()
    request: dict[str, Any] = {"model": model, "max_tokens": limits.answer if max_tokens is None else max_tokens}
    if thinking:
        effort = effort or cast("dict[str, Any]", options.get("output_config") or {}).get("effort")
        if mode is None and limits.is_budget_set and effort is None and "budget" in _modes(known):
            mode = "budget"
        chosen = _mode(model, known, mode, budget_tokens)
        request["thinking"] = {"type": "adaptive", "display": display}
        if chosen == "budget":
            budget = limits.budget if budget_tokens is None else budget_tokens
            _check_budget(budget, budget_tokens, request["max_tokens"], max_tokens)
            _check_tool_choice(options.get("tool_choice"))
            request["thinking"] = {"type": "enabled", "budget_tokens": budget, "display": display}
        elif effort is None and known is not None and limits.is_budget_set:
            effort = _effort_for(limits.budget, model, known)
    elif (off := _off(known)) is not None:
        request["thinking"] = off
    if effort is not None:
        request["output_config"] = {**options.pop("output_config", {}), "effort": effort}
    return {**request, **options}


def _modes(known: Claude | None) -> tuple[Mode, ...]:
    return ("budget", "adaptive") if known is None else known.modes


def _effort_for(budget: int, model: str, known: Claude) -> Effort | None:
    """The effort that stands for the budget of the environment; the log says so once."""
    effort = cast("Effort | None", known.effort_for(budget))
    if (model, budget) not in _logged:
        _logged.add((model, budget))
        gets = f"it gets the effort {effort!r}" if effort else "it decides for itself"
        logger.warning("%s=%s: %s takes no budget, so %s.", BUDGET_VARIABLE, budget, model, gets)
    return effort


def _mode(model: str, known: Claude | None, mode: Mode | None, budget_tokens: int | None) -> Mode:
    modes = _modes(known)
    if mode is None and budget_tokens is not None and "budget" in modes:
        mode = "budget"
    if mode is not None and mode not in modes:
        raise refuse(_CALL, "mode", mode, f"{model} takes {' or '.join(map(repr, modes))}")
    chosen = mode or modes[0]
    if chosen == "adaptive" and budget_tokens is not None:
        raise refuse(_CALL, "budget_tokens", budget_tokens, f"{model} decides for itself how much to think: use effort")
    return chosen


def _off(known: Claude | None) -> dict[str, Any] | None:
    match known.off if known else "omit":
        case "omit":
            return None
        case "never":
            return {"type": "adaptive", "display": "omitted"}
        case setting:
            return {"type": setting}


def _check_sampling(thinking: bool, temperature: float | None, options: dict[str, Any]) -> None:
    if temperature is not None and temperature != 1:
        rule = "with thinking on it must be 1" if thinking else "the API takes none any more"
        raise refuse(_CALL, "temperature", temperature, f"{rule}: leave it out")
    for name in ("top_p", "top_k"):
        if options.get(name) is not None:
            raise refuse(_CALL, name, options[name], "the API takes none any more: leave it out")


def _check_effort(model: str, known: Claude | None, effort: Effort | None, thinking: bool) -> None:
    if effort is None or known is None:
        return
    if effort not in known.efforts:
        can = f"knows {', '.join(map(repr, known.efforts))}" if known.efforts else "knows no effort: use budget_tokens"
        raise refuse(_CALL, "effort", effort, f"{model} {can}")
    if not thinking and effort in ("xhigh", "max") and known.off != "never" and not known.most_effort_without_thinking:
        raise refuse(_CALL, "effort", effort, f"without thinking {model} takes no more than 'high'")


def _check_budget(budget: int, given_budget: int | None, answer: int, given_answer: int | None) -> None:
    if answer > budget:
        return
    first = f"max_tokens={answer}" if given_answer is not None else f"{ANSWER_VARIABLE}={answer}"
    second = f"budget_tokens={budget}" if given_budget is not None else f"{BUDGET_VARIABLE}={budget}"
    msg = f"{_CALL}: {first} must be greater than {second}: thinking counts towards the answer's tokens"
    raise ConfigurationError(msg)


def _check_tool_choice(choice: Any) -> None:
    kind = cast("dict[str, Any]", choice).get("type") if isinstance(choice, dict) else None
    if kind in ("any", "tool"):
        raise refuse(_CALL, "tool_choice", choice, "a model that thinks with a budget takes 'auto' or 'none'")
