"""The obvious way to do it in Reflex: the whole block is one var that grows with every delta, and is sent each time."""

import dataclasses
from typing import Any

import reflex as rx

from bench.work import ANSWER, Work


@dataclasses.dataclass
class Step:
    """One step of the block."""

    id: str
    content: str = ""


@dataclasses.dataclass
class Block:
    """What the page shows."""

    status: str = "idle"
    steps: list[Step] = dataclasses.field(default_factory=list)


class Naive(rx.State):
    """The block and the answer."""

    block: Block = Block()
    answer: str = ""

    @rx.event(background=True)
    async def send(self, form: dict[str, Any]):
        """Stream the work that was asked for into the block."""
        async with self:
            self.block = Block(status="thinking", steps=[Step("step")])
        async for delta in Work.parse(form["work"]).stream("naive"):
            async with self:
                self.block.steps[0].content += delta
        async with self:
            self.block.status = "done"
            self.answer = ANSWER


def step_view(step: rx.Var[Step]) -> rx.Component:
    """One step as plain text."""
    return rx.el.li(rx.el.p(step.content, white_space="pre-wrap"), data_slot="thinking-step")  # pyright: ignore[reportAttributeAccessIssue]


def index() -> rx.Component:
    """The page."""
    return rx.el.main(
        rx.el.form(
            rx.el.input(name="work", auto_complete="off", data_slot="composer-input"),
            rx.el.button("Send", data_slot="composer-send"),
            on_submit=Naive.send,
        ),
        rx.el.details(rx.el.summary(Naive.block.status), rx.el.ul(rx.foreach(Naive.block.steps, step_view)), open=True),
        rx.el.p(Naive.answer, data_slot="message-text"),
    )


app = rx.App()
app.add_page(index, route="/", title="Naive")
