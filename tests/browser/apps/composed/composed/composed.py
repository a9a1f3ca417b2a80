"""Two chats on a page, whose assistants number their calls anew in every message."""

from collections.abc import AsyncIterator
from typing import Any

import reflex as rx
import reflex_thinking as rt


async def answer(turn: rt.Turn) -> AsyncIterator[Any]:
    """Think, ask two assistants that think in steps of the same name, call a tool, and answer."""
    yield rt.reasoning("Let me see.")
    for name in ("agent-1", "agent-2"):
        called = {"call_id": name, "assistant_id": name, "name": name.title(), "task": "Look it up"}
        yield {"type": "assistant_call_started", **called}
        step = {"segment_id": "r-1", "summary_index": 0, "parent_id": name}
        yield {"type": "reasoning_part_started", **step}
        yield {"type": "reasoning_part_delta", **step, "text_delta": f"{name} thinks."}
        yield {"type": "reasoning_part_completed", **step}
        yield {"type": "assistant_result", "call_id": name, "result": f"{name} is done."}
    yield {"type": "tool_call_started", "call_id": "call-1", "name": "search"}
    yield {"type": "tool_call_update", "call_id": "call-1", "input": {"for": turn.text}}
    yield {"type": "tool_result", "call_id": "call-1", "result": f"Found {turn.text}"}
    yield f"You said: {turn.text}"


class Chats(rt.ThinkingState, rx.State, mixin=True):
    """What both chats have."""

    @rx.var
    def remembered(self) -> list[str]:
        """What the chat remembers of its reader's choices."""
        return [f"{' '.join(path[1:]) or 'block'}: {value}" for path, value in self._collapsed.items()]

    @rx.event
    async def close_last(self):
        """Close the last block, from the server."""
        return type(self).set_collapsed(await self._last_block(), True)

    @rx.event
    async def open_last_tool(self):
        """Open a step of the last block, from the server."""
        return type(self).set_collapsed(await self._last_block(), False, ["call-1"])

    async def _last_block(self) -> str:
        thread = await STORE.messages(self.thread_id)
        return thread[-1]["blocks"][0]["id"]


class Left(Chats, rx.State):
    """One chat."""

    respond = staticmethod(answer)


class Right(Chats, rx.State):
    """The other."""

    respond = staticmethod(answer)


STORE = rt.MemoryStore()
rt.configure(store=STORE)


def side(state: Any, other: Any, name: str) -> rx.Component:
    """A chat, what it remembers, and what the app can do to it."""
    return rx.el.section(
        rx.el.h2(name),
        rx.el.button("Show the other thread", on_click=state.open_thread(other.thread_id)),
        rx.el.button("Close the last", on_click=state.close_last),
        rx.el.button("Open the tool", on_click=state.open_last_tool),
        rx.el.ul(rx.foreach(state.remembered, rx.el.li), data_slot="remembered"),
        rt.chat(state),
        id=name,
    )


def index() -> rx.Component:
    """The page."""
    return rx.el.main(rx.el.h1("Composed"), side(Left, Right, "left"), side(Right, Left, "right"))


app = rx.App()
app.add_page(index, route="/", title="Composed")
