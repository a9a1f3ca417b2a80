"""What may be given as ``images=``."""

from __future__ import annotations

from typing import Any

import pytest
import reflex_thinking as rt
from reflex_thinking.image_sources import check_images
from reflex_thinking.settings import settings


@pytest.mark.parametrize(
    "entry",
    [
        "https://cdn.example.com",
        "http://localhost:3000",
        "https://a.example/charts/",
        "/uploads",
        "/",
        "https://bücher.example",
    ],
)
def test_origins_and_paths_are_taken(entry: str):
    assert check_images("configure", (entry,)) == [entry]


@pytest.mark.parametrize(
    "entry",
    [
        *("", "*", "cdn.example.com", "//cdn.example.com", "https://", "https:///a", "ftp://a.example", "javascript:1"),
        *("https://user@a.example", "https://*.example.com", "https://a.example?x", "https://a.example#x"),
        *("https://a.example\\b", " https://a.example", "https://a.example:0", "https://a.example:x", "data:", 3, None),
    ],
)
def test_what_is_no_origin_is_refused_and_named(entry: Any):
    with pytest.raises(rt.ConfigurationError) as caught:
        check_images("thread", ["https://a.example", entry])
    assert repr(entry) in str(caught.value) and "thread(images=" in str(caught.value)


@pytest.mark.parametrize("images", ["https://a.example", 3, None])
def test_a_list_is_asked_for(images: Any):
    with pytest.raises(rt.ConfigurationError, match="use a list of origins"):
        rt.configure(images=images)
    assert settings.images == []


def test_components_refuse_what_is_no_origin_when_they_are_made():
    message = rt.Message(id="m")
    for make in (
        lambda images: rt.thinking(rt.ThinkingBlock(id="b"), images=images),
        lambda images: rt.message("m1", images=images),
        lambda images: rt.message_parts(message, images=images),
        lambda images: rt.markdown("text", images=images),
        lambda images: rt.media_part({}, images=images),
    ):
        make(["https://a.example"])
        with pytest.raises(rt.ConfigurationError, match="is no origin"):
            make(["a.example"])
