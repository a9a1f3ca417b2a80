"""What a hand-written agent does, told as it happens.

::

    async def agent(trace: rt.Trace, turn: rt.Turn):
        with trace.reasoning() as step:
            step.write("They ask about trains. ")
        with trace.tool("search", input={"q": turn.text}) as call:
            call.result = await search(turn.text)
        with trace.assistant("Policy Checker", task="May they travel first class?") as helper:
            with helper.reasoning() as step:
                step.write("Eight hours: yes.")
            helper.result = "They may."
        trace.text("Take the 18:30.")

    rt.respond_with(Chat, rt.traced(agent))

Steps may be nested to any depth and may be open at the same time, in tasks and in threads: each knows where it belongs. An
exception inside a step marks the step as failed and travels on. Without a run, a ``Trace()`` collects its ``events``.
"""

from __future__ import annotations

from collections.abc import AsyncIterable, Iterable
from typing import Any

from . import canonical as ev
from .runs.endings import Family
from .runs.forward import Forward
from .runs.record import Record
from .runs.respond import close_values
from .runs.shorthand import file, image
from .runs.steps import Call, Home, ReasoningStep, ToolKind, ToolUse, has_text, made, plain
from .threaded import ThreadedValues


class Trace:
    """Where an agent tells what it does. Make one yourself to collect ``events``; :func:`traced` makes one per answer."""

    def __init__(self, record: Record | None = None) -> None:
        """Begin a trace.

        Args:
            record: Where the events go; a list by default.
        """
        self._inside = Home(record or Record())

    @property
    def events(self) -> list[ev.AnyEvent]:
        """All events so far: what a ``respond`` may yield.

        Raises:
            TraceError: They go elsewhere, to the run that this trace belongs to.
        """
        return self._inside.record.events

    def reasoning(self) -> ReasoningStep:
        """A passage of reasoning: ``with trace.reasoning() as step: step.write("…")``."""
        return ReasoningStep(self._inside)

    def tool(
        self,
        name: str,
        *,
        input: Any = None,  # noqa: A002 - what it is called everywhere
        description: str | None = None,
        kind: ToolKind | None = None,
        call_id: str | None = None,
    ) -> ToolUse:
        """A tool is called: ``with trace.tool("search", input={"q": "…"}) as call: call.result = …``.

        Args:
            name: The tool's name.
            input: What it is called with; any value that JSON knows.
            description: What it does, for readers.
            kind: For a web search or code that runs.
            call_id: The id of the call, if somebody gave it one. A call that a forwarded stream has announced goes on.
        """
        return ToolUse(self._inside, name, input=input, description=description, kind=kind, call_id=call_id)

    def assistant(
        self, name: str, *, task: str = "", assistant_id: str = "", call_id: str | None = None
    ) -> AssistantTrace:
        """Another assistant is asked: ``with trace.assistant("Checker", task="…") as helper: …``.

        Args:
            name: The assistant's name.
            task: What it is asked to do.
            assistant_id: What your application calls it.
            call_id: The id of the call, if somebody gave it one.
        """
        return AssistantTrace(self._inside, name, task=task, assistant_id=assistant_id, call_id=call_id)

    def text(self, text: str) -> None:
        """More text of the answer; inside an assistant, of that assistant's result."""
        self._inside.check_open()
        if has_text(text, "text"):
            self._inside.record.add(ev.TextDelta(text_delta=text, **self._inside.place()))

    def image(
        self,
        data: bytes | str | None = None,
        *,
        url: str | None = None,
        media_type: str | None = None,
        alt: str | None = None,
        name: str | None = None,
        id: str | None = None,  # noqa: A002 - what it is called everywhere
    ) -> None:
        """An image: ``trace.image(png, alt="Trains per hour")``. Inside an assistant it is part of its result.

        Args:
            data: The bytes, or their base64.
            url: Where it is, in place of data. It is only loaded from where ``images=`` allows.
            media_type: For example ``"image/png"``; found out from the data by default.
            alt: What it shows, in words.
            name: The name it is saved under.
            id: Add another image with the same id to replace it.
        """
        self._add_media(image(data, url=url, media_type=media_type, alt=alt, name=name, id=id))

    def file(
        self,
        data: bytes | str | None = None,
        *,
        url: str | None = None,
        media_type: str | None = None,
        name: str | None = None,
        size: int | None = None,
        id: str | None = None,  # noqa: A002 - what it is called everywhere
    ) -> None:
        """A file to download: ``trace.file(csv, name="trains.csv")``. Inside an assistant it is part of its result.

        Args:
            data: The bytes, or their base64.
            url: Where it is, in place of data: an ``https`` address that opens in a new tab.
            media_type: For example ``"text/csv"``; found out from the name by default.
            name: The name it is saved under.
            size: Its bytes, when there is only an address.
            id: Add another file with the same id to replace it.
        """
        self._add_media(file(data, url=url, media_type=media_type, name=name, size=size, id=id))

    def _add_media(self, event: ev.PartAdded) -> None:
        self._inside.check_open()
        self._inside.record.add(event.model_copy(update=self._inside.place()))

    def artifact(self, name: str, data: Any) -> None:
        """Something made beside the answer: ``trace.artifact("chips", ["Tell me more"])``."""
        self._inside.check_open()
        self._inside.record.add(
            made(ev.Artifact, name=name, data=plain(f"artifact({name!r})", data), **self._inside.place())
        )

    async def forward(self, values: AsyncIterable[object] | Iterable[object]) -> ev.MessageFinal | None:
        """Let what a model or another agent does happen here: ``await trace.forward(rt.events(stream))``.

        Args:
            values: All that a ``respond`` may yield. A plain iterable is read in a thread.

        Returns:
            The end of the stream, with ``event["status"]`` and the provider's own words in ``reply``; None if it has none.
        """
        self._inside.check_open()
        source = aiter(values) if isinstance(values, AsyncIterable) else ThreadedValues(iter(values))
        forward = Forward(self._inside.record, self._inside.call_id)
        try:
            async for value in source:
                forward.take(value)
                await self._inside.record.room()
        except BaseException as error:
            forward.close(error)
            raise
        else:
            forward.close()
        finally:
            await close_values(source)
        return forward.final

    def forward_plain(self, values: Iterable[object]) -> ev.MessageFinal | None:
        """The same as :meth:`forward` for agents that are plain functions."""
        self._inside.check_open()
        forward = Forward(self._inside.record, self._inside.call_id)
        try:
            for value in values:
                forward.take(value)
        except BaseException as error:
            forward.close(error)
            raise
        forward.close()
        return forward.final


class AssistantTrace(Trace, Call):
    """What another assistant does: a trace of its own, and a call; :meth:`Trace.assistant` makes it."""

    _family: Family = "assistant_call"

    def __init__(self, home: Home, name: str, *, task: str, assistant_id: str, call_id: str | None) -> None:
        """Take what is known of the call."""
        Call.__init__(self, home, name, call_id)
        self._inside = Home(home.record, self.id, self._check)
        self._what = f"the call of the assistant {name!r}"
        self._started = made(
            ev.AssistantCallStarted,
            call_id=self.id,
            name=name,
            task=task,
            assistant_id=assistant_id,
            parent_id=home.call_id,
        )

    def _begin(self) -> None:
        now = self._inside.record.now()
        if self._announce():
            self._inside.record.add(self._started.model_copy(update={"created_at": now, "at": now}))
        self._inside = self._inside._replace(call_id=self.id)
