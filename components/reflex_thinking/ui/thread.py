"""A conversation, live: its messages in order, fed from a chat state."""

from collections.abc import Callable
from typing import Any, Unpack

import reflex as rx

from ..client import hook
from ..client.vars import ThreadAnnouncer, connection, use_message_ids
from ..primitives.chain_of_thought import numbered_memo
from ..primitives.media import ImageArea, images_prop
from .message import message
from .thinking import ThinkingProps


def thread(
    state: Any,
    *,
    around: Callable[[Any, Any, rx.Component], rx.Component] | None = None,
    **thinking_props: Unpack[ThinkingProps],
) -> rx.Component:
    """The messages of a state's thread. Brings the line to the browser along; nothing else is needed.

    Args:
        state: Your state, a concrete :class:`ThinkingState`.
        around: A function of a message's id, the message and its component that returns what is shown: see
            :func:`reflex_thinking.message_turn`.
        thinking_props: Props of ``rt.thinking`` for the blocks in it. Without ``live`` and ``auto_close`` they are as
            the user prefers. ``images`` holds for the whole thread.
    """
    owner = state.get_full_name()
    allowed = images_prop("thread", thinking_props.pop("images", None))
    props = {"live": state.live_mode, "auto_close": state.auto_close, **thinking_props}

    def thread_messages() -> rx.Component:
        ids = hook("useNewestFirst", list[str], use_message_ids(owner), source="scroll.js")
        return rx.el.div(
            rx.foreach(ids, lambda message_id: message(message_id, around=around, **props)),
            class_name="rxt-thread",
            data_slot="thread",
        )

    announcer = ThreadAnnouncer.create(owner=owner, class_name="rxt-hidden", data_slot="thread-announcer")
    messages = numbered_memo("thread_messages", thread_messages)()
    return connection(state, announcer, messages if allowed is None else ImageArea.create(messages, allowed=allowed))
