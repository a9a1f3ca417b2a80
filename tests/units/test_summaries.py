"""One line that says what a block came to."""

from functools import partial

import pytest
from reflex_thinking.summaries import provider_headline, summarise

from tests.growth import assert_constant


def block(*texts: str) -> dict:
    return {"id": "b", "steps": [{"type": "reasoning", "content": text} for text in texts]}


@pytest.mark.parametrize(
    ("texts", "summary"),
    [
        ((), ""),
        (("**Providing historical facts**\n\nI'm noting that Grant was the 18th.",), "Providing historical facts"),
        (("**First**\n\na", "**Then the second**\n\nb"), "Then the second"),
        (("## Comparing options\n\nThe first one is cheaper.",), "Comparing options"),
        (
            ("We need eleven seats. The *quay* has a **step-free** entrance. And so I",),
            "The quay has a step-free entrance.",
        ),
        (("See [the report](https://example.com) for details of this.",), "See the report for details of this."),
        (("これは十分に長い日本語の文章であると思います。途中",), "これは十分に長い日本語の文章であると思います。"),
        (("no sentence end here at all",), ""),
        (("Too short. Ok.",), ""),
        (("The numbers agree with each other.\n```\nx = 1. \n```",), "The numbers agree with each other."),
    ],
)
def test_a_summary_reads_like_a_sentence_or_is_not_there(texts: tuple[str, ...], summary: str):
    assert summarise(block(*texts)) == summary


@pytest.mark.parametrize(
    ("texts", "found"),
    [
        (("**First**\n\na", "**Then the second**\n\nb"), "Then the second"),
        (("\n\n**Comparing options**\n\nOne is cheaper.",), "Comparing options"),
        (("One is cheaper.\n\n**So it is the first**",), ""),
        (("**Bold** words begin this sentence.",), ""),
        (("**First**\n\na", "No headline here."), ""),
        ((), ""),
    ],
)
def test_a_providers_headline_stands_over_the_last_part(texts: tuple[str, ...], found: str):
    assert provider_headline(block(*texts)) == found


def test_tools_alone_have_no_summary():
    assert summarise({"id": "b", "steps": [{"type": "tool_call", "tool_name": "x"}]}) == ""


@pytest.mark.parametrize("text", ["word ", "a. ", "**", "[", "`~\n"])
def test_a_long_text_costs_no_more_than_a_short_one(text: str):
    assert_constant(lambda count: partial(summarise, block(text * count)), 5_000, 500_000)
