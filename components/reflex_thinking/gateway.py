"""Messages in the shape in which gateways give them, and back.

::

    {"content": [{"type": "text", "text"}, {"type": "image" | "file", "id", "media_type", "url" | "data", …}, …],
     "reasoning_content": str | null,
     "reasoning_meta": {"model_supports": bool, "duration_ms": int | null, "tokens": int | null}}

The shape holds less than a message does: tools are not in it, and all reasoning is one text before the answer.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterator
from typing import Any, cast

from . import canonical as ev
from .errors import DataError
from .media import checked_part
from .providers.values import dict_of, list_of, text_of
from .reducer import Draft, apply_all
from .requests.reasoning_models import can_reason
from .stored import final_event

Gateway = dict[str, Any]
_MEDIA = ("image", "file")
_NAMES_ONE = frozenset({"url", "data", "file_id", "omitted"})


def to_gateway(stored: dict[str, Any]) -> Gateway:
    """A stored message in the gateway's shape.

    ``reasoning_content`` is all readable reasoning, that of delegated assistants included, and None when there is none.
    ``duration_ms`` is the time of the thinking blocks, without that of the answer; ``tokens`` those of reasoning, if the
    provider counted them. ``model_supports`` says whether the model can reason, also when it did not this time; of a model
    that is not known, whether it did.

    Args:
        stored: The ``event`` of a ``message_final``.
    """
    segments = list(_walk(stored.get("segments")))
    reasoning = [segment for segment in segments if segment.get("type") == "reasoning"]
    combined = "\n\n".join(text for segment in reasoning if (text := str(segment.get("combined_text") or "")).strip())
    tokens = _count(dict_of(stored.get("usage")).get("reasoning_tokens"))
    spans = [
        (block.get("started_at") or 0, block.get("ended_at") or 0)
        for block in map(dict_of, list_of(stored.get("blocks")))
    ]
    return {
        "content": list(_content(stored.get("segments"))),
        "reasoning_content": combined or None,
        "reasoning_meta": {
            "model_supports": model_supports(stored),
            "duration_ms": sum(max(0, end - start) for start, end in spans) if spans else None,
            "tokens": tokens,
        },
    }


def media_of(segments: Any) -> Iterator[dict[str, Any]]:
    """The images and files among the segments of a stored message, as they are sent: without their places in it."""
    for segment in map(dict_of, list_of(segments)):
        if segment.get("type") in _MEDIA:
            yield {key: value for key, value in segment.items() if key != "sequence_number"}


def _content(segments: Any) -> Iterator[dict[str, Any]]:
    for segment in map(dict_of, list_of(segments)):
        if segment.get("type") == "text" and (text := text_of(segment.get("text"))):
            yield {"type": "text", "text": text}
        else:
            yield from media_of([segment])


def model_supports(stored: dict[str, Any]) -> bool:
    """Whether the model of a stored message can reason: it did, or it is known to. An unknown one that did not cannot."""
    tokens = _count(dict_of(stored.get("usage")).get("reasoning_tokens"))
    did = bool(tokens) or any(segment.get("type") == "reasoning" for segment in _walk(stored.get("segments")))
    model = stored.get("model")
    return did or bool(can_reason(model if isinstance(model, str) else None))


def from_gateway(
    response: Gateway,
    *,
    message_id: str = "message",
    thread_id: str = "",
    created_at: int = 0,
    model: str | None = None,
    provider: str | None = None,
) -> dict[str, Any]:
    """A gateway's response as a stored message. Reasoning that is null, missing or blank is no reasoning at all.

    Args:
        response: What the gateway gave. What is in it beside the shape is left out.
        message_id: The id that the message gets.
        thread_id: The thread that it is part of.
        created_at: When it began, in milliseconds.
        model: Which model answered.
        provider: Whose model that is.

    Raises:
        DataError: It has another shape. Names the field and its value.
    """
    draft = Draft(message_id)
    started = ev.MessageStarted(thread_id=thread_id, created_at=created_at, model=model, provider=provider)
    apply_all(draft, [started, *gateway_events(response, created_at=created_at)])
    tokens = _count(_meta(response).get("tokens"))
    return final_event(
        draft,
        ended_at=created_at + _duration(response),
        usage=None if tokens is None else {"reasoning_tokens": tokens},
    )


def gateway_events(response: Gateway, *, created_at: int = 0) -> Iterator[ev.AnyEvent]:
    """A gateway's response as canonical events, for example for a ``respond`` to yield.

    Raises:
        DataError: It has another shape. Names the field and its value.
    """
    if not isinstance(response, dict):  # pyright: ignore[reportUnnecessaryIsInstance]
        msg = f"gateway response = {response!r:.80}: use a dict with content and reasoning_content"
        raise DataError(msg)
    content = list(_blocks(response.get("content")))
    reasoning = response.get("reasoning_content")
    if reasoning is not None and not isinstance(reasoning, str):
        msg = f"gateway response: reasoning_content = {reasoning!r:.80}: use a str or null"
        raise DataError(msg)
    ended_at = created_at + _duration(response)
    if reasoning and reasoning.strip():
        part: dict[str, Any] = {"segment_id": "reasoning"}
        yield ev.ReasoningPartStarted(**part, created_at=created_at, at=created_at)
        yield ev.ReasoningPartDelta(**part, text_delta=reasoning, at=created_at)
        yield ev.ReasoningPartCompleted(**part, at=ended_at)
    for number, block in enumerate(content, start=1):
        if isinstance(block, str):
            yield ev.TextDelta(text_delta=block, segment_id=f"text-{number}", at=ended_at)
        else:
            yield block.model_copy(update={"at": ended_at})


def _blocks(content: Any) -> Iterator[str | ev.PartAdded]:
    if isinstance(content, str):
        content = [content]
    if content is not None and not isinstance(content, list):
        msg = f"gateway response: content = {content!r:.80}: use a list of blocks, a str or null"
        raise DataError(msg)
    for number, block in enumerate(cast("list[Any]", content or []), start=1):
        text = block if isinstance(block, str) else dict_of(block).get("text")
        if isinstance(text, str) and text:
            yield text
        elif (part := dict_of(block)).get("type") in _MEDIA and not _NAMES_ONE.isdisjoint(part):
            with contextlib.suppress(DataError):
                event = ev.parse_event({"type": "part_added", "part": {"id": f"part-{number}", **part}})
                yield ev.PartAdded(part=checked_part(cast("ev.PartAdded", event).part))


def _meta(response: Gateway) -> dict[str, Any]:
    return dict_of(response.get("reasoning_meta"))


def _duration(response: Gateway) -> int:
    return _count(_meta(response).get("duration_ms")) or 0


def _count(value: Any) -> int | None:
    """A number from 0 on as a whole one; None for anything else, which a gateway may send as well."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) or value < 0:
        return None
    return round(value)


def _walk(segments: Any) -> Iterator[dict[str, Any]]:
    """Segments and what is inside delegated assistants, in the order in which it happened."""
    for segment in map(dict_of, list_of(segments)):
        yield segment
        if segment.get("type") == "assistant_call":
            yield from (inner for inner in _walk(segment.get("segments")) if inner.get("type") != "text")
