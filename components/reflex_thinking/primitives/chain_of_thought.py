"""Headless chain of thought: a group of reasoning and tool parts with any look you give it.

::

    rt.chain_of_thought.root(
        State.message, 0, 2,
        rt.chain_of_thought.accordion_trigger("Show the reasoning"),
        rt.chain_of_thought.parts(components={"Reasoning": my_reasoning, "ToolFallback": my_tool}),
    )
"""

import itertools
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, TypedDict

import reflex as rx
from reflex.vars.base import LiteralVar, Var, VarData

from ..client import hook
from ..errors import ConfigurationError
from ..model import ThinkingStep
from .block import BlockRoot, use_block
from .disclosure import DisclosurePanel, DisclosureTrigger, disclosure

Renderer = Callable[[Any], rx.Component]

_numbers = itertools.count(1)


class PartComponents(TypedDict, total=False):
    """How parts are rendered; each takes the part as a Var."""

    Reasoning: Renderer
    ToolFallback: Renderer


def numbered_memo(name: str, body: Callable[..., rx.Component]) -> Any:
    """An ``rx.memo`` for a body that differs from call to call, under a name of its own."""
    body.__name__ = body.__qualname__ = f"{name}_{next(_numbers)}"
    return rx.memo(body)


def checked(given: Mapping[str, Any] | None, allowed: type, what: str) -> dict[str, Any]:
    """The given components, or an error that names the one that does not exist."""
    names = allowed.__annotations__
    for name in given or {}:
        if name not in names:
            msg = f"{what} has no component {name!r}: use {', '.join(names)}"
            raise ConfigurationError(msg)
    return dict(given or {})


def root(
    *children: Any, message: Any = None, start_index: Any = None, end_index: Any = None, block: Any = None, **props: Any
) -> rx.Component:
    """The container of one group: everything in it reads the group's parts, status and state. Closed at first.

    The message and its indices come first, ``root(message, start_index, end_index, *children)``, or are given by name.

    Args:
        children: A trigger, parts, and whatever else you like.
        message: The message (a Var or a constant) whose parts form the group.
        start_index: The index of its first part.
        end_index: The index of its last part, included.
        block: In place of a message: the block whose steps form the group.
        props: ``open``, ``default_open``, ``on_open_change``, class names and other props of the element.

    Raises:
        ConfigurationError: It is not said which parts form the group.
    """
    given = {"message": message, "start_index": start_index, "end_index": end_index}
    if block is None:
        content = list(children)
        for name in [name for name, value in given.items() if value is None]:
            if not content or isinstance(content[0], rx.Component):
                msg = f"chain_of_thought.root has no {name}: give it a message, start_index and end_index, or a block"
                raise ConfigurationError(msg)
            given[name] = content.pop(0)
        children = tuple(content)
    else:
        given = {"block": block}
    props = {"live": "collapsed", "render_empty": True, "data_slot": "chain-of-thought", **given, **props}
    return BlockRoot.create(*children, **props)


def accordion_trigger(*children: Any, **props: Any) -> rx.Component:
    """The button that opens and closes the group.

    Args:
        children: What stands on it.
        props: ``as_child`` (its only child is the button), class names and other props of the button.
    """
    return DisclosureTrigger.create(*children, **{"data_slot": "chain-of-thought-trigger", **props})


def parts(*, components: PartComponents | None = None, **props: Any) -> rx.Component:
    """The group's parts, shown while it is open.

    Args:
        components: ``Reasoning`` renders reasoning; ``ToolFallback`` renders tools and assistants. What is not given
            is not rendered.
        props: Class names and other props of the panel.
    """
    given = checked(components, PartComponents, "chain_of_thought.parts")
    body = _parts_memo(given.get("Reasoning"), given.get("ToolFallback"))()
    return DisclosurePanel.create(body, **{"data_slot": "chain-of-thought-parts", **props})


@cache
def _parts_memo(reasoning: Renderer | None, tool: Renderer | None) -> Any:
    def part_row(part: rx.Var[ThinkingStep], rest: rx.RestProp) -> rx.Component:
        return rx.fragment(
            rx.cond(
                part.type == "reasoning",
                reasoning(part) if reasoning else rx.fragment(),
                tool(part) if tool else rx.fragment(),
            ),
            rest,
        )

    row = numbered_memo("chain_of_thought_part", part_row)

    def part_list() -> rx.Component:
        return rx.fragment(rx.foreach(use_block().steps, lambda part: row(part=part, key=part.id)))

    return numbered_memo("chain_of_thought_parts", part_list)


class ChainOfThoughtNamespace(rx.ComponentNamespace):
    """``rt.chain_of_thought.root``, ``.accordion_trigger`` and ``.parts``, and what can be read and done in a root.

    Whatever reads the group is for use inside of an ``rx.memo`` in the root, or of the ``ChainOfThought`` component of
    ``rt.message_parts``, which is one.
    """

    root = staticmethod(root)
    accordion_trigger = staticmethod(accordion_trigger)
    parts = staticmethod(parts)

    @staticmethod
    def collapsed() -> Var[bool]:
        """Whether the group is collapsed."""
        return ~disclosure.is_open()

    @staticmethod
    def status() -> Any:
        """The status of the group's last part (``type``, ``reason``); complete when there is none."""
        return use_block().part_status

    @staticmethod
    def part_list() -> Any:
        """The group's parts as a ``Var[list[ThinkingStep]]``, as they are in the message."""
        return use_block().block.steps

    @staticmethod
    def set_collapsed(collapsed: bool | Var[bool]) -> Any:
        """An event handler that closes the group, or opens it, without the server.

        Args:
            collapsed: Whether it closes.
        """
        group, value = hook("useDisclosure", dict), LiteralVar.create(collapsed)
        data = VarData.merge(group._get_all_var_data(), value._get_all_var_data())
        return Var(f"() => {group!s}.setOpen(!({value!s}))", _var_type=rx.EventChain, _var_data=data)


chain_of_thought = ChainOfThoughtNamespace()
