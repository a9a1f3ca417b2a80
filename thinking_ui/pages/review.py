"""The design review: every story with a permanent link, its settings, a player, and what reviewers say."""

from typing import Any

import reflex as rx

from ..review.playback import SPEEDS
from ..review.recordings import MOST_BYTES
from .review_client import Canvas, Drop, Frame, Keys, Lose, Scrubber, StoryList
from .review_panels import comments_panel, inspect_panel, python_panel, settings_panel
from .review_player import DROPPED
from .review_state import Group, Review, Row
from .review_widgets import icon_button, link, segments
from .site import site_header, site_links

HELP = {
    "j, k": "next story, previous story",
    "Space": "play or pause",
    "←, →": "one event back, one event on",
    "c": "write a comment",
    "p": "pin a comment to a place",
    "/": "search stories",
    "?": "this list",
}


def review() -> rx.Component:
    """The page."""
    return rx.el.div(
        Keys.create(on_press=Review.press),
        site_header(
            "review",
            rx.el.h2("Design review"),
            start=[
                rx.el.button(
                    rx.icon("menu", size=18, aria_hidden=True),
                    type="button",
                    aria_label="Stories",
                    aria_expanded=Review.list_open,
                    aria_controls="review-stories",
                    on_click=Review.toggle_list,
                    class_name="icon-button site-narrow",
                )
            ],
        ),
        rx.el.nav(
            rx.el.input(
                type="search",
                id="review-search",
                placeholder="Search stories  /",
                aria_label="Search stories",
                on_change=Review.find.debounce(120),
            ),
            StoryList.create(rx.foreach(Review.groups, _group), shown=Review.story, class_name="review-stories"),
            rx.el.div(
                link("All on one page", "/review/all"),
                rx.el.button("Keys", type="button", on_click=Review.toggle_help, class_name="review-plain"),
                class_name="review-row review-foot",
            ),
            rx.el.div(*site_links("review"), class_name="review-row review-foot site-narrow"),
            id="review-stories",
            aria_label="Stories",
            class_name="review-nav",
            data_open=Review.list_open,
        ),
        rx.el.main(
            _head(),
            rx.foreach(
                Review.problems, lambda problem: rx.el.p(problem, role="alert", class_name="review-problem", dir="auto")
            ),
            _canvas(),
            rx.cond(Review.has_recording, _player()),
            class_name="review-main",
        ),
        rx.el.aside(
            segments(
                "Panel",
                Review.tab,
                {"settings": "Settings", "comments": "Comments", "inspect": "Inspect", "python": "Python"},
                Review.choose_tab,
            ),
            rx.match(
                Review.tab,
                ("comments", comments_panel()),
                ("inspect", inspect_panel()),
                ("python", python_panel()),
                settings_panel(),
            ),
            aria_label="Settings and comments",
            class_name="review-panel",
        ),
        rx.cond(Review.help_open, _help()),
        class_name="site review-page",
    )


def _group(group: rx.Var[Group]) -> rx.Component:
    return rx.el.section(rx.el.h3(group.title), rx.el.ul(rx.foreach(group.rows, _row)))


def _row(row: rx.Var[Row]) -> rx.Component:
    return rx.el.li(
        link(
            rx.fragment(
                rx.el.span(class_name="review-dot", data_verdict=row.verdict, title=row.verdict),
                rx.el.span(row.title, class_name="review-name"),
                rx.cond(
                    row.open_points > 0,
                    rx.el.span(
                        row.open_points,
                        rx.el.span(" open points", class_name="visually-hidden"),
                        class_name="review-count",
                    ),
                ),
                rx.el.span(row.verdict, class_name="visually-hidden"),
            ),
            row.href,
            aria_current=rx.cond(row.is_shown, "page", "false"),
            class_name="review-link",
            data_story=row.id,
        )
    )


def _head() -> rx.Component:
    return rx.el.header(
        rx.el.div(
            rx.el.h1(Review.title, data_review="title"),
            rx.el.p(Review.note, class_name="review-quiet"),
            class_name="review-titles",
        ),
        rx.el.span(Review.verdict, class_name="review-verdict", data_verdict=Review.verdict),
        rx.el.button(
            rx.icon("columns-2", size=16, aria_hidden=True),
            "Compare",
            type="button",
            aria_pressed=Review.is_compared,
            on_click=Review.compare,
            class_name="review-button",
        ),
        rx.cond(
            (Review.story == DROPPED) & Review.has_recording,
            _drop(
                rx.icon("file-up", size=16, aria_hidden=True), rx.el.span("Another file"), class_name="review-button"
            ),
        ),
        icon_button("link", "Copy link", Review.copy_link),
        icon_button("code", "Copy Python", Review.copy_python),
        class_name="review-head",
    )


def _canvas() -> rx.Component:
    return Canvas.create(
        rx.cond(
            Review.frame,
            _frame(
                src=Review.frame,
                width=Review.settings.width,
                label=Review.title,
                name="review-a",
                mark=rx.cond(Review.is_compared, "A", ""),
            ),
        ),
        rx.cond(
            Review.is_compared,
            _frame(
                src=Review.other_frame,
                width=Review.other.width,
                label=Review.title + ", with other settings",
                name="review-b",
                mark="B",
            ),
        ),
        rx.cond(
            (Review.story == DROPPED) & ~Review.has_recording,
            _drop(
                rx.icon("file-up", size=20, aria_hidden=True),
                rx.el.strong("Drop a recording here, or choose one"),
                rx.el.span(
                    f"Canonical events as JSON lines, or what a provider sent; up to {MOST_BYTES // 1_000_000} MB. "
                    "It is played for this tab alone and forgotten afterwards."
                ),
            ),
        ),
        compared=Review.is_compared,
        width=rx.cond(Review.other.width > Review.settings.width, Review.other.width, Review.settings.width),
        class_name="review-canvas",
    )


def _frame(**props: Any) -> rx.Component:
    return Frame.create(
        pins=Review.pins,
        shown=rx.cond(Review.picked, Review.picked, Review.pin),
        picking=Review.picking,
        on_pick=Review.pick,
        on_open=Review.open_comment,
        on_leave=Review.stop_picking,
        **props,
    )


def _drop(*content: Any, **props: Any) -> rx.Component:
    return Drop.create(*content, most=MOST_BYTES, on_file=Review.drop, on_refuse=Review.refuse, **props)


def _player() -> rx.Component:
    return rx.el.section(
        rx.el.div(
            icon_button("skip-back", "To the beginning", Review.seek(0)),
            icon_button("chevron-left", "One event back", Review.step(-1)),
            rx.el.button(
                rx.cond(
                    Review.playing,
                    rx.icon("pause", size=18, aria_hidden=True),
                    rx.icon("play", size=18, aria_hidden=True),
                ),
                type="button",
                aria_label=rx.cond(Review.playing, "Pause", "Play"),
                on_click=Review.set_playing(~Review.playing),  # pyright: ignore[reportArgumentType]
                class_name="review-play",
            ),
            icon_button("chevron-right", "One event on", Review.step(1)),
            icon_button("skip-forward", "To the end", Review.seek(Review.total)),
            class_name="review-row",
        ),
        Scrubber.create(
            value=Review.position, most=Review.total, label="Event", on_seek=lambda position: Review.seek(position)
        ),
        rx.el.div(
            rx.el.span(Review.position, " / ", Review.total, data_review="position"),
            rx.el.span(Review.time_text, rx.cond(Review.is_estimated, " (estimated)", ""), class_name="review-quiet"),
            rx.cond(Review.ending, rx.el.span(Review.ending, class_name="review-ending", data_review="ending")),
            rx.el.select(
                *[rx.el.option(f"{speed:g}×", value=f"{speed:g}") for speed in SPEEDS],
                value=Review.speed.to_string(),
                on_change=Review.choose_speed,
                aria_label="Speed",
            ),
            rx.el.button("Stop", type="button", on_click=Review.abort, class_name="review-button"),
            rx.el.button("Fail", type="button", on_click=Review.inject_error, class_name="review-button"),
            Lose.create("Go offline", name="review-a", seconds=5, class_name="review-button"),
            class_name="review-row review-player-row",
        ),
        aria_label="Player",
        class_name="review-player",
    )


def _help() -> rx.Component:
    return rx.el.div(
        rx.el.div(
            rx.el.div(rx.el.h2("Keys"), icon_button("x", "Close", Review.toggle_help), class_name="review-row"),
            rx.el.dl(*[rx.el.div(rx.el.dt(keys), rx.el.dd(text)) for keys, text in HELP.items()]),
            role="dialog",
            aria_modal="true",
            aria_label="Keys",
            class_name="review-dialog",
        ),
        class_name="review-shade",
    )
