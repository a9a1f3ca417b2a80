"""What a reader opened or closed, as the chat state remembers it. Beside it the thread does: see :mod:`.runs.choices`."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

import reflex as rx

from .runs.choices import Path
from .settings import get_runs

MOST_CHOICES = 500
MOST_CHARACTERS = 100_000
"""The ids of all remembered paths together: they come from providers and browsers, and are part of every pickled state."""


def path_of(ids: Any) -> Path | None:
    """The ids that a browser sent as a path, or None when they are none."""
    if not isinstance(ids, list | tuple) or not ids or not all(isinstance(one, str) for one in ids):  # pyright: ignore[reportUnknownVariableType]
        return None
    return tuple(ids)  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]


def newest(choices: dict[Path, bool]) -> dict[Path, bool]:
    """As many of the newest choices as are remembered, in the order in which they were made."""
    kept: dict[Path, bool] = {}
    characters = 0
    for path in reversed(choices):
        length = sum(map(len, path))
        if length > MOST_CHARACTERS:
            continue
        characters += length
        if len(kept) == MOST_CHOICES or characters > MOST_CHARACTERS:
            break
        kept[path] = choices[path]
    return dict(reversed(kept.items()))


class Toggles(rx.State, mixin=True):
    """The part of a chat state that remembers what its reader opened and closed."""

    _collapsed: dict[Path, bool] = {}  # noqa: RUF012

    if TYPE_CHECKING:  # what the chat state itself has
        thread_id: str
        live: ClassVar[Any]

        def _identify(self) -> tuple[str, str]: ...
        async def _owns(self, user_id: str) -> bool: ...

    @rx.event
    async def set_collapsed(self, block_id: str, collapsed: bool, steps: list[str] | None = None):
        """Open or close a block or a step in every open page, and remember it as if its reader had done so.

        Args:
            block_id: The block.
            collapsed: Whether to close it.
            steps: For a step of the block: the ids that lead to it, outermost first. A step of an assistant comes after
                the id of the assistant's call.
        """
        path = path_of([block_id, *(steps or [])])
        if path is not None:
            await self._remember({path: bool(collapsed)})

    def _is_collapsed(self, block_id: str, *steps: str) -> bool | None:
        """Whether the user closed (True) or opened (False) a block or a step of it, or None while it is automatic."""
        return self._collapsed.get((block_id, *steps))

    async def _remember(self, choices: Mapping[Path, bool], *, page: str = "") -> None:
        """Remember choices as the newest ones, and show them.

        Args:
            choices: What; True for what is closed now.
            page: The page that shows it so already, because its reader did it there.
        """
        known = {path: collapsed for path, collapsed in self._collapsed.items() if path not in choices}
        self._collapsed = newest({**known, **choices})
        opened = {path: not collapsed for path, collapsed in choices.items()}
        if await self._owns(self._identify()[0]):
            (await get_runs()).choices.set(self.thread_id, self.get_full_name(), opened, page=page)
        elif not page:  # no thread is shown yet, and nobody else can show it
            live = await self.get_state(self.live)
            live._note({"move": list(opened.items())})
