"""The measured chat: what a user of the kit writes, with the work in the place of a model.

`4000 table` asks for work; `fill 20000` for an answer of that many characters at once, to make a thread long; `load 300 30 28` for
one of many streams.
"""

import reflex as rx
import reflex_thinking as rt

from bench.work import ANSWER, Load, Work, filler


class Chat(rt.ThinkingState, rx.State):
    """A chat whose model does the work."""

    @staticmethod
    async def respond(turn: rt.Turn):
        """Think as long as the message says, then answer."""
        if turn.text.startswith("fill "):
            yield rt.reasoning("Filling the thread.")
            yield filler(int(turn.text.split()[1]))
            return
        if turn.text.startswith("load "):
            async for delta in Load.parse(turn.text).stream():
                yield rt.reasoning(delta)
            yield ANSWER
            return
        async for delta in Work.parse(turn.text).stream("ours"):
            yield rt.reasoning(delta)
        yield ANSWER


app = rx.App()
app.add_page(lambda: rt.chat(Chat), route="/", title="Chat")
