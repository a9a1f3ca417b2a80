"""What an answer is made from."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Turn:
    """What ``respond`` gets: what the user said, what was said before, and who asks where.

    ``history`` holds the stored messages of the thread, oldest first, without this one. ``message_id`` is the id of the
    answer that is to be made. ``replies`` has, by the id of an answer, its model calls in the provider's own words:
    ``{"provider", "message"}`` with the signatures and the encrypted reasoning that a follow-up request sends back.
    ``options`` is what the user chose of the host app's own, such as ``{"model": "fast"}``: browsers may send anything
    there, so check it.
    """

    text: str
    history: list[dict[str, Any]] = field(repr=False)
    thread_id: str
    message_id: str
    user_id: str = field(repr=False)
    workspace_id: str = ""
    thinking_enabled: bool = True
    locale: str = "en-US"
    options: dict[str, Any] = field(default_factory=dict[str, Any])
    replies: dict[str, list[dict[str, Any]]] = field(default_factory=dict[str, list[dict[str, Any]]], repr=False)
