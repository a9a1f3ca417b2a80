"""Ids that nobody can guess."""

from __future__ import annotations

import re
import secrets
from typing import TypeGuard

ID_LENGTH = 12
_REST = re.compile(rf"[A-Za-z0-9_-]{{{ID_LENGTH - 1}}}")


def new_id(prefix: str = "m") -> str:
    """A new id of 12 characters that are safe in addresses, file names and selectors.

    Args:
        prefix: How it begins: a letter that says what it names, ``m`` for an answer, ``u`` for a user's message.
    """
    return (prefix + secrets.token_urlsafe(ID_LENGTH))[:ID_LENGTH]


def is_new_id(value: object, prefix: str) -> TypeGuard[str]:
    """Whether a value, which may be anything, looks like an id that :func:`new_id` made with this prefix."""
    return isinstance(value, str) and value[:1] == prefix and _REST.fullmatch(value[1:]) is not None
