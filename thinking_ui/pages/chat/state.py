"""The state of the demo chat."""

import reflex as rx
import reflex_thinking as rt

from ... import chat
from .models import Models


class Chat(Models, rt.ThinkingState, rx.State):
    """A chat about the documents of the demo."""

    @staticmethod
    async def respond(turn: rt.Turn):
        """Answer from the documents."""
        async for event in chat.respond(turn):
            yield event
