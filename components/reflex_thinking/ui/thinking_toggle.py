"""The switch by the input: think first, or answer at once."""

from typing import Any

import reflex as rx

from ..primitives.block import text
from ..primitives.chain_of_thought import numbered_memo
from .icons import icon


def thinking_toggle(state: Any, **props: Any) -> rx.Component:
    """A switch for the answers to come, on by default and kept in the browser. ``respond`` reads ``thinking_enabled``.

    Args:
        state: Your state, a concrete :class:`ThinkingState`.
        props: Class names and other props of the button.
    """

    def toggle_thinking(rest: rx.RestProp) -> rx.Component:
        return rx.el.button(
            icon("brain"),
            rx.el.span(text("ai.chat.thinking"), class_name="rxt-toggle-label"),
            rest,
            type="button",
            role="switch",
            aria_checked=state.thinking_enabled,
            aria_label=text("ai.chat.thinking"),
            title=rx.cond(state.thinking_enabled, text("ai.chat.thinking.on"), text("ai.chat.thinking.off")),
            on_click=state.set_thinking(~state.thinking_enabled),
            class_name="rxt-scope rxt-toggle",
            data_slot="thinking-toggle",
            data_state=rx.cond(state.thinking_enabled, "on", "off"),
        )

    return numbered_memo("toggle_thinking", toggle_thinking)(**props)
