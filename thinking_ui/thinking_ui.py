"""The app beside the kit: a chat, and a page for design review."""

import reflex as rx

from .pages.player import Player, live_page
from .pages.review import review
from .pages.welcome import welcome

app = rx.App(stylesheets=["/app.css"])
app.add_page(welcome, route="/", title="reflex-thinking")
app.add_page(review, route="/review", title="Design review · reflex-thinking")
app.add_page(live_page, route="/review/live", title="Live · reflex-thinking", on_load=Player.open_from_address)
