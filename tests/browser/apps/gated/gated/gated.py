"""A chat whose assistant does what it is told, word by word, and waits at gates until a test opens them."""

import asyncio
import itertools
from collections import defaultdict
from typing import Any

import reflex as rx
import reflex_thinking as rt
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

MODES = ("expanded", "collapsed", "overlay", "progress")
GATES: defaultdict[str, asyncio.Event] = defaultdict(asyncio.Event)


class Gated(rt.ThinkingState, rx.State):
    """``gate:a think:Hm. tool:search say:Yes.`` waits for the gate a, thinks, calls a tool and answers."""

    @staticmethod
    async def respond(turn: rt.Turn):
        """Do what is told; an underscore stands for a space."""
        numbers = itertools.count(1)
        for word in turn.text.split():
            what, _, detail = word.partition(":")
            detail = detail.replace("_", " ")
            match what:
                case "gate":
                    await GATES[detail].wait()
                case "think":
                    yield rt.reasoning(detail)
                case "say":
                    yield detail
                case "tool":
                    call = f"call-{next(numbers)}"
                    yield {"type": "tool_call_started", "call_id": call, "name": detail}
                    yield {"type": "tool_result", "call_id": call, "result": "Found"}
                case "assistant":
                    call = f"call-{next(numbers)}"
                    yield {"type": "assistant_call_started", "call_id": call, "name": detail, "task": "Look"}
                    yield {"type": "assistant_result", "call_id": call, "result": "Seen"}
                case "thinking?":
                    yield "on" if turn.thinking_enabled else "off"
                case "fail":
                    raise rt.RespondError("No luck today.")
                case _:
                    yield f"{word} "


def own(name: str) -> Any:
    """What stands in a slot."""
    return rx.el.em(f"own {name}", class_name=f"own-{name}")


def own_step(name: str) -> Any:
    """What renders a step: it opens and closes, as the kit's own do."""

    def render(step: Any) -> rx.Component:
        return rx.el.div(
            rt.disclosure.trigger(f"own {name}"),
            rt.disclosure.panel(rx.el.span(step.content, step.tool_result, step.assistant_result)),
            class_name=f"own-{name}",
        )

    return render


SLOTS = ("icon", "label", "summary", "badge", "duration", "words", "status", "chevron", "footer")
COMPONENTS = {
    "Reasoning": own_step("reasoning"),
    "ToolFallback": own_step("tool"),
    "Assistant": own_step("assistant"),
    "tools": {"special": own_step("special")},
}
rt.register_tool("registered", own_step("registered"))


def page(title: str, *children: rx.Component) -> rx.Component:
    """A page with the id of its thread."""
    return rx.el.main(rx.el.h1(title), rx.el.span(Gated.thread_id, id="thread-id", hidden=True), *children)


async def open_gate(request: Request) -> JSONResponse:
    """Whoever waits at a gate goes on."""
    GATES[request.path_params["name"]].set()
    return JSONResponse({})


app = rx.App(
    api_transformer=Starlette(routes=[Route("/api/open/{name}", open_gate, methods=["POST"])]),
    head_components=[rx.el.link(rel="icon", href="data:,")],
)
for mode in MODES:
    app.add_page(page(mode, rt.chat(Gated, live=mode)), route=f"/{mode}", title=mode, on_load=Gated.follow_address)
    app.add_page(
        page(
            f"{mode}, replaced", rt.chat(Gated, live=mode, components=COMPONENTS, **{name: own(name) for name in SLOTS})
        ),
        route=f"/replaced/{mode}",
        title=f"{mode}, replaced",
    )
more = [rx.el.button("Search", type="button", id="search"), rx.el.select(rx.el.option("Model"), aria_label="Model")]
app.add_page(page("tools", rt.chat(Gated, tools=more)), route="/tools", title="tools")
app.add_page(page("arabic", rt.localized(rt.chat(Gated, tools=more), locale="ar")), route="/arabic", title="arabic")
app.add_page(page("none", rt.thread(Gated), rt.composer(Gated, thinking_toggle=False)), route="/none", title="none")
