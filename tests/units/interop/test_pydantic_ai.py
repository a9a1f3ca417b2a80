"""Real agents of pydantic-ai."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import AsyncIterator
from typing import Any

import reflex_thinking as rt
from pydantic import BaseModel, TypeAdapter
from pydantic_ai import Agent, DeferredToolRequests, ToolReturn
from pydantic_ai.direct import model_request_stream
from pydantic_ai.exceptions import ModelHTTPError
from pydantic_ai.messages import (
    AgentStreamEvent,
    BinaryContent,
    BinaryImage,
    FilePart,
    ModelRequest,
    ModelResponse,
    NativeToolCallPart,
    NativeToolReturnPart,
    PartDeltaEvent,
    PartEndEvent,
    PartStartEvent,
    TextPart,
    ThinkingPart,
    ThinkingPartDelta,
    ToolCallPart,
)
from pydantic_ai.models.function import AgentInfo, DeltaThinkingPart, FunctionModel
from pydantic_ai.models.test import TestModel
from pydantic_ai.profiles import ModelProfile

from tests.units.interop.agents import (
    ANSWER,
    LOOKED_TWICE,
    RED,
    THOUGHT,
    events_of,
    final,
    final_of,
    pydantic_agent,
    says,
)


def without_results(said: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    return [segment[:3] if segment[0] == "tool_call" else segment for segment in said]


async def test_an_agent_thinks_calls_tools_and_answers_in_one_message():
    events = await events_of(pydantic_agent().run_stream_events("Was siehst du?"))
    message = final(events)
    said = says(message)
    assert without_results(said) == LOOKED_TWICE
    assert (said[1][3], said[1][4]) == (None, "Not there.")
    assert (said[3][3], said[3][4]) == ({"at": "🥊"}, None)
    assert message["status"] == "done"
    assert message["usage"]["output_tokens"] > 0
    assert message["provider"] == "pydantic-ai"
    deltas = [event.text_delta for event in events if event.type in {"reasoning_part_delta", "text_delta"}]  # pyright: ignore[reportAttributeAccessIssue]
    assert deltas == [THOUGHT, "1.", THOUGHT, "3.", "Nichts ", "zu sehen ", "✓"]


async def test_calls_of_several_rounds_stay_apart_although_they_have_one_id():
    message = await final_of(pydantic_agent().run_stream_events("?"))
    ids = [segment["id"] for segment in message["segments"] if segment["type"] == "tool_call"]
    assert ids[0] == "call_0"
    assert len(set(ids)) == 2


async def test_events_of_a_run_that_is_gone_through_by_hand():
    agent = pydantic_agent()

    async def events() -> AsyncIterator[Any]:
        async with agent.iter("Was siehst du?") as run:
            async for node in run:
                if Agent.is_model_request_node(node) or Agent.is_call_tools_node(node):
                    async with node.stream(run.ctx) as stream:
                        async for event in stream:
                            yield event

    message = await final_of(events())
    assert without_results(says(message)) == LOOKED_TWICE
    assert message["status"] == "done"


def plain_agent() -> Agent[None, str]:
    agent = Agent(TestModel(custom_output_text=ANSWER))

    @agent.tool_plain
    def look(where: str) -> list[str]:
        """Look somewhere."""
        return [where]

    return agent


PLAIN = [("tool_call", "look", {"where": "a"}, ["a"], None), ("text", ANSWER)]


async def test_the_nodes_of_a_run_and_the_finished_run_say_the_same():
    agent = plain_agent()
    by_nodes = await final_of(agent.iter("?"))
    assert says(by_nodes) == PLAIN
    result = await agent.run("?")
    assert says(final(list(rt.events(result)))) == PLAIN
    assert by_nodes["usage"] == final(list(rt.events(result)))["usage"]
    assert by_nodes["model"] == "test"


async def test_a_finished_run_with_history_tells_this_turn_alone():
    agent = plain_agent()
    first = await agent.run("?")
    second = await agent.run("??", message_history=first.all_messages())
    [text] = says(final(list(rt.events(second))))
    assert text == ("text", ANSWER)


async def test_a_run_that_stops_between_its_nodes_is_not_done():
    async def first_nodes() -> AsyncIterator[Any]:
        async with plain_agent().iter("?") as run:
            async for node in run:
                yield node
                if Agent.is_call_tools_node(node):
                    return

    message = await final_of(first_nodes())
    assert message["error"]["code"] == "cut"
    assert says(message)[0][:2] == ("tool_call", "look")


async def test_a_model_without_an_agent():
    async def think(messages: Any, info: AgentInfo) -> AsyncIterator[Any]:
        yield {0: DeltaThinkingPart(content=THOUGHT)}
        yield ANSWER

    stream = model_request_stream(FunctionModel(stream_function=think), [ModelRequest.user_text_prompt("?")])
    assert says(await final_of(stream)) == [("reasoning", THOUGHT), ("text", ANSWER)]
    whole = ModelResponse([ThinkingPart(THOUGHT), TextPart(ANSWER), ToolCallPart("look", {"where": "x"}, "c")])
    reading = rt.events(whole)
    assert says(final(list(reading)))[:2] == [("reasoning", THOUGHT), ("text", ANSWER)]
    assert reading.calls == [rt.ToolCall("c", "look", {"where": "x"})]


async def test_output_that_is_no_text_is_kept_beside_the_answer():
    class Place(BaseModel):
        name: str
        far: int

    agent = Agent(TestModel(custom_output_args={"name": "🥊", "far": 3}), output_type=Place)
    message = await final_of(agent.run_stream_events("?"))
    assert message["artifacts"] == {"output": {"name": "🥊", "far": 3}}
    [(kind, _, given, _, error)] = says(message)
    assert (kind, given, error) == ("tool_call", {"name": "🥊", "far": 3}, None)


def drawing(messages: Any, info: AgentInfo) -> ModelResponse:
    image = FilePart(BinaryImage(data=b64decode(RED), media_type="image/png"))
    return ModelResponse([TextPart("Rot:"), image, FilePart(BinaryContent(data=b"a,b", media_type="text/csv"))])


DREW = [("text", "Rot:"), ("image", "image/png", RED, None), ("file", "text/csv", "YSxi", None)]


async def test_images_and_files_that_a_model_makes_are_parts_of_the_message():
    response = drawing(None, None)  # pyright: ignore[reportArgumentType]
    assert says(final(list(rt.events(response)))) == DREW
    events = [
        event
        for index, part in enumerate(response.parts)
        for event in (PartStartEvent(index=index, part=part), PartEndEvent(index=index, part=part))
    ]
    assert says(final(list(rt.events(events)))) == DREW
    lines = [TypeAdapter[Any](AgentStreamEvent).dump_json(event) + b"\n" for event in events]
    assert says(final(list(rt.events(lines)))) == DREW


async def test_an_image_that_is_the_output_of_a_run_is_shown_once_and_is_no_artifact():
    model = FunctionModel(drawing, profile=ModelProfile(supports_image_output=True))
    result = await Agent(model, output_type=BinaryImage).run("?")
    message = final(list(rt.events(result)))
    assert says(message) == DREW
    assert "artifacts" not in message


async def test_a_run_that_waits_for_approval_is_not_done_and_tells_what_it_waits_for():
    agent = Agent(TestModel(call_tools=["delete"]), output_type=[str, DeferredToolRequests])

    @agent.tool_plain(requires_approval=True)
    def delete(path: str) -> str:
        """Delete a file."""
        return path

    reading = rt.events(agent.run_stream_events("?"))
    message = final([event async for event in reading])
    assert (message["stop_reason"], message["incomplete"]) == ("deferred-tools", True)
    assert [call.name for call in reading.calls] == ["delete"]


async def test_a_tool_that_gives_objects_gives_their_json():
    agent = Agent(TestModel(call_tools=["find"], custom_output_text=ANSWER))

    class Found(BaseModel):
        where: str

    @agent.tool_plain
    def find() -> Any:
        """Find it."""
        return ToolReturn(return_value=[Found(where="🥊")], metadata={"secret": 1})

    message = await final_of(agent.run_stream_events("?"))
    assert says(message)[0] == ("tool_call", "find", {}, [{"where": "🥊"}], None)
    assert "secret" not in str(message)


async def test_a_model_that_fails_keeps_what_had_arrived():
    async def fails(messages: Any, info: AgentInfo) -> AsyncIterator[Any]:
        yield {0: DeltaThinkingPart(content=THOUGHT)}
        raise ModelHTTPError(429, "m", {"error": {"message": "Slow down", "code": "rate_limit"}})

    message = await final_of(Agent(FunctionModel(stream_function=fails)).run_stream_events("?"))
    assert message["status"] == "error"
    assert message["error"]["code"] == "rate_limit"
    assert says(message) == [("reasoning", THOUGHT)]


async def test_a_reader_that_goes_away_stops_the_agent():
    closed: list[bool] = []

    async def endless(messages: Any, info: AgentInfo) -> AsyncIterator[Any]:
        try:
            while True:
                yield "more "
        finally:
            closed.append(True)

    reading = aiter(rt.events(Agent(FunctionModel(stream_function=endless)).run_stream_events("?")))
    for _ in range(3):
        await anext(reading)
    await reading.aclose()  # pyright: ignore[reportAttributeAccessIssue]
    assert closed == [True]


def test_parts_of_one_reasoning_are_one_segment_and_hidden_ones_are_told():
    events = [
        PartStartEvent(index=0, part=ThinkingPart("a", id="rs_1", provider_name="openai", signature="s3cret")),
        PartDeltaEvent(index=0, delta=ThinkingPartDelta(content_delta="b")),
        PartEndEvent(index=0, part=ThinkingPart("ab", id="rs_1", provider_name="openai")),
        PartStartEvent(index=1, part=ThinkingPart("c", id="rs_1", provider_name="openai")),
        PartEndEvent(index=1, part=ThinkingPart("cd", id="rs_1", provider_name="openai")),
        PartStartEvent(index=2, part=ThinkingPart("", signature="s3cret", provider_name="anthropic")),
        PartEndEvent(index=2, part=ThinkingPart("", signature="s3cret", provider_name="anthropic")),
    ]
    message = final(list(rt.events(events)))
    first, second = message["segments"]
    assert [part["text"] for part in first["parts"]] == ["ab", "cd"]
    assert second["parts"][0]["redacted"] is True
    assert "s3cret" not in str(message)


def test_tools_that_the_provider_runs_are_told_as_such():
    call = NativeToolCallPart("web_search", {"q": "🥊"}, "s")
    found = NativeToolReturnPart("web_search", {"hits": 0}, "s")
    events = [
        PartStartEvent(index=0, part=call),
        PartEndEvent(index=0, part=call),
        PartStartEvent(index=1, part=found),
        PartEndEvent(index=1, part=found),
    ]
    reading = rt.events(events)
    assert says(final(list(reading))) == [("web_search_call", "web_search", {"q": "🥊"}, {"hits": 0}, None)]
    assert reading.calls == []


async def test_events_as_json_say_the_same_but_for_the_outcome_of_the_run():
    async with pydantic_agent().run_stream_events("?") as stream:
        objects = [event async for event in stream]
    lines = [TypeAdapter[Any](AgentStreamEvent).dump_json(event) + b"\n" for event in objects[:-1]]
    assert says(final(list(rt.events(lines)))) == says(final(list(rt.events(objects))))


async def test_a_run_that_is_cut_is_noticed_unless_a_model_may_have_ended_there():
    async with pydantic_agent().run_stream_events("?") as stream:
        objects = [event async for event in stream]
    for length in range(1, len(objects) + 1):
        message = final(list(rt.events(objects[:length])))
        may_end = objects[length - 1].event_kind in {"part_end", "agent_run_result"}
        assert message.get("error", {}).get("code") == (None if may_end else "cut"), objects[length - 1]
