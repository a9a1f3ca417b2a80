"""Calls of tools in chat completions: they come in pieces, by index, by id, or with neither."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from ..reducer.values import parsed
from .emitter import Emitter
from .flow import Flow
from .values import dict_of, list_of, text_of

_PARTS = frozenset({"index", "id", "type", "function", "custom", "name", "arguments"})


@dataclass(slots=True, eq=False)
class _Call:
    """A call that has begun."""

    given_id: str
    kind: str
    name: str = ""
    call_id: str = ""
    """What the events know it by; empty until its name is known."""
    pieces: list[str] = field(default_factory=list[str])
    value: Any = None
    """The input, where it comes as an object."""
    rest: dict[str, Any] = field(default_factory=dict[str, Any])

    @property
    def is_complete(self) -> bool:
        if self.value is not None or not self.pieces or not self.pieces[-1].rstrip().endswith("}"):
            return self.value is not None
        return isinstance(parsed("".join(self.pieces)), dict)

    @property
    def arguments(self) -> str:
        return json.dumps(self.value, ensure_ascii=False) if self.value is not None else "".join(self.pieces)


class Calls:
    """Puts the pieces of calls together."""

    def __init__(self, out: Emitter, flow: Flow) -> None:
        self._out = out
        self._flow = flow
        self._calls: list[_Call] = []
        self._places: dict[int, _Call] = {}
        self._ids: dict[str, _Call] = {}
        self._legacy: _Call | None = None

    def read(self, delta: dict[str, Any], *, whole: bool = False) -> None:
        """Read a chunk's delta, or a message.

        Args:
            delta: The delta or the message.
            whole: Whether each call in it is whole.
        """
        calls = delta.get("tool_calls")
        for raw in map(dict_of, [calls] if isinstance(calls, dict) else list_of(calls)):
            self._read(raw, whole=whole)
        legacy = dict_of(delta.get("function_call"))
        if legacy.get("name") or legacy.get("arguments"):
            if self._legacy is None:
                self._legacy = _Call("", "function_call")
                self._calls.append(self._legacy)
            self._fill(self._legacy, legacy)

    def end(self, *, whole: bool) -> None:
        """Nothing will come any more.

        Args:
            whole: Whether the calls are whole, so that one without an input has none.
        """
        for call in self._calls:
            call.name = call.name or "function"
            self._start(call)
            if whole and not self._out.has_arguments(call.call_id):
                self._out.input(call.call_id, {})

    def reply(self) -> dict[str, Any]:
        """The fields that a follow-up request sends back."""
        fields: dict[str, Any] = {}
        calls = [_written(call) for call in self._calls if call is not self._legacy]
        if calls:
            fields["tool_calls"] = calls
        if self._legacy is not None:
            fields["function_call"] = {"name": self._legacy.name, "arguments": self._legacy.arguments}
        return fields

    def _read(self, raw: dict[str, Any], *, whole: bool) -> None:
        kind = "custom" if dict_of(raw.get("custom")) and not raw.get("function") else "function"
        function = dict_of(raw.get(kind)) or raw
        given_id, name = text_of(raw.get("id")), text_of(function.get("name"))
        index = raw.get("index")
        index = index if isinstance(index, int) else None
        call = None
        if not whole:
            # A piece without an index belongs to the call that it names, else to the last one.
            last = self._calls[-1] if self._calls else None
            call = self._ids.get(given_id, last) if index is None else self._places.get(index)
            if call is not None and _is_other(call, given_id, name, function.get("arguments")):
                call = None
        if call is None:
            call = _Call(given_id, kind)
            self._calls.append(call)
            if index is not None:
                self._places[index] = call
        if given_id:
            call.given_id = call.given_id or given_id
            self._ids[given_id] = call
        call.rest.update({key: value for key, value in raw.items() if key not in _PARTS and value is not None})
        self._fill(call, function)

    def _fill(self, call: _Call, function: dict[str, Any]) -> None:
        call.name = call.name or text_of(function.get("name"))
        if call.name:
            self._start(call)
        arguments = function.get("input") if call.kind == "custom" else function.get("arguments")
        if isinstance(arguments, str) and arguments:
            call.pieces.append(arguments)
            self._out.arguments(call.call_id, arguments)
        elif isinstance(arguments, dict | list):
            call.value = arguments
            self._out.input(call.call_id, arguments)

    def _start(self, call: _Call) -> None:
        if call.call_id:
            return
        is_free = call.given_id and not self._out.has_call(call.given_id)
        call.call_id = call.given_id if is_free else self._out.new_id("call")
        self._flow.pause()
        self._out.call(call.call_id, call.name)
        self._out.arguments(call.call_id, "".join(call.pieces))
        self._out.input(call.call_id, call.value)


def _is_other(call: _Call, given_id: str, name: str, arguments: Any) -> bool:
    """Whether a piece begins another call at the place of a known one: some give all calls the same index, or none.

    Others repeat the name or make up a new id with every piece, which begins nothing.
    """
    if not name:
        return False
    if given_id and call.given_id and given_id != call.given_id:
        return name != call.name or not call.pieces or call.is_complete
    begins = isinstance(arguments, dict) or text_of(arguments).lstrip().startswith("{")
    return begins and bool(call.pieces or call.value is not None) and call.is_complete


def _written(call: _Call) -> dict[str, Any]:
    if call.kind == "custom":
        return {
            **call.rest,
            "id": call.call_id,
            "type": "custom",
            "custom": {"name": call.name, "input": call.arguments},
        }
    function = {"name": call.name, "arguments": call.arguments or "{}"}
    return {**call.rest, "id": call.call_id, "type": "function", "function": function}
