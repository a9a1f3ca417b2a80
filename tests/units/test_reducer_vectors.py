"""A few telling runs with their ops and messages, for the client's own tests.

``.venv/bin/python -m tests.units.test_reducer_vectors`` writes them anew.
"""

import json
from pathlib import Path
from typing import Any

from reflex_thinking import FilePart, ImagePart
from reflex_thinking import canonical as ev
from reflex_thinking.reducer import Draft, apply_all

from tests.units.reducing import MESSAGE, apply_ops, empty_message, finished

FILE = Path(__file__).parent / "client" / "replay.json"

RUNS: dict[str, list[ev.AnyEvent]] = {
    "reasoning, a tool and an answer": [
        ev.MessageStarted(thread_id="t1", created_at=1000),
        ev.ReasoningPartStarted(segment_id="r1", sequence_number=2),
        ev.ReasoningPartDelta(segment_id="r1", text_delta="Let me "),
        ev.ReasoningPartDelta(segment_id="r1", text_delta="see 😀"),
        ev.ReasoningPartCompleted(segment_id="r1", final_text="Let me see 😀."),
        ev.ToolCallStarted(call_id="c1", name="search", args_preview="…", sequence_number=3),
        ev.ToolCallUpdate(call_id="c1", args_delta='{"q":'),
        ev.ToolCallUpdate(call_id="c1", args_delta='"𠮷"}', progress=0.5),
        ev.ToolCallUpdate(call_id="c1", logs_delta="one\n"),
        ev.ToolResult(call_id="c1", result={"hits": [1, None]}),
        ev.SummaryUpdated(block_id=f"{MESSAGE}:0", summary="Searched"),
        ev.TextDelta(text_delta="Found "),
        ev.TextDelta(text_delta="it."),
    ],
    "assistants at the same time, one inside the other": [
        ev.AssistantCallStarted(call_id="a1", name="Scout", task="Look", sequence_number=1),
        ev.AssistantCallStarted(call_id="a2", name="Critic", task="Doubt", sequence_number=2),
        ev.AssistantCallStarted(call_id="b1", name="Reader", task="Read", sequence_number=3, parent_id="a1"),
        ev.ReasoningPartDelta(segment_id="r", text_delta="deep ", parent_id="b1"),
        ev.ReasoningPartDelta(segment_id="r", text_delta="doubt", parent_id="a2"),
        ev.ReasoningPartDelta(segment_id="r", text_delta="down", parent_id="b1"),
        ev.TextDelta(text_delta="Read.", parent_id="b1"),
        ev.AssistantResult(call_id="b1"),
        ev.AssistantResult(call_id="a2", error="gave up"),
        ev.AssistantResult(call_id="a1", result="Seen."),
        ev.TextDelta(text_delta="Done."),
    ],
    "late, unannounced and out of order": [
        ev.ToolResult(call_id="c9", result="early"),
        ev.ReasoningPartDelta(segment_id="r1", summary_index=2, text_delta="two"),
        ev.ToolCallStarted(call_id="c9", name="search", sequence_number=9),
        ev.TextDelta(text_delta="Answer"),
        ev.ToolCallStarted(call_id="c1", name="after", sequence_number=1),
        ev.ReasoningPartDelta(segment_id="r1", summary_index=0, text_delta="zero"),
        ev.ReasoningPartCompleted(segment_id="r1", summary_index=1, redacted=True),
        ev.TextDelta(text_delta=", more"),
        ev.TextDelta(text_delta="hidden", parent_id="nobody"),
    ],
    "images and files, one of them inside an assistant": [
        ev.ReasoningPartDelta(segment_id="r1", text_delta="A chart would help."),
        ev.TextDelta(text_delta="Here: "),
        ev.PartAdded(part=ImagePart(id="p1", media_type="image/png", data="aGk=", partial=True), sequence_number=4),
        ev.PartAdded(part=ImagePart(id="p1", media_type="image/png", data="aGVsbG8=", alt="A chart", size=5)),
        ev.TextDelta(text_delta="And its data: "),
        ev.PartAdded(part=FilePart(id="p2", media_type="text/csv", url="https://example.com/a.csv", name="a.csv")),
        ev.AssistantCallStarted(call_id="a1", name="Artist", sequence_number=6),
        ev.AssistantCallStarted(call_id="b1", name="Painter", parent_id="a1"),
        ev.PartAdded(part=ImagePart(id="p3", media_type="image/png", data="aGk="), parent_id="b1"),
        ev.PartAdded(part=FilePart(id="p4", omitted="too_large", size=99_000_000), parent_id="b1"),
        ev.ToolCallStarted(call_id="c1", name="first", sequence_number=5),
        ev.PartAdded(part=FilePart(id="p3", media_type="image/svg+xml", data="PHN2Zz4=", size=5), parent_id="b1"),
        ev.AssistantResult(call_id="a1", result="Painted."),
    ],
    "stopped in the middle": [
        ev.ReasoningPartDelta(segment_id="r1", text_delta="half a thou"),
        ev.AssistantCallStarted(call_id="a1", name="Scout"),
        ev.ToolCallStarted(call_id="c1", name="search", parent_id="a1"),
        ev.ToolCallUpdate(call_id="c1", args_delta='{"q":"x"}', progress=0.25),
        ev.MessageCancelled(),
        ev.ReasoningPartDelta(segment_id="r1", text_delta="too late"),
    ],
}


def vectors() -> list[dict[str, Any]]:
    made: list[dict[str, Any]] = []
    for name, events in RUNS.items():
        draft, batches = Draft(MESSAGE), []
        run = finished(events)
        for start in range(0, len(run), 3):
            ops = apply_all(draft, run[start : start + 3])
            batches.append({"ops": ops, "message": draft.snapshot()})
        made.append({"name": name, "empty": empty_message(), "batches": batches})
    return made


def written() -> str:
    """One line for each batch, so that a change can be read."""
    runs = [
        json.dumps({**vector, "batches": []}, ensure_ascii=False)[:-2]
        + "\n"
        + ",\n".join(json.dumps(batch, ensure_ascii=False) for batch in vector["batches"])
        + "\n]}"
        for vector in vectors()
    ]
    return "[\n" + ",\n".join(runs) + "\n]\n"


def test_the_committed_vectors_are_current():
    current = FILE.read_text(encoding="utf-8") == written()
    assert current, "write them anew: .venv/bin/python -m tests.units.test_reducer_vectors"


def test_the_vectors_hold_in_python():
    for vector in json.loads(FILE.read_text(encoding="utf-8")):
        message = vector["empty"]
        for batch in vector["batches"]:
            message = apply_ops(message, batch["ops"])
            assert message == batch["message"]


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
