"""The whole component: how an assistant thought, above what it said."""

from collections.abc import Mapping
from functools import cache
from typing import Any, TypedDict

import reflex as rx
from reflex.vars.base import Var

from ..client import hook
from ..model import ThinkingBlock
from ..primitives.block import BlockRoot, LiteralLive, use_mode, use_status
from ..primitives.chain_of_thought import numbered_memo
from ..primitives.disclosure import DisclosurePanel, LiteralSemantics
from ..primitives.media import ImageSources, images_prop
from ..settings import settings
from .overlay import overlay
from .progress import progress
from .status_line import status_line
from .step_list import StepRenderers, list_memo, step_list, step_renderers
from .summary_bar import DEFAULT, Slot, summary_bar


class BlockProps(TypedDict, total=False):
    """What can be said of all blocks at once: the props of :func:`thinking`, for editors to complete."""

    semantics: LiteralSemantics | Var
    label: Slot
    icon: Slot
    summary: Slot
    badge: Slot
    duration: Slot
    words: Slot
    status: Slot
    chevron: Slot
    footer: Slot
    show_words: bool
    components: Mapping[str, Any] | None
    default_open: bool | Var
    on_open_change: Any
    locale: str | Var
    texts: Mapping[str, Any] | Var
    class_name: Any
    style: Any


class ThinkingProps(BlockProps, total=False):
    """The same, with what a chat otherwise leaves to its user."""

    live: LiteralLive | Var
    auto_close: bool | Var
    images: ImageSources


def thinking(
    block: Var | ThinkingBlock | Mapping[str, Any] | None,
    *,
    live: LiteralLive | Var | None = None,
    auto_close: bool | Var | None = None,
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
    open: bool | Var | None = None,  # noqa: A002 - what it is called everywhere
    default_open: bool | Var | None = None,
    on_open_change: Any = None,
    locale: str | Var | None = None,
    texts: Mapping[str, Any] | Var | None = None,
    images: ImageSources = None,
    **props: Any,
) -> rx.Component:
    """Show a thinking block: a bar, and a panel of steps that opens below it. No thinking, no component.

    Args:
        block: A ``Var[ThinkingBlock]``, a block, or its JSON as a dict.
        live: What is shown while it streams; by default what ``rt.configure`` says, ``"expanded"``.
        auto_close: Close when thinking ends, unless the user opened or closed it before; on by default.
        semantics: A button with a panel (``"button"``) or ``<details>`` (``"details"``).
        label: Replaces the label of the bar. This and all further slots also stand in :func:`reflex_thinking.overlay`
            and :func:`reflex_thinking.progress`, as far as these have room for them.
        icon: Replaces the icon of the bar.
        summary: Replaces the summary of the bar.
        badge: Replaces the number of tools.
        duration: Replaces the timer.
        words: Replaces the number of words.
        status: Replaces the status on the closed bar.
        chevron: Replaces the arrow of the bar. Where there is nothing to open there is none.
        footer: Replaces the status line at the bottom of the panel.
        show_words: Count the words of the reasoning.
        components: Renderers of steps: ``Reasoning``, ``ToolFallback``, ``Assistant`` and ``tools`` (by name).
        open: Whether it is open; your app decides alone when this is given.
        default_open: Whether it is open until the user decides.
        on_open_change: An event handler that is called with the new state.
        locale: The language of everything in it.
        texts: Texts of your own by locale, over those of the kit.
        images: Where images in it may be loaded from: origins, each perhaps with the beginning of a path. By default what is
            said around it or by ``rt.configure``.
        props: Class names and other props of the element.
    """
    if block is None:
        return rx.fragment()
    if isinstance(block, Mapping):
        block = ThinkingBlock.from_json(dict(block))
    class_name = props.pop("class_name", "")
    given = {
        "open": open,
        "default_open": default_open,
        "on_open_change": on_open_change,
        "locale": locale,
        "texts": texts,
        "images": images_prop("thinking", images),
    }
    slots = {
        "icon": icon,
        "label": label,
        "summary": summary,
        "badge": badge,
        "duration": duration,
        "words": words,
        "status": status,
        "chevron": chevron,
    }
    replaced = {name: slot for name, slot in slots.items() if slot is not DEFAULT}
    # A memo without props is not rendered again with every token. What the host app puts into a slot may refer to
    # anything around it, so that such a bar stays where it is written.
    if replaced or footer is not DEFAULT:
        bar = summary_bar(show_words=show_words, **replaced)
        panel = _panel(step_list(components=components), status_line() if footer is DEFAULT else footer)
        live_slots = {name: slot for name, slot in replaced.items() if name != "chevron"}
        steps = overlay(**live_slots, footer=footer, show_words=show_words, components=components)
        line = progress(**live_slots, show_words=show_words)
        body = rx.fragment(
            in_mode(bar, panel, mode="bar"), in_mode(steps, mode="overlay"), in_mode(line, mode="progress")
        )
    else:
        body = _body_memo(show_words, step_renderers(components))()
    return BlockRoot.create(
        body,
        **{
            "block": block,
            "live": settings.live if live is None else live,
            "auto_close": settings.auto_close if auto_close is None else auto_close,
            "semantics": semantics,
            "class_name": ["rxt-thinking", class_name] if class_name else "rxt-thinking",
            "data_slot": "thinking",
            **{name: value for name, value in given.items() if value is not None},
            **props,
        },
    )


@cache
def _body_memo(show_words: bool, renderers: StepRenderers) -> Any:
    def thinking_body() -> rx.Component:
        bar_and_panel = (summary_bar(show_words=show_words), _panel(list_memo(renderers)(), status_line()))
        shown = rx.match(
            use_mode(),
            ("overlay", overlay(components=renderers, show_words=show_words)),
            ("progress", progress(show_words=show_words)),
            rx.fragment(*bar_and_panel),
        )
        return rx.fragment(shown)

    return numbered_memo("thinking_body", thinking_body)


@rx.memo
def in_mode(children: rx.Var[rx.Component], mode: rx.Var[str]) -> rx.Component:
    """What is shown only while the block around it is in one of its modes."""
    return rx.fragment(rx.cond(use_mode() == mode, rx.fragment(children)))


def _panel(steps: rx.Component, footer: Slot) -> rx.Component:
    return DisclosurePanel.create(panel_body(steps, footer), class_name="rxt-panel", data_slot="thinking-panel")


@rx.memo
def panel_body(children: rx.Var[rx.Component]) -> rx.Component:
    """What stands in the panel. While it streams it scrolls in a bounded area, and stays at its newest line."""
    running = use_status() == "thinking"
    return rx.el.div(
        rx.el.div(children, class_name="rxt-panel-inner"),
        class_name="rxt-panel-body",
        # What has the focus at the end of thinking keeps it, so that it stays focusable.
        tab_index=rx.cond(running, 0, -1),
        data_bounded=hook("useBounded", bool),
        data_slot="thinking-panel-body",
    )
