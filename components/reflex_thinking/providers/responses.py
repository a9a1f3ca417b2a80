"""OpenAI Responses, and those who speak it: a stream of items, each added, filled by deltas and done; or the response.

Everything is said several times: by deltas, by the end of each part, by the end of the item and by the response. What was
said already is not said again. Ids may change from event to event, so that an item is known by its place in the output.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .emitter import Emitter
from .failures import CUT, failure_from_body
from .frames import Frame
from .response_calls import call_of, drawn_images, finish_call, generated_image, is_call, is_result, output_of
from .values import dict_of, index_of, list_of, text_of

_TEXTS = {"output_text": "text", "text": "text", "refusal": "refusal"}


@dataclass(slots=True, eq=False)
class Item:
    """An item of the output that has begun."""

    type: str
    raw: dict[str, Any]
    place: int
    id: str = ""
    """The segment or the call that shows it."""
    texts: dict[int, list[str]] = field(default_factory=dict[int, list[str]])
    parts: dict[tuple[str, int], int] = field(default_factory=dict[tuple[str, int], int])
    is_done: bool = False


class ResponsesReader:
    """Reads responses."""

    def __init__(self, out: Emitter) -> None:
        self._out = out
        self._items: list[Item] = []
        self._places: dict[int, Item] = {}
        self._ids: dict[str, Item] = {}
        self._used: set[str] = set()
        self._output: list[Any] = []
        self._effort: str | None = None
        self._has_drawing = False
        self._is_whole = False

    def read(self, frame: Frame) -> None:
        """Read an event of the stream, or the response."""
        kind = text_of(frame.get("type"))
        if not kind.startswith("response."):
            if kind == "error" or (frame.get("error") and frame.get("object") != "response"):
                found = failure_from_body(frame.get("error") or frame)
                self._out.fail(found.message, found.code)
            elif frame.get("object") == "response" or isinstance(frame.get("output"), list):
                self._response(frame)
                self._end(frame)
            return
        match kind.removeprefix("response.").split("."):
            case ["output_text" | "refusal", "delta"]:
                self._text(self._item(frame, "message"), frame, text_of(frame.get("delta")))
            case ["output_text" | "refusal", "done"]:
                whole = text_of(frame.get("text")) or text_of(frame.get("refusal"))
                self._whole_text(self._item(frame, "message"), index_of(frame.get("content_index")), whole)
            case ["reasoning_summary_text" | "reasoning_summary" | "reasoning_text" | "reasoning", "delta"]:
                self._reasoning(frame, text_of(frame.get("delta")) or text_of(dict_of(frame.get("delta")).get("text")))
            case ["reasoning_summary_text" | "reasoning_summary" | "reasoning_text" | "reasoning", "done"]:
                self._end_reasoning(frame, text_of(frame.get("text")))
            case ["reasoning_summary_part" | "reasoning_part", "done"]:
                self._end_reasoning(frame, text_of(dict_of(frame.get("part")).get("text")))
            case ["output_item", "added"]:
                self._added(frame)
            case ["output_item", "done"]:
                item = self._added(frame)
                self._done(item, dict_of(frame.get("item")))
            case ["completed" | "incomplete" | "failed" | "cancelled" | "done"]:
                response = dict_of(frame.get("response"))
                self._response(response)
                self._end({"status": kind.removeprefix("response."), **response})
            case ["created" | "in_progress" | "queued"]:
                self._begin(dict_of(frame.get("response")))
            case ["error"]:
                found = failure_from_body(frame.get("error") or frame)
                self._out.fail(found.message, found.code)
            case [name, "delta"] if name.endswith(("_arguments", "_input", "_code")):
                self._out.arguments(self._item(frame, name.rpartition("_")[0]).id, text_of(frame.get("delta")))
            case [name, "delta"] if name.endswith("_output_content"):
                printed = dict_of(frame.get("delta"))
                item = self._item(frame, name.removesuffix("_content"))
                self._out.progress(item.id, logs=text_of(printed.get("stdout")) + text_of(printed.get("stderr")))
            case ["image_generation_call", "partial_image"]:
                item = self._item(frame, "image_generation_call")
                generated_image(self._out, item.id, frame, text_of(frame.get("partial_image_b64")), partial=True)
            case [name, "done"] if name.endswith("_arguments"):
                self._out.whole_arguments(
                    self._item(frame, name.removesuffix("_arguments")).id, text_of(frame.get("arguments"))
                )
            case _:
                pass

    def end(self) -> None:
        """The stream has ended."""
        if not self._is_whole:
            self._out.fail(CUT, "cut")

    def reply(self) -> dict[str, Any] | None:
        """The items of the output, as they came."""
        done = [item.raw for item in sorted(self._items, key=lambda item: item.place) if item.is_done]
        output = done or self._output
        return {"output": output} if output else None

    # The response -----------------------------------------------------------------------------------------------------

    def _begin(self, response: dict[str, Any]) -> None:
        created = response.get("created_at")
        created_at = int(created * 1000) if isinstance(created, int | float) else 0
        self._out.start(text_of(response.get("id")), model=text_of(response.get("model")), created_at=created_at)
        self._effort = text_of(dict_of(response.get("reasoning")).get("effort")) or self._effort

    def _response(self, response: dict[str, Any]) -> None:
        """A response repeats its items; those that were not streamed are new."""
        self._begin(response)
        self._output = list_of(response.get("output"))
        streamed = list(self._items)
        seen: dict[str, int] = {}
        for place, raw in enumerate(map(dict_of, self._output)):
            kind = text_of(raw.get("type"))
            ordinal = seen[kind] = seen.get(kind, 0) + 1
            item = self._streamed(streamed, raw, place, ordinal) or self._new(kind, raw, self._next_place(place))
            self._done(item, raw)
        usage = dict_of(response.get("usage"))
        self._out.count(
            input_tokens=usage.get("input_tokens"),
            output_tokens=usage.get("output_tokens"),
            reasoning_tokens=dict_of(usage.get("output_tokens_details")).get("reasoning_tokens"),
        )

    def _streamed(self, streamed: list[Item], raw: dict[str, Any], place: int, ordinal: int) -> Item | None:
        """The item of the stream that an item of the response repeats."""
        same = [item for item in streamed if item.type == raw.get("type")]
        for item in (self._places.get(place), self._ids.get(text_of(raw.get("id")))):
            if item is not None and item in same:
                return item
        return same[ordinal - 1] if len(same) >= ordinal else None

    def _end(self, response: dict[str, Any]) -> None:
        self._is_whole = True
        status = response.get("status")
        if error := response.get("error"):
            found = failure_from_body(error)
            self._out.fail(found.message, found.code)
        elif status in {"failed", "cancelled"}:
            self._out.fail(f"The provider ended the response: it is {status}. Try again.", str(status))
        elif status in {"in_progress", "queued"}:
            self._out.fail("The response is not finished yet: ask for it again later.", str(status))
        else:
            reason = text_of(dict_of(response.get("incomplete_details")).get("reason"))
            incomplete = status == "incomplete"
            self._out.stop(reason or ("incomplete" if incomplete else "completed"), incomplete=incomplete)

    # Items ------------------------------------------------------------------------------------------------------------

    def _added(self, frame: Frame) -> Item:
        raw = dict_of(frame.get("item"))
        kind = text_of(raw.get("type"))
        place = frame.get("output_index")
        item = self._places.get(place) if isinstance(place, int) else None
        item = item or self._ids.get(text_of(raw.get("id")))
        if item is None or (item.type != kind and not (item.raw == {} and not item.is_done)):
            return self._new(kind, raw, self._next_place(place))
        return item

    def _item(self, frame: Frame, kind: str) -> Item:
        """The item that an event is about; one that nobody has announced begins with it."""
        place = frame.get("output_index")
        item = self._places.get(place) if isinstance(place, int) else self._ids.get(text_of(frame.get("item_id")))
        if item is None and not isinstance(place, int):
            open_items = [item for item in self._items if item.type == kind and not item.is_done]
            item = open_items[-1] if open_items else None
        return item or self._new(
            kind, {"id": text_of(frame.get("item_id"))} if frame.get("item_id") else {}, self._next_place(place)
        )

    def _next_place(self, place: Any) -> int:
        last = max(self._places, default=-1) + 1
        return place if isinstance(place, int) and place not in self._places else last

    def _new(self, kind: str, raw: dict[str, Any], place: int) -> Item:
        item = Item(kind, raw, place)
        self._items.append(item)
        self._places[place] = item
        if given := text_of(raw.get("id")):
            self._ids.setdefault(given, item)
        if kind == "reasoning":
            item.id = self._unused(given, "reasoning")
            self._out.begin_reasoning(
                item.id, self._part(item, "summary" if "summary" in raw else "content", 0), summary="summary" in raw
            )
        elif kind == "message":
            item.id = self._unused(given, "text")
        elif is_call(kind):
            call_of(
                self._out, item.raw, kind, item_id := text_of(raw.get("call_id")) or given or self._out.new_id("call")
            )
            item.id = item_id
        elif is_result(kind):
            item.id = self._call_before(kind, raw)
        return item

    def _unused(self, given: str, kind: str) -> str:
        name = given if given and given not in self._used else self._out.new_id(kind)
        self._used.add(name)
        return name

    def _call_before(self, kind: str, raw: dict[str, Any]) -> str:
        """The call that an output belongs to: the one it names, else the last of its kind."""
        if self._out.has_call(named := text_of(raw.get("call_id"))):
            return named
        wanted = f"{kind.removesuffix('_output').removesuffix('_call')}"
        calls = [item.id for item in self._items if is_call(item.type) and item.type.removesuffix("_call") == wanted]
        return calls[-1] if calls else ""

    def _done(self, item: Item, raw: dict[str, Any]) -> None:
        if item.is_done:
            return
        item.is_done = True
        item.raw = raw
        if item.type == "reasoning":
            self._done_reasoning(item, raw)
        elif item.type == "message":
            self._done_message(item, list(map(dict_of, list_of(raw.get("content")))))
        elif is_call(item.type):
            finish_call(self._out, item.id, raw, item.type)
            self._has_drawing = self._has_drawing or bool(drawn_images(raw))
        elif is_result(item.type):
            self._out.result(item.id, output_of(raw))

    def _done_message(self, item: Item, content: list[dict[str, Any]]) -> None:
        for index, part in enumerate(content):
            if part.get("type") == "reasoning_text":
                self._end_reasoning({"output_index": item.place, "content_index": index}, text_of(part.get("text")))
        whole = "".join(text_of(part.get(_TEXTS.get(text_of(part.get("type")), ""))) for part in content)
        streamed = "".join("".join(item.texts[index]) for index in sorted(item.texts))
        if whole.startswith(streamed):  # else it was streamed in another form: what was seen stays
            self._out.text(item.id, whole[len(streamed) :], item.place)
        for part in content:
            for annotation in map(dict_of, list_of(part.get("annotations"))):
                if annotation.get("type") == "container_file_citation":
                    self._file(text_of(annotation.get("file_id")), text_of(annotation.get("filename")))

    def _file(self, file_id: str, name: str) -> None:
        """A file that the code interpreter has made. One that is named after its id is a drawing, perhaps shown already."""
        if not (self._has_drawing and name.startswith(file_id)):
            self._out.media(file_id=file_id, name=name)

    # Texts ------------------------------------------------------------------------------------------------------------

    def _text(self, item: Item, frame: Frame, text: str) -> None:
        self._say(item, index_of(frame.get("content_index")), text)

    def _say(self, item: Item, index: int, text: str) -> None:
        if text and not item.is_done:
            item.texts.setdefault(index, []).append(text)
            self._out.text(item.id, text, item.place)

    def _whole_text(self, item: Item, index: int, text: str) -> None:
        streamed = "".join(item.texts.get(index, ()))
        if text.startswith(streamed) and len(text) > len(streamed):
            item.texts.setdefault(index, []).append(text[len(streamed) :])
            self._out.text(item.id, text[len(streamed) :], item.place)

    def _part(self, item: Item, kind: str, index: int) -> int:
        """The number of a part among all parts of its item: summaries and content are counted apart."""
        key = (kind, index)
        if key not in item.parts:
            # What an item without text was begun with is whichever comes first.
            begun = next((part for part in item.parts if not self._has_text(item, item.parts[part])), None)
            if begun is not None and index == 0 and begun[0] != kind:
                item.parts[key] = item.parts.pop(begun)
            else:
                item.parts[key] = max(item.parts.values(), default=-1) + 1
        return item.parts[key]

    def _has_text(self, item: Item, number: int) -> bool:
        return self._out.has_reasoning_text(item.id, number)

    def _reasoning_place(self, frame: Frame) -> tuple[str, int, bool]:
        """The segment and the part that reasoning belongs to, and whether it is a summary."""
        item = self._item(frame, "reasoning")
        summary = "summary_index" in frame
        kind, index = ("summary", frame["summary_index"]) if summary else ("content", frame.get("content_index"))
        number = self._part(item, kind, index_of(index))
        return (item.id if item.type == "reasoning" else f"{item.id}:reasoning"), number, summary

    def _reasoning(self, frame: Frame, text: str) -> None:
        segment_id, number, summary = self._reasoning_place(frame)
        self._out.reasoning(segment_id, text, number, summary=summary)

    def _end_reasoning(self, frame: Frame, text: str) -> None:
        segment_id, number, summary = self._reasoning_place(frame)
        self._out.end_reasoning(segment_id, number, text=text, summary=summary)

    def _done_reasoning(self, item: Item, raw: dict[str, Any]) -> None:
        for kind in ("summary", "content"):
            for index, part in enumerate(map(dict_of, list_of(raw.get(kind)))):
                if text := text_of(part.get("text")):
                    number = self._part(item, kind, index)
                    self._out.end_reasoning(item.id, number, text=text, summary=kind == "summary")
        for number in sorted(set(item.parts.values())):
            self._out.end_reasoning(item.id, number, redacted=True)
        self._out.about_reasoning(item.id, effort=self._effort, output_index=item.place)
