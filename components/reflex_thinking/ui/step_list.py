"""The steps of a block as a timeline. Each step is a memo, so that only the one that changes is rendered again."""

import dataclasses
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import reflex as rx

from ..errors import ConfigurationError
from ..model import ThinkingStep
from ..primitives.block import gradually, text, use_block, use_status
from ..primitives.chain_of_thought import numbered_memo
from ..primitives.disclosure import DisclosureRoot
from .assistant_step import assistant_step
from .reasoning_step import reasoning_step
from .tool_step import tool_step

Renderer = Callable[[Any], rx.Component]
Rows = Callable[[Any], rx.Component]

LONG = 60
"""From so many steps on, the browser skips those that are out of view."""

_NAMES = ("Reasoning", "ToolFallback", "Assistant", "tools")
_registered: dict[str, Renderer] = {}


@dataclasses.dataclass(frozen=True)
class StepRenderers:
    """What renders each kind of step; None where the host app leaves it to the kit."""

    reasoning: Renderer | None = None
    tool: Renderer | None = None
    assistant: Renderer | None = None
    tools: tuple[tuple[str, Renderer], ...] = ()

    def render(self, step: Any, *, reasoning: Renderer, tool: Renderer, assistant: Renderer) -> Any:
        """The content of a step.

        Args:
            step: The step, as a Var.
            reasoning: How the kit renders reasoning here.
            tool: How it renders a tool.
            assistant: How it renders an assistant.
        """
        fallback = (self.tool or tool)(step)
        tools = [(name, renderer(step)) for name, renderer in self.tools]
        return rx.match(
            step.type,
            ("reasoning", (self.reasoning or reasoning)(step)),
            ("assistant_call", (self.assistant or assistant)(step)),
            rx.match(step.tool_name, *tools, fallback) if tools else fallback,
        )


def register_tool(name: str, renderer: Renderer) -> None:
    """Render every call of the tool ``name`` with ``renderer(step: Var) -> Component``, in the whole app."""
    _registered[name] = renderer


def step_renderers(components: Mapping[str, Any] | StepRenderers | None) -> StepRenderers:
    """Read ``components=``: ``Reasoning``, ``ToolFallback``, ``Assistant``, and ``tools`` by name."""
    if isinstance(components, StepRenderers):
        return components
    given = dict(components or {})
    for name in given:
        if name not in _NAMES:
            msg = f"there is no step component {name!r}: use {', '.join(_NAMES)}"
            raise ConfigurationError(msg)
    tools = {**_registered, **given.get("tools", {})}
    return StepRenderers(
        reasoning=given.get("Reasoning"),
        tool=given.get("ToolFallback"),
        assistant=given.get("Assistant"),
        tools=tuple(tools.items()),
    )


def step_list(*, components: Mapping[str, Any] | None = None, **props: Any) -> rx.Component:
    """The steps of the block around it, in the order in which they happened.

    Args:
        components: Renderers that replace the default ones: ``Reasoning``, ``ToolFallback``, ``Assistant`` and
            ``tools`` (a dict by tool name). Each is ``fn(step: Var) -> Component``.
        props: Class names and other props of the list.
    """
    return list_memo(step_renderers(components))(**props)


@cache
def list_memo(renderers: StepRenderers) -> Any:
    """The list of steps for one set of renderers."""

    def thinking_steps(rest: rx.RestProp) -> rx.Component:
        all_steps = use_block().steps
        return rx.el.ol(
            rx.cond(
                use_block().loading,
                rx.el.li(text("ai.thinking.loading"), class_name="rxt-loading", data_slot="thinking-loading"),
            ),
            *_rows(renderers, gradually(all_steps)),
            rest,
            class_name="rxt-steps",
            role="list",
            data_slot="thinking-steps",
            data_long=all_steps.length() > LONG,
        )

    return numbered_memo("thinking_steps", thinking_steps)


@cache
def child_list(renderers: StepRenderers) -> Rows:
    """A renderer for a list of child steps, which looks like the list it stands in."""

    def render(steps: Any) -> rx.Component:
        return rx.el.ol(*_rows(renderers, steps), class_name="rxt-steps", role="list", data_slot="thinking-steps")

    return render


def _rows(renderers: StepRenderers, steps: Any) -> list[rx.Component]:
    row = _row_memo(renderers)
    return [rx.foreach(steps, lambda step: row(step=step, key=step.id))]


@cache
def _row_memo(renderers: StepRenderers) -> Any:
    def thinking_step(step: rx.Var[ThinkingStep], rest: rx.RestProp) -> rx.Component:
        content = renderers.render(
            step,
            reasoning=reasoning_step,
            tool=tool_step,
            assistant=lambda step: assistant_step(step, child_list(renderers)),
        )
        return step_row(step, content, rest)

    return numbered_memo("thinking_step", thinking_step)


def step_row(step: Any, *children: Any) -> rx.Component:
    """The row of a step, which its content may open and close.

    Args:
        step: The step, as a Var.
        children: What stands in it.
    """
    return DisclosureRoot.create(
        *children,
        as_="li",
        state_id=step.id,
        # An assistant that has finished may still be read: all of them close when the block ends.
        default_open=(step.type == "reasoning") | ((step.type == "assistant_call") & (use_status() == "thinking")),
        class_name="rxt-step",
        data_slot="thinking-step",
        data_type=step.type,
        data_step_id=step.id,
        data_status=step.status,
    )
