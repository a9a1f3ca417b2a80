"""Markdown in the terminal."""

from hypothesis import given
from hypothesis import strategies as st
from reflex_thinking.terminal.markdown import Flow
from reflex_thinking.terminal.safe import width_of

TEXT = """# The plan

Some **bold**, *slanted* and `code` in a line that is long enough to be broken twice at forty columns.

- one
  - nested and rather long, so that it is broken
2. second

> quoted

| city | days |
|------|-----:|
| Porto | **2** |

```python
if x:
    pass
```
[here](https://example.org/a) ![alt](https://example.org/b.png) <b>html</b> snake_case_name 2 * 3 * 4
"""


def texts(flow: Flow, width: int = 40) -> list[str]:
    return ["".join(segment.text for segment in line).rstrip() for line in flow.lines(width)]


def styles(flow: Flow, width: int = 200) -> dict[str, str]:
    return {segment.text.strip(): str(segment.style) for line in flow.lines(width) for segment in line}


def test_marks_become_style_and_what_is_not_known_stays():
    lines = texts(Flow(TEXT))
    assert lines[:2] == ["The plan", ""]
    assert "• one" in lines and "  • nested and rather long, so that it" in lines and "    is broken" in lines
    assert "2. second" in lines and "│ quoted" in lines
    assert "city   days" in lines and "Porto  2" in lines
    assert "  if x:" in lines and "      pass" in lines and not any("```" in line for line in lines)
    assert "<b>html</b>" in " ".join(lines) and "snake_case_name 2 * 3 * 4" in " ".join(lines)
    shown = styles(Flow(TEXT))
    assert shown["bold"] == "bold" and shown["slanted"] == "italic" and shown["code"] == "cyan"


def test_a_link_says_where_it_leads_and_makes_no_link():
    flow = Flow("[here](https://example.org/a)")
    assert texts(flow) == ["here (https://example.org/a)"]
    assert all(not segment.style or segment.style.link is None for line in flow.lines(40) for segment in line)


def test_a_table_that_does_not_fit_becomes_paragraphs():
    lines = texts(Flow("| one | two |\n|---|---|\n| " + "x" * 30 + " | y |\n\nend"), 24)
    assert lines[0] == "one · two" and lines[-1] == "end"
    assert all(len(line) <= 24 for line in lines)


def test_another_width_breaks_all_lines_anew():
    flow = Flow(TEXT)
    narrow = texts(flow, 24)
    assert texts(flow, 60) == texts(Flow(TEXT), 60) != narrow
    assert texts(flow, 24) == narrow


@given(st.lists(st.text(st.sampled_from("a* `|-#>1.\n[]()~_\\漢"), max_size=10), max_size=14), st.integers(8, 40))
def test_however_it_arrives_it_looks_the_same_in_the_end(pieces: list[str], width: int):
    flow = Flow()
    for piece in pieces:
        flow.feed(piece)
        flow.lines(width)
    whole = Flow("".join(pieces))
    assert flow.lines(width) == whole.lines(width)
    assert all(sum(width_of(segment.text) for segment in line) <= max(width, 8) + 2 for line in flow.lines(width))


def test_lines_that_are_whole_are_not_looked_at_again():
    flow = Flow("a paragraph\n\n" * 500)
    before = flow.lines(40)
    first = before[0]
    flow.feed("more")
    assert flow.lines(40) is before and before[0] is first
