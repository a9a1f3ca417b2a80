"""A call of another assistant: who was asked to do what, its own steps nested in it, and what came back."""

from collections.abc import Callable
from functools import cache
from typing import Any

import reflex as rx

from ..model import ThinkingStep
from ..primitives.block import text, use_step
from ..primitives.chain_of_thought import numbered_memo
from .icons import icon
from .markdown import markdown
from .parts import started_field, step_body, step_head, step_parts

Children = Callable[[Any], rx.Component]


def assistant_step(step: Any, children: Children) -> rx.Component:
    """The content of an assistant step.

    Args:
        step: The step, as a Var.
        children: Renders the list of its child steps.
    """
    return _assistant_memo(children)(step=step)


@cache
def _assistant_memo(children: Children) -> Any:
    def assistant_step(step: rx.Var[ThinkingStep]) -> rx.Component:
        view = use_step(step)
        name = rx.cond(step.assistant_name, step.assistant_name, step.assistant_id)
        return rx.fragment(
            step_head(
                step,
                view,
                mark=icon("bot"),
                title=rx.cond(view.working, view.working, name),
                note=rx.cond(step.assistant_task, step.assistant_task, step.content),
                has_body=step.assistant_result | (view.children.length() > 0) | (view.parts.length() > 0),
            ),
            rx.cond(
                view.preview,
                rx.el.p(view.preview, class_name="rxt-step-preview", data_slot="thinking-step-preview", dir="auto"),
            ),
            step_body(
                started_field(step),
                rx.cond(view.children.length() > 0, children(view.children)),
                _labelled("ai.thinking.response", step.assistant_result, growing=step.status == "thinking"),
                step_parts(view),
            ),
        )

    return numbered_memo("assistant_step", assistant_step)


def _labelled(key: str, value: Any, *, growing: Any) -> rx.Component:
    return rx.cond(
        value,
        rx.el.div(
            rx.el.div(text(key), class_name="rxt-field-label"),
            markdown(value.to(str), growing=growing),
            class_name="rxt-field",
        ),
    )
