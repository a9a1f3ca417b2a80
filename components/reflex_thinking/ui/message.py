"""One message: what the user said, or how the assistant thought and what it answered."""

import dataclasses
import json
from collections.abc import Mapping
from functools import cache
from typing import Any

import reflex as rx

from ..client.vars import MessageItem, use_items, use_message
from ..primitives.block import text
from ..primitives.chain_of_thought import numbered_memo
from .icons import icon
from .markdown import markdown
from .thinking import thinking


@dataclasses.dataclass(frozen=True, eq=False)
class MessageOptions:
    """How messages show their thinking: the props of ``rt.thinking``."""

    props: Mapping[str, Any]


def message(message_id: Any, **thinking_props: Any) -> rx.Component:
    """A message of a thread, live or stored, by its id.

    Args:
        message_id: The id, or a Var of it.
        thinking_props: Props of ``rt.thinking`` for the blocks in it.
    """
    return message_memo(_options(thinking_props))(message_id=message_id)


_known: dict[str, MessageOptions] = {}


def _options(props: Mapping[str, Any]) -> MessageOptions:
    """The same props are the same options, so that they share their memos."""
    try:
        key = json.dumps(props, sort_keys=True)
    except TypeError:
        return MessageOptions(props)
    return _known.setdefault(key, MessageOptions(props))


@cache
def message_memo(options: MessageOptions) -> Any:
    """The component of a message, for one way to show its thinking."""
    row = _item_memo(options)

    def thread_message(message_id: rx.Var[str], rest: rx.RestProp) -> rx.Component:
        found = use_message(message_id)
        items = use_items(found)
        return rx.el.article(
            rx.foreach(items, lambda item: row(item=item, key=item.key)),
            rx.cond(
                found.error,
                rx.el.p(
                    icon("triangle-alert"),
                    found.error["message"].to(str),
                    class_name="rxt-message-error",
                    data_slot="message-error",
                    dir="auto",
                ),
            ),
            rx.cond(
                found.persisted == False,  # noqa: E712  a Var is compared in the browser
                rx.el.p(text("ai.chat.unsaved"), class_name="rxt-message-error", data_slot="message-unsaved"),
            ),
            rest,
            class_name="rxt-message",
            data_slot="message",
            data_role=found.role,
            data_status=found.status,
            data_message_id=message_id,
        )

    return numbered_memo("thread_message", thread_message)


@cache
def _item_memo(options: MessageOptions) -> Any:
    def message_item(item: rx.Var[MessageItem], rest: rx.RestProp) -> rx.Component:
        return rx.fragment(
            rx.match(
                item.kind,
                ("block", thinking(item.block, **options.props)),
                (
                    "text",
                    markdown(item.part["text"].to(str), class_name="rxt-answer", data_slot="message-text"),
                ),
                rx.fragment(),
            ),
            rest,
        )

    return numbered_memo("message_item", message_item)
