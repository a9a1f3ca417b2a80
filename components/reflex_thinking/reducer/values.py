"""How the values that a tool takes and gives are shown."""

from __future__ import annotations

import json
from typing import Any


def as_text(value: Any) -> str:
    """A value as the text that is shown of it: a string as it is, everything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def parsed(text: str) -> Any:
    """The value that a text stands for as JSON, or the text itself.

    What could not be stored as JSON again, or would look like no value at all, stays text.
    """
    try:
        value = json.loads(text, parse_constant=_refuse)
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError):
        return text
    return text if value is None else value


def _refuse(constant: str) -> Any:
    msg = f"{constant} is not JSON"
    raise ValueError(msg)
