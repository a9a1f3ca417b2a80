"""Show how an AI assistant thinks, in Reflex apps.

Names are loaded when they are first used, so that the command line and the pure parts never load Reflex.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import requests
    from .api.asgi import with_api
    from .api.limits import ApiLimits
    from .api.mount import mount_api
    from .canonical import parse_event
    from .errors import ConfigurationError, DataError, MissingExtraError, ThinkingError
    from .gateway import from_gateway, to_gateway
    from .grouping import chain_of_thought_ranges, group_parts, thinking_blocks
    from .model import FilePart, ImagePart, Message, PartStatus, TextPart, ThinkingBlock, ThinkingStep
    from .model_summaries import summarise_with
    from .primitives.chain_of_thought import chain_of_thought
    from .primitives.disclosure import disclosure
    from .primitives.media import media_part
    from .primitives.message_parts import message_parts
    from .providers import Events, ToolCall, events
    from .quick_replies import ChipSplitter, split_chips
    from .runs.compose import reasoning
    from .runs.errors import RespondError
    from .runs.shorthand import file, image
    from .runs.traced import traced
    from .runs.turn import Turn
    from .settings import configure
    from .state import ThinkingState, respond_with
    from .store.base import StoreError
    from .store.database import DatabaseStore
    from .store.memory import MemoryStore
    from .summaries import summarise
    from .trace import Trace
    from .ui.assistant_step import assistant_step
    from .ui.chat import chat
    from .ui.chips import chips
    from .ui.composer import composer
    from .ui.locale import localized, offline_notice, thread_address
    from .ui.markdown import markdown
    from .ui.message import message
    from .ui.message_actions import message_turn, say_button
    from .ui.overlay import overlay
    from .ui.preferences import preferences
    from .ui.progress import progress
    from .ui.reasoning_step import reasoning_step
    from .ui.scroller import jump_to_newest, scroller
    from .ui.status_line import status_line
    from .ui.step_list import register_tool, step_list
    from .ui.summary_bar import summary_bar
    from .ui.thinking import thinking
    from .ui.thinking_toggle import thinking_toggle
    from .ui.thread import thread
    from .ui.thread_list import new_thread, thread_list
    from .ui.toggle_all import toggle_all
    from .ui.tool_step import tool_step

_EXPORTS = {
    "gateway": ("from_gateway", "to_gateway"),
    "trace": ("Trace",),
    "runs.traced": ("traced",),
    "api.limits": ("ApiLimits",),
    "api.asgi": ("with_api",),
    "api.mount": ("mount_api",),
    "summaries": ("summarise",),
    "model_summaries": ("summarise_with",),
    "ui.preferences": ("preferences",),
    "ui.chips": ("chips",),
    "ui.locale": (
        "localized",
        "offline_notice",
        "thread_address",
    ),
    "ui.message_actions": ("message_turn", "say_button"),
    "ui.scroller": (
        "jump_to_newest",
        "scroller",
    ),
    "ui.thinking_toggle": ("thinking_toggle",),
    "ui.thread_list": (
        "new_thread",
        "thread_list",
    ),
    "ui.toggle_all": ("toggle_all",),
    "ui.progress": ("progress",),
    "ui.overlay": ("overlay",),
    "ui.thread": ("thread",),
    "ui.message": ("message",),
    "ui.composer": ("composer",),
    "ui.chat": ("chat",),
    "canonical": ("parse_event",),
    "providers": ("Events", "ToolCall", "events"),
    "quick_replies": ("ChipSplitter", "split_chips"),
    "runs.errors": ("RespondError",),
    "runs.compose": ("reasoning",),
    "runs.shorthand": ("file", "image"),
    "runs.turn": ("Turn",),
    "state": (
        "ThinkingState",
        "respond_with",
    ),
    "settings": ("configure",),
    "store.base": ("StoreError",),
    "store.database": ("DatabaseStore",),
    "store.memory": ("MemoryStore",),
    "errors": ("ConfigurationError", "DataError", "MissingExtraError", "ThinkingError"),
    "grouping": ("chain_of_thought_ranges", "group_parts", "thinking_blocks"),
    "model": ("FilePart", "ImagePart", "Message", "PartStatus", "TextPart", "ThinkingBlock", "ThinkingStep"),
    "primitives.chain_of_thought": ("chain_of_thought",),
    "primitives.disclosure": ("disclosure",),
    "primitives.media": ("media_part",),
    "primitives.message_parts": ("message_parts",),
    "ui.assistant_step": ("assistant_step",),
    "ui.markdown": ("markdown",),
    "ui.reasoning_step": ("reasoning_step",),
    "ui.status_line": ("status_line",),
    "ui.step_list": ("register_tool", "step_list"),
    "ui.summary_bar": ("summary_bar",),
    "ui.thinking": ("thinking",),
    "ui.tool_step": ("tool_step",),
}
_MODULES = {name: module for module, names in _EXPORTS.items() for name in names}
_SUBMODULES = ("requests",)
_MODULES.update({name: name for name in _SUBMODULES})

__all__ = [  # pyright: ignore[reportUnsupportedDunderAll]
    "ApiLimits",
    "ChipSplitter",
    "ConfigurationError",
    "DataError",
    "DatabaseStore",
    "Events",
    "FilePart",
    "ImagePart",
    "MemoryStore",
    "Message",
    "MissingExtraError",
    "PartStatus",
    "RespondError",
    "StoreError",
    "TextPart",
    "ThinkingBlock",
    "ThinkingError",
    "ThinkingState",
    "ThinkingStep",
    "ToolCall",
    "Trace",
    "Turn",
    "assistant_step",
    "chain_of_thought",
    "chain_of_thought_ranges",
    "chat",
    "chips",
    "composer",
    "configure",
    "disclosure",
    "events",
    "file",
    "from_gateway",
    "group_parts",
    "image",
    "jump_to_newest",
    "localized",
    "markdown",
    "media_part",
    "message",
    "message_parts",
    "message_turn",
    "mount_api",
    "new_thread",
    "offline_notice",
    "overlay",
    "parse_event",
    "preferences",
    "progress",
    "reasoning",
    "reasoning_step",
    "register_tool",
    "requests",
    "respond_with",
    "say_button",
    "scroller",
    "split_chips",
    "status_line",
    "step_list",
    "summarise",
    "summarise_with",
    "summary_bar",
    "thinking",
    "thinking_blocks",
    "thinking_toggle",
    "thread",
    "thread_address",
    "thread_list",
    "to_gateway",
    "toggle_all",
    "tool_step",
    "traced",
    "with_api",
]


if not TYPE_CHECKING:  # type checkers read the imports above, and find names that are not there

    def __getattr__(name: str) -> Any:
        if name not in _MODULES:
            msg = f"module {__name__!r} has no attribute {name!r}"
            raise AttributeError(msg)
        module = import_module(f".{_MODULES[name]}", __name__)
        value = module if name in _SUBMODULES else getattr(module, name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted(__all__)
