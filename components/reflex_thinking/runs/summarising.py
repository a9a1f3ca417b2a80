"""The summaries of a run's blocks, while they think and when they end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from functools import cached_property
from typing import Any, get_args

from .. import canonical as ev
from ..i18n import Strings
from ..locales import DEFAULT_LOCALE, Text
from ..reducer import Draft
from ..reducer.node import Call, Node, Step
from ..summaries import LONGEST, Summarise, provider_headline, summarise, summarise_so_far
from ..tool_phrases import Tally

logger = logging.getLogger(__name__)

INTERVAL = 1400
"""Milliseconds. The summary of a block that thinks changes no more often than this: a reader can follow, and it costs little."""
AGAIN = 300
"""Milliseconds until it is looked at again when there was nothing to say."""
TAIL = 1200
"""So many characters of the end of the reasoning are looked at for it."""

_STARTED = frozenset((*get_args(ev.StepStarted), ev.AssistantCallStarted))
_CALLS = frozenset(
    (*_STARTED, *get_args(ev.StepUpdate), *get_args(ev.StepResult), ev.AssistantCallUpdate, ev.AssistantResult)
)
"""The types of events that are about a call. Every delta is looked up here, which is quicker than isinstance."""


class Summarising:
    """Makes the summary of each block: by rule while it thinks, and when it ends by whoever makes the summaries.

    A summary that somebody else gives a block, at any time, stands. Where one cannot be made, or not in time, the rule's stands.

    Args:
        make: Makes the summary of a block that has ended; None for no summaries.
        seconds: How long making one may take.
        tell: Called with each one.
        locale: The language of generated phrases.
        texts: The host app's own texts, by locale.
    """

    def __init__(
        self,
        make: Summarise | None,
        seconds: float,
        tell: Callable[[ev.SummaryUpdated], object],
        *,
        locale: str = DEFAULT_LOCALE,
        texts: Mapping[str, Mapping[str, Text]] | None = None,
    ) -> None:
        self._make = make
        self._seconds = seconds
        self._tell = tell
        self._locale = locale
        self._texts = texts
        self._ended = 0
        """So many blocks have ended and were looked at."""
        self._made: dict[str, str] = {}
        """What each block was given here."""
        self._now: _Progress | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    @cached_property
    def _strings(self) -> Strings:
        return Strings(self._locale, self._texts)

    def look(self, draft: Draft, event: ev.AnyEvent | None = None, *, is_over: bool = False) -> None:
        """Look at what has happened. Only the last block of all can be open.

        Args:
            draft: The message.
            event: What happened last.
            is_over: Whether nothing more happens, so that an open block has ended, too.
        """
        if self._make is None:
            return
        while self._ended < len(draft.blocks) and (is_over or draft.blocks[self._ended]["status"] != "thinking"):
            self._end(self._make, draft, draft.blocks[self._ended])
            self._ended += 1
        if self._ended < len(draft.blocks) and event is not None:
            self._look_at_open(draft, draft.blocks[self._ended], event)

    async def finish(self, draft: Draft, hurry: asyncio.Event) -> None:
        """Wait for what is being made, unless somebody is in a hurry."""
        self.look(draft, is_over=True)
        if self._tasks:
            waiting = asyncio.create_task(hurry.wait())
            making = asyncio.gather(*self._tasks, return_exceptions=True)
            await asyncio.wait((waiting, making), return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()
            making.cancel()
        for block in draft.blocks:
            if (made := self._made.get(block["id"])) and made == block.get("summary"):
                self._tell(ev.SummaryUpdated(block_id=block["id"], summary=made, final=True))

    # While it thinks --------------------------------------------------------------------------------------------------

    def _look_at_open(self, draft: Draft, block: dict[str, Any], event: ev.AnyEvent) -> None:
        """Say how far a block is. What this costs does not depend on how long the block is already."""
        if self._is_theirs(block):
            return
        if self._now is None or self._now.block_id != block["id"]:
            self._now = _Progress(block)
        if type(event) in _CALLS:
            self._look_at_call(draft, block, event, self._now)
        if draft.at - self._now.looked_at < INTERVAL:
            return
        self._now.looked_at = draft.at
        if found := self._so_far(draft.parts[int(block["end"])], self._now.tally):
            self._take(block, found)
        else:
            self._now.looked_at += AGAIN - INTERVAL

    def _look_at_call(self, draft: Draft, block: dict[str, Any], event: Any, now: _Progress) -> None:
        call = draft.calls.get(event.call_id)
        if call is None or call.parent is not None:
            return
        now.note(call)
        if call.status == "thinking" and type(event) in _STARTED:
            self._take(block, "")  # what the call is says more, and readers are shown that

    def _so_far(self, last: Node, tally: Tally) -> str:
        if isinstance(last, Call):
            return "" if last.status == "thinking" else tally.phrase(self._strings, LONGEST)
        if isinstance(last, Step):
            tail, is_cut = last.tail("content", TAIL)
            return summarise_so_far(tail, is_cut=is_cut)
        return ""

    def _is_theirs(self, block: dict[str, Any]) -> bool:
        """Whether somebody else gave a block its summary."""
        return block.get("summary", "") != self._made.get(block["id"], "")

    # When it has ended ------------------------------------------------------------------------------------------------

    def _end(self, make: Summarise, draft: Draft, row: dict[str, Any]) -> None:
        if self._is_theirs(row):
            return
        steps = [part.snapshot() for part in draft.parts[row["start"] : row["end"] + 1]]
        status = "done" if row["status"] == "thinking" else row["status"]
        block = {**row, "status": status, "steps": steps, "locale": self._locale}
        found = provider_headline(block)
        by_rule = found or summarise(block, self._texts)
        self._take(row, by_rule)
        if make is summarise or found or not by_rule:
            return
        try:
            made = make({**block, "summary": by_rule})
        except Exception as error:
            _warn(row["id"], error)
            return
        if isinstance(made, str):
            self._take(row, _one_line(made))
        else:
            task = asyncio.create_task(self._wait_for(row, made))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _wait_for(self, row: dict[str, Any], made: Awaitable[str]) -> None:
        try:
            async with asyncio.timeout(self._seconds):
                summary = _one_line(await made)
        except Exception as error:
            _warn(row["id"], error)
        else:
            self._take(row, summary)

    def _take(self, row: dict[str, Any], summary: str) -> None:
        if not self._is_theirs(row) and summary != row.get("summary", ""):
            self._made[row["id"]] = summary
            self._tell(ev.SummaryUpdated(block_id=row["id"], summary=summary))


class _Progress:
    """What is known of the block that thinks now."""

    __slots__ = ("_counted", "block_id", "looked_at", "tally")

    def __init__(self, block: dict[str, Any]) -> None:
        self.block_id: str = block["id"]
        self.looked_at: int = block["started_at"]
        self.tally = Tally()
        self._counted: set[str] = set()

    def note(self, call: Call) -> None:
        """Count a call that has ended."""
        if call.status != "thinking" and call.id not in self._counted:
            self._counted.add(call.id)
            self.tally.add({"type": call.type, **call.fields})


def _one_line(made: str) -> str:
    return " ".join(made.split())


def _warn(block_id: str, error: Exception) -> None:
    logger.warning(
        "The summary of block %s could not be made: %s. The one by rule is kept.", block_id, type(error).__name__
    )
