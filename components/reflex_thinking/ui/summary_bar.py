"""The bar that is always there: what happened in one line, and the control that opens the rest."""

from collections.abc import Callable
from typing import Any, Final

import reflex as rx

from ..primitives.block import use_activity, use_bar, use_status, use_timer, use_words
from ..primitives.disclosure import DisclosureTrigger
from .icons import icon
from .status_line import bar_status

DEFAULT: Final = object()
Slot = Any


def summary_bar(
    *,
    icon: Slot = DEFAULT,
    label: Slot = DEFAULT,
    summary: Slot = DEFAULT,
    badge: Slot = DEFAULT,
    duration: Slot = DEFAULT,
    words: Slot = DEFAULT,
    status: Slot = DEFAULT,
    chevron: Slot = DEFAULT,
    show_words: bool = False,
    **props: Any,
) -> rx.Component:
    """The bar. Stands inside of ``rt.thinking`` or a chain-of-thought root.

    Each slot takes a component, a text, a callable that makes one, or None to leave it out.

    Args:
        icon: What stands first.
        label: "Thinking…", then "Thought for 4.2s".
        summary: The one-line summary.
        badge: How many tools and assistants were used.
        duration: The timer that runs while it thinks.
        words: The number of words; in the default only with ``show_words``.
        status: The status while the panel is closed.
        chevron: The arrow at the far end.
        show_words: Count the words of the reasoning.
        props: Class names and other props of the bar.
    """
    return DisclosureTrigger.create(
        slot("icon", icon, bar_icon),
        bar_head(label, duration),
        slot("summary", summary, bar_summary),
        rx.el.span(
            slot("words", words, bar_words if show_words else rx.fragment),
            bar_usage(),
            slot("tool-badge", badge, bar_badge),
            slot("status", status, bar_status),
            class_name="rxt-bar-meta",
        ),
        slot("chevron", chevron, bar_chevron),
        **{"class_name": "rxt-bar", "data_slot": "thinking-summary-bar", **props},
    )


def bar_head(label: Slot = DEFAULT, duration: Slot = DEFAULT) -> rx.Component:
    """Label and timer. A label of the host app's own does not say how long it took, so that the timer goes on to.

    Args:
        label: Replaces the label.
        duration: Replaces the timer.
    """
    timer = bar_timer if label is DEFAULT else bar_duration
    return rx.el.span(slot("label", label, bar_label), slot("duration", duration, timer), class_name="rxt-bar-head")


def slot(name: str, given: Slot, default: Callable[[], rx.Component]) -> rx.Component:
    """What stands in a slot: the kit's own, nothing, or what the host app gives.

    Args:
        name: The slot's name.
        given: What the host app says.
        default: Makes the kit's own.
    """
    if given is DEFAULT:
        return default()
    if given is None:
        return rx.fragment()
    content = given() if callable(given) else given
    return rx.el.span(content, class_name=f"rxt-bar-{name}", data_slot=f"thinking-{name}")


@rx.memo
def bar_icon() -> rx.Component:
    """A thought; while it runs, a gear that turns beside a dot that breathes."""
    running = use_status() == "thinking"
    return rx.el.span(
        rx.cond(running, icon("settings", class_name="rxt-turning"), icon("brain")),
        rx.cond(running, rx.el.span(class_name="rxt-dot", data_slot="thinking-dot")),
        class_name="rxt-bar-icon",
        data_slot="thinking-icon",
    )


@rx.memo
def bar_label() -> rx.Component:
    """The label, the final duration within it."""
    bar = use_bar()
    return rx.el.span(
        bar.label_before,
        rx.cond(
            bar.label_duration, rx.el.span(bar.label_duration, class_name="rxt-time", data_slot="thinking-duration")
        ),
        bar.label_after,
        class_name="rxt-bar-label",
        data_slot="thinking-label",
    )


@rx.memo
def bar_timer() -> rx.Component:
    """The live timer, beside the default label."""
    return _time(use_timer())


@rx.memo
def bar_duration() -> rx.Component:
    """The live timer, then the final duration, beside a label of the host app's own."""
    timer = use_timer()
    return _time(rx.cond(timer, timer, use_bar().label_duration))


def _time(value: Any) -> rx.Component:
    return rx.cond(value, rx.el.span(value, class_name="rxt-bar-timer rxt-time", data_slot="thinking-duration"))


@rx.memo
def bar_summary() -> rx.Component:
    """The summary when there is one; before that, what happens right now."""
    summary = rx.cond(use_bar().summary, use_bar().summary, use_activity())
    return rx.cond(summary, rx.el.span(summary, class_name="rxt-bar-summary", data_slot="thinking-summary", dir="auto"))


@rx.memo
def bar_badge() -> rx.Component:
    """The number of tools, when any were used."""
    bar = use_bar()
    return rx.cond(
        bar.tools,
        rx.el.span(
            icon("wrench"),
            rx.el.span(bar.tools),
            class_name="rxt-badge",
            title=bar.tools,
            data_count=bar.tool_number,
            data_slot="thinking-tool-badge",
        ),
    )


@rx.memo
def bar_words() -> rx.Component:
    """The number of words."""
    words = use_words()
    return rx.cond(words, rx.el.span(words, class_name="rxt-bar-words", data_slot="thinking-words"))


@rx.memo
def bar_usage() -> rx.Component:
    """Tokens and effort, when the provider reports them."""
    bar = use_bar()
    return rx.fragment(
        rx.cond(bar.tokens, rx.el.span(bar.tokens, data_slot="thinking-tokens")),
        rx.cond(bar.effort, rx.el.span(bar.effort, data_slot="thinking-effort")),
    )


@rx.memo
def bar_chevron() -> rx.Component:
    """Points to the side when closed and down when open."""
    return rx.el.span(icon("chevron-right"), class_name="rxt-chevron", data_slot="thinking-chevron")
