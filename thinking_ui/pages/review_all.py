"""All stories on one page, each as it is by itself: to look through, and to test."""

from typing import Any

import reflex as rx

from ..review.links import direction_of
from ..review.stories import STORIES, Story
from . import review_stories  # noqa: F401  registers the stories
from .player import player
from .rehearsal import Rehearsal
from .review_frame import props_of
from .site import site_header


def review_all() -> rx.Component:
    """The page."""
    return rx.fragment(
        rx.el.div(site_header("review", rx.el.h1("All stories")), class_name="site"),
        _stories(),
    )


def _stories() -> rx.Component:
    return rx.el.main(
        _section(
            "rehearsal",
            "The chat page, with scripted answers",
            "#rehearsal",
            rx.el.a("Open", href="/review/chat"),
            rx.el.button("Open with two hundred messages", on_click=Rehearsal.open_long_thread),
        ),
        _section("player", "Live", "#player", player()),
        *[_story(story) for story in STORIES.values() if not story.is_played],
        class_name="review",
    )


def _story(story: Story) -> rx.Component:
    assert story.build is not None  # noqa: S101  for the type checker
    props = props_of(story.settings)
    own = direction_of(story.settings)
    settings = {"dir": own, "lang": story.settings.locale} if own == "rtl" else {}
    return _section(story.id, story.title, f"/review?story={story.id}", story.build(props), **settings)


def _section(name: str, title: str, address: str, *content: rx.Component, **props: Any) -> rx.Component:
    return rx.el.section(
        rx.el.h2(rx.el.a(title, href=address), class_name="story-title"),
        rx.el.div(*content, class_name="story-body"),
        id=name,
        class_name="story",
        **props,
    )
