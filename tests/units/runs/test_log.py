"""The log of a run."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reflex_thinking import ImagePart
from reflex_thinking import canonical as ev
from reflex_thinking.canonical import TextDelta
from reflex_thinking.reducer import Draft, apply
from reflex_thinking.runs import log as log_module
from reflex_thinking.runs.log import Log, Place, kind_of

from tests.units.reducing import apply_ops, empty_message, numbered
from tests.units.reducing import runs as random_runs
from tests.units.runs.helpers import until, within


def fill(log: Log, first: int, last: int) -> None:
    for seq in range(first, last + 1):
        log.append(TextDelta(text_delta=str(seq), seq=seq).to_line(), [["a", 0, str(seq)]])


def seqs(lines: list[bytes]) -> list[int]:
    return [json.loads(line)["seq"] for line in lines]


async def follow(log: Log, after: int = 0) -> list[int]:
    async def collect() -> list[int]:
        return [seq async for batch in log.follow(after) for seq in seqs(batch)]

    return await within(collect())


async def test_a_follower_gets_everything_from_any_position_and_ends_with_the_log():
    log = Log()
    early = asyncio.create_task(follow(log))
    fill(log, 1, 3)
    log.publish()
    middle = asyncio.create_task(follow(log, 2))
    fill(log, 4, 6)
    log.close()
    assert await early == [1, 2, 3, 4, 5, 6]
    assert await middle == [3, 4, 5, 6]
    assert await follow(log, 5) == [6]
    assert await follow(log, 6) == []
    assert await follow(log, 99) == []
    assert log.last_seq == 6


async def test_nothing_can_be_read_before_it_is_published():
    log = Log()
    fill(log, 1, 2)
    assert (log.last_seq, log.lines(0), log.patch(1, 0)) == (0, [], "[1,0,0]")
    log.publish()
    assert (log.last_seq, seqs(log.lines(0))) == (2, [1, 2])


async def test_a_follower_that_leaves_leaves_nothing_behind():
    log = Log()
    tasks = [asyncio.create_task(follow(log)) for _ in range(10)]
    await until(lambda: len(log.listeners) == 10)
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)
    assert not log.listeners


def test_a_closed_log_takes_no_more():
    log = Log()
    log.close()
    with pytest.raises(RuntimeError, match="closed"):
        fill(log, 1, 1)


@pytest.mark.parametrize("after", [0, 1, 255, 256, 257, 511, 512, 1000, 1299])
def test_old_events_are_kept_small_and_read_from_any_position(after: int):
    log = Log()
    fill(log, 1, 1300)
    log.publish()
    found: list[int] = []
    while lines := log.lines(after + len(found), most=100):
        assert len(lines) <= 100
        found += seqs(lines)
    assert found == list(range(after + 1, 1301))


def test_the_type_of_an_event_can_be_read_off_its_line():
    assert kind_of(TextDelta(text_delta='"type":"x"', parent_id='{"type":"y"').to_line()) == "text_delta"


def test_text_for_one_place_is_joined_and_sent_as_text_alone():
    log = Log()
    fill(log, 1, 3)
    log.append(b"{}", [["s", 0, {"status": "done"}], ["a", 1, "other"], ["a", 1, "more", "logs"]])
    log.publish()
    assert json.loads(log.patch(7, 0) or "") == [
        7, 0, 4, ["a", 0, "123"], ["s", 0, {"status": "done"}], ["a", 1, "other"], ["a", 1, "more", "logs"]
    ]  # fmt: skip
    assert json.loads(log.patch(7, 1) or "")[:4] == [7, 1, 3, "23"]
    assert log.place_at(4) == Place(1, "logs")


def test_those_at_one_position_share_a_patch_until_there_is_more():
    log = Log()
    fill(log, 1, 3)
    log.publish()
    assert log.patch(1, 1) is log.patch(1, 1)
    fill(log, 4, 4)
    log.publish()
    assert log.patch(1, 1) == '[1,1,3,"234"]'


def test_ops_of_long_ago_are_forgotten_and_what_is_left_still_fits(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(log_module, "KEPT_OPS", 8)
    log = Log()
    log.append(b"{}", [["a", [3, 1], "deep", "logs"]])
    for _ in range(40):
        log.append(b"{}", [])
    log.publish()
    assert log.changes(0) is None
    assert log.patch(1, 20) is None
    assert log.place_at(41) == Place([3, 1], "logs")
    log.append(b"{}", [["a", [3, 1], "er", "logs"]])
    log.publish()
    assert log.patch(1, 41) == '[1,41,1,"er"]'


@given(run=random_runs(), dice=st.randoms(use_true_random=False))
def test_the_patches_of_any_split_make_the_message(run: list[Any], dice: random.Random):
    log, draft = Log(), Draft("m1")
    shown: dict[str, Any] = empty_message()
    position, place = 0, None
    for event in numbered(run):
        log.append(event.to_line(), apply(draft, event))
        if dice.random() < 0.3:
            log.publish()
            _, base, count, *ops = json.loads(log.patch(1, position) or "")
            assert base == position
            position += count
            unfolded: list[Any] = []
            for op in ops:
                if isinstance(op, str):
                    assert place is not None
                    op = ["a", place[0], op, *place[1]]
                if op[0] == "a":
                    place = (op[1], op[3:])
                unfolded.append(op)
            shown = apply_ops(shown, unfolded)
    changes = log.changes(position)
    assert changes is not None
    log.publish()
    changes = log.changes(position)
    assert changes is not None
    assert apply_ops(shown, json.loads(json.dumps(changes.ops))) == json.loads(json.dumps(draft.snapshot()))


def test_of_several_versions_of_an_image_a_slow_tab_gets_the_last():
    log, draft = Log(), Draft("m1")
    versions = [ev.PartAdded(part=ImagePart(id="p1", data=f"{number}" * 5000)) for number in range(4)]
    for event in numbered([ev.TextDelta(text_delta="Here."), *versions]):
        log.append(event.to_line(), apply(draft, event))
    log.publish()
    patch = log.patch(1, 0) or ""
    assert len(patch) < 11_000
    _, _, _, *ops = json.loads(patch)
    assert apply_ops(empty_message(), ops) == draft.snapshot()
