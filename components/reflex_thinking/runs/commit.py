"""The end of a run: the message as it is stored, and storing it."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Literal

from ..canonical import MessageCancelled, MessageError
from ..reducer import Draft
from ..store.base import Store, ThreadNotFoundError
from ..stored import final_event
from .compose import Outcome
from .errors import RespondError
from .limits import Limits

logger = logging.getLogger(__name__)

Saved = Literal["saved", "failed", "gone"]
"""``gone``: there is no such thread any more, so trying again later makes no sense."""

End = MessageError | MessageCancelled | Literal["done"]
"""How a run ends."""


def final_message(draft: Draft, outcome: Outcome, ended_at: int) -> tuple[dict[str, Any], bool]:
    """The message as it is stored, and whether it is all of it: if it cannot be made, the text of the answer is left."""
    try:
        message = final_event(
            draft,
            ended_at=ended_at,
            usage=outcome.usage,
            stop_reason=outcome.stop_reason,
            incomplete=outcome.incomplete,
        )
    except Exception:
        logger.exception("The message %s cannot be made.", draft.id)
    else:
        return message, True
    fields = {key: draft.fields.get(key) for key in ("id", "role", "thread_id", "created_at")}
    segments = [{"type": "text", "id": "text", "text": draft.answer()}]
    return {**fields, "status": "error", "ended_at": ended_at, "segments": segments, "blocks": []}, False


async def save(
    store: Store, thread_id: str, event: dict[str, Any], limits: Limits, replies: list[dict[str, Any]] | None = None
) -> Saved:
    """Store a message, with a few tries."""
    more: dict[str, Any] = {"replies": replies} if replies else {}
    for delay in (*limits.save_delays, None):
        try:
            async with asyncio.timeout(limits.save_seconds):
                await store.add_message(thread_id, event, **more)
        except ThreadNotFoundError:
            logger.warning("The message %s was not stored: its thread is gone.", event["id"])
            return "gone"
        except Exception as error:
            if delay is None:
                logger.exception("The message %s could not be stored.", event["id"])
                break
            logger.warning("The message %s could not be stored (%s): trying again.", event["id"], type(error).__name__)
            await asyncio.sleep(delay)
        else:
            return "saved"
    return "failed"


def failure(error: BaseException) -> MessageError:
    """What a user is told of an exception in ``respond``: its own text only if it was meant for users."""
    if isinstance(error, RespondError):
        return MessageError(message=error.message, code=error.code)
    return MessageError(message="Something went wrong while the answer was made.", code=type(error).__name__)


def beyond(limit: str, limits: Limits) -> MessageError:
    """What a user is told of a limit that was reached."""
    value = getattr(limits, limit)
    texts = {
        "max_events": f"The answer was ended: it has more than {value:,} events.",
        "max_bytes": f"The answer was ended: it is longer than {value:,} bytes.",
        "max_seconds": f"The answer was ended: it took longer than {value:,g} seconds.",
        "idle_seconds": f"The answer was ended: nothing was heard for {value:,g} seconds.",
        "runs_at_once": f"No more than {value:,} answers can be made at once. Try again when one has ended.",
    }
    return MessageError(message=texts[limit], code=limit)
