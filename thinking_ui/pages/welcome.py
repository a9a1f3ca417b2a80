"""The front page."""

import reflex as rx
import reflex_thinking as rt

from ..scenarios import blocks


def welcome() -> rx.Component:
    """What the kit shows, and where to see more of it."""
    return rx.el.main(
        rx.el.h1("reflex-thinking"),
        rx.el.p("See how an AI assistant thinks, in apps written only in Python."),
        rt.thinking(blocks.TRIP),
        rx.el.p(
            "Dinner for eleven at Ponto Final do Cais, Saturday at 19:00: step-free from the quay to the table, "
            "€148 per guest, and a kitchen with a printed allergy matrix."
        ),
        rx.el.p(rx.el.a("Design review", href="/review")),
        class_name="welcome",
    )
