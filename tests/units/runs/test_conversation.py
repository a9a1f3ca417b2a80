"""Saying something in a thread."""

import asyncio
import dataclasses
from typing import Any

import pytest
from reflex_thinking import canonical as ev
from reflex_thinking.i18n import Strings
from reflex_thinking.runs.conversation import Asker, TurnRefusedError, say, say_again
from reflex_thinking.runs.registry import Runs
from reflex_thinking.runs.turn import Turn
from reflex_thinking.store.memory import MemoryStore

from .helpers import QUICK, Gate, SlowSummariser, saying, within

ADA = Asker("ada", "lab", thinking_enabled=False, locale="de")


def new_runs(**limits: Any) -> Runs:
    return Runs(MemoryStore(), limits=dataclasses.replace(QUICK, **limits), summarise=None)


async def refusal(saying_it: Any) -> str:
    with pytest.raises(TurnRefusedError) as refused:
        await saying_it
    text = str(refused.value)
    assert Strings("de").told(text) != text or refused.value.code == "empty_message"  # which no page sends
    return refused.value.code


async def test_what_is_said_and_answered_is_stored_in_a_new_thread():
    runs = new_runs()
    run = await say(runs, saying("Because."), ADA, "  Why is\nthat?  ")
    await within(run.wait())
    [question, answer] = await runs.store.messages(run.turn.thread_id)
    assert question["role"] == "user" and question["segments"][0]["text"] == "Why is\nthat?"
    assert answer["segments"][0]["text"] == "Because."
    thread = await runs.store.thread(run.turn.thread_id, "ada")
    assert thread and (thread.title, thread.workspace_id) == ("Why is that?", "lab")


async def test_respond_gets_who_asks_and_what_was_said_before():
    runs = new_runs()
    turns: list[Turn] = []

    async def respond(turn: Turn):
        turns.append(turn)
        yield "Yes."

    first = await say(runs, respond, ADA, "One")
    await within(first.wait())
    second = await say(runs, respond, ADA, "Two", thread_id=turns[0].thread_id)
    await within(second.wait())
    assert [turn.text for turn in turns] == ["One", "Two"]
    assert turns[0].history == []
    assert [event["role"] for event in turns[1].history] == ["user", "assistant"]
    asked = turns[1]
    assert (asked.user_id, asked.workspace_id, asked.thinking_enabled, asked.locale) == ("ada", "lab", False, "de")


@pytest.mark.parametrize("wanted", [True, False])
async def test_a_page_learns_at_once_whether_thinking_was_asked_for(wanted: bool):
    run = await say(new_runs(), Gate(), dataclasses.replace(ADA, thinking_enabled=wanted), "Why?")
    [line, *_] = await anext(run.log.follow())
    started = ev.parse_event(line)
    assert isinstance(started, ev.MessageStarted) and started.thinking_enabled is wanted
    run.cancel()
    assert "thinking_enabled" not in await within(run.wait())


async def test_a_message_has_text_but_not_too_much():
    runs = new_runs()
    assert await refusal(say(runs, saying("x"), ADA, " \n ")) == "empty_message"
    assert await refusal(say(runs, saying("x"), ADA, "abcd", max_length=3)) == "message_too_long"
    assert await runs.store.threads("ada", "lab") == []


async def test_nobody_has_nothing_to_say():
    runs = new_runs()
    assert await refusal(say(runs, saying("x"), Asker(""), "Hi")) == "unknown_user"
    assert await runs.store.threads("") == []


async def test_somebody_elses_thread_is_not_found():
    runs = new_runs()
    thread_id = await runs.store.create_thread("ada")
    for user, thread in (("bob", thread_id), ("ada", "t-unknown")):
        assert await refusal(say(runs, saying("x"), Asker(user), "Hi", thread_id=thread)) == "thread_not_found"
        assert await refusal(say_again(runs, saying("x"), Asker(user), thread)) == "thread_not_found"
    assert await runs.store.messages(thread_id) == []


async def test_of_two_who_speak_at_once_in_a_thread_one_is_heard():
    runs = new_runs()
    gate = Gate()
    thread_id = await runs.store.create_thread("ada")
    results = await asyncio.gather(
        *(say(runs, gate, Asker("ada"), "Hi", thread_id=thread_id) for _ in range(5)), return_exceptions=True
    )
    refused = [result for result in results if isinstance(result, TurnRefusedError)]
    assert [error.code for error in refused] == ["thread_busy"] * 4
    assert len(await runs.store.messages(thread_id)) == 1
    assert await refusal(say_again(runs, gate, Asker("ada"), thread_id)) == "thread_busy"
    gate.open.set()
    await within(runs.active_in(thread_id)[0].wait())
    assert runs.reserved == []


async def test_who_sees_that_an_answer_was_stopped_may_speak_at_once():
    model = SlowSummariser()
    runs = Runs(MemoryStore(), limits=dataclasses.replace(QUICK, summary_seconds=3600), summarise=model)
    gate = Gate(before=ev.ReasoningPartDelta(segment_id="s", text_delta="There are three of them."))
    first = await say(runs, gate, ADA, "Hi")
    await within(gate.reached.wait())
    first.cancel()
    await within(model.asked.wait())  # the answer is stopped, and a model is asked for its summary
    assert not first.is_done
    second = await within(say(runs, saying("Yes."), ADA, "Something else", thread_id=first.turn.thread_id))
    await within(second.wait())
    events = await runs.store.messages(first.turn.thread_id)
    assert [(event["role"], event["status"]) for event in events] == [
        ("user", "done"), ("assistant", "cancelled"), ("user", "done"), ("assistant", "done"),
    ]  # fmt: skip


async def test_a_user_has_only_so_many_runs_at_once_however_quickly_they_ask():
    runs = new_runs(runs_at_once=2)
    gate = Gate()
    results = await asyncio.gather(*(say(runs, gate, ADA, "Hi") for _ in range(5)), return_exceptions=True)
    refused = [result for result in results if isinstance(result, TurnRefusedError)]
    assert [error.code for error in refused] == ["too_many_runs"] * 3
    gate.open.set()
    for run in runs.active_of("ada"):
        await within(run.wait())
    await within((await say(runs, saying("again"), ADA, "Hi")).wait())


async def test_answering_again_replaces_the_answer():
    runs = new_runs()
    run = await say(runs, saying("First."), ADA, "Why?")
    await within(run.wait())
    again = await say_again(runs, saying("Second."), ADA, run.turn.thread_id)
    assert again is not None
    await within(again.wait())
    [question, answer] = await runs.store.messages(run.turn.thread_id)
    assert question["segments"][0]["text"] == "Why?"
    assert answer["segments"][0]["text"] == "Second."


async def test_a_thread_in_which_nothing_was_said_has_nothing_to_answer_again():
    runs = new_runs()
    assert await say_again(runs, saying("x"), ADA, await runs.store.create_thread("ada")) is None
