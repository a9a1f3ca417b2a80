"""One line of what is being thought, which changes as the thinking goes on."""

from typing import Any

import reflex as rx

from ..client import hook
from .icons import spinner


def progress(**props: Any) -> rx.Component:
    """Snippets of what the block around it does right now, one at a time.

    Args:
        props: Class names and other props of the element.
    """
    return _progress(**props)


@rx.memo
def _progress(rest: rx.RestProp) -> rx.Component:
    snippet = hook("useSnippet", str)
    return rx.el.div(
        spinner(),
        rx.el.span(snippet, key=snippet, class_name="rxt-snippet", dir="auto"),
        rest,
        class_name="rxt-progress",
        data_slot="thinking-progress",
    )
