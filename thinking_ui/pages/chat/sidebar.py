"""The sidebar: begin something new, or go on with what was begun."""

from typing import Any

import reflex as rx
import reflex_thinking as rt
from reflex_thinking.primitives.block import text

from .brand import brand
from .memo import memo_for


@memo_for
def chat_sidebar(state: Any) -> rx.Component:
    """New chat, the user's threads, and the other pages."""
    return rx.el.aside(
        rx.el.div(brand(), class_name="sidebar-head"),
        rt.new_thread(state),
        rx.el.h2(text("ai.chat.threads"), class_name="sidebar-title"),
        rt.thread_list(state),
        rx.el.div(
            rx.el.a(rx.icon("book-open", size=15, aria_hidden=True), text("app.docs"), href="/docs"),
            rx.el.a(rx.icon("layout-grid", size=15, aria_hidden=True), text("app.review"), href="/review"),
            class_name="sidebar-foot",
        ),
        id="sidebar",
        class_name="sidebar",
        aria_label=text("ai.chat.threads"),
    )
