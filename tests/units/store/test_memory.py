"""What only the store in memory does: forget."""

from reflex_thinking.store.memory import MemoryStore


async def test_beyond_the_limit_the_thread_that_was_used_least_recently_is_forgotten():
    store = MemoryStore(max_threads=2)
    first = await store.create_thread("ada")
    second = await store.create_thread("ada")
    await store.thread(first, "ada")
    third = await store.create_thread("ada")
    assert await store.thread(second, "ada") is None
    assert {info.id for info in await store.threads("ada")} == {first, third}


async def test_beyond_the_limit_preferences_are_forgotten():
    store = MemoryStore(max_threads=2)
    await store.set_preferences("ada", "lab", {"locale": "pt-BR"})
    for number in range(2):
        await store.set_preferences(f"user {number}", "", {"n": number})
    assert await store.get_preferences("ada", "lab") == {}
    assert await store.get_preferences("user 0") == {"n": 0}
