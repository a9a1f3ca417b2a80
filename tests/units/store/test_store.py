"""What every store does, on each of them."""

from __future__ import annotations

import asyncio

import pytest
from reflex_thinking.errors import DataError
from reflex_thinking.store.base import MOST_CHOICES, Store, ThreadInfo, ThreadNotFoundError
from reflex_thinking.stored import user_event


async def add(store: Store, thread_id: str, *texts: str) -> None:
    """Add messages whose ids are their texts."""
    for text in texts:
        await store.add_message(thread_id, user_event(text, text, thread_id, 1))


async def ids(store: Store, thread_id: str) -> list[str]:
    return [event["id"] for event in await store.messages(thread_id)]


# Threads --------------------------------------------------------------------------------------------------------------


async def test_a_thread_is_found_by_its_owner_alone(store: Store):
    thread_id = await store.create_thread("ada", "lab", "First")
    info = await store.thread(thread_id, "ada")
    assert info is not None
    assert (info.id, info.user_id, info.workspace_id, info.title) == (thread_id, "ada", "lab", "First")
    assert info.created_at == info.updated_at > 1_700_000_000_000
    assert await store.thread(thread_id, "eve") is None
    assert await store.thread("no-such-thread", "ada") is None


async def test_threads_are_listed_per_user_and_workspace_with_the_last_changed_first(store: Store):
    first = await store.create_thread("ada", "lab")
    second = await store.create_thread("ada", "lab")
    await store.create_thread("ada", "home")
    await store.create_thread("eve", "lab")
    assert [info.id for info in await store.threads("ada", "lab")] == [second, first]
    await add(store, first, "hello")
    assert [info.id for info in await store.threads("ada", "lab")] == [first, second]
    await add(store, first, "hello")
    assert await store.threads("ada") == []


async def test_a_message_that_was_there_does_not_bring_its_thread_forward(store: Store):
    first, second = await store.create_thread("ada"), await store.create_thread("ada")
    await add(store, first, "one")
    await add(store, second, "two")
    await add(store, first, "one")
    assert [info.id for info in await store.threads("ada")] == [second, first]


async def test_threads_come_in_pages(store: Store):
    made = [await store.create_thread("ada", "", str(number)) for number in range(7)]
    pages: list[list[str]] = []
    last: ThreadInfo | None = None
    while page := await store.threads("ada", limit=3, before=last):
        pages.append([info.title for info in page])
        last = page[-1]
    assert pages == [["6", "5", "4"], ["3", "2", "1"], ["0"]]
    place = ThreadInfo(last.id, "", updated_at=last.updated_at) if last else None
    assert await store.threads("ada", before=place) == []
    assert len(await store.threads("ada")) == len(made)


async def test_a_page_does_not_change_when_a_thread_of_an_earlier_page_does(store: Store):
    for number in range(4):
        await store.create_thread("ada", "", str(number))
    page = await store.threads("ada", limit=2)
    await add(store, page[-1].id, "news")
    assert [info.title for info in await store.threads("ada", limit=2, before=page[-1])] == ["1", "0"]


@pytest.mark.parametrize("limit", [0, -1])
async def test_a_page_of_nothing_is_refused(store: Store, limit: int):
    with pytest.raises(DataError, match=rf"limit={limit}"):
        await store.threads("ada", limit=limit)


async def test_a_thread_can_be_renamed_by_its_owner_alone(store: Store):
    thread_id = await store.create_thread("ada", "", "old")
    other = await store.create_thread("ada", "", "other")
    assert not await store.rename_thread(thread_id, "eve", "stolen")
    assert not await store.rename_thread("no-such-thread", "ada", "new")
    assert await store.rename_thread(thread_id, "ada", "new")
    assert [(info.id, info.title) for info in await store.threads("ada")] == [(other, "other"), (thread_id, "new")]


async def test_a_thread_is_deleted_with_all_that_is_in_it_by_its_owner_alone(store: Store):
    thread_id, other = await store.create_thread("ada"), await store.create_thread("ada")
    await store.add_message(thread_id, user_event("m1", "one", thread_id, 1), [{"provider": "x"}])
    await add(store, other, "kept")
    assert not await store.delete_thread(thread_id, "eve")
    assert await ids(store, thread_id) == ["m1"]
    assert await store.delete_thread(thread_id, "ada")
    assert not await store.delete_thread(thread_id, "ada")
    assert await store.thread(thread_id, "ada") is None
    assert await store.messages(thread_id) == []
    assert await store.replies(thread_id) == {}
    assert await store.find_message("m1") is None
    assert await ids(store, other) == ["kept"]
    with pytest.raises(ThreadNotFoundError):
        await add(store, thread_id, "late")


# Messages -------------------------------------------------------------------------------------------------------------


async def test_a_message_that_is_saved_twice_is_there_once_as_it_was_first(store: Store):
    thread_id = await store.create_thread("ada")
    await add(store, thread_id, "one", "two")
    await store.add_message(thread_id, user_event("one", "other", thread_id, 3), [{"provider": "late"}])
    texts = [event["segments"][0]["text"] for event in await store.messages(thread_id)]
    assert texts == ["one", "two"]
    assert await store.replies(thread_id) == {}


async def test_messages_come_in_the_order_in_which_they_were_added_whatever_their_times(store: Store):
    thread_id, other = await store.create_thread("ada"), await store.create_thread("ada")
    for name, at in (("z", 3), ("a", 1), ("k", 2)):
        await store.add_message(thread_id, user_event(name, name, thread_id, at))
        await store.add_message(other, user_event(f"other {name}", name, other, at))
    assert await ids(store, thread_id) == ["z", "a", "k"]
    assert await ids(store, other) == ["other z", "other a", "other k"]


async def test_the_same_id_in_two_threads_is_two_messages(store: Store):
    first, second = await store.create_thread("ada"), await store.create_thread("ada")
    await store.add_message(first, user_event("m1", "one", first, 1))
    await store.add_message(second, user_event("m1", "two", second, 1))
    assert (await store.messages(second))[0]["segments"][0]["text"] == "two"
    found = await store.find_message("m1")
    assert found is not None and found[0].id == first


async def test_one_message_can_be_read_and_looked_for(store: Store):
    thread_id = await store.create_thread("ada", "lab")
    await add(store, thread_id, "one", "two")
    event = user_event("two", "two", thread_id, 1)
    assert await store.message(thread_id, "two") == event
    assert await store.message(thread_id, "three") is None
    assert await store.message("no-such-thread", "two") is None
    found = await store.find_message("two")
    assert found == (await store.thread(thread_id, "ada"), event)
    assert await store.find_message("three") is None


async def test_what_a_reader_or_a_writer_changes_later_does_not_change_what_is_stored(store: Store):
    thread_id = await store.create_thread("ada")
    event = user_event("u1", "one", thread_id, 1)
    saving = asyncio.ensure_future(store.add_message(thread_id, event))
    await asyncio.sleep(0)
    event["segments"][0]["text"] = "changed"
    await saving
    (await store.messages(thread_id))[0]["segments"].clear()
    assert (await store.messages(thread_id))[0]["segments"][0]["text"] == "one"


async def test_a_message_can_be_removed_and_removing_it_again_does_nothing(store: Store):
    thread_id = await store.create_thread("ada")
    await add(store, thread_id, "one", "two")
    await store.remove_message(thread_id, "one")
    await store.remove_message(thread_id, "one")
    await store.remove_message("no-such-thread", "two")
    assert await ids(store, thread_id) == ["two"]
    await add(store, thread_id, "one")
    assert await ids(store, thread_id) == ["two", "one"]


async def test_a_thread_can_be_cut_at_a_message(store: Store):
    thread_id, other = await store.create_thread("ada"), await store.create_thread("ada")
    await add(store, thread_id, "one", "two", "three")
    await add(store, other, "two", "after")
    await store.truncate(thread_id, "no such message")
    await store.truncate("no-such-thread", "two")
    assert await ids(store, thread_id) == ["one", "two", "three"]
    await store.truncate(thread_id, "two")
    assert await ids(store, thread_id) == ["one"]
    assert await ids(store, other) == ["two", "after"]
    await add(store, thread_id, "two")
    assert await ids(store, thread_id) == ["one", "two"]


async def test_a_message_for_a_thread_that_is_not_there_is_refused(store: Store):
    with pytest.raises(ThreadNotFoundError, match="'gone'"):
        await add(store, "gone", "one")
    assert await store.messages("gone") == []


async def test_what_a_provider_needs_back_is_kept_apart_from_the_message(store: Store):
    thread_id = await store.create_thread("ada")
    reply = {"provider": "anthropic", "message": {"content": [{"type": "thinking", "signature": "s3cret"}]}}
    await store.add_message(thread_id, user_event("m1", "one", thread_id, 1), [reply])
    await add(store, thread_id, "m2")
    assert await store.replies(thread_id) == {"m1": [reply]}
    everything = [await store.messages(thread_id), await store.message(thread_id, "m1"), await store.find_message("m1")]
    assert "s3cret" not in str(everything)
    await store.remove_message(thread_id, "m1")
    assert await store.replies(thread_id) == {}
    assert await store.replies("no-such-thread") == {}


async def test_many_writers_of_one_thread_lose_nothing_and_double_nothing(store: Store):
    thread_id = await store.create_thread("ada")

    async def write(writer: int) -> None:
        for number in range(5):
            await store.add_message(thread_id, user_event(f"{writer}.{number}", "x" * 1000, thread_id, number))
            await add(store, thread_id, f"shared {number}")

    await asyncio.gather(*(write(writer) for writer in range(20)))
    found = await ids(store, thread_id)
    assert len(found) == len(set(found)) == 105
    for writer in range(20):
        own = [name for name in found if name.startswith(f"{writer}.")]
        assert own == [f"{writer}.{number}" for number in range(5)]


# Preferences ----------------------------------------------------------------------------------------------------------


async def test_preferences_belong_to_a_user_in_a_workspace(store: Store):
    await store.set_preferences("ada", "lab", {"auto_close": False})
    assert await store.get_preferences("ada", "lab") == {"auto_close": False}
    assert await store.get_preferences("ada", "home") == {}
    await store.set_preferences("ada", "lab", {"locale": "pt-BR"})
    assert await store.get_preferences("ada", "lab") == {"locale": "pt-BR"}
    await asyncio.gather(*(store.set_preferences("eve", "", {"n": number}) for number in range(10)))
    assert (await store.get_preferences("eve"))["n"] in range(10)


async def test_what_was_opened_and_closed_is_kept_with_the_thread(store: Store):
    thread_id, other = await store.create_thread("ada"), await store.create_thread("ada")
    assert await store.choices(thread_id) == {}
    await store.set_choices(thread_id, {'["chat", "a"]': True, '["chat", "b"]': False})
    await store.set_choices(thread_id, {'["chat", "a"]': False, '["chat", "c"]': True, "x" * 5_000: True})
    assert await store.choices(thread_id) == {'["chat", "a"]': False, '["chat", "b"]': False, '["chat", "c"]': True}
    assert list(await store.choices(thread_id)) == ['["chat", "b"]', '["chat", "a"]', '["chat", "c"]']
    assert await store.choices(other) == {}
    await store.delete_thread(thread_id, "ada")
    await store.set_choices(thread_id, {"a": True})
    assert await store.choices(thread_id) == {}
    assert await store.choices("no-such-thread") == {}


async def test_only_the_last_choices_of_a_thread_are_kept(store: Store):
    thread_id = await store.create_thread("ada")
    await store.set_choices(thread_id, {f"p{number}": True for number in range(MOST_CHOICES)})
    await store.set_choices(thread_id, {"one more": True, "p0": False})
    kept = await store.choices(thread_id)
    assert len(kept) == MOST_CHOICES and "p1" not in kept and kept["one more"] and not kept["p0"]
