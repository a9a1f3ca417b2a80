"""The whole component: how an assistant thought, above what it said."""

from collections.abc import Mapping
from typing import Any

import reflex as rx
from reflex.vars.base import Var

from ..model import ThinkingBlock
from ..primitives.block import BlockRoot, LiteralLive
from ..primitives.disclosure import DisclosurePanel, LiteralSemantics
from .status_line import status_line
from .step_list import step_list
from .summary_bar import DEFAULT, Slot, summary_bar


def thinking(
    block: Var | ThinkingBlock | Mapping[str, Any] | None,
    *,
    live: LiteralLive | Var = "expanded",
    auto_close: bool | Var = True,
    semantics: LiteralSemantics | Var = "button",
    label: Slot = DEFAULT,
    icon: Slot = DEFAULT,
    summary: Slot = DEFAULT,
    badge: Slot = DEFAULT,
    duration: Slot = DEFAULT,
    words: Slot = DEFAULT,
    status: Slot = DEFAULT,
    chevron: Slot = DEFAULT,
    footer: Slot = DEFAULT,
    show_words: bool = False,
    components: Mapping[str, Any] | None = None,
    **props: Any,
) -> rx.Component:
    """Show a thinking block: a bar, and a panel of steps that opens below it. No thinking, no component.

    Args:
        block: A ``Var[ThinkingBlock]``, a block, or its JSON as a dict.
        live: What is shown while it streams.
        auto_close: Close when thinking ends, unless the user opened or closed it before.
        semantics: A button with a panel (``"button"``) or ``<details>`` (``"details"``).
        label: Replaces the label of the bar.
        icon: Replaces the icon of the bar.
        summary: Replaces the summary of the bar.
        badge: Replaces the number of tools.
        duration: Replaces the timer.
        words: Replaces the number of words.
        status: Replaces the status on the closed bar.
        chevron: Replaces the arrow of the bar.
        footer: Replaces the status line at the bottom of the panel.
        show_words: Count the words of the reasoning.
        components: Renderers of steps: ``Reasoning``, ``ToolFallback``, ``Assistant`` and ``tools`` (by name).
        props: ``open``, ``default_open``, ``on_open_change``, ``locale``, ``texts``, class names and other props.
    """
    if block is None:
        return rx.fragment()
    if isinstance(block, Mapping):
        block = ThinkingBlock.from_json(dict(block))
    class_name = props.pop("class_name", "")
    return BlockRoot.create(
        summary_bar(
            icon=icon,
            label=label,
            summary=summary,
            badge=badge,
            duration=duration,
            words=words,
            status=status,
            chevron=chevron,
            show_words=show_words,
        ),
        DisclosurePanel.create(
            rx.el.div(
                step_list(components=components),
                status_line() if footer is DEFAULT else footer,
                class_name="rxt-panel-body",
            ),
            class_name="rxt-panel",
            data_slot="thinking-panel",
        ),
        **{
            "block": block,
            "live": live,
            "auto_close": auto_close,
            "semantics": semantics,
            "class_name": f"rxt-thinking {class_name}".strip() if isinstance(class_name, str) else class_name,
            "data_slot": "thinking",
            **props,
        },
    )
