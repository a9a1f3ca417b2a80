"""Reading values of which nothing is certain: a provider may leave anything out or send it as something else."""

from __future__ import annotations

from datetime import datetime
from typing import Any, cast


def dict_of(value: Any) -> dict[str, Any]:
    """The value if it is an object, else an empty one."""
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def list_of(value: Any) -> list[Any]:
    """The value if it is a list, else an empty one."""
    return cast("list[Any]", value) if isinstance(value, list) else []


def text_of(value: Any) -> str:
    """The value if it is a text, else an empty one."""
    return value if isinstance(value, str) else ""


def index_of(value: Any, default: int = 0) -> int:
    """The value if it is a whole number from 0 on, else ``default``."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else default


def time_of(value: Any) -> int:
    """A time in ISO 8601 as milliseconds, or 0."""
    try:
        return max(0, int(datetime.fromisoformat(value).timestamp() * 1000))
    except (TypeError, ValueError, OverflowError, OSError):
        return 0
