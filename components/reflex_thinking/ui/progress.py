"""One line of what is being thought, which changes as the thinking goes on."""

from typing import Any

import reflex as rx

from ..client import hook
from .icons import spinner
from .summary_bar import DEFAULT, Slot, bar_timer, bar_words, slot


def progress(
    *,
    icon: Slot = DEFAULT,
    label: Slot = DEFAULT,
    summary: Slot = DEFAULT,
    badge: Slot = DEFAULT,
    duration: Slot = DEFAULT,
    words: Slot = DEFAULT,
    status: Slot = DEFAULT,
    show_words: bool = False,
    **props: Any,
) -> rx.Component:
    """Snippets of what the block around it does right now, one at a time, and a timer.

    The slots are those of :func:`reflex_thinking.thinking`.

    Args:
        icon: Replaces the spinner.
        label: Stands before the snippets.
        summary: Replaces the snippets.
        badge: Stands at the end of the line.
        duration: Replaces the timer.
        words: Stands at the end of the line, in place of the number of words.
        status: Stands at the end of the line.
        show_words: Count the words of the reasoning.
        props: Class names and other props of the element.
    """
    return rx.el.div(
        slot("icon", icon, spinner),
        slot("label", label, rx.fragment),
        slot("summary", summary, _snippet if label is DEFAULT else _labelled_snippet),
        rx.el.span(
            slot("words", words, bar_words if show_words else rx.fragment),
            slot("tool-badge", badge, rx.fragment),
            slot("status", status, rx.fragment),
            slot("duration", duration, bar_timer),
            class_name="rxt-bar-meta",
        ),
        **{"class_name": "rxt-progress", "data_slot": "thinking-progress", **props},
    )


@rx.memo
def _snippet() -> rx.Component:
    return _changing(hook("useSnippet", str, True))


@rx.memo
def _labelled_snippet() -> rx.Component:
    """Beside a label that says that it thinks, nothing else has to."""
    return _changing(hook("useSnippet", str, False))


def _changing(snippet: Any) -> rx.Component:
    return rx.el.span(snippet, key=snippet, class_name="rxt-snippet", dir="auto")
