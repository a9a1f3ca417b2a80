"""Where the user writes: a field that grows, and a button that sends or stops."""

from typing import Any

import reflex as rx

from ..client.vars import use_running
from ..primitives.block import text
from ..primitives.chain_of_thought import numbered_memo
from .icons import icon


def composer(state: Any, *, placeholder: Any = None, **props: Any) -> rx.Component:
    """A form that sends to a state's thread. Enter sends, Shift+Enter begins a new line.

    Args:
        state: Your state, a concrete :class:`ThinkingState`.
        placeholder: What stands in the empty field.
        props: Class names and other props of the form.
    """
    owner = state.get_full_name()

    def composer_field() -> rx.Component:
        hint = placeholder if placeholder is not None else text("ai.chat.placeholder")
        return rx.el.textarea(
            name="message",
            placeholder=hint,
            aria_label=hint,
            rows="1",
            auto_height=True,
            enter_key_submit=True,
            class_name="rxt-composer-input",
            data_slot="composer-input",
        )

    def composer_button() -> rx.Component:
        return rx.cond(
            use_running(owner),
            rx.el.button(
                icon("square"),
                type="button",
                on_click=state.stop,
                aria_label=text("ai.chat.stop"),
                class_name="rxt-composer-button",
                data_slot="composer-stop",
            ),
            rx.el.button(
                icon("arrow-up"),
                type="submit",
                aria_label=text("ai.chat.send"),
                class_name="rxt-composer-button",
                data_slot="composer-send",
            ),
        )

    return rx.el.form(
        numbered_memo("composer_field", composer_field)(),
        numbered_memo("composer_button", composer_button)(),
        on_submit=state.send,
        reset_on_submit=True,
        **{"class_name": "rxt-composer", "data_slot": "composer", **props},
    )
