"""What stands around the transcript: the line with the keys, and the help."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Static

from ..i18n import Strings
from .safe import width_of

_KEYS = (("move", "↑↓", 5), ("toggle", "⏎", 3), ("all", "a", 4), ("help", "?", 2), ("quit", "q", 1))
"""Name, sign, and the order in which they get room."""
_ALL_KEYS = (
    ("toggle", "⏎  ␣"),
    ("all", "a"),
    ("move", "↑ ↓  j k"),
    ("page", "PgUp PgDn"),
    ("ends", "Home End"),
    ("help", "?"),
    ("quit", "q"),
)


class KeyLine(Widget):
    """The keys that matter most, as many as there is room for."""

    DEFAULT_CSS = """
    KeyLine { height: 1; background: ansi_default; color: ansi_default; text-style: dim; padding: 0 2; }
    """

    def __init__(self, strings: Strings) -> None:
        super().__init__()
        self._texts = [(rank, f"{sign} {strings.text(f'ai.terminal.{name}')}") for name, sign, rank in _KEYS]

    def render(self) -> str:
        """The line."""
        free = self.size.width
        chosen: set[str] = set()
        for _, text in sorted(self._texts):
            free -= width_of(text) + 2
            if free < -2:
                break
            chosen.add(text)
        return "  ".join(text for _, text in self._texts if text in chosen)


class Help(ModalScreen[None]):
    """What the keys do."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,question_mark,q,enter,space", "app.pop_screen", show=False)
    ]
    DEFAULT_CSS = """
    Help { align: center middle; background: ansi_default; }
    Help > Static {
        width: auto; max-width: 100%; height: auto; padding: 0 2; border: round ansi_blue;
        background: ansi_default; color: ansi_default;
    }
    """

    def __init__(self, strings: Strings) -> None:
        super().__init__()
        self._lines = [f"{sign:<11}{strings.text(f'ai.terminal.{name}')}" for name, sign in _ALL_KEYS]

    def compose(self) -> ComposeResult:
        """The list of keys."""
        yield Static("\n".join(self._lines), markup=False)
