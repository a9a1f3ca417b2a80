"""Requests that let a model think, and that give it back its own thoughts.

::

    stream = await client.messages.create(
        **rt.requests.anthropic("claude-opus-4-8", thinking=turn.thinking_enabled),
        messages=rt.requests.history(turn, "anthropic"),
        stream=True,
    )

:func:`anthropic`, :func:`openai`, :func:`chat` and :func:`gemini` give the arguments of a call of the SDK of that name; what
the API would refuse is refused before anything is sent, with the name, the value and the rule. :func:`history` is the
conversation so far and :func:`tool_results` how a turn goes on after its tools have run, both with the provider's own words
intact. :func:`can_reason` says whether a model can think. No SDK is imported.
"""

from .checks import check_environment
from .completions import chat
from .conversation import history, tool_results
from .generation import gemini
from .messages import anthropic
from .reasoning_models import can_reason
from .responses import openai

__all__ = ["anthropic", "can_reason", "chat", "check_environment", "gemini", "history", "openai", "tool_results"]
