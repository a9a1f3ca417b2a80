"""Reflex configuration of the reflex-assistant-ui chat."""

import reflex as rx

config = rx.Config(
    app_name="assistant_ui",
    telemetry_enabled=False,
    plugins=[rx.plugins.RadixThemesPlugin()],
    disable_plugins=[rx.plugins.SitemapPlugin],
)
