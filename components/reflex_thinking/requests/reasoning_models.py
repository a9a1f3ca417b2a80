"""Which models can reason, by their names."""

from __future__ import annotations

import re
from collections.abc import Callable

from .claude import claude
from .generation import can_think as gemini_can_think

OPENAI_PLAIN = re.compile(r"(?<![a-z0-9])(?:gpt-[34]|chatgpt-|gpt-5(?:\.\d+)?-chat)")
"""Models of OpenAI that do not reason."""
OPENAI_REASONING = re.compile(r"(?<![a-z0-9])(?:o[1-9](?![a-z0-9])|gpt-[5-9]|gpt-\d\d|codex-mini)")
"""Models of OpenAI that do, unless they are among the plain ones."""

Verdict = bool | None | Callable[[re.Match[str]], bool | None]


def _from(major: int, minor: int) -> Callable[[re.Match[str]], bool]:
    """Whether a model has this version or a newer one."""
    return lambda found: (int(found[1]), int(found[2] or 0)) >= (major, minor)


def _claude(found: re.Match[str]) -> bool | None:
    known = claude(found.string)
    return None if known is None else known.version >= (3, 7)


_RULES: tuple[tuple[re.Pattern[str], Verdict], ...] = (
    # What a name says itself counts first.
    (re.compile(r"non-?(?:reasoning|thinking)|no-?think"), False),
    (re.compile(r"(?<![a-z])(?:thinking|reasoning|reasoner)(?![a-z])|(?<![a-z0-9])(?:r1|qwq|qvq)(?![a-z0-9])"), True),
    (re.compile(r"embed|rerank|whisper|tts"), None),
    (re.compile(r"claude-(?:v?[12](?!\d)|instant)"), False),
    (re.compile(r"claude-"), _claude),
    (re.compile(r"gpt-oss"), True),
    (OPENAI_PLAIN, False),
    (OPENAI_REASONING, True),
    (re.compile(r"gemini"), lambda found: gemini_can_think(found.string)),
    (re.compile(r"gemma-?[1-3]"), False),
    (re.compile(r"deepseek-v(\d+)(?:\.(\d+))?"), _from(3, 1)),
    (re.compile(r"qwen-?3-max"), None),
    (re.compile(r"qwen-?3.*(?:instruct|coder)"), False),
    (re.compile(r"qwen-?[3-9]"), True),
    (re.compile(r"qwen-?[12]"), False),
    (re.compile(r"glm-z1"), True),
    (re.compile(r"glm-(\d+)(?:\.(\d+))?"), _from(4, 5)),
    (re.compile(r"kimi-k(\d+)(?:\.(\d+))?"), _from(2, 5)),
    (re.compile(r"minimax-m\d"), True),
    (re.compile(r"grok-(?:3-mini|code)"), True),
    (re.compile(r"grok-(\d+)(?:[.-](\d)(?!\d))?"), _from(4, 0)),
    (re.compile(r"magistral"), True),
    (re.compile(r"mixtral|codestral|ministral|pixtral|mistral-(?:7b|nemo|tiny|small-3)"), False),
    (re.compile(r"command(?:-r|-light|-nightly|-a-03|$)"), False),
    (re.compile(r"nova-2"), True),
    (re.compile(r"nova-(?:micro|lite|pro|premier)"), False),
    (re.compile(r"nemotron"), None),
    (re.compile(r"llama-?[1-4]|phi-?[1-4]"), False),
)


def can_reason(model: str | None) -> bool | None:
    """Whether a model can reason ("think"); None when its name does not tell.

    Newer models than those that are known here are taken to be like the newest of their family.

    Args:
        model: The model's name, also as gateways and clouds write it (``openai/gpt-5``, ``us.anthropic.claude-…``).
    """
    name = (model or "").rsplit("/", 1)[-1].lower()
    for pattern, verdict in _RULES:
        if found := pattern.search(name):
            return verdict(found) if callable(verdict) else verdict
    return None
