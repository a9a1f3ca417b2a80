"""Small things that the parts of the review page share."""

from collections.abc import Callable, Mapping
from typing import Any

import reflex as rx
from reflex_components_core.react_router.dom import ReactRouterLink


def link(text: Any, address: Any, **props: Any) -> rx.Component:
    """A link inside of the app: it loads nothing anew, and goes into the history."""
    return ReactRouterLink.create(text, to=address, **props)


def segments(label: str, value: Any, choices: Mapping[str, str], choose: Callable[[Any], Any]) -> rx.Component:
    """One of a few choices, all of them visible."""
    return rx.el.div(
        *[
            rx.el.button(text, type="button", aria_pressed=value == choice, on_click=choose(choice), data_choice=choice)
            for choice, text in choices.items()
        ],
        role="group",
        aria_label=label,
        class_name="review-segments",
    )


def icon_button(name: str, label: str, on_click: Any, **props: Any) -> rx.Component:
    """A button that is an icon."""
    return rx.el.button(
        rx.icon(name, size=16, aria_hidden=True),
        type="button",
        aria_label=label,
        title=label,
        on_click=on_click,
        **{"class_name": "review-icon", **props},
    )
