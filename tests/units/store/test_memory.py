"""The store in memory."""

import pytest
from reflex_thinking.store.base import Store, ThreadNotFoundError
from reflex_thinking.store.memory import MemoryStore
from reflex_thinking.stored import user_event


async def test_a_thread_is_found_by_its_owner_alone():
    store: Store = MemoryStore()
    thread_id = await store.create_thread("ada", "lab", "First")
    info = await store.thread(thread_id, "ada")
    assert info is not None
    assert (info.id, info.title, info.workspace_id) == (thread_id, "First", "lab")
    assert await store.thread(thread_id, "eve") is None
    assert await store.thread("no-such-thread", "ada") is None


async def test_threads_are_listed_per_user_and_workspace_with_the_last_changed_first():
    store = MemoryStore()
    first = await store.create_thread("ada", "lab")
    second = await store.create_thread("ada", "lab")
    await store.create_thread("ada", "home")
    await store.create_thread("eve", "lab")
    await store.add_message(first, user_event("u1", "hello", first, 1))
    assert {info.id for info in await store.threads("ada", "lab")} == {first, second}
    assert (await store.threads("ada", "lab"))[0].id == first


async def test_a_message_that_is_saved_twice_is_there_once_as_it_was_first():
    store = MemoryStore()
    thread_id = await store.create_thread("ada")
    await store.add_message(thread_id, user_event("u1", "one", thread_id, 1))
    await store.add_message(thread_id, user_event("u2", "two", thread_id, 2))
    await store.add_message(thread_id, user_event("u1", "other", thread_id, 3))
    texts = [event["segments"][0]["text"] for event in await store.messages(thread_id)]
    assert texts == ["one", "two"]


async def test_what_a_reader_or_a_writer_changes_later_does_not_change_what_is_stored():
    store = MemoryStore()
    thread_id = await store.create_thread("ada")
    event = user_event("u1", "one", thread_id, 1)
    await store.add_message(thread_id, event)
    event["segments"][0]["text"] = "changed"
    (await store.messages(thread_id))[0]["segments"].clear()
    assert (await store.messages(thread_id))[0]["segments"][0]["text"] == "one"


async def test_a_message_can_be_removed_and_removing_it_again_does_nothing():
    store = MemoryStore()
    thread_id = await store.create_thread("ada")
    await store.add_message(thread_id, user_event("u1", "one", thread_id, 1))
    await store.remove_message(thread_id, "u1")
    await store.remove_message(thread_id, "u1")
    await store.remove_message("no-such-thread", "u1")
    assert await store.messages(thread_id) == []


async def test_a_message_for_a_thread_that_is_not_there_is_refused():
    with pytest.raises(ThreadNotFoundError, match="'gone'"):
        await MemoryStore().add_message("gone", user_event("u1", "one", "gone", 1))
    assert await MemoryStore().messages("gone") == []


async def test_beyond_the_limit_the_thread_that_was_used_least_recently_is_forgotten():
    store = MemoryStore(max_threads=2)
    first = await store.create_thread("ada")
    second = await store.create_thread("ada")
    await store.thread(first, "ada")
    third = await store.create_thread("ada")
    assert await store.thread(second, "ada") is None
    assert {info.id for info in await store.threads("ada")} == {first, third}


async def test_preferences_belong_to_a_user_in_a_workspace():
    store = MemoryStore(max_threads=2)
    await store.set_preferences("ada", "lab", {"auto_close": False})
    assert await store.get_preferences("ada", "lab") == {"auto_close": False}
    assert await store.get_preferences("ada", "home") == {}
    await store.set_preferences("ada", "lab", {"locale": "pt-BR"})
    assert await store.get_preferences("ada", "lab") == {"locale": "pt-BR"}
    for number in range(5):
        await store.set_preferences(f"user {number}", "", {"n": number})
    assert await store.get_preferences("ada", "lab") == {}


async def test_what_a_provider_needs_back_is_kept_apart_from_the_message():
    store = MemoryStore()
    thread_id = await store.create_thread("ada")
    reply = {"provider": "anthropic", "message": {"content": [{"type": "thinking", "signature": "s3cret"}]}}
    await store.add_message(thread_id, user_event("m1", "one", thread_id, 1), [reply])
    assert await store.replies(thread_id) == {"m1": [reply]}
    assert "s3cret" not in str(await store.messages(thread_id))
    await store.remove_message(thread_id, "m1")
    assert await store.replies(thread_id) == {}
