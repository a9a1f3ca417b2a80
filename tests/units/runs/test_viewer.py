"""What a browser tab gets: everything, once, in order, whatever the network does to it."""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reflex_thinking.reducer import Draft, apply
from reflex_thinking.runs import log as log_module
from reflex_thinking.runs import viewer as viewer_module
from reflex_thinking.runs.conversation import delete_thread, rename_thread
from reflex_thinking.runs.log import Log
from reflex_thinking.runs.registry import Runs
from reflex_thinking.runs.run import Run
from reflex_thinking.runs.shorthand import reasoning
from reflex_thinking.runs.snapshot import PIECE, snapshot_entries
from reflex_thinking.runs.viewer import Viewer
from reflex_thinking.store.memory import MemoryStore
from reflex_thinking.stored import user_event

from tests.units.reducing import apply_ops, empty_message, numbered
from tests.units.reducing import runs as random_runs
from tests.units.runs.helpers import QUICK, Gate, saying, start, until, within

REPLAY = Path(__file__).parents[1] / "client" / "patches.mjs"


class Tab:
    """A browser tab in Python: the store of the client in its plainest form."""

    def __init__(self) -> None:
        self.thread = ""
        self.ids: list[str] = []
        self.messages: dict[str, dict[str, Any]] = {}
        self.seq: dict[str, int] = {}
        self.partial: set[str] = set()
        self.cursor: dict[str, Any] = {}
        self.numbers: dict[int, str] = {}

    def receive(self, patch: list[Any]) -> bool:
        whole = True
        for entry in json.loads(json.dumps(patch)):
            if isinstance(entry, list):
                whole = self._extend(*entry) and whole
            elif "i" in entry:
                whole = self._place(entry) and whole
            elif "ids" in entry:
                self.thread, self.ids = entry["t"], entry["ids"]
        return whole

    def _place(self, entry: dict[str, Any]) -> bool:
        name = entry["i"]
        if "n" in entry:
            self.numbers[entry["n"]] = name
        if "o" in entry:
            if name not in self.partial or self.seq[name] != entry["s"]:
                return True
            self.messages[name] = apply_ops(self.messages[name], entry["o"])
        elif "m" in entry:
            if self.seq.get(name, -1) >= entry["s"] and name not in self.partial:
                return True
            self.messages[name], self.seq[name] = entry["m"], entry["s"]
            self.cursor[name] = (entry["at"][0], [*filter(None, entry["at"][1:])]) if "at" in entry else None
        else:
            return name in self.messages
        (self.partial.add if entry.get("more") else self.partial.discard)(name)
        return True

    def _extend(self, number: int, base: int, count: int, *ops: Any) -> bool:
        name = self.numbers.get(number, "")
        if name not in self.messages or name in self.partial:
            return False
        if base + count <= self.seq[name]:
            return True
        if base != self.seq[name]:
            return False
        unfolded = []
        for op in ops:
            if isinstance(op, str):
                path, key = self.cursor[name]
                unfolded.append(["a", path, op, *key])
            else:
                unfolded.append(op)
                if op[0] == "a":
                    self.cursor[name] = (op[1], op[3:])
        self.messages[name] = apply_ops(self.messages[name], unfolded)
        self.seq[name] = base + count
        return True

    def have(self) -> dict[str, Any]:
        seen = {
            name: seq if self.messages[name]["status"] == "thinking" else -1
            for name, seq in self.seq.items()
            if name not in self.partial
        }
        return {"thread": self.thread, "seen": seen}


def deliver(events: list[Any], dice: random.Random) -> tuple[list[Any], dict[str, Any], dict[str, Any]]:
    """Send a run through a bad network: patches of any size that are lost, doubled and swapped.

    Returns:
        What was delivered, what a tab made of it, and what it should be.
    """
    tab, log, draft = Tab(), Log(), Draft("m1")
    delivered: list[Any] = []
    queue: list[Any] = []
    position = 0

    def snapshot() -> int:
        place = log.place_at(log.last_seq)
        at = {} if place is None else {"at": list(place)}
        queue.extend([entry] for entry in snapshot_entries(draft.snapshot(), log.last_seq, n=1, **at))
        return log.last_seq

    def begin() -> int:
        """What a viewer does for a tab that comes (back)."""
        seq = tab.seq.get("m1", 0)
        if seq > 0 and "m1" not in tab.partial and dice.random() < 0.7:
            queue.append([{"i": "m1", "n": 1}])
            return seq
        return snapshot()

    position = begin()
    for event in events:
        log.append(event.to_line(), apply(draft, event))
        log.publish()
        if dice.random() < 0.3:
            queue.append([json.loads(log.patch(1, position) or "")])
            position = log.last_seq
        if dice.random() < 0.3:
            while queue:
                patch = queue.pop(dice.randrange(len(queue)) if dice.random() < 0.3 else 0)
                if dice.random() < 0.2:
                    continue
                for _ in range(2 if dice.random() < 0.2 else 1):
                    delivered.append(patch)
                    if not tab.receive(patch):
                        queue.clear()
                        position = begin()
                        break
    # In the end the tab asks for whatever it lacks, and gets it.
    queue.clear()
    position = begin()
    queue.append([json.loads(log.patch(1, position) or "")])
    for patch in queue:
        delivered.append(patch)
        assert tab.receive(patch)
    return delivered, tab.messages.get("m1", empty_message()), draft.snapshot()


DELIVERIES: list[dict[str, Any]] = []


@settings(max_examples=120, derandomize=True, deadline=None)
@given(run=random_runs(), dice=st.randoms(use_true_random=False))
def test_a_bad_network_loses_and_doubles_nothing(run: list[Any], dice: random.Random):
    patches, made, truth = deliver(numbered(run), dice)
    DELIVERIES.append({"patches": patches, "truth": truth})
    assert made == truth


def test_the_browsers_store_makes_the_same_of_it(tmp_path: Path):
    assert len(DELIVERIES) >= 100
    vectors = tmp_path / "deliveries.json"
    vectors.write_text(json.dumps(DELIVERIES))
    result = subprocess.run(["node", str(REPLAY), str(vectors)], check=False, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr[-3000:]


# Snapshots ------------------------------------------------------------------------------------------------------------


def long_message() -> dict[str, Any]:
    deep: dict[str, Any] = {"id": "deep", "type": "reasoning", "content": "z" * 3 * PIECE, "status": "thinking"}
    parts: list[dict[str, Any]] = [
        {"id": "r", "type": "reasoning", "content": "x" * 5 * PIECE, "status": "done"},
        {"id": "t", "type": "tool_call", "content": "", "tool_result": "é" * 2 * PIECE, "logs": "l" * PIECE},
        {"id": "a", "type": "assistant_call", "content": "", "child_steps": [{"id": "c", "type": "reasoning"}, deep]},
        *({"id": f"s{number}", "type": "reasoning", "content": "step"} for number in range(3000)),
        {"id": "empty", "type": "assistant_call", "content": "", "child_steps": []},
    ]
    return {
        "id": "m1",
        "role": "assistant",
        "status": "thinking",
        "parts": parts,
        "blocks": [{"id": "m1:0", "start": 0}],
    }


def test_a_long_message_comes_in_pieces_that_are_never_long():
    tab = Tab()
    entries = list(snapshot_entries(long_message(), 42, n=3, at=[0, None]))
    assert len(entries) > 10
    assert max(len(json.dumps(entry)) for entry in entries) < 6 * 2 * PIECE  # é takes six characters
    for entry in entries[:-1]:
        assert tab.receive([entry])
        assert tab.have()["seen"] == {}
    tab.receive([entries[-1]])
    assert tab.messages["m1"] == long_message()
    assert tab.have()["seen"] == {"m1": 42}


def test_a_short_message_is_one_piece():
    message = {"id": "m1", "status": "done", "parts": [{"id": "t", "type": "text", "text": "Hello"}], "blocks": []}
    assert list(snapshot_entries(message, 2)) == [{"i": "m1", "s": 2, "m": message}]


# The viewer itself ----------------------------------------------------------------------------------------------------


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
def runs(store: MemoryStore) -> Runs:
    return Runs(store, limits=QUICK)


class Line:
    """The line from a viewer to a tab."""

    def __init__(
        self, runs: Runs, thread_id: str, tab: Tab | None = None, *, answers: bool = True, **options: Any
    ) -> None:
        self.tab = tab or Tab()
        self.patches: list[list[Any]] = []
        self.answers = answers
        self.open = asyncio.Event()
        self.open.set()
        have = self.tab.have() if tab else {}
        self.viewer = Viewer(runs, runs.store, thread_id, options.pop("have", have), self._send, **options)
        self.task = asyncio.ensure_future(self.viewer.show())

    async def _send(self, entries: str) -> None:
        await self.open.wait()
        patch = json.loads(entries)
        self.patches.append(patch)
        assert self.tab.receive(patch)
        if self.answers:
            self.viewer.acknowledge()

    async def until(self, condition: Callable[[Tab], bool]) -> Tab:
        await until(lambda: condition(self.tab) or self.task.done())
        assert condition(self.tab)
        self.task.cancel()
        return self.tab


def is_done(run: Run) -> Callable[[Tab], bool]:
    return lambda tab: tab.messages.get(run.id, {}).get("status") == "done"


async def test_a_viewer_shows_a_run_from_its_beginning_to_its_end(runs: Runs):
    run = await start(runs, saying(reasoning("Hm. "), reasoning("Yes."), "Answer"))
    tab = await Line(runs, run.turn.thread_id).until(is_done(run))
    assert tab.messages[run.id] == run.draft.snapshot()
    assert tab.ids == [run.id]


async def test_a_viewer_that_joins_late_gets_a_snapshot_and_then_the_rest(runs: Runs):
    gate = Gate(reasoning("before"), reasoning("after"))
    run = await start(runs, gate)
    await within(gate.reached.wait())
    line = Line(runs, run.turn.thread_id)
    await until(lambda: run.id in line.tab.messages)
    assert line.tab.messages[run.id]["parts"][0]["content"] == "before"
    gate.open.set()
    tab = await line.until(is_done(run))
    assert tab.messages[run.id]["parts"][0]["content"] == "beforeafter"
    assert "before" not in json.dumps([patch for patch in line.patches if isinstance(patch[0], list)])


async def test_a_tab_that_comes_back_gets_only_the_rest(runs: Runs):
    gate = Gate(reasoning("x" * 10_000), reasoning("the end"))
    run = await start(runs, gate)
    await within(gate.reached.wait())
    tab = await Line(runs, run.turn.thread_id).until(lambda tab: run.id in tab.messages)
    again = Line(runs, run.turn.thread_id, tab)
    gate.open.set()
    await again.until(is_done(run))
    assert tab.messages[run.id] == run.draft.snapshot()
    assert len(json.dumps(again.patches)) < 2_000


async def test_a_tab_that_was_away_for_too_long_gets_a_snapshot(runs: Runs, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(log_module, "KEPT_OPS", 4)
    going, passed = asyncio.Event(), asyncio.Event()

    async def respond(turn: Any):
        yield reasoning("first ")
        await going.wait()
        for number in range(50):
            yield reasoning(f"{number} ")
        passed.set()
        await asyncio.Event().wait()

    run = await start(runs, respond)
    tab = await Line(runs, run.turn.thread_id).until(lambda tab: tab.seq.get(run.id, 0) >= 3)
    going.set()
    await within(passed.wait())
    again = Line(runs, run.turn.thread_id, tab)
    tab = await again.until(lambda tab: tab.seq[run.id] == 53)
    assert tab.messages[run.id] == run.draft.snapshot()
    run.cancel()


async def test_a_viewer_ends_when_its_thread_is_deleted(runs: Runs, store: MemoryStore):
    gate = Gate(reasoning("before"), reasoning("after"))
    run = await start(runs, gate)
    thread_id = run.turn.thread_id
    await within(gate.reached.wait())
    line = Line(runs, thread_id, user_id=run.turn.user_id)
    await until(lambda: bool(line.tab.messages))
    assert not await delete_thread(runs, thread_id, "somebody else")
    assert await delete_thread(runs, thread_id, run.turn.user_id)
    await within(line.task)
    assert line.viewer.is_gone
    assert await store.messages(thread_id) == []


async def test_a_viewer_says_when_the_list_of_threads_has_changed(runs: Runs, store: MemoryStore):
    line = Line(runs, "", user_id="ada")
    await until(lambda: [{"t": "", "ids": []}] in line.patches)

    async def is_told() -> None:
        await until(lambda: line.patches[-1] == [{"threads": True}])
        line.patches.append([])

    mine, other = await store.create_thread("ada"), await store.create_thread("eve")
    assert await rename_thread(runs, other, "eve", "Hers")
    assert not await rename_thread(runs, other, "ada", "Stolen")
    await asyncio.sleep(0.1)
    assert [{"threads": True}] not in line.patches
    assert await rename_thread(runs, mine, "ada", "Mine")
    await is_told()
    run = await start(runs, saying("Answer"), user_id="ada", thread_id=mine)
    await is_told()
    await within(run.wait())
    await is_told()
    assert await delete_thread(runs, mine, "ada")
    await is_told()
    line.task.cancel()


async def test_finished_messages_are_sent_once_and_not_to_tabs_that_have_them(runs: Runs, store: MemoryStore):
    run = await start(runs, saying("Answer"))
    await within(run.wait())
    await store.add_message(run.turn.thread_id, user_event("u2", "And?", run.turn.thread_id, 5))
    tab = await Line(runs, run.turn.thread_id).until(lambda tab: set(tab.messages) == {run.id, "u2"})
    again = Line(runs, run.turn.thread_id, tab)
    await until(lambda: len(again.patches) == 2)
    assert list(again.patches[0][0]) == ["now"]
    assert again.patches[1] == [{"t": run.turn.thread_id, "ids": [run.id, "u2"]}]
    again.task.cancel()


async def test_a_run_that_another_tab_starts_is_seen(runs: Runs):
    first = await start(runs, saying("One"))
    await within(first.wait())
    line = Line(runs, first.turn.thread_id)
    await until(lambda: line.tab.ids == [first.id])
    second = await start(runs, saying("Two"), thread_id=first.turn.thread_id)
    tab = await line.until(is_done(second))
    assert tab.ids == [first.id, second.id]


async def test_a_tab_that_acknowledges_nothing_is_left_alone(runs: Runs, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(viewer_module, "SILENT_SECONDS", 0.05)

    async def respond(turn: Any):
        while True:
            yield "word "
            await asyncio.sleep(0.01)

    run = await start(runs, respond)
    line = Line(runs, run.turn.thread_id, answers=False)
    await within(line.task)
    assert not run.log.listeners
    run.cancel()


async def test_much_is_sent_only_as_fast_as_it_is_acknowledged(runs: Runs, store: MemoryStore):
    thread_id = await store.create_thread("ada")
    for number in range(40):
        await store.add_message(thread_id, user_event(f"u{number}", "x" * 100_000, thread_id, number))
    line = Line(runs, thread_id, answers=False)
    for _ in range(500):
        await asyncio.sleep(0)
    assert len(line.tab.messages) < 15
    line.answers = True
    line.viewer.acknowledge()
    tab = await line.until(lambda tab: len(tab.messages) == 40 and not tab.partial)
    assert tab.messages["u7"]["parts"][0]["text"] == "x" * 100_000


async def test_a_slow_tab_holds_up_nobody_and_gets_fewer_patches(runs: Runs):
    said, passed = 0, asyncio.Event()

    async def respond(turn: Any):
        nonlocal said
        while not passed.is_set():
            said += 1
            yield f"{said} "
            await asyncio.sleep(0)

    run = await start(runs, respond)
    fast, slow = Line(runs, run.turn.thread_id), Line(runs, run.turn.thread_id)
    await until(lambda: run.id in slow.tab.messages)
    slow.open.clear()
    behind = len(slow.patches)
    await until(lambda: len(fast.patches) > behind + 5)
    assert len(slow.patches) == behind
    passed.set()
    await within(run.wait())
    slow.open.set()
    await slow.until(is_done(run))
    await fast.until(is_done(run))
    assert slow.tab.messages[run.id] == fast.tab.messages[run.id] == run.draft.snapshot()
    assert len(slow.patches) < len(fast.patches)


@pytest.mark.parametrize("have", [{}, {"seen": 3}, {"thread": "x", "seen": {"m": "?"}}, {"thread": None, "seen": None}])
async def test_a_tab_may_say_anything(runs: Runs, have: dict[str, Any]):
    run = await start(runs, saying("Answer"))
    await Line(runs, run.turn.thread_id, have=have).until(is_done(run))


async def test_a_tab_that_says_it_is_ahead_gets_a_snapshot(runs: Runs):
    gate = Gate("so far")
    run = await start(runs, gate)
    await within(gate.reached.wait())
    have = {"thread": run.turn.thread_id, "seen": {run.id: 999}}
    await Line(runs, run.turn.thread_id, have=have).until(lambda tab: run.id in tab.messages)
    run.cancel()
