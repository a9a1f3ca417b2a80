"""reflex-assistant-ui: a chat whose reply is streamed from the state, reasoning first."""
# pyright: reportMissingImports=false

from collections.abc import AsyncIterator
from typing import Any

import reflex as rx
from reflex_assistant_ui import AssistantUIState, assistant_ui

from bench.work import ANSWER, Work


class Chat(AssistantUIState, rx.State):
    """A chat whose model does the work."""

    async def _respond(self, history: list[dict[str, Any]]) -> AsyncIterator[Any]:
        async for delta in Work.parse(history[-1]["content"]).stream("assistant_ui"):
            yield {"reasoning": delta}
        yield ANSWER


def index() -> rx.Component:
    """The page."""
    return assistant_ui.chat(
        messages=Chat.messages,
        head_id=Chat.head_id,
        is_running=Chat.is_running,
        on_new=Chat.handle_new,
        on_edit=Chat.handle_edit,
        on_reload=Chat.handle_reload,
        on_cancel=Chat.handle_cancel,
        on_branch_change=Chat.handle_branch_change,
        height="100vh",
    )


app = rx.App()
app.add_page(index, route="/")
