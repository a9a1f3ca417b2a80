"""The app beside the kit: a chat, and a page for design review."""

import reflex as rx

from .pages.review import review
from .pages.welcome import welcome

app = rx.App(stylesheets=["/app.css"])
app.add_page(welcome, route="/", title="reflex-thinking")
app.add_page(review, route="/review", title="Design review · reflex-thinking")
