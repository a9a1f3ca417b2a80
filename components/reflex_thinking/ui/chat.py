"""A whole chat: the thread above, the composer below."""

from typing import Any, Unpack

import reflex as rx

from .chips import chips
from .composer import composer
from .locale import localized
from .message_actions import message_turn
from .scroller import Following, jump_to_newest
from .thinking import ThinkingProps
from .thread import thread


def chat(
    state: Any, *, thinking_toggle: bool = True, tools: Any = (), **thinking_props: Unpack[ThinkingProps]
) -> rx.Component:
    """A chat for a state, whose newest line stays in view until the reader scrolls up; a button leads back.

    Compose :func:`thread` and :func:`composer` yourself for anything else.

    Args:
        state: Your state, a concrete :class:`ThinkingState`.
        thinking_toggle: Show the switch for thinking by the field. Its choice is ``turn.thinking_enabled``; turn it off
            where ``respond`` does not read that.
        tools: Further controls beside the switch: a component, or several in a list.
        thinking_props: Props of ``rt.thinking`` for the blocks in it. ``images`` holds for the whole chat.
    """
    return localized(
        thread(state, around=message_turn(state), **thinking_props),
        chips(state),
        composer(
            state,
            thinking_toggle=thinking_toggle,
            tools=tools,
            above=Following.create(jump_to_newest(), owner=state.get_full_name()),
        ),
        locale=state.locale,
        class_name="rxt-chat",
        data_slot="chat",
    )
