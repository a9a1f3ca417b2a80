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
    """Feeds the browser's store from a chat state; what is in it belongs to that chat. ``rt.thread`` brings one."""

    tag = "Connection"
    source = "connection.js"

    owner: Var[str] = field(doc="The full name of the chat state.")
    live: Var[str] = field(doc="The full name of its live state.")


class ThreadAnnouncer(ClientComponent):
    """Tells assistive tech of a state's thread what no thinking block says. ``rt.thread`` brings one."""

    tag = "ThreadAnnouncer"
    source = "announce.js"

    owner: Var[str] = field(doc="The full name of the chat state.")


@dataclasses.dataclass
class MessageItem:
    """One thing that a message shows.

    ``kind`` is ``"block"`` for a thinking block, ``"typing"`` while there is nothing else to show and thinking is off,
    ``"said"`` for what the user said, else the type of a part. ``growing`` is whether more of it may come.
    """

    key: str
    kind: str
    message_id: str
    block: ThinkingBlock
    part: dict[str, Any]
    growing: bool
    state_id: str


@dataclasses.dataclass
class MessageView:
    """A message as the browser has it."""

    id: str
    role: str
    status: str
    error: dict[str, str]
    persisted: bool
    artifacts: dict[str, Any]


def connection(state: Any, *children: Any) -> rx.Component:
    """The line between a chat state and the browser's store, around what belongs to that chat."""
    return Connection.create(*children, owner=state.get_full_name(), live=state.live.get_full_name())


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


def use_ending(message: Var[MessageView]) -> Any:
    """Why an answer is not whole, empty when it is. For use inside of an ``rx.memo``."""
    return hook("useEnding", str, message, source="live.js")


def use_has_text(message_id: Var[str]) -> Any:
    """Whether a message says anything that can be copied. For use inside of an ``rx.memo``."""
    return hook("useHasText", bool, message_id, source="turns.js")


def use_is_last(owner: str, message_id: Var[str]) -> Any:
    """Whether a message is the last of the thread. For use inside of an ``rx.memo``."""
    return hook("useIsLast", bool, owner, message_id, source="turns.js")


def use_is_empty(owner: str) -> Any:
    """Whether nothing was said in the thread yet. For use inside of an ``rx.memo``."""
    return hook("useIsEmpty", bool, owner, source="turns.js")


def use_chips(owner: str) -> Any:
    """The quick replies that the last message offers. For use inside of an ``rx.memo``."""
    return hook("useChips", list[str], owner, source="turns.js")


def use_offline() -> Any:
    """Whether the line to the server is broken. For use inside of an ``rx.memo``."""
    return hook("useOffline", bool, source="local.js")


@dataclasses.dataclass
class Notice:
    """What there is to say beside the composer. ``tone`` is ``"hint"`` for what passes by itself, else ``"problem"``."""

    tone: str
    text: str


def use_notice(owner: str) -> Any:
    """Why something was not sent, as a ``Var[Notice]``; its text is empty for nothing. For use inside of an ``rx.memo``."""
    return hook("useNotice", Notice, owner, source="notices.js")


@dataclasses.dataclass
class Prompt:
    """Which prompt a component shows; the name is empty while it shows none."""

    name: str


def use_prompt() -> Any:
    """Which prompt the component shows, as a ``Var[Prompt]``. For use inside of an ``rx.memo``.

    There is one at a time on a page, Escape closes it, and the focus goes back to the control that opened it.
    """
    return hook("usePrompt", Prompt, source="prompts.js")


def open_prompt(prompt: Any, name: str) -> Any:
    """An event handler of a control with a ``data-slot``: it shows a prompt, without the server."""
    call = f"(event) => {prompt!s}.open({name!r}, event.currentTarget)"
    return Var(call, _var_type=rx.EventChain, _var_data=prompt._get_all_var_data())


def close_prompt(prompt: Any) -> Any:
    """An event handler that closes the prompt, without the server."""
    return Var(f"() => {prompt!s}.close()", _var_type=rx.EventChain, _var_data=prompt._get_all_var_data())
