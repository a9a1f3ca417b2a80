"""An agent of your own that tells what it does with `rt.Trace`: it answers from the documentation of Python's own library.

From a clone:           make example NAME=agent_trace, then ask "How do I read CSV files?"
In an app of your own:  pip install reflex-thinking; reflex init; put this file in the place of the app's; reflex run
"""

import asyncio
import importlib
import importlib.util
import inspect
import pydoc
import re
import sys

import reflex as rx
import reflex_thinking as rt

COMMON = frozenset(
    re.findall(r"\w+", "a an and are can do for from how i in is it my of on or read the to use what which with you")
)
NOT_READ = frozenset({"antigravity", "this", "idlelib", "lib2to3", "turtledemo", "test"})


def search(words: list[str]) -> list[tuple[int, str, str]]:
    """The modules of the library whose name or first line has the words: (how many, name, first line), best first."""
    found: list[tuple[int, str, str]] = []
    for name in sorted(sys.stdlib_module_names - NOT_READ):
        if name.startswith("_") or (spec := importlib.util.find_spec(name)) is None or not spec.origin:
            continue
        line = pydoc.synopsis(spec.origin) if spec.origin.endswith(".py") else ""
        text = f"{name} {line or ''}".casefold()
        if hits := sum(3 * (word == name) + (word.rstrip("s") in text) for word in words):
            found.append((hits, name, line or ""))
    return sorted(found, key=lambda each: -each[0])[:4]


async def read(helper: rt.Trace, name: str, words: list[str]) -> list[str]:
    """What a module offers that has to do with the words."""
    with helper.tool("import_module", input={"name": name}, description="Loads a module of the library") as call:
        module = await asyncio.to_thread(importlib.import_module, name)
        public = [key for key in dir(module) if not key.startswith("_") and callable(getattr(module, key))]
        call.result = f"{len(public)} names"
    documented = {key: (inspect.getdoc(getattr(module, key)) or "").partition("\n")[0] for key in public}
    lines = [(f"`{name}.{key}`: {line}", f"{key} {line}".casefold()) for key, line in documented.items() if line]
    matching = [shown for shown, text in lines if any(word.rstrip("s") in text for word in words)]
    with helper.reasoning() as step:
        step.write(f"{len(matching)} of the {len(public)} names of `{name}` speak of it.")
    return matching[:4]


async def agent(trace: rt.Trace, turn: rt.Turn):
    """Search, let a reader loose on each module that fits, and say what they found."""
    words = [word for word in re.findall(r"[a-z]+", turn.text.casefold()) if word not in COMMON]
    with trace.reasoning() as step:
        step.write("They ask about ")
        step.write(", ".join(f"*{word}*" for word in words) or "nothing in particular")
        step.write(". I look for modules that say so in their first line.")
    with trace.tool("search_library", input={"words": words}, description="Searches Python's own library") as call:
        found = await asyncio.to_thread(search, words)
        call.result = [f"{name}: {line}" for _, name, line in found]
    if not found:
        trace.text("Python's library has nothing that I could find for it. Try other words.")
        return

    async def ask(name: str) -> list[str]:
        with trace.assistant("Reader", task=f"What in `{name}` helps with {', '.join(words)}?") as helper:
            lines = await read(helper, name, words)
            helper.result = "\n".join(f"- {line}" for line in lines) or "Nothing by these words."
            return lines

    answers = await asyncio.gather(*(ask(name) for _, name, _ in found[:2]))
    for (_, name, line), lines in zip(found, answers, strict=False):
        trace.text(f"**`{name}`** {line}\n\n" + "".join(f"- {each}\n" for each in lines) + "\n")
    trace.artifact("chips", [f"What does {name} do?" for _, name, _ in found[1:3]])


class Library(rt.ThinkingState, rx.State):
    """A chat whose answers the agent makes."""


rt.respond_with(Library, rt.traced(agent))


def index() -> rx.Component:
    """The chat."""
    chat = rt.chat(Library, thinking_toggle=False)  # the agent works in one way only
    return rx.container(rx.heading("Ask Python's library", size="6"), chat, size="3", padding_y="2rem")


app = rx.App()
app.add_page(index, route="/", title="An agent of your own")
