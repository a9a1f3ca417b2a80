"""A chat with the HTTP service beside it."""

import reflex as rx

config = rx.Config(app_name="talk", telemetry_enabled=False, plugins=[], disable_plugins=[rx.plugins.SitemapPlugin])
