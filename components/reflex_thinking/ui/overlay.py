"""The steps while they happen, with nothing to open or close; it goes when the answer is there."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import reflex as rx

from ..model import ThinkingStep
from ..primitives.block import use_block, use_step
from ..primitives.chain_of_thought import numbered_memo
from .icons import icon as icon_of
from .icons import status_icon, tool_icon
from .parts import step_mark, step_parts, step_text, step_timer
from .reasoning_step import reasoning_text
from .step_list import StepRenderers, step_renderers, step_row
from .summary_bar import DEFAULT, Slot, bar_head, bar_icon, bar_summary, bar_words, slot


def overlay(
    *,
    icon: Slot = DEFAULT,
    label: Slot = DEFAULT,
    summary: Slot = DEFAULT,
    badge: Slot = DEFAULT,
    duration: Slot = DEFAULT,
    words: Slot = DEFAULT,
    status: Slot = DEFAULT,
    footer: Slot = DEFAULT,
    show_words: bool = False,
    components: Mapping[str, Any] | StepRenderers | None = None,
    **props: Any,
) -> rx.Component:
    """What the block around it does right now: each part with a spinner until it is complete, tools with their status.

    Its head says what is going on: label, timer, and the current activity or the summary. It has nothing to click.
    The slots are those of :func:`reflex_thinking.thinking`.

    Args:
        icon: Replaces the icon.
        label: Replaces the label.
        summary: Replaces the activity and the summary beside the label.
        badge: Stands at the end of the head.
        duration: Replaces the timer.
        words: Stands at the end of the head, in place of the number of words.
        status: Stands at the end of the head.
        footer: Stands below the steps.
        show_words: Count the words of the reasoning.
        components: Renderers of steps: ``Reasoning``, ``ToolFallback``, ``Assistant`` and ``tools`` (by name).
        props: Class names and other props of the element.
    """
    head = rx.el.div(
        slot("icon", icon, bar_icon),
        bar_head(label, duration),
        slot("summary", summary, bar_summary),
        rx.el.span(
            slot("words", words, bar_words if show_words else rx.fragment),
            slot("tool-badge", badge, rx.fragment),
            slot("status", status, rx.fragment),
            class_name="rxt-bar-meta",
        ),
        class_name="rxt-overlay-head",
    )
    steps = rx.el.div(
        rx.el.div(_list_memo(step_renderers(components))()),
        class_name="rxt-overlay-body",
        tab_index=0,
        data_slot="thinking-overlay-body",
    )
    below = slot("footer", footer, rx.fragment)
    return rx.el.div(head, steps, below, **{"class_name": "rxt-overlay", "data_slot": "thinking-overlay", **props})


@cache
def _list_memo(renderers: StepRenderers) -> Any:
    def overlay_steps() -> rx.Component:
        return _steps(renderers, use_block().steps)

    return numbered_memo("overlay_steps", overlay_steps)


def _steps(renderers: StepRenderers, steps: Any) -> rx.Component:
    row = _row_memo(renderers)
    return rx.el.ol(rx.foreach(steps, lambda step: row(step=step, key=step.id)), class_name="rxt-steps", role="list")


@cache
def _row_memo(renderers: StepRenderers) -> Any:
    def overlay_step(step: rx.Var[ThinkingStep], rest: rx.RestProp) -> rx.Component:
        view = use_step(step)
        content = renderers.render(
            step,
            reasoning=lambda step: rx.fragment(step_mark(step, status_icon(step.status)), reasoning_text(step)),
            tool=lambda step: _call(
                step, view, tool_icon(step), step.tool_name, rx.cond(step.content, step.content, view.about)
            ),
            assistant=lambda step: _assistant(renderers, step, view),
        )
        return step_row(step, content, rest)

    return numbered_memo("overlay_step", overlay_step)


def _assistant(renderers: StepRenderers, step: Any, view: Any) -> rx.Component:
    name = rx.cond(view.working, view.working, step.assistant_name)
    children = rx.cond(view.children.length() > 0, _steps(renderers, view.children))
    return _call(step, view, icon_of("bot"), name, step.assistant_task, children)


def _call(step: Any, view: Any, mark: Any, title: Any, note: Any, *children: Any) -> rx.Component:
    return rx.fragment(
        step_mark(step, mark),
        rx.el.div(
            step_text(title, note),
            rx.el.span(step_timer(step), status_icon(step.status), class_name="rxt-step-meta"),
            class_name="rxt-step-head",
        ),
        rx.cond(step.progress, rx.el.progress(value=step.progress.to(float), max=1, class_name="rxt-progress-bar")),
        rx.cond(step.error, rx.el.p(step.error, class_name="rxt-step-error", dir="auto")),
        *children,
        # What came back stands last, as it comes last.
        rx.cond(
            view.preview,
            rx.el.p(view.preview, class_name="rxt-step-result", data_slot="thinking-step-preview", dir="auto"),
        ),
        step_parts(view),
    )
