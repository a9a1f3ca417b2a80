"""What Anthropic's models take. Newer models than those named here are taken to be like the newest of their family."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

Mode = Literal["adaptive", "budget"]
Off = Literal["omit", "disabled", "between_tools", "never"]
"""How thinking is turned off: by not asking for it, by one of two settings, or not at all."""

_NAME = re.compile(
    r"claude-(?:(?P<major>\d{1,2})(?:[-.](?P<minor>\d{1,2}))?-)?(?P<family>[a-z]+)"
    r"(?:-(?P<major_after>\d{1,2})(?!\d)(?:[-.](?P<minor_after>\d{1,2})(?!\d))?)?"
)
_NEWEST = (99, 0)
_LEAST_BUDGETS = {"max": 40_000, "xhigh": 20_000, "high": 10_000, "medium": 4_000, "low": 0}
"""From how many tokens of thinking on an effort stands for a budget. The default budget stands for the default effort."""
_ALWAYS_THINKING = ("fable", "mythos")


class Claude(NamedTuple):
    """A model by family and version, for example ``("opus", (4, 8))``."""

    family: str
    version: tuple[int, int]

    @property
    def modes(self) -> tuple[Mode, ...]:
        """How it can be asked to think, the better way first."""
        if self.family in _ALWAYS_THINKING or self.version >= (4, 7):
            return ("adaptive",)
        return ("adaptive", "budget") if self.version >= (4, 6) else ("budget",)

    @property
    def off(self) -> Off:
        """How thinking is turned off."""
        if self.family in _ALWAYS_THINKING or (self.family == "opus" and self.version >= (5, 5)):
            return "never"
        if self.family == "sonnet" and self.version >= (5, 5):
            return "between_tools"
        return "disabled" if self.version >= (5, 0) else "omit"

    @property
    def efforts(self) -> tuple[str, ...]:
        """The levels of effort it knows."""
        if self.version >= (4, 7):
            return ("low", "medium", "high", "xhigh", "max")
        if self.version >= (4, 6):
            return ("low", "medium", "high", "max")
        return ("low", "medium", "high") if self.family == "opus" and self.version >= (4, 5) else ()

    def effort_for(self, budget: int) -> str | None:
        """The effort that comes nearest to a budget of thinking tokens; None for a model that knows no effort."""
        wanted = next((effort for effort, least in _LEAST_BUDGETS.items() if budget >= least), "low")
        levels = tuple(_LEAST_BUDGETS)
        return next((effort for effort in levels[levels.index(wanted) :] if effort in self.efforts), None)

    @property
    def most_effort_without_thinking(self) -> bool:
        """Whether the highest efforts are possible without thinking."""
        return self.version < (5, 0) or (self.family == "sonnet" and self.version < (5, 5))


def claude(model: str) -> Claude | None:
    """What a model's name says; None for one that is not Anthropic's. A name without a version is the newest one."""
    found = _NAME.search(model)
    if found is None:
        return None
    major = found["major"] or found["major_after"]
    minor = found["minor"] if found["major"] else found["minor_after"]
    return Claude(found["family"], (int(major), int(minor or 0)) if major else _NEWEST)
