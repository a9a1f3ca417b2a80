"""Lines fit the terminal and are written once."""

from reflex_thinking.terminal.wrap import Lines


def written(lines: Lines, *pieces: str) -> str:
    return "".join(map(lines.feed, pieces)) + lines.end()


def test_a_long_line_is_broken_between_words_and_keeps_its_indentation():
    text = written(Lines("[think] ", 30), "  - one two thr", "ee four five six")
    assert text == "[think]   - one two three four\n[think]   five six\n"


def test_a_word_waits_for_its_end_so_that_it_is_not_cut():
    lines = Lines("", 12)
    assert lines.feed("one tw") == "one"
    assert lines.feed("o three") == " two"
    assert lines.end() == "\nthree\n"


def test_wide_characters_take_two_columns_and_break_anywhere():
    assert written(Lines("", 12), "漢字漢字漢字漢字") == "漢字漢字漢字\n漢字\n"


def test_a_word_that_is_longer_than_a_line_is_broken():
    assert written(Lines("> ", 14), "x" * 30) == f"> {'x' * 12}\n> {'x' * 12}\n> {'x' * 6}\n"


def test_without_a_limit_nothing_is_broken_and_nothing_waits():
    lines = Lines("> ")
    assert lines.feed("x " * 300 + "y") == "> " + "x " * 300 + "y"


def test_blank_lines_at_the_ends_are_left_out_and_only_one_stays_between():
    assert written(Lines("> "), "\n\na\n\n\n\nb\n\n") == "> a\n>\n> b\n"


def test_fenced_code_is_not_broken():
    text = "```sh\necho a very long command line\n```\nAnd then some text"
    lines = written(Lines("", 16, blank_lines=None, fences=True), text).split("\n")
    assert lines[:3] == ["```sh", "echo a very long command line", "```"]
    assert lines[3:] == ["And then some", "text", ""]


def test_what_goes_on_after_others_wrote_begins_a_line():
    lines = Lines("> ", 40)
    text = lines.feed("first words ") + lines.pause() + "other\n" + lines.feed("and more ") + lines.end()
    assert text == "> first words\nother\n> and more\n"
