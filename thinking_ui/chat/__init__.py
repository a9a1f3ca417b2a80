"""The demo's chat: agents that answer from documents, and show how."""

from __future__ import annotations

import functools
from collections.abc import AsyncIterator

from reflex_thinking import Turn, traced
from reflex_thinking.canonical import AnyEvent

from ..settings import get_settings
from .models import get_model
from .pipeline import ChatPipeline, quiet
from .retrieval import Library

__all__ = ["get_library", "respond"]


@functools.cache
def get_library() -> Library:
    """The documents that the settings name. They are read at the first search and followed from then on."""
    return Library(get_settings().corpus)


async def respond(turn: Turn) -> AsyncIterator[AnyEvent]:
    """Answer a turn: with visible steps, or in one structured piece when thinking is off.

    The turn's options may name a model under ``"model"``; the settings name the default.

    Raises:
        RespondError: The model cannot be used, or it failed; the text says what to do.
    """
    chosen = turn.options.get("model")
    pipeline = ChatPipeline(get_library(), get_model(chosen if isinstance(chosen, str) else None))
    events = traced(pipeline.run)(turn) if turn.thinking_enabled else quiet(traced(pipeline.run_structured)(turn))
    try:
        async for event in events:
            yield event
    finally:
        await events.aclose()  # pyright: ignore[reportAttributeAccessIssue] - a generator; stopping must reach it
