"""The status: at the bottom of the open panel, and on the bar while it is closed."""

from typing import Any

import reflex as rx

from ..primitives.block import text, use_bar, use_status
from ..primitives.disclosure import disclosure
from .icons import icon, status_icon


def status_line(**props: Any) -> rx.Component:
    """Icon and label of the block's status. Stands inside of ``rt.thinking`` or a chain-of-thought root.

    Args:
        props: Class names and other props of the element.
    """
    return _status_line(**props)


@rx.memo
def _status_line(rest: rx.RestProp) -> rx.Component:
    return rx.el.div(
        _status(rx.cond(disclosure.is_open(), "thinking-status", ""), "rxt-status rxt-status-line"),
        rx.cond(
            use_status() != "thinking",
            disclosure.close(
                text("ai.thinking.close"), icon("chevron-up"), class_name="rxt-close", data_slot="thinking-close"
            ),
        ),
        rest,
        class_name="rxt-panel-end",
    )


@rx.memo
def bar_status() -> rx.Component:
    """The status on the bar, while the panel is closed."""
    return rx.cond(disclosure.is_open(), rx.fragment(), _status("thinking-status", "rxt-status rxt-bar-status"))


def _status(slot: Any, class_name: str, *rest: Any) -> rx.Component:
    status = use_status()
    return rx.el.span(
        status_icon(status),
        rx.el.span(use_bar().status_text, class_name="rxt-status-text"),
        *rest,
        class_name=class_name,
        data_slot=slot,
        data_status=status,
    )
