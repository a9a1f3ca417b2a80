"""A message's parts, each rendered by the component you name for it."""

from collections.abc import Callable, Mapping
from typing import Any, TypedDict

import reflex as rx
from reflex.vars.base import Var

from ..client import hook
from ..grouping import PartRange
from ..model import Message, TextPart, ThinkingStep
from .chain_of_thought import Renderer, checked, numbered_memo
from .chain_of_thought import root as group_root

THINKING = ("Reasoning", "tools", "ReasoningGroup", "ToolGroup")
"""What renders thinking where there is no ``ChainOfThought``."""

GroupRenderer = Callable[[Any, rx.Component], rx.Component]


class ToolRenderers(TypedDict, total=False):
    """Renderers for calls: one per tool name, and one for all others."""

    by_name: Mapping[str, Renderer]
    Fallback: Renderer


class MessageComponents(TypedDict, total=False):
    """How a message is rendered. Each takes the part as a Var, the groups also their rendered content.

    With ``ChainOfThought``, which takes nothing, reasoning and calls are only rendered through it: ``Reasoning``,
    ``tools``, ``ReasoningGroup`` and ``ToolGroup`` are ignored.
    """

    Text: Renderer
    Image: Renderer
    File: Renderer
    Reasoning: Renderer
    tools: ToolRenderers
    ReasoningGroup: GroupRenderer
    ToolGroup: GroupRenderer
    ChainOfThought: Callable[[], rx.Component]


def _plain_text(part: Any) -> rx.Component:
    return rx.el.p(part.text, white_space="pre-wrap")


def message_parts(message: Any, *, components: MessageComponents | None = None) -> rx.Component:
    """Render the parts of a message in order.

    Args:
        message: A ``Var[Message]`` or a constant message.
        components: The component for each kind of part; see :class:`MessageComponents`. Text has a plain default.
    """
    given = checked(components, MessageComponents, "message_parts")
    checked(given.get("tools"), ToolRenderers, "message_parts tools")
    return _message_memo(given)(message=message)


def _message_memo(given: dict[str, Any]) -> Any:
    chain = _chain_memo(given["ChainOfThought"]) if "ChainOfThought" in given else None
    if chain:
        given = {name: component for name, component in given.items() if name not in THINKING}
    row = _part_memo(given)

    def message_range(message: rx.Var[Message], span: rx.Var[PartRange], rest: rx.RestProp) -> rx.Component:
        parts = hook("useRangeParts", list[ThinkingStep], message, span)
        plain = rx.fragment(rx.foreach(parts, lambda part: row(part=part, key=part.id)))
        cases: list[tuple[str, rx.Component]] = []
        if chain:
            group = group_root(message, span.start_index, span.end_index, chain(), render_empty=False)
            cases.append(("chain_of_thought", group))
        for kind, name in (("reasoning", "ReasoningGroup"), ("tool", "ToolGroup")):
            if wrapper := given.get(name):
                cases.append((kind, wrapper(span, plain)))
        return rx.fragment(rx.match(span.group, *cases, plain) if cases else plain, rest)

    range_row = numbered_memo("message_range", message_range)

    def message_body(message: rx.Var[Message]) -> rx.Component:
        ranges = hook("useRanges", list[PartRange], message, bool(chain))
        return rx.fragment(
            rx.foreach(ranges, lambda span: range_row(message=message, span=span, key=span.start_index.to_string()))
        )

    return numbered_memo("message_parts", message_body)


def _chain_memo(chain: Callable[[], rx.Component]) -> Any:
    """``ChainOfThought`` as a memo: inside of the group's root it can read the group."""

    def chain_of_thought_group() -> rx.Component:
        return rx.fragment(chain())

    return numbered_memo("chain_of_thought_group", chain_of_thought_group)


def _part_memo(given: dict[str, Any]) -> Any:
    def message_part(part: rx.Var[ThinkingStep], rest: rx.RestProp) -> rx.Component:
        nothing = rx.fragment()
        text = given.get("Text", _plain_text)
        cases: list[tuple[str, rx.Component]] = [("text", text(_as(part, TextPart)))]
        for kind, name in (("image", "Image"), ("file", "File"), ("reasoning", "Reasoning")):
            if renderer := given.get(name):
                cases.append((kind, renderer(part.to(dict) if kind != "reasoning" else part)))
        tools = given.get("tools", {})
        fallback = tools["Fallback"](part) if "Fallback" in tools else nothing
        by_name = [(name, renderer(part)) for name, renderer in tools.get("by_name", {}).items()]
        call = rx.match(part.tool_name, *by_name, fallback) if by_name else fallback
        cases += [("tool_call", call), ("assistant_call", fallback)]
        return rx.fragment(rx.match(part.type, *cases, nothing), rest)

    return numbered_memo("message_part", message_part)


def _as(part: Var, part_type: type) -> Any:
    return part.to(part_type)
