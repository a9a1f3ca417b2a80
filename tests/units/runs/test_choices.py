"""What readers open and close: seen at once, stored when they pause, kept apart by chat."""

from typing import Any

import pytest
from reflex_thinking.runs import choices as choices_module
from reflex_thinking.runs.choices import Choices, Path
from reflex_thinking.store.base import MOST_CHOICES
from reflex_thinking.store.memory import MemoryStore

from tests.units.runs.helpers import until


class Counting(MemoryStore):
    """A store that counts writes."""

    writes = 0
    fails = False

    async def set_choices(self, thread_id: str, choices: dict[str, bool]) -> None:
        if self.fails:
            raise OSError("the disk is full")
        self.writes += 1
        await super().set_choices(thread_id, choices)


@pytest.fixture
def store() -> Counting:
    return Counting()


async def test_a_choice_is_known_at_once_and_stored_once_the_reader_pauses(store: Counting, monkeypatch: Any):
    monkeypatch.setattr(choices_module, "PAUSE_SECONDS", 0.2)
    thread_id = await store.create_thread("ada")
    choices = Choices(store)
    for number in range(20):
        choices.set(thread_id, "chat", {("m:0",): bool(number % 2), ("m:0", f"s{number}"): True})
    assert (await choices.get(thread_id, "chat"))["m:0",] is True
    assert store.writes == 0
    await until(lambda: store.writes == 1)
    again = await Choices(store).get(thread_id, "chat")
    assert len(again) == 21 and again["m:0",] is True


async def test_chats_that_show_one_thread_have_choices_of_their_own(store: Counting):
    thread_id = await store.create_thread("ada")
    choices = Choices(store)
    heard: list[tuple[str, dict[Path, bool], str]] = []
    for chat in ("left", "right"):
        choices.listen(thread_id, chat, lambda chosen, page, chat=chat: heard.append((chat, chosen, page)))
    choices.set(thread_id, "left", {("m:0",): True}, page="p1")
    assert heard == [("left", {("m:0",): True}, "p1")]
    await choices.flush()
    assert await choices.get(thread_id, "left") == {("m:0",): True}
    assert await choices.get(thread_id, "right") == {}


async def test_nobody_is_told_who_does_not_listen_any_more(store: Counting):
    thread_id = await store.create_thread("ada")
    choices = Choices(store)
    heard: list[Any] = []
    stop = choices.listen(thread_id, "chat", lambda *told: heard.append(told))
    stop()
    choices.set(thread_id, "chat", {("m:0",): True})
    await choices.flush()
    private: Any = choices
    assert heard == [] and not private._listeners and not private._waiting


async def test_ids_of_any_kind_come_back_as_they_were(store: Counting):
    thread_id = await store.create_thread("ada")
    choices = Choices(store)
    paths: list[Path] = [("m:0", '"],["'), ("m:0", "é😀\ud83d"), ("m:0", "\0\n"), ("m:0", "", ""), ("a b",)]
    choices.set(thread_id, "chat", dict.fromkeys(paths, True))
    await choices.flush()
    assert list(await Choices(store).get(thread_id, "chat")) == paths


async def test_too_long_and_too_many_are_left_out(store: Counting):
    thread_id = await store.create_thread("ada")
    choices = Choices(store)
    choices.set(thread_id, "chat", {("x" * 5_000,): True, (): True})
    assert await choices.get(thread_id, "chat") == {}
    choices.set(thread_id, "chat", {(f"m{number}:0",): True for number in range(MOST_CHOICES + 50)})
    await choices.flush()
    kept = await Choices(store).get(thread_id, "chat")
    assert len(kept) == MOST_CHOICES and ("m49:0",) not in kept and (f"m{MOST_CHOICES + 49}:0",) in kept


async def test_a_store_that_fails_loses_the_choices_and_nothing_else(store: Counting, caplog: Any):
    thread_id = await store.create_thread("ada")
    choices = Choices(store)
    store.fails = True
    choices.set(thread_id, "chat", {("m:0",): True})
    await choices.flush()
    assert "not kept: OSError" in caplog.text
    store.fails = False
    choices.set(thread_id, "chat", {("m:1",): True})
    await choices.flush()
    assert ("m:1",) in await choices.get(thread_id, "chat")


async def test_without_a_thread_there_is_nothing_to_keep(store: Counting):
    choices = Choices(store)
    choices.set("", "chat", {("m:0",): True})
    choices.set("gone", "chat", {("m:0",): True})
    await choices.flush()
    assert await choices.get("gone", "chat") == {}
