"""The page at ``/``."""

from typing import Any

import reflex as rx
import reflex_thinking as rt
from reflex_thinking.client.vars import use_is_empty
from reflex_thinking.primitives.block import text

from ..site import header_parts, localized_names
from .artifacts import answer_cards
from .empty import first_questions, missing_thread
from .memo import memo_for
from .models import model_picker
from .settings import settings_button, settings_panel
from .shell import Shell, ShellHeader, ShellMain, SidebarBackdrop, sidebar_toggle
from .sidebar import chat_sidebar
from .texts import TEXTS


@memo_for
def chat_topbar(state: Any) -> rx.Component:
    """What is shown, the other pages, and the way to the settings."""
    return ShellHeader.create(
        *header_parts(
            "chat",
            rx.el.h1(rx.cond(state.thread_title, state.thread_title, text("ai.chat.new")), dir="auto"),
            start=[sidebar_toggle()],
            end=[
                rt.toggle_all(class_name="rxt-scope icon-button"),
                rt.new_thread(state, class_name="rxt-scope icon-button", data_slot="topbar-new"),
                settings_button(),
            ],
            names=localized_names(),
        ),
        class_name="site-header",
    )


@memo_for
def chat_beginning(state: Any) -> rx.Component:
    """What stands where no messages are."""
    return rx.cond(
        state.thread_missing & (state.thread_id == ""),
        missing_thread(state),
        rx.cond(use_is_empty(state.get_full_name()), first_questions(state)),
    )


@memo_for
def chat_conversation(state: Any) -> rx.Component:
    """The messages, and where one writes."""
    return rt.scroller(
        state,
        rx.el.div(
            chat_beginning(state),
            rt.thread(state, around=rt.message_turn(state, below=answer_cards)),
            rt.chips(state),
            class_name="messages",
        ),
        rx.el.div(
            rt.jump_to_newest(),
            rt.composer(state, tools=model_picker(state), focus_at_first=True),
            rx.el.p(text("app.note"), class_name="note"),
            class_name="dock",
        ),
        label=text("app.conversation"),
        class_name="conversation",
    )


def chat_page(state: Any) -> rx.Component:
    """A chat with everything the kit has, for a chat state."""
    return rt.localized(
        rt.thread_address(state),
        Shell.create(
            chat_topbar(state),
            chat_sidebar(state),
            SidebarBackdrop.create(class_name="backdrop"),
            ShellMain.create(rt.offline_notice(), chat_conversation(state), class_name="main"),
            thread=state.thread_id,
            class_name="shell",
        ),
        settings_panel(state),
        locale=state.locale,
        texts=TEXTS,
        page=True,
        class_name="site chat-page",
    )
