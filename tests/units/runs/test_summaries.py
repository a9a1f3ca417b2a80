"""Who makes the summaries of a run's blocks."""

from typing import Any

import pytest
from reflex_thinking import canonical as ev
from reflex_thinking.runs.registry import Runs
from reflex_thinking.store.memory import MemoryStore

from tests.units.runs.helpers import QUICK, saying, start, stored, within


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
