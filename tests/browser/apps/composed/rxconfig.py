"""Two chats on a page."""

import reflex as rx

config = rx.Config(app_name="composed", telemetry_enabled=False, plugins=[], disable_plugins=[rx.plugins.SitemapPlugin])
