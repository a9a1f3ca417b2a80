"""What a browser tab gets: everything, once, in order, whatever the network does to it."""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reflex_thinking import ImagePart
from reflex_thinking import canonical as ev
from reflex_thinking.reducer import Draft, apply
from reflex_thinking.runs import viewer as viewer_module
from reflex_thinking.runs.conversation import delete_thread, rename_thread
from reflex_thinking.runs.registry import Runs
from reflex_thinking.runs.shorthand import reasoning
from reflex_thinking.runs.viewer import Progress, Viewer
from reflex_thinking.store.memory import MemoryStore
from reflex_thinking.stored import user_event

from tests.units.reducing import apply_ops, empty_message, numbered
from tests.units.reducing import runs as random_runs
from tests.units.runs.helpers import PATIENCE, QUICK, Gate, saying, start, until, within

REPLAY = Path(__file__).parents[1] / "client" / "patches.mjs"


class Tab:
    """A browser tab in Python: the store of the client in its plainest form."""

    def __init__(self) -> None:
        self.thread = ""
        self.ids: list[str] = []
        self.messages: dict[str, dict[str, Any]] = {}
        self.seq: dict[str, int] = {}
        self.cursor: dict[str, Any] = {}

    def receive(self, patch: list[Any]) -> bool:
        whole = True
        for entry in json.loads(json.dumps(patch)):
            if isinstance(entry, list):
                whole = self._extend(*entry) and whole
            elif "m" in entry:
                self.messages[entry["i"]], self.seq[entry["i"]] = entry["m"], entry["s"]
            elif "ids" in entry:
                self.thread, self.ids = entry["t"], entry["ids"]
        return whole

    def _extend(self, message_id: str, base: int, count: int, ops: list[Any]) -> bool:
        seq = self.seq.get(message_id, 0)
        if base + count <= seq:
            return True
        if base != seq:
            return False
        unfolded = []
        for op in ops:
            if isinstance(op, str):
                path, key = self.cursor[message_id]
                unfolded.append(["a", path, op, *key])
            else:
                unfolded.append(op)
                if op[0] == "a":
                    self.cursor[message_id] = (op[1], op[3:])
        before = self.messages.get(message_id, {**empty_message(), "id": message_id})
        self.messages[message_id] = apply_ops(before, unfolded)
        self.seq[message_id] = base + count
        return True

    def have(self) -> dict[str, Any]:
        seen = {
            message_id: seq if self.messages[message_id]["status"] == "thinking" else -1
            for message_id, seq in self.seq.items()
        }
        return {"thread": self.thread, "seen": seen}


def deliver(events: list[Any], dice: random.Random) -> tuple[list[Any], dict[str, Any], dict[str, Any]]:
    """Send a run through a bad network: patches of any size that are lost, doubled and swapped.

    Returns:
        What was delivered, what a tab made of it, and what it should be.
    """
    tab = Tab()
    truth = Draft("m1")
    for event in events:
        apply(truth, event)
    progress = Progress("m1", 0)
    delivered: list[Any] = []
    queue: list[Any] = []

    def hand_over() -> Progress:
        while queue:
            patch = queue.pop(dice.randrange(len(queue)) if dice.random() < 0.3 else 0)
            if dice.random() < 0.2:
                continue
            for _ in range(2 if dice.random() < 0.2 else 1):
                delivered.append(patch)
                if not tab.receive(patch):
                    queue.clear()
                    again = Progress("m1", tab.seq.get("m1", 0))
                    for event in events[: progress.draft.seq]:
                        again.add(apply(again.draft, event))
                    return again
        return progress

    for event in events:
        progress.add(apply(progress.draft, event))
        if dice.random() < 0.3 and (entry := progress.entry()):
            queue.append([entry])
        if dice.random() < 0.3:
            progress = hand_over()
    # In the end the tab asks for whatever it lacks, and gets it.
    last = Progress("m1", tab.seq.get("m1", 0))
    for event in events:
        last.add(apply(last.draft, event))
    if entry := last.entry():
        delivered.append([entry])
        assert tab.receive([entry])
    return delivered, tab.messages.get("m1", empty_message()), truth.snapshot()


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


def test_text_for_the_same_place_is_sent_as_text_alone():
    progress = Progress("m1", 0)
    sent: list[Any] = []
    for event in numbered([ev.ReasoningPartDelta(segment_id="s", text_delta=text) for text in "abcd"]):
        progress.add(apply(progress.draft, event))
        if event.seq in (2, 4):
            sent.append(progress.entry())
    assert sent[0][3][-1] == ["a", 0, "ab"]
    assert sent[1] == ["m1", 2, 2, ["cd"]]


# The viewer itself ----------------------------------------------------------------------------------------------------


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
def runs(store: MemoryStore) -> Runs:
    return Runs(store, limits=QUICK)


async def watch(viewer: Viewer, tab: Tab, until: Any) -> int:
    """Let a tab watch until it has seen what is wanted; returns the number of patches."""
    patches = viewer.patches()
    count = 0
    async with asyncio.timeout(PATIENCE):
        async for patch in patches:
            count += 1
            assert tab.receive(patch)
            viewer.acknowledge()
            if until(tab):
                break
    await patches.aclose()  # pyright: ignore[reportAttributeAccessIssue]
    return count


def is_done(run: Any):
    return lambda tab: tab.messages.get(run.id, {}).get("status") == "done"


async def test_a_viewer_shows_a_run_from_its_beginning_to_its_end(runs: Runs, store: MemoryStore):
    run = await start(runs, saying(reasoning("Hm. "), reasoning("Yes."), "Answer"))
    tab = Tab()
    await watch(Viewer(runs, store, run.turn.thread_id, {}), tab, is_done(run))
    assert tab.messages[run.id] == run.draft.snapshot()
    assert tab.ids == [run.id]


async def test_a_viewer_that_joins_late_gets_everything(runs: Runs, store: MemoryStore):
    gate = Gate(reasoning("before"), reasoning("after"))
    run = await start(runs, gate)
    await within(gate.reached.wait())
    tab = Tab()
    viewer = Viewer(runs, store, run.turn.thread_id, {})
    watching = asyncio.ensure_future(watch(viewer, tab, is_done(run)))
    gate.open.set()
    await within(watching)
    assert tab.messages[run.id]["parts"][0]["content"] == "beforeafter"


async def test_a_tab_that_comes_back_gets_only_the_rest(runs: Runs, store: MemoryStore):
    gate = Gate(reasoning("x" * 10_000), reasoning("the end"))
    run = await start(runs, gate)
    tab = Tab()
    await watch(Viewer(runs, store, run.turn.thread_id, {}), tab, lambda tab: tab.seq.get(run.id, 0) >= 3)
    gate.open.set()
    again = Viewer(runs, store, run.turn.thread_id, tab.have())
    sent: list[Any] = []
    async with asyncio.timeout(PATIENCE):
        async for patch in again.patches():
            sent.append(patch)
            tab.receive(patch)
            again.acknowledge()
            if is_done(run)(tab):
                break
    assert tab.messages[run.id] == run.draft.snapshot()
    assert len(json.dumps(sent)) < 2_000


async def test_a_viewer_ends_when_its_thread_is_deleted(runs: Runs, store: MemoryStore):
    gate = Gate(reasoning("before"), reasoning("after"))
    run = await start(runs, gate)
    thread_id = run.turn.thread_id
    await within(gate.reached.wait())
    viewer = Viewer(runs, store, thread_id, {}, user_id=run.turn.user_id)
    tab = Tab()

    async def view() -> None:
        async for patch in viewer.patches():
            tab.receive(patch)
            viewer.acknowledge()

    viewing = asyncio.ensure_future(view())
    await until(lambda: bool(tab.messages))
    assert not await delete_thread(runs, thread_id, "somebody else")
    assert await delete_thread(runs, thread_id, run.turn.user_id)
    await within(viewing)
    assert viewer.is_gone
    assert await store.messages(thread_id) == []


async def test_a_viewer_says_when_the_list_of_threads_has_changed(runs: Runs, store: MemoryStore):
    viewer = Viewer(runs, store, "", {}, user_id="ada")
    patches = viewer.patches()
    assert list((await within(anext(patches)))[0]) == ["now"]
    assert await within(anext(patches)) == [{"t": "", "ids": []}]
    change = asyncio.ensure_future(anext(patches))
    await asyncio.sleep(0)
    mine, other = await store.create_thread("ada"), await store.create_thread("eve")
    assert await rename_thread(runs, other, "eve", "Hers")
    assert not await rename_thread(runs, other, "ada", "Stolen")
    await asyncio.sleep(0)
    assert not change.done()
    assert await rename_thread(runs, mine, "ada", "Mine")
    assert await within(change) == [{"threads": True}]
    run = await start(runs, saying("Answer"), user_id="ada", thread_id=mine)
    assert await within(anext(patches)) == [{"threads": True}]
    await within(run.wait())
    assert await delete_thread(runs, mine, "ada")
    assert await within(anext(patches)) == [{"threads": True}]


async def test_finished_messages_are_sent_once_and_not_to_tabs_that_have_them(runs: Runs, store: MemoryStore):
    run = await start(runs, saying("Answer"))
    await within(run.wait())
    await store.add_message(run.turn.thread_id, user_event("u2", "And?", run.turn.thread_id, 5))
    tab = Tab()
    await watch(Viewer(runs, store, run.turn.thread_id, {}), tab, lambda tab: "u2" in tab.messages)
    assert set(tab.messages) == {run.id, "u2"}
    viewer = Viewer(runs, store, run.turn.thread_id, tab.have())
    patches = viewer.patches()
    clock = await anext(patches)
    assert list(clock[0]) == ["now"]
    assert await anext(patches) == [{"t": run.turn.thread_id, "ids": [run.id, "u2"]}]


async def test_a_run_that_another_tab_starts_is_seen(runs: Runs, store: MemoryStore):
    first = await start(runs, saying("One"))
    await within(first.wait())
    tab = Tab()
    viewer = Viewer(runs, store, first.turn.thread_id, {})
    second: list[Any] = []

    def until(tab: Tab) -> bool:
        return bool(second) and is_done(second[0])(tab)

    watching = asyncio.ensure_future(watch(viewer, tab, until))
    second.append(await start(runs, saying("Two"), thread_id=first.turn.thread_id))
    await within(watching)
    assert tab.ids == [first.id, second[0].id]


async def test_a_silent_tab_is_left_alone(runs: Runs, store: MemoryStore, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(viewer_module, "SILENT_SECONDS", 0.05)
    monkeypatch.setattr(viewer_module, "IDLE_SECONDS", 0.05)
    run = await start(runs, Gate())
    viewer = Viewer(runs, store, run.turn.thread_id, {})
    async with asyncio.timeout(PATIENCE):
        async for _ in viewer.patches():
            pass
    run.cancel()


async def test_a_tab_that_falls_behind_gets_fewer_patches(
    runs: Runs, store: MemoryStore, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(viewer_module, "BEHIND_SECONDS", 0.0)
    run = await start(runs, Gate())
    viewer = Viewer(runs, store, run.turn.thread_id, {})
    viewer._unanswered_since = 0.0  # pyright: ignore[reportPrivateUsage]
    before = viewer.flush
    await viewer._pace(0.0)  # pyright: ignore[reportPrivateUsage]
    assert viewer.flush == 2 * before
    viewer.acknowledge()
    assert viewer.flush == before
    run.cancel()


@pytest.mark.parametrize("have", [{}, {"seen": 3}, {"thread": "x", "seen": {"m": "?"}}, {"thread": None, "seen": None}])
async def test_a_tab_may_say_anything(runs: Runs, store: MemoryStore, have: dict[str, Any]):
    run = await start(runs, saying("Answer"))
    tab = Tab()
    await watch(Viewer(runs, store, run.turn.thread_id, have), tab, is_done(run))


def test_of_several_versions_of_an_image_a_slow_tab_gets_the_last():
    versions = [ev.PartAdded(part=ImagePart(id="p1", data=f"{number}" * 5000)) for number in range(4)]
    events = numbered([ev.TextDelta(text_delta="Here."), *versions])
    progress = Progress("m1", 0)
    for event in events:
        progress.add(apply(progress.draft, event))
    entry = progress.entry()
    assert len(json.dumps(entry)) < 11_000
    tab = Tab()
    assert tab.receive([entry])
    assert tab.messages["m1"] == progress.draft.snapshot()
