"""Everything that the kit uses of Reflex beyond its public interface, each with the reason.

Reflex may change any of these in a new version; nothing else in the kit has to be looked at then.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from reflex_base.registry import RegistrationContext
from reflex_base.utils.exceptions import ReflexRuntimeError


def socket_server() -> Any:
    """The app's socket.io server, None where no app runs: the live socket is a namespace of it.

    The user's app need not add a line for that.
    """
    try:
        return RegistrationContext.get().app.sio
    except ReflexRuntimeError:
        return None


def raw_sender(namespace: Any, sid: str) -> Callable[[str], Awaitable[None]]:
    """A function that sends the JSON of a socket.io event to a connection, as it is.

    socket.io would look up the connection, encode the event and queue it for another task each time. Where the transport
    is a websocket, its own ``send`` takes the packet, and returns when the next one can be sent: a page that is slow to
    take its packets slows down nobody else.
    """
    server = namespace.server
    engine_sid = server.manager.eio_sid_from_sid(sid, namespace.namespace)
    head = f"42{namespace.namespace},"
    environ = server.environ.get(engine_sid) or {}
    asgi_send = environ.get("asgi.send")

    async def send(event: str) -> None:
        connection = server.eio.sockets.get(engine_sid)
        if connection is None or connection.closed:
            return
        if asgi_send is not None and connection.upgraded:
            await asgi_send({"type": "websocket.send", "bytes": None, "text": head + event})
        else:
            await server.eio.send(engine_sid, head[1:] + event)

    return send
