"""LangChain and LangGraph: ``astream`` in every mode, ``astream_events``, a model's own stream, and finished states.

A graph inside of a graph is another assistant. Its answer is its own; only when nobody at the top level says anything
after it, its last message is the answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from ..providers.failures import CUT
from ..providers.frames import Frame
from ..providers.values import dict_of, text_of
from .agent import AgentEmitter
from .langchain_messages import Messages
from .shapes import MODES, field_of, has_messages, is_message


class LangChainReader:
    """Reads what a graph, a chain or a model of LangChain streams. All that it does is one message."""

    emitter = AgentEmitter

    def __init__(self, out: AgentEmitter) -> None:
        self._out = out
        self._messages = Messages(out)

    def read(self, frame: Frame) -> None:
        """Read what a stream gave."""
        event = frame.get("event")
        mode = frame.get("langgraph")
        if isinstance(event, str) and event.startswith("on_"):
            self._event(event, frame)
        elif isinstance(mode, str):
            self._mode(mode, _names(frame.get("ns")), frame.get("data"))
        elif (mode := text_of(frame.get("type"))) in MODES and "ns" in frame:
            self._mode(mode, _names(frame["ns"]), frame.get("data"))
        elif is_message(frame):
            self._enter(())
            self._messages.read(frame, streamed=True)
        else:
            self._mode("values" if has_messages(frame) else "updates", (), frame)

    def end(self) -> None:
        """The stream has ended."""
        self._out.inside = None
        if self._messages.is_cut:
            self._out.fail(CUT, "cut")
        elif self._out.error is None:
            self._messages.repeat_nested()

    def reply(self) -> dict[str, Any] | None:
        """The graph keeps its own history."""
        return None

    # LangGraph's modes ------------------------------------------------------------------------------------------------

    def _mode(self, mode: str, ns: tuple[str, ...], data: Any) -> None:
        match mode:
            case "messages":
                pair = cast("Sequence[Any]", data) if isinstance(data, list | tuple) else ()
                message, about = (*pair, None, None)[:2]
                self._enter(_level(about) or ns, about)
                self._messages.read(message, streamed=True)
            case "updates":
                self._updates(ns, dict_of(data))
            case "values" if has_messages(data):
                self._whole(ns, data)
            case "":
                self._mode("values" if has_messages(data) else "updates", ns, data)
            case _:
                pass

    def _updates(self, ns: tuple[str, ...], data: dict[str, Any]) -> None:
        for node, update in data.items():
            if node == "__interrupt__":
                self._out.stop("interrupt", incomplete=True)
                continue
            for state in cast("list[Any]", update) if isinstance(update, list) else [update]:
                self._leave(ns, node, state)
                self._whole(ns, state)

    def _whole(self, ns: tuple[str, ...], state: Any) -> None:
        """The messages of a state that are new: those since the user's last one which nobody has told yet."""
        new: list[Any] = []
        for message in reversed(_messages(state)):
            if text_of(field_of(message, "type")).startswith(("human", "Human")):
                break
            new.append(message)
        for message in reversed(new):
            if is_message(message):
                if not self._messages.knows(message):
                    self._enter(ns)
                self._messages.read(message)

    # Events of LangChain ----------------------------------------------------------------------------------------------

    def _event(self, event: str, frame: Frame) -> None:
        about, data = dict_of(frame.get("metadata")), dict_of(frame.get("data"))
        ns = _level(about)
        match event:
            case "on_chat_model_stream":
                self._enter(ns, about)
                self._messages.read(data.get("chunk"), streamed=True)
            case "on_chat_model_end":
                self._enter(ns, about)
                self._messages.read(data.get("output"))
            case "on_tool_end":
                self._enter(ns, about)
                self._tool_end(frame, data.get("output"), data.get("input"))
            case "on_tool_error":
                self._enter(ns, about)
                given = text_of(data.get("tool_call_id")) or text_of(frame.get("run_id"))
                # The text of an exception may hold what readers must not see.
                error = f"The tool failed ({type(data.get('error')).__name__})."
                self._out.end_call(given, text_of(frame.get("name")), error=error)
            case "on_chain_end":
                self._out.end_assistant(text_of(about.get("langgraph_checkpoint_ns")))
            case _:
                pass

    def _tool_end(self, frame: Frame, output: Any, given: Any) -> None:
        if is_message(output):
            self._messages.read(output)
            return
        if field_of(output, "update") is not None:  # a command: its message comes with the state
            return
        call_id = self._out.begin_call(text_of(frame.get("run_id")), text_of(frame.get("name")) or "tool")
        self._out.input(call_id, given)
        self._out.result(call_id, output)

    # Graphs inside graphs ---------------------------------------------------------------------------------------------

    def _enter(self, ns: tuple[str, ...], about: Any = None) -> None:
        """What follows happens in a graph with this name; the empty one is the graph itself."""
        self._out.inside = None
        for depth, name in enumerate(ns, 1):
            known = field_of(about, "lc_agent_name") if depth == len(ns) else None
            node = name.partition(":")[0]
            self._out.inside = self._out.assistant("|".join(ns[:depth]), text_of(known) or node, assistant_id=node)

    def _leave(self, ns: tuple[str, ...], node: str, state: Any) -> None:
        """A node is done, and with it the graph inside of it."""
        start = "|".join((*ns, f"{node}:"))
        inside = {name: known for name, known in self._out.working.items() if name.startswith(start)}
        own = [name for name in inside if "|" not in name[len(start) :]]
        if len(own) > 1:  # the node runs several times at once: its messages tell which one it was
            homes = {self._messages.home_of(message) for message in _messages(state)}
            own = [name for name in own if inside[name] in homes]
        for name in own:
            for inner in reversed(inside):
                if inner == name or inner.startswith(f"{name}|"):
                    self._out.end_assistant(inner)


def _names(value: Any) -> tuple[str, ...]:
    """The path of a graph inside of graphs. Runs of several graphs in one node are counted; that is not a name."""
    names = cast("Sequence[Any]", value) if isinstance(value, list | tuple) else ()
    return tuple(name for name in map(str, names) if name and not name.isdigit())


def _messages(state: Any) -> list[Any]:
    found: Any = field_of(state, "messages")
    return cast("list[Any]", found) if isinstance(found, list) else [found]


def _level(about: Any) -> tuple[str, ...]:
    """The graph in which a node runs that says something."""
    path = text_of(field_of(about, "langgraph_checkpoint_ns"))
    return _names(path.split("|"))[:-1] if path else ()
