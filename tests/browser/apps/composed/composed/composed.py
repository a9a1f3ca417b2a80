"""What apps make of the kit's parts: two chats on a page, and groups with a look of their own."""

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


# Headless groups ----------------------------------------------------------------------------------------------------


def part(name: str, part_type: str, **more: Any) -> rt.ThinkingStep:
    """A part whose text is its name."""
    return rt.ThinkingStep.model_validate({"id": name, "type": part_type, "content": name, **more})


MESSAGE = rt.Message(
    id="made",
    parts=[
        part("thought", "reasoning"),
        part("lookup", "tool_call", tool_name="lookup", status="error", error="It was gone."),
        rt.TextPart(id="between", text="In between."),
        part("web", "tool_call", tool_name="web_search", kind="web_search_call"),
        part("helper", "assistant_call", assistant_name="Helper"),
        part("conclusion", "reasoning", status="cancelled"),
    ],
)
RUNNING = rt.Message(id="running", status="thinking", parts=[part("now", "reasoning", status="thinking")])


class Groups(rx.State):
    """A message that comes later, and a range of it that changes."""

    message: rt.Message | None = None
    end: int = 3

    @rx.event
    def load(self):
        """The message is there."""
        self.message = MESSAGE

    @rx.event
    def extend(self):
        """The range has one part more."""
        self.end += 1


def facts() -> rx.Component:
    """What a component can read of the group around it, and do to it."""
    group = rt.chain_of_thought
    return rx.fragment(
        rx.el.output(rx.foreach(group.part_list(), lambda one: rx.el.span(one.id, " ", key=one.id)), data_fact="parts"),
        rx.el.output(group.status().type, " ", group.status().reason, data_fact="status"),
        rx.el.output(rx.cond(group.collapsed(), "collapsed", "expanded"), data_fact="state"),
        rx.el.button("Expand", on_click=group.set_collapsed(False)),
        rx.el.button("Collapse", on_click=group.set_collapsed(True)),
    )


group_facts = rx.memo(facts)


def group_content() -> tuple[rx.Component, ...]:
    """A trigger, the parts, and what can be read."""
    return (
        rt.chain_of_thought.accordion_trigger("Reasoning"),
        rt.chain_of_thought.parts(
            components={
                "Reasoning": lambda one: rx.el.p(one.content, data_part="reasoning"),
                "ToolFallback": lambda one: rx.el.code(one.content, data_part="tool"),
            }
        ),
    )


def chain() -> rx.Component:
    """The component of a group in a message: it takes nothing and reads the group itself."""
    return rx.el.section(facts(), *group_content(), data_chain="group")


def never(part: Any) -> rx.Component:
    """What nobody may see."""
    return rx.el.strong("never", data_never="part")


def never_group(span: Any, content: rx.Component) -> rx.Component:
    """What nobody may see around anything."""
    return rx.el.strong(content, data_never="group")


def groups() -> rx.Component:
    """The page of the groups."""
    root = rt.chain_of_thought.root
    message: Any = Groups.message
    message = message.to(rt.Message)
    exclusive = {
        "ChainOfThought": chain,
        "Reasoning": never,
        "tools": {"by_name": {"lookup": never, "web_search": never}, "Fallback": never},
        "ReasoningGroup": never_group,
        "ToolGroup": never_group,
    }
    return rx.el.main(
        rx.el.h1("Groups"),
        root(MESSAGE, 0, 1, *group_content(), group_facts(), id="first"),
        root(*group_content(), group_facts(), message=MESSAGE, start_index=3, end_index=5, id="second"),
        root(MESSAGE, 4, 5, *group_content(), group_facts(), id="inside"),
        root(MESSAGE, 2, 2, *group_content(), group_facts(), id="empty"),
        root(RUNNING, 0, 0, *group_content(), group_facts(), id="running"),
        root(message, 3, Groups.end, *group_content(), group_facts(), id="late"),
        rx.el.button("Load", on_click=Groups.load),
        rx.el.button("Extend", on_click=Groups.extend),
        rx.el.article(rt.message_parts(MESSAGE.model_copy(update={"id": "whole"}), components=exclusive), id="whole"),  # pyright: ignore[reportArgumentType]
    )


app = rx.App()
app.add_page(index, route="/", title="Composed")
app.add_page(groups, route="/groups", title="Groups")
