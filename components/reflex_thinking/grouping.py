"""Which parts of a message stand together as one chain of thought.

Consecutive reasoning, tool, built-in and assistant parts form a group; text, images and files stand between groups.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from .model import Message, Model, Status, ThinkingBlock, ThinkingStep

THINKING_TYPES = frozenset({"reasoning", "tool_call", "assistant_call"})


class HasType(Protocol):
    """Anything with a part's ``type``."""

    @property
    def type(self) -> str:
        """The type of the part."""
        ...


class PartRange(Model):
    """A run of parts, both ends included. ``group`` says what the run is made of."""

    group: str
    start_index: int
    end_index: int


def chain_of_thought_ranges(parts: Sequence[HasType]) -> list[PartRange]:
    """The chain-of-thought groups of a message, in order."""
    return [part_range for part_range in group_parts(parts) if part_range.group == "chain_of_thought"]


def group_parts(parts: Sequence[HasType], *, chain_of_thought: bool = True) -> list[PartRange]:
    """Split parts into runs that are rendered together.

    Args:
        parts: The message's parts.
        chain_of_thought: Put reasoning and tools together into ``chain_of_thought`` runs. Otherwise consecutive
            reasoning forms ``reasoning`` runs and consecutive calls form ``tool`` runs.

    Every other part is a run of its own, named after its type.
    """
    ranges: list[PartRange] = []
    for index, part in enumerate(parts):
        group, grows = _group_of(part.type, chain_of_thought)
        if grows and ranges and ranges[-1].group == group:
            ranges[-1].end_index = index
        else:
            ranges.append(PartRange(group=group, start_index=index, end_index=index))
    return ranges


def _group_of(part_type: str, chain_of_thought: bool) -> tuple[str, bool]:
    if part_type not in THINKING_TYPES:
        return part_type, False
    if chain_of_thought:
        return "chain_of_thought", True
    return ("reasoning" if part_type == "reasoning" else "tool"), True


def block_id(message_id: str, ordinal: int) -> str:
    """The id of a message's block: which message, and the how-manieth block in it.

    A message only grows at its end, so the ordinal of a block never changes while it streams.
    """
    return f"{message_id}:{ordinal}"


def thinking_blocks(message: Message) -> list[ThinkingBlock]:
    """The thinking blocks of a message, each with the steps that stand together."""
    blocks: list[ThinkingBlock] = []
    for ordinal, part_range in enumerate(chain_of_thought_ranges(message.parts)):
        steps = [
            part
            for part in message.parts[part_range.start_index : part_range.end_index + 1]
            if isinstance(part, ThinkingStep)
        ]
        is_last = part_range.end_index == len(message.parts) - 1
        blocks.append(
            ThinkingBlock(
                id=block_id(message.id, ordinal),
                status=_block_status(message.status if is_last else "done", steps),
                steps=steps,
                started_at=steps[0].started_at,
                ended_at=steps[-1].ended_at,
            )
        )
    return blocks


def _block_status(message_status: Status, steps: list[ThinkingStep]) -> Status:
    """A block is as far as its message while it is at its end; before that, as far as its steps."""
    if message_status != "done":
        return message_status
    return "thinking" if any(step.status == "thinking" for step in steps) else "done"
