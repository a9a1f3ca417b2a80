"""What the tests of the chat share."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

from reflex_thinking import Trace, Turn, traced
from reflex_thinking import canonical as ev
from reflex_thinking.runs.registry import Runs
from reflex_thinking.store.memory import MemoryStore

from tests.units.runs.helpers import QUICK, read, turn_in, within
from thinking_ui.chat.agents.retrieval import RetrievalAgent
from thinking_ui.chat.agents.router import RouterAgent
from thinking_ui.chat.contract import Evidence, Experience, FitBrief, Material, Plan
from thinking_ui.chat.models.local.model import LocalModel
from thinking_ui.chat.pace import Pace
from thinking_ui.chat.pipeline import ChatPipeline, quiet
from thinking_ui.chat.retrieval import Library
from thinking_ui.settings import DEFAULT_CORPUS

CORPUS = DEFAULT_CORPUS[0]
FAST = Pace(0)


def turn(text: str, **fields: Any) -> Turn:
    return Turn(**{"text": text, "history": [], "thread_id": "t", "message_id": "m", "user_id": "ada", **fields})


def plan(text: str, **fields: Any) -> Plan:
    return RouterAgent().run(turn(text, **fields))


def library(*roots: Path) -> Library:
    """The documents of these folders, or those that come with the demo; files are looked at before each search."""
    return Library(roots or DEFAULT_CORPUS, refresh_seconds=0)


async def evidence(text: str, documents: Library | None = None) -> tuple[Evidence, Trace]:
    trace = Trace()
    return await RetrievalAgent(documents or library(), FAST).run(trace, plan(text)), trace


async def material(text: str, documents: Library | None = None) -> Material:
    found, _ = await evidence(text, documents)
    return Material(plan=plan(text), evidence=found)


def steps(trace: Trace, kind: type[Any]) -> list[Any]:
    return [event for event in trace.events if isinstance(event, kind)]


async def answered(
    text: str, pipeline: ChatPipeline | None = None, *, thinking: bool = True, **fields: Any
) -> tuple[dict[str, Any], list[ev.AnyEvent]]:
    """A question through a real run: the message as it is stored, and its events."""
    pipeline = pipeline or ChatPipeline(library(), LocalModel(FAST))
    store = MemoryStore()
    runs = Runs(store, journal_dir=None, limits=QUICK)
    respond = traced(pipeline.run) if thinking else _quiet(pipeline)
    run = await runs.start(await turn_in(store, text=text, thinking_enabled=thinking, **fields), respond)
    return await within(run.wait()), await read(run)


def _quiet(pipeline: ChatPipeline) -> Callable[[Turn], AsyncIterator[ev.AnyEvent]]:
    return lambda turn: quiet(traced(pipeline.run_structured)(turn))


def text_of(message: dict[str, Any]) -> str:
    return "".join(segment["text"] for segment in message["segments"] if segment["type"] == "text")


class OtherModel(LocalModel):
    """The local model with answers of its own; whatever is given as an exception is raised."""

    def __init__(
        self,
        *values: object,
        brief: FitBrief | Exception | None = None,
        experience: list[Experience] | Exception | None = None,
    ) -> None:
        super().__init__(FAST)
        self.values, self.brief, self.chosen = values, brief, experience

    async def answer(self, material: Material) -> AsyncIterator[object]:
        for value in self.values:
            if isinstance(value, Exception):
                raise value
            yield value
        if not self.values:
            async for value in super().answer(material):
                yield value

    async def structured(self, material: Material) -> AsyncIterator[object]:
        for value in self.values:
            if isinstance(value, Exception):
                raise value
            yield value

    async def fit_brief(self, trace: Trace, material: Material) -> FitBrief:
        if isinstance(self.brief, Exception):
            raise self.brief
        return self.brief or await super().fit_brief(trace, material)

    async def experience(self, trace: Trace, material: Material) -> list[Experience]:
        if isinstance(self.chosen, Exception):
            raise self.chosen
        return await super().experience(trace, material) if self.chosen is None else self.chosen
