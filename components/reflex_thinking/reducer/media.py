"""What images and files do to a draft."""

from __future__ import annotations

from typing import Any

from .. import canonical as ev
from .calls import find_home
from .draft import Draft
from .node import AssistantStep, Media, Op


def part_added(draft: Draft, event: ev.PartAdded) -> list[Op]:
    """An image or a file: at the top level it ends the thinking before it, inside an assistant call it joins the result."""
    part = event.part
    fields = part.model_dump(mode="json", exclude={"id", "type"}, exclude_none=True)
    home, ops = find_home(draft, event)
    inside = draft.calls.get(event.parent_id) if event.parent_id else None
    call = inside if isinstance(inside, AssistantStep) else home
    known = draft.media.get((call.id if call else None, part.id))
    if known is not None:
        return ops + _replace(known, part.type, fields)
    media = Media(part.id, part.type, fields)
    media.number = draft.next_number(event.sequence_number)
    if call is None:
        ops += draft.thinking.end(draft.parts, "done", event.at or 0)
    return ops + draft.add_media(media, call)


def _replace(media: Media, part_type: str, fields: dict[str, Any]) -> list[Op]:
    """A later version of a part: all of it changes but its place."""
    changed = media.put({**dict.fromkeys(media.fields), **fields})
    if part_type != media.type:
        media.type = changed["type"] = part_type
    return [media.op("s", changed)] if changed else []
