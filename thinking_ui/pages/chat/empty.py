"""What is shown before anything was said: what this is about, and good first questions."""

from typing import Any

import reflex as rx
import reflex_thinking as rt
from reflex_thinking.primitives.block import text

from ..brand import mark
from .memo import memo_for

ICONS = {
    "clinics": "hospital",
    "rail": "train-front",
    "compare": "scale",
    "longest": "clock",
    "install": "code-xml",
    "museum": "handshake",
}


@memo_for
def first_questions(state: Any) -> rx.Component:
    """A welcome with questions that are worth asking."""
    return rx.el.section(
        mark(class_name="mark empty-mark"),
        rx.el.h2(text("app.heading")),
        rx.el.p(text("app.lead")),
        rx.el.ul(
            *[
                rx.el.li(
                    rt.say_button(
                        state,
                        rx.icon(icon, size=17, aria_hidden=True),
                        rx.el.span(text(f"app.question.{name}")),
                        text=text(f"app.question.{name}"),
                        class_name="question",
                        data_slot="first-question",
                    )
                )
                for name, icon in ICONS.items()
            ],
            aria_label=text("app.questions"),
        ),
        class_name="empty",
        data_slot="empty",
    )


@memo_for
def missing_thread(state: Any) -> rx.Component:
    """The address names a thread that is not there, or not this user's."""
    return rx.el.section(
        rx.icon("search-x", size=28, aria_hidden=True, class_name="empty-mark"),
        rx.el.h2(text("ai.chat.missing")),
        rx.el.p(text("ai.chat.missing.hint")),
        rt.new_thread(state, class_name="rxt-scope rxt-new-thread", data_slot="missing-new-thread"),
        class_name="empty",
        data_slot="thread-missing",
    )
