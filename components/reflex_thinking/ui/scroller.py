"""An area that stays at the newest message until the reader scrolls up, and the way back."""

from typing import Any

import reflex as rx
from reflex.components.component import field
from reflex.vars.base import Var

from ..primitives.base import ClientComponent
from ..primitives.block import text
from ..primitives.chain_of_thought import numbered_memo
from .icons import icon


class Scroller(ClientComponent):
    """The area that scrolls."""

    tag = "Scroller"
    source = "scroll.js"

    owner: Var[str] = field(doc="The full name of the chat state.")


class Following(ClientComponent):
    """Keeps the end of the chat around it in view, whatever scrolls that; a button back to it belongs in it."""

    tag = "Following"
    source = "scroll.js"

    owner: Var[str] = field(doc="The full name of the chat state.")


class JumpButton(ClientComponent):
    """A button that goes to the newest line; it is there while the reader is elsewhere."""

    tag = "JumpButton"
    source = "scroll.js"


def scroller(state: Any, *children: Any, label: Any = None, **props: Any) -> rx.Component:
    """An area that follows the newest message until the reader scrolls up. Give it a height.

    Args:
        state: Your state, a concrete :class:`ThinkingState`.
        children: ``rt.thread`` and what stands around it; a :func:`jump_to_newest` belongs in it, too.
        label: The area's name for assistive tech.
        props: Class names and other props of the area.
    """
    named = {} if label is None else {"role": "region", "aria-label": label}
    class_name = props.pop("class_name", "")
    return Scroller.create(
        *children,
        owner=state.get_full_name(),
        custom_attrs=named,
        class_name=["rxt-scroller", class_name] if class_name else "rxt-scroller",
        **{"data_slot": "scroller", **props},
    )


def jump_to_newest(**props: Any) -> rx.Component:
    """A button back to the newest message, there while the reader is elsewhere. Stands inside of :func:`scroller`.

    Args:
        props: Class names and other props of the button.
    """

    def jump_button() -> rx.Component:
        return JumpButton.create(
            icon("arrow-down"),
            custom_attrs={"aria-label": text("ai.chat.newest"), "title": text("ai.chat.newest")},
            **{"class_name": "rxt-scope rxt-jump", "data_slot": "jump-to-newest", **props},
        )

    return numbered_memo("jump_button", jump_button)()
