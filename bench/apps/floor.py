"""The floor: a page of a few lines and a bare websocket, flushed every 33 ms. Nothing that shows the text costs less.

Usage: python -m bench.apps.floor PORT
"""

import sys
import time

from granian.constants import Interfaces
from granian.log import LogLevels
from granian.server import Server
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from bench.work import Work

FLUSH = 0.033
END = "\0"

PAGE = """<!doctype html>
<meta charset="utf-8">
<title>Floor</title>
<body style="font: 14px sans-serif; max-width: 720px; margin: 2em auto">
<form><input data-slot="composer-input" autocomplete="off"><button data-slot="composer-send">Send</button></form>
<details open><summary>Thinking</summary><div data-slot="thinking-step"></div></details>
<p data-slot="message-text"></p>
<script>
const socket = new WebSocket(`ws://${location.host}/socket`);
const step = document.querySelector("[data-slot=thinking-step]");
let paragraph = null;
document.querySelector("form").onsubmit = (event) => {
  event.preventDefault();
  socket.send(document.querySelector("input").value);
};
socket.onmessage = ({ data }) => {
  if (data === "\\0") {
    document.querySelector("[data-slot=message-text]").textContent = "Done.";
    return;
  }
  data.split("\\n\\n").forEach((text, index) => {
    if (index > 0) paragraph = null;
    if (!text) return;
    if (!paragraph) step.append((paragraph = document.createElement("p")));
    paragraph.append(document.createTextNode(text));
  });
};
</script>
"""


async def page(_: Request) -> HTMLResponse:
    """Return the page."""
    return HTMLResponse(PAGE)


async def socket(connection: WebSocket) -> None:
    """Answer every message with the work it asks for."""
    await connection.accept()
    async for message in connection.iter_text():
        waiting: list[str] = []
        flushed = 0.0
        async for delta in Work.parse(message).stream("floor"):
            waiting.append(delta)
            if time.monotonic() - flushed >= FLUSH:
                await connection.send_text("".join(waiting))
                waiting.clear()
                flushed = time.monotonic()
        if waiting:
            await connection.send_text("".join(waiting))
        await connection.send_text(END)


app = Starlette(routes=[Route("/", page), WebSocketRoute("/socket", socket)])


if __name__ == "__main__":
    # The same server that Reflex uses in production.
    Server(
        "bench.apps.floor:app",
        address="127.0.0.1",
        port=int(sys.argv[1]),
        interface=Interfaces.ASGI,
        log_level=LogLevels.warning,
    ).serve()
