"""A whole chat: the thread above, the composer below."""

from typing import Any

import reflex as rx

from .composer import composer
from .thread import thread


def chat(state: Any, **thinking_props: Any) -> rx.Component:
    """A chat for a state. Compose :func:`thread` and :func:`composer` yourself for anything else.

    Args:
        state: Your state, a concrete :class:`ThinkingState`.
        thinking_props: Props of ``rt.thinking`` for the blocks in it.
    """
    return rx.el.div(thread(state, **thinking_props), composer(state), class_name="rxt-chat", data_slot="chat")
