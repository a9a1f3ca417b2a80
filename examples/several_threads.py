"""Several threads on one page: two readers look at the same text, each in a conversation of its own.

From a clone:           make example NAME=several_threads, then paste a paragraph
In an app of your own:  pip install reflex-thinking; reflex init; put this file in the place of the app's; reflex run
"""

import asyncio
import re
from collections import Counter
from typing import Any

import reflex as rx
import reflex_thinking as rt


def sentences(text: str) -> list[str]:
    """The sentences of a text."""
    return [each.strip() for each in re.split(r"(?<=[.!?])\s+", text) if each.strip()]


class Counting(rt.ThinkingState, rx.State):
    """The first thread: a state of its own is all that a thread needs."""

    @staticmethod
    async def respond(turn: rt.Turn):
        """Count."""
        found = sentences(turn.text)
        for sentence in found:
            yield rt.reasoning(f"{len(sentence.split())} words: *{sentence[:60]}*\n\n")
            await asyncio.sleep(0.2)  # so that it can be followed
        words = turn.text.split()
        yield f"**{len(words)} words** in {len(found)} {'sentence' if len(found) == 1 else 'sentences'}, {len(words) / max(len(found), 1):.1f} each."


class Criticism(rt.ThinkingState, rx.State):
    """The second thread."""

    @staticmethod
    async def respond(turn: rt.Turn):
        """Look for what could be better."""
        words = Counter(word for word in re.findall(r"\w+", turn.text.casefold()) if len(word) > 4)
        twice = [word for word, count in words.most_common(5) if count > 1]
        yield rt.reasoning(f"{len(words)} different long words. ")
        await asyncio.sleep(0.4)
        longest = max(sentences(turn.text), key=len, default="")
        yield rt.reasoning(f"The longest sentence has {len(longest.split())} words.")
        await asyncio.sleep(0.4)
        yield f"Said more than once: {', '.join(twice)}." if twice else "No long word is said twice."
        if len(longest.split()) > 25:
            yield f" Cut this one in two: *{longest}*"


class Both(rx.State):
    """What is said to both at once."""

    @rx.event
    def ask(self, form: dict[str, Any]):
        """Send it to both threads."""
        return [Counting.send(form), Criticism.send(form)]


def column(title: str, state: type[rt.ThinkingState]) -> rx.Component:
    """A thread with its own composer."""
    return rx.el.section(
        rx.heading(title, size="4", as_="h2"),
        rt.thread(state),
        rt.composer(state, thinking_toggle=False),
        min_width="0",
        flex="1 1 20rem",
    )


def index() -> rx.Component:
    """Two threads, and one form that sends to both."""
    return rx.container(
        rx.heading("Two readers", size="6"),
        rx.el.form(
            rx.text_area(name="message", aria_label="A text for both", placeholder="A text for both"),
            rx.button("Ask both", type="submit"),
            on_submit=Both.ask,
            reset_on_submit=True,
        ),
        rx.el.div(
            column("Counting", Counting),
            column("Criticism", Criticism),
            display="flex",
            flex_wrap="wrap",
            gap="2rem",
            margin_top="2rem",
        ),
        size="4",
        padding_y="2rem",
    )


app = rx.App()
app.add_page(index, route="/", title="Several threads")
