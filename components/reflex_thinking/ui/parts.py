"""Pieces that several kinds of steps share: their head, and what tools take and give."""

from typing import Any

import reflex as rx
from reflex.components.component import field
from reflex.vars.base import Var

from ..primitives.base import ClientComponent
from ..primitives.block import text, use_ticking
from ..primitives.disclosure import DisclosurePanel, DisclosureTrigger
from ..primitives.locale import Moment
from ..primitives.media import media_part
from .icons import icon, status_icon


def step_head(step: Any, view: Any, *, mark: rx.Component, title: Any, note: Any, has_body: Any) -> rx.Component:
    """The row of a tool or an assistant: a button when there is more to see, else a plain row.

    Args:
        step: The step, as a Var.
        view: What its row says, from ``use_step``.
        mark: The icon.
        title: The name.
        note: What it was asked to do.
        has_body: Whether there is anything to open.
    """
    content = (
        step_text(title, note),
        _step_meta(step, view),
    )
    return rx.fragment(
        step_mark(step, mark),
        rx.cond(
            has_body,
            DisclosureTrigger.create(
                *content,
                rx.el.span(icon("chevron-right"), class_name="rxt-chevron"),
                class_name="rxt-step-head",
                data_slot="thinking-step-trigger",
            ),
            rx.el.div(*content, class_name="rxt-step-head"),
        ),
        rx.cond(
            step.error, rx.el.p(step.error, class_name="rxt-step-error", data_slot="thinking-step-error", dir="auto")
        ),
    )


def step_mark(step: Any, mark: Any) -> rx.Component:
    """The icon of a step. On hover it says when the step began.

    Args:
        step: The step, as a Var.
        mark: The icon.
    """
    return Moment.create(mark, at=_began(step), class_name="rxt-step-icon", data_slot="thinking-step-icon")


def started_field(step: Any) -> rx.Component:
    """When a step began; nothing where that is not known.

    Args:
        step: The step, as a Var.
    """
    return rx.cond(
        _began(step),
        rx.el.div(
            rx.el.span(text("ai.thinking.started"), class_name="rxt-field-label"),
            Moment.create(at=_began(step), class_name="rxt-time"),
            class_name="rxt-field rxt-field-row",
            data_slot="thinking-step-started",
        ),
    )


def _began(step: Any) -> Any:
    return rx.cond(step.timestamp, step.timestamp, step.started_at)


def step_text(title: Any, note: Any) -> rx.Component:
    """The name of a step and what it was asked to do.

    Args:
        title: The name.
        note: What it was asked to do; nothing is shown when there is none.
    """
    return rx.el.span(
        rx.el.span(title, class_name="rxt-step-title", dir="auto"),
        # Either text may run against the page, so that the space between them belongs to neither.
        rx.el.span(" ", class_name="rxt-step-space"),
        rx.cond(note, rx.el.span(note, class_name="rxt-step-note", dir="auto")),
        class_name="rxt-step-text",
    )


def _step_meta(step: Any, view: Any) -> rx.Component:
    return rx.el.span(
        rx.cond(view.tools, rx.el.span(view.tools, class_name="rxt-step-tools")),
        rx.cond(view.failed, rx.el.span(view.failed, class_name="rxt-step-failed")),
        rx.cond(view.duration, rx.el.span(view.duration, class_name="rxt-time")),
        step_timer(step),
        rx.cond(step.status != "done", rx.el.span(status_icon(step.status), _status_text(step.status))),
        class_name="rxt-step-meta",
    )


def step_timer(step: Any) -> rx.Component:
    """How long an assistant has been working, while it does.

    Args:
        step: The step, as a Var.
    """
    running = (step.type == "assistant_call") & (step.status == "thinking")
    return rx.cond(running, _ticking(since=step.started_at))


@rx.memo
def _ticking(since: rx.Var[int]) -> rx.Component:
    return rx.el.span(use_ticking(since), class_name="rxt-time", data_slot="thinking-step-timer")


def _status_text(status: Any) -> rx.Component:
    keys = {name: text(f"ai.thinking.status.{name}") for name in ("thinking", "error", "cancelled")}
    return rx.el.span(rx.match(status, *keys.items(), ""), class_name="rxt-hidden")


def step_body(*children: Any) -> rx.Component:
    """What a step shows when it is opened; not in the page before that."""
    return DisclosurePanel.create(
        rx.el.div(*children, class_name="rxt-step-body"), class_name="rxt-panel", data_slot="thinking-step-body"
    )


def step_parts(view: Any) -> rx.Component:
    """The images and files that an assistant gave beside its result.

    Args:
        view: What its row says, from ``use_step``.
    """
    shown = rx.foreach(view.parts, lambda part: media_part(part, key=part["id"].to(str)))
    return rx.cond(view.parts.length() > 0, rx.el.div(shown, class_name="rxt-parts", data_slot="thinking-step-parts"))


class ToolValue(ClientComponent):
    """What a tool takes or gives: JSON in lines and colours, with copy, and with a search where it is long."""

    tag = "ToolValue"
    source = "tool_value.js"

    text: Var[str] = field(doc="The value.")
    label: Var[str] = field(doc="What it is called.")
    state_id: Var[str] = field(doc="Tells it from others of its step.")


def field_block(label_key: str, value: Any, state_id: str) -> rx.Component:
    """What a tool takes or gives, under a label; nothing when there is none.

    Args:
        label_key: The text of the label.
        value: The value, as a Var.
        state_id: Tells it from others of its step.
    """
    shown = ToolValue.create(text=value.to(str), label=text(label_key), state_id=state_id, data_slot="thinking-value")
    return rx.cond(value, shown)
