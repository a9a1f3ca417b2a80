"""A message's parts, each rendered by the component you name for it."""

from collections.abc import Callable, Mapping
from typing import Any, TypedDict

import reflex as rx
from reflex.vars.base import Var

from ..client import hook
from ..grouping import PartRange
from ..model import FilePart, ImagePart, Message, TextPart, ThinkingStep
from .chain_of_thought import Renderer, checked, numbered_memo
from .chain_of_thought import root as group_root
from .media import ImageArea, ImageSources, images_prop, media_part

THINKING = ("Reasoning", "tools", "ReasoningGroup", "ToolGroup")
"""What renders thinking where there is no ``ChainOfThought``."""

GroupRenderer = Callable[[Any, rx.Component], rx.Component]


class ToolRenderers(TypedDict, total=False):
    """Renderers for calls: one per tool name, and one for all others."""

    by_name: Mapping[str, Renderer]
    Fallback: Renderer


class MessageComponents(TypedDict, total=False):
    """How a message is rendered. Each takes the part as a Var, the groups also their rendered content.

    ``Image`` and ``File`` look as in ``rt.message`` by default; :func:`reflex_thinking.media_part` gives that look to a
    component of your own.

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
    return rx.el.p(part.text, white_space="pre-wrap", dir="auto")


def message_parts(
    message: Any, *, components: MessageComponents | None = None, images: ImageSources = None
) -> rx.Component:
    """Render the parts of a message in order.

    Args:
        message: A ``Var[Message]`` or a constant message.
        components: The component for each kind of part; see :class:`MessageComponents`. Text has a plain default, images
            and files look as in ``rt.message``.
        images: Where images may be loaded from: origins, each perhaps with the beginning of a path. By default what is said
            around it or by ``rt.configure``.
    """
    given = checked(components, MessageComponents, "message_parts")
    checked(given.get("tools"), ToolRenderers, "message_parts tools")
    shown = _message_memo(given)(message=message)
    allowed = images_prop("message_parts", images)
    return shown if allowed is None else ImageArea.create(shown, allowed=allowed)


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
        cases: list[tuple[str, rx.Component]] = [
            ("text", text(_as(part, TextPart))),
            ("image", given.get("Image", media_part)(_as(part, ImagePart))),
            ("file", given.get("File", media_part)(_as(part, FilePart))),
        ]
        if renderer := given.get("Reasoning"):
            cases.append(("reasoning", renderer(part)))
        tools = given.get("tools", {})
        fallback = tools["Fallback"](part) if "Fallback" in tools else nothing
        by_name = [(name, renderer(part)) for name, renderer in tools.get("by_name", {}).items()]
        call = rx.match(part.tool_name, *by_name, fallback) if by_name else fallback
        cases += [("tool_call", call), ("assistant_call", fallback)]
        return rx.fragment(rx.match(part.type, *cases, nothing), rest)

    return numbered_memo("message_part", message_part)


def _as(part: Var, part_type: type) -> Any:
    return part.to(part_type)
