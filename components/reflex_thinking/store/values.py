"""What a store can keep, the same for all stores.

Messages and preferences are JSON. Whatever else is in them becomes what JSON can say of it: a number that is none becomes
null, a tuple a list, an object its text, a number of thousands of digits a hexadecimal text. Text may hold any character, also NUL; half of a surrogate pair is no character:
two halves that belong together are joined, one alone becomes U+FFFD.

Ids are looked up and compared, so nothing is ever changed in them: an id that cannot be kept as it is, is refused when
something is written under it, and finds nothing when something is read.
"""

from __future__ import annotations

import math
import time
from typing import Any, cast

from pydantic_core import to_jsonable_python

from ..errors import DataError

LONGEST_ID = 255
"""Characters. An index of PostgreSQL has room for no more than 2704 bytes in a row."""

LONGEST_INTEGER = 14_000
"""Bits. Python reads no longer ones from JSON."""


def plain(value: Any) -> Any:
    """A copy of a value as JSON data: what a caller changes later does not change it.

    Raises:
        DataError: It is nested too deeply.
    """
    try:
        return _plain(value)
    except RecursionError:
        msg = "data that is nested this deeply cannot be stored: flatten it, or make it a text"
        raise DataError(msg) from None


def _plain(value: Any) -> Any:
    if isinstance(value, str):
        return whole(value)
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        return value if value.bit_length() <= LONGEST_INTEGER else hex(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {whole(str(key)): _plain(inner) for key, inner in cast("dict[Any, Any]", value).items()}
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in cast("list[Any]", value)]
    return _plain(to_jsonable_python(value, inf_nan_mode="null", bytes_mode="base64", fallback=str))


def whole(text: str) -> str:
    """The text with halves of surrogate pairs joined; a half that stays alone is replaced."""
    if text.isascii():
        return str(text)
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return str(text)


def line(text: str) -> str:
    """A title as it is kept: no NUL either, because it is a column of its own."""
    return whole(text).replace("\0", "\ufffd")


def is_id(*values: object) -> bool:
    """Whether something can be kept under these ids."""
    return all(
        isinstance(value, str) and len(value) <= LONGEST_ID and "\0" not in value and whole(value) == value
        for value in values
    )


def require_id(what: str, value: object) -> str:
    """The id, if something can be kept under it.

    Args:
        what: What it names, for the error.
        value: The id.

    Raises:
        DataError: It cannot.
    """
    if isinstance(value, str) and is_id(value):
        return value
    shown = repr(value)
    shown = shown if len(shown) <= 80 else f"{shown[:79]}…"
    msg = f"{what} {shown} cannot be stored: use a text of at most {LONGEST_ID} characters without NUL and lone surrogates"
    raise DataError(msg)


def require_limit(limit: int | None) -> int | None:
    """The length of a page, if it is one.

    Raises:
        DataError: It is below 1.
    """
    if limit is not None and limit < 1:
        msg = f"threads(limit={limit!r}): use a number above 0, or None for all"
        raise DataError(msg)
    return limit


def now() -> int:
    """The time in milliseconds."""
    return time.time_ns() // 1_000_000
