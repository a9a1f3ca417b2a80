"""The messages of LangChain, in pieces or whole."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from typing import Any, cast

from ..providers.emitter import MediaFields
from ..providers.values import dict_of, list_of, text_of
from .agent import AgentEmitter, Texts
from .shapes import field_of

_MEDIA = frozenset({"image", "image_url", "file"})
_INCOMPLETE = frozenset({"length", "max_tokens", "content_filter", "MAX_TOKENS", "SAFETY"})


@dataclass(slots=True)
class _Message:
    """A model's message that was heard of."""

    is_open: bool = True
    thoughts: dict[Hashable, str] = field(default_factory=dict[Hashable, str])
    texts: set[Hashable] = field(default_factory=set[Hashable])
    calls: dict[Hashable, str] = field(default_factory=dict[Hashable, str])
    words: list[str] = field(default_factory=list[str])
    """What it says, if it is another assistant's."""
    media: list[MediaFields] = field(default_factory=list[MediaFields])
    """The images and files in it, if it is another assistant's."""
    home: str | None = None
    """The assistant whose message it is."""
    kind: str = ""
    number: int = 0
    """How often reasoning and answer have taken turns, where the blocks have no numbers of their own."""


class Messages:
    """Tells an emitter what messages say. A message that comes again, whole or in another mode, says nothing new."""

    def __init__(self, out: AgentEmitter) -> None:
        self._out = out
        self._texts = Texts(out)
        self._known: dict[Hashable, _Message] = {}
        self._kept: list[Any] = []
        """Messages without an id are known by themselves, and have to stay for that."""
        self._last: _Message | None = None
        self._nested: _Message | None = None
        """The last message of another assistant, as long as nobody has answered at the top level."""

    @property
    def is_cut(self) -> bool:
        """Whether the last message was streamed and has not been ended."""
        return self._last is not None and self._last.is_open

    def knows(self, message: Any) -> bool:
        """Whether a message was read before."""
        return self._find(message) is not None

    def home_of(self, message: Any) -> str | None:
        """The assistant whose message it is, if it was read before."""
        known = self._find(message)
        return None if known is None else known.home

    def repeat_nested(self) -> None:
        """Nobody will say anything any more: the last assistant's message is the answer, if there is no other."""
        if self._nested is not None:
            self._texts.say("", "".join(self._nested.words))
            for media in self._nested.media:
                self._out.media(**media)

    def _find(self, message: Any) -> _Message | None:
        return self._known.get(text_of(field_of(message, "id")) or id(message))

    def read(self, message: Any, *, streamed: bool = False) -> None:
        """Read a message, or a piece of one.

        Args:
            message: The message, as an object or as a dict.
            streamed: Whether it came as one of the pieces of a stream.
        """
        kind = text_of(field_of(message, "type"))
        if kind in {"tool", "ToolMessageChunk"}:
            self._tool(message)
        elif kind in {"ai", "AIMessageChunk"}:
            self._assistant(message, is_piece=streamed and kind == "AIMessageChunk")

    # The model's messages ---------------------------------------------------------------------------------------------

    def _assistant(self, message: Any, *, is_piece: bool) -> None:
        given = text_of(field_of(message, "id"))
        key: Hashable = given or (("piece", self._out.inside) if is_piece else id(message))
        known = self._known.get(key)
        if known is None:
            if not is_piece and not given:
                self._kept.append(message)
            known = self._known[key] = _Message(home=self._out.inside)
            self._model(message)
        elif not is_piece or not known.is_open:
            self._end(key, known, message)
            return
        if is_piece:
            self._last = known
        self._content(key, known, message)
        self._calls(known, message, is_piece=is_piece)
        self._usage(message)
        if not is_piece or field_of(message, "chunk_position") == "last":
            self._end(key, known, message)
            if is_piece and not given:
                del self._known[key]

    def _end(self, key: Hashable, known: _Message, message: Any) -> None:
        if not known.is_open:
            return
        known.is_open = False
        self._end_thoughts(known)
        for index in known.texts:
            self._texts.end((key, index))
        self._reason_to_stop(message)

    def _content(self, key: Hashable, known: _Message, message: Any) -> None:
        for block in _blocks(message):
            kind = text_of(block.get("type"))
            text = _text(block)
            # Pieces of one block have its number; without one, they go on until another kind begins.
            if kind in {"text", "reasoning"} and kind != known.kind and text.strip():
                known.kind, known.number = kind, known.number + 1
            index: Hashable = (kind, _index(block) if block.get("index") is not None else f"#{known.number}")
            if kind == "reasoning":
                self._think(known, index, text)
            elif kind == "text":
                self._say(key, known, index, text)
            elif kind in _MEDIA:
                self._show(known, block)
            elif kind.startswith("server_tool_"):
                self._server_tool(known, kind, block)

    def _think(self, known: _Message, index: Hashable, text: str) -> None:
        if index not in known.thoughts:
            self._end_thoughts(known)
            known.thoughts[index] = self._out.new_id("reasoning")
            self._out.begin_reasoning(known.thoughts[index])
        self._out.reasoning(known.thoughts[index], text)

    def _end_thoughts(self, known: _Message) -> None:
        for segment_id in known.thoughts.values():
            self._out.end_reasoning(segment_id, redacted=True)

    def _say(self, key: Hashable, known: _Message, index: Hashable, text: str) -> None:
        if not text:
            return
        if text.strip():
            self._end_thoughts(known)
        if self._out.inside is not None:
            self._nested = known
            known.words.append(text)
        elif text.strip():
            self._nested = None
        known.texts.add(index)
        self._texts.say((key, index), text)

    def _show(self, known: _Message, block: dict[str, Any]) -> None:
        """An image or a file: a standard block, or one of a provider."""
        known.kind = "media"
        self._end_thoughts(known)
        fields = {**dict_of(block.get("source")), **dict_of(block.get("extras")), **block}
        link = block.get("image_url")
        media_type = text_of(fields.get("mime_type")) or text_of(fields.get("media_type"))
        media: MediaFields = {
            "data": text_of(fields.get("base64")) or text_of(fields.get("data")),
            "url": text_of(fields.get("url")) or text_of(link) or text_of(dict_of(link).get("url")),
            "file_id": text_of(fields.get("file_id")),
            "media_type": media_type or ("" if block.get("type") == "file" else "image/*"),
            "name": text_of(fields.get("filename")),
            "alt": text_of(fields.get("revised_prompt")),
        }
        self._nested = known if self._out.inside is not None else None
        known.media.append(media)
        self._out.media(**media)

    # Calls ------------------------------------------------------------------------------------------------------------

    def _calls(self, known: _Message, message: Any, *, is_piece: bool) -> None:
        if is_piece:
            for piece in map(dict_of, list_of(field_of(message, "tool_call_chunks"))):
                self._call_piece(known, piece)
            return
        whole = [*list_of(field_of(message, "tool_calls")), *list_of(field_of(message, "invalid_tool_calls"))]
        for call in map(dict_of, whole):
            call_id = self._out.begin_call(text_of(call.get("id")), text_of(call.get("name")) or "tool")
            if isinstance(args := call.get("args"), str):
                self._out.whole_arguments(call_id, args)
            else:
                self._out.input(call_id, args)

    def _call_piece(self, known: _Message, piece: dict[str, Any], *, server: bool = False) -> None:
        given, name = text_of(piece.get("id")), text_of(piece.get("name"))
        index: Hashable = _index(piece)
        if index is None:
            index = given or (next(reversed(known.calls)) if known.calls else "")
        if index not in known.calls:
            if not given and not name:
                return
            self._end_thoughts(known)
            known.calls[index] = self._out.begin_call(given, name or "tool", server=server)
        self._out.arguments(known.calls[index], text_of(piece.get("args")))

    def _server_tool(self, known: _Message, kind: str, block: dict[str, Any]) -> None:
        """A tool that the provider runs."""
        if kind == "server_tool_call_chunk":
            self._call_piece(known, {**block, "index": f"server {_index(block)}"}, server=True)
        elif kind == "server_tool_call":
            self._end_thoughts(known)
            call_id = self._out.begin_call(text_of(block.get("id")), text_of(block.get("name")) or "tool", server=True)
            self._out.input(call_id, block.get("args"))
        elif kind == "server_tool_result":
            error = "The tool failed." if block.get("status") == "error" else None
            self._out.end_call(text_of(block.get("tool_call_id")), "", block.get("output"), error=error)

    def _tool(self, message: Any) -> None:
        content, name = field_of(message, "content"), text_of(field_of(message, "name"))
        error = None
        if field_of(message, "status") == "error":
            error, content = (content, None) if isinstance(content, str) and content else ("The tool failed.", content)
        given = text_of(field_of(message, "tool_call_id"))
        call_id = self._out.call_named(given)
        if call_id is None or not self._out.has_result(call_id):
            self._out.end_call(given, name, content, error=error)

    # About a message --------------------------------------------------------------------------------------------------

    def _model(self, message: Any) -> None:
        about = dict_of(field_of(message, "response_metadata"))
        self._out.start(model=text_of(about.get("model_name")) or text_of(about.get("model")))

    def _reason_to_stop(self, message: Any) -> None:
        about = dict_of(field_of(message, "response_metadata"))
        reason = text_of(about.get("finish_reason")) or text_of(about.get("stop_reason"))
        if self._out.inside is None:
            self._out.stop(reason, incomplete=reason in _INCOMPLETE)

    def _usage(self, message: Any) -> None:
        usage = dict_of(field_of(message, "usage_metadata"))
        self._out.add_tokens(
            input_tokens=usage.get("input_tokens"),
            output_tokens=usage.get("output_tokens"),
            reasoning_tokens=dict_of(usage.get("output_token_details")).get("reasoning"),
        )


def _blocks(message: Any) -> Iterator[dict[str, Any]]:
    """What a message consists of, in LangChain's own standard form where the message can give it."""
    content: Any = None
    if hasattr(cast("type[Any]", type(message)), "content_blocks"):
        try:
            content = message.content_blocks
        except (NotImplementedError, TypeError, ValueError, KeyError, AttributeError):
            content = None  # a provider's blocks that its translation does not know
    if content is None:
        content = field_of(message, "content")
        thought = text_of(dict_of(field_of(message, "additional_kwargs")).get("reasoning_content"))
        if thought:
            yield {"type": "reasoning", "reasoning": thought}
    for block in [content] if isinstance(content, str) else list_of(content):
        plain = {"type": "text", "text": block} if isinstance(block, str) else dict_of(block)
        inner = plain.get("value") if plain.get("type") == "non_standard" else plain
        yield _standard(dict_of(inner), plain)


def _standard(block: dict[str, Any], around: dict[str, Any]) -> dict[str, Any]:
    """A block whose reasoning is called as the standard calls it, whatever the provider calls it."""
    if text_of(block.get("type")) in {"thinking", "redacted_thinking", "reasoning_content"}:
        return {"index": around.get("index"), **block, "type": "reasoning"}
    return block


def _index(block: dict[str, Any]) -> int | str | None:
    """Which of the blocks of a message it is, if that is told."""
    index = block.get("index")
    return index if isinstance(index, int | str) else None


def _text(block: dict[str, Any]) -> str:
    """The text of a block, under whichever name."""
    for name in ("text", "reasoning", "thinking"):
        if isinstance(text := block.get(name), str):
            return text
    pieces = cast("list[Any]", block.get("summary")) if isinstance(block.get("summary"), list) else []
    return "".join(text_of(dict_of(piece).get("text")) for piece in pieces)
