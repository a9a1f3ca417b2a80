"""A call of a tool: its name, what it was called for, and, opened, its input and its result."""

from typing import Any

import reflex as rx

from ..model import ThinkingStep
from ..primitives.block import use_step
from .icons import tool_icon
from .parts import field_block, started_field, step_body, step_head


def tool_step(step: Any) -> rx.Component:
    """The content of a tool step.

    Args:
        step: The step, as a Var.
    """
    return _tool_step(step=step)


@rx.memo
def _tool_step(step: rx.Var[ThinkingStep]) -> rx.Component:
    view = use_step(step)
    has_body = step.tool_input | step.tool_result | step.logs
    return rx.fragment(
        step_head(
            step,
            view,
            mark=tool_icon(step),
            title=rx.cond(step.tool_name, step.tool_name, step.kind),
            note=rx.cond(step.content, step.content, view.about),
            has_body=has_body,
        ),
        rx.cond(
            view.preview,
            rx.el.p(view.preview, class_name="rxt-step-preview", data_slot="thinking-step-preview", dir="auto"),
        ),
        rx.cond(step.progress, rx.el.progress(value=step.progress.to(float), max=1, class_name="rxt-progress-bar")),
        step_body(
            started_field(step),
            field_block("ai.thinking.input", step.tool_input, "input"),
            field_block("ai.thinking.logs", step.logs, "logs"),
            field_block("ai.thinking.result", step.tool_result, "result"),
        ),
    )
