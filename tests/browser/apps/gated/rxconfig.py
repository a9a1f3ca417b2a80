"""A chat that waits for its test."""

import reflex as rx

config = rx.Config(app_name="gated", telemetry_enabled=False, plugins=[], disable_plugins=[rx.plugins.SitemapPlugin])
