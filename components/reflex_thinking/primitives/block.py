"""The headless root of a thinking block, and the Vars that components below it read."""

import dataclasses
from typing import Any, Literal

import reflex as rx
from reflex.components.component import field
from reflex.event import passthrough_event_spec
from reflex.vars.base import Var

from ..client import hook
from ..model import Message, PartStatus, Status, ThinkingBlock, ThinkingStep
from .base import ClientComponent
from .disclosure import LiteralSemantics

LiteralLive = Literal["expanded", "collapsed", "overlay", "progress"]


class BlockRoot(ClientComponent):
    """Renders nothing when there is no thinking; else an element with the block's state and status."""

    tag = "ThinkingRoot"
    source = "thinking.js"

    block: Var[ThinkingBlock] = field(doc="The block to show.")
    message: Var[Message] = field(doc="Instead of a block: the message whose parts form it.")
    start_index: Var[int] = field(doc="The first of the message's parts.")
    end_index: Var[int] = field(doc="The last of the message's parts, included.")
    render_empty: Var[bool] = field(doc="Render the element also when there is nothing to show.")
    live: Var[LiteralLive] = field(doc="What is shown while it streams.")
    auto_close: Var[bool] = field(doc="Close when thinking ends, unless the user decided.")
    open: Var[bool] = field(doc="Whether it is open; the host app decides alone when this is given.")
    default_open: Var[bool] = field(doc="Whether it is open until the user decides.")
    semantics: Var[LiteralSemantics] = field(doc="A button with a panel, or details with a summary.")
    locale: Var[str] = field(doc="The language of everything in it.")
    texts: Var[dict[str, Any]] = field(doc="Texts of the host app by locale, over those of the kit.")
    images: Var[list[str]] = field(
        doc="Where images in it may be loaded from: origins, each perhaps with the beginning of a path."
    )
    on_open_change: rx.EventHandler[passthrough_event_spec(bool)] = field(doc="Called with the new state.")


@dataclasses.dataclass
class BlockView:
    """What a block's parts can read of it."""

    block: ThinkingBlock
    steps: list[ThinkingStep]
    status: Status
    part_status: PartStatus
    tool_count: int
    failed: int
    loading: bool


@dataclasses.dataclass
class BarView:
    """What the summary bar says, in the reader's language."""

    summary: str
    label_before: str
    label_duration: str
    label_after: str
    tools: str
    tool_number: str
    tokens: str
    effort: str
    status_text: str


@dataclasses.dataclass
class StepView:
    """What a step's row says beside its own data."""

    children: list[ThinkingStep]
    parts: list[dict[str, Any]]
    tools: str
    failed: str
    duration: str
    working: str
    about: str
    preview: str


def use_block() -> Any:
    """The nearest block as a ``Var[BlockView]``. For use inside of an ``rx.memo``."""
    return hook("useBlock", BlockView)


def use_status() -> Any:
    """The status of the nearest block as a ``Var[Status]``. For use inside of an ``rx.memo``."""
    return hook("useStatus", str)


def use_bar() -> Any:
    """What the bar says as a ``Var[BarView]``. For use inside of an ``rx.memo``."""
    return hook("useBar", BarView)


def use_mode() -> Any:
    """What stands for the block now, ``"bar"``, ``"overlay"`` or ``"progress"``. For use inside of an ``rx.memo``."""
    return hook("useMode", str)


def use_activity() -> Any:
    """What happens in the block right now, as a ``Var[str]``. For use inside of an ``rx.memo``."""
    return hook("useActivity", str)


def use_words() -> Any:
    """How many words the reasoning has, as a ``Var[str]``. For use inside of an ``rx.memo``."""
    return hook("useWords", str)


def use_timer() -> Any:
    """How long the block has been thinking, ticking, as a ``Var[str]``. For use inside of an ``rx.memo``."""
    return hook("useTimer", str)


def use_ticking(since: Var[int]) -> Any:
    """How long it is since a time in ms, ticking, as a ``Var[str]``. For use inside of an ``rx.memo``."""
    return hook("useTicking", str, since)


def use_step(step: Var[ThinkingStep]) -> Any:
    """What a step's row says as a ``Var[StepView]``. For use inside of an ``rx.memo``."""
    return hook("useStep", StepView, step)


def gradually(items: Var[list[ThinkingStep]]) -> Any:
    """The same list; if it is long from the start, revealed over several frames. For use inside of an ``rx.memo``."""
    return hook("useGradually", list[ThinkingStep], items)


def text(key: str) -> Var[str]:
    """A text in the reader's language. For use inside of an ``rx.memo``."""
    return _called(hook("useText", Any), repr(key))


def told(message: Var[str]) -> Var[str]:
    """What the kit says of a failure in the reader's language, anything else as it is. For use inside of an ``rx.memo``."""
    return _called(hook("useTold", Any), str(message))


def _called(function: Var[Any], argument: str) -> Var[str]:
    return Var(f"{function!s}({argument})", _var_type=str, _var_data=function._get_all_var_data()).guess_type()
