"""The switch by the input: think first, or answer at once."""

from typing import Any

import reflex as rx
from reflex.components.component import field
from reflex.event import passthrough_event_spec
from reflex.vars.base import Var

from ..choices import STORAGE
from ..primitives.base import ClientComponent
from ..primitives.block import text
from ..primitives.chain_of_thought import numbered_memo
from .icons import icon


class StoredSwitch(ClientComponent):
    """A switch that is kept in the browser and answers at once."""

    tag = "StoredSwitch"
    source = "local.js"

    checked: Var[bool] = field(doc="Whether it is on.")
    storage: Var[str] = field(doc="Under which name the browser keeps it.")
    on_change: rx.EventHandler[passthrough_event_spec(bool)] = field(doc="Called with the new state.")


def thinking_toggle(state: Any, **props: Any) -> rx.Component:
    """A switch for the answers to come, on by default and kept in the browser. ``respond`` reads ``thinking_enabled``.

    Args:
        state: Your state, a concrete :class:`ThinkingState`.
        props: Class names and other props of the button.
    """

    def toggle_thinking() -> rx.Component:
        hint = rx.cond(state.thinking_enabled, text("ai.chat.thinking.on"), text("ai.chat.thinking.off"))
        return StoredSwitch.create(
            icon("brain"),
            rx.el.span(text("ai.chat.thinking"), class_name="rxt-toggle-label"),
            checked=state.thinking_enabled,
            storage=STORAGE,
            on_change=state.set_thinking,
            custom_attrs={"aria-label": text("ai.chat.thinking"), "title": hint},
            **{"class_name": "rxt-scope rxt-toggle", "data_slot": "thinking-toggle", **props},
        )

    return numbered_memo("toggle_thinking", toggle_thinking)()
