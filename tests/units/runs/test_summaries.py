"""Who makes the summaries of a run's blocks, and when."""

import asyncio
import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest
from reflex_thinking import canonical as ev
from reflex_thinking.reducer import Draft, apply, apply_all
from reflex_thinking.runs import summarising
from reflex_thinking.runs.registry import Runs
from reflex_thinking.store.memory import MemoryStore
from reflex_thinking.stored import draft_from_event
from reflex_thinking.summaries import LONGEST, summarise

from tests.units.runs.helpers import QUICK, Gate, SlowSummariser, read, saying, start, stored, turn_in, until, within


async def summary_of(summarise: Any, *said: object) -> str | None:
    runs = Runs(MemoryStore(), limits=QUICK, summarise=summarise)
    run = await start(runs, saying(*said, "Answer."))
    await within(run.wait())
    (event,) = await stored(run, runs)
    return event["blocks"][0].get("summary")


THREE = "There are three of them, I think."


def thought(text: str) -> ev.ReasoningPartDelta:
    return ev.ReasoningPartDelta(segment_id="s", text_delta=text)


def searched() -> ev.ToolCallStarted:
    return ev.ToolCallStarted(call_id="c", name="search")


class Clock:
    """A clock that the test turns."""

    def __init__(self) -> None:
        self.now = 1_800_000_000_000

    def __call__(self) -> int:
        return self.now


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


async def test_where_a_summariser_fails_the_summary_by_rule_is_kept(caplog: pytest.LogCaptureFixture):
    async def ask(block: dict[str, Any]) -> str:
        raise ConnectionError("secret address")

    def call(block: dict[str, Any]) -> str:
        raise ConnectionError("secret address")

    for make in (ask, call):
        caplog.clear()
        assert await summary_of(make, thought("There are three of them, I think.")) == THREE
        assert "ConnectionError" in caplog.text
        assert "secret" not in caplog.text


async def test_where_a_summariser_returns_no_text_the_summary_by_rule_is_kept(caplog: pytest.LogCaptureFixture):
    async def ask(block: dict[str, Any]) -> Any:
        return None

    assert await summary_of(ask, thought("There are three of them, I think.")) == THREE
    assert await summary_of(lambda block: None, thought("There are three of them, I think.")) == THREE
    assert caplog.text.count("could not be made") == 2


async def test_a_summariser_may_leave_a_block_without_a_summary():
    assert not await summary_of(lambda block: "", thought("There are three of them, I think."))


async def test_a_summariser_gets_the_locale_and_the_summary_by_rule():
    seen: list[dict[str, Any]] = []

    async def keep(block: dict[str, Any]) -> str:
        seen.append(block)
        return block["summary"].upper()

    runs = Runs(MemoryStore(), limits=QUICK, summarise=keep)
    run = await start(runs, saying(searched(), "Answer."), locale="pt-BR")
    assert (await within(run.wait()))["blocks"][0]["summary"] == "FEZ UMA BUSCA"
    assert (seen[0]["locale"], seen[0]["summary"]) == ("pt-BR", "Fez uma busca")


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
    assert (await within(run.wait()))["blocks"][0]["summary"] == "There are three of them."


@pytest.mark.parametrize("make", [summarise, lambda block: block["status"]])
async def test_a_block_at_the_end_of_the_message_has_a_summary_too(make: Any):
    runs = Runs(MemoryStore(), limits=QUICK, summarise=make)
    run = await start(runs, saying("Text. ", searched(), ev.ToolResult(call_id="c", result="x")))
    summary = (await within(run.wait()))["blocks"][0]["summary"]
    assert summary == ("Ran a search" if make is summarise else "done")
    assert any(isinstance(event, ev.SummaryUpdated) and event.summary == summary for event in await read(run))


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


# While a block thinks -------------------------------------------------------------------------------------------------


class Told:
    """A run on a clock that the test turns, and the summaries that were told."""

    def __init__(self, *values: object, every: int, **options: Any) -> None:
        self.clock = Clock()
        self.runs = Runs(MemoryStore(), limits=QUICK, **options)
        self.values = values
        self.every = every

    async def respond(self, turn: Any):
        for value in self.values:
            yield value
            self.clock.now += self.every

    async def told(self, **fields: Any) -> list[tuple[str, bool | None]]:
        store = self.runs.store
        assert isinstance(store, MemoryStore)
        self.run = await self.runs.start(await turn_in(store, **fields), self.respond, clock=self.clock)
        await within(self.run.wait())
        self.events = await read(self.run)
        return [(event.summary, event.final) for event in self.events if isinstance(event, ev.SummaryUpdated)]


RAIN = [thought(f"Day {number} is dry in Oslo. ") for number in range(1, 9)]


async def test_the_summary_follows_the_reasoning_at_a_pace_that_can_be_read():
    told = await Told(*RAIN, "Text.", every=700).told()
    assert [summary for summary, final in told[:-1]] == [
        "Day 3 is dry in Oslo.",
        "Day 5 is dry in Oslo.",
        "Day 7 is dry in Oslo.",
        "Day 8 is dry in Oslo.",
    ]
    assert told[-1] == ("Day 8 is dry in Oslo.", True)
    assert not any(final for _, final in told[:-1])


async def test_how_fast_a_model_writes_makes_no_difference_to_how_often_the_summary_changes():
    fast = [thought(f"Day {number} is dry in Oslo. ") for number in range(1_000)]
    told = await Told(*fast, "Text.", every=7).told()
    assert len(told) <= 1_000 * 7 // 1_400 + 2


async def test_a_tool_that_runs_takes_the_place_of_the_summary_until_more_is_known():
    steps = [
        *RAIN[:3],
        searched(),
        ev.ToolResult(call_id="c", result="x"),
        ev.ToolCallStarted(call_id="d", name="read_file"),
        ev.ToolResult(call_id="d", result="x"),
        ev.AssistantCallStarted(call_id="e", name="Critic"),
        ev.AssistantResult(call_id="e", result="x"),
    ]
    told = await Told(*steps, "Text.", every=1_500).told()
    assert [summary for summary, _ in told] == [
        "Day 2 is dry in Oslo.",
        "Day 3 is dry in Oslo.",
        "",
        "Ran a search",
        "",
        "Ran a search, read a document",
        "",
        "Ran a search, read a document, asked Critic",
        "Ran a search, read a document, asked Critic",
    ]


async def test_phrases_are_in_the_language_of_the_run_with_the_apps_own_texts():
    own = {
        "pl": {"ai.summary.search": {"one": "{n} szukanie", "few": "{n} szukania", "many": "{n} szukań", "other": "-"}}
    }
    steps = [
        event
        for n in range(5)
        for event in (ev.ToolCallStarted(call_id=f"c{n}", name="search"), ev.ToolResult(call_id=f"c{n}"))
    ]
    told = await Told(*steps, "Text.", every=10, texts=own).told(locale="pl")
    assert told[-1] == ("5 szukań", True)


async def test_nothing_is_said_before_there_is_a_whole_sentence():
    told = await Told(
        thought("It ra"), thought("ins in Os"), thought("lo. "), thought("So"), "Text.", every=2_000
    ).told()
    assert told[0][0] == "It rains in Oslo."


async def test_what_the_app_says_while_it_thinks_stands_from_then_on():
    own = ev.SummaryUpdated(block_id="m:0", summary="Mine")
    run = Told(*RAIN[:4], own, *RAIN[4:], searched(), "Text.", every=1_500)
    told = await run.told(message_id="m")
    assert told[-1] == ("Mine", None)
    assert run.run.final is not None
    assert run.run.final["blocks"][0]["summary"] == "Mine"


async def test_each_block_has_its_own_progress():
    second = [ev.ReasoningPartDelta(segment_id="t", text_delta=f"Road {n} is open now. ") for n in range(3)]
    told = await Told(*RAIN[:3], "Text. ", *second, "More.", every=1_500).told()
    summaries = [summary for summary, _ in told]
    assert summaries.index("Day 3 is dry in Oslo.") < summaries.index("Road 1 is open now.")
    assert [told for told in told if told[1]] == [("Day 3 is dry in Oslo.", True), ("Road 2 is open now.", True)]


async def test_what_was_watched_is_what_is_stored_and_what_a_replay_of_the_log_gives():
    run = Told(*RAIN, searched(), ev.ToolResult(call_id="c", result="x"), *RAIN, "Text.", every=900)
    await run.told()
    (event,) = await stored(run.run, run.runs)
    draft = Draft(run.run.id)
    apply_all(draft, run.events[:-1])
    assert draft.blocks[0]["summary"] == event["blocks"][0]["summary"] == run.run.draft.blocks[0]["summary"]
    assert draft_from_event(event).blocks[0]["summary"] == event["blocks"][0]["summary"]


async def test_what_a_summary_costs_on_the_wire_does_not_depend_on_what_was_sent_before():
    async def sent(count: int) -> list[int]:
        run = Told(*[thought("四月的奥斯陆每天都是晴天而且很干燥。" * 9)] * count, "Text.", every=1_500)
        await run.told()
        draft = Draft(run.run.id)
        changes = [(event, apply(draft, event)) for event in run.events]
        summaries = [ops for event, ops in changes if isinstance(event, ev.SummaryUpdated) and ops]
        return [len(json.dumps(ops, ensure_ascii=False).encode()) for ops in summaries]

    few, many = await sent(3), await sent(300)
    assert max(many) == max(few) <= 40 + 3 * LONGEST


async def test_looking_at_a_delta_costs_the_same_however_long_the_block_is(monkeypatch: pytest.MonkeyPatch):
    looked_at: list[int] = []
    real = summarising.summarise_so_far

    def counted(tail: str, *, is_cut: bool) -> str:
        looked_at.append(len(tail))
        return real(tail, is_cut=is_cut)

    monkeypatch.setattr(summarising, "summarise_so_far", counted)
    long = [thought("All days are dry in Oslo, as far as anybody can tell. " * 4)] * 400
    await Told(*long, "Text.", every=700).told()
    assert len(looked_at) == 199
    assert max(looked_at) <= summarising.TAIL


def copied(folder: Path) -> Path:
    """The journals of a folder, as somebody finds them when the process that wrote them is gone."""
    copy = folder / "copy"
    copy.mkdir()
    for path in folder.glob("*.journal"):
        (copy / path.name).write_bytes(path.read_bytes())
    return copy


@pytest.mark.parametrize(
    ("values", "summary"),
    [
        (RAIN[:3], "Day 3 is dry in Oslo."),
        ([*RAIN[:3], searched()], "Fez uma busca, 1 falha"),
        ([thought("It rains in O")], "It rains in O"),
    ],
)
async def test_a_process_that_dies_leaves_a_summary(values: list[Any], summary: str, tmp_path: Path):
    run = Told(*values, every=1_500, journal_dir=tmp_path)
    said, gate = asyncio.Event(), asyncio.Event()

    async def respond(turn: Any):
        async for value in run.respond(turn):
            yield value
        said.set()
        await gate.wait()

    store = run.runs.store
    assert isinstance(store, MemoryStore)
    begun = await run.runs.start(await turn_in(store, locale="pt-BR"), respond, clock=run.clock)
    await within(said.wait())
    # What readers may have is in the journal.
    await until(lambda: begun.log.last_seq == begun.draft.seq)
    other = Runs(store, limits=QUICK, journal_dir=copied(tmp_path))
    assert await other.recover() == [begun.id]
    (event,) = await store.messages(begun.turn.thread_id)
    assert event["blocks"][0]["summary"] == summary
    gate.set()
    await within(begun.wait())


async def test_without_summaries_nothing_is_said():
    assert await Told(*RAIN, "Text.", every=1_500, summarise=None).told() == []
