"""Headless primitives in a wholly different look: a log of a search, in the app's own state and styles.

From a clone:           make example NAME=headless
In an app of your own:  pip install reflex-thinking; reflex init; put this file in the place of the app's; reflex run
"""

import asyncio
from typing import Any

import reflex as rx
import reflex_thinking as rt


class Primes(rx.State):
    """A message in the app's own state; it grows while the app works."""

    message: rt.Message = rt.Message(id="primes", parts=[])

    @rx.event(background=True)
    async def search(self):
        """Look for the primes below 60 with a sieve, and tell every round."""
        numbers, prime = list(range(2, 60)), 2
        await self.tell()
        while prime * prime < 60:
            struck = [number for number in numbers if number > prime and number % prime == 0]
            numbers = [number for number in numbers if number not in struck]
            why = f"{prime} is prime, so its multiples are not."
            await self.tell(
                rt.ThinkingStep(id=f"why-{prime}", type="reasoning", content=why),
                rt.ThinkingStep(id=f"strike-{prime}", type="tool_call", tool_name="strike", content=str(struck)[1:-1]),
            )
            prime = next(number for number in numbers if number > prime)
            await asyncio.sleep(0.5)  # so that it can be followed
        await self.tell(rt.TextPart(id="answer", text=f"The primes below 60: {str(numbers)[1:-1]}."))

    async def tell(self, *parts: Any):
        """Add parts to the message; without any, begin anew."""
        async with self:
            before = self.message.parts if parts else []
            self.message = rt.Message(id="primes", parts=[*before, *parts])


def lines() -> rx.Component:
    """How many lines there are, read from the group around it."""
    count = rt.chain_of_thought.part_list().length()
    return rx.cond(
        rt.chain_of_thought.collapsed(), rx.el.span("▸ show the log, ", count, " lines"), rx.el.span("▾ hide the log")
    )


def log() -> rx.Component:
    """A group of reasoning and calls, as a log on a dark screen."""
    return rx.el.section(
        rt.chain_of_thought.accordion_trigger(
            rx.el.button(lines(), background="none", border="0", color="#7ee787", font="inherit", cursor="pointer"),
            as_child=True,
        ),
        rt.chain_of_thought.parts(
            components={
                "Reasoning": lambda part: rx.el.p("# ", part.content, class_name="log-why", color="#8b949e"),
                "ToolFallback": lambda part: rx.el.p("$ ", part.tool_name, " ", part.content, class_name="log-call"),
            }
        ),
        background="#0d1117",
        color="#e6edf3",
        font_family="monospace",
        padding="1rem",
        border_radius="6px",
    )


def index() -> rx.Component:
    """A button, and the message with its groups as logs and its text as text."""
    return rx.container(
        rx.heading("Primes", size="6"),
        rx.button("Search", on_click=Primes.search),
        rt.message_parts(
            Primes.message,
            components={"ChainOfThought": log, "Text": lambda part: rx.el.p(part.text, class_name="log-answer")},
        ),
        size="2",
        padding_y="2rem",
    )


app = rx.App()
app.add_page(index, route="/", title="A wholly different look")
