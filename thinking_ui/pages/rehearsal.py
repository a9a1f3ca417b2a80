"""The chat page with scripted answers, to see and test what a real assistant shows only now and then."""

import reflex as rx
import reflex_thinking as rt
from reflex_thinking.settings import settings
from reflex_thinking.stored import user_event

from ..scenarios import runs
from .chat.models import Models
from .chat.page import chat_page

TURNS = 100
MINUTE = 60_000
LONG_AGO = 1_760_000_000_000


class Rehearsal(Models, rt.ThinkingState, rx.State):
    """A chat whose assistant plays the scenario that it is asked for."""

    @staticmethod
    async def respond(turn: rt.Turn):
        """Play the scenario, or say what was asked for beside the text."""
        if turn.text == "asked":
            thinking = "on" if turn.thinking_enabled else "off"
            yield f"thinking: {thinking}, locale: {turn.locale}, options: {turn.options}"
            return
        async for event in runs.play(turn.text):
            yield event

    @rx.event
    async def open_long_thread(self):
        """Make a thread with many long messages and go there."""
        user_id, workspace_id = self._identify()
        thread_id = await settings.store.create_thread(user_id, workspace_id, "A long conversation")
        for number in range(1, TURNS + 1):
            at = LONG_AGO + number * MINUTE
            question = user_event(f"{thread_id}-u{number}", f"Question {number}", thread_id, at)
            await settings.store.add_message(thread_id, question)
            await settings.store.add_message(thread_id, runs.long_answer(thread_id, number, at))
        return rx.redirect(f"/review/chat?thread={thread_id}")


def rehearsal_page() -> rx.Component:
    """The chat page, for scripted answers."""
    return chat_page(Rehearsal)
