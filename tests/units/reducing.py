"""What the tests of events, reducer and stored form share: a reader of ops, and runs made of random events."""

from __future__ import annotations

import copy
from typing import Any

from hypothesis import strategies as st
from reflex_thinking import FilePart, ImagePart
from reflex_thinking import canonical as ev
from reflex_thinking.reducer import Draft, Op, apply_all
from reflex_thinking.stored import final_event

MESSAGE = "m1"


def empty_message() -> dict[str, Any]:
    return {"id": MESSAGE, "role": "assistant", "status": "thinking", "parts": [], "blocks": []}


def apply_ops(message: dict[str, Any], ops: list[Op]) -> dict[str, Any]:
    """Apply ops as a browser does, in the plainest way."""
    message = copy.deepcopy(message)
    for op in copy.deepcopy(ops):
        match op:
            case ["n", path, part, *inside]:
                parts, index = _find(message, path, *inside)
                assert 0 <= index <= len(parts), op
                parts.insert(index, part)
            case ["a", path, text, *key]:
                parts, index = _find(message, path)
                name = key[0] if key else "text" if parts[index]["type"] == "text" else "content"
                parts[index][name] = parts[index].get(name, "") + text
            case ["s", path, fields, *inside]:
                parts, index = _find(message, path, *inside)
                _merge(parts[index], fields)
            case ["b", index, fields]:
                assert 0 <= index <= len(message["blocks"]), op
                if index == len(message["blocks"]):
                    message["blocks"].append({})
                _merge(message["blocks"][index], fields)
            case ["m", fields]:
                _merge(message, fields)
            case _:
                raise AssertionError(op)
    return message


def _find(
    message: dict[str, Any], path: int | list[int], inside: str = "child_steps"
) -> tuple[list[dict[str, Any]], int]:
    *above, index = [path] if isinstance(path, int) else path
    parts = message["parts"]
    for place, step in enumerate(above, start=1):
        parts = parts[step].setdefault(inside if place == len(above) else "child_steps", [])
    return parts, index


def _merge(target: dict[str, Any], fields: dict[str, Any]) -> None:
    for key, value in fields.items():
        if value is None:
            target.pop(key, None)
        else:
            target[key] = value


def numbered(events: list[ev.AnyEvent], *, first: int = 1, step_ms: int = 10) -> list[ev.AnyEvent]:
    """Give events their places in a log."""
    return [
        event.stamped(event_id=MESSAGE, seq=number, at=event.at if event.at is not None else 1000 + number * step_ms)
        for number, event in enumerate(events, first)
    ]


def finished(events: list[ev.AnyEvent], *, persisted: bool = True) -> list[ev.AnyEvent]:
    """A log's events with the end that a run gives them."""
    events = numbered(events)
    draft = Draft(MESSAGE)
    apply_all(draft, events)
    end = (events[-1].at if events else 0) or 0
    final = ev.MessageFinal(event=final_event(draft, ended_at=end), persisted=persisted)
    return [*events, final.stamped(event_id=MESSAGE, seq=len(events) + 1, at=end)]


def whole(events: list[ev.AnyEvent]) -> Draft:
    draft = Draft(MESSAGE)
    apply_all(draft, events)
    return draft


# Random events --------------------------------------------------------------------------------------------------------

# No lone surrogates: they cannot be encoded, and no event takes them.
texts = st.text(st.characters(exclude_categories=("Cs",)), max_size=8) | st.sampled_from(
    ["word ", "\n\n", "😀", "𠮷野家", "é́", "\u2028", "</script>", '"\\', "\x00"]
)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=5,
)
args = st.sampled_from(
    ['{"q":', '"a"}', "{}", " ", '{"b": 1.0,"a":[1,2]}', "null", '"x"', "NaN", "1e999", '"\\ud800"', "[", "3"]
)

_segments = st.sampled_from(["r1", "r2"])
_texts = st.sampled_from(["text", "t1", "t2"])
_tools = ["c1", "c2"]
_assistants = ["a1", "a2", "a3"]
_any_call = st.sampled_from(_tools + _assistants)
# Most of it happens at the top level, so that what can only happen there does.
_parents = st.sampled_from([*[None] * 9, *_assistants, "c1", "lost"])
_indices = st.integers(0, 3)
_numbers = st.none() | st.integers(0, 12)
_times = st.just(0) | st.integers(900, 1200)
_statuses = st.sampled_from(["thinking", "done", "error", "cancelled"])
_optional_text = st.none() | texts
_progress = st.none() | st.floats(0, 1)
_tokens = st.none() | st.integers(0, 500)


def _event(kind: type[ev.EventBase], **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.builds(kind, **fields)


_started: dict[str, Any] = {
    "call_id": _any_call,
    "name": texts,
    "description": _optional_text,
    "args_preview": st.none() | args,
    "server": st.none() | st.booleans(),
    "sequence_number": _numbers,
    "created_at": _times,
    "parent_id": _parents,
}
_update: dict[str, Any] = {
    "call_id": _any_call,
    "status": st.none() | _statuses,
    "progress": _progress,
    "args_delta": st.none() | args,
    "input": st.none() | json_values,
    "logs_delta": _optional_text,
    "parent_id": _parents,
}
_result: dict[str, Any] = {
    "call_id": _any_call,
    "result": json_values,
    "error": st.none() | texts,
    "parent_id": _parents,
}
_part: dict[str, Any] = {"segment_id": _segments, "summary_index": _indices, "parent_id": _parents}

thinking_events = st.one_of(
    _event(
        ev.ReasoningPartStarted,
        **_part,
        sequence_number=_numbers,
        created_at=_times,
        part_type=st.sampled_from([None, "summary_text"]),
    ),
    _event(ev.ReasoningPartDelta, **_part, text_delta=texts),
    _event(ev.ReasoningPartDelta, **_part, text_delta=texts),
    _event(
        ev.ReasoningPartCompleted,
        **_part,
        final_text=_optional_text,
        redacted=st.sampled_from([None, None, True]),
        status=st.sampled_from([None, None, "error", "cancelled"]),
    ),
    _event(
        ev.ReasoningSegmentMeta,
        segment_id=_segments,
        effort_level=st.sampled_from([None, "low", "high"]),
        reasoning_tokens=_tokens,
        output_index=st.none() | st.integers(0, 2),
        parent_id=_parents,
    ),
    _event(ev.ToolCallStarted, **_started),
    _event(ev.ToolCallUpdate, **_update),
    _event(ev.ToolResult, **_result),
    _event(ev.WebSearchCallStarted, **_started),
    _event(ev.WebSearchCallUpdate, **_update),
    _event(ev.WebSearchCallResult, **_result),
    _event(ev.CodeInterpreterCallStarted, **_started),
    _event(ev.CodeInterpreterCallUpdate, **_update),
    _event(ev.CodeInterpreterCallResult, **_result),
    _event(
        ev.AssistantCallStarted,
        call_id=st.sampled_from(_assistants),
        assistant_id=texts,
        name=texts,
        task=texts,
        sequence_number=_numbers,
        created_at=_times,
        parent_id=_parents,
    ),
    _event(
        ev.AssistantCallUpdate,
        call_id=st.sampled_from(_assistants),
        status=st.none() | _statuses,
        progress=_progress,
        parent_id=_parents,
    ),
    _event(ev.AssistantResult, **{**_result, "call_id": st.sampled_from(_assistants)}),
)
_media: dict[str, Any] = {
    "id": st.sampled_from(["p1", "p2", "p3", "t1", "c1"]),
    "media_type": st.sampled_from(["image/png", "text/html", "application/pdf"]),
    "name": _optional_text,
    "alt": _optional_text,
    "size": st.none() | st.integers(0, 10**9),
    "file_id": st.none() | st.just("file_1"),
    "omitted": st.sampled_from([None, None, "too_large", "unreadable"]),
}
_source = st.sampled_from(
    [{}, {"url": "https://example.com/a"}, {"url": "javascript:1"}, {"data": "aGk="}, {"data": "<"}]
)
_image = st.builds(
    lambda source, **fields: ImagePart(**source, **fields),
    _source,
    **_media,
    width=st.none() | st.integers(1, 5000),
    height=st.none() | st.integers(1, 5000),
    partial=st.sampled_from([None, True]),
)
_file = st.builds(lambda source, **fields: FilePart(**source, **fields), _source, **_media)
media_events = _event(ev.PartAdded, part=_image | _file, sequence_number=_numbers, parent_id=_parents)

other_events = st.one_of(
    media_events,
    _event(ev.TextDelta, text_delta=texts, segment_id=_texts, parent_id=_parents),
    _event(ev.TextDelta, text_delta=texts, segment_id=_texts, output_index=st.none() | st.integers(0, 3)),
    _event(
        ev.SummaryUpdated,
        block_id=st.sampled_from([f"{MESSAGE}:0", f"{MESSAGE}:1", f"{MESSAGE}:2", "other", "m1:²"]),
        summary=texts,
        final=st.sampled_from([None, True]),
    ),
    _event(ev.Artifact, name=st.sampled_from(["chips", "__proto__"]), data=json_values),
    _event(
        ev.MessageStarted,
        thread_id=texts,
        created_at=_times,
        model=st.none() | st.just("model-1"),
        provider=st.none() | st.just("someone"),
    ),
)
ends = st.one_of(
    _event(ev.MessageError, message=texts, code=st.none() | st.just("overloaded")), _event(ev.MessageCancelled)
)
all_events = thinking_events | other_events | ends

_texts_between = _event(ev.TextDelta, text_delta=texts, segment_id=_texts)
chaotic = st.integers(0, 40).flatmap(
    lambda size: st.lists(
        st.one_of(thinking_events, thinking_events, other_events, _texts_between), min_size=size, max_size=size
    )
)
"""Any event at any time: parts and calls that nobody announced, things that contradict each other."""


@st.composite
def orderly(draw: st.DrawFn) -> list[ev.AnyEvent]:
    """A run as providers make it: what happens at the same time is interleaved, what belongs together is in order."""
    number = 0

    def next_number(count: int = 1) -> int:
        nonlocal number
        number += count
        return number

    def reasoning(name: str, parent: str | None) -> list[ev.AnyEvent]:
        script: list[ev.AnyEvent] = []
        for index in range(draw(st.integers(1, 3))):
            part: dict[str, Any] = {"segment_id": name, "summary_index": index, "parent_id": parent}
            script.append(ev.ReasoningPartStarted(**part, sequence_number=next_number(1 if index else 2)))
            pieces = draw(st.lists(texts, max_size=3))
            script += [ev.ReasoningPartDelta(**part, text_delta=piece) for piece in pieces]
            final = draw(st.sampled_from([None, "".join(pieces), "corrected"]))
            script.append(ev.ReasoningPartCompleted(**part, final_text=final))
        return script

    def tool(name: str, parent: str | None) -> list[ev.AnyEvent]:
        call: dict[str, Any] = {"call_id": name, "parent_id": parent}
        return [
            ev.ToolCallStarted(**call, name="search", sequence_number=next_number()),
            *[ev.ToolCallUpdate(**call, args_delta=piece) for piece in ('{"q":', '"x"', "}")],
            ev.ToolCallUpdate(**call, progress=0.5, logs_delta=draw(texts)),
            ev.ToolResult(**call, result=draw(json_values), error=draw(st.none() | texts)),
        ]

    def media(name: str, parent: str | None) -> list[ev.AnyEvent]:
        """An image that is shown before it is finished, or a file, or nothing."""
        image: dict[str, Any] = {"id": f"{name}/image", "media_type": "image/png"}
        found: list[ImagePart | FilePart] = []
        match draw(st.integers(0, 3)):
            case 0:
                first = ImagePart(**image, data="aGk=", partial=True)
                found = [first, ImagePart(**image, data="aGVsbG8=", width=3, height=2)]
            case 1:
                found = [FilePart(id=f"{name}/file", name="a.csv", media_type="text/csv", data="MSwy", size=3)]
            case _:
                return []
        number = next_number() if draw(st.booleans()) else None
        return [ev.PartAdded(part=part, parent_id=parent, sequence_number=number) for part in found]

    def assistant(name: str, parent: str | None, depth: int) -> list[ev.AnyEvent]:
        start = ev.AssistantCallStarted(
            call_id=name, assistant_id=name, name=name, task="t", parent_id=parent, sequence_number=next_number()
        )
        inside = scripts(name, depth + 1)
        text: list[ev.AnyEvent] = [ev.TextDelta(text_delta=draw(texts), parent_id=name), *media(name, name)]
        end = ev.AssistantResult(call_id=name, parent_id=parent, result=draw(st.none() | texts))
        return [start, *interleaved([*inside, text]), end]

    def scripts(parent: str | None, depth: int) -> list[list[ev.AnyEvent]]:
        made: list[list[ev.AnyEvent]] = []
        for place in range(draw(st.integers(0, 3 if depth < 2 else 1))):
            name = f"{parent or ''}/{place}"
            kind = draw(st.sampled_from(["reasoning", "tool", "assistant"] if depth < 3 else ["reasoning", "tool"]))
            if kind == "assistant":
                made.append(assistant(name, parent, depth))
            else:
                made.append((reasoning if kind == "reasoning" else tool)(name, parent))
        return made

    def interleaved(parallel: list[list[ev.AnyEvent]]) -> list[ev.AnyEvent]:
        queues = [list(script) for script in parallel if script]
        merged: list[ev.AnyEvent] = []
        while queues:
            queue = queues[draw(st.integers(0, len(queues) - 1))]
            merged.append(queue.pop(0))
            queues = [queue for queue in queues if queue]
        return merged

    asked = draw(st.sampled_from([None, True, False]))
    events: list[ev.AnyEvent] = [ev.MessageStarted(thread_id="t", created_at=1000, thinking_enabled=asked)]
    for place in range(draw(st.integers(1, 2))):
        events += interleaved(scripts(None, 0))
        events += media(f"{place}", None)
        events += [ev.TextDelta(text_delta=draw(texts), segment_id=f"answer{place}") for _ in range(2)]
        events += media(f"{place}/after", None)
    # Something is lost, delivered twice, or late.
    for _ in range(draw(st.integers(0, 3))):
        place = draw(st.integers(0, len(events) - 1))
        match draw(st.sampled_from(["lose", "repeat", "delay"])):
            case "lose" if len(events) > 1:
                events.pop(place)
            case "repeat":
                events.insert(draw(st.integers(0, len(events))), events[place])
            case _:
                events.insert(draw(st.integers(0, len(events))), events.pop(place))
    return events


@st.composite
def runs(draw: st.DrawFn) -> list[ev.AnyEvent]:
    """The events of a whole log, up to and with ``message_final``."""
    events = draw(chaotic | orderly())
    if draw(st.booleans()):
        cut = draw(st.integers(0, len(events)))
        events = [*events[:cut], draw(ends), *draw(st.just([]) | st.just(events[cut:]))]
    return finished(events)


@st.composite
def batched(draw: st.DrawFn, run: list[ev.AnyEvent]) -> list[list[ev.AnyEvent]]:
    """A run in any split."""
    cuts = sorted(draw(st.lists(st.integers(0, len(run)), max_size=4)))
    return [run[start:end] for start, end in zip([0, *cuts], [*cuts, len(run)], strict=True)]
