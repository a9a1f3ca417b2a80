"""Chainlit: a step that tokens are streamed into. Usage: chainlit run chainlit_app.py."""
# pyright: reportMissingImports=false

import chainlit as cl

from bench.work import ANSWER, Work


@cl.on_message
async def answer(message: cl.Message) -> None:
    """Stream the work into a step, then answer."""
    async with cl.Step(name="Thinking", type="llm", default_open=True) as step:
        async for delta in Work.parse(message.content).stream("chainlit"):
            await step.stream_token(delta)
    await cl.Message(content=ANSWER).send()
