"""Markdown files become passages."""

from __future__ import annotations

from thinking_ui.chat.documents import MOST_CHARACTERS, parse

STUDY = """---
kind: Case Study
title: A line
client: Nordhavn
duration: 14 weeks
---

# A line

Before all.

## Problem

Calls were lost.

### Detail

Many.

```python
# not a heading
x = 1
```

## Results

Better.
"""


def test_each_heading_begins_a_passage_and_names_those_above_it():
    document = parse("corpus/line.md", STUDY)
    assert (document.title, document.kind) == ("A line", "case study")
    assert [passage.heading for passage in document.passages] == [
        "At a glance",
        "",
        "Problem",
        "Problem › Detail",
        "Results",
    ]
    assert [passage.number for passage in document.passages] == [0, 1, 2, 3, 4]
    assert {passage.source for passage in document.passages} == {"corpus/line.md"}


def test_code_is_never_a_heading():
    detail = parse("line.md", STUDY).passages[3]
    assert "# not a heading" in detail.text


def test_front_matter_becomes_facts_that_can_be_found():
    document = parse("line.md", STUDY)
    assert document.facts == {"client": "Nordhavn", "duration": "14 weeks"}
    assert document.passages[0].text == "- Client: Nordhavn\n- Duration: 14 weeks"


def test_a_summary_is_the_first_paragraph_unless_the_front_matter_has_one():
    assert parse("line.md", STUDY).summary == "Before all."
    assert parse("a.md", "---\nsummary: Short.\n---\n\nLong.").summary == "Short."


def test_a_file_without_any_of_it_is_called_by_its_name():
    document = parse("notes/my-first_note.md", "Just text.")
    assert (document.title, document.kind, document.facts) == ("My first note", "document", {})
    assert [passage.text for passage in document.passages] == ["Just text."]


def test_underlined_headings_count_and_tables_and_rules_do_not():
    document = parse("a.md", "Title\n=====\n\nText.\n\nPart\n---\n\nMore.\n\n---\n\n| a | b |\n|---|---|\n| c | d |\n")
    assert [(passage.heading, passage.text.split("\n")[0]) for passage in document.passages] == [
        ("", "Text."),
        ("Part", "More."),
    ]


def test_a_long_section_is_cut_between_paragraphs_and_loses_nothing():
    paragraphs = [f"Paragraph {number} " + "word " * 60 for number in range(20)]
    document = parse("a.md", "# T\n\n" + "\n\n".join(paragraphs))
    assert len(document.passages) > 3
    assert all(len(passage.text) <= MOST_CHARACTERS + 2 for passage in document.passages)
    together = " ".join(passage.text for passage in document.passages)
    assert all(f"Paragraph {number} " in together for number in range(20))


def test_html_is_left_out_and_code_that_looks_like_it_stays():
    document = parse(
        "a.md", "# T\n\n<script>x</script>Text <!-- hidden\nwords --> and `<details>` stay.\n\n```html\n<b>\n```"
    )
    text = document.passages[0].text
    assert "hidden" not in text
    assert "<script>" not in text
    assert "`<details>` stay." in text
    assert "<b>" in text


def test_a_comment_may_go_on_over_paragraphs_and_may_never_end():
    assert parse("a.md", "One <!-- two\n\nthree --> four <!-- five").passages[0].text == "One \n\n four "
    assert parse("a.md", "<!--" * 200_000).passages == ()


def test_windows_line_ends_and_a_byte_order_mark_do_no_harm():
    document = parse("a.md", "\ufeff---\r\ntitle: T\r\n---\r\n\r\n# H\r\n\r\nText.\r\n")
    assert (document.title, document.passages[0].text) == ("T", "Text.")


def test_an_empty_file_has_no_passages():
    assert parse("a.md", "").passages == ()
    assert parse("a.md", "---\ntitle: Only\n---").passages == ()
