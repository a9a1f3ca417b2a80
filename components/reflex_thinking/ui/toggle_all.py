"""One control, and one key, for all the thinking on a page."""

from typing import Any

import reflex as rx
from reflex.components.component import field
from reflex.vars.base import Var

from ..primitives.base import ClientComponent

SHORTCUT = "alt+shift+r"


class ToggleAll(ClientComponent):
    """A button that opens every block of the page, or closes every one when all are open."""

    tag = "ToggleAll"
    source = "toggle_all.js"

    shortcut: Var[str] = field(doc="The key for it, with its modifiers; empty for none.")


def toggle_all(*children: Any, shortcut: str = SHORTCUT, **props: Any) -> rx.Component:
    """A button that opens or closes all thinking of the page at once.

    Args:
        children: What stands on it; by default a text in the reader's language.
        shortcut: The key for it, such as ``"alt+shift+r"``; empty for none.
        props: Class names and other props of the button.
    """
    return ToggleAll.create(
        *children,
        shortcut=shortcut,
        **{"class_name": "rxt-scope rxt-button", "data_slot": "thinking-toggle-all", **props},
    )
