"""The store of the browser as Vars: which messages a thread has, a message, what it shows."""

import dataclasses
from typing import Any

import reflex as rx
from reflex.components.component import field
from reflex.vars.base import Var

from ..model import Message, ThinkingBlock
from ..primitives.base import ClientComponent
from . import hook


class Connection(ClientComponent):
    """Feeds the browser's store from a chat state. Renders nothing; ``rt.thread`` brings one."""

    tag = "Connection"
    source = "connection.js"

    owner: Var[str] = field(doc="The full name of the chat state.")
    live: Var[str] = field(doc="The full name of its live state.")


@dataclasses.dataclass
class MessageItem:
    """One thing that a message shows: a thinking block (``kind`` is ``"block"``) or a part."""

    key: str
    kind: str
    block: ThinkingBlock
    part: dict[str, Any]


@dataclasses.dataclass
class MessageView:
    """A message as the browser has it."""

    id: str
    role: str
    status: str
    error: dict[str, str]
    persisted: bool


def connection(state: Any) -> rx.Component:
    """The line between a chat state and the browser's store."""
    return Connection.create(owner=state.get_full_name(), live=state.live.get_full_name())


def use_message_ids(owner: str) -> Any:
    """The ids of the messages of a state's thread. For use inside of an ``rx.memo``."""
    return hook("useMessageIds", list[str], owner, source="live.js")


def use_running(owner: str) -> Any:
    """Whether an answer is being made. For use inside of an ``rx.memo``."""
    return hook("useRunning", bool, owner, source="live.js")


def use_message(message_id: Var[str]) -> Any:
    """A message as a ``Var[MessageView]``. For use inside of an ``rx.memo``."""
    return hook("useMessage", MessageView, message_id, source="live.js")


def use_items(message: Var[Message]) -> Any:
    """What a message shows, in order. For use inside of an ``rx.memo``."""
    return hook("useItems", list[MessageItem], message, source="live.js")
