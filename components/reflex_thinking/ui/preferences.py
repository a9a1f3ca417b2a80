"""How the user wants to see thinking: kept for them, applied at once."""

from typing import Any

import reflex as rx

from ..primitives.block import text
from ..primitives.chain_of_thought import numbered_memo

MODES = ("expanded", "collapsed", "overlay", "progress")


def preferences(state: Any, **props: Any) -> rx.Component:
    """A choice of what is shown while the assistant thinks, and whether it closes by itself.

    Args:
        state: Your state, a concrete :class:`ThinkingState`.
        props: Class names and other props of the element.
    """

    def thinking_preferences(rest: rx.RestProp) -> rx.Component:
        return rx.el.div(
            rx.el.label(
                text("ai.preferences.live"),
                rx.el.select(
                    *[rx.el.option(text(f"ai.preferences.live.{mode}"), value=mode) for mode in MODES],
                    value=state.live_mode,
                    on_change=state.set_live_mode,
                    data_slot="preference-live",
                ),
            ),
            rx.el.label(
                rx.el.input(
                    type="checkbox",
                    checked=state.auto_close,
                    on_change=state.set_auto_close,
                    data_slot="preference-auto-close",
                ),
                text("ai.preferences.auto_close"),
            ),
            rest,
            class_name="rxt-scope rxt-preferences",
            data_slot="thinking-preferences",
        )

    return numbered_memo("thinking_preferences", thinking_preferences)(**props)
