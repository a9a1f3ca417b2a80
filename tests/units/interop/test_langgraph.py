"""Real graphs and models of LangGraph and LangChain."""

from __future__ import annotations

from typing import Any

import pytest
import reflex_thinking as rt
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, AIMessageChunk, HumanMessage, ToolMessage, message_to_dict
from langchain_core.runnables import RunnableLambda
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.types import Command, Send, interrupt

from tests.units.interop.agents import (
    ANSWER,
    LOOKED,
    QUESTION,
    RED,
    THOUGHT,
    ScriptedModel,
    answers,
    calls,
    events_of,
    final,
    final_of,
    look,
    looking_model,
    looping_agent,
    piece,
    researched,
    says,
    spent,
    supervising_agent,
    thinks,
)

MODES: Any = [
    "messages",
    "updates",
    "values",
    ["messages"],
    ["messages", "updates"],
    ["updates", "messages", "values", "custom", "debug", "tasks", "checkpoints"],
]


@pytest.mark.parametrize("version", ["v1", "v2"])
@pytest.mark.parametrize("mode", MODES, ids=str)
async def test_an_agent_says_the_same_in_every_mode(mode: Any, version: Any):
    stream = looping_agent(looking_model()).astream(QUESTION, stream_mode=mode, version=version)
    message = await final_of(stream)
    assert says(message) == LOOKED
    assert message["status"] == "done"
    assert message["provider"] == "langchain"


async def test_an_agent_says_the_same_through_events():
    stream = looping_agent(looking_model()).astream_events(QUESTION, version="v2")
    message = await final_of(stream)
    assert says(message) == LOOKED
    assert message["usage"] == {"input_tokens": 40, "output_tokens": 22, "reasoning_tokens": 5}


async def test_it_is_told_as_it_happens():
    events = await events_of(looping_agent(looking_model()).astream(QUESTION, stream_mode=["messages", "updates"]))
    assert [event.type for event in events] == [
        "message_started",
        "reasoning_part_started",
        "reasoning_part_delta",
        "reasoning_part_delta",
        "reasoning_part_completed",
        "tool_call_started",
        "tool_call_update",
        "tool_call_update",
        "tool_result",
        "text_delta",
        "text_delta",
        "message_final",
    ]
    assert final(events)["usage"] == {"input_tokens": 40, "output_tokens": 22, "reasoning_tokens": 5}


def test_a_graph_that_is_not_asynchronous_is_read_with_a_plain_loop():
    model = GenericFakeChatModel(messages=iter([AIMessage("Nichts zu sehen ✓")]))

    def ask(state: MessagesState) -> Any:
        return {"messages": [model.invoke(state["messages"])]}

    graph = StateGraph(MessagesState)
    graph.add_node("model", ask)
    graph.add_edge(START, "model")
    events = list(rt.events(graph.compile().stream(QUESTION, stream_mode="messages")))
    assert sum(event.type == "text_delta" for event in events) > 3
    assert says(final(events)) == [("text", ANSWER)]


# Graphs in graphs -----------------------------------------------------------------------------------------------------

NESTED: Any = [
    {"stream_mode": "messages"},
    {"stream_mode": "updates"},
    {"stream_mode": "values"},
    {"stream_mode": ["messages", "updates"]},
    {"stream_mode": ["messages", "updates"], "version": "v2"},
]


@pytest.mark.parametrize("options", NESTED, ids=str)
async def test_a_graph_in_a_graph_is_another_assistant(options: Any):
    message = await final_of(supervising_agent().astream(QUESTION, subgraphs=True, **options))
    assert says(message) == [researched(), ("text", ANSWER)]


async def test_a_graph_in_a_graph_is_another_assistant_through_events():
    events = await events_of(supervising_agent().astream_events(QUESTION, version="v2"))
    assert says(final(events)) == [researched(), ("text", ANSWER)]
    types = [event.type for event in events]
    assert types.index("assistant_result") < types.index("text_delta", types.index("assistant_result"))


async def test_an_assistant_is_done_when_its_node_is():
    stream = supervising_agent().astream(QUESTION, subgraphs=True, stream_mode=["messages", "updates"])
    events = await events_of(stream)
    [ended] = [number for number, event in enumerate(events) if event.type == "assistant_result"]
    assert all(event.parent_id is None for event in events[ended:])
    assert "".join(event.text_delta for event in events[ended:] if event.type == "text_delta") == ANSWER


@pytest.mark.parametrize("mode", ["messages", ["messages", "updates"]], ids=str)
async def test_assistants_at_the_same_time_stay_apart_although_their_calls_have_one_id(mode: Any):
    helpers = ("research", "archive", "press")
    stream = supervising_agent(helpers=helpers).astream(QUESTION, subgraphs=True, stream_mode=mode)
    *assistants, answer = says(await final_of(stream))
    assert sorted(assistants) == sorted(map(researched, helpers))
    assert answer == ("text", ANSWER)


async def test_one_node_many_times_at_once():
    helper = looping_agent(ScriptedModel(scripts=[answers(f"{number} ", "ist leer") for number in range(3)]))
    graph = StateGraph(MessagesState)
    graph.add_node("helper", helper)
    graph.add_conditional_edges(START, lambda state: [Send("helper", state) for _ in range(3)], ["helper"])
    stream = graph.compile().astream(QUESTION, subgraphs=True, stream_mode=["messages", "updates"])
    events = await events_of(stream)
    said = says(final(events))
    assert sorted(said[:3]) == [("assistant", "helper", [], f"{number} ist leer", None) for number in range(3)]
    ends = [number for number, event in enumerate(events) if event.type == "assistant_result"]
    assert len(ends) == 3
    assert all(number < len(events) - 2 for number in ends)


@pytest.mark.parametrize("mode", ["messages", "updates", ["messages", "updates"]], ids=str)
async def test_the_last_words_of_an_assistant_are_the_answer_when_nobody_else_answers(mode: Any):
    stream = supervising_agent(writer=False).astream(QUESTION, subgraphs=True, stream_mode=mode)
    assert says(await final_of(stream)) == [researched(), ("text", "research: leer")]


async def test_a_graph_three_levels_down():
    outer = StateGraph(MessagesState)
    outer.add_node("team", supervising_agent(writer=False))
    outer.add_edge(START, "team")
    stream = outer.compile().astream(QUESTION, subgraphs=True, stream_mode=["messages", "updates"])
    [team, answer] = says(await final_of(stream))
    assert team[:3] == ("assistant", "team", [researched()])
    assert answer == ("text", "research: leer")


async def test_an_agent_that_a_tool_asks_is_another_assistant():
    helper = looping_agent(ScriptedModel(scripts=[answers("leer")]))

    async def ask(state: MessagesState) -> Any:
        found = await helper.ainvoke(QUESTION)
        return {"messages": [AIMessage(f"Der Helfer sagt: {found['messages'][-1].text}")]}

    graph = StateGraph(MessagesState)
    graph.add_node("asks", ask)
    graph.add_edge(START, "asks")
    stream = graph.compile().astream(QUESTION, subgraphs=True, stream_mode=["messages", "updates"])
    assert says(await final_of(stream)) == [
        ("assistant", "asks", [], "leer", None),
        ("text", "Der Helfer sagt: leer"),
    ]


# History --------------------------------------------------------------------------------------------------------------

EARLIER = [HumanMessage("Früher?", id="h1"), AIMessage("Früher.", id="a1"), HumanMessage("Und jetzt?", id="h2")]


@pytest.mark.parametrize("subgraphs", [False, True])
@pytest.mark.parametrize("mode", [*MODES, ["updates", "values"]], ids=str)
async def test_what_was_said_in_earlier_turns_is_not_said_again(mode: Any, subgraphs: bool):
    stream = supervising_agent().astream({"messages": EARLIER}, stream_mode=mode, subgraphs=subgraphs)
    said = says(await final_of(stream))
    assert said[-1] == ("text", ANSWER)
    assert "Früher." not in str(said)


async def test_a_finished_state_is_read_from_the_last_question_on():
    state = await looping_agent(looking_model()).ainvoke({"messages": EARLIER})
    assert says(final(list(rt.events(state)))) == LOOKED


# Models ---------------------------------------------------------------------------------------------------------------


async def test_a_model_alone_tells_what_it_wants_called():
    reading = rt.events(looking_model().astream("Was siehst du?"))
    assert [event async for event in reading]
    assert reading.calls == [rt.ToolCall("call_0", "look", {"where": "🥊"})]


async def test_a_finished_message_is_read_like_a_stream():
    message = AIMessage(
        [{"type": "reasoning", "reasoning": THOUGHT}, {"type": "text", "text": ANSWER}],
        tool_calls=[{"name": "look", "args": {"where": "🥊"}, "id": "c"}],
        response_metadata={"model_name": "m-1", "finish_reason": "length"},
    )
    found = final(list(rt.events(message)))
    assert says(found) == [("reasoning", THOUGHT), ("text", ANSWER), ("tool_call", "look", {"where": "🥊"}, None, None)]
    assert (found["model"], found["stop_reason"], found["incomplete"]) == ("m-1", "length", True)


async def test_several_calls_at_once_keep_their_own_arguments():
    script = [
        *calls('{"where": ', call_id="a", index=0),
        *calls('{"where": "two"}', call_id="b", index=1),
        piece(
            [], tool_call_chunks=[{"type": "tool_call_chunk", "name": None, "args": '"one"}', "id": None, "index": 0}]
        ),
    ]
    stream = looping_agent(ScriptedModel(scripts=[script, answers(ANSWER)])).astream(QUESTION, stream_mode="messages")
    assert says(await final_of(stream)) == [
        ("tool_call", "look", {"where": "one"}, "nothing at one", None),
        ("tool_call", "look", {"where": "two"}, "nothing at two", None),
        ("text", ANSWER),
    ]


async def test_calls_of_several_rounds_stay_apart_although_they_have_one_id():
    scripts = [[*calls(f'{{"where": "{number}"}}')] for number in range(4)]
    agent = looping_agent(ScriptedModel(scripts=[*scripts, answers(ANSWER)]))
    said = says(await final_of(agent.astream(QUESTION, stream_mode=["messages", "updates"])))
    assert said == [
        *(("tool_call", "look", {"where": str(n)}, f"nothing at {n}", None) for n in range(4)),
        ("text", ANSWER),
    ]


@pytest.mark.parametrize(
    "chunks",
    [
        [piece([{"type": "thinking", "thinking": text, "index": 0}]) for text in (THOUGHT, "los.")],
        [
            piece(
                [{"type": "thinking", "thinking": text, "index": 0}],
                response_metadata={"model_provider": "anthropic"},
            )
            for text in (THOUGHT, "los.")
        ],
        [
            piece(
                [{"type": "reasoning", "summary": [{"index": 0, "type": "summary_text", "text": text}], "index": 0}],
                response_metadata={"model_provider": "openai"},
            )
            for text in (THOUGHT, "los.")
        ],
        [piece("", additional_kwargs={"reasoning_content": text}) for text in (THOUGHT, "los.")],
    ],
    ids=["thinking", "anthropic", "openai", "reasoning_content"],
)
async def test_reasoning_is_found_under_the_names_that_providers_have_for_it(chunks: list[AIMessageChunk]):
    stream = ScriptedModel(scripts=[[*chunks, *answers(ANSWER)]]).astream("?")
    assert says(await final_of(stream)) == [("reasoning", f"{THOUGHT}los."), ("text", ANSWER)]


async def test_reasoning_after_the_answer_stands_after_it():
    script = [
        piece([{"type": "reasoning", "reasoning": "a", "index": 0}]),
        piece([{"type": "text", "text": "b", "index": 1}]),
        piece([{"type": "reasoning", "reasoning": "c", "index": 2}]),
        piece([{"type": "text", "text": "d", "index": 3}]),
    ]
    said = says(await final_of(ScriptedModel(scripts=[script]).astream("?")))
    assert said == [("reasoning", "a"), ("text", "b"), ("reasoning", "c"), ("text", "d")]


IMAGE = {"type": "image", "base64": RED, "mime_type": "image/png"}


@pytest.mark.parametrize(
    ("block", "expected"),
    [
        (IMAGE, ("image", "image/png", RED, None)),
        ({"type": "image", "base64": RED}, ("image", "image/png", RED, None)),
        (
            {"type": "image", "url": "https://example.org/a.png"},
            ("image", "image/png", "https://example.org/a.png", None),
        ),
        ({"type": "image", "file_id": "file_1"}, ("image", "application/octet-stream", "file_1", None)),
        (
            {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{RED}"}},
            ("image", "image/png", RED, None),
        ),
        ({"type": "image_url", "image_url": f"data:image/png;base64,{RED}"}, ("image", "image/png", RED, None)),
        ({"type": "image_url", "image_url": "data:text/html,<b>"}, ("file", "text/html", "PGI+", None)),
        (
            {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": RED}},
            ("image", "image/png", RED, None),
        ),
        (
            {"type": "file", "base64": "YSxi", "mime_type": "text/csv", "extras": {"filename": "a.csv"}},
            ("file", "text/csv", "YSxi", "a.csv"),
        ),
        ({"type": "file", "file_id": "file_1"}, ("file", "application/octet-stream", "file_1", None)),
    ],
)
async def test_images_and_files_stand_where_they_came(block: Any, expected: Any):
    chunks = [*thinks(THOUGHT), *answers("Rot: "), piece([block]), *answers("und ", "aus")]
    model = ScriptedModel(scripts=[chunks])
    said = [("reasoning", THOUGHT), ("text", "Rot: "), expected, ("text", "und aus")]
    for mode in ("messages", "values", ["messages", "updates", "values"]):
        model.told = 0
        stream = looping_agent(model).astream(QUESTION, stream_mode=mode)
        assert says(await final_of(stream)) == said, mode


async def test_the_image_of_an_assistant_is_part_of_the_answer_when_nobody_else_answers():
    artist = looping_agent(ScriptedModel(scripts=[[*answers("Rot: "), piece([IMAGE])]]))
    graph = StateGraph(MessagesState)
    graph.add_node("artist", artist)
    graph.add_edge(START, "artist")
    message = await final_of(graph.compile().astream(QUESTION, stream_mode="messages", subgraphs=True))
    image = ("image", "image/png", RED, None)
    assert says(message) == [("assistant", "artist", [image], "Rot: ", None), ("text", "Rot: "), image]


async def test_an_image_at_the_top_level_is_an_answer():
    artist = looping_agent(ScriptedModel(scripts=[[*answers("Gleich.")]]))
    model = ScriptedModel(scripts=[[piece([IMAGE])]])

    async def draw(state: MessagesState) -> Any:
        return {"messages": [await model.ainvoke(state["messages"])]}

    graph = StateGraph(MessagesState)
    graph.add_node("artist", artist)
    graph.add_node("draw", draw)
    graph.add_edge(START, "artist")
    graph.add_edge("artist", "draw")
    message = await final_of(graph.compile().astream(QUESTION, stream_mode="messages", subgraphs=True))
    assert says(message) == [("assistant", "artist", [], "Gleich.", None), ("image", "image/png", RED, None)]


async def test_tools_that_the_provider_runs_are_told_as_such():
    script = [
        piece(
            [{"type": "server_tool_call", "id": "s", "name": "web_search", "args": {"q": "🥊"}}],
            response_metadata={"output_version": "v1"},
        ),
        piece(
            [{"type": "server_tool_result", "tool_call_id": "s", "status": "success", "output": ["leer"]}],
            response_metadata={"output_version": "v1"},
        ),
        *answers(ANSWER),
    ]
    reading = rt.events(ScriptedModel(scripts=[script]).astream("?"))
    events = [event async for event in reading]
    assert says(final(events)) == [
        ("web_search_call", "web_search", {"q": "🥊"}, ["leer"], None),
        ("text", ANSWER),
    ]
    assert reading.calls == []


# What goes wrong ------------------------------------------------------------------------------------------------------


async def test_a_tool_that_fails_and_is_handled():
    agent = looping_agent(looking_model("nowhere"), handle_errors="Try elsewhere.")
    said = says(await final_of(agent.astream(QUESTION, stream_mode=["messages", "updates"])))
    assert said[1] == ("tool_call", "look", {"where": "nowhere"}, None, "Try elsewhere.")
    assert said[2] == ("text", ANSWER)


@pytest.mark.parametrize("mode", ["messages", None], ids=str)
async def test_a_graph_that_raises_keeps_what_had_arrived_and_leaks_nothing(mode: Any):
    agent = looping_agent(looking_model("nowhere"), handle_errors=False)
    stream = agent.astream(QUESTION, stream_mode=mode) if mode else agent.astream_events(QUESTION, version="v2")
    message = await final_of(stream)
    assert message["status"] == "error"
    assert message["error"]["code"] == "ValueError"
    assert says(message)[0] == ("reasoning", f"{THOUGHT}los.")
    assert message["segments"][1]["status"] == "error"
    assert "secret" not in str(message)


async def test_a_graph_that_waits_for_somebody_is_not_done():
    def approve(state: MessagesState) -> Any:
        return {"messages": [AIMessage(f"Du sagst {interrupt('Darf ich?')}.")]}

    graph = StateGraph(MessagesState)
    graph.add_node("approve", approve)
    graph.add_edge(START, "approve")
    agent = graph.compile(checkpointer=InMemorySaver())
    config: Any = {"configurable": {"thread_id": "1"}}
    waiting = await final_of(agent.astream(QUESTION, config, stream_mode=["messages", "updates"]))
    assert (waiting["stop_reason"], waiting["incomplete"], waiting["segments"]) == ("interrupt", True, [])
    resumed = await final_of(agent.astream(Command(resume="ja"), config, stream_mode=["messages", "updates"]))
    assert says(resumed) == [("text", "Du sagst ja.")]


async def test_a_tool_that_no_model_asked_for_is_told_through_events():
    chain = RunnableLambda(lambda where: where) | look
    message = await final_of(chain.astream_events({"where": "🥊"}, version="v2"))
    assert says(message) == [("tool_call", "look", {"where": "🥊"}, "nothing at 🥊", None)]


async def test_every_piece_that_is_missing_at_the_end_is_noticed():
    chunks = [chunk async for chunk in looping_agent(looking_model()).astream(QUESTION, stream_mode="messages")]
    whole = {
        index + 1 for index, (message, _) in enumerate(chunks) if getattr(message, "chunk_position", "last") == "last"
    }
    for length in range(1, len(chunks) + 1):
        message = final(list(rt.events(chunks[:length])))
        assert message["status"] == ("done" if length in whole else "error")


async def test_messages_as_json_are_read_like_the_objects():
    """As a graph that runs elsewhere gives them."""
    objects = [chunk async for chunk in looping_agent(looking_model()).astream(QUESTION, stream_mode="messages")]
    plain = [("messages", [message_to_dict(message)["data"], about]) for message, about in objects]
    assert says(final(list(rt.events(plain)))) == LOOKED


async def test_a_message_that_comes_with_the_state_alone_is_told_once():
    def tell(state: MessagesState) -> Any:
        return {"messages": [AIMessage(ANSWER), ToolMessage("x", tool_call_id="unknown", name="look")]}

    graph = StateGraph(MessagesState)
    graph.add_node("tell", tell)
    graph.add_edge(START, "tell")
    stream = graph.compile().astream(QUESTION, stream_mode=["messages", "updates", "values"])
    assert says(await final_of(stream)) == [("text", ANSWER), ("tool_call", "look", None, "x", None)]


def test_usage_of_several_models_adds_up():
    events = list(rt.events([*thinks("a"), spent(1, 2, 3), spent(10, 20, 30)]))
    assert final(events)["usage"] == {"input_tokens": 11, "output_tokens": 22, "reasoning_tokens": 33}
