"""What a provider of chat completions does on its own: tools that it runs, and searches that only show in what is cited."""

from __future__ import annotations

from typing import Any

from .emitter import Emitter, Kind
from .flow import Flow
from .values import dict_of, index_of, list_of, text_of

_KINDS: dict[str, Kind] = {
    "search": "web_search_call",
    "web_search": "web_search_call",
    "browser_search": "web_search_call",
    "python": "code_interpreter_call",
    "code_interpreter": "code_interpreter_call",
}
_RESULTS = ("output", "search_results", "code_results", "browser_results")


class ServerTools:
    """Reads the tools that the provider ran."""

    def __init__(self, out: Emitter, flow: Flow) -> None:
        self._out = out
        self._flow = flow
        self._calls: dict[int, str] = {}
        self._sources: dict[str, dict[str, Any]] = {}

    def read(self, delta: dict[str, Any]) -> None:
        """Read a chunk's delta, or a message."""
        for place, raw in enumerate(map(dict_of, list_of(delta.get("executed_tools")))):
            self._executed(index_of(raw.get("index"), place), raw)
        self.cite([dict_of(annotation).get("url_citation") for annotation in list_of(delta.get("annotations"))])

    def cite(self, sources: list[Any]) -> None:
        """Keep what the answer is said to rest on."""
        for source in map(dict_of, sources):
            if url := text_of(source.get("url")):
                self._sources.setdefault(url, {"url": url, "title": text_of(source.get("title"))})

    def end(self) -> None:
        """Say what was searched for, if nobody has said it."""
        if self._sources and not self._calls:
            call_id = self._out.new_id("call")
            self._flow.pause()
            self._out.call(call_id, "web_search", kind="web_search_call", server=True)
            self._out.input(call_id, {})
            self._out.result(call_id, list(self._sources.values()))

    def _executed(self, index: int, raw: dict[str, Any]) -> None:
        """A tool that ran or runs; it is said again when its output is there."""
        if index not in self._calls:
            kind = text_of(raw.get("type"))
            call_id = self._calls[index] = self._out.new_id("call")
            self._flow.pause()
            name = text_of(raw.get("name")) or kind or "tool"
            known = kind if kind in _KINDS else name.replace(".", "_")
            self._out.call(call_id, name, kind=_KINDS.get(known, "tool_call"), server=True)
        call_id = self._calls[index]
        arguments = raw.get("arguments")
        if isinstance(arguments, str):
            self._out.whole_arguments(call_id, arguments)
        else:
            self._out.input(call_id, arguments)
        results = {name: raw[name] for name in _RESULTS if _is_there(raw.get(name))}
        if results:
            self._out.result(call_id, results["output"] if list(results) == ["output"] else results)


def _is_there(value: Any) -> bool:
    return bool(dict_of(value).get("results")) if isinstance(value, dict) else bool(value)
