"""Ids that nobody can guess."""

from __future__ import annotations

import secrets

ID_LENGTH = 12


def new_id(prefix: str = "m") -> str:
    """A new id of 12 characters that are safe in addresses, file names and selectors.

    Args:
        prefix: How it begins: a letter that says what it names, ``m`` for an answer, ``u`` for a user's message.
    """
    return (prefix + secrets.token_urlsafe(ID_LENGTH))[:ID_LENGTH]
