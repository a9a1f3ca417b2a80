"""What readers of agents share: assistants inside assistants, several model calls in one message, answers in pieces."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, cast

from .. import canonical as ev
from ..providers.emitter import Emitter, Kind, ToolCall
from ..providers.surrogates import mended

_KINDS: dict[str, Kind] = {
    "web_search": "web_search_call",
    "web_search_preview": "web_search_call",
    "google_search": "web_search_call",
    "code_execution": "code_interpreter_call",
    "code_interpreter": "code_interpreter_call",
}
"""Tools that a provider runs itself and that have a kind of their own."""


class AgentEmitter(Emitter):
    """An emitter for a whole agent.

    Set ``inside`` to the id of an assistant before telling what that assistant does. Whatever has begun stays where it
    began, so that assistants may work at the same time.
    """

    def __init__(self, provider: str) -> None:
        super().__init__(provider)
        self.has_answer = False
        """Whether there is any text at the top level."""
        self._homes: dict[tuple[str, str], str | None] = {}
        self._assistants: dict[str, bool] = {}
        self._names: dict[tuple[str | None, str], str] = {}
        self._latest: dict[str, str] = {}
        self._assistant_names: dict[str, str] = {}
        self._collected: dict[str, list[Any]] = {}
        self._is_cancelled = False

    # Calls ------------------------------------------------------------------------------------------------------------

    def begin_call(self, given: str, name: str, *, server: bool = False, description: str | None = None) -> str:
        """A tool is called; the id that it has here is returned.

        Models count their calls anew in each answer, and assistants do not know of each other: an id whose call has a
        result already, or is another assistant's, stands for a new call.
        """
        known = self._names.get((self.inside, given))
        if known is not None and (not given or self.has_result(known)):
            known = None
        if known is None:
            known = self._free(mended(given) or self.new_id("call"))
            self._names[self.inside, given] = self._latest[given] = known
        kind = _KINDS.get(name, "tool_call") if server else "tool_call"
        about = None if description is None else mended(description)
        self.call(known, mended(name), kind=kind, server=server, description=about)
        return known

    def call_named(self, given: str) -> str | None:
        """The id of a call that has begun, here or at another level; None when there is none."""
        return self._names.get((self.inside, given)) or self._latest.get(given)

    def has_result(self, call_id: str) -> bool:
        """Whether a call has ended."""
        return self._calls[call_id].has_result

    def end_call(self, given: str, name: str, result: Any = None, *, error: str | None = None) -> None:
        """A call ended. One that nobody has heard of began with it."""
        call_id = self.call_named(given) or self.begin_call(given, name or "tool")
        self.result(call_id, result, error=error)

    def _free(self, name: str) -> str:
        while name in self._calls or name in self._assistants:
            name = self.new_id(name)
        return name

    @property
    def calls(self) -> list[ToolCall]:
        """The tools that the agent asks the caller to run, also those of its assistants."""
        inputs: dict[str, Any] = {}
        waiting: list[dict[str, Any]] = list((self.final or {}).get("segments", ()))
        for segment in waiting:
            inputs[segment["id"]] = segment.get("input")
            waiting.extend(segment.get("segments", ()))
        return [ToolCall(call.id, call.name, inputs.get(call.id)) for call in super().calls]

    # Other assistants -------------------------------------------------------------------------------------------------

    def assistant(self, given: str, name: str, *, task: str = "", assistant_id: str = "") -> str:
        """Another assistant is at work, inside of the current one; the id that it has here is returned.

        Args:
            given: What the wire calls it. It begins with the first mention.
            name: Its name.
            task: What it is asked to do.
            assistant_id: What the application calls it.
        """
        known = self._assistant_names.get(given)
        if known is not None:
            return known
        self.start()
        call_id = self._assistant_names[given] = self._free(mended(given) or self.new_id("assistant"))
        self._assistants[call_id] = True
        self._number += 1
        self._add(
            ev.AssistantCallStarted(
                call_id=call_id,
                name=mended(name),
                task=mended(task),
                assistant_id=mended(assistant_id),
                sequence_number=self._number,
            )
        )
        return call_id

    def has_assistant(self, given: str) -> bool:
        """Whether an assistant has begun and not ended."""
        return self._assistants.get(self._assistant_names.get(given, ""), False)

    @property
    def working(self) -> dict[str, str]:
        """The assistants that have not ended: what the wire calls each, and its id here."""
        return {given: known for given, known in self._assistant_names.items() if self._assistants[known]}

    def end_assistant(self, given: str, result: Any = None, *, error: str | None = None) -> None:
        """An assistant is done; without a result, what it said is the result."""
        if self.has_assistant(given):
            call_id = self._assistant_names[given]
            self._assistants[call_id] = False
            self._close_reasoning_of(call_id)
            error = None if error is None else mended(error)
            self._add(ev.AssistantResult(call_id=call_id, result=result, error=error))

    def _close_reasoning_of(self, call_id: str) -> None:
        for (segment_id, index), part in list(self._parts.items()):
            if part.is_open and self._homes.get(("segment_id", segment_id)) == call_id:
                self.end_reasoning(segment_id, index)

    # The message ------------------------------------------------------------------------------------------------------

    def add_tokens(self, **tokens: Any) -> None:
        """How many tokens one of the model calls took: they add up."""
        self.count(
            **{name: self.usage.get(name, 0) + value for name, value in tokens.items() if isinstance(value, int)}
        )

    def artifact(self, name: str, data: Any) -> None:
        """Something made beside the answer."""
        if name:
            self.start()
            self._add(ev.Artifact(name=mended(name), data=data))

    def collect(self, name: str, value: Any) -> None:
        """One of several things made beside the answer: all of them are told at the end."""
        self._collected.setdefault(name, []).append(value)

    def text(self, segment_id: str, text: str, output_index: int | None = None) -> None:
        """More text of the answer, or of the current assistant's."""
        self.has_answer = self.has_answer or (bool(text) and self.inside is None)
        super().text(segment_id, text, output_index)

    def cancel(self) -> None:
        """The agent was stopped: nothing that comes after it counts."""
        self._is_cancelled = self.error is None

    @property
    def is_cancelled(self) -> bool:
        """Whether the agent was stopped."""
        return self._is_cancelled

    def fail(self, message: str, code: str | None = None) -> None:
        """The message ends here, with an error, unless it was stopped before."""
        if not self._is_cancelled:
            super().fail(message, code)

    def finish(self, reply: dict[str, Any] | None = None) -> None:
        """Nothing will come any more."""
        if self.final is None:
            for name, values in self._collected.items():
                self.artifact(name, values)
            if self.error is None and not self._is_cancelled:
                for given in reversed(self._assistant_names):
                    self.end_assistant(given)
            if self._is_cancelled:
                self.start()
                self.close_reasoning()
                self._add(ev.MessageCancelled())
        super().finish(reply)

    def _add(self, event: ev.AnyEvent) -> None:
        if isinstance(event, ev.PartAdded):
            event.parent_id = self._homes.setdefault(("part", event.part.id), self.inside)
        for key in ("segment_id", "call_id"):
            name = cast("str | None", getattr(event, key, None))
            if name is not None:
                event.parent_id = self._homes.setdefault((key, name), self.inside)
        super()._add(event)


class Texts:
    """Pieces of answers, each known by the name that the wire has for it while it goes on.

    White space begins no answer: it is kept until there is more.
    """

    def __init__(self, out: AgentEmitter) -> None:
        self._out = out
        self._ids: dict[Hashable, str] = {}
        self._blank: dict[Hashable, list[str]] = {}

    def say(self, key: Hashable, text: str) -> None:
        """More of an answer."""
        if key not in self._ids:
            blank = self._blank.setdefault(key, [])
            blank.append(text)
            if not text.strip():
                return
            text = "".join(blank)
            self._ids[key] = self._out.new_id("text")
            del self._blank[key]
        self._out.text(self._ids[key], text)

    def pause(self) -> None:
        """Something else stands here: whatever goes on begins anew after it."""
        self._ids.clear()

    def end(self, key: Hashable) -> None:
        """It is whole: what comes under the same name is another one."""
        self._ids.pop(key, None)
        self._blank.pop(key, None)
