"""A model of OpenAI's with tools: it thinks, asks for a tool, is told what the tool gave, and thinks on.

From a clone:           OPENAI_API_KEY=… make example NAME=openai_tools, then ask "What time is it in Lisbon and in Tokyo?"
In an app of your own:  pip install 'reflex-thinking[openai]'; reflex init; put this file in the place of the app's;
                        OPENAI_API_KEY=… reflex run

OPENAI_MODEL names another model, OPENAI_BASE_URL another address.
"""

import os
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

import openai
import reflex as rx
import reflex_thinking as rt

MODEL = os.environ.get("OPENAI_MODEL", "gpt-5.4-mini")
MOST_ROUNDS = 8


def time_in(zone: str) -> str:
    """The time now in a time zone."""
    return datetime.now(ZoneInfo(zone)).strftime("%A, %H:%M")


def days_between(first: str, last: str) -> int:
    """How many days lie between two dates."""
    return (date.fromisoformat(last) - date.fromisoformat(first)).days


TOOLS = {"time_in": time_in, "days_between": days_between}


def described(name: str, **parameters: str) -> dict[str, Any]:
    """A tool as the model gets to know it."""
    properties = {key: {"type": "string", "description": text} for key, text in parameters.items()}
    schema = {"type": "object", "properties": properties, "required": list(parameters), "additionalProperties": False}
    return {"type": "function", "name": name, "description": TOOLS[name].__doc__, "parameters": schema, "strict": True}


DESCRIBED = [
    described("time_in", zone="A time zone such as Europe/Lisbon"),
    described("days_between", first="A date such as 2026-02-28", last="A later date"),
]


async def agent(trace: rt.Trace, turn: rt.Turn):
    """Ask, run the tools that the model asks for, tell it what they gave, until it asks for no more."""
    if not os.environ.get("OPENAI_API_KEY"):
        raise rt.RespondError("OPENAI_API_KEY is not set: set it to your key and start the app again.")
    messages = rt.requests.history(turn, "openai-responses")
    async with openai.AsyncOpenAI() as client:
        for _ in range(MOST_ROUNDS):
            request = rt.requests.openai(MODEL, thinking=turn.thinking_enabled, tools=DESCRIBED, input=messages)
            events = rt.events(client.responses.create(**request, stream=True))
            await trace.forward(events)
            if not events.calls:
                return
            results: dict[str, Any] = {}
            for call in events.calls:
                results[call.id] = run(trace, call)
            messages += rt.requests.tool_results("openai-responses", events.reply, results)
    raise rt.RespondError(f"The model asked for tools {MOST_ROUNDS} times and did not answer.")


def run(trace: rt.Trace, call: rt.ToolCall) -> Any:
    """Run a tool. One that fails is shown as failed, and the model is told so: it may know a way out."""
    try:
        with trace.tool(call.name, call_id=call.id) as running:
            if call.name not in TOOLS or not isinstance(call.input, dict):
                raise rt.RespondError(f"There is no tool {call.name!r} that takes {call.input!r}.")
            try:
                running.result = TOOLS[call.name](**call.input)
            except (TypeError, ValueError, OSError, KeyError) as error:
                raise rt.RespondError(f"{call.name} cannot use {call.input!r}: {error}") from error
            return running.result
    except rt.RespondError as error:
        return error


class Clock(rt.ThinkingState, rx.State):
    """A chat whose answers the agent makes."""


rt.respond_with(Clock, rt.traced(agent))


def index() -> rx.Component:
    """The chat."""
    return rx.container(rx.heading("Times and dates", size="6"), rt.chat(Clock), size="3", padding_y="2rem")


app = rx.App()
app.add_page(index, route="/", title="A model with tools")
