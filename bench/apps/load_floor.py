"""The floor under load: bare websockets on uvicorn with uvloop, a flush every 33 ms for each. Nothing sends text for less.

Usage: python -m bench.apps.load_floor PORT
"""

import asyncio
import sys

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from bench.work import ANSWER, FOLLOW, Load

FLUSH = 0.033
followers: set[WebSocket] = set()
"""Who gets whatever is sent, too."""


async def page(_: Request) -> PlainTextResponse:
    """Answer whoever asks whether the server is there."""
    return PlainTextResponse("ready")


async def socket(connection: WebSocket) -> None:
    """Send the load that a message asks for, or whatever else is sent."""
    await connection.accept()
    asked = await connection.receive_text()
    if asked == FOLLOW:
        followers.add(connection)
        try:
            await connection.receive_text()
        except WebSocketDisconnect:
            followers.discard(connection)
        return
    load = Load.parse(asked)
    waiting: list[str] = []

    async def produce() -> None:
        async for delta in load.stream():
            waiting.append(delta)  # noqa: PERF401 - each must be there at once

    producing = asyncio.create_task(produce())
    while not producing.done() or waiting:
        await asyncio.sleep(FLUSH)
        if waiting:
            text = "".join(waiting)
            waiting.clear()
            await send(connection, text)
    await send(connection, f'"{ANSWER}"')
    await connection.close()


async def send(connection: WebSocket, text: str) -> None:
    """Send a text to whoever asked for it and to all who follow."""
    for one in (connection, *followers):
        await one.send_text(text)


app = Starlette(routes=[Route("/", page), WebSocketRoute("/socket", socket)])


if __name__ == "__main__":
    uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[1]), loop="uvloop", log_level="warning")
