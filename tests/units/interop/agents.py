"""Real agents of real libraries that need no network, and what the tests read of what they do."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any

import reflex_thinking as rt
from langchain_core.language_models import BaseChatModel
from langchain_core.language_models.chat_models import generate_from_stream
from langchain_core.messages import AIMessageChunk, BaseMessage
from langchain_core.outputs import ChatGenerationChunk, ChatResult
from langchain_core.tools import tool
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode, tools_condition
from pydantic_ai import Agent, ModelRetry
from pydantic_ai.models.function import AgentInfo, DeltaThinkingPart, DeltaToolCall, FunctionModel
from reflex_thinking.canonical import AnyEvent
from reflex_thinking.reducer import Draft, apply_all
from reflex_thinking.stored import final_event

THOUGHT = "Zwölf 🥊, "
ANSWER = "Nichts zu sehen ✓"
RED = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC"
"""An image of one red dot."""
QUESTION: Any = {"messages": [{"role": "user", "content": "Was siehst du?"}]}


# What a stream says ---------------------------------------------------------------------------------------------------


async def events_of(stream: Any) -> list[AnyEvent]:
    """All events, which are well formed."""
    events = [event async for event in rt.events(stream)]
    check(events)
    return events


async def final_of(stream: Any) -> dict[str, Any]:
    return final(await events_of(stream))


def final(events: list[AnyEvent]) -> dict[str, Any]:
    last = events[-1]
    assert last.type == "message_final"
    return last.event


def check(events: list[AnyEvent]) -> None:
    """One beginning, one end, ids that are used once, and events that make exactly the message that is stored."""
    types = [event.type for event in events]
    assert types[0] == "message_started"
    assert types.count("message_started") == types.count("message_final") == 1
    assert types[-1] == "message_final"
    started = [event.call_id for event in events if event.type.endswith("call_started")]  # pyright: ignore[reportAttributeAccessIssue]
    assert len(started) == len(set(started))
    numbers = [n for event in events if (n := getattr(event, "sequence_number", None)) is not None]
    assert numbers == sorted(set(numbers))
    parents = [event.parent_id for event in events if event.parent_id]
    assert set(parents) <= set(started)
    draft = Draft(events[0].event_id)
    apply_all(draft, events[:-1])
    expected = final(events)
    made = final_event(draft, usage=expected.get("usage"), stop_reason=expected.get("stop_reason"))
    assert made["segments"] == expected["segments"]
    assert made["status"] == expected["status"]


def says(segments: Any) -> list[tuple[Any, ...]]:
    """What a message shows, in short."""
    said: list[tuple[Any, ...]] = []
    for segment in segments["segments"] if isinstance(segments, dict) else segments:
        match segment["type"]:
            case "reasoning":
                said.append(("reasoning", segment["combined_text"]))
            case "text":
                said.append(("text", segment["text"]))
            case "assistant_call":
                inside = says(segment["segments"])
                said.append(("assistant", segment["name"], inside, segment.get("result"), segment.get("error")))
            case "image" | "file" as kind:
                [source] = [segment[key] for key in ("data", "url", "file_id") if key in segment]
                said.append((kind, segment["media_type"], source, segment.get("name")))
            case kind:
                said.append((kind, segment["name"], segment["input"], segment.get("result"), segment.get("error")))
    return said


# pydantic-ai ----------------------------------------------------------------------------------------------------------


async def _looks_twice(messages: list[Any], info: AgentInfo) -> AsyncIterator[Any]:
    """Thinks, looks, is told to look again, looks, and answers; both calls have the same id."""
    if len(messages) < 5:
        yield {0: DeltaThinkingPart(content=THOUGHT)}
        yield {0: DeltaThinkingPart(content=f"{len(messages)}.")}
        yield {1: DeltaToolCall(name="look", json_args='{"where": ', tool_call_id="call_0")}
        yield {1: DeltaToolCall(json_args='"there"}' if len(messages) == 1 else '"🥊"}', tool_call_id="call_0")}
    else:
        for piece in ("Nichts ", "zu sehen ", "✓"):
            yield piece


def pydantic_agent() -> Agent[None, str]:
    agent = Agent(FunctionModel(stream_function=_looks_twice))

    @agent.tool_plain(retries=2)
    def look(where: str) -> dict[str, str]:
        """Look somewhere."""
        if where == "there":
            msg = "Not there."
            raise ModelRetry(msg)
        return {"at": where}

    return agent


async def _fails(messages: list[Any], info: AgentInfo) -> AsyncIterator[Any]:
    yield {0: DeltaThinkingPart(content=THOUGHT)}
    msg = "Out of order"
    raise RuntimeError(msg)


def failing_agent() -> Agent[None, str]:
    """An agent whose model begins to think and fails."""
    return Agent(FunctionModel(stream_function=_fails))


LOOKED_TWICE = [
    ("reasoning", f"{THOUGHT}1."),
    ("tool_call", "look", {"where": "there"}),
    ("reasoning", f"{THOUGHT}3."),
    ("tool_call", "look", {"where": "🥊"}),
    ("text", ANSWER),
]
"""What that agent does, without what came of it, which not every wire can say."""


# LangGraph ------------------------------------------------------------------------------------------------------------


class ScriptedModel(BaseChatModel):
    """A chat model that streams what it is told to, one script after the other."""

    scripts: list[list[AIMessageChunk]]
    told: int = 0

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def _generate(self, messages: list[BaseMessage], *args: Any, **kwargs: Any) -> ChatResult:
        return generate_from_stream(self._stream(messages))

    def _stream(self, messages: list[BaseMessage], *args: Any, **kwargs: Any) -> Iterator[ChatGenerationChunk]:
        script = self.scripts[self.told]
        self.told += 1
        for chunk in script:
            yield ChatGenerationChunk(message=chunk.model_copy())


@tool
def look(where: str) -> str:
    """Look somewhere."""
    if where == "nowhere":
        msg = "secret path /etc"
        raise ValueError(msg)
    return f"nothing at {where}"


def piece(content: Any = "", **fields: Any) -> AIMessageChunk:
    return AIMessageChunk(content=content, **fields)


def thinks(*texts: str) -> list[AIMessageChunk]:
    return [piece([{"type": "reasoning", "reasoning": text, "index": 0}]) for text in texts]


def calls(*arguments: str, call_id: str = "call_0", index: int = 1) -> list[AIMessageChunk]:
    first: Any = {"type": "tool_call_chunk", "name": "look", "args": "", "id": call_id, "index": index}
    rest = [{**first, "name": None, "id": None, "args": text} for text in arguments]
    return [piece([], tool_call_chunks=[chunk]) for chunk in (first, *rest)]


def answers(*texts: str) -> list[AIMessageChunk]:
    return [piece(text) for text in texts]


def spent(reads: int, writes: int, thoughts: int = 0) -> AIMessageChunk:
    usage: Any = {"input_tokens": reads, "output_tokens": writes, "total_tokens": reads + writes}
    return piece([], usage_metadata={**usage, "output_token_details": {"reasoning": thoughts}})


def looking_model(where: str = "🥊", answer: tuple[str, ...] = ("Nichts ", "zu sehen ✓")) -> ScriptedModel:
    first = [*thinks(THOUGHT, "los."), *calls('{"where": ', f'"{where}"}}'), spent(10, 20, 5)]
    return ScriptedModel(scripts=[first, [*answers(*answer), spent(30, 2)]])


def looping_agent(model: BaseChatModel, *, handle_errors: Any = True) -> Any:
    """A model that calls tools until it answers."""

    async def ask(state: MessagesState) -> Any:
        return {"messages": [await model.ainvoke(state["messages"])]}

    graph = StateGraph(MessagesState)
    graph.add_node("model", ask)
    graph.add_node("tools", ToolNode([look], handle_tool_errors=handle_errors))
    graph.add_edge(START, "model")
    graph.add_conditional_edges("model", tools_condition)
    graph.add_edge("tools", "model")
    return graph.compile()


def supervising_agent(*, writer: bool = True, helpers: tuple[str, ...] = ("research",)) -> Any:
    """Helpers that are agents themselves, at the same time if there are several, and a writer that answers."""
    graph = StateGraph(MessagesState)
    for name in helpers:
        graph.add_node(name, looping_agent(looking_model(f"{name}-🥊", answer=(f"{name}: ", "leer"))))
        graph.add_edge(START, name)
    if writer:
        model = ScriptedModel(scripts=[[*answers("Nichts ", "zu sehen ✓")]])

        async def write(state: MessagesState) -> Any:
            return {"messages": [await model.ainvoke(state["messages"])]}

        graph.add_node("write", write)
        graph.add_edge(list(helpers), "write")
    return graph.compile()


LOOKED = [
    ("reasoning", f"{THOUGHT}los."),
    ("tool_call", "look", {"where": "🥊"}, "nothing at 🥊", None),
    ("text", ANSWER),
]


def researched(name: str = "research") -> tuple[Any, ...]:
    where = f"{name}-🥊"
    inside = [
        ("reasoning", f"{THOUGHT}los."),
        ("tool_call", "look", {"where": where}, f"nothing at {where}", None),
    ]
    return ("assistant", name, inside, f"{name}: leer", None)
