"""The sidebar: begin something new, or go on with what was begun."""

from typing import Any

import reflex as rx
import reflex_thinking as rt
from reflex_thinking.primitives.block import text

from ..brand import brand
from ..site import localized_names, site_links
from .memo import memo_for


@memo_for
def chat_sidebar(state: Any) -> rx.Component:
    """New chat, the user's threads, and the other pages."""
    return rx.el.aside(
        rx.el.div(brand(), class_name="sidebar-head site-narrow"),
        rt.new_thread(state),
        rx.el.h2(text("ai.chat.threads"), class_name="visually-hidden"),
        rt.thread_list(state),
        rx.el.div(*site_links("chat", localized_names()), class_name="sidebar-foot site-narrow"),
        id="sidebar",
        class_name="sidebar",
        aria_label=text("ai.chat.threads"),
    )
