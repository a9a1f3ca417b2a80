"""What is shown for an address that leads nowhere."""

from typing import Any

import reflex as rx
import reflex_thinking as rt
from reflex_thinking.primitives.block import text

from .brand import mark
from .chat.memo import memo_for
from .chat.texts import TEXTS
from .site import localized_names, site_header


@memo_for
def not_found(state: Any) -> rx.Component:
    """What happened, and the ways on."""
    return rx.fragment(
        site_header("", names=localized_names()),
        rx.el.main(
            mark(class_name="mark not-found-mark"),
            rx.el.h1(text("app.not-found")),
            rx.el.p(text("app.not-found.hint")),
            rx.el.div(
                rx.el.a(text("app.not-found.home"), href="/", class_name="site-button"),
                rx.el.a(text("app.docs"), href="/docs", class_name="site-button site-button-quiet"),
                class_name="not-found-ways",
            ),
            class_name="not-found",
        ),
    )


def not_found_page(state: Any) -> rx.Component:
    """The page, in the language of a chat state."""
    return rt.localized(not_found(state), locale=state.locale, texts=TEXTS, page=True, class_name="site site-page")
