"""Quick replies at the end of an answer."""

import ast
import json
import sys
from collections.abc import Callable

import pytest
import reflex_thinking as rt
from hypothesis import example, given
from hypothesis import strategies as st
from reflex_thinking.quick_replies import LONGEST_CHIP, LONGEST_LIST, MOST_CHIPS, MOST_SPACE, ChipSplitter, split_chips

from tests.growth import assert_linear


def in_pieces(text: str, cuts: list[int], *, fenced: bool = False) -> tuple[str, list[str]]:
    """The result when the text comes cut at these places."""
    splitter = ChipSplitter(fenced=fenced)
    places = sorted({cut % (len(text) + 1) for cut in cuts})
    pieces = [text[start:end] for start, end in zip([0, *places], [*places, len(text)], strict=True)]
    certain = [splitter.feed(piece) for piece in pieces]
    rest, chips = splitter.finish()
    return "".join(certain) + rest, chips


@pytest.mark.parametrize(
    ("text", "left", "chips"),
    [
        ('Answer. ["A", "B"]', "Answer.", ["A", "B"]),
        ('Answer.\n\n["A", "B"]\n', "Answer.", ["A", "B"]),
        ('Answer.\n[\n  "A",\n  "B",\n]', "Answer.", ["A", "B"]),
        ("Answer. ['It\\'s \"so\"', 'B']", "Answer.", ['It\'s "so"', "B"]),
        ('Answer. ["Tell me more"]', "Answer.", ["Tell me more"]),
        ('Answer. ["a [1]", "b]", "c, d"]', "Answer.", ["a [1]", "b]", "c, d"]),
        ('Answer. ["\\u00e9\\n", "\\"x\\""]', "Answer.", ["é", '"x"']),
        ('See [1] and [2](x). ["A"]', "See [1] and [2](x).", ["A"]),
        ('It is [open\n\n["A"]', "It is [open", ["A"]),
        ('```python\nx = ["a"]\n```\n["A", "B"]', '```python\nx = ["a"]\n```', ["A", "B"]),
        ('~~~\n```\n~~~\n["A"]', "~~~\n```\n~~~", ["A"]),
        ('- a\n- b\n\n["A"]', "- a\n- b", ["A"]),
        ('What next: ["A"]', "What next:", ["A"]),
        ('**What next?** ["A"]', "**What next?**", ["A"]),
        (f'Far away{" " * MOST_SPACE}["A"]', "Far away", ["A"]),
    ],
)
def test_a_list_of_texts_at_the_end_is_taken_off(text: str, left: str, chips: list[str]):
    assert split_chips(text) == split_chips(text, fenced=True) == (left, chips)


@pytest.mark.parametrize(
    ("text", "left", "chips"),
    [
        ('Answer.\n```json\n["A", "B"]\n```', "Answer.", ["A", "B"]),
        ('Answer.\n\n```\n[\n"A"\n]\n```\n\n', "Answer.", ["A"]),
        ('Answer.\n  ```JSON \n["A"]\n  ```', "Answer.", ["A"]),
    ],
)
def test_a_list_in_a_code_block_is_taken_off_only_when_asked_for(text: str, left: str, chips: list[str]):
    assert split_chips(text) == (text, [])
    assert split_chips(text, fenced=True) == (left, chips)


def test_the_function_and_the_class_are_public():
    assert rt.split_chips is split_chips
    assert rt.ChipSplitter is ChipSplitter


@pytest.mark.parametrize(
    "text",
    [
        "",
        "No list.",
        "Trailing space stays. \n",
        'Not at the end ["A", "B"] of it.',
        'Not closed ["A", "B"',
        'Not closed ["A", "B',
        'Closed twice ["A", "B"]]',
        'Never opened "A", "B"]',
        'Nested ["A", ["B"]]',
        'Nested [["A", "B"]]',
        'Nested [ ["A", "B"] ]',
        'Half nested [["A", "B"]',
        'Half nested [ ["A", "B"]',
        'Half nested ["x", ["A", "B"]',
        'Still open [note ["A", "B"]',
        "Prose [as you see]",
        "Prose [1]",
        "Empty []",
        'Empty text ["A", ""]',
        'Blank text ["A", "  "]',
        'Not only texts ["A", 1]',
        'Not only texts ["A", null]',
        'An object [{"A": "B"}]',
        'Two commas ["A",, "B"]',
        'No comma ["A" "B"]',
        'Only a comma [, "A"]',
        'A line break ["A\nB"]',
        'Half a character ["\\ud800"]',
        'A bad escape ["\\x41"]',
        'Code x = ["A", "B"]',
        'Code f(["A"])',
        'Code f( ["A"]',
        'An index data["A"]',
        'In code `["A"]`',
        'In code ` ["A"]',
        '["A", "B"]',
        '\n ["A", "B"] \n',
        '```json\n["A", "B"]\n```',
        'In a program\n```python\n["A", "B"]\n```',
        'In a program\n```json\nx\n["A", "B"]\n```',
        'A list and more\n```json\n["A", "B"]\nmore\n```',
        'Fence not closed\n```json\n["A", "B"]',
        'Fence not closed\n```json\n["A", "B"]\n``',
        'Text after it\n```json\n["A", "B"]\n```\nso.',
        'Not alone on its line\n```json\n["A", "B"]```',
        'Four\n````json\n["A", "B"]\n````',
        'Tildes\n~~~\n["A", "B"]\n~~~',
        'Tildes not closed\n~~~\n["A", "B"]',
        'Backticks in tildes\n~~~\n```\n["A", "B"]',
        'Indented as code\n\n    ["A", "B"]',
        'Indented as code\n\n\t["A", "B"]',
        "A Markdown list\n\n- A\n- B",
        'A Markdown list\n\n1. "A"\n2. "B"\n',
        'An item of a Markdown list\n- ["A", "B"]',
        'An item of a Markdown list\n* ["A", "B"]',
        'An item of a Markdown list\n12. ["A", "B"]',
        'A heading\n## ["A", "B"]',
        'A quotation\n> ["A", "B"]',
        'A table\n\n| x |\n|---|\n| ["A", "B"]',
        'A link [["A"]](x)',
        'Not at the beginning ```json\n["A", "B"]\n```',
        f"Too many {json.dumps([str(number) for number in range(MOST_CHIPS + 1)])}",
        f"Too long {json.dumps(['x' * (LONGEST_CHIP + 1)])}",
        f'Much space ["A",{" " * LONGEST_LIST}"B"]',
        f'Too far away{" " * (MOST_SPACE + 1)}["A"]',
    ],
)
def test_everything_else_stays_as_it_is(text: str):
    assert split_chips(text) == split_chips(text, fenced=True) == (text, [])


FRAGMENTS = [
    "[",
    "]",
    '"',
    "'",
    ",",
    "`",
    "```",
    "~~~",
    "json",
    "- ",
    "\n",
    " ",
    "\\",
    "a",
    "B c",
    "=",
    '["A"]',
    '["x", "y"]',
    "é",
    "1",
]
texts = st.lists(st.sampled_from(FRAGMENTS), max_size=30).map("".join)
cuts = st.lists(st.integers(0, 200), max_size=12)


@given(texts, cuts, st.booleans())
@example('a ["x", "y"]', list(range(20)), False)
@example('a\n```json\n["A"]\n```', list(range(30)), True)
@example("a\n ```", [4], True)
@example('a\n``b`\n["A"]', [4, 5], True)
@example(f'a{" " * MOST_SPACE}["A"]', [MOST_SPACE, MOST_SPACE + 1, MOST_SPACE + 2], False)
@example(f'a{" " * MOST_SPACE} ["A"]', [MOST_SPACE, MOST_SPACE + 1, MOST_SPACE + 2], False)
def test_however_a_text_is_cut_the_result_is_the_same(text: str, cuts: list[int], fenced: bool):
    whole = split_chips(text, fenced=fenced)
    assert in_pieces(text, cuts, fenced=fenced) == whole
    assert in_pieces(text, list(range(len(text) + 1)), fenced=fenced) == whole


@given(texts, st.booleans())
def test_only_a_readable_list_is_ever_taken_off_and_only_from_the_end(text: str, fenced: bool):
    left, chips = split_chips(text, fenced=fenced)
    if not chips:
        assert left == text
        return
    assert text.startswith(left) and left == left.rstrip() != ""
    taken = text[len(left) :].strip().removeprefix("```").removesuffix("```").removeprefix("json").strip()
    assert taken[0] == "[" and taken[-1] == "]"
    # All quotes of a list in these texts are of one kind or do not matter to another reader of such lists.
    assert [item.strip() for item in ast.literal_eval(taken)] == chips


words = st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=20)
chip = st.text(st.characters(exclude_categories=["Cs", "Cc", "Z"]), min_size=1, max_size=30)


@given(
    words, st.lists(chip, min_size=1, max_size=MOST_CHIPS), st.sampled_from([" ", "\n", "\n\n"]), st.booleans(), cuts
)
def test_any_list_that_is_written_as_json_is_found(
    before: str, chips: list[str], gap: str, fenced: bool, cuts: list[int]
):
    written = json.dumps(chips, ensure_ascii=False)
    text = f"{before}\n```json\n{written}\n```" if fenced else f"{before}{gap}{written}"
    assert in_pieces(text, cuts, fenced=fenced) == (before, chips)


@given(st.text(), cuts)
def test_no_text_is_lost_or_makes_trouble(text: str, cuts: list[int]):
    left, chips = in_pieces(text, cuts)
    assert left == text or (chips and text.startswith(left))


def test_what_cannot_be_a_list_is_not_held_back():
    splitter = ChipSplitter()
    assert splitter.feed("Hello ") == "Hello"
    assert splitter.feed("world [") == " world"
    assert splitter.feed("1] is") == " [1] is"
    assert splitter.feed(' ["A"') == ""
    assert splitter.feed("] not") == ' ["A"] not'


@pytest.mark.parametrize(("begin", "more"), [('a ["', "x"), ("a ", " "), ("a", "\n"), ("a [", " "), ('a ["A"]', "\t")])
def test_no_more_is_held_back_than_a_list_can_be_long(begin: str, more: str):
    splitter = ChipSplitter()
    held = len(begin) - len(splitter.feed(begin))
    for _ in range(20):
        held += 1000 - len(splitter.feed(more * 1000))
        assert held <= LONGEST_LIST + 1000


@pytest.mark.parametrize(
    "piece", ["Some words, and then [some] more of `them`.\n\n", " ", '["', "[", "```", "a [", "]", "\n[ 'A' ,"]
)
def test_the_cost_of_a_text_grows_with_its_length_alone(piece: str):
    def feeding(count: int) -> Callable[[], object]:
        splitter = ChipSplitter(fenced=True)
        return lambda: [splitter.feed(piece) for _ in range(count)]

    assert_linear(feeding, 500)


def test_the_cost_of_a_text_full_of_brackets_and_quotes_grows_with_its_length_alone():
    def splitting(count: int) -> Callable[[], object]:
        text = "[" * count + '"' * count
        return lambda: split_chips(text)

    assert_linear(splitting, 10_000)


def test_prose_is_not_read_character_by_character():
    text = "Some words without anything that could begin a list. " * 1000
    calls = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        split_chips(text)
    finally:
        sys.setprofile(None)
    assert calls < 100


def test_when_released_everything_comes_out():
    splitter = ChipSplitter()
    assert splitter.feed('a ["A", "B"]') == "a"
    assert splitter.release() == ' ["A", "B"]'
    assert splitter.finish() == ("", [])
