"""Chat completions, in the dialects of those who speak it."""

from __future__ import annotations

from typing import Any, Literal

from .checks import check_choice, check_model, check_number, refuse
from .responses import EFFORTS, Effort, check_temperature, least_effort

Dialect = Literal["openai", "openrouter", "deepseek", "zai", "qwen", "vllm", "groq"]
_DIALECTS = ("openai", "openrouter", "deepseek", "zai", "qwen", "vllm", "groq")
_WITH_BUDGET = ("openrouter", "qwen")
_WITH_EFFORT = ("openai", "openrouter", "deepseek", "zai", "groq")
_CALL = "requests.chat"


def chat(
    model: str,
    *,
    dialect: Dialect = "openai",
    thinking: bool = True,
    effort: Effort | None = None,
    budget_tokens: int | None = None,
    temperature: float | None = None,
    **options: Any,
) -> dict[str, Any]:
    """The arguments of ``client.chat.completions.create`` for a model that reasons.

    ==============  ============================================================  ==============================
    dialect         thinking is asked for with                                    for
    ==============  ============================================================  ==============================
    ``openai``      ``reasoning_effort``                                          OpenAI and most others
    ``openrouter``  ``reasoning`` with ``effort``, ``max_tokens`` or ``enabled``  OpenRouter
    ``deepseek``    ``thinking``, ``reasoning_effort``                            DeepSeek
    ``zai``         ``thinking``, ``reasoning_effort``                            Z.ai
    ``qwen``        ``enable_thinking``, ``thinking_budget``                      Alibaba's Model Studio
    ``vllm``        ``chat_template_kwargs`` with ``enable_thinking``             vLLM, SGLang, llama.cpp
    ``groq``        ``reasoning_format="parsed"``, ``reasoning_effort``           Groq
    ==============  ============================================================  ==============================

    Args:
        model: The model's name.
        dialect: What the server speaks.
        thinking: Whether the model may think.
        effort: How much, in dialects that know efforts.
        budget_tokens: How much, in dialects that know a budget.
        temperature: Sent as it is; refused for OpenAI's reasoning models unless it is 1.
        options: Everything else that the call takes: ``messages``, ``tools``, ``stream``, ``extra_body``.

    Raises:
        ConfigurationError: It would be refused or have no effect. Names the argument, the value and the rule.
    """
    name = check_model(_CALL, model)
    check_choice(_CALL, "dialect", dialect, _DIALECTS)
    check_choice(_CALL, "effort", effort, EFFORTS)
    check_number(_CALL, "budget_tokens", budget_tokens, 1)
    if budget_tokens is not None and dialect not in _WITH_BUDGET:
        raise refuse(_CALL, "budget_tokens", budget_tokens, f"the dialect {dialect!r} knows none: use effort")
    if effort is not None and dialect not in _WITH_EFFORT:
        raise refuse(_CALL, "effort", effort, f"the dialect {dialect!r} knows none: use thinking=True or False")
    if effort is not None and budget_tokens is not None:
        raise refuse(_CALL, "budget_tokens", budget_tokens, f"use it or effort={effort!r}, not both")
    arguments, body = _thinking(dialect, name, thinking, effort, budget_tokens)
    if dialect == "openai":
        reasons = least_effort(name) is not None and arguments.get("reasoning_effort") != "none"
        check_temperature(_CALL, temperature, reasons=reasons)
    if temperature is not None:
        arguments["temperature"] = temperature
    body = {**body, **options.pop("extra_body", {})}
    return {"model": model, **arguments, **({"extra_body": body} if body else {}), **options}


def _thinking(
    dialect: Dialect, model: str, thinking: bool, effort: Effort | None, budget: int | None
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The arguments that ask for thinking, and what goes into the body beside them."""
    if not thinking:
        effort, budget = None, None
    with_effort: dict[str, Any] = {} if effort is None else {"reasoning_effort": effort}
    switch = "enabled" if thinking else "disabled"
    match dialect:
        case "openai":
            least = None if thinking else least_effort(model)
            return ({"reasoning_effort": least} if least else with_effort), {}
        case "openrouter":
            return {}, {"reasoning": _openrouter(thinking, effort, budget)}
        case "deepseek" | "zai":
            return with_effort, {"thinking": {"type": switch}}
        case "qwen":
            more = {} if budget is None else {"thinking_budget": budget}
            return {}, {"enable_thinking": thinking, **more}
        case "vllm":
            return {}, {"chat_template_kwargs": {"enable_thinking": thinking}}
        case "groq":
            return _groq(model, thinking, with_effort)


def _openrouter(thinking: bool, effort: Effort | None, budget: int | None) -> dict[str, Any]:
    if not thinking:
        return {"effort": "none"}
    if budget is not None:
        return {"max_tokens": budget}
    return {"enabled": True} if effort is None else {"effort": effort}


def _groq(model: str, thinking: bool, with_effort: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    # Its gpt-oss models always reason and always keep the reasoning apart; it can only be left out.
    if model.startswith("gpt-oss"):
        return with_effort, {} if thinking else {"include_reasoning": False}
    if not thinking:
        return {"reasoning_effort": "none"}, {}
    return with_effort, {"reasoning_format": "parsed"}
