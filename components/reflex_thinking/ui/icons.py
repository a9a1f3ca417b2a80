"""Which icon stands for what."""

from typing import Any

import reflex as rx

SIZE = 16


def icon(name: str, **props: Any) -> rx.Component:
    """A decorative icon: assistive tech skips it."""
    return rx.icon(name, size=SIZE, aria_hidden=True, **props)


def spinner(**props: Any) -> rx.Component:
    """Something runs. Drawn in CSS, still under reduced motion."""
    return rx.el.span(class_name="rxt-spinner", aria_hidden=True, **props)


def status_icon(status: Any) -> Any:
    """The icon of a status: a spinner, a check mark, a warning or a stop sign."""
    return rx.match(
        status,
        ("thinking", spinner()),
        ("error", icon("triangle-alert", class_name="rxt-icon-error")),
        ("cancelled", icon("circle-stop", class_name="rxt-icon-muted")),
        icon("check", class_name="rxt-icon-done"),
    )


def tool_icon(step: Any) -> Any:
    """The icon of a tool, by what it does."""
    return rx.match(
        rx.cond(step.kind, step.kind, step.tool_name),
        ("web_search_call", "web_search", "search", icon("search")),
        ("web_fetch", "fetch", "open_url", icon("globe")),
        ("code_interpreter_call", "code_execution", "python", "bash", icon("square-terminal")),
        ("read_file", "file_search", "retrieve", icon("file-text")),
        icon("wrench"),
    )
