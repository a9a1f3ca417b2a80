"""AG-UI: the events of an agent's run, as the objects of ``ag-ui-protocol``, as JSON or as server-sent events.

The names of the events before 1.0 (``THINKING_…``) are read too. What an agent keeps as its state is its own: state,
activities and raw events are left out.
"""

from __future__ import annotations

from typing import Any

from ..providers.failures import CUT, failure_from_body
from ..providers.frames import Frame
from ..providers.values import dict_of, index_of, list_of, text_of
from ..reducer.values import parsed
from .ag_ui_reasoning import Spans
from .agent import AgentEmitter, Texts

_MEDIA = frozenset({"image", "audio", "video", "document"})


class AgUiReader:
    """Reads AG-UI events. Several runs after each other are one message."""

    emitter = AgentEmitter

    def __init__(self, out: AgentEmitter) -> None:
        self._out = out
        self._texts = Texts(out)
        self._spans = Spans(out)
        self._others: set[str] = set()
        """Messages that are not the agent's."""
        self._known: set[str] = set()
        """Messages that were streamed."""
        self._text_chunk: dict[str | None, str] = {}
        self._call_chunk: dict[str | None, str] = {}
        self._runs: set[str] = set()
        self._is_whole = False
        self._snapshot: list[Any] = []

    def read(self, frame: Frame) -> None:
        """Read an event."""
        out = self._out
        if out.is_cancelled:
            return
        kind = text_of(frame.get("type"))
        given = text_of(frame.get("subagentRunId"))
        out.inside = out.assistant(given, given) if given and not kind.startswith("SUBAGENT_") else None
        match kind:
            case "TEXT_MESSAGE_START":
                self._begin_text(frame)
            case "TEXT_MESSAGE_CONTENT":
                self._say(text_of(frame.get("messageId")), text_of(frame.get("delta")))
            case "TEXT_MESSAGE_END":
                self._texts.end((out.inside, text_of(frame.get("messageId"))))
            case "TEXT_MESSAGE_CHUNK":
                self._read_text_chunk(frame)
            case "TOOL_CALL_START":
                self._begin_call(text_of(frame.get("toolCallId")), frame)
            case "TOOL_CALL_ARGS":
                self._arguments(text_of(frame.get("toolCallId")), frame)
            case "TOOL_CALL_CHUNK":
                self._read_call_chunk(frame)
            case "TOOL_CALL_END":
                self._end_arguments(text_of(frame.get("toolCallId")))
            case "TOOL_CALL_RESULT":
                self._known.add(text_of(frame.get("messageId")))
                self._end_call(frame)
            case "CUSTOM":
                out.artifact(text_of(frame.get("name")), frame.get("value"))
            case "MESSAGES_SNAPSHOT":
                self._snapshot = list_of(frame.get("messages"))
            case _ if kind.startswith(("REASONING_", "THINKING_")):
                self._known.add(text_of(frame.get("messageId")))
                self._spans.read(kind.removeprefix("REASONING_").removeprefix("THINKING_").removeprefix("TEXT_"), frame)
            case _ if kind.startswith("SUBAGENT_"):
                self._subagent(kind, given, frame)
            case _:
                self._run(kind, frame)

    def end(self) -> None:
        """The stream has ended."""
        out = self._out
        out.inside = None
        if not self._is_whole:
            out.fail(CUT, "cut")
        elif out.error is None:
            self._take_snapshot()

    def reply(self) -> dict[str, Any] | None:
        """The agent keeps its own history."""
        return None

    # The run ----------------------------------------------------------------------------------------------------------

    def _run(self, kind: str, frame: Frame) -> None:
        out = self._out
        run_id = text_of(frame.get("runId"))
        match kind:
            case "RUN_STARTED":
                self._runs.add(run_id)
                self._is_whole = False
                out.start(run_id, created_at=index_of(frame.get("timestamp")))
            case "RUN_FINISHED":
                self._usage(frame)
                self._runs.discard(run_id)
                # A run may begin another one before it ends.
                self._is_whole = not self._runs
                self._outcome(dict_of(frame.get("outcome")))
            case "RUN_ERROR":
                self._usage(frame)
                found = failure_from_body({"message": frame.get("message"), "code": frame.get("code")})
                out.fail(found.message, found.code)
            case _:
                pass

    def _usage(self, frame: Frame) -> None:
        for usage in map(dict_of, list_of(frame.get("usage"))):
            self._out.add_tokens(
                input_tokens=usage.get("inputTokens"),
                output_tokens=usage.get("outputTokens"),
                reasoning_tokens=usage.get("reasoningTokens"),
            )

    def _outcome(self, outcome: dict[str, Any]) -> None:
        match outcome.get("type"):
            case "cancelled":
                self._out.cancel()
            case "interrupt":
                self._out.stop("interrupt", incomplete=True)
            case _:
                pass

    def _subagent(self, kind: str, given: str, frame: Frame) -> None:
        out = self._out
        parent = text_of(frame.get("parentSubagentRunId"))
        out.inside = out.assistant(parent, parent) if parent and kind == "SUBAGENT_STARTED" else None
        match kind:
            case "SUBAGENT_STARTED":
                name = text_of(frame.get("name"))
                out.assistant(given, name or given, task=text_of(frame.get("description")), assistant_id=name)
            case "SUBAGENT_ERROR":
                found = failure_from_body({"message": frame.get("message"), "code": frame.get("code")})
                out.end_assistant(given, error=found.message)
            case "SUBAGENT_FINISHED":
                out.end_assistant(given, frame.get("result"))
            case _:
                pass

    # The answer -------------------------------------------------------------------------------------------------------

    def _begin_text(self, frame: Frame) -> None:
        message_id = text_of(frame.get("messageId"))
        if frame.get("role") not in (None, "assistant"):
            self._others.add(message_id)

    def _say(self, message_id: str, text: str) -> None:
        if message_id not in self._others:
            self._known.add(message_id)
            self._spans.end()
            self._texts.say((self._out.inside, message_id), text)

    def _read_text_chunk(self, frame: Frame) -> None:
        place = self._out.inside
        if given := text_of(frame.get("messageId")):
            if self._text_chunk.get(place) not in {None, given}:
                self._texts.end((place, self._text_chunk[place]))
            self._text_chunk[place] = given
            self._begin_text(frame)
        self._say(self._text_chunk.get(place, ""), text_of(frame.get("delta")))

    # Calls ------------------------------------------------------------------------------------------------------------

    def _begin_call(self, given: str, frame: Frame) -> None:
        self._spans.end()
        self._out.begin_call(given, text_of(frame.get("toolCallName")) or "tool")

    def _arguments(self, given: str, frame: Frame) -> None:
        call_id = self._out.call_named(given) or self._out.begin_call(given, "tool")
        self._out.arguments(call_id, text_of(frame.get("delta")))

    def _read_call_chunk(self, frame: Frame) -> None:
        place = self._out.inside
        given = text_of(frame.get("toolCallId"))
        if given and given != self._call_chunk.get(place):
            self._call_chunk[place] = given
            self._begin_call(given, frame)
        self._arguments(self._call_chunk.get(place, ""), frame)

    def _end_call(self, message: Frame) -> None:
        """What a tool gave. Images and files follow the call as parts of the message: agents have no other way to show one."""
        error = text_of(message.get("error")) or None
        content = message.get("content")
        parts = list(map(dict_of, list_of(content)))
        if media := [part for part in parts if part.get("type") in _MEDIA]:
            rest = [part for part in parts if part.get("type") not in _MEDIA]
            texts = [text_of(part.get("text")) for part in rest]
            content = "".join(texts) if all(part.get("type") == "text" for part in rest) else rest
        self._out.end_call(text_of(message.get("toolCallId")), "", _content(content) or None, error=error)
        for part in media:
            source = dict_of(part.get("source"))
            given = {text_of(source.get("type")): text_of(source.get("value"))}
            kind = text_of(source.get("mimeType")) or ("image/*" if part.get("type") == "image" else "")
            self._out.media(
                data=given.get("data", ""), url=given.get("url", ""), file_id=given.get("file", ""), media_type=kind
            )

    def _end_arguments(self, given: str) -> None:
        call_id = self._out.call_named(given)
        if call_id is not None and not self._out.has_arguments(call_id):
            self._out.input(call_id, {})

    # What was not streamed --------------------------------------------------------------------------------------------

    def _take_snapshot(self) -> None:
        """The messages since the user's last one; agents that do not stream say everything in this way."""
        turn: list[dict[str, Any]] = []
        for message in map(dict_of, self._snapshot):
            turn = [] if message.get("role") == "user" else [*turn, message]
        for message in turn:
            if (name := text_of(message.get("id"))) in self._known:
                continue
            match message.get("role"):
                case "assistant":
                    self._say(name, text_of(message.get("content")))
                    for call in map(dict_of, list_of(message.get("toolCalls"))):
                        self._whole_call(call)
                case "reasoning":
                    self._spans.read("MESSAGE_START", message)
                    self._spans.read("MESSAGE_CONTENT", {"delta": message.get("content")})
                    self._spans.end()
                case "tool":
                    self._end_call(message)
                case _:
                    pass

    def _whole_call(self, call: dict[str, Any]) -> None:
        function = dict_of(call.get("function"))
        if self._out.call_named(text_of(call.get("id"))) is None:
            call_id = self._out.begin_call(text_of(call.get("id")), text_of(function.get("name")) or "tool")
            self._out.arguments(call_id, text_of(function.get("arguments")))


def _content(value: Any) -> Any:
    """What a tool gave: structured data travels as text."""
    return parsed(value) if isinstance(value, str) and value[:1] in {"{", "["} else value
