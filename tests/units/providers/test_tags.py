"""Reasoning between tags: split anywhere, unclosed, stray, or inside code."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reflex_thinking.providers.tags import Tags

THINK, SAY = True, False


def split(*pieces: str, name: str = "think") -> list[tuple[bool, str]]:
    """What the tags tell apart, with pieces of the same kind joined."""
    tags = Tags(name)
    found = [part for piece in pieces for part in tags.feed(piece)] + list(tags.end())
    joined: list[tuple[bool, str]] = []
    for kind, text in found:
        if joined and joined[-1][0] == kind:
            joined[-1] = kind, joined[-1][1] + text
        else:
            joined.append((kind, text))
    return joined


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain", [(SAY, "plain")]),
        ("<think>a</think>b", [(THINK, "a"), (SAY, "b")]),
        ("b<think>a</think>c<think>d</think>", [(SAY, "b"), (THINK, "a"), (SAY, "c"), (THINK, "d")]),
        ("<think>a", [(THINK, "a")]),
        ("<think>a</thi", [(THINK, "a</thi")]),
        ("a</think>b", [(SAY, "ab")]),
        ("</think>a", [(SAY, "a")]),
        ("<thinking>a</thinking>", [(SAY, "<thinking>a</thinking>")]),
        ("<Think>a</Think>", [(SAY, "<Think>a</Think>")]),
        ("1 < 2 <", [(SAY, "1 < 2 <")]),
        ("<think>one <think> two</think>b", [(THINK, "one <think> two"), (SAY, "b")]),
        # In code it is text.
        ("use `<think>` here", [(SAY, "use `<think>` here")]),
        ("use ``a ` <think>`` <think>b", [(SAY, "use ``a ` <think>`` "), (THINK, "b")]),
        ("```\n<think>\n```\n<think>a", [(SAY, "```\n<think>\n```\n"), (THINK, "a")]),
        ("```xml\n</think>\n````\n</think>b", [(SAY, "```xml\n</think>\n````\nb")]),
        ("```a``` <think>b", [(SAY, "```a``` "), (THINK, "b")]),
        ("a ` b\n<think>c", [(SAY, "a ` b\n"), (THINK, "c")]),
        # In quotation marks too.
        ('the tag "</think>" closes', [(SAY, 'the tag "</think>" closes')]),
        ("the tag '<think>' opens", [(SAY, "the tag '<think>' opens")]),
        ("<think>I write `</think>` last</think>b", [(THINK, "I write `</think>` last"), (SAY, "b")]),
        ('he said "<think>a', [(SAY, 'he said "'), (THINK, "a")]),
        # Reasoning is careless: what it leaves open must not swallow the answer.
        ("<think>a ` b</think>c", [(THINK, "a ` b"), (SAY, "c")]),
        ("<think>```\ncode\n</think>c", [(THINK, "```\ncode\n"), (SAY, "c")]),
        ("<think>```\nprint('</think>')\n```</think>c", [(THINK, "```\nprint('</think>')\n```"), (SAY, "c")]),
    ],
)
def test_tags_tell_reasoning_and_answer_apart(text: str, expected: list[tuple[bool, str]]):
    assert split(text) == expected
    assert split(*text) == expected


def test_tags_may_have_another_name():
    assert split("<reasoning>a</rea", "soning>b", name="reasoning") == [(THINK, "a"), (SAY, "b")]


@given(st.data())
def test_any_split_gives_the_same(data: st.DataObject):
    pieces = ["<think>", "</think>", "<", "th", "ink>", "`", "```", "\n", "a", '"', " "]
    text = "".join(data.draw(st.lists(st.sampled_from(pieces), max_size=30)))
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=10)))
    places = [0, *cuts, len(text)]
    assert split(*(text[a:b] for a, b in pairwise(places))) == split(text)


@given(st.lists(st.sampled_from(["<think>", "</think>", "<thi", "a<", "`", '"', "\n"]), max_size=30))
def test_nothing_is_held_back_but_what_may_become_a_tag(pieces: list[str]):
    tags = Tags()
    fed = said = 0
    for piece in pieces:
        fed += len(piece)
        said += sum(len(text) for _, text in tags.feed(piece))
        held = fed - said - _taken(pieces, fed)
        assert held <= len("</think>")


def _taken(pieces: list[str], fed: int) -> int:
    """How many characters of what was fed were tags, which nobody is shown."""
    tags = Tags()
    text = "".join(pieces)[:fed]
    shown = sum(len(part) for _, part in [*tags.feed(text), *tags.end()])
    return len(text) - shown
