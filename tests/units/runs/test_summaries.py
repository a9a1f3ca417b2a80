"""Who makes the summaries of a run's blocks, and when."""

import dataclasses
from typing import Any

import pytest
from reflex_thinking import canonical as ev
from reflex_thinking.runs.registry import Runs
from reflex_thinking.store.memory import MemoryStore

from tests.units.runs.helpers import QUICK, Gate, SlowSummariser, read, saying, start, stored, until, within


async def summary_of(summarise: Any, *said: object) -> str | None:
    runs = Runs(MemoryStore(), limits=QUICK, summarise=summarise)
    run = await start(runs, saying(*said, "Answer."))
    await within(run.wait())
    (event,) = await stored(run, runs)
    return event["blocks"][0].get("summary")


def thought(text: str) -> ev.ReasoningPartDelta:
    return ev.ReasoningPartDelta(segment_id="s", text_delta=text)


async def test_a_summariser_that_waits_for_a_model_makes_the_summary():
    seen: list[dict[str, Any]] = []

    async def ask(block: dict[str, Any]) -> str:
        seen.append(block)
        return "  Compared\nthree offers "

    assert await summary_of(ask, thought("There are three of them.")) == "Compared three offers"
    assert [step["content"] for step in seen[0]["steps"]] == ["There are three of them."]


async def test_a_providers_own_headline_needs_no_summariser():
    async def ask(block: dict[str, Any]) -> str:
        raise AssertionError

    assert await summary_of(ask, thought("**Comparing the offers**\n\nThree.")) == "Comparing the offers"


async def test_a_summariser_that_fails_costs_the_summary_alone(caplog: pytest.LogCaptureFixture):
    async def ask(block: dict[str, Any]) -> str:
        raise ConnectionError("secret address")

    assert await summary_of(ask, thought("There are three of them, I think.")) is None
    assert "ConnectionError" in caplog.text
    assert "secret" not in caplog.text


async def test_a_summariser_that_returns_no_text_costs_the_summary_alone(caplog: pytest.LogCaptureFixture):
    async def ask(block: dict[str, Any]) -> Any:
        return None

    assert await summary_of(ask, thought("There are three of them, I think.")) is None
    assert await summary_of(lambda block: None, thought("There are three of them, I think.")) is None
    assert caplog.text.count("has no summary") == 2


async def test_a_block_has_its_summary_as_soon_as_it_ends():
    runs = Runs(MemoryStore(), limits=QUICK)
    gate = Gate(before="The answer begins. ", after="It ends.")

    async def respond(turn: Any):
        yield thought("There are three offers, and the second one is the cheapest.")
        async for value in gate(turn):
            yield value

    run = await start(runs, respond)
    await within(gate.reached.wait())
    await until(lambda: bool(run.draft.blocks and run.draft.blocks[0].get("summary")))
    assert run.draft.blocks[0]["summary"] == "There are three offers, and the second one is the cheapest."
    gate.open.set()
    await within(run.wait())
    told = [event for event in await read(run) if isinstance(event, ev.SummaryUpdated)]
    assert [event.final for event in told] == [None, True]
    assert told[0].summary == told[1].summary


async def test_a_model_that_makes_a_summary_holds_nobody_up():
    model = SlowSummariser()
    runs = Runs(MemoryStore(), limits=dataclasses.replace(QUICK, summary_seconds=0.01), summarise=model)
    gate = Gate(before="The answer begins. ")

    async def respond(turn: Any):
        yield thought("There are three of them.")
        async for value in gate(turn):
            yield value

    run = await start(runs, respond)
    await within(model.asked.wait())
    await within(gate.reached.wait())  # while the model is being waited for
    gate.open.set()
    assert "summary" not in (await within(run.wait()))["blocks"][0]


async def test_what_the_app_says_itself_stands():
    own = ev.SummaryUpdated(block_id="m:0", summary="Mine")
    runs = Runs(MemoryStore(), limits=QUICK)
    run = await start(
        runs, saying(thought("There are three offers on the table."), "Text. ", own, "More."), message_id="m"
    )
    assert (await within(run.wait()))["blocks"][0]["summary"] == "Mine"


async def test_each_of_many_blocks_is_looked_at_once():
    seen: list[str] = []

    def note(block: dict[str, Any]) -> str:
        seen.append(block["id"])
        assert len(block["steps"]) == 1
        return f"Number {len(seen)}"

    pieces = [
        piece for n in range(200) for piece in (ev.ReasoningPartDelta(segment_id=f"s{n}", text_delta="So."), "Text. ")
    ]
    runs = Runs(MemoryStore(), limits=QUICK, summarise=note)
    run = await start(runs, saying(*pieces), message_id="m")
    blocks = (await within(run.wait()))["blocks"]
    assert seen == [f"m:{n}" for n in range(200)]
    assert [block["summary"] for block in blocks] == [f"Number {n}" for n in range(1, 201)]
