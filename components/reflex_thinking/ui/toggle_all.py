"""One control, and one key, for all the thinking on a page."""

from typing import Any

import reflex as rx
from reflex.components.component import field
from reflex.vars.base import Var

from ..primitives.base import ClientComponent
from .icons import icon

SHORTCUT = "alt+shift+r"


class ToggleAll(ClientComponent):
    """A button that opens every block of the page, or closes every one when all are open."""

    tag = "ToggleAll"
    source = "toggle_all.js"

    shortcut: Var[str] = field(doc="The key for it, with its modifiers; empty for none.")
    has_label: Var[bool] = field(doc="Whether its children say what it is.")


def toggle_all(*children: Any, shortcut: str = SHORTCUT, **props: Any) -> rx.Component:
    """A button that opens or closes all thinking of the page at once. That counts as the reader's choice for every block.

    Args:
        children: What stands on it; by default an icon and a text in the reader's language.
        shortcut: The key for it, such as ``"alt+shift+r"``; empty for none. It does nothing while somebody writes: while the
            focus is in a field with text in it.
        props: Class names and other props of the button.
    """
    icons = (
        icon("chevrons-up-down", class_name="rxt-open-all"),
        icon("chevrons-down-up", class_name="rxt-close-all"),
    )
    return ToggleAll.create(
        *(children or icons),
        shortcut=shortcut,
        has_label=bool(children),
        **{"class_name": "rxt-scope rxt-button", "data_slot": "thinking-toggle-all", **props},
    )
