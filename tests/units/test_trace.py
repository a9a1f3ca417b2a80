"""What a hand-written agent tells through a trace."""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import re
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import reflex_thinking as rt
from hypothesis import given, settings
from hypothesis import strategies as st
from reflex_thinking import canonical as ev
from reflex_thinking.reducer import Draft, apply_all
from reflex_thinking.runs.compose import Composer
from reflex_thinking.runs.record import AHEAD, TraceError
from reflex_thinking.runs.registry import Runs
from reflex_thinking.store.memory import MemoryStore

from tests.units.pictures import png
from tests.units.runs.helpers import QUICK, Gate, read, start, stored, until, within

TURN = rt.Turn(text="Why?", history=[], thread_id="t", message_id="m1", user_id="ada")


def shown(events: list[ev.AnyEvent], *, through_run: bool = True) -> list[dict[str, Any]]:
    """The parts that a reader sees of these events."""
    if through_run:
        composer = Composer()
        events = [made for event in events for made in composer.compose(event)] + composer.finish()
    draft = Draft("m1")
    apply_all(draft, events)
    return draft.snapshot()["parts"]


def outline(parts: list[dict[str, Any]]) -> list[Any]:
    """Who stands where and how it ended."""
    lines: list[Any] = []
    for part in parts:
        name = part.get("tool_name") or part.get("assistant_name") or part.get("content") or part.get("text")
        line = (name, part.get("status", "text"))
        lines.append((*line, outline(part["child_steps"])) if "child_steps" in part else line)
    return lines


async def collect(agent: Any) -> list[ev.AnyEvent]:
    return [event async for event in rt.traced(agent)(TURN)]


@pytest.fixture
def runs() -> Runs:
    return Runs(MemoryStore(), limits=QUICK)


def example(trace: rt.Trace) -> None:
    with trace.reasoning() as step:
        step.write("Let me ")
        step.write("see.")
    with trace.tool("search", input={"q": "x"}, description="Searches the notes") as call:
        call.progress(0.5)
        call.log("one hit\n")
        call.result = {"hits": 1}
    with trace.assistant("Policy Checker", task="Is it allowed?", assistant_id="policy") as helper:
        helper.progress(0.25)
        with helper.tool("lookup", input=[1], kind="web_search") as call:
            call.result = "found"
        helper.result = "fine"
    trace.text("The ")
    trace.text("answer.")
    trace.artifact("chips", ["A", "B"])


def test_a_trace_collects_what_was_told():
    trace = rt.Trace()
    example(trace)
    search, checker = trace.events[4].call_id, trace.events[9].call_id  # pyright: ignore[reportAttributeAccessIssue]
    told = [event.model_dump(exclude_none=True, exclude={"at", "created_at", "event_id"}) for event in trace.events]
    segment = told[0]["segment_id"]
    lookup = told[11]["call_id"]
    assert len({segment, search, checker, lookup}) == 4
    assert told == [
        {"type": "reasoning_part_started", "segment_id": segment, "summary_index": 0},
        {"type": "reasoning_part_delta", "segment_id": segment, "summary_index": 0, "text_delta": "Let me "},
        {"type": "reasoning_part_delta", "segment_id": segment, "summary_index": 0, "text_delta": "see."},
        {"type": "reasoning_part_completed", "segment_id": segment, "summary_index": 0, "is_complete": True},
        {"type": "tool_call_started", "call_id": search, "name": "search", "description": "Searches the notes"},
        {"type": "tool_call_update", "call_id": search, "input": {"q": "x"}},
        {"type": "tool_call_update", "call_id": search, "progress": 0.5},
        {"type": "tool_call_update", "call_id": search, "logs_delta": "one hit\n"},
        {"type": "tool_result", "call_id": search, "result": {"hits": 1}},
        {
            "type": "assistant_call_started",
            "call_id": checker,
            "name": "Policy Checker",
            "task": "Is it allowed?",
            "assistant_id": "policy",
        },
        {"type": "assistant_call_update", "call_id": checker, "progress": 0.25},
        {"type": "web_search_call_started", "call_id": lookup, "name": "lookup", "parent_id": checker},
        {"type": "web_search_call_update", "call_id": lookup, "input": [1], "parent_id": checker},
        {"type": "web_search_call_result", "call_id": lookup, "result": "found", "parent_id": checker},
        {"type": "assistant_result", "call_id": checker, "result": "fine"},
        {"type": "text_delta", "text_delta": "The ", "segment_id": "text"},
        {"type": "text_delta", "text_delta": "answer.", "segment_id": "text"},
        {"type": "artifact", "name": "chips", "data": ["A", "B"]},
    ]


def test_a_trace_does_not_load_reflex():
    code = "import sys; from reflex_thinking import Trace, traced; print('reflex' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"


def test_collected_events_make_a_message_without_a_run_too():
    trace = rt.Trace()
    example(trace)
    parts = shown(trace.events, through_run=False)
    assert (
        outline(parts)
        == outline(shown(trace.events))
        == [
            ("Let me see.", "done"),
            ("search", "done"),
            ("Policy Checker", "done", [("lookup", "done")]),
            ("The answer.", "text"),
        ]
    )
    assert all(part["ended_at"] >= part["started_at"] > 0 for part in parts[1:3])


async def test_a_run_stores_what_an_agent_told(runs: Runs):
    async def agent(trace: rt.Trace, turn: rt.Turn) -> None:
        assert turn.text == "Why?"
        example(trace)

    run = await start(runs, rt.traced(agent))
    events = await read(run)
    (message,) = await stored(run, runs)
    assert message["status"] == "done"
    assert [segment["type"] for segment in message["segments"]] == ["reasoning", "tool_call", "assistant_call", "text"]
    reasoning, tool, assistant, text = message["segments"]
    assert reasoning["combined_text"] == "Let me see."
    assert (tool["input"], tool["result"], tool["logs"]) == ({"q": "x"}, {"hits": 1}, "one hit\n")
    assert assistant["result"] == "fine"
    assert assistant["segments"][0]["type"] == "web_search_call"
    assert text["text"] == "The answer."
    assert message["artifacts"] == {"chips": ["A", "B"]}
    numbers = [event.sequence_number for event in events if hasattr(event, "sequence_number")]  # pyright: ignore[reportAttributeAccessIssue]
    assert numbers == [2, 3, 4, 5]


async def test_async_with_works_like_with():
    async def agent(trace: rt.Trace, turn: rt.Turn) -> None:
        async with trace.assistant("Bo") as helper, helper.reasoning() as step:
            step.write("Hm.")
        async with trace.tool("search") as call:
            call.result = 1

    assert outline(shown(await collect(agent))) == [("Bo", "done", [("Hm.", "done")]), ("search", "done")]


async def test_events_go_out_as_they_happen(runs: Runs):
    go_on = asyncio.Event()

    async def agent(trace: rt.Trace, turn: rt.Turn) -> None:
        with trace.reasoning() as step:
            step.write("First. ")
            await go_on.wait()
            step.write("Second.")

    values = aiter(rt.traced(agent)(TURN))
    assert (await within(anext(values))).type == "reasoning_part_started"
    assert (await within(anext(values))).text_delta == "First. "
    go_on.set()
    assert [event.type async for event in values] == ["reasoning_part_delta", "reasoning_part_completed"]


# Failures ---------------------------------------------------------------------------------------------------------------


class SecretError(Exception):
    pass


def test_an_exception_marks_every_step_that_it_leaves_and_travels_on():
    trace = rt.Trace()

    def work() -> None:
        with trace.assistant("Bo") as helper:
            with helper.tool("ok") as call:
                call.result = 1
            with helper.tool("search"):
                raise SecretError("sk-key")

    with pytest.raises(SecretError, match="sk-key"):
        work()
    trace.text("Without it, then.")
    parts = shown(trace.events)
    assert outline(parts) == [
        ("Bo", "error", [("ok", "done"), ("search", "error")]),
        ("Without it, then.", "text"),
    ]
    assert parts[0]["error"] == parts[0]["child_steps"][1]["error"] == "This step failed: SecretError."
    assert "sk-key" not in repr(trace.events)


def test_reasoning_that_was_cut_off_by_an_exception_has_failed_although_the_agent_goes_on():
    trace = rt.Trace()
    with contextlib.suppress(SecretError), trace.reasoning() as step:
        step.write("I need")
        raise SecretError
    with trace.reasoning() as step:
        step.write("Again.")
    assert outline(shown(trace.events)) == [("I need", "error"), ("Again.", "done")]


@pytest.mark.parametrize("wrap", [lambda error: error, lambda error: ExceptionGroup("tasks", [error])])
def test_the_text_of_an_error_for_users_is_shown(wrap: Callable[[Exception], Exception]):
    trace = rt.Trace()
    with contextlib.suppress(Exception), trace.tool("search"):
        raise wrap(rt.RespondError("The notes are closed at night."))
    assert shown(trace.events)[0]["error"] == "The notes are closed at night."


def test_a_call_may_fail_without_an_exception():
    trace = rt.Trace()
    with trace.tool("search") as call:
        call.result, call.error = {"code": 404}, "No such note."
    (part,) = shown(trace.events)
    assert (part["status"], part["error"], part["tool_result"]) == ("error", "No such note.", '{"code": 404}')


async def test_what_is_cancelled_is_shown_as_cancelled():
    async def agent(trace: rt.Trace, turn: rt.Turn) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(0):
                with trace.assistant("Bo") as helper, helper.tool("slow"):
                    await asyncio.Event().wait()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(0):
                with trace.reasoning() as step:
                    step.write("Hm")
                    await asyncio.Event().wait()
        trace.text("Too slow.")

    assert outline(shown(await collect(agent))) == [
        ("Bo", "cancelled", [("slow", "cancelled")]),
        ("Hm", "cancelled"),
        ("Too slow.", "text"),
    ]


async def test_an_agent_that_fails_ends_the_run_with_what_was_told(runs: Runs):
    async def agent(trace: rt.Trace, turn: rt.Turn) -> None:
        with trace.tool("search"):
            raise rt.RespondError("The notes are closed.", code="closed")

    run = await start(runs, rt.traced(agent))
    message = await within(run.wait())
    assert (message["status"], message["error"]) == ("error", {"message": "The notes are closed.", "code": "closed"})
    assert message["segments"][0]["error"] == "The notes are closed."


async def test_a_run_that_is_stopped_cancels_its_agent_and_waits_for_it(runs: Runs):
    reached, cleaned = asyncio.Event(), asyncio.Event()

    async def agent(trace: rt.Trace, turn: rt.Turn) -> None:
        with trace.assistant("Bo") as helper, helper.reasoning() as step:
            step.write("Hm")
            reached.set()
            try:
                await asyncio.Event().wait()
            finally:
                await asyncio.sleep(0)
                step.write("this is heard by nobody")
                cleaned.set()

    run = await start(runs, rt.traced(agent))
    await within(reached.wait())
    run.cancel()
    message = await within(run.wait())
    assert cleaned.is_set()
    assert message["status"] == "cancelled"
    assert message["segments"][0]["status"] == "cancelled"
    assert message["segments"][0]["segments"][0]["combined_text"] == "Hm"


async def test_closing_the_generator_cancels_the_agent():
    cancelled = asyncio.Event()

    async def agent(trace: rt.Trace, turn: rt.Turn) -> None:
        trace.text("one")
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            cancelled.set()
            raise

    values = rt.traced(agent)(TURN)
    assert (await within(anext(values))).type == "text_delta"
    await within(values.aclose())  # pyright: ignore[reportAttributeAccessIssue]
    assert cancelled.is_set()


async def test_an_agent_that_fails_while_it_is_stopped_is_logged(caplog: pytest.LogCaptureFixture):
    async def agent(trace: rt.Trace, turn: rt.Turn) -> None:
        trace.text("one")
        try:
            await asyncio.Event().wait()
        finally:
            raise SecretError

    values = rt.traced(agent)(TURN)
    await within(anext(values))
    await within(values.aclose())  # pyright: ignore[reportAttributeAccessIssue]
    assert "failed while it was stopped" in caplog.text


# At the same time -------------------------------------------------------------------------------------------------------


async def test_siblings_at_the_same_time_keep_apart_and_stand_as_they_began(runs: Runs):
    begun = [asyncio.Event() for _ in range(3)]

    async def one(helper: rt.Trace, number: int) -> None:
        if number:
            await begun[number - 1].wait()
        async with helper.assistant(f"helper {number}") as inner:
            begun[number].set()
            await begun[2].wait()
            with inner.reasoning() as step:
                for word in ("a", "b", "c"):
                    step.write(f"{word}{number}")
                    await asyncio.sleep(0)
            if number == 1:
                raise rt.RespondError("no")

    async def agent(trace: rt.Trace, turn: rt.Turn) -> None:
        await asyncio.gather(*(one(trace, number) for number in range(3)), return_exceptions=True)
        trace.text("All asked.")

    run = await start(runs, rt.traced(agent))
    await within(run.wait())
    assert outline(run.draft.snapshot()["parts"]) == [
        ("helper 0", "done", [("a0b0c0", "done")]),
        ("helper 1", "error", [("a1b1c1", "done")]),
        ("helper 2", "done", [("a2b2c2", "done")]),
        ("All asked.", "text"),
    ]


async def test_a_plain_agent_runs_in_a_thread(runs: Runs):
    names: list[str] = []

    def agent(trace: rt.Trace, turn: rt.Turn) -> None:
        names.append(threading.current_thread().name)
        example(trace)

    run = await start(runs, rt.traced(agent))
    message = await within(run.wait())
    assert names == ["agent"]
    assert [segment["type"] for segment in message["segments"]] == ["reasoning", "tool_call", "assistant_call", "text"]


async def test_a_plain_agent_may_hand_back_a_coroutine():
    async def real(trace: rt.Trace) -> None:
        trace.text("hello")

    assert outline(shown(await collect(lambda trace, turn: real(trace)))) == [("hello", "text")]


async def test_an_object_with_an_async_call_is_an_agent():
    class Agent:
        async def __call__(self, trace: rt.Trace, turn: rt.Turn) -> None:
            asyncio.get_running_loop()
            trace.text("hello")

    assert outline(shown(await collect(Agent()))) == [("hello", "text")]


async def test_an_exception_in_a_thread_reaches_the_reader():
    def agent(trace: rt.Trace, turn: rt.Turn) -> None:
        with trace.tool("search"):
            raise SecretError

    events: list[ev.AnyEvent] = []

    async def listen() -> None:
        async for event in rt.traced(agent)(TURN):
            events.append(event)  # noqa: PERF401 - what came before the exception is wanted

    with pytest.raises(SecretError):
        await listen()
    assert outline(shown(events)) == [("search", "error")]


async def test_many_threads_may_tell_at_once(runs: Runs):
    def work(helper: rt.Trace, number: int) -> None:
        with helper.assistant(str(number)) as inner, inner.reasoning() as step:
            for place in range(200):
                step.write(f"{place},")

    async def agent(trace: rt.Trace, turn: rt.Turn) -> None:
        await asyncio.gather(*(asyncio.to_thread(work, trace, number) for number in range(5)))

    run = await start(runs, rt.traced(agent))
    message = await within(run.wait())
    whole = "".join(f"{place}," for place in range(200))
    assert sorted(segment["name"] for segment in message["segments"]) == list("01234")
    assert {segment["segments"][0]["combined_text"] for segment in message["segments"]} == {whole}
    ids = [segment["id"] for segment in message["segments"]]
    assert len(set(ids)) == 5


async def test_a_thread_waits_for_a_slow_reader():
    told: list[int] = []

    def agent(trace: rt.Trace, turn: rt.Turn) -> None:
        for number in range(5 * AHEAD):
            trace.text("x")
            told.append(number)

    values = rt.traced(agent)(TURN)
    await within(anext(values))
    await until(lambda: len(told) >= AHEAD)
    assert len(told) <= AHEAD + 1
    assert len([event async for event in values]) == 5 * AHEAD - 1


async def test_forward_waits_for_a_slow_reader():
    taken: list[int] = []

    async def endless() -> AsyncIterator[str]:
        for number in range(5 * AHEAD):
            taken.append(number)
            yield "x"

    async def agent(trace: rt.Trace, turn: rt.Turn) -> None:
        await trace.forward(endless())

    values = rt.traced(agent)(TURN)
    await within(anext(values))
    for _ in range(100):
        await asyncio.sleep(0)
    assert len(taken) <= AHEAD + 1
    assert len([event async for event in values]) == 5 * AHEAD - 1


async def test_a_thread_that_nobody_reads_any_more_is_stopped_when_it_uses_its_trace():
    stopped = threading.Event()

    def agent(trace: rt.Trace, turn: rt.Turn) -> None:
        try:
            with trace.reasoning() as step:
                while True:
                    step.write("x")
        except asyncio.CancelledError:
            stopped.set()
            raise

    values = rt.traced(agent)(TURN)
    await within(anext(values))
    await within(values.aclose())  # pyright: ignore[reportAttributeAccessIssue]
    assert await asyncio.to_thread(stopped.wait, 60)


async def test_an_agent_that_holds_up_the_loop_for_its_threads_is_slow_but_ends(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("reflex_thinking.runs.record.PATIENCE_SECONDS", 0.05)

    async def agent(trace: rt.Trace, turn: rt.Turn) -> None:
        def work() -> None:
            for _ in range(3 * AHEAD):
                trace.text("x")

        thread = threading.Thread(target=work)
        thread.start()
        thread.join()

    assert len(await within(collect(agent))) == 3 * AHEAD


# Streams ----------------------------------------------------------------------------------------------------------------


def model_call(text: str) -> list[ev.AnyEvent]:
    """A model's stream: every call numbers and names its own from the beginning."""
    return [
        ev.MessageStarted(model="model-1", provider="someone"),
        ev.ReasoningPartStarted(segment_id="r0", sequence_number=2),
        ev.ReasoningPartDelta(segment_id="r0", text_delta=f"about {text}"),
        ev.ReasoningPartCompleted(segment_id="r0"),
        ev.TextDelta(text_delta=text, segment_id="t0"),
        ev.MessageFinal(event={"usage": {"output_tokens": 5}, "stop_reason": "end_turn", "status": "done"}).with_reply(
            {"provider": "someone", "message": {"content": text}}
        ),
    ]


async def slowly(values: list[Any]) -> AsyncIterator[Any]:
    for value in values:
        await asyncio.sleep(0)
        yield value


async def test_streams_after_each_other_at_the_top_level(runs: Runs):
    async def agent(trace: rt.Trace, turn: rt.Turn) -> None:
        first = await trace.forward(slowly(model_call("one")))
        with trace.tool("search") as call:
            call.result = 1
        second = await trace.forward(model_call("two"))
        assert first and first.event["stop_reason"] == "end_turn"
        assert second and second.reply == {"provider": "someone", "message": {"content": "two"}}

    run = await start(runs, rt.traced(agent))
    message = await within(run.wait())
    assert outline(run.draft.snapshot()["parts"]) == [
        ("about one", "done"),
        ("one", "text"),
        ("search", "done"),
        ("about two", "done"),
        ("two", "text"),
    ]
    assert (message["model"], message["usage"], message["stop_reason"]) == (
        "model-1",
        {"output_tokens": 10},
        "end_turn",
    )
    replies = await runs.store.replies(run.turn.thread_id)
    assert [reply["message"]["content"] for reply in replies[run.id]] == ["one", "two"]


async def test_streams_at_the_same_time_do_not_mix(runs: Runs):
    async def agent(trace: rt.Trace, turn: rt.Turn) -> None:
        with trace.reasoning() as step, trace.assistant("Bo") as helper:
            step.write("both")
            streams = (slowly(model_call(name)) for name in ("one", "two", "three", "four"))
            levels = (trace, helper, trace, helper)
            await asyncio.gather(*(level.forward(stream) for level, stream in zip(levels, streams, strict=True)))
            step.write(" asked")

    run = await start(runs, rt.traced(agent))
    await within(run.wait())
    parts = run.draft.snapshot()["parts"]
    assert outline(parts) == [
        ("both asked", "done"),
        ("Bo", "done", [("about two", "done"), ("about four", "done")]),
        ("about one", "done"),
        ("about three", "done"),
        ("one", "text"),
        ("three", "text"),
    ]
    assert parts[1]["assistant_result"] == "twofour"


async def test_a_respond_can_be_an_assistant():
    async def other(turn: rt.Turn) -> AsyncIterator[Any]:
        yield rt.reasoning("I ")
        yield rt.reasoning("think.")
        yield {"type": "tool_call_started", "call_id": "c1", "name": "search"}
        yield {"type": "tool_result", "call_id": "c1", "result": 1}
        yield rt.reasoning("So.")
        yield "yes"

    async def agent(trace: rt.Trace, turn: rt.Turn) -> None:
        with trace.assistant("Other") as helper:
            assert await helper.forward(other(turn)) is None

    (part,) = shown(await collect(agent))
    assert outline([part]) == [("Other", "done", [("I think.", "done"), ("search", "done"), ("So.", "done")])]
    assert part["assistant_result"] == "yes"


async def test_a_trace_can_be_forwarded_into_another_one():
    async def inner(trace: rt.Trace, turn: rt.Turn) -> None:
        example(trace)

    async def agent(trace: rt.Trace, turn: rt.Turn) -> None:
        with trace.assistant("Inner") as helper:
            await helper.forward(rt.traced(inner)(turn))

    assert outline(shown(await collect(agent))) == [
        (
            "Inner",
            "done",
            [("Let me see.", "done"), ("search", "done"), ("Policy Checker", "done", [("lookup", "done")])],
        )
    ]


async def test_a_call_that_a_stream_announced_goes_on():
    async def agent(trace: rt.Trace, turn: rt.Turn) -> None:
        await trace.forward(
            [
                ev.ToolCallStarted(call_id="toolu_1", name="search"),
                ev.ToolCallUpdate(call_id="toolu_1", input={"q": "x"}),
            ]
        )
        with trace.tool("search", call_id="toolu_1") as call:
            assert call.id == "toolu_1"
            call.result = "found"

    events = await collect(agent)
    assert [event.type for event in events] == ["tool_call_started", "tool_call_update", "tool_result"]
    (part,) = shown(events)
    assert (part["status"], part["tool_result"]) == ("done", "found")


async def test_calls_that_two_streams_name_alike_stay_apart():
    stream = [
        ev.ToolCallStarted(call_id="call-1", name="search"),
        ev.ToolCallUpdate(call_id="call-1", input={"q": "x"}),
    ]

    async def agent(trace: rt.Trace, turn: rt.Turn) -> None:
        for result in ("one", "two"):
            await trace.forward(stream)
            with trace.tool("search", call_id="call-1") as call:
                call.result = result
        with trace.assistant("Bo") as helper:
            await helper.forward([*stream, ev.ToolResult(call_id="call-1", result="three")])
            await helper.forward([ev.AssistantCallStarted(call_id="a1", name="Inner")])
            await helper.forward(
                [
                    ev.AssistantCallStarted(call_id="a1", name="Other"),
                    ev.ToolCallStarted(call_id="c", name="f", parent_id="a1"),
                ]
            )

    *tools, bo = shown(await collect(agent))
    assert [part["tool_result"] for part in tools] == ["one", "two"]
    assert bo["child_steps"][0]["tool_result"] == "three"
    assert outline(bo["child_steps"]) == [
        ("search", "done"),
        ("Inner", "done", []),
        ("Other", "done", [("f", "done")]),
    ]


@pytest.mark.parametrize(
    ("error", "status"), [(SecretError(), "error"), (asyncio.CancelledError(), "cancelled")], ids=["error", "cancel"]
)
async def test_what_a_stream_left_open_when_it_broke_off_has_ended(error: BaseException, status: str):
    async def broken() -> AsyncIterator[Any]:
        yield ev.ReasoningPartStarted(segment_id="r0")
        yield ev.ReasoningPartDelta(segment_id="r0", text_delta="Hm")
        yield ev.AssistantCallStarted(call_id="a1", name="Bo")
        yield ev.ToolCallStarted(call_id="c1", name="search", parent_id="a1")
        yield ev.CodeInterpreterCallStarted(call_id="c2", name="python")
        yield rt.reasoning("So")
        raise error

    async def agent(trace: rt.Trace, turn: rt.Turn) -> None:
        with pytest.raises(type(error)):
            await trace.forward(broken())
        trace.text("Never mind.")

    assert outline(shown(await collect(agent))) == [
        ("Hm", status),
        ("Bo", status, [("search", status)]),
        ("python", status),
        ("So", status),
        ("Never mind.", "text"),
    ]


async def test_a_stream_that_fails_inside_an_assistant_fails_only_that_assistant(runs: Runs):
    async def agent(trace: rt.Trace, turn: rt.Turn) -> None:
        with trace.assistant("Bo") as helper:
            final = await helper.forward(
                [
                    *model_call("x")[:3],
                    ev.MessageError(message="Overloaded."),
                    ev.MessageFinal(event={"status": "error"}),
                ]
            )
            assert final and final.event["status"] == "error"
        trace.text("Without Bo.")

    run = await start(runs, rt.traced(agent))
    message = await within(run.wait())
    assert message["status"] == "done"
    assert outline(run.draft.snapshot()["parts"]) == [("Bo", "error", [("about x", "error")]), ("Without Bo.", "text")]


def test_a_plain_agent_forwards_plain_streams():
    trace = rt.Trace()
    closed: list[bool] = []

    def stream() -> Iterator[Any]:
        try:
            yield rt.reasoning("Hm")
            raise SecretError
        finally:
            closed.append(True)

    with trace.assistant("Bo") as helper:
        final = helper.forward_plain(model_call("one"))
        assert final and final.event["status"] == "done"
        with pytest.raises(SecretError):
            helper.forward_plain(stream())
    assert closed
    assert outline(shown(trace.events)) == [("Bo", "done", [("about one", "done"), ("Hm", "error")])]


async def test_what_cannot_be_forwarded_is_refused():
    with pytest.raises(rt.DataError, match=r"forward got 5: it takes"):
        await rt.Trace().forward([5])


# Misuse -----------------------------------------------------------------------------------------------------------------


def test_a_step_is_used_only_inside_its_with():
    trace = rt.Trace()
    step, call, helper = trace.reasoning(), trace.tool("search"), trace.assistant("Bo")
    inside = helper.tool("inner")
    with pytest.raises(TraceError, match="has not begun"):
        step.write("x")
    with pytest.raises(TraceError, match="'Bo' has not begun"), inside:
        pass
    with step, call, helper, helper.tool("open") as still_open:
        pass
    assert still_open
    for misuse in (
        lambda: step.write("x"),
        lambda: call.log("x"),
        lambda: call.progress(1),
        lambda: setattr(call, "result", 1),
        lambda: helper.text("x"),
        lambda: helper.artifact("x", 1),
        lambda: helper.forward_plain([]),
        lambda: helper.tool("x").__enter__(),
        lambda: helper.reasoning().__enter__(),
    ):
        with pytest.raises(TraceError, match="has ended: use it inside its with"):
            misuse()
    with pytest.raises(TraceError, match="was begun before"), step:
        pass


async def test_a_trace_ends_with_its_agent():
    kept: list[rt.Trace] = []

    async def agent(trace: rt.Trace, turn: rt.Turn) -> None:
        kept.append(trace)

    assert await collect(agent) == []
    with pytest.raises(TraceError, match="ended with its agent"):
        kept[0].text("late")
    with pytest.raises(TraceError, match="are not kept"):
        _ = kept[0].events


@pytest.mark.parametrize("value", [object(), {"a": {object()}}, lambda: 1])
def test_a_result_that_json_does_not_know_is_refused_where_it_is_set(value: Any):
    trace = rt.Trace()
    with (
        pytest.raises(rt.DataError, match=r"result of 'search' = .*use a value that JSON knows"),
        trace.tool("search") as call,
    ):
        call.result = value
    assert shown(trace.events)[0]["error"] == "This step failed: DataError."
    with pytest.raises(rt.DataError, match="input of 'search'"):
        trace.tool("search", input=value)
    with pytest.raises(rt.DataError, match="artifact"):
        trace.artifact("chips", value)


def test_a_result_inside_itself_is_refused():
    value: list[Any] = []
    value.append(value)
    with pytest.raises(rt.DataError), rt.Trace().tool("search") as call:
        call.result = value


def test_values_that_have_a_json_form_are_taken():
    trace = rt.Trace()
    with trace.tool("clock") as call:
        call.result = {
            "at": datetime.date(2025, 1, 2),
            "rows": ({1},),
            "step": rt.ThinkingStep(id="1", type="reasoning"),
        }
    (part,) = shown(trace.events)
    assert '"2025-01-02"' in part["tool_result"]


@pytest.mark.parametrize(
    ("misuse", "text"),
    [
        (lambda trace: trace.text(5), "text(5): use a str"),
        (lambda trace: trace.tool("x", kind="web"), "tool('x', kind='web'): use 'web_search'"),
        (lambda trace: trace.tool(5), "ToolCallStarted: name = 5"),
        (lambda trace: trace.tool("x").__enter__().progress(2), "progress(2): use a number from 0 to 1"),
        (lambda trace: trace.tool("x").__enter__().progress(float("nan")), "progress(nan)"),
        (lambda trace: trace.tool("x").__enter__().log(b"x"), "log(b'x'): use a str"),
        (lambda trace: trace.reasoning().__enter__().write(None), "write(None): use a str"),
        (lambda trace: trace.assistant("x", task=5), "AssistantCallStarted: task = 5"),
    ],
)
def test_a_value_that_does_not_fit_is_named(misuse: Callable[[rt.Trace], Any], text: str):
    with pytest.raises(rt.DataError) as caught:
        misuse(rt.Trace())
    assert text in str(caught.value)


def test_a_function_that_yields_needs_no_trace():
    async def agent(trace: rt.Trace, turn: rt.Turn) -> AsyncIterator[str]:
        yield "x"

    with pytest.raises(rt.ConfigurationError, match=r"traced\(agent\): a function that yields"):
        rt.traced(agent)


async def test_two_traces_of_one_answer_have_no_id_in_common(runs: Runs):
    async def agent(trace: rt.Trace, turn: rt.Turn) -> None:
        with trace.reasoning() as step, trace.tool("search"):
            step.write("Hm.")

    async def respond(turn: rt.Turn) -> AsyncIterator[Any]:
        for _ in range(2):
            async for event in rt.traced(agent)(turn):
                yield event

    run = await start(runs, respond)
    await within(run.wait())
    assert outline(run.draft.snapshot()["parts"]) == [("Hm.", "done"), ("search", "done")] * 2


async def test_a_respond_that_is_stopped_stops_the_agent_that_it_reads(runs: Runs):
    gate = Gate()

    async def agent(trace: rt.Trace, turn: rt.Turn) -> None:
        await trace.forward(gate(turn))

    async def respond(turn: rt.Turn) -> AsyncIterator[Any]:
        async for event in rt.traced(agent)(turn):
            yield event

    run = await start(runs, respond)
    await within(gate.reached.wait())
    run.cancel()
    assert (await within(run.wait()))["status"] == "cancelled"
    await within(gate.closed.wait())


# The guide --------------------------------------------------------------------------------------------------------------

GUIDE = (Path(__file__).parents[2] / "docs" / "agents.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", GUIDE, flags=re.S)


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_every_agent_of_the_guide_answers(number: int):
    # Not in an event loop: what Reflex registers when it is first imported stays in the context that imported it.
    names: dict[str, Any] = {"__name__": f"agents_{number}"}
    exec(compile(BLOCKS[number], f"agents.md#{number}", "exec"), names)
    parts = shown(asyncio.run(collect(names["agent"])))
    assert parts[-1]["type"] == "text"
    assert {part["status"] for part in parts[:-1]} == {"done"}


# Whatever happens -------------------------------------------------------------------------------------------------------

Plan = tuple[str, str, list[Any]]


def plans(depth: int = 3) -> st.SearchStrategy[list[Plan]]:
    """What an agent does at one level: steps, how each ends, and what happens inside."""
    inside = plans(depth - 1) if depth else st.just([])
    ends = st.sampled_from(["well", "well", "well", "fails", "is cancelled"])
    simple = st.tuples(st.sampled_from(["reasoning", "tool", "web_search", "forward"]), ends, st.just([]))
    return st.lists(simple | st.tuples(st.just("assistant"), ends, inside), max_size=4)


class Walk:
    """Carries out a plan; what happens at the same time takes turns as hypothesis decides."""

    def __init__(self, choose: Callable[[int], int]) -> None:
        self.choose = choose
        self.expected: dict[str, tuple[str | None, str]] = {}
        self.count = 0

    async def pause(self) -> None:
        for _ in range(self.choose(3)):
            await asyncio.sleep(0)

    async def level(self, trace: rt.Trace, home: str | None, plan: list[Plan]) -> None:
        await asyncio.gather(*(self.step(trace, home, *one) for one in plan), return_exceptions=True)

    async def step(self, trace: rt.Trace, home: str | None, kind: str, end: str, inside: list[Plan]) -> None:
        await self.pause()
        self.count += 1
        name = f"{kind} {self.count}"
        self.expected[name] = (home, {"well": "done", "fails": "error", "is cancelled": "cancelled"}[end])
        match kind:
            case "reasoning":
                with trace.reasoning() as step:
                    for piece in (name[:4], name[4:]):
                        step.write(piece)
                        await self.pause()
                    self.finish(end)
            case "assistant":
                with trace.assistant(name) as helper:
                    await self.level(helper, name, inside)
                    self.finish(end)
            case "forward":
                await trace.forward(self.stream(name, end))
            case _:
                with trace.tool(name, kind=None if kind == "tool" else kind) as call:  # pyright: ignore[reportArgumentType]
                    await self.pause()
                    call.progress(0.5)
                    self.finish(end)

    async def stream(self, name: str, end: str) -> AsyncIterator[Any]:
        yield ev.MessageStarted(model="m")
        yield ev.ReasoningPartStarted(segment_id="r", sequence_number=2)
        await self.pause()
        yield ev.ReasoningPartDelta(segment_id="r", text_delta=name)
        await self.pause()
        self.finish(end)
        yield ev.ReasoningPartCompleted(segment_id="r")

    def finish(self, end: str) -> None:
        if end == "fails":
            raise SecretError
        if end == "is cancelled":
            raise asyncio.CancelledError


def found(parts: list[dict[str, Any]], home: str | None = None) -> Iterator[tuple[str, tuple[str | None, str]]]:
    for part in parts:
        name = part.get("tool_name") or part.get("assistant_name") or part["content"]
        yield name, (home, part["status"])
        yield from found(part.get("child_steps", []), name)


@settings(max_examples=150, deadline=None)
@given(plans(), st.data())
def test_every_step_ends_as_it_did_and_where_it_belongs(plan: list[Plan], data: st.DataObject):
    walk = Walk(lambda most: data.draw(st.integers(0, most)))

    async def agent(trace: rt.Trace, turn: rt.Turn) -> None:
        await walk.level(trace, None, plan)

    events = asyncio.run(collect(agent))
    steps = list(found(shown(events)))
    assert dict(steps) == walk.expected
    assert len(steps) == walk.count
    by_name = {name: number for number, name in enumerate(walk.expected)}
    for level in {home for home, _ in walk.expected.values()}:
        order = [by_name[name] for name, (home, _) in steps if home == level]
        assert order == sorted(order), "steps stand in the order in which they began"
    ids = [event.call_id for event in events if isinstance(event, ev.StepStarted | ev.AssistantCallStarted)]
    assert len(set(ids)) == len(ids)


# Images and files -----------------------------------------------------------------------------------------------------


async def test_an_agent_gives_images_and_files_and_so_do_its_assistants():
    async def agent(trace: rt.Trace, turn: rt.Turn) -> None:
        trace.text("Here: ")
        trace.image(png(), alt="A field", id="field")
        with trace.assistant("Bo") as bo:
            bo.file(b"a,b", name="data.csv")
            bo.result = "Counted."
        trace.image(png(5, 5), alt="A larger field", id="field")

    text, image, call = shown(await collect(agent))
    assert (text["text"], image["type"], image["alt"], image["width"]) == ("Here: ", "image", "A larger field", 5)
    assert [(part["type"], part["name"]) for part in call["parts"]] == [("file", "data.csv")]
    not_begun = rt.Trace().assistant("Bo")
    with pytest.raises(TraceError):
        not_begun.image(png())


async def test_images_of_forwarded_streams_keep_apart():
    stream = [ev.MessageStarted(model="m"), rt.image(png(), id="image-1"), ev.MessageFinal(event={})]

    async def agent(trace: rt.Trace, turn: rt.Turn) -> None:
        await trace.forward(stream)
        await trace.forward(stream)
        with trace.assistant("Bo") as bo:
            await bo.forward(stream)

    first, second, call = shown(await collect(agent))
    assert [first["type"], second["type"], len(call["parts"])] == ["image", "image", 1]
    assert first["id"] != second["id"]
