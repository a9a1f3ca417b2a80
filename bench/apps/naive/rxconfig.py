"""Reflex configuration of the whole-var page."""

import reflex as rx

config = rx.Config(
    app_name="naive",
    telemetry_enabled=False,
    show_built_with_reflex=False,
    plugins=[],
    disable_plugins=[rx.plugins.SitemapPlugin],
)
