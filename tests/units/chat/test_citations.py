"""Citations in a text that comes in pieces."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thinking_ui.chat.citations import CitationGuard, cited


def guarded(*pieces: str, sources: int = 3) -> tuple[str, list[str]]:
    guard = CitationGuard(sources)
    text = "".join(guard.feed(piece) for piece in pieces) + guard.finish()
    return text, guard.dropped


@pytest.mark.parametrize(
    ("text", "expected", "dropped"),
    [
        ("Yes [1].", "Yes [1].", []),
        ("Yes [4].", "Yes.", ["[4]"]),
        ("Yes [1, 9] and [0].", "Yes [1] and.", ["[9]", "[0]"]),
        ("Both [1][2][7].", "Both [1][2].", ["[7]"]),
        ("`items[9]` and ```\nx[8]\n```", "`items[9]` and ```\nx[8]\n```", []),
        ("[9](https://example.org) stays a link", "[9](https://example.org) stays a link", []),
        ("a [note] and [2", "a [note] and [2", []),
        ("ends with space ", "ends with space ", []),
    ],
)
def test_what_leads_nowhere_is_taken_out(text: str, expected: str, dropped: list[str]):
    assert guarded(text) == (expected, dropped)


@given(st.lists(st.sampled_from(["Yes", " ", "[", "]", "1", "9", ",", "`", ".", "\n", "(", "[2]", "[7]"]), max_size=30))
def test_however_a_text_is_cut_the_result_is_the_same(pieces: list[str]):
    whole = "".join(pieces)
    assert guarded(*whole) == guarded(whole)


def test_what_a_text_cites_comes_once_and_in_order():
    assert cited("a [2] b [1] c [2, 3] `x[5]` d") == [2, 1, 3]
