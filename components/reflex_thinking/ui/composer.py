"""Where the user writes: a field that grows, and a button that sends or stops."""

from typing import Any

import reflex as rx
from reflex.components.component import field
from reflex.event import no_args_event_spec, passthrough_event_spec
from reflex.vars.base import Var

from ..client.vars import use_notice, use_running
from ..primitives.base import ClientComponent
from ..primitives.block import text
from ..primitives.chain_of_thought import numbered_memo
from ..settings import settings
from .icons import icon
from .thinking_toggle import thinking_toggle as toggle


class ComposerForm(ClientComponent):
    """The form; what is written stays in it while it cannot be sent."""

    tag = "ComposerForm"
    source = "composer.js"

    owner: Var[str] = field(doc="The full name of the chat state.")
    max_length: Var[int] = field(doc="How many characters the server takes; what is longer stays in the field.")
    focus_at_first: Var[bool] = field(doc="Whether the field has the focus when the page appears.")
    on_send: rx.EventHandler[passthrough_event_spec(str, list[str])] = field(doc="Called with the text and ids for it.")
    on_stop: rx.EventHandler[no_args_event_spec] = field(doc="Called when Escape is pressed while an answer is made.")


class ComposerField(ClientComponent):
    """The field. Enter sends, Shift+Enter begins a new line."""

    tag = "ComposerField"
    source = "composer.js"

    name: Var[str] = field(doc="The name of the field.")
    placeholder: Var[str] = field(doc="What stands in the empty field.")
    rows: Var[int] = field(doc="How many lines it has at least.")


class StopButton(ClientComponent):
    """A button that stops the answer and gives the focus back to the field."""

    tag = "StopButton"
    source = "composer.js"

    owner: Var[str] = field(doc="The full name of the chat state.")


def composer(
    state: Any,
    *,
    thinking_toggle: bool = True,
    tools: Any = (),
    placeholder: Any = None,
    above: Any = None,
    focus_at_first: bool = False,
    **props: Any,
) -> rx.Component:
    """A form that sends to a state's thread. Enter sends, Shift+Enter begins a new line, Escape stops.

    When something is not sent, the reason stands below the field.

    Args:
        state: Your state, a concrete :class:`ThinkingState`.
        thinking_toggle: Show the switch for thinking below the field. Its choice is ``turn.thinking_enabled``; turn it
            off where ``respond`` does not read that.
        tools: Further controls beside the switch: a component, or several in a list.
        placeholder: What stands in the empty field.
        above: What floats above it, such as :func:`reflex_thinking.jump_to_newest`.
        focus_at_first: Whether the field has the focus when the page appears, where there is a keyboard.
        props: Class names and other props of the form.
    """
    owner = state.get_full_name()
    given = list(tools) if isinstance(tools, list | tuple) else [tools]
    controls = [*([toggle(state)] if thinking_toggle else ()), *given]
    notice_id = f"rxt-notice-{owner}"

    def composer_field() -> rx.Component:
        hint = placeholder if placeholder is not None else text("ai.chat.placeholder")
        return ComposerField.create(
            name="message",
            placeholder=hint,
            rows=1,
            custom_attrs={"aria-label": hint, "aria-describedby": notice_id, "dir": "auto", "enterKeyHint": "send"},
            class_name="rxt-composer-input",
            data_slot="composer-input",
        )

    def composer_notice() -> rx.Component:
        notice = use_notice(owner)
        sign = rx.cond(notice.tone == "hint", icon("info"), icon("triangle-alert"))
        return rx.el.p(
            rx.cond(notice.text, rx.fragment(sign, rx.el.span(notice.text))),
            role="status",
            id=notice_id,
            class_name="rxt-notice",
            data_tone=notice.tone,
            data_slot="composer-notice",
        )

    def composer_button() -> rx.Component:
        return rx.cond(
            use_running(owner),
            StopButton.create(
                icon("square"),
                owner=owner,
                on_click=state.stop,
                class_name="rxt-composer-button",
                data_slot="composer-stop",
            ),
            rx.el.button(
                icon("arrow-up"),
                type="submit",
                aria_label=text("ai.chat.send"),
                title=text("ai.chat.send"),
                class_name="rxt-composer-button",
                data_slot="composer-send",
            ),
        )

    return ComposerForm.create(
        *([] if above is None else [above]),
        numbered_memo("composer_field", composer_field)(),
        numbered_memo("composer_notice", composer_notice)(),
        *([rx.el.div(*controls, class_name="rxt-composer-tools", data_slot="composer-tools")] if controls else ()),
        numbered_memo("composer_button", composer_button)(),
        owner=owner,
        max_length=settings.max_message_length,
        focus_at_first=focus_at_first,
        on_send=state.send,
        on_stop=state.stop,
        **{"class_name": "rxt-composer", "data_slot": "composer", **props},
    )
