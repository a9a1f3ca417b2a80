"""Stories: one thing to look at, each with an id that its links keep."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from .links import Settings

Group = Literal["States", "Components", "Scenarios"]
GROUPS: tuple[Group, ...] = ("States", "Components", "Scenarios")
Props = dict[str, Any]
"""What a story hands on to ``rt.thinking`` or ``rt.thread``: ``live``, ``auto_close``, ``semantics`` and ``locale``."""


@dataclass(frozen=True)
class Story:
    """Something to look at."""

    id: str
    title: str
    group: Group
    note: str
    """What to look for."""
    build: Callable[[Props], Any] | None = None
    """Makes the component; None for a recording, which is played on a stage."""
    settings: Settings = field(default_factory=Settings)
    scenario: str = ""
    """The scripted scenario that is played."""

    @property
    def is_played(self) -> bool:
        """Whether it is a recording."""
        return self.build is None


STORIES: dict[str, Story] = {}
"""All stories by id, in the order in which they are listed."""


def story(story_id: str, title: str, group: Group, **settings: Any) -> Callable[[Callable[[Props], Any]], Any]:
    """Make a function a story; its docstring says what to look for.

    Args:
        story_id: The id, which never changes: links and comments hold it.
        title: What it is called.
        group: Where it is listed.
        settings: Settings that it has by itself.
    """

    def register(build: Callable[[Props], Any]) -> Callable[[Props], Any]:
        add(Story(story_id, title, group, (build.__doc__ or "").strip(), build, Settings(**settings)))
        return build

    return register


def add(made: Story) -> None:
    """List a story.

    Raises:
        ValueError: Its id is taken.
    """
    if made.id in STORIES:
        msg = f"there are two stories with the id {made.id!r}"
        raise ValueError(msg)
    STORIES[made.id] = made


def default_settings() -> dict[str, Settings]:
    """The settings that each story has by itself."""
    return {name: made.settings for name, made in STORIES.items()}
