"""The runs of this process."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from ..errors import DataError, ThinkingError
from ..locales import Text
from ..store.base import Store
from ..summaries import Summarise, summarise
from .choices import Choices
from .clock import Clock
from .commit import beyond
from .compose import now_ms
from .journal import Header, Journals
from .limits import Limits
from .recovery import recover_journals
from .respond import Respond
from .run import Run
from .turn import Turn

logger = logging.getLogger(__name__)


class Runs:
    """Starts runs and finds them again. Runs that ended stay readable for a while, as ``limits`` says.

    Args:
        store: Where messages go.
        journal_dir: Where journals are kept while runs go on; None for none.
        limits: How far runs may go.
        summarise: Makes the summary of each thinking block; None for no summaries.
        texts: The host app's own texts, by locale.
    """

    def __init__(
        self,
        store: Store,
        *,
        journal_dir: Path | None = None,
        limits: Limits | None = None,
        summarise: Summarise | None = summarise,
        split_chips: bool = True,
        texts: Mapping[str, Mapping[str, Text]] | None = None,
    ) -> None:
        self.store = store
        self._texts = texts
        self._summarise = summarise
        self._split_chips = split_chips
        self.limits = limits or Limits()
        self._journals = None if journal_dir is None else Journals(journal_dir)
        self._beat = Clock(self._journals)
        self.choices = Choices(store)
        """What readers opened and closed."""
        self._active: dict[str, Run] = {}
        self._kept: dict[str, Run] = {}
        self._kept_bytes = 0
        self._listeners: dict[str, set[Callable[[], object]]] = {}
        self._closed = False
        self.reserved: list[tuple[str, str]] = []
        """User and thread of the runs that are about to be started."""

    async def start(self, turn: Turn, respond: Respond, *, clock: Callable[[], int] = now_ms) -> Run:
        """Start a run. A user who has too many gets one that ends at once and says so.

        Args:
            turn: What is to be answered. A message that is being made, or was just made, is not made again: its run is
                returned.
            respond: An async generator function; also a function, async or not, that returns an iterator of either kind.
            clock: Tells the time in milliseconds; a replay brings the recording's own.

        Raises:
            DataError: The message's id is that of another thread's or user's message.
            ThinkingError: The server is shutting down.
        """
        if self._closed:
            msg = "no run can be started: the server is shutting down"
            raise ThinkingError(msg)
        if (known := self.get(turn.message_id)) is not None:
            if (known.turn.thread_id, known.turn.user_id) != (turn.thread_id, turn.user_id):
                msg = f"the message id {turn.message_id!r} is in use"
                raise DataError(msg)
            return known
        created_at = clock()
        journal = None
        if self._journals is not None:
            header = Header(turn.thread_id, turn.message_id, turn.user_id, turn.workspace_id, created_at, turn.locale)
            journal = self._journals.begin(header)
        run = Run(
            turn,
            respond,
            self.store,
            limits=self.limits,
            beat=self._beat,
            journal=journal,
            created_at=created_at,
            on_end=self._ended,
            summarise=self._summarise,
            texts=self._texts,
            clock=clock,
            split_chips=self._split_chips,
        )
        too_many = len(self.active_of(turn.user_id)) >= self.limits.runs_at_once
        run.start(beyond("runs_at_once", self.limits) if too_many else None)
        self._active[run.id] = run
        self.ring(turn.thread_id, threads_of(turn.user_id))
        return run

    @property
    def is_closed(self) -> bool:
        """Whether the server shuts down."""
        return self._closed

    def get(self, event_id: str) -> Run | None:
        """The run that makes, or made, a message; None when it is not known here (any more)."""
        return self._active.get(event_id) or self._kept.get(event_id)

    def active_in(self, thread_id: str) -> list[Run]:
        """The runs of a thread that go on, the oldest first."""
        return [run for run in self._active.values() if run.turn.thread_id == thread_id]

    def active_of(self, user_id: str) -> list[Run]:
        """The runs of a user that go on, in all threads."""
        return [run for run in self._active.values() if run.turn.user_id == user_id]

    def unsaved_in(self, thread_id: str) -> list[Run]:
        """The runs of a thread that ended without being stored, as far as they are kept, the oldest first."""
        return [run for run in self._kept.values() if run.turn.thread_id == thread_id and not run.persisted]

    def listen(self, topic: str, listener: Callable[[], object]) -> Callable[[], None]:
        """Have a function called whenever something has changed, until what is returned is called.

        Args:
            topic: A thread's id, for runs that begin and end in it and for its end; or what :func:`threads_of` returns.
            listener: The function.
        """
        listeners = self._listeners.setdefault(topic, set())
        listeners.add(listener)

        def stop() -> None:
            listeners.discard(listener)
            if not listeners and self._listeners.get(topic) is listeners:
                del self._listeners[topic]

        return stop

    def ring(self, *topics: str) -> None:
        """Tell those who listen that something has changed."""
        for topic in topics:
            for listener in tuple(self._listeners.get(topic, ())):
                listener()

    async def stop(self, event_id: str) -> bool:
        """Stop a run; it ends by itself soon after.

        Returns:
            Whether there was one to stop.
        """
        run = self._active.get(event_id)
        if run is not None:
            run.cancel()
        return run is not None

    async def recover(self) -> list[str]:
        """Store what processes that died left behind; call it once when the server starts.

        Returns:
            The ids of the messages that were stored.
        """
        if self._journals is None:
            return []
        rule = None if self._summarise is None else partial(summarise, texts=self._texts)
        return await recover_journals(self._journals, self.store, self.limits, rule)

    async def close(self) -> None:
        """The server shuts down: stop all runs and wait until what they said is stored."""
        self._closed = True
        runs = list(self._active.values())
        for run in runs:
            run.cancel()
        for run in runs:
            await run.wait(hurry=True)
        await self.choices.flush()
        if self._journals is not None:
            self._journals.close()

    def _ended(self, run: Run) -> None:
        del self._active[run.id]
        self._kept[run.id] = run
        self._kept_bytes += run.size
        while len(self._kept) > self.limits.kept_runs or (
            len(self._kept) > 1 and self._kept_bytes > self.limits.kept_bytes
        ):
            oldest = self._kept.pop(next(iter(self._kept)))
            self._kept_bytes -= oldest.size
        self.ring(run.turn.thread_id, threads_of(run.turn.user_id))


def threads_of(user_id: str) -> str:
    """The topic of a user's list of threads; see :meth:`Runs.listen`."""
    return f"threads of {user_id}"
