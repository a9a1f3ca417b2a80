"""Reflex configuration of the demo app."""

import reflex as rx

config = rx.Config(
    app_name="thinking_ui",
    telemetry_enabled=False,
    show_built_with_reflex=False,
    plugins=[rx.plugins.RadixThemesPlugin()],
    disable_plugins=[rx.plugins.SitemapPlugin],
)
