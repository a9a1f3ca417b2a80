"""Links: what an address says, and what is made of whatever else it says."""

import dataclasses
from urllib.parse import parse_qsl

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from thinking_ui.review.links import (
    CHOICES,
    MOST_EVENTS,
    NAMES,
    NARROWEST,
    WIDEST,
    Link,
    LinkError,
    Pin,
    Settings,
    changed,
    read_link,
)

STORIES = {"done": Settings(), "rtl": Settings(locale="ar"), "run-trip": Settings(live="overlay")}

settings = st.builds(
    Settings,
    auto_close=st.booleans(),
    width=st.integers(NARROWEST, WIDEST),
    **{name: st.sampled_from(choices) for name, choices in CHOICES.items()},
)
links = st.builds(
    Link,
    story=st.sampled_from(list(STORIES)),
    settings=settings,
    other=st.none() | settings,
    moment=st.none() | st.integers(0, MOST_EVENTS),
    pin=st.none()
    | st.builds(
        Pin,
        side=st.sampled_from("ab"),
        slot=st.sampled_from(["thinking", "thinking-step", "message-text"]),
        number=st.integers(0, 99_999),
        x=st.integers(0, 100),
        y=st.integers(0, 100),
    ),
)


@given(links)
def test_a_link_comes_back_from_its_address_as_it_was(link: Link):
    query = link.query(STORIES[link.story])
    assert read_link(query, STORIES) == (link, [])
    assert read_link(dict(parse_qsl(query, keep_blank_values=True)), STORIES) == (link, [])


def test_every_setting_is_in_the_address_and_what_is_usual_is_not():
    assert Link("done").query(Settings()) == "story=done"
    other = Settings("overlay", False, "details", "de", "rtl", "dark", "teal", "none", "reduced", "150", 390)
    assert [name for name in NAMES if getattr(other, name) == getattr(Settings(), name)] == []
    assert Link("done", other).query(Settings()) == (
        "story=done&live=overlay&auto_close=off&semantics=details&locale=de&direction=rtl&theme=dark&accent=teal"
        "&radius=none&motion=reduced&text=150&width=390"
    )


def test_what_a_story_has_by_itself_is_left_out():
    assert Link("rtl", STORIES["rtl"]).query(STORIES["rtl"]) == "story=rtl"
    assert Link("rtl", Settings()).query(STORIES["rtl"]) == "story=rtl&locale=en-US"


@given(
    st.dictionaries(st.sampled_from([*NAMES, "story", "at", "b", "pin", "zzz"]), st.text(max_size=300), max_size=12)
    | st.text(max_size=300)
)
@example({"live": "\x1f" * 300})
def test_any_address_shows_something(values):
    link, problems = read_link(values, STORIES)
    assert link.story in STORIES
    assert read_link(link.query(STORIES[link.story]), STORIES) == (link, [])
    assert all(len(problem) < 200 for problem in problems)


def test_what_cannot_be_used_is_said():
    link, problems = read_link("story=nothing&live=loud&width=12&at=-1&theme=dark", STORIES)
    assert link == Link("done", Settings(theme="dark"))
    assert problems == [
        "There is no story 'nothing'.",
        "live='loud': use one of expanded, collapsed, overlay, progress.",
        "width='12': use a number of pixels from 280 to 1600.",
        "at='-1': use the number of an event.",
    ]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("live", "x"),
        ("width", "1e3"),
        ("width", 5000),
        ("width", "٣٩٠"),
        ("auto_close", "maybe"),
        ("auto_close", ["on"]),
        ("live", {"a": 1}),
        ("nothing", "x"),
        ("__class__", "x"),
        ("locale", "xx"),
    ],
)
def test_a_value_that_a_setting_cannot_have_is_refused(name: str, value: object):
    with pytest.raises(LinkError):
        changed(Settings(), name, value)


def test_one_setting_is_changed_and_no_other():
    for name, choices in CHOICES.items():
        for choice in choices:
            assert changed(Settings(), name, choice) == dataclasses.replace(Settings(), **{name: choice})
    assert changed(Settings(), "width", "390").width == 390
    assert changed(Settings(), "auto_close", False).auto_close is False
