"""The Python of what is on screen: an app of its own that shows a story with its settings.

A story's code is the story's own source. Its settings are written into it, and whatever else it uses is put before it.
"""

from __future__ import annotations

import ast
import functools
import inspect
import pprint
import re
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

from reflex_thinking import Message, ThinkingBlock
from reflex_thinking import canonical as ev

from ..scenarios import blocks, pictures
from .links import Settings, direction_of
from .recordings import Recording
from .stories import Story

_DATA = re.compile(r"\b(blocks|pictures)\.([A-Z_]+)\b")
_PROP = re.compile(r',\s*(\w+)=props\.get\("\1"\)')
_PROPS = ("live", "auto_close", "semantics", "locale")
_STREAM = '''
def pieces(event):
    """An event with text, word by word."""
    words = re.findall(r"\\S+\\s*|\\s+", event.get("text_delta", ""))
    return [{**event, "text_delta": word} for word in words] or [event]


class Chat(rt.ThinkingState, rx.State):
    """Plays the recording, whatever is asked."""

    @staticmethod
    async def respond(turn: rt.Turn):
        for event in EVENTS:
            for piece in pieces(event):
                await asyncio.sleep(0.02)
                yield piece
'''


def python_of_story(story: Story, settings: Settings) -> str:
    """An app that shows a story.

    Args:
        story: One that has a function.
        settings: How it is shown.
    """
    build = cast("Callable[..., Any]", story.build)
    module = _Source(build.__module__)
    name = build.__name__
    body = _with_props(module.body(name), settings)
    needed = [module.definition(used) for used in module.uses(name)]
    text = "\n\n\n".join([*needed, f"def index() -> rx.Component:\n{body}"])
    data = [_data(*found) for found in dict.fromkeys(_DATA.findall(text))]
    return _app([], [*data, _DATA.sub(r"\2", text)], settings)


def python_of_recording(recording: Recording, settings: Settings) -> str:
    """An app whose assistant plays a recording."""
    events = f"EVENTS = {pprint.pformat(list(_joined(recording.events)), width=118, sort_dicts=False)}"
    props = ", ".join(["Chat", "thinking_toggle=False", *_written_props(settings).values()])
    index = f"def index() -> rx.Component:\n    return rt.chat({props})"
    return _app(["asyncio", "re"], [events, _STREAM.strip(), index], settings)


def _app(modules: list[str], parts: list[str], settings: Settings) -> str:
    shown = f"Shown {settings.width} pixels wide, with text at {settings.text} % and {settings.motion} motion."
    theme = f'appearance="{settings.theme}", accent_color="{settings.accent}", radius="{settings.radius}"'
    imports = "".join(f"import {name}\n" for name in modules) + ("\n" if modules else "")
    page = f'lambda: rx.el.div(index(), dir="{direction_of(settings)}")' if direction_of(settings) == "rtl" else "index"
    app = f'app = rx.App(theme=rx.theme({theme}))\napp.add_page({page}, route="/")'
    head = f'"""{shown}"""\n\n{imports}import reflex as rx\nimport reflex_thinking as rt'
    return "\n\n\n".join([head, *parts, app]) + "\n"


def _written_props(settings: Settings) -> dict[str, str]:
    usual = Settings()
    values = {name: getattr(settings, name) for name in _PROPS if getattr(settings, name) != getattr(usual, name)}
    return {
        name: f'{name}="{value}"' if isinstance(value, str) else f"{name}={value}" for name, value in values.items()
    }


def _with_props(source: str, settings: Settings) -> str:
    """The source with each ``**props``, or one of them, replaced by what the settings say."""
    props = _written_props(settings)
    source = _PROP.sub(lambda found: f", {props[found[1]]}" if found[1] in props else "", source)
    if props:
        return source.replace("**props", ", ".join(props.values()))
    return re.sub(r",\s*\*\*props(?=,?\s*\))|\*\*props,?\s*", "", source)


def _data(module: str, name: str) -> str:
    value: Message | ThinkingBlock = getattr({"blocks": blocks, "pictures": pictures}[module], name)
    has_kinds = isinstance(value, Message)  # the kind of a part is a default, and reading needs it
    needed = value.model_dump(mode="json", by_alias=True, exclude_none=True, exclude_defaults=not has_kinds)
    text = pprint.pformat(needed, width=112, sort_dicts=False)
    return f"{name} = rt.{type(value).__name__}.from_json(\n{textwrap.indent(text, '    ')}\n)"


def _joined(events: tuple[ev.AnyEvent, ...]) -> Iterator[dict[str, Any]]:
    """The events as JSON, the words of a text in one; without what a run adds by itself."""
    last: dict[str, Any] = {}
    for event in events:
        data = {
            key: value for key, value in event.to_json_dict().items() if key not in {"event_id", "at", "created_at"}
        }
        text = data.get("text_delta")
        if text and {**data, "text_delta": ""} == {**last, "text_delta": ""}:
            last["text_delta"] += text
            continue
        if last:
            yield last
        last = data
    if last:
        yield last


class _Source:
    """The source of a module, by what is defined in it."""

    def __init__(self, module: str) -> None:
        path = inspect.getsourcefile(sys.modules[module])
        self._text = _read(path or "")
        self._nodes: dict[str, ast.stmt] = {}
        for node in ast.parse(self._text).body:
            match node:
                case ast.FunctionDef() | ast.ClassDef():
                    self._nodes[node.name] = node
                case ast.Assign(targets=[ast.Name(id=name)]):
                    self._nodes[name] = node
                case _:
                    pass

    def definition(self, name: str) -> str:
        """All of a definition, with its decorators."""
        node = self._nodes[name]
        first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", ()))])
        return self._lines(first, node.end_lineno)

    def body(self, name: str) -> str:
        """What stands in a function, without its docstring."""
        node = cast("ast.FunctionDef", self._nodes[name])
        return self._lines(node.body[1].lineno, node.end_lineno)

    def uses(self, name: str) -> list[str]:
        """What else of the module a definition needs, in the order of the module."""
        found: set[str] = set()
        waiting = [name]
        while waiting:
            for node in ast.walk(self._nodes[waiting.pop()]):
                if isinstance(node, ast.Name) and node.id in self._nodes and node.id not in {*found, name, "story"}:
                    found.add(node.id)
                    waiting.append(node.id)
        return [known for known in self._nodes if known in found]

    def _lines(self, first: int, last: int | None) -> str:
        return "\n".join(self._text.splitlines()[first - 1 : last])


@functools.cache
def _read(path: str) -> str:
    return Path(path).read_text(encoding="utf-8")
