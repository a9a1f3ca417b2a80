"""The settings: how thinking is shown, the language, light or dark."""

from typing import Any

import reflex as rx
import reflex_thinking as rt
from reflex.style import color_mode, set_color_mode
from reflex_thinking.primitives.block import text

from .memo import memo_for

MODES = {"system": "monitor", "light": "sun", "dark": "moon"}


def _mode(name: str, icon: str) -> rx.Component:
    return rx.el.button(
        rx.icon(icon, size=15, aria_hidden=True),
        text(f"app.appearance.{name}"),
        type="button",
        on_click=set_color_mode(name),  # pyright: ignore[reportArgumentType]
        aria_pressed=color_mode == name,
        class_name="segment",
        data_slot=f"appearance-{name}",
    )


@rx.memo
def settings_button() -> rx.Component:
    """Opens the settings."""
    attributes: dict[str, Any] = {"popoverTarget": "settings"}
    return rx.el.button(
        rx.icon("settings-2", size=18, aria_hidden=True),
        type="button",
        aria_label=text("ai.preferences.title"),
        title=text("ai.preferences.title"),
        class_name="icon-button",
        custom_attrs=attributes,
        data_slot="settings-button",
    )


@memo_for
def settings_panel(state: Any) -> rx.Component:
    """The settings; Escape or a click elsewhere closes them."""
    return rx.el.div(
        rx.el.h2(text("ai.preferences.title")),
        rt.preferences(state),
        rx.el.div(
            rx.el.span(text("app.appearance"), id="appearance-label"),
            rx.el.div(
                *[_mode(name, icon) for name, icon in MODES.items()],
                class_name="segments",
                role="group",
                aria_labelledby="appearance-label",
            ),
            class_name="setting",
        ),
        id="settings",
        class_name="settings",
        custom_attrs={"popover": "auto"},
        role="dialog",
        aria_label=text("ai.preferences.title"),
        data_slot="settings",
    )
