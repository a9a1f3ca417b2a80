"""A run: one answer, made by tasks of its own that belong to nobody's browser."""

from __future__ import annotations

import asyncio
import itertools
import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Protocol

from pydantic_core import PydanticSerializationError

from .. import canonical as ev
from ..locales import Text
from ..reducer import Draft, Op, apply
from ..store.base import Store
from ..summaries import Summarise
from .chips import ChipExtractor
from .clock import Clock
from .commit import End, beyond, failure, final_message, save
from .compose import Composer, now_ms
from .errors import RespondError as RespondError
from .flow import Flow
from .journal import Journal
from .limits import Limits as Limits
from .log import Log
from .plain import printable
from .producer import Producer
from .respond import Respond
from .summarising import Summarising
from .turn import Turn

logger = logging.getLogger(__name__)

_numbers = itertools.count(1)


class Watching(Protocol):
    """A viewer, as a run knows it."""

    page: str

    def position(self, run_id: str) -> int:
        """The last event of a run that the tab was sent; 0 when there is none."""
        ...


class Run:
    """One answer in the making.

    One task reads what ``respond`` yields. Each event is reduced once and logged with its ops; the beat of the process
    journals and publishes it. A second task, the keeper, ends the run and stores the message.

    Args:
        turn: What is to be answered.
        respond: Makes the answer.
        store: Where the message goes at the end.
        limits: How far it may go.
        journal: What survives the process.
        beat: Journals and publishes what is new.
        created_at: When it began, in milliseconds.
        on_end: Called once, after the last event.
        summarise: Makes the summary of each thinking block that has none when it ends; None for no summaries.
        texts: The host app's own texts, by locale.
        clock: Tells the time in milliseconds; a replay brings the recording's own.
        split_chips: Whether a list of quick replies at the end of the answer is taken out of its text.
    """

    def __init__(
        self,
        turn: Turn,
        respond: Respond,
        store: Store,
        *,
        limits: Limits | None = None,
        journal: Journal | None = None,
        beat: Clock | None = None,
        created_at: int | None = None,
        on_end: Callable[[Run], None] | None = None,
        summarise: Summarise | None = None,
        texts: Mapping[str, Mapping[str, Text]] | None = None,
        clock: Callable[[], int] = now_ms,
        split_chips: bool = True,
    ) -> None:
        self.id = turn.message_id
        self.turn = turn
        self.number = next(_numbers)
        """What it is called on the wire to viewers: shorter than its id."""
        self.log = Log()
        self.limits = limits or Limits()
        self.created_at = clock() if created_at is None else created_at
        self.size = 0
        """Bytes of its events, as JSON."""
        self.final: dict[str, Any] | None = None
        """The message as it is stored, when the run has ended."""
        self.persisted: bool | None = None
        """Whether it is stored; None until that is known."""
        self._respond: Respond | None = respond
        self._store = store
        self._journal = journal
        self._beat = beat or Clock()
        self._on_end = on_end
        self._summaries = Summarising(
            summarise, self.limits.summary_seconds, self._add, locale=turn.locale, texts=texts
        )
        self._hurry = asyncio.Event()
        self._clock = clock
        self._composer = Composer(thread_id=turn.thread_id, created_at=self.created_at, clock=clock, limits=self.limits)
        self._chips = ChipExtractor() if split_chips else None
        self._draft = Draft(self.id)
        self._draft_is_whole = True
        self._at = self.created_at
        self._end: End | None = None
        self._flow: Flow | None = None
        self._stopped = asyncio.Event()
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._producer: Producer | None = None
        self._keeper: asyncio.Task[None] | None = None
        self._ended = asyncio.Event()
        self.viewers: set[Watching] = set()
        """Who is shown it in this process."""

    @property
    def draft(self) -> Draft:
        """The message so far. All that it holds is journalled and published."""
        self._beat.flush()
        return self._draft

    @property
    def is_done(self) -> bool:
        """Whether the run has ended and its last event is in the log."""
        return self._ended.is_set()

    @property
    def is_ending(self) -> bool:
        """Whether nothing more is said; what was said may still have to be stored."""
        return self._end is not None

    def patch(self, after: int) -> str | None:
        """What was added after a position, as a browser gets it; None when that is too long ago."""
        return self.log.patch(self.number, after)

    def start(self, end: ev.MessageError | None = None) -> None:
        """Begin. With an ``end`` the run ends with it at once and ``respond`` is never called."""
        self._end = end
        self._keeper = asyncio.get_running_loop().create_task(self._keep(), name=f"run {self.id}")

    def cancel(self) -> None:
        """Stop the answer; what was said so far is kept. Does nothing when it has ended."""
        self._stop(ev.MessageCancelled())

    async def wait(self, *, hurry: bool = False) -> dict[str, Any]:
        """Wait for the end and return the message as it is stored.

        Args:
            hurry: Let it end as soon as it can once nothing more is said: summaries that are not ready are left out.
        """
        if hurry:
            self._hurry.set()
        await self._ended.wait()
        return self.final or {}

    # What respond yields ----------------------------------------------------------------------------------------------

    def _take(self, value: object) -> bool:
        """Make events of a value; False when the run has ended."""
        if self._end is not None:
            return False
        if self._flow is not None and (text := self._flow.more(value)) is not None and self._grow(self._flow, text):
            return True
        self._flow = None
        for event in self._composed(value):
            if isinstance(event, ev.MessageError | ev.MessageCancelled):
                self._stop(event)
            elif self._draft.seq >= self.limits.max_events:
                self._stop(beyond("max_events", self.limits))
            elif (ops := self._add(event, most=self.limits.max_bytes)) is None:
                self._stop(beyond("max_bytes", self.limits))
            else:
                self._summaries.look(self._draft, event)
                self._flow = Flow.after(event, value, ops, self._draft)
            if self._end is not None:
                return False
        return True

    def _composed(self, value: object) -> list[ev.AnyEvent]:
        events = self._composer.compose(value)
        return events if self._chips is None else [each for event in events for each in self._chips.take(event)]

    def _grow(self, flow: Flow, text: str) -> bool:
        """Add more text to where the last text went, without an event object; False when that is not possible."""
        seq = self._draft.seq + 1
        if seq > self.limits.max_events or self._composer.waits_for_text:
            return False
        at = self._now()
        line = flow.line(text, seq, at)
        if line is None or self.size + len(line) > self.limits.max_bytes:
            return False
        if self._chips is not None and flow.is_answer:
            certain = self._chips.more(flow.event, text)
            if certain is None:
                return False
            if certain != text:
                text, line = certain, flow.line(certain, seq, at)
                if not text or line is None:
                    return True
        self._draft.seq, self._draft.at = seq, at
        flow.node.grow(flow.key, text)
        self._log(line, [flow.op(text)])
        if not flow.is_answer:
            self._summaries.look(self._draft, flow.event)
        return True

    def _add(self, event: ev.AnyEvent, *, most: int | None = None) -> list[Op] | None:
        """Number an event, reduce and log it; None when there is no room for it."""
        event = event.stamped(event_id=self.id, seq=self._draft.seq + 1, at=self._now())
        try:
            line = event.to_line()
        except PydanticSerializationError:
            event = printable(event)
            line = event.to_line()
        if most is not None and self.size + len(line) > most:
            return None
        before = self._draft.seq
        try:
            ops = apply(self._draft, event)
        except Exception:
            self._draft.seq = before
            self._draft_is_whole = False
            raise
        self._log(line, ops)
        return ops

    def _log(self, line: bytes, ops: list[Op]) -> None:
        self.size += len(line)
        if self._journal is not None:
            self._journal.add(line)
        self.log.append(line, ops)
        self._beat.touch(self.log)

    def _respond_ended(self, error: BaseException | None) -> None:
        if error is None:
            self._stop("done")
        elif self._end is not None:
            if not isinstance(error, asyncio.CancelledError):
                logger.warning("respond failed while it was stopped in the run %s.", self.id, exc_info=error)
        elif isinstance(error, asyncio.CancelledError) and _is_cancelled():
            self.cancel()
        else:
            logger.error("respond failed in the run %s.", self.id, exc_info=error)
            self._stop(failure(error))

    def _now(self) -> int:
        self._at = max(self._at, self._clock())
        return self._at

    # The keeper -------------------------------------------------------------------------------------------------------

    async def _keep(self) -> None:
        try:
            try:
                await self._watch_over()
            except asyncio.CancelledError:  # the event loop is being shut down: there is time for one last try
                self.cancel()
            await self._finish()
        except Exception:
            logger.exception("The run %s did not end as it should.", self.id)
        finally:
            self.log.close()
            if self._journal is not None:
                self._journal.release()
            # Late viewers may keep a run for long: it holds on to nothing that they do not need.
            self.turn = replace(self.turn, history=[], replies={})
            self._respond = self._producer = None
            self._ended.set()
            if self._on_end is not None:
                self._on_end(self)

    async def _watch_over(self) -> None:
        thread_id, thinking = self.turn.thread_id, self.turn.thinking_enabled
        self._add(ev.MessageStarted(thread_id=thread_id, created_at=self.created_at, thinking_enabled=thinking))
        if self._end is not None or self._respond is None:
            return
        self._producer = Producer(self._respond, self.turn, take=self._take, ended=self._respond_ended)
        seconds = self.limits.max_seconds
        loop = asyncio.get_running_loop()
        self._timers["max"] = loop.call_later(seconds, lambda: self._stop(beyond("max_seconds", self.limits)))
        self._watch_idle(self._producer)
        await self._stopped.wait()

    def _watch_idle(self, producer: Producer) -> None:
        """Look again when the limit would be reached if nothing came until then."""
        if self.limits.idle_seconds is None:
            return
        rest = producer.last_value + self.limits.idle_seconds - time.monotonic()
        if rest <= 0:
            self._stop(beyond("idle_seconds", self.limits))
        else:
            self._timers["idle"] = asyncio.get_running_loop().call_later(rest, self._watch_idle, producer)

    def _stop(self, end: End) -> None:
        """End the run; the first end counts."""
        if self._end is None:
            self._end = end
        self._stopped.set()

    async def _finish(self) -> None:
        for timer in self._timers.values():
            timer.cancel()
        if not self._draft_is_whole:
            self._restore_draft()
        for event in () if self._chips is None else self._chips.finish():
            if self._draft.seq < self.limits.max_events:
                self._add(event, most=self.limits.max_bytes)
        for event in self._composer.finish() if isinstance(self._end, str) else [self._end or ev.MessageCancelled()]:
            self._add(event)
        self._beat.flush()
        if self._producer is not None:
            await self._producer.close(self.limits.close_seconds)
        await self._summaries.finish(self._draft, self._hurry)
        message, is_whole = final_message(self._draft, self._composer.outcome, self._now())
        last = ev.MessageFinal(event=message)
        if self._journal is not None and is_whole:
            stamped = last.stamped(event_id=self.id, seq=self._draft.seq + 1, at=self._now())
            self._journal.add_final(stamped.to_line())
        replies = self._composer.outcome.replies
        saved = await save(self._store, self.turn.thread_id, message, self.limits, replies) if is_whole else "failed"
        self.final, self.persisted = message, saved == "saved"
        last = last.stamped(event_id=self.id, seq=self._draft.seq + 1, at=self._now())
        last.persisted = self.persisted
        line = last.to_line()
        self.size += len(line)
        self.log.append(line, apply(self._draft, last))
        self._beat.touch(self.log)
        self._beat.flush()
        if self._journal is not None and saved != "failed":
            self._journal.discard()

    def _restore_draft(self) -> None:
        """An event could not be applied and may have left half its traces: begin again with those that could."""
        self._beat.flush()
        draft = Draft(self.id)
        while lines := self.log.lines(draft.seq):
            for line in lines:
                apply(draft, ev.parse_event(line))
        self._draft = draft
        self._draft_is_whole = True


def _is_cancelled() -> bool:
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
