"""What can be done with a message: copy it, ask again, say something else instead."""

from collections.abc import Callable
from functools import cache
from typing import Any

import reflex as rx
from reflex.components.component import field
from reflex.event import passthrough_event_spec
from reflex.vars.base import Var

from ..client.vars import (
    Prompt,
    close_prompt,
    open_prompt,
    use_ending,
    use_has_text,
    use_is_last,
    use_prompt,
    use_running,
)
from ..primitives.base import ClientComponent
from ..primitives.block import text
from ..primitives.chain_of_thought import numbered_memo
from ..settings import settings
from .icons import icon


class CopyButton(ClientComponent):
    """A button that copies a message; ``data-copied`` is there for a while after it did."""

    tag = "CopyButton"
    source = "turns.js"

    message_id: Var[str] = field(doc="The message.")
    label: Var[str] = field(doc="Its name; by default in the reader's language.")


class SayButton(ClientComponent):
    """A button by which the user says something: it is shown at once, and the page goes to the newest message."""

    tag = "SayButton"
    source = "turns.js"

    owner: Var[str] = field(doc="The full name of the chat state.")
    says: Var[str] = field(doc="What is said.")
    on_say: rx.EventHandler[passthrough_event_spec(str, list[str])] = field(doc="Called with the text and ids for it.")


class RetryButton(ClientComponent):
    """A button by which the user asks for another answer: the page shows at once that it is on its way."""

    tag = "SayButton"
    source = "turns.js"

    owner: Var[str] = field(doc="The full name of the chat state.")
    on_say: rx.EventHandler[passthrough_event_spec(list[str])] = field(doc="Called with an id for the answer.")


class EditForm(ClientComponent):
    """A form with a message's text in it. Enter saves, Escape leaves."""

    tag = "EditForm"
    source = "turns.js"

    owner: Var[str] = field(doc="The full name of the chat state.")
    message_id: Var[str] = field(doc="The message.")
    label: Var[str] = field(doc="The name of the field.")
    max_length: Var[int] = field(doc="How many characters the server takes; what is longer stays in the field.")
    on_save: rx.EventHandler[passthrough_event_spec(str, str, list[str])] = field(
        doc="Called with the id, the new text, and ids for it and its answer."
    )
    prompt: Var[Prompt] = field(doc="The prompt that it is.")


def say_button(state: Any, *children: Any, text: str | Var[str], **props: Any) -> rx.Component:
    """A button by which the user says something. What is said is in the page at once, like what is written and sent.

    Args:
        state: Your state, a concrete :class:`ThinkingState`.
        children: What stands on the button; by default the text.
        text: What is said.
        props: Class names and other props of the button.
    """
    owner = state.get_full_name()
    return SayButton.create(*(children or (text,)), owner=owner, says=text, on_say=state.send, **props)


@cache
def message_turn(
    state: Any, *, below: Callable[[Any], rx.Component] | None = None
) -> Callable[[Any, Any, rx.Component], rx.Component]:
    """Messages with what can be done with them; give it to ``rt.thread`` as ``around``.

    An answer can be copied, the last one asked for again; what the user said can be copied and said anew.

    Args:
        state: Your state, a concrete :class:`ThinkingState`.
        below: A function of the message that returns what stands below a finished answer, for example cards for its
            ``artifacts``. It stays with its answer and never pushes it out of view.
    """
    owner = state.get_full_name()
    answer_actions = numbered_memo("answer_actions", _answer_actions(state, owner))
    said = numbered_memo("said_message", _said(state, owner))

    def around(message_id: Any, message: Any, article: rx.Component) -> rx.Component:
        return rx.el.div(
            rx.cond(
                message.role == "user",
                said(article, message_id=message_id, status=message.status),
                rx.fragment(
                    article,
                    answer_actions(message_id=message_id, status=message.status, ending=use_ending(message)),
                    _below(message, below),
                ),
            ),
            class_name="rxt-turn",
            data_slot="turn",
            data_of=message.role,
        )

    return around


def _below(message: Any, below: Callable[[Any], rx.Component] | None) -> rx.Component:
    if below is None:
        return rx.fragment()
    # Not before the end: whatever grows above it would move it.
    content = rx.el.div(below(message), class_name="rxt-turn-below", data_slot="turn-below")
    return rx.cond(message.status == "thinking", rx.fragment(), content)


def _copy_button(message_id: Any, slot: str) -> rx.Component:
    return CopyButton.create(
        icon("copy", class_name="rxt-copy-icon"),
        icon("check", class_name="rxt-copied-icon"),
        message_id=message_id,
        class_name="rxt-action",
        data_slot=slot,
    )


def _answer_actions(state: Any, owner: str) -> Callable[..., rx.Component]:
    def answer_actions(message_id: rx.Var[str], status: rx.Var[str], ending: rx.Var[str]) -> rx.Component:
        again = use_is_last(owner, message_id) & ~use_running(owner)
        failed = (status == "error") | (ending != "")
        return rx.cond(
            status == "thinking",
            rx.el.div(class_name="rxt-actions"),  # their room, so that nothing moves at the end
            rx.el.div(
                rx.cond(use_has_text(message_id), _copy_button(message_id, "message-copy")),
                rx.cond(
                    again,
                    RetryButton.create(
                        icon("rotate-ccw"),
                        rx.cond(failed, rx.el.span(text("ai.chat.retry"))),
                        owner=owner,
                        on_say=state.retry,
                        class_name="rxt-action",
                        custom_attrs={"aria-label": text("ai.chat.retry"), "title": text("ai.chat.retry")},
                        data_slot="message-retry",
                    ),
                ),
                class_name="rxt-actions",
                data_failed=failed,
                data_slot="message-actions",
            ),
        )

    return answer_actions


def _said(state: Any, owner: str) -> Callable[..., rx.Component]:
    def said_message(children: rx.Var[rx.Component], message_id: rx.Var[str], status: rx.Var[str]) -> rx.Component:
        prompt = use_prompt()
        return rx.cond(
            (prompt.name == "edit") & ~use_running(owner),
            EditForm.create(
                rx.el.div(
                    rx.el.button(
                        text("ai.chat.cancel"), type="button", on_click=close_prompt(prompt), class_name="rxt-button"
                    ),
                    rx.el.button(
                        text("ai.chat.send"), type="submit", class_name="rxt-button-solid", data_slot="edit-save"
                    ),
                    class_name="rxt-edit-end",
                ),
                owner=owner,
                message_id=message_id,
                label=text("ai.chat.edit"),
                max_length=settings.max_message_length,
                on_save=state.edit,
                prompt=prompt,
                class_name="rxt-edit",
                data_slot="edit-form",
            ),
            rx.fragment(
                children,
                rx.el.div(
                    _copy_button(message_id, "user-message-copy"),
                    rx.cond(
                        use_running(owner) | (status == "sending"),
                        rx.fragment(),
                        rx.el.button(
                            icon("pencil"),
                            type="button",
                            on_click=open_prompt(prompt, "edit"),
                            class_name="rxt-action",
                            aria_label=text("ai.chat.edit"),
                            title=text("ai.chat.edit"),
                            data_slot="message-edit",
                        ),
                    ),
                    class_name="rxt-actions",
                    data_slot="message-actions",
                ),
            ),
        )

    return said_message
