"""What a run writes to its store, and when."""

from typing import Any

from reflex_thinking import canonical as ev
from reflex_thinking.runs.registry import Runs
from reflex_thinking.store.memory import MemoryStore

from tests.units.runs.helpers import QUICK, Gate, start, stored, within


class CountingStore(MemoryStore):
    """Notes every write."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[str] = []

    async def add_message(self, thread_id: str, event: dict[str, Any], replies: Any = None) -> None:
        self.written.append(event["status"])
        await super().add_message(thread_id, event, replies)


async def test_acceptance_3_nothing_is_stored_in_mid_stream_and_one_message_at_the_end():
    store = CountingStore()
    runs = Runs(store, limits=QUICK)
    gate = Gate(before=ev.ReasoningPartDelta(segment_id="s", text_delta="So far. "), after="Answer.")
    run = await start(runs, gate)
    await within(gate.reached.wait())
    assert store.written == []
    assert await stored(run, runs) == []
    gate.open.set()
    await within(run.wait())
    assert store.written == ["done"]
    assert await stored(run, runs) == [run.final]
