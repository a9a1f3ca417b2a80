"""A chat with Claude that shows its extended thinking and gives it back in the next request.

From a clone:           ANTHROPIC_API_KEY=… make example NAME=anthropic_chat
In an app of your own:  pip install 'reflex-thinking[anthropic]'; reflex init; put this file in the place of the app's;
                        ANTHROPIC_API_KEY=… reflex run

ANTHROPIC_MODEL names another model, ANTHROPIC_BASE_URL another address.
"""

import os

import anthropic
import reflex as rx
import reflex_thinking as rt

MODEL = os.environ.get("ANTHROPIC_MODEL", "claude-sonnet-5-5")


class Claude(rt.ThinkingState, rx.State):
    """A chat whose answers Claude makes."""

    @staticmethod
    async def respond(turn: rt.Turn):
        """Ask Claude, and hand on what it says."""
        if not os.environ.get("ANTHROPIC_API_KEY"):
            raise rt.RespondError("ANTHROPIC_API_KEY is not set: set it to your key and start the app again.")
        async with anthropic.AsyncAnthropic() as client:
            request = rt.requests.anthropic(
                MODEL,
                thinking=turn.thinking_enabled,
                system="Answer briefly, in the language of the question.",
                messages=rt.requests.history(turn, "anthropic"),
            )
            async for event in rt.events(client.messages.create(**request, stream=True)):
                yield event


def index() -> rx.Component:
    """The chat."""
    return rx.container(rx.heading("Claude", size="6"), rt.chat(Claude), size="3", padding_y="2rem")


app = rx.App()
app.add_page(index, route="/", title="A chat with Claude")
