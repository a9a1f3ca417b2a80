"""A chat with the HTTP service beside it, in an app that has routes of its own."""

import asyncio
import os

import reflex as rx
import reflex_thinking as rt
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

rt.configure(journal_dir=os.environ.get("TALK_JOURNAL"))
if store := os.environ.get("TALK_STORE"):
    rt.configure(store=store)


class Talk(rt.ThinkingState, rx.State):
    """A chat that can wait."""

    @staticmethod
    async def respond(turn: rt.Turn):
        """Answer; to "wait", only half. To "chips" the answer ends in a list of quick replies."""
        yield rt.reasoning("Let me see.")
        if turn.text.startswith("chips"):
            for piece in ("Here ", "you are.", "\n\n", '["Tell me', ' more", ', '"Start over"]'):
                yield piece
                if turn.text == "chips wait" and "more" in piece:
                    await asyncio.Event().wait()
            return
        if turn.text == "pictures":
            yield rt.reasoning(" ![thought](http://chat.localhost/thought.png)")
            yield "Here: ![text](http://chat.localhost/text.png) ![other](http://message.localhost/text.png)"
            yield rt.image(url="http://chat.localhost/part.png", alt="Of the chat")
            yield rt.image(url="http://message.localhost/part.png", alt="Of the message")
            return
        yield f"You said: {turn.text}"
        if turn.text == "wait":
            await asyncio.Event().wait()

    shown_id: str = ""

    @rx.event
    def open_from_address(self):
        """Open the thread that the address names, if it names one, and the message."""
        self.shown_id = self.router.url.query_parameters.get("message", "")
        thread_id = self.router.url.query_parameters.get("thread", "")
        return Talk.open_thread(thread_id) if thread_id else None


def index() -> rx.Component:
    """The page."""
    chat = rt.chat(Talk, images=["http://chat.localhost"])
    return rx.el.main(rx.el.h1("Talk"), rx.el.span(Talk.thread_id, id="thread-id"), chat)


def one() -> rx.Component:
    """One message with images from elsewhere, beside the thread that it is in, which allows none."""
    message = rt.message(Talk.shown_id, images=["http://message.localhost"])
    return rx.el.main(rx.el.h1("One"), rt.thread(Talk), rx.el.div(message, id="one"))


async def own(request: Request) -> JSONResponse:
    """A route of the app's own."""
    return JSONResponse({"own": True})


app = rx.App(api_transformer=Starlette(routes=[Route("/api/own", own)]))
app.add_page(index, route="/", title="Talk", on_load=Talk.open_from_address)
app.add_page(one, route="/one", title="One", on_load=Talk.open_from_address)
rt.mount_api(app, Talk)
