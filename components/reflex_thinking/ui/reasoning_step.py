"""A passage of reasoning: markdown, or a quiet line where the provider keeps it private."""

from typing import Any

import reflex as rx

from ..primitives.block import text
from .icons import icon
from .markdown import markdown
from .parts import step_mark


def reasoning_step(step: Any) -> rx.Component:
    """The content of a reasoning step.

    Args:
        step: The step, as a Var.
    """
    return rx.fragment(
        step_mark(step, rx.cond(step.redacted, icon("lock"), icon("lightbulb"))),
        reasoning_text(step, class_name="rxt-step-body", data_slot="thinking-step-body"),
    )


def reasoning_text(step: Any, **props: Any) -> rx.Component:
    """What a reasoning step says, or that it is kept private.

    Args:
        step: The step, as a Var.
        props: Class names and other props of the text.
    """
    return rx.cond(
        step.redacted,
        rx.el.p(text("ai.thinking.redacted"), class_name="rxt-redacted", data_redacted="true"),
        markdown(step.content, growing=step.status == "thinking", **props),
    )
