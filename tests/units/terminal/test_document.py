"""The rows of the interactive view, without a terminal."""

from reflex_thinking import canonical as ev
from reflex_thinking.i18n import Strings
from reflex_thinking.terminal.document import Document
from reflex_thinking.terminal.marks import UNICODE

from tests.units.terminal.recordings import ended

HITS = {"results": {"hits": [{"title": "First"}, {"title": "Second"}], "took": 12}}


def lines(document: Document) -> list[str]:
    rows = [[row.text_at(at, 80)[1].strip() for at in range(len(row.lines(80)))] for row in document.rows()]
    return [line for row in rows for line in row if line]


def document_of(*events: ev.AnyEvent) -> Document:
    document = Document(Strings(), UNICODE)
    for event in ended(list(events)):
        document.show(event)
    document.toggle(("block", 0))
    return document


def test_json_is_one_line_in_a_closed_call_and_several_in_an_open_one():
    document = document_of(
        ev.ToolCallStarted(call_id="c", name="search"),
        ev.ToolCallUpdate(call_id="c", input={"query": "voice"}),
        ev.ToolResult(call_id="c", result=HITS),
    )
    closed = lines(document)
    assert any("search  query: voice" in line for line in closed)
    assert "2 hits: First, Second · took: 12" in closed
    [step] = [row.key for row in document.rows() if row.key[0] == "step"]
    document.toggle(step)
    opened = lines(document)
    assert '{"query": "voice"}' in opened
    assert '"hits": [' in opened
    assert '{"title": "First"},' in opened
    assert "2 hits: First, Second · took: 12" not in opened


def test_an_assistant_that_has_finished_stays_open_until_its_block_ends():
    document = Document(Strings(), UNICODE)
    events: list[ev.AnyEvent] = [
        ev.AssistantCallStarted(call_id="a", assistant_id="a", name="Checker", task="Check it"),
        ev.ReasoningPartDelta(segment_id="r", text_delta="Section 4.2 applies.", parent_id="a"),
        ev.AssistantResult(call_id="a", result="Yes."),
        ev.ToolCallStarted(call_id="c", name="search"),
        ev.TextDelta(text_delta="In time.", segment_id="x"),
    ]
    for event in events[:4]:
        document.show(event)
    assert any("Section 4.2 applies." in line for line in lines(document))
    document.show(events[4])
    document.toggle(("block", 0))
    assert not any("Section 4.2 applies." in line for line in lines(document))


def test_hostile_json_moves_no_cursor():
    document = document_of(
        ev.ToolCallStarted(call_id="c", name="search"),
        ev.ToolResult(call_id="c", result={"a\x1b[2J": ["\x07\u202e", {"\x9b31m": 1}]}),
    )
    document.toggle_all()
    opened = lines(document)
    assert not {"\x1b", "\x07", "\x9b", "\u202e"} & set("".join(opened))
    document.toggle_all()
    document.toggle(("block", 0))
    assert not {"\x1b", "\x07", "\x9b", "\u202e"} & set("".join(lines(document)))
