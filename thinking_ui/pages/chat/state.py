"""The state of the demo chat."""

import reflex as rx
import reflex_thinking as rt

from ...scenarios import runs


class Chat(rt.ThinkingState, rx.State):
    """A chat about the documents of the demo."""

    @staticmethod
    async def respond(turn: rt.Turn):
        """Answer."""
        async for event in runs.play(turn.text):
            yield event
