"""The steps while they happen, with nothing to open or close; it goes when the answer is there."""

from functools import cache
from typing import Any

import reflex as rx

from ..model import ThinkingStep
from ..primitives.block import use_block, use_step
from ..primitives.chain_of_thought import numbered_memo
from .icons import icon, status_icon, tool_icon
from .parts import step_text, step_timer
from .reasoning_step import reasoning_text
from .summary_bar import bar_icon, bar_label, bar_timer


def overlay(**props: Any) -> rx.Component:
    """What the block around it does right now: each part with a spinner until it is complete, tools with their status.

    Args:
        props: Class names and other props of the element.
    """
    return _overlay(**props)


@rx.memo
def _overlay(rest: rx.RestProp) -> rx.Component:
    return rx.el.div(
        rx.el.div(
            bar_icon(), rx.el.span(bar_label(), bar_timer(), class_name="rxt-bar-head"), class_name="rxt-overlay-head"
        ),
        rx.el.div(
            rx.el.div(_overlay_list()), class_name="rxt-overlay-body", tab_index=0, data_slot="thinking-overlay-body"
        ),
        rest,
        class_name="rxt-overlay",
        data_slot="thinking-overlay",
    )


@rx.memo
def _overlay_list() -> rx.Component:
    return _steps(use_block().steps)


def _steps(steps: Any) -> rx.Component:
    row = _row_memo()
    return rx.el.ol(rx.foreach(steps, lambda step: row(step=step, key=step.id)), class_name="rxt-steps", role="list")


@cache
def _row_memo() -> Any:
    def overlay_step(step: rx.Var[ThinkingStep], rest: rx.RestProp) -> rx.Component:
        view = use_step(step)
        return rx.el.li(
            rx.match(
                step.type,
                ("reasoning", rx.fragment(_mark(status_icon(step.status)), reasoning_text(step))),
                (
                    "assistant_call",
                    _call(
                        step, icon("bot"), rx.cond(view.working, view.working, step.assistant_name), step.assistant_task
                    ),
                ),
                _call(step, tool_icon(step), step.tool_name, step.content),
            ),
            rx.cond(view.children.length() > 0, _steps(view.children)),
            # What came back stands last, as it comes last.
            rx.cond(
                view.preview,
                rx.el.p(view.preview, class_name="rxt-step-result", data_slot="thinking-step-preview", dir="auto"),
            ),
            rest,
            class_name="rxt-step",
            data_slot="thinking-step",
            data_type=step.type,
            data_step_id=step.id,
            data_status=step.status,
            data_state="open",
        )

    return numbered_memo("overlay_step", overlay_step)


def _mark(content: Any) -> rx.Component:
    return rx.el.span(content, class_name="rxt-step-icon")


def _call(step: Any, mark: Any, title: Any, note: Any) -> rx.Component:
    return rx.fragment(
        _mark(mark),
        rx.el.div(
            step_text(title, note),
            rx.el.span(step_timer(step), status_icon(step.status), class_name="rxt-step-meta"),
            class_name="rxt-step-head",
        ),
        rx.cond(step.progress, rx.el.progress(value=step.progress.to(float), max=1, class_name="rxt-progress-bar")),
        rx.cond(step.error, rx.el.p(step.error, class_name="rxt-step-error", dir="auto")),
    )
