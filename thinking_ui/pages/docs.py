"""The documentation at `/docs`, a page per file."""

from typing import Any

import reflex as rx

from ..docs import library, live, rendering
from ..docs.library import Page
from .site import in_english, site_header, site_links

ROUTE = "/docs"


def address(name: str) -> str:
    """Where a page of the documentation is."""
    return ROUTE if name == "index" else f"{ROUTE}/{name}"


def add_docs(app: rx.App) -> None:
    """Add every page of the documentation to an app."""
    app.stylesheets = [*app.stylesheets, "/docs.css"]
    for page in library.pages().values():
        live.examples(page.name)
        app.add_page(
            lambda page=page: in_english(docs_page(page)),
            route=address(page.name),
            title=f"{page.title} · reflex-thinking",
        )


def docs_page(page: Page) -> rx.Component:
    """One page: what is written, with its examples running, beside the table of contents."""
    return rx.el.div(
        site_header("docs", docs_search(), start=[_menu_button()]),
        rx.el.nav(
            _html("div", rendering.sidebar(page.name, address)),
            rx.el.div(*site_links("docs"), class_name="docs-pages site-narrow"),
            id="docs-menu",
            aria_label="Documentation",
        ),
        rx.el.main(*_content(page), class_name="docs-main"),
        _html("aside", rendering.contents(page), aria_label="On this page"),
        rx.script(src="/docs.js"),
        class_name="site docs",
    )


def _menu_button() -> rx.Component:
    return rx.el.button(
        rx.icon("menu", size=18, aria_hidden=True),
        type="button",
        aria_label="Menu",
        aria_expanded=False,
        aria_controls="docs-menu",
        class_name="icon-button site-narrow docs-menu",
    )


def _content(page: Page) -> list[rx.Component]:
    made = live.examples(page.name)
    return [
        rx.el.div(made[piece.number](), class_name="docs-live", data_slot="docs-live")
        if isinstance(piece, rendering.Live)
        else _html("div", piece, class_name="docs-text")
        for piece in rendering.pieces(page, address)
    ]


@rx.memo
def docs_search() -> rx.Component:
    """The search field, the same on every page."""
    return _html("div", rendering.search(address), role="search", class_name="docs-search")


def _html(tag: str, html: str, **props: Any) -> rx.Component:
    """The project's own HTML in an element."""
    return getattr(rx.el, tag)(custom_attrs={"dangerouslySetInnerHTML": {"__html": html}}, **props)
