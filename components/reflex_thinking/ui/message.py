"""One message: what the user said, or how the assistant thought and what it answered."""

import dataclasses
import json
from collections.abc import Callable
from functools import cache
from typing import Any, Unpack

import reflex as rx

from ..client.vars import MessageItem, use_ending, use_items, use_message
from ..primitives.block import text, told
from ..primitives.chain_of_thought import numbered_memo
from ..primitives.media import ImageArea, ImageSources, images_prop, media_part
from ..settings import settings
from .icons import icon, spinner
from .markdown import markdown
from .thinking import BlockProps, thinking
from .user_text import UserText

ENDINGS = ("cancelled", "error", "length", "filtered", "incomplete")
"""Why an answer is not whole, as ``useEnding`` says it; each has a text."""


@dataclasses.dataclass(frozen=True, eq=False)
class MessageOptions:
    """How messages are shown: the props of ``rt.thinking``, and what stands around them."""

    props: BlockProps
    around: Callable[[Any, Any, rx.Component], rx.Component] | None = None


def message(
    message_id: Any,
    *,
    live: Any = None,
    auto_close: Any = None,
    images: ImageSources = None,
    around: Callable[[Any, Any, rx.Component], rx.Component] | None = None,
    **thinking_props: Unpack[BlockProps],
) -> rx.Component:
    """A message of a thread, live or stored, by its id.

    Args:
        message_id: The id, or a Var of it.
        live: What is shown while it thinks; by default what ``rt.configure`` says.
        auto_close: Whether thinking closes when it ends; by default what ``rt.configure`` says.
        images: Where images may be loaded from: origins, each perhaps with the beginning of a path. By default what is said
            around it or by ``rt.configure``.
        around: A function of the id, the message and its component that returns what is shown; for controls beside it.
        thinking_props: Further props of ``rt.thinking`` for the blocks in it.
    """
    shown = message_memo(_options(thinking_props, around))(
        message_id=message_id,
        live=settings.live if live is None else live,
        auto_close=settings.auto_close if auto_close is None else auto_close,
        key=message_id,  # older messages come in above it, and it stays what it is
    )
    allowed = images_prop("message", images)
    return shown if allowed is None else ImageArea.create(shown, allowed=allowed, key=message_id)


_known: dict[Any, MessageOptions] = {}


def _options(props: BlockProps, around: Callable[..., rx.Component] | None) -> MessageOptions:
    """The same props are the same options, so that they share their memos."""
    try:
        key = (json.dumps(props, sort_keys=True), around)
    except TypeError:
        return MessageOptions(props, around)
    return _known.setdefault(key, MessageOptions(props, around))


@cache
def message_memo(options: MessageOptions) -> Any:
    """The component of a message, for one way to show it."""
    row = _item_memo(options)

    # What the state says comes in as props: a message that read the state itself would be rendered whenever it changes.
    def thread_message(
        message_id: rx.Var[str],
        live: rx.Var[str],
        auto_close: rx.Var[bool],
        rest: rx.RestProp,
    ) -> rx.Component:
        found = use_message(message_id)
        items = use_items(found)
        article = rx.el.article(
            rx.foreach(items, lambda item: row(item=item, live=live, auto_close=auto_close, key=item.key)),
            rx.cond(found.error, _problem(told(found.error["message"].to(str)), dir="auto", data_slot="message-error")),
            _ending(use_ending(found)),
            rx.cond(
                found.status == "sending",
                rx.el.p(
                    spinner(), text("ai.chat.sending"), class_name="rxt-message-sending", data_slot="message-sending"
                ),
            ),
            rx.cond(
                found.persisted == False,  # noqa: E712  a Var is compared in the browser
                _problem(text("ai.chat.unsaved"), data_slot="message-unsaved"),
            ),
            rest,
            class_name="rxt-message",
            aria_label=rx.cond(found.role == "user", text("ai.chat.you"), text("ai.chat.assistant")),
            data_slot="message",
            data_role=found.role,
            data_status=found.status,
            data_message_id=message_id,
        )
        return article if options.around is None else options.around(message_id, found, article)

    return numbered_memo("thread_message", thread_message)


def _problem(message: Any, **props: Any) -> rx.Component:
    return rx.el.p(icon("triangle-alert"), message, class_name="rxt-message-error", **props)


def _ending(ending: Any) -> rx.Component:
    """The line below an answer that was stopped, failed or was cut off. ``rt.thread`` tells it to assistive tech."""
    line = rx.el.p(
        icon("circle-stop"),
        rx.match(ending, *[(each, text(f"ai.chat.ended.{each}")) for each in ENDINGS], ""),
        class_name="rxt-message-ending",
        data_slot="message-ending",
        data_ending=ending,
    )
    return rx.cond(ending, line)


def _typing() -> rx.Component:
    """An answer is on its way that is not thought about first."""
    dots = [rx.el.span() for _ in range(3)]
    return rx.el.div(*dots, class_name="rxt-typing", aria_hidden=True, data_slot="message-typing")


@cache
def _item_memo(options: MessageOptions) -> Any:
    def message_item(
        item: rx.Var[MessageItem],
        live: rx.Var[str],
        auto_close: rx.Var[bool],
        rest: rx.RestProp,
    ) -> rx.Component:
        props = {"live": live, "auto_close": auto_close, **options.props}
        return rx.fragment(
            rx.match(
                item.kind,
                ("block", thinking(item.block, **props)),
                ("image", "file", media_part(item.part, message_id=item.message_id)),
                ("typing", _typing()),
                (
                    "text",
                    markdown(
                        item.part["text"].to(str),
                        growing=item.growing,
                        class_name="rxt-answer",
                        data_slot="message-text",
                    ),
                ),
                (
                    "said",
                    UserText.create(text=item.part["text"].to(str), state_id=item.state_id, data_slot="message-text"),
                ),
                rx.fragment(),
            ),
            rest,
        )

    return numbered_memo("message_item", message_item)
