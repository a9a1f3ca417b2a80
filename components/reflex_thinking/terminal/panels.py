"""What stands around the transcript: the line with the keys, and the help."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Static

from ..i18n import Strings
from .hints import PADDING, key_line, key_list


class KeyLine(Widget):
    """The keys that matter most, as many as there is room for."""

    DEFAULT_CSS = f"""
    KeyLine {{ height: 1; background: ansi_default; color: ansi_default; text-style: dim; padding: 0 {PADDING}; }}
    """

    def __init__(self, strings: Strings) -> None:
        super().__init__()
        self._strings = strings

    def render(self) -> str:
        """The line."""
        return key_line(self._strings, self.size.width)


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
        self._lines = key_list(strings)

    def compose(self) -> ComposeResult:
        """The list of keys."""
        yield Static("\n".join(self._lines), markup=False)
