"""What a store can keep, on each of them."""

from __future__ import annotations

import datetime
import json
from typing import Any

import pytest
from reflex_thinking.errors import DataError
from reflex_thinking.store.base import Store, ThreadNotFoundError
from reflex_thinking.stored import user_event

ODD = {
    "NUL": "a\0b",
    "control": "".join(map(chr, range(32))) + "\x7f\x85\u2028\u2029",
    "astral": "👩‍👩‍👧‍👦 \U0010ffff 𝔘",
    "direction": "\u202eabc\u202c مرحبا",
    "combining": "e\u0301 é Å Å",
    "noncharacter": "\ufffe\uffff\ufeff",
    "quoting": "'; DROP TABLE thinking_messages; -- \" \\ \\u0000 %s :name {}",
    "empty": "",
}


@pytest.mark.parametrize("name", ODD)
async def test_odd_text_comes_back_as_it_was(store: Store, name: str):
    thread_id = await store.create_thread("ada")
    event = user_event("m1", ODD[name], thread_id, 1)
    event["segments"].append({"type": "tool_call", "id": "c", "input": {ODD[name]: [ODD[name], {"deep": ODD[name]}]}})
    await store.add_message(thread_id, event, [{"text": ODD[name]}])
    assert await store.messages(thread_id) == [event]
    assert await store.replies(thread_id) == {"m1": [{"text": ODD[name]}]}
    await store.set_preferences("ada", "", {ODD[name]: ODD[name]})
    assert await store.get_preferences("ada") == {ODD[name]: ODD[name]}


async def test_halves_of_characters_are_joined_or_replaced(store: Store):
    thread_id = await store.create_thread("ada", "", "\ud83d\ude00 \ud83d \0")
    await store.add_message(thread_id, user_event("m1", "\ud83d\ude00 \ud83d \ude00", thread_id, 1), [{"\ud800": 1}])
    assert (await store.messages(thread_id))[0]["segments"][0]["text"] == "😀 \ufffd \ufffd"
    assert await store.replies(thread_id) == {"m1": [{"\ufffd": 1}]}
    info = await store.thread(thread_id, "ada")
    assert info is not None and info.title == "😀 \ufffd \ufffd"


async def test_what_json_does_not_know_becomes_what_it_does(store: Store):
    thread_id = await store.create_thread("ada")
    values: dict[str, Any] = {
        "numbers": [float("nan"), float("inf"), -0.0, 1e300, 2**70, 10**5000, True, None],
        "tuple": (1, 2),
        "set": {1},
        "when": datetime.date(2030, 1, 2),
        "bytes": b"\xff",
    }
    await store.add_message(thread_id, {**user_event("m1", "", thread_id, 1), "artifacts": values})
    (event,) = await store.messages(thread_id)
    assert event["artifacts"] == {
        "numbers": [None, None, 0.0, 1e300, 2**70, hex(10**5000), True, None],
        "tuple": [1, 2],
        "set": [1],
        "when": "2030-01-02",
        "bytes": "_w==",
    }


async def test_the_order_of_keys_stays(store: Store):
    thread_id = await store.create_thread("ada")
    data = {"zebra": 1, "b": 2, "aa": 3, "a": {"y": 1, "x": 2}}
    await store.add_message(thread_id, {**user_event("m1", "", thread_id, 1), "artifacts": data})
    (event,) = await store.messages(thread_id)
    assert json.dumps(event["artifacts"]) == json.dumps(data)


async def test_a_message_of_ten_megabytes_comes_back_as_it_was(store: Store):
    thread_id = await store.create_thread("ada")
    event = user_event("m1", "0123456789é\0" * 1_000_000, thread_id, 1)
    await store.add_message(thread_id, event)
    assert await store.messages(thread_id) == [event]


async def test_what_is_nested_without_end_is_refused(store: Store):
    thread_id = await store.create_thread("ada")
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(DataError, match="nested"):
        await store.add_message(thread_id, {**user_event("m1", "", thread_id, 1), "artifacts": deep})
    assert await store.messages(thread_id) == []


@pytest.mark.parametrize("strange", ["a\0b", "\ud800", "x" * 256, 5, None, ["a"]], ids=str)
async def test_an_id_that_cannot_be_kept_is_refused_by_writers_and_finds_nothing(store: Store, strange: Any):
    thread_id = await store.create_thread("ada")
    await store.add_message(thread_id, user_event("m1", "one", thread_id, 1))
    for refused in (
        store.create_thread(strange),
        store.create_thread("ada", strange),
        store.set_preferences(strange, "", {}),
        store.set_preferences("ada", strange, {}),
        store.add_message(thread_id, {"id": strange}),
        store.add_message(thread_id, {}),
    ):
        with pytest.raises(DataError, match="cannot be stored: use a text"):
            await refused
    if isinstance(strange, list):
        return
    with pytest.raises(ThreadNotFoundError):
        await store.add_message(strange, {"id": "m2"})
    assert await store.thread(strange, "ada") is await store.thread(thread_id, strange) is None
    assert await store.threads(strange) == await store.threads("ada", strange) == []
    assert await store.messages(strange) == []
    assert await store.message(thread_id, strange) is await store.find_message(strange) is None
    assert await store.replies(strange) == await store.get_preferences(strange) == {}
    assert not await store.rename_thread(strange, "ada", "") and not await store.delete_thread(thread_id, strange)
    await store.remove_message(thread_id, strange)
    await store.truncate(thread_id, strange)
    assert [event["id"] for event in await store.messages(thread_id)] == ["m1"]
