"""Conversations to look at: made once for each visitor, and deleted when the visitor is gone."""

import pytest
from reflex_thinking import MemoryStore
from reflex_thinking.runs.registry import Runs

from thinking_ui.review.samples import CONVERSATIONS, Samples


@pytest.fixture
def runs() -> Runs:
    return Runs(MemoryStore())


async def titles(runs: Runs, user_id: str) -> list[str]:
    return [thread.title for thread in await runs.store.threads(user_id)]


async def test_a_visitor_gets_whole_conversations_once(runs: Runs):
    samples = Samples()
    newest = await samples.give("story:a", runs)
    assert await titles(runs, "story:a") == [title for title, _, _ in reversed(CONVERSATIONS)]
    question, answer = await runs.store.messages(newest)
    assert question["role"] == "user"
    assert (answer["status"], answer["role"]) == ("done", "assistant")
    [block] = answer["blocks"]
    assert block["ended_at"] - block["started_at"] > 1000
    assert await samples.give("story:a", runs) == newest
    assert len(await titles(runs, "story:a")) == len(CONVERSATIONS)


async def test_what_a_visitor_said_stays_and_deleting_all_begins_anew(runs: Runs):
    samples = Samples()
    await samples.give("story:a", runs)
    mine = await runs.store.create_thread("story:a", "", "Mine")
    assert await samples.give("story:a", runs) == mine
    for thread in await runs.store.threads("story:a"):
        await runs.store.delete_thread(thread.id, "story:a")
    await samples.give("story:a", runs)
    assert len(await titles(runs, "story:a")) == len(CONVERSATIONS)


async def test_what_visitors_had_who_are_gone_is_deleted(runs: Runs):
    now = 0.0
    samples = Samples(most=2, idle=60, clock=lambda: now)
    for name in ("story:a", "story:b", "story:a", "story:c"):
        await samples.give(name, runs)
    assert not await titles(runs, "story:b")
    assert await titles(runs, "story:a") and await titles(runs, "story:c")
    now = 61.0
    await samples.give("story:d", runs)
    assert not await titles(runs, "story:a") and not await titles(runs, "story:c")
    assert await titles(runs, "story:d")
