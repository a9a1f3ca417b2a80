"""Nothing that a model or a tool writes is obeyed by the terminal."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st
from reflex_thinking.terminal.safe import Cleaner, clean, clean_line, width_of
from reflex_thinking.terminal.wrap import Lines

HOSTILE = "\x1b]0;title\x07\x1b[2J\x9b31m\u202eevil\u2066 back\b\b nul\x00 del\x7f"


def is_harmless(text: str) -> bool:
    return all(char == "\n" or unicodedata.category(char) not in {"Cc", "Cs"} for char in text)


def test_control_characters_are_shown_and_not_obeyed():
    shown = clean(HOSTILE)
    assert is_harmless(shown)
    assert shown.startswith("␛]0;title␇␛[2J\ufffd31mevil back␈␈ nul␀ del␡")


def test_text_that_is_harmless_stays_as_it_is():
    text = "Grüße, 日本語, 👨‍👩‍👧 العربية\n  - item\n"
    assert clean(text) == text


def test_lines_end_in_one_way_and_tabs_are_spaces():
    assert clean("a\r\nb\rc\u2028d\te") == "a\nb\nc\nd    e"
    assert clean_line("a\r\n  b\x1b") == "a b␛"


def test_what_is_cut_between_two_pieces_is_put_together():
    cleaner = Cleaner()
    assert cleaner.feed("one\r") + cleaner.feed("\ntwo \ud83d") + cleaner.feed("\ude00!") == "one\ntwo 😀!"
    assert cleaner.feed("\ud83d") + cleaner.end() == "\ufffd"


@given(st.lists(st.text(st.characters(codec=None), max_size=8), max_size=12))
def test_however_a_text_is_cut_it_is_as_harmless_as_the_whole(pieces: list[str]):
    cleaner = Cleaner()
    shown = "".join(map(cleaner.feed, pieces)) + cleaner.end()
    assert is_harmless(shown)
    whole = Cleaner()
    assert shown == whole.feed("".join(pieces)) + whole.end()


@given(st.lists(st.text(st.sampled_from("ab \n漢👩\u200d\u0301`"), max_size=8), max_size=12), st.integers(1, 40))
def test_lines_are_never_too_wide_and_no_word_is_lost(pieces: list[str], width: int):
    lines = Lines("> ", width)
    shown = "".join(map(lines.feed, pieces)) + lines.end()
    whole = Lines("> ", width)
    assert shown == whole.feed("".join(pieces)) + whole.end()
    limit = max(width, 14)
    assert all(width_of(line) <= limit for line in shown.split("\n"))
    assert all(line.startswith(">") for line in shown.split("\n")[:-1])
    said = "".join("".join(line[1:] for line in shown.split("\n")).split())
    assert said == "".join("".join(pieces).split())
