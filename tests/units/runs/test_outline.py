"""What is sent of finished messages until somebody opens a block."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from reflex_thinking.runs.outline import WORTH_IT, outlined
from reflex_thinking.runs.registry import Runs
from reflex_thinking.runs.viewer import FINISHED_SEQ, Viewer, message_entries
from reflex_thinking.store.memory import MemoryStore
from reflex_thinking.stored import draft_from_event

from tests.units.runs.helpers import QUICK, until

LONG = "one two three " * WORTH_IT


def stored(message_id: str, text: str = LONG) -> dict[str, Any]:
    times = {"started_at": 1, "ended_at": 2, "status": "done"}
    part = {"text": text, "type": "reasoning_text", "summary_index": 0, "sequence_number": 2, "created_at": 1}
    lookup = {"type": "tool_call", "id": "c2", "sequence_number": 5, "name": "look", "input": {"q": text}, **times}
    return {
        "id": message_id,
        "role": "assistant",
        "status": "done",
        "segments": [
            {"type": "reasoning", "id": "r1", "sequence_number": 1, "parts": [{**part, "is_complete": True}], **times},
            {"type": "tool_call", "id": "c1", "sequence_number": 3, "name": "search", "result": text, **times},
            {
                "type": "assistant_call",
                "id": "a1",
                "sequence_number": 4,
                "name": "Ada",
                "assistant_id": "ada",
                "task": text,
                "segments": [{**lookup, "status": "error", "error": "no"}],
                **times,
            },
            {"type": "text", "id": "t1", "text": "The answer."},
        ],
        "blocks": [{"id": f"{message_id}:0", "started_at": 1, "ended_at": 2, "summary": "Counted."}],
    }


def snapshot(event: dict[str, Any]) -> dict[str, Any]:
    return draft_from_event(event).snapshot()


def test_a_closed_block_is_sent_without_its_bodies():
    whole = snapshot(stored("m1"))
    outline = outlined(whole, ())
    assert len(json.dumps(outline)) < 1500 < len(LONG) < len(json.dumps(whole))
    assert [part["type"] for part in outline["parts"]] == [part["type"] for part in whole["parts"]]
    assert outline["parts"][0]["outline"] == 3 * WORTH_IT
    assert outline["parts"][2]["child_steps"][0]["status"] == "error"
    assert outline["parts"][3] == whole["parts"][3]
    assert outline["blocks"] == whole["blocks"]


def test_a_block_that_the_user_opened_is_sent_whole():
    whole = snapshot(stored("m1"))
    assert outlined(whole, {"m1:0"}) == whole
    assert outlined(whole, {"m2:0"}) != whole


def test_little_thinking_is_sent_whole():
    whole = snapshot(stored("m1", "short"))
    assert outlined(whole, ()) == whole


async def test_a_long_thread_begins_with_its_end_and_without_its_bodies():
    store = MemoryStore()
    thread_id = await store.create_thread("ada")
    for number in range(200):
        await store.add_message(thread_id, stored(f"m{number}"))
    shown: list[str] = []
    sent: dict[str, int] = {}

    async def send(entries: str) -> None:
        for entry in json.loads(entries):
            if "m" in entry:
                shown.append(entry["i"])
                sent[entry["i"]] = len(json.dumps(entry))
                assert entry["s"] == FINISHED_SEQ
        viewer.acknowledge()

    await store.set_choices(thread_id, {'["chat", "m7:0"]': True})
    viewer = Viewer(Runs(store, limits=QUICK), store, thread_id, {}, send, chat="chat")
    showing = asyncio.ensure_future(viewer.show())
    await until(lambda: len(shown) == 200)
    showing.cancel()
    assert shown[0] == "m199"
    assert sorted(shown) == sorted(f"m{number}" for number in range(200))
    assert sent["m7"] > len(LONG)
    assert max(size for message, size in sent.items() if message != "m7") < 1500


def test_what_is_fetched_replaces_the_outline():
    (entries,) = message_entries(stored("m1"))
    (entry,) = json.loads(entries)
    assert entry["s"] > FINISHED_SEQ
    assert entry["m"] == snapshot(stored("m1"))


def test_images_and_files_are_sent_without_their_data():
    event = stored("m1", "short")
    image = {"type": "image", "id": "p1", "sequence_number": 6, "media_type": "image/png", "data": "aGk=" * WORTH_IT}
    icon = {**image, "id": "p2", "data": "aGk="}
    event["segments"] += [{**image, "width": 30, "height": 20, "size": 3000}, icon]
    whole = snapshot(event)
    outline = outlined(whole, ())
    assert len(json.dumps(outline)) < 1500
    assert outline["parts"][4] == {
        "id": "p1",
        "type": "image",
        "media_type": "image/png",
        "width": 30,
        "height": 20,
        "size": 3000,
        "outline": True,
    }
    assert outline["parts"][:4] + outline["parts"][5:] == whole["parts"][:4] + whole["parts"][5:]


def test_what_an_assistant_gave_is_sent_when_its_block_is_opened():
    event = stored("m1", "short")
    image = {"type": "image", "id": "p1", "sequence_number": 6, "media_type": "image/png", "data": "aGk=" * WORTH_IT}
    event["segments"][2]["segments"].append(image)
    assert len(json.dumps(outlined(snapshot(event), ()))) < 1500
