"""Parts of the page that serve more than one chat state."""

from collections.abc import Callable
from functools import cache
from typing import Any

import reflex as rx
from reflex_thinking.primitives.chain_of_thought import numbered_memo


def memo_for(part: Callable[[Any], rx.Component]) -> Callable[[Any], rx.Component]:
    """Make a part of the page, a function of the chat state, an ``rx.memo`` for each state it is used with.

    Texts and what the browser knows can be read inside of a memo only.
    """

    @cache
    def memo(state: Any) -> Any:
        def body() -> rx.Component:
            return part(state)

        return numbered_memo(part.__name__, body)

    def component(state: Any) -> rx.Component:
        return memo(state)()

    return component
