"""What "Copy Python" gives is a program that works."""

import re
import sys
import types
from collections.abc import Iterator
from typing import Any

import pytest
import reflex as rx
from reflex_base.registry import RegistrationContext

from thinking_ui.pages import review_stories  # noqa: F401  registers the stories
from thinking_ui.review.code import python_of_recording, python_of_story
from thinking_ui.review.links import CHOICES, Settings, changed
from thinking_ui.review.recordings import read_recording, scenario
from thinking_ui.review.stories import STORIES

OTHER = Settings(
    live="overlay",
    auto_close=False,
    semantics="details",
    locale="de",
    direction="rtl",
    theme="dark",
    accent="teal",
    radius="large",
)
PROPS = ("live", "auto_close", "semantics", "locale")
COMPONENTS = [name for name, story in STORIES.items() if not story.is_played]
WITH_STATES = {"state", "chat", "composer", "preferences", "thinking-toggle", "threads"}
"""Their states have the name of their module in theirs."""


@pytest.fixture(autouse=True)
def an_app_of_its_own() -> Iterator[None]:
    """A process can have one app; a copy of what is registered can have another."""
    with RegistrationContext.ensure_context().fork():
        yield


def run(code: str, name: str) -> Any:
    """Execute a program as a module of its own, which is where Reflex looks for states."""
    module = types.ModuleType(f"copied_{re.sub('[^a-z]', '_', name)}")
    sys.modules[module.__name__] = module
    exec(compile(code, module.__name__, "exec"), module.__dict__)
    return module


def without_numbers(component: rx.Component) -> str:
    """Memos are numbered as they are made."""
    return re.sub(r"(?<=[A-Za-z_])_?\d+(_[0-9a-f]{32})?|[0-9a-f]{32}", "", str(component))


@pytest.mark.parametrize("name", COMPONENTS)
@pytest.mark.slow
def test_the_python_of_a_story_runs_and_shows_the_same(name: str):
    story = STORIES[name]
    assert story.build
    module = run(python_of_story(story, story.settings), name)
    assert isinstance(module.app, rx.App)
    made = module.index()
    assert isinstance(made, rx.Component)
    if name not in WITH_STATES:
        values = {prop: getattr(story.settings, prop) for prop in PROPS}
        written = {prop: value for prop, value in values.items() if value != getattr(Settings(), prop)}
        assert without_numbers(made) == without_numbers(story.build(written))


@pytest.mark.parametrize("name", ["done", "slots", "details", "toggle-all"])
def test_settings_are_written_into_it(name: str):
    code = python_of_story(STORIES[name], OTHER)
    shown = str(run(code, f"{name} other").index())
    assert "**props" not in code
    assert all(value in shown for value in ('"details"', '"overlay"', '"de"', "autoClose:false"))
    assert 'dir="rtl"' in code
    assert 'appearance="dark", accent_color="teal", radius="large"' in code


def test_a_setting_that_a_story_takes_alone_is_written_into_it():
    story = STORIES["media"]
    assert story.build
    assert "locale" not in python_of_story(story, Settings())
    made = run(python_of_story(story, OTHER), "media other").index()
    assert without_numbers(made) == without_numbers(story.build({"locale": "de"}))


async def test_the_python_of_a_scenario_says_the_same():
    recording = await scenario("headlines")
    code = python_of_recording(recording, OTHER)
    assert (
        'rt.chat(Chat, thinking_toggle=False, live="overlay", auto_close=False, semantics="details", locale="de")'
        in code
    )
    module = run(code, "headlines run")
    assert isinstance(module.index(), rx.Component)
    said = [event async for event in module.Chat.respond(None)]
    texts = "".join(event.get("text_delta", "") for event in said)
    assert texts == "".join(getattr(event, "text_delta", "") for event in recording.events)
    kinds = [event["type"] for event in said if "text_delta" not in event]
    assert kinds == [event.type for event in recording.events if not hasattr(event, "text_delta")]


def test_hostile_text_of_a_dropped_file_stays_data():
    text = r"\"]; import os; os._exit(3) #='x'\"\"\"'''\n\u2028"
    line = f'{{"type":"text_delta","text_delta":"{text}","segment_id":"\'\'\'"}}\n'
    first = '{"type":"message_started","event_id":"m","thread_id":"t","created_at":1}\n'
    recording = read_recording("evil.jsonl", (first + line * 3).encode())
    module = run(python_of_recording(recording, Settings()), "evil")
    assert module.EVENTS[1]["text_delta"].count("import os; os._exit(3) #='x'\"\"\"'''\n\u2028") == 3


def test_every_choice_gives_python_that_can_be_compiled():
    for name, choices in CHOICES.items():
        for choice in choices:
            compile(python_of_story(STORIES["done"], changed(Settings(), name, choice)), "copied", "exec")
