"""Quick replies: what the last answer suggests to say next."""

from typing import Any

import reflex as rx

from ..client.vars import use_chips
from ..primitives.block import text
from ..primitives.chain_of_thought import numbered_memo
from .message_actions import say_button


def chips(state: Any, **props: Any) -> rx.Component:
    """The quick replies of the last message (its artifact ``chips``), each a button that says it.

    Args:
        state: Your state, a concrete :class:`ThinkingState`.
        props: Class names and other props of the element.
    """
    owner = state.get_full_name()

    def quick_replies(rest: rx.RestProp) -> rx.Component:
        offered = use_chips(owner)
        return rx.cond(
            offered.length() > 0,
            rx.el.div(
                rx.foreach(
                    offered,
                    lambda chip: say_button(
                        state,
                        text=chip,
                        custom_attrs={"dir": "auto"},
                        class_name="rxt-chip",
                        data_slot="chip",
                        key=chip,
                    ),
                ),
                rest,
                role="group",
                aria_label=text("ai.chat.suggestions"),
                class_name="rxt-scope rxt-chips",
                data_slot="chips",
            ),
        )

    return numbered_memo("quick_replies", quick_replies)(**props)
