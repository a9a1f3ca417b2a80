"""Reasoning in chat completions: each provider has its own field for it, and many send the same text in two of them."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from .flow import Flow
from .values import dict_of, list_of, text_of

_FIELDS = ("reasoning_content", "reasoning", "reasoning_text", "thinking")
_OTHERS = ("reasoning_details", "thinking_blocks", "reasoning_opaque")
_ALL = frozenset([*_FIELDS, *_OTHERS])
_CERTAIN = 16
"""A text that begins with so much of what was said before, or more, is no coincidence: it repeats it."""


class Reasoning:
    """Reads what a chunk or a message says of reasoning, each text once."""

    def __init__(self, flow: Flow) -> None:
        self._flow = flow
        self._source = ""
        """The field that reasoning was first found in."""
        self._said: list[str] = []
        self._length = 0
        self._texts: dict[str, list[str]] = {}
        self._details: dict[Hashable, dict[str, Any]] = {}
        self._readable: set[int | None] = set()
        """The indices of details with text: what is encrypted at the same index is the same reasoning."""
        self._blocks: list[dict[str, Any]] = []
        self._opaque = ""

    def read(self, delta: dict[str, Any]) -> None:
        """Read a chunk's delta, or a message."""
        if not _ALL & delta.keys():
            return
        has_spoken = self._read_details(list(map(dict_of, list_of(delta.get("reasoning_details")))))
        has_spoken = self._read_blocks(list(map(dict_of, list_of(delta.get("thinking_blocks"))))) or has_spoken
        for name in _FIELDS:
            text = text_of(delta.get(name)) or text_of(dict_of(delta.get(name)).get("content"))
            if text:
                self._texts.setdefault(name, []).append(text)
                if not has_spoken:
                    self._flow.think(self._unsaid(name, text))
                has_spoken = True
        if opaque := text_of(delta.get("reasoning_opaque")):
            if not self._opaque and not self._length:
                self._flow.hide()
            self._opaque = opaque

    def reply(self) -> dict[str, Any]:
        """The fields that a follow-up request sends back."""
        fields: dict[str, Any] = {}
        if self._details:
            fields["reasoning_details"] = list(self._details.values())
        elif self._source in self._texts:
            fields[self._source] = "".join(self._texts[self._source])
        if self._blocks:
            fields["thinking_blocks"] = self._blocks
        if self._opaque:
            fields["reasoning_opaque"] = self._opaque
        return fields

    def _unsaid(self, source: str, text: str) -> str:
        """The part of a text that was not said yet: some repeat at the end, or with each chunk, all that came before."""
        self._source = self._source or source
        if len(text) >= self._length and (self._length >= _CERTAIN or (source != self._source and self._length)):
            said = "".join(self._said)
            self._said = [said]
            text = text.removeprefix(said)
        self._said.append(text)
        self._length += len(text)
        return text

    # OpenRouter, and those who do as it does --------------------------------------------------------------------------

    def _read_details(self, details: list[dict[str, Any]]) -> bool:
        texts = [text_of(detail.get("text")) or text_of(detail.get("summary")) for detail in details]
        whole = "".join(texts)
        unsaid = self._unsaid("reasoning_details", whole) if whole else ""
        skip = len(whole) - len(unsaid)
        for detail, text in zip(details, texts, strict=True):
            key = _key_of(detail)
            is_new = key not in self._details
            new, skip = text[skip:], max(0, skip - len(text))
            self._keep(key, detail, new)
            index = detail.get("index")
            if text:
                self._readable.add(index if isinstance(index, int) else None)
                self._flow.think(new, key, summary=detail.get("type") == "reasoning.summary")
            elif is_new and index not in self._readable and (detail.get("data") or detail.get("signature")):
                self._flow.hide()
        return bool(whole)

    def _keep(self, key: Hashable, detail: dict[str, Any], new: str) -> None:
        kept = self._details.setdefault(key, {})
        for name, value in detail.items():
            if name in ("text", "summary") and isinstance(value, str):
                kept[name] = text_of(kept.get(name)) + new
            elif value not in (None, "") or name not in kept:
                kept[name] = value

    # LiteLLM ----------------------------------------------------------------------------------------------------------

    def _read_blocks(self, blocks: list[dict[str, Any]]) -> bool:
        """Anthropic's blocks as a gateway passes them on: text in pieces, the signature at the end of each."""
        has_spoken = False
        for block in blocks:
            last = self._blocks[-1] if self._blocks else {}
            if block.get("type") == "redacted_thinking":
                self._blocks.append(block)
                self._flow.hide()
                continue
            text = text_of(block.get("thinking"))
            if last.get("type") != "thinking" or last.get("signature"):
                self._blocks.append({**block})
            else:
                last["thinking"] = text_of(last.get("thinking")) + text
                last["signature"] = block.get("signature") or last.get("signature")
            if text:
                self._flow.think(self._unsaid("thinking_blocks", text))
                has_spoken = True
        return has_spoken


def _key_of(detail: dict[str, Any]) -> Hashable:
    """What tells a detail from others. Encrypted ones may share an index with the text that they belong to."""
    index, kind, given = detail.get("index"), text_of(detail.get("type")), text_of(detail.get("id"))
    known_by_id = not isinstance(index, int) or kind == "reasoning.encrypted"
    return (index if isinstance(index, int) else None, kind, given if known_by_id else "")
