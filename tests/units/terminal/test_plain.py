"""The plain view: what is thinking has a prefix, everything is written once, and the answer comes last."""

import re
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from reflex_thinking import FilePart, ImagePart
from reflex_thinking import canonical as ev
from reflex_thinking.i18n import Strings
from reflex_thinking.terminal.marks import ASCII
from reflex_thinking.terminal.plain import PlainView

from tests.units.reducing import runs
from tests.units.terminal.recordings import agent_events, ended


def shown(events: list[ev.AnyEvent], locale: str = "en-US", **options: object) -> str:
    written: list[str] = []
    view = PlainView(written.append, Strings(locale), **options)  # pyright: ignore[reportArgumentType]
    for event in events:
        view.show(event)
    view.end()
    return "".join(written)


def test_a_whole_run_as_lines():
    assert shown(ended(agent_events())).split("\n") == [
        "[think] The refund was asked for on day 29. I check the rules.",
        "[think] ⌕ web_search: Refund law",
        "[think]   Input: query: refund window",
        "[think]   ✓ Done · 0.5s",
        "[think]   Result: 30 days from delivery",
        "[think] ◆ Policy Checker: Is day 29 in time?",
        "[think]   Section 4.2 applies.",
        "[think]   ⚒ read_file",
        "[think]     ✗ Failed · 0.2s: no such file: rules.pdf",
        "[think]   ✓ Done · 1 tool used · 1.6s",
        "[think]   Response: Day 29 is **in time**.",
        "[think] So the refund is approved.",
        "[think] Thought for 4.2s · 2 tools used · 20 words · 1 failed — Checked the refund window against policy",
        "",
        "The refund is **approved**: day 29 is in time.",
        "",
    ]


def test_what_is_not_thinking_is_the_answer():
    answer = [line for line in shown(ended(agent_events())).split("\n") if not line.startswith("[think]")]
    assert "\n".join(answer).strip() == "The refund is **approved**: day 29 is in time."


def test_the_labels_are_those_of_the_language():
    text = shown(ended(agent_events()), "pt-BR")
    assert "[think] Pensou por 4,2s · 2 ferramentas usadas · 20 palavras" in text


@pytest.mark.parametrize(
    ("locale", "said"),
    [
        ("en-US", "Worked for 2.1s · 2 tools used"),
        ("pt-BR", "Trabalhou por 2,1s · 2 ferramentas usadas"),
        ("es", "Trabajó durante 2,1 s · 2 herramientas usadas"),
        ("fr", "A travaillé pendant 2,1 s · 2 outils utilisés"),
        ("de", "Hat 2,1 s gearbeitet · 2 Werkzeuge"),
        ("ja", "2.1秒作業しました · ツール2個"),
        ("zh-CN", "工作了 2.1 秒 · 2 个工具"),
        ("ar", "عمل لمدة 2.1 ث · أداتان"),
    ],
)
def test_a_block_of_tools_alone_says_how_long_it_worked_and_with_how_many_tools(locale: str, said: str):
    events: list[ev.AnyEvent] = [
        ev.ToolCallStarted(call_id="a", name="weather", event_id="m1", at=1_000),
        ev.ToolResult(call_id="a", result="dry", event_id="m1", at=1_700),
        ev.ToolCallStarted(call_id="b", name="calendar", event_id="m1", at=1_800),
        ev.ToolResult(call_id="b", result="free", event_id="m1", at=3_100),
        ev.TextDelta(text_delta="Tomorrow.", segment_id="x", event_id="m1", at=3_200),
    ]
    assert f"[think] {said}\n" in shown(ended(events), locale)


def test_of_json_there_is_one_line_that_people_can_read():
    hits = {"results": {"hits": [{"title": "First"}, {"title": "Second"}]}}
    events: list[ev.AnyEvent] = [
        ev.ToolCallStarted(call_id="c", name="search"),
        ev.ToolCallUpdate(call_id="c", input={"query": "voice", "limit": 8}),
        ev.ToolResult(call_id="c", result=hits),
    ]
    text = shown(ended(events))
    assert "[think]   Input: query: voice · limit: 8\n" in text
    assert "[think]   Result: 2 hits: First, Second\n" in text


def test_lines_fit_the_width():
    text = shown(ended(agent_events()), width=36)
    assert max(map(len, text.split("\n"))) <= 36
    assert "[think]     ✗ Failed · 0.2s: no such\n[think]     file: rules.pdf\n" in text


def test_what_was_answered_stands_before_what_was_thought_later():
    events: list[ev.AnyEvent] = [
        ev.TextDelta(text_delta="First answer", segment_id="x"),
        ev.ToolCallStarted(call_id="c", name="calendar"),
        ev.ToolResult(call_id="c", result="free"),
        ev.TextDelta(text_delta="Second answer", segment_id="y"),
    ]
    text = shown(ended(events), width=80)
    assert text.split("\n\n") == [
        "First answer",
        "[think] ⚒ calendar\n[think]   ✓ Done\n[think]   Result: free\n[think] Steps · 1 tool used",
        "Second answer\n",
    ]


def test_a_stored_message_alone_looks_as_it_did_live():
    assert shown(ended(agent_events())[-1:]) == shown(ended(agent_events()))


def test_a_terminal_without_unicode_gets_signs_it_knows():
    text = shown(ended(agent_events()), marks=ASCII)
    assert "[think] ? web_search: Refund law" in text and "[think]   ok Done" in text


def test_assistants_that_work_at_the_same_time_are_told_apart():
    def say(parent: str, text: str) -> ev.AnyEvent:
        return ev.ReasoningPartDelta(segment_id=f"r{parent}", text_delta=text, parent_id=parent, event_id="m1")

    text = shown(
        [
            ev.AssistantCallStarted(call_id="a", name="Ann", event_id="m1"),
            ev.AssistantCallStarted(call_id="b", name="Bob", event_id="m1"),
            say("a", "Ann thinks "),
            say("b", "Bob thinks "),
            say("a", "more."),
            ev.AssistantResult(call_id="b", result="Bob's answer", event_id="m1"),
        ]
    )
    assert text.split("\n")[:11] == [
        "[think] ◆ Ann",
        "[think] ◆ Bob",
        "[think] ◆ Ann …",
        "[think]   Ann thinks",
        "[think] ◆ Bob …",
        "[think]   Bob thinks",
        "[think] ◆ Ann …",
        "[think]   more.",
        "[think] ◆ Bob …",
        "[think]   ✓ Done",
        "[think]   Response: Bob's answer",
    ]


def test_reasoning_that_is_withheld_is_noted_once():
    hidden = [ev.ReasoningPartCompleted(segment_id=f"r{number}", redacted=True) for number in range(3)]
    text = shown(ended([*hidden, ev.TextDelta(text_delta="Yes.")]))
    assert text.count("[think] ◌ The provider keeps this reasoning private.") == 1
    assert text.endswith("[think] Reasoning\n\nYes.\n")


def test_an_answer_without_thinking_has_no_bar():
    assert shown(ended([ev.TextDelta(text_delta="Yes.")])) == "Yes.\n"


def test_reasoning_without_text_is_not_shown():
    assert shown(ended([ev.ReasoningPartStarted(segment_id="r"), ev.TextDelta(text_delta="Yes.")])) == "Yes.\n"


@pytest.mark.parametrize(
    ("end", "line"),
    [(ev.MessageError(message="Overloaded: try again.", code="x"), "✗ Failed: Overloaded: try again."),
     (ev.MessageCancelled(), "■ Stopped")],
)  # fmt: skip
def test_how_it_ended_is_said_when_it_did_not_end_well(end: ev.AnyEvent, line: str):
    text = shown(ended([ev.ReasoningPartDelta(segment_id="r", text_delta="Hm"), end]))
    status = "Failed" if isinstance(end, ev.MessageError) else "Stopped"
    assert text == f"[think] Hm\n[think] Reasoning · 1 word · {status}\n\n{line}\n"


def test_an_answer_that_was_cut_off_says_so():
    final = {"id": "m", "status": "done", "incomplete": True, "stop_reason": "max_tokens"}
    text = shown([ev.TextDelta(text_delta="The first of"), ev.MessageFinal(event=final)])
    assert text == "The first of\n\n■ This answer was cut off: it reached the length limit.\n"


def test_a_text_that_is_corrected_is_written_as_a_correction():
    delta = ev.ReasoningPartDelta(segment_id="r", text_delta="One two")
    same = ev.ReasoningPartCompleted(segment_id="r", final_text="One two three")
    other = ev.ReasoningPartCompleted(segment_id="r", final_text="Another text")
    assert shown([delta, same]) == "[think] One two three\n"
    assert shown([delta, other]) == "[think] One two\n[think] ↻ Another text\n"


def test_hostile_names_and_results_are_harmless():
    nasty = "\x1b[2J\x1b]0;x\x07\nsecond line"
    text = shown(
        ended(
            [
                ev.ToolCallStarted(call_id="c", name=nasty, description=nasty),
                ev.ToolResult(call_id="c", result=nasty, error=nasty),
                ev.AssistantCallStarted(call_id="a", name=nasty, task=nasty),
                ev.AssistantResult(call_id="a", result={"x": nasty}),
                ev.SummaryUpdated(block_id="m1:0", summary=nasty),
                ev.MessageError(message=nasty),
            ]
        )
    )
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", text)
    assert all(line.startswith(("[think]", "✗")) or not line for line in text.split("\n"))


@given(runs())
def test_whatever_happens_every_text_is_written_once_and_nothing_moves(events: list[ev.AnyEvent]):
    text = shown(ended(events) if events else [])
    assert text == "" or text.endswith("\n")
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", text)
    # The lines of what is thinking and of what is not are apart.
    lines = text.split("\n")
    for above, below in pairwise(lines):
        if above.startswith("[think]") and below and not below.startswith("[think]"):
            raise AssertionError(text)


# Images and files -----------------------------------------------------------------------------------------------------


def image(**fields: Any) -> ImagePart:
    return ImagePart(**{"id": "p1", "media_type": "image/png", "alt": "Trains per hour", "size": 12_345, **fields})


def test_images_and_files_are_lines_of_the_answer():
    events = [
        ev.ReasoningPartDelta(segment_id="r1", text_delta="A chart would help."),
        ev.TextDelta(text_delta="Here it is: "),
        ev.PartAdded(part=image(data="aGk=")),
        ev.PartAdded(part=FilePart(id="p2", name="trains.csv", media_type="text/csv", size=999)),
        ev.PartAdded(part=image(id="p3", url="https://a.example/x.png", size=None)),
        ev.PartAdded(part=image(id="p4", omitted="too_large", size=99_000_000, alt=None)),
        ev.TextDelta(text_delta="Enjoy."),
    ]
    assert shown(ended(events)).split("\n") == [
        "[think] A chart would help.",
        "[think] Reasoning · 4 words",
        "",
        "Here it is:",
        "[image] Trains per hour (png, 12 KB)",
        "[file] trains.csv (csv, 999 B)",
        "[image] Trains per hour (png) https://a.example/x.png",
        "[image] (png, 99 MB, Too large to show)",
        "Enjoy.",
        "",
    ]


def test_an_image_in_the_making_is_told_once_it_is_finished_or_nothing_more_comes():
    frames: list[ev.AnyEvent] = [ev.PartAdded(part=image(data="aGk=", partial=True, size=size)) for size in (1, 2)]
    assert shown(ended([*frames, ev.PartAdded(part=image(data="aGk="))])) == "[image] Trains per hour (png, 12 KB)\n"
    assert shown(ended(frames)) == "[image] Trains per hour (png, 2 B)\n"


def test_what_an_assistant_gives_is_told_inside_it():
    events = [
        ev.AssistantCallStarted(call_id="a1", name="Artist"),
        ev.PartAdded(part=image(), parent_id="a1"),
        ev.AssistantResult(call_id="a1", result="Painted."),
    ]
    for run in (ended(events), ended(events)[-1:]):
        lines = shown(run).split("\n")
        assert "[think]   [image] Trains per hour (png, 12 KB)" in lines
        assert lines.index("[think] ◆ Artist") == 0


def test_the_words_for_images_and_sizes_are_those_of_the_language():
    assert shown(ended([ev.PartAdded(part=image(size=1500))]), "de") == "[Bild] Trains per hour (png, 1,5 KB)\n"


def test_nothing_in_a_name_is_obeyed():
    hostile = FilePart(
        id="p1", name="a\x1b[2J\n[think] x.csv", alt="\x07", url="javascript:alert(1)", media_type="a\x1b/b"
    )
    assert "\x1b" not in (text := shown(ended([ev.PartAdded(part=hostile)])))
    assert text.count("\n") == 1 and "javascript" not in text
