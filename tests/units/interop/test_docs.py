"""Every agent of the guide answers."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest
import reflex_thinking as rt
from reflex_thinking.canonical import AnyEvent

from tests.units.interop import test_ag_ui, test_vercel
from tests.units.interop.agents import check, final, says
from tests.units.providers.replay import replaying

GUIDE = (Path(__file__).parents[3] / "docs" / "interop.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^## ([^\n]+)\n(?:(?!^## ).)*?```python\n(.*?)```", GUIDE, flags=re.S | re.M))
TURN = rt.Turn("Trains?", [], "t1", "m1", "ada")


def message_of(title: str, source: str) -> dict[str, Any]:
    # Not in an event loop: what Reflex registers when it is first imported stays in the context that imported it.
    names: dict[str, Any] = {"__name__": f"interop_{title.replace(' ', '_')}"}
    exec(compile(source, f"interop.md#{title}", "exec"), names)

    async def collect() -> list[AnyEvent]:
        return [event async for event in names["respond"](TURN)]

    events = asyncio.run(collect())
    check(events)
    return final(events)


def test_the_guide_has_an_agent_of_each_kind():
    assert set(SECTIONS) == {"pydantic-ai", "LangGraph and LangChain", "AG-UI", "Vercel AI SDK", "In a page"}
    assert len(SECTIONS) == GUIDE.count("```python")


def test_pydantic_ai():
    message = message_of("pydantic-ai", SECTIONS["pydantic-ai"])
    [call, answer] = says(message)
    assert call == ("tool_call", "search", {"query": "a"}, ["A note about a"], None)
    assert answer[0] == "text"


def test_langgraph():
    assert says(message_of("langgraph", SECTIONS["LangGraph and LangChain"])) == [
        ("assistant", "timetable", [], "Take the 18:30.", None),
        ("text", "Let us take the train."),
    ]


@pytest.mark.parametrize(
    ("title", "host", "sent"),
    [
        ("AG-UI", "http://localhost:8000", test_ag_ui.encoded(test_ag_ui.RUN)),
        ("Vercel AI SDK", "http://localhost:3000", test_vercel.encoded(test_vercel.MESSAGE)),
    ],
)
def test_agents_behind_a_protocol(title: str, host: str, sent: str):
    with replaying() as replay:
        replay.answer_with(sent.encode(), cut=11)
        assert host in SECTIONS[title]
        message = message_of(title, SECTIONS[title].replace(host, replay.url))
    assert message == final(list(rt.events(sent)))
    assert "Trains?" in str(replay.requests)


def test_the_question_to_ag_ui_is_one_that_its_servers_take():
    with replaying() as replay:
        replay.answer_with(test_ag_ui.encoded(test_ag_ui.RUN).encode())
        message_of("AG-UI", SECTIONS["AG-UI"].replace("http://localhost:8000", replay.url))
    asked = test_ag_ui.RunAgentInput.model_validate(replay.requests[0])
    assert asked.messages[0].content == "Trains?"


def test_an_agent_in_a_page():
    [answer] = says(message_of("page", SECTIONS["In a page"]))
    assert answer[0] == "text"
