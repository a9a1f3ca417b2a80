"""What holds for every run, whatever happens in it."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from reflex_thinking import Message
from reflex_thinking import canonical as ev
from reflex_thinking.grouping import chain_of_thought_ranges
from reflex_thinking.reducer import Draft, apply, apply_all
from reflex_thinking.stored import draft_from_event, final_event

from tests.units.reducing import MESSAGE, all_events, apply_ops, batched, empty_message, finished, runs, whole

REPLAY = Path(__file__).parent / "client" / "replay.test.js"

thorough = settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@thorough
@given(st.data())
def test_the_ops_of_any_split_give_the_drafts_message(data: st.DataObject):
    run = data.draw(runs())
    draft, message = Draft(MESSAGE), empty_message()
    for batch in data.draw(batched(run)):
        message = apply_ops(message, apply_all(draft, batch))
        assert message == draft.snapshot()
    assert draft.snapshot() == whole(run).snapshot()


@thorough
@given(runs(), st.data())
def test_what_is_delivered_again_changes_nothing(run: list[ev.AnyEvent], data: st.DataObject):
    draft = Draft(MESSAGE)
    for place, event in enumerate(run):
        apply(draft, event)
        before = draft.snapshot()
        again = data.draw(st.integers(0, place))
        assert apply_all(draft, run[again : place + 1]) == []
        assert draft.snapshot() == before
    assert draft.snapshot() == whole(run).snapshot()


@thorough
@given(runs())
def test_what_was_watched_is_what_is_stored_and_shown_after_a_refresh(run: list[ev.AnyEvent]):
    draft = whole(run)
    stored = final_event(draft)
    assert stored == draft.final, "the end changed nothing that was stored before it"
    sent = json.loads(json.dumps(stored, ensure_ascii=False).encode())
    assert sent == stored
    shown = draft_from_event(sent)
    assert shown.snapshot() == draft.snapshot()
    assert final_event(shown) == stored
    assert Message.from_json(_as_message(draft.snapshot()))


@thorough
@given(runs())
def test_storing_an_open_draft_leaves_it_as_it_is(run: list[ev.AnyEvent]):
    draft = Draft(MESSAGE)
    apply_all(draft, run[:-1])
    before = draft.snapshot()
    assert final_event(draft) == final_event(draft)
    assert draft.snapshot() == before


@thorough
@given(runs())
def test_who_sees_only_the_end_sees_the_whole_message(run: list[ev.AnyEvent]):
    draft = Draft(MESSAGE)
    ops = apply(draft, run[-1])
    assert draft.snapshot() == whole(run).snapshot() == apply_ops(empty_message(), ops)


@thorough
@given(runs())
def test_blocks_are_the_groups_of_thinking_and_keep_their_numbers(run: list[ev.AnyEvent]):
    draft = Draft(MESSAGE)
    first_steps: dict[str, set[str]] = {}
    ended: dict[str, tuple[str, int]] = {}
    for event in run:
        apply(draft, event)
        ranges = [(found.start_index, found.end_index) for found in chain_of_thought_ranges(draft.parts)]
        assert [(block["start"], block["end"]) for block in draft.blocks] == ranges
        assert [block["id"] for block in draft.blocks] == [f"{MESSAGE}:{n}" for n in range(len(ranges))]
        for block in draft.blocks:
            steps = {node.id for node in draft.parts[block["start"] : block["end"] + 1]}
            assert first_steps.setdefault(block["id"], steps) <= steps, "a step never leaves its block"
            if block["status"] != "thinking":
                end = (block["status"], block["ended_at"])
                assert ended.setdefault(block["id"], end) == end, "a block that ended is never reopened"
                assert block["started_at"] <= block["ended_at"]
        assert all(block["status"] != "thinking" for block in draft.blocks[:-1])
    assert all(block["status"] != "thinking" for block in draft.blocks)


@thorough
@given(runs())
def test_nothing_is_open_in_a_message_that_ended(run: list[ev.AnyEvent]):
    def check(steps: list[dict[str, Any]]) -> None:
        for step in steps:
            assert step.get("status") != "thinking"
            assert "progress" not in step
            check(step.get("child_steps", []))

    draft = whole(run)
    check(draft.snapshot()["parts"])
    assert draft.status != "thinking"


@thorough
@given(runs())
def test_parts_of_a_segment_stand_together_in_the_order_of_their_indices(run: list[ev.AnyEvent]):
    def check(segments: list[dict[str, Any]]) -> None:
        names = [segment["id"] for segment in segments if segment["type"] == "reasoning"]
        assert len(names) == len(set(names))
        for segment in segments:
            indices = [part["summary_index"] for part in segment.get("parts", ())]
            assert indices == sorted(set(indices))
            assert segment["type"] == "text" or segment["sequence_number"] >= 0
            check(segment.get("segments", []))

    final = whole(run).final
    assert final is not None
    check(final["segments"])


@thorough
@given(st.lists(all_events, max_size=10))
def test_events_survive_json(events: list[ev.AnyEvent]):
    for event in finished(events):
        assert ev.parse_event(event.to_json()) == event
        assert ev.parse_event(json.loads(event.to_json())) == event
        assert ev.parse_event(event.to_json_dict()) == event


def test_a_browser_shows_the_same(tmp_path: Path):
    vectors: list[dict[str, Any]] = []

    @settings(max_examples=250, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow])
    @given(st.data())
    def collect(data: st.DataObject) -> None:
        draft = Draft(MESSAGE)
        batches: list[dict[str, Any]] = []
        for batch in data.draw(batched(data.draw(runs()))):
            ops = apply_all(draft, batch)
            batches.append({"ops": ops, "message": draft.snapshot()})
        vectors.append({"name": f"run {len(vectors)}", "empty": empty_message(), "batches": batches})

    collect()
    file = tmp_path / "vectors.json"
    file.write_text(json.dumps(vectors), encoding="utf-8")
    done = subprocess.run(
        [Path(sys.executable).with_name("node"), "--test", REPLAY],
        env={**os.environ, "REPLAY_VECTORS": str(file)},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]


def _as_message(snapshot: dict[str, Any]) -> dict[str, Any]:
    """The part of a snapshot that is the model's."""
    return {key: snapshot[key] for key in ("id", "role", "status", "parts", "ended_at")}
