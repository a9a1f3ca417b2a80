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
from .journal import UNREADABLE, JournalFolder, read_journal
from .limits import Limits

logger = logging.getLogger(__name__)

INTERRUPTED = "The answer was interrupted."


async def recover_journals(
    folder: JournalFolder, store: Store, limits: Limits, summarise: Callable[[Block], str] | None = None
) -> list[str]:
    """Store the message of every journal that nobody writes any more, and delete the journal.

    Args:
        folder: Where the journals are.
        store: Where the messages go.
        limits: How often and how long saving is tried.
        summarise: Makes the summary of a block that has none.

    Returns:
        The ids of the messages that were stored.
    """
    recovered: list[str] = []
    for path in folder.left_behind():
        try:
            thread_id, message = await asyncio.to_thread(_message, path, summarise)
            known = {event["id"] for event in await store.messages(thread_id)}
            saved = "known" if message["id"] in known else await save(store, thread_id, message, limits)
        except DataError as error:
            logger.warning("%s: it is put aside.", error)
            path.rename(path.with_suffix(UNREADABLE))
        except Exception:
            logger.exception("The journal %s could not be recovered; it is kept.", path.name)
        else:
            if saved == "saved":
                recovered.append(message["id"])
            if saved != "failed":
                path.unlink(missing_ok=True)
    return recovered


def _message(path: Path, summarise: Callable[[Block], str] | None) -> tuple[str, dict[str, Any]]:
    """The message of a journal: as it was about to be stored, or all that was shown of it when the process died."""
    header, events, final = read_journal(path)
    if final is not None:
        return header.thread_id, final
    draft = Draft(header.message_id)
    draft.fields.update(thread_id=header.thread_id, created_at=header.created_at)
    at = header.created_at
    for event in events:
        at = max(at, event.at or 0)
        try:
            apply(draft, event)
        except Exception:
            logger.exception("The journal %s has an event that cannot be applied; it ends there.", path.name)
            break
    if draft.status == "thinking":
        interrupted = MessageError(message=INTERRUPTED, code="interrupted")
        apply(draft, interrupted.stamped(event_id=draft.id, seq=draft.seq + 1, at=at))
    for row in draft.blocks:
        if summarise is not None and not row.get("summary"):
            steps = [part.snapshot() for part in draft.parts[row["start"] : row["end"] + 1]]
            row["summary"] = summarise({**row, "steps": steps, "locale": header.locale})
    message, is_whole = final_message(draft, Outcome(), at)
    if not is_whole:
        msg = f"the message {draft.id!r} cannot be made"
        raise RuntimeError(msg)
    return header.thread_id, message
