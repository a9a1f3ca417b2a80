"""Reflex configuration of the measured chat."""

import reflex as rx

config = rx.Config(
    app_name="ours",
    telemetry_enabled=False,
    show_built_with_reflex=False,
    plugins=[],
    disable_plugins=[rx.plugins.SitemapPlugin],
)
