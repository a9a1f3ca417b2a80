"""What all pages share: the header with the name, the way to the other pages, and light or dark."""

from collections.abc import Mapping, Sequence
from typing import Any

import reflex as rx
from reflex_thinking.primitives.block import text
from reflex_thinking.primitives.locale import LocaleArea

from .brand import brand

PAGES = {"chat": "/", "docs": "/docs", "review": "/review"}
NAMES = {
    "chat": "Chat",
    "docs": "Documentation",
    "review": "Design review",
    "pages": "Pages",
    "theme": "Switch between light and dark",
}


def localized_names() -> dict[str, Any]:
    """The same in the reader's language. For use inside of an ``rx.memo`` below the texts of the demo."""
    return {name: text(f"app.{name}") for name in NAMES}


def in_english(page: rx.Component) -> rx.Component:
    """A page that is written in English: what the kit says in it is, too, whatever the browser's language."""
    return LocaleArea.create(page, locale="en-US")


def site_header(here: str, *middle: Any, **parts: Any) -> rx.Component:
    """The header of a page; arguments as for :func:`header_parts`."""
    return rx.el.header(*header_parts(here, *middle, **parts), class_name="site-header")


def header_parts(
    here: str, *middle: Any, start: Sequence[Any] = (), end: Sequence[Any] = (), names: Mapping[str, Any] = NAMES
) -> list[rx.Component]:
    """What stands in the header of a page.

    Args:
        here: Which of the pages it is; empty for none of them.
        middle: What stands between the name and the links: a title, a search.
        start: What stands by the name, such as a button for the list beside the page.
        end: What stands after the links.
        names: What the pages, their list and the button for light and dark are called.
    """
    return [
        rx.el.div(
            *start,
            rx.el.a(brand(), href="/", class_name="site-home", aria_label="reflex-thinking"),
            class_name="site-start",
        ),
        rx.el.div(*middle, class_name="site-middle"),
        rx.el.div(
            rx.el.nav(*site_links(here, names), aria_label=names["pages"], class_name="site-links"),
            theme_button(names["theme"]),
            *end,
            class_name="site-end",
        ),
    ]


def site_links(here: str, names: Mapping[str, Any] = NAMES) -> list[rx.Component]:
    """A link to each page; the one that is shown is marked.

    Args:
        here: Which of the pages it is.
        names: What they are called.
    """
    current: dict[str, Any] = {"aria_current": "true"}
    return [rx.el.a(names[name], href=address, **(current if name == here else {})) for name, address in PAGES.items()]


def theme_button(label: Any) -> rx.Component:
    """Switches between light and dark.

    Args:
        label: What it is called.
    """
    return rx.el.button(
        rx.color_mode_cond(
            light=rx.icon("sun", size=18, aria_hidden=True), dark=rx.icon("moon", size=18, aria_hidden=True)
        ),
        type="button",
        on_click=rx.toggle_color_mode,
        aria_label=label,
        title=label,
        class_name="icon-button site-theme",
        data_slot="site-theme",
    )
