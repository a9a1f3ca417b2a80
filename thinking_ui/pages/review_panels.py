"""The panel beside a story: its settings, what was said about it, what happens in it, and its Python."""

from typing import Any

import reflex as rx

from ..review.links import CHOICES, NARROWEST, WIDEST, WIDTHS
from ..review.notes import LONGEST_COMMENT, LONGEST_NAME, VERDICTS
from .review_client import Announcements, Patches
from .review_notes import CommentView
from .review_state import Review
from .review_widgets import link, segments

LABELS = {
    "live": "While it streams",
    "auto_close": "Close at the end",
    "semantics": "Semantics",
    "locale": "Language",
    "direction": "Direction",
    "theme": "Theme",
    "accent": "Accent",
    "radius": "Radius",
    "motion": "Motion",
    "text": "Text size",
    "width": "Width",
}
SHORT = {"auto": "as the language", "ltr": "left to right", "rtl": "right to left"}


def settings_panel() -> rx.Component:
    """A control for every setting."""
    return rx.el.div(
        rx.cond(
            Review.is_compared,
            segments("These controls are for", Review.side, {"a": "A", "b": "B"}, Review.choose_side),
        ),
        _choice("live"),
        _switch("auto_close"),
        _choice("semantics"),
        _choice("locale"),
        _choice("direction"),
        _choice("theme"),
        _swatches(),
        _choice("radius"),
        _width(),
        _choice("motion"),
        _choice("text"),
        rx.el.button("Reset", type="button", on_click=Review.reset_settings, class_name="review-button"),
        class_name="review-controls",
    )


def _field(name: str, control: rx.Component) -> rx.Component:
    return rx.el.div(
        rx.el.label(LABELS[name], html_for=f"review-{name}"), control, class_name="review-field", data_setting=name
    )


def _choice(name: str) -> rx.Component:
    shown = {choice: SHORT.get(choice, f"{choice} %" if name == "text" else choice) for choice in CHOICES[name]}
    return _field(
        name,
        rx.el.select(
            *[rx.el.option(text, value=choice) for choice, text in shown.items()],
            id=f"review-{name}",
            value=getattr(Review.chosen, name),
            on_change=lambda value: Review.change(name, value),
        ),
    )


def _switch(name: str) -> rx.Component:
    return _field(
        name,
        rx.el.input(
            type="checkbox",
            role="switch",
            id=f"review-{name}",
            checked=getattr(Review.chosen, name),
            on_change=lambda value: Review.change(name, value),
        ),
    )


def _swatches() -> rx.Component:
    return rx.el.div(
        rx.el.span(LABELS["accent"], id="review-accent"),
        rx.el.div(
            *[
                rx.el.button(
                    type="button",
                    aria_label=accent,
                    title=accent,
                    aria_pressed=Review.chosen.accent == accent,
                    on_click=Review.change("accent", accent),
                    style={"background": f"var(--{accent}-9)"},
                    class_name="review-swatch",
                )
                for accent in CHOICES["accent"]
            ],
            role="group",
            aria_labelledby="review-accent",
            class_name="review-swatches",
        ),
        class_name="review-field",
        data_setting="accent",
    )


def _width() -> rx.Component:
    return _field(
        "width",
        rx.el.div(
            *[
                rx.el.button(
                    name,
                    type="button",
                    aria_pressed=Review.chosen.width == width,
                    on_click=Review.change("width", width),
                )
                for name, width in WIDTHS.items()
            ],
            rx.el.input(
                type="number",
                id="review-width",
                min=NARROWEST,
                max=WIDEST,
                default_value=Review.chosen.width.to_string(),
                key=Review.side + Review.chosen.width.to_string(),
                on_blur=lambda value: Review.change("width", value),
            ),
            class_name="review-width",
        ),
    )


def comments_panel() -> rx.Component:
    """The verdict, a field for a comment, and what was said."""
    return rx.el.div(
        rx.el.label("Your name", html_for="review-author-name"),
        rx.el.input(
            id="review-author-name",
            default_value=Review.author,
            key=Review.author,
            max_length=LONGEST_NAME,
            placeholder="Ada",
            on_blur=Review.set_author,
            autocomplete="name",
        ),
        segments("Verdict", Review.verdict, {name: name.capitalize() for name in VERDICTS}, Review.decide),
        rx.cond(Review.verdict_note, rx.el.p(Review.verdict_note, class_name="review-quiet", dir="auto")),
        rx.el.form(
            rx.el.label("Comment on what is on screen", html_for="review-comment"),
            rx.el.textarea(
                id="review-comment",
                name="comment",
                key=Review.draft.to_string(),
                rows="3",
                max_length=LONGEST_COMMENT,
                required=True,
            ),
            rx.el.div(
                rx.el.button(
                    rx.icon("map-pin", size=15, aria_hidden=True),
                    rx.cond(
                        Review.picking,
                        "Click in the story",
                        rx.cond(Review.picked, "Pin somewhere else", "Pin to a place"),
                    ),
                    type="button",
                    id="review-pick",
                    aria_pressed=Review.picking,
                    on_click=Review.start_picking,
                    class_name="review-button",
                ),
                rx.cond(
                    Review.picked,
                    rx.el.button(
                        "Remove the pin", type="button", on_click=Review.stop_picking, class_name="review-plain"
                    ),
                ),
                class_name="review-row",
            ),
            rx.el.div(
                rx.el.span("Visible to everyone who reviews on this server.", class_name="review-quiet"),
                rx.el.button("Comment", type="submit", class_name="review-button review-button-solid"),
                class_name="review-row",
            ),
            on_submit=Review.comment,
            class_name="review-form",
        ),
        segments(
            "Listed",
            rx.cond(Review.all_points, "all", "story"),
            {"story": "This story", "all": "All open points"},
            lambda value: Review.choose_points(value == "all"),
        ),
        rx.cond(
            Review.points.length() == 0,
            rx.el.p("Nothing here.", class_name="review-empty"),
            rx.el.ol(rx.foreach(Review.comments, _comment), class_name="review-comments"),
        ),
        rx.el.div(
            rx.el.button(
                "Export Markdown", type="button", on_click=Review.export("markdown"), class_name="review-button"
            ),
            rx.el.button("Export JSON", type="button", on_click=Review.export("json"), class_name="review-button"),
            class_name="review-row",
        ),
        class_name="review-notes",
    )


def _comment(comment: rx.Var[CommentView]) -> rx.Component:
    pinned = rx.cond(comment.moment, comment.title + " · " + comment.moment, comment.title)
    return rx.cond(
        Review.points.contains(comment.id),
        rx.el.li(
            rx.el.div(
                rx.cond(comment.number > 0, rx.el.span(comment.number, class_name="review-number", aria_hidden=True)),
                rx.el.strong(comment.author, dir="auto"),
                rx.el.span(comment.when, class_name="review-quiet"),
                class_name="review-row",
            ),
            rx.el.p(comment.text, class_name="review-text", dir="auto"),
            link(pinned, comment.href, class_name="review-pin"),
            rx.cond(comment.resolved, rx.el.p(comment.resolved, class_name="review-quiet", dir="auto")),
            rx.el.div(
                rx.el.button(
                    rx.cond(comment.is_resolved, "Reopen", "Settle"),
                    type="button",
                    on_click=Review.resolve(comment.id, ~comment.is_resolved),
                    class_name="review-plain",
                ),
                rx.cond(
                    comment.is_own,
                    rx.el.button(
                        "Delete", type="button", on_click=Review.delete(comment.id), class_name="review-plain"
                    ),
                ),
                class_name="review-row",
            ),
            class_name=rx.cond(comment.is_resolved, "review-comment review-comment-settled", "review-comment"),
            id="comment-" + comment.id,
            aria_current=rx.cond(
                (comment.id == Review.opened) | ((comment.pin != "") & (comment.pin == Review.pin)), "true", "false"
            ),
            data_comment=comment.id,
        ),
    )


def inspect_panel() -> rx.Component:
    """What happens in the story: the event, the patches, what is announced."""
    return rx.el.div(
        rx.cond(
            Review.has_recording,
            rx.fragment(
                _part("Event", rx.el.pre(Review.event_text, tab_index=0, data_review="event", dir="ltr")),
                _part("Patches", Patches.create(name="review-a")),
            ),
        ),
        _part("Announcements", Announcements.create(name="review-a")),
        class_name="review-inspect",
    )


def _part(title: str, *content: Any) -> rx.Component:
    return rx.el.section(rx.el.h2(title), *content)


def python_panel() -> rx.Component:
    """The Python of what is on screen."""
    return rx.el.div(
        rx.el.button("Copy Python", type="button", on_click=Review.copy_python, class_name="review-button"),
        rx.el.pre(Review.code, tab_index=0, data_review="python", dir="ltr"),
        class_name="review-python",
    )
