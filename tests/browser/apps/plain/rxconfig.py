"""An app without Radix themes."""

import reflex as rx

config = rx.Config(app_name="plain", telemetry_enabled=False, plugins=[], disable_plugins=[rx.plugins.SitemapPlugin])
