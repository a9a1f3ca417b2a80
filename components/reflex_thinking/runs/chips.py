"""Takes the list of quick replies at the end of an answer out of its text, for everybody who reads the run."""

from __future__ import annotations

from collections import deque

from .. import canonical as ev
from ..quick_replies import ChipSplitter

CHIPS = "chips"
"""The artifact that holds the quick replies."""


class ChipExtractor:
    """Passes the events of one message on. Text that may be a list of quick replies waits until that is known.

    Quick replies that are found become the artifact ``chips``. A message that brings that artifact itself keeps its text as it
    is.
    """

    def __init__(self) -> None:
        self._splitter: ChipSplitter | None = ChipSplitter()
        self._held: deque[tuple[ev.TextDelta, str]] = deque()
        """Text that is held back, and an event that says where it belongs."""
        self._begun: set[str] = set()

    def take(self, event: ev.AnyEvent) -> list[ev.AnyEvent]:
        """The events to pass on now."""
        if self._splitter is None or event.parent_id:
            return [event]
        match event:
            case ev.TextDelta():
                return self._text(event, self._splitter)
            case ev.Artifact(name=name) if name == CHIPS:
                events = self.release()
                self._splitter = None
                return [*events, event]
            case ev.Artifact() | ev.SummaryUpdated() | ev.ReasoningSegmentMeta() | ev.MessageStarted():
                return [event]
            case _:
                # A text that nothing is shown of yet must not end up behind what begins now.
                is_unseen = bool(self._held) and self._held[-1][0].segment_id not in self._begun
                return [*(self.release() if is_unseen else ()), event]

    def more(self, like: ev.TextDelta, text: str) -> str | None:
        """What is certain of more text that belongs where ``like`` does; None when other text is held back before it."""
        if self._splitter is None:
            return text
        if any(event.segment_id != like.segment_id for event, _ in self._held):
            return None
        length = len(self._splitter.feed(text))
        waiting = "".join([held for _, held in self._held]) + text
        self._held.clear()
        if length < len(waiting):
            self._held.append((like, waiting[length:]))
        return waiting[:length]

    def finish(self) -> list[ev.AnyEvent]:
        """The answer has ended: the quick replies, or the text that was held back."""
        if self._splitter is None:
            return []
        _, chips = self._splitter.finish()
        if not chips:
            return self._passed_on(sum(len(text) for _, text in self._held))
        self._held.clear()
        return [ev.Artifact(name=CHIPS, data=chips)]

    def release(self) -> list[ev.AnyEvent]:
        """All text that is held back."""
        return [] if self._splitter is None else self._passed_on(len(self._splitter.release()))

    def _text(self, event: ev.TextDelta, splitter: ChipSplitter) -> list[ev.AnyEvent]:
        certain = splitter.feed(event.text_delta)
        if not self._held and len(certain) == len(event.text_delta):
            self._begun.add(event.segment_id)
            return [event]
        self._held.append((event, event.text_delta))
        return self._passed_on(len(certain))

    def _passed_on(self, length: int) -> list[ev.AnyEvent]:
        """So much of the held text, from its beginning; pieces of one segment are joined."""
        pieces: list[tuple[ev.TextDelta, list[str]]] = []
        while length > 0:
            event, held = self._held.popleft()
            text = held[:length]
            if len(text) < len(held):
                self._held.appendleft((event, held[length:]))
            length -= len(text)
            if pieces and pieces[-1][0].segment_id == event.segment_id:
                pieces[-1][1].append(text)
            else:
                pieces.append((event, [text]))
        self._begun.update(event.segment_id for event, _ in pieces)
        return [event.model_copy(update={"text_delta": "".join(texts)}) for event, texts in pieces]
