"""Chat states for unit tests: with the live state beside them, as in an app."""

from typing import Any

import reflex as rx


def in_tree(state: type[Any]) -> Any:
    """A state within the tree of all states."""
    root: Any = rx.State(_reflex_internal_init=True)  # pyright: ignore[reportCallIssue]
    return root.get_substate(state.get_full_name().split("."))


def notes(chat: Any) -> list[Any]:
    """What the page of a chat was told once."""
    return [
        entry
        for _, entries in chat.parent_state.get_substate(chat.live.get_full_name().split(".")[1:]).notes
        for entry in entries
    ]
