"""Panel: a chat interface with a step that is streamed into. Usage: panel serve panel_app.py."""
# pyright: reportMissingImports=false

import panel as pn

from bench.work import ANSWER, Work

pn.extension()


async def respond(contents: str, _user: str, instance: pn.chat.ChatInterface) -> str:
    """Stream the work into a step, then answer."""
    with instance.add_step(title="Thinking", collapsed_on_success=False, user="Assistant") as step:
        async for delta in Work.parse(contents).stream("panel"):
            step.stream(delta)
    return ANSWER


pn.chat.ChatInterface(callback=respond, callback_user="Assistant").servable()
