"""The mark and the name."""

from typing import Any

import reflex as rx


def mark(**props: Any) -> rx.Component:
    """Three lines of thought, the last of which is the answer."""
    return rx.el.svg(
        rx.el.path(d="M5 7.5h9", class_name="mark-thought"),
        rx.el.path(d="M5 12h12", class_name="mark-thought"),
        rx.el.path(d="M5 16.5h6", class_name="mark-answer"),
        rx.el.circle(cx="16.5", cy="16.5", r="2", class_name="mark-dot"),
        view_box="0 0 24 24",
        fill="none",
        aria_hidden=True,
        **{"class_name": "mark", **props},
    )


def brand() -> rx.Component:
    """The name of the kit beside its mark."""
    return rx.el.span(mark(), rx.el.span("reflex-thinking"), class_name="brand")
