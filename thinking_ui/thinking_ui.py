"""The app beside the kit: a chat, and pages for design review."""

import reflex as rx
import reflex_thinking as rt

from .chat.summaries import summariser
from .pages.chat import Chat, chat_page
from .pages.docs import add_docs
from .pages.not_found import not_found_page
from .pages.player import Player, live_page
from .pages.rehearsal import Rehearsal, rehearsal_page
from .pages.review import review
from .pages.review_all import review_all
from .pages.review_frame import Stage, frame_page
from .pages.review_state import Review
from .pages.site import in_english
from .settings import get_settings

rt.configure(locale="auto", store=rt.DatabaseStore(get_settings().database), summarise=summariser(get_settings()))

app = rx.App(
    stylesheets=["/app.css", "/site.css", "/chat.css", "/review.css"],
    # The chat says itself when the line is broken; Reflex's own notice would show server addresses to users.
    extra_app_wraps={(5, "Overlay"): lambda _: rx.fragment()},
)
app.add_page(lambda: chat_page(Chat), route="/", title="reflex-thinking", on_load=Chat.follow_address)
app.add_page(rehearsal_page, route="/review/chat", title="Rehearsal", on_load=Rehearsal.follow_address)
app.add_page(
    lambda: in_english(review()), route="/review", title="Design review · reflex-thinking", on_load=Review.arrive
)
app.add_page(
    lambda: in_english(frame_page()), route="/review/frame", title="Story · reflex-thinking", on_load=Stage.arrive
)
app.add_page(lambda: in_english(review_all()), route="/review/all", title="All stories · reflex-thinking")
app.add_page(
    lambda: in_english(live_page()),
    route="/review/live",
    title="Live · reflex-thinking",
    on_load=Player.open_from_address,
)
add_docs(app)
app.add_page(lambda: not_found_page(Chat), route="404", title="Page not found · reflex-thinking")
rt.mount_api(app, Chat)
