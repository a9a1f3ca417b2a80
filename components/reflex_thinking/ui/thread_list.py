"""The user's threads: a list to choose from, with what can be done to each."""

import dataclasses
from functools import cache
from typing import Any

import reflex as rx
from reflex.components.component import field
from reflex.event import no_args_event_spec, passthrough_event_spec
from reflex.vars.base import Var

from ..client import hook
from ..client.vars import Prompt, close_prompt, open_prompt, use_prompt
from ..conversations import ThreadRow
from ..primitives.base import ClientComponent
from ..primitives.block import text
from ..primitives.chain_of_thought import numbered_memo
from .icons import icon


@dataclasses.dataclass
class ThreadGroup:
    """Threads of one day, or of several: ``key`` is ``today``, ``yesterday``, ``week``, ``month`` or ``older``."""

    key: str
    label: str
    threads: list[ThreadRow]


class ThreadLink(ClientComponent):
    """A link to a thread on this page, or to a new one."""

    tag = "ThreadLink"
    source = "threads.js"

    owner: Var[str] = field(doc="The full name of the chat state; for a link to a new thread.")
    thread: Var[str] = field(doc="The thread; empty for a new one.")


class ThreadWatch(ClientComponent):
    """Has the list read again when it may have changed. Renders nothing."""

    tag = "ThreadWatch"
    source = "threads.js"

    owner: Var[str] = field(doc="The full name of the chat state.")
    on_change: rx.EventHandler[no_args_event_spec] = field(doc="Called when the list may have changed.")


class TitleForm(ClientComponent):
    """A form for a thread's title. Enter saves it, and so does leaving it."""

    tag = "TitleForm"
    source = "threads.js"

    thread: Var[str] = field(doc="The thread.")
    title: Var[str] = field(doc="Its title until now.")
    label: Var[str] = field(doc="The name of the field.")
    on_save: rx.EventHandler[passthrough_event_spec(str, str)] = field(doc="Called with the thread and the new title.")
    prompt: Var[Prompt] = field(doc="The prompt that it is.")


class DeleteButton(ClientComponent):
    """A button that deletes a thread, and what was written and not sent in it."""

    tag = "DeleteButton"
    source = "threads.js"

    thread: Var[str] = field(doc="The thread.")
    on_delete: rx.EventHandler[passthrough_event_spec(str)] = field(doc="Called with the thread.")


def new_thread(state: Any, **props: Any) -> rx.Component:
    """A link to a new thread on this page.

    Args:
        state: Your state, a concrete :class:`ThinkingState`.
        props: Class names and other props of the link.
    """

    def new_thread_link() -> rx.Component:
        return ThreadLink.create(
            icon("square-pen"),
            rx.el.span(text("ai.chat.new")),
            owner=state.get_full_name(),
            on_click=state.open_thread(""),
            **{"class_name": "rxt-scope rxt-new-thread", "data_slot": "new-thread", **props},
        )

    return numbered_memo("new_thread_link", new_thread_link)()


def thread_list(state: Any, **props: Any) -> rx.Component:
    """The user's threads by day, the one that changed last first: open, rename, delete. The page needs :func:`thread_address`.

    Args:
        state: Your state, a concrete :class:`ThinkingState`.
        props: Class names and other props of the element.
    """
    row = _row_memo(state)

    def group_of_rows(group: Any) -> rx.Component:
        return rx.el.div(
            rx.el.p(group.label, class_name="rxt-threads-label", aria_hidden=True),  # it is the name of the list
            rx.el.ul(
                rx.foreach(
                    group.threads,
                    lambda thread: row(thread=thread, active=thread.id == state.thread_id, key=thread.id),
                ),
                aria_label=group.label,
                class_name="rxt-threads-rows",
            ),
            key=group.key,
            class_name="rxt-threads-group",
            data_slot="thread-group",
            data_days=group.key,
        )

    def thread_rows(rest: rx.RestProp) -> rx.Component:
        groups = hook("useThreadGroups", list[ThreadGroup], state.threads, source="threads.js")
        return rx.el.nav(
            ThreadWatch.create(owner=state.get_full_name(), on_change=state.list_threads(False)),
            rx.cond(
                state.threads.length() > 0,
                rx.foreach(groups, group_of_rows),
                rx.el.p(text("ai.chat.threads.none"), class_name="rxt-threads-none"),
            ),
            rx.cond(
                state.has_more_threads,
                rx.el.button(
                    text("ai.chat.threads.more"),
                    type="button",
                    on_click=state.list_threads(True),
                    class_name="rxt-button",
                    data_slot="thread-more",
                ),
            ),
            rest,
            aria_label=text("ai.chat.threads"),
            class_name="rxt-scope rxt-threads",
            data_slot="thread-list",
        )

    return numbered_memo("thread_rows", thread_rows)(**props)


@cache
def _row_memo(state: Any) -> Any:
    def thread_row(thread: rx.Var[ThreadRow], active: rx.Var[bool], rest: rx.RestProp) -> rx.Component:
        prompt = use_prompt()
        shown = {"rename": _renaming, "delete": _deleting}
        return rx.el.li(
            rx.match(
                prompt.name,
                *[(name, make(state, thread, prompt)) for name, make in shown.items()],
                _resting(thread, active, prompt),
            ),
            rest,
            class_name="rxt-threads-row",
            data_slot="thread-row",
            data_active=active,
            data_thread_id=thread.id,
        )

    return numbered_memo("thread_row", thread_row)


def _resting(thread: Any, active: Any, prompt: Any) -> rx.Component:
    def control(name: str, key: str, then: str) -> rx.Component:
        return rx.el.button(
            icon(name),
            type="button",
            on_click=open_prompt(prompt, then),
            aria_label=rx.Var.create(f"{text(key)}: {thread.title}"),
            title=text(key),
            class_name="rxt-action",
            data_slot=f"thread-{then}",
        )

    return rx.fragment(
        ThreadLink.create(
            rx.el.span(thread.title, class_name="rxt-threads-title", dir="auto"),
            rx.el.span(
                hook("useRelativeTime", str, thread.updated_at, source="threads.js"), class_name="rxt-threads-time"
            ),
            thread=thread.id,
            class_name="rxt-threads-link",
            custom_attrs={"aria-current": rx.cond(active, "page", rx.Var("undefined")), "title": thread.title},
            data_slot="thread-link",
        ),
        rx.el.div(
            control("pencil", "ai.chat.rename", "rename"),
            control("trash-2", "ai.chat.delete", "delete"),
            class_name="rxt-threads-controls",
        ),
    )


def _renaming(state: Any, thread: Any, prompt: Any) -> rx.Component:
    return TitleForm.create(
        _small_button("check", "ai.chat.save", type="submit"),
        _small_button("x", "ai.chat.cancel", on_click=close_prompt(prompt)),
        thread=thread.id,
        title=thread.title,
        label=text("ai.chat.title"),
        on_save=state.rename_thread,
        prompt=prompt,
        class_name="rxt-threads-form",
    )


def _deleting(state: Any, thread: Any, prompt: Any) -> rx.Component:
    return rx.el.div(
        rx.el.span(text("ai.chat.delete.confirm"), class_name="rxt-threads-title"),
        DeleteButton.create(
            icon("trash-2"),
            thread=thread.id,
            on_delete=state.delete_thread,
            custom_attrs={"aria-label": text("ai.chat.delete"), "title": text("ai.chat.delete")},
            class_name="rxt-action rxt-danger",
        ),
        _small_button("x", "ai.chat.cancel", on_click=close_prompt(prompt), auto_focus=True),
        class_name="rxt-threads-form",
        role="group",
        aria_label=text("ai.chat.delete.confirm"),
    )


def _small_button(name: str, key: str, **props: Any) -> rx.Component:
    return rx.el.button(
        icon(name),
        aria_label=text(key),
        title=text(key),
        class_name="rxt-action",
        **{"type": "button", **props},
    )
