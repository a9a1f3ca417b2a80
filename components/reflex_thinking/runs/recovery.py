"""What processes that died left behind: the journals of their runs are stored as messages."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..canonical import MessageError
from ..errors import DataError
from ..reducer import Draft, apply
from ..store.base import Store
from ..summaries import Block
from .commit import final_message, save
from .compose import Outcome
from .journal import UNREADABLE, Entry, Journals, read_journal
from .limits import Limits

logger = logging.getLogger(__name__)

INTERRUPTED = "The answer was interrupted."


async def recover_journals(
    journals: Journals, store: Store, limits: Limits, summarise: Callable[[Block], str] | None = None
) -> list[str]:
    """Store the messages of every journal that nobody writes any longer, and delete the journal.

    Args:
        journals: Where they are.
        store: Where the messages go.
        limits: How often and how long saving is tried.
        summarise: Makes the summary of a block that has none.

    Returns:
        The ids of the messages that were stored.
    """
    recovered: list[str] = []
    for path in journals.left_behind():
        try:
            messages = await asyncio.to_thread(_messages, path, summarise)
            is_whole = True
            for thread_id, message in messages:
                known = {event["id"] for event in await store.messages(thread_id)}
                saved = "known" if message["id"] in known else await save(store, thread_id, message, limits)
                is_whole = is_whole and saved != "failed"
                if saved == "saved":
                    recovered.append(message["id"])
        except DataError as error:
            logger.warning("%s: it is put aside.", error)
            path.rename(path.with_suffix(UNREADABLE))
        except Exception:
            logger.exception("The journal %s could not be recovered; it is kept.", path.name)
        else:
            if is_whole:
                path.unlink(missing_ok=True)
    return recovered


def _messages(path: Path, summarise: Callable[[Block], str] | None) -> list[tuple[str, dict[str, Any]]]:
    """The messages of a journal, each with its thread."""
    return [(entry.header.thread_id, _message(entry, summarise)) for entry in read_journal(path)]


def _message(entry: Entry, summarise: Callable[[Block], str] | None) -> dict[str, Any]:
    """A message as it was about to be stored, or all that was shown of it when the process died."""
    if entry.final is not None:
        return entry.final
    draft = Draft(entry.header.message_id)
    draft.fields.update(thread_id=entry.header.thread_id, created_at=entry.header.created_at)
    at = entry.header.created_at
    for event in entry.events:
        at = max(at, event.at or 0)
        try:
            apply(draft, event)
        except Exception:
            logger.exception("The message %s has an event that cannot be applied; it ends there.", draft.id)
            break
    if draft.status == "thinking":
        interrupted = MessageError(message=INTERRUPTED, code="interrupted")
        apply(draft, interrupted.stamped(event_id=draft.id, seq=draft.seq + 1, at=at))
    for row in draft.blocks:
        if summarise is not None and not row.get("summary"):
            steps = [part.snapshot() for part in draft.parts[row["start"] : row["end"] + 1]]
            row["summary"] = summarise({**row, "steps": steps, "locale": entry.header.locale})
    message, is_whole = final_message(draft, Outcome(), at)
    if not is_whole:
        msg = f"the message {draft.id!r} cannot be made"
        raise RuntimeError(msg)
    return message
