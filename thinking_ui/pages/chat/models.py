"""Which model answers: a choice by the input."""

from typing import Any

import reflex as rx
from reflex_thinking.primitives.block import text

from .memo import memo_for

MODELS = (("local", "Local"),)


@memo_for
def model_picker(state: Any) -> rx.Component:
    """The models that can answer here."""
    return rx.el.label(
        rx.icon("cpu", size=15, aria_hidden=True),
        rx.el.select(
            *[rx.el.option(label, value=name) for name, label in MODELS],
            value=state.options.get("model", MODELS[0][0]),
            on_change=lambda value: state.set_option("model", value),
            aria_label=text("app.model"),
            data_slot="model-picker",
        ),
        class_name="model",
        title=text("app.model"),
    )
