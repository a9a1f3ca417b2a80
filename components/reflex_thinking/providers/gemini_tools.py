"""Tools that Gemini runs itself: code, searches, and others that it names."""

from __future__ import annotations

from typing import Any

from .emitter import Emitter, Kind
from .flow import Flow
from .values import dict_of, list_of, text_of


class ServerTools:
    """Reads the parts that are about tools of the provider."""

    def __init__(self, out: Emitter, flow: Flow) -> None:
        self._out = out
        self._flow = flow
        self._last: dict[str, str] = {}
        """The last call of each kind, for results that do not say which one they belong to."""
        self._has_searched = False
        self._queries: dict[str, None] = {}
        self._sources: dict[str, dict[str, Any]] = {}

    def read(self, part: dict[str, Any]) -> None:
        """Read a part, if it is about a tool."""
        if code := dict_of(part.get("executableCode")):
            self._begin("code_execution", code, {key: code[key] for key in ("language", "code") if code.get(key)})
        elif ran := dict_of(part.get("codeExecutionResult")):
            outcome = text_of(ran.get("outcome"))
            failed = outcome not in {"", "OUTCOME_OK", "OUTCOME_UNSPECIFIED"}
            self._end("code_execution", ran, text_of(ran.get("output")), error=outcome if failed else None)
        elif call := dict_of(part.get("toolCall")):
            self._begin(_name_of(call), call, dict_of(call.get("args")))
        elif response := dict_of(part.get("toolResponse")):
            self._end(_name_of(response), response, response.get("response") or {})

    def ground(self, metadata: dict[str, Any]) -> None:
        """Read what the answer rests on."""
        for query in map(text_of, list_of(metadata.get("webSearchQueries"))):
            if query:
                self._queries[query] = None
        for chunk in map(dict_of, list_of(metadata.get("groundingChunks"))):
            web = dict_of(chunk.get("web"))
            if url := text_of(web.get("uri")):
                self._sources.setdefault(url, {"url": url, "title": text_of(web.get("title"))})

    def end(self) -> None:
        """Say what was searched for, if nobody has said it."""
        if self._queries and not self._has_searched:
            search = {"queries": list(self._queries)}
            self._begin("google_search", {}, search)
            self._end("google_search", {}, list(self._sources.values()))

    def _begin(self, name: str, raw: dict[str, Any], value: dict[str, Any]) -> None:
        self._flow.pause()
        given = text_of(raw.get("id"))
        call_id = given if given and not self._out.has_call(given) else self._out.new_id("call")
        self._out.call(call_id, name, kind=_kind_of(name), server=True)
        self._out.input(call_id, value)
        self._last[name] = call_id
        self._has_searched = self._has_searched or _kind_of(name) == "web_search_call"

    def _end(self, name: str, raw: dict[str, Any], result: Any, *, error: str | None = None) -> None:
        given = text_of(raw.get("id"))
        if not self._out.has_call(given) and name not in self._last:
            self._begin(name, raw, {})
        self._out.result(given if self._out.has_call(given) else self._last[name], result, error=error)


def _name_of(tool: dict[str, Any]) -> str:
    return (text_of(tool.get("toolType")) or "tool").lower()


def _kind_of(name: str) -> Kind:
    if name == "code_execution":
        return "code_interpreter_call"
    return "web_search_call" if name.startswith("google_search") else "tool_call"
