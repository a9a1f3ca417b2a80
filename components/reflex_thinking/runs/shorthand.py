"""What ``respond`` may yield in place of events of reasoning. Text of the answer is a plain ``str``."""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import DataError


@dataclass(frozen=True, slots=True)
class Reasoning:
    """A piece of reasoning; :func:`reasoning` makes it."""

    text: str


def reasoning(text: str) -> Reasoning:
    """The next piece of reasoning, for a ``respond`` to yield.

    Pieces that follow each other form one step; anything else in between begins a new one.

    Raises:
        DataError: It is not a text.
    """
    if not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        msg = f"reasoning({text!r}): use a str"
        raise DataError(msg)
    return Reasoning(text)
