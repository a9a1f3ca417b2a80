"""What can go wrong in reflex-thinking, as exceptions.

::

    ThinkingError
    ├── DataError            also a ValueError: a block, a step, a message or an event is not what it should be
    ├── ConfigurationError   also a ValueError: an option has a value that cannot be used
    └── MissingExtraError    also an ImportError: a part of the kit needs a package that is not installed
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pydantic import ValidationError


class ThinkingError(Exception):
    """The root of every error this kit raises."""


class DataError(ThinkingError, ValueError):
    """Data that does not fit the model. The message names the field, the value and the rule."""

    @classmethod
    def from_validation(cls, what: str, error: ValidationError) -> DataError:
        """Turn pydantic's report into one line about its first problem.

        Args:
            what: What was being read, for example ``"ThinkingBlock"``.
            error: Pydantic's report.
        """
        first, *others = error.errors(include_url=False, include_context=False)
        where = ".".join(str(key) for key in first["loc"]) or "value"
        more = f" (and {len(others)} more)" if others else ""
        return cls(f"{what}: {where} = {_short(first['input'])}: {first['msg']}{more}")


class ConfigurationError(ThinkingError, ValueError):
    """An option or an environment variable with a value that cannot be used."""


class MissingExtraError(ThinkingError, ImportError):
    """A part of the kit that needs an optional extra which is not installed."""

    def __init__(self, part: str, extra: str) -> None:
        """Name the part and the extra that brings it."""
        super().__init__(f"{part} needs an optional extra: pip install 'reflex-thinking[{extra}]'")
        self.extra = extra


def _short(value: Any, limit: int = 80) -> str:
    text = repr(value)
    return text if len(text) <= limit else f"{text[: limit - 1]}…"
