"""What is refused before anything is sent, and the environment variables that say how much a model may think."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from ..errors import ConfigurationError

BUDGET_VARIABLE = "ANTHROPIC_THINKING_BUDGET_TOKENS"
ANSWER_VARIABLE = "ANTHROPIC_ANSWER_MAX_TOKENS"
DEFAULT_BUDGET = 10_000
DEFAULT_ANSWER = 16_000
LEAST_BUDGET = 1_024


class TokenLimits(NamedTuple):
    """How many tokens Anthropic's models may use: for thinking, and in all."""

    budget: int
    answer: int
    is_budget_set: bool
    """Whether the environment names the budget; else it is the default."""


def check_environment(environ: Mapping[str, str] | None = None) -> None:
    """Check the environment variables that requests are made from. Call it when the app starts.

    ``ANTHROPIC_THINKING_BUDGET_TOKENS`` (10,000 by default) is at least 1,024, and ``ANTHROPIC_ANSWER_MAX_TOKENS`` (16,000 by
    default), the tokens of thinking and answer together, is greater.

    Args:
        environ: The variables; those of this process by default.

    Raises:
        ConfigurationError: One line for each problem: the variable, its value and the rule.
    """
    problems: list[str] = []
    budget = _read(environ, BUDGET_VARIABLE, DEFAULT_BUDGET, LEAST_BUDGET, problems)
    answer = _read(environ, ANSWER_VARIABLE, DEFAULT_ANSWER, 1, problems)
    if budget is not None and answer is not None and answer <= budget:
        problems.append(_too_small(environ, answer, budget))
    if problems:
        raise ConfigurationError("\n".join(problems))


def token_limits() -> TokenLimits:
    """The limits that the environment sets.

    Raises:
        ConfigurationError: One of them cannot be used.
    """
    check_environment()
    budget = os.environ.get(BUDGET_VARIABLE, "").strip()
    answer = os.environ.get(ANSWER_VARIABLE, "").strip()
    return TokenLimits(int(budget or DEFAULT_BUDGET), int(answer or DEFAULT_ANSWER), bool(budget))


def _read(environ: Mapping[str, str] | None, name: str, default: int, least: int, problems: list[str]) -> int | None:
    raw = (os.environ if environ is None else environ).get(name, "").strip()
    if not raw:
        return default
    value = int(raw) if raw.isascii() and raw.isdecimal() else None
    if value is None or value < least:
        problems.append(f"{name}={raw!r}: use a whole number of at least {least:,}")
        return None
    return value


def _too_small(environ: Mapping[str, str] | None, answer: int, budget: int) -> str:
    variables = os.environ if environ is None else environ

    def shown(name: str, value: int) -> str:
        return f"{name}={value}" if variables.get(name, "").strip() else f"{name}={value} (the default)"

    return (
        f"{shown(ANSWER_VARIABLE, answer)} must be greater than {shown(BUDGET_VARIABLE, budget)}: "
        "thinking counts towards the answer's tokens"
    )


# Arguments ------------------------------------------------------------------------------------------------------------


def refuse(call: str, name: str, value: Any, rule: str) -> ConfigurationError:
    """The error for an argument that cannot be used."""
    return ConfigurationError(f"{call}({name}={value!r}): {rule}")


def check_choice(call: str, name: str, value: Any, choices: Iterable[str]) -> None:
    """Refuse a value that is none of the choices; None is always one."""
    known = tuple(choices)
    if value is not None and value not in known:
        raise refuse(call, name, value, f"use one of {', '.join(map(repr, known))}")


def check_number(call: str, name: str, value: Any, least: int) -> None:
    """Refuse what is no whole number, or too small; None is fine."""
    if value is not None and (isinstance(value, bool) or not isinstance(value, int) or value < least):
        raise refuse(call, name, value, f"use a whole number of at least {least:,}")


def check_model(call: str, model: Any) -> str:
    """The name of the model without what a gateway puts before it."""
    if not isinstance(model, str) or not model.strip():
        raise refuse(call, "model", model, "name a model")
    return model.rsplit("/", 1)[-1].lower()
