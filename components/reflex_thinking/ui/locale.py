"""A language for everything below, and the page's address and title."""

from typing import Any

import reflex as rx
from reflex.components.component import field
from reflex.vars.base import Var

from ..client.vars import use_offline
from ..primitives.base import ClientComponent
from ..primitives.block import text
from ..primitives.chain_of_thought import numbered_memo
from .icons import spinner


class Localized(ClientComponent):
    """An element with a language and its direction."""

    tag = "Localized"
    source = "local.js"

    locale: Var[str] = field(doc="The language.")
    texts: Var[dict[str, Any]] = field(doc="Texts of the host app by locale, over those of the kit.")
    page: Var[bool] = field(doc="Whether the page's own language follows it.")


class Address(ClientComponent):
    """Keeps the page's address and title in step with a thread. Renders nothing."""

    tag = "Address"
    source = "local.js"

    thread: Var[str] = field(doc="The thread that is shown.")
    title: Var[str] = field(doc="Its title.")
    missing: Var[bool] = field(doc="Whether the address names a thread that is not there.")


def localized(*children: Any, locale: Any = None, page: bool = False, **props: Any) -> rx.Component:
    """An element in whose language, and direction, all of the kit below it speaks.

    Args:
        children: What stands in it.
        locale: The language, for example ``Chat.locale``; without one it is that of what is around.
        page: Whether the page's own ``lang`` and ``dir`` follow.
        props: ``texts`` (your own, by locale), class names and other props of the element.
    """
    return Localized.create(*children, **({} if locale is None else {"locale": locale}), page=page, **props)


def thread_address(state: Any) -> rx.Component:
    """Gives each thread a permanent address, ``?thread=<id>``, and the page its title.

    The page's ``on_load`` has to be ``state.follow_address``.

    Args:
        state: Your state, a concrete :class:`ThinkingState`.
    """
    return Address.create(thread=state.thread_id, title=state.thread_title, missing=state.thread_missing)


def offline_notice(**props: Any) -> rx.Component:
    """Says that the line to the server is broken, while it is.

    Args:
        props: Class names and other props of the element.
    """

    def broken_line(rest: rx.RestProp) -> rx.Component:
        return rx.el.div(
            rx.cond(
                use_offline(),
                rx.el.p(
                    spinner(), text("ai.chat.offline"), class_name="rxt-scope rxt-offline", data_slot="offline-notice"
                ),
            ),
            rest,
            role="status",
        )

    return numbered_memo("broken_line", broken_line)(**props)
