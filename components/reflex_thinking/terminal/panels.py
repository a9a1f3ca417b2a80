"""What stands around the transcript: the line with the keys, and the help."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.events import Resize
from textual.message import Message
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Input, Static

from ..i18n import Strings
from .feed import State
from .hints import PADDING, key_line, key_list, search_line
from .safe import width_of

_LEAST_INPUT = 10
"""Columns for what is looked for."""


class KeyLine(Widget):
    """The keys that matter most, as many as there is room for."""

    DEFAULT_CSS = f"""
    KeyLine {{ height: 1; background: ansi_default; color: ansi_default; text-style: dim; padding: 0 {PADDING}; }}
    """

    def __init__(self, strings: Strings) -> None:
        super().__init__()
        self._strings = strings
        self.state: State = "playing"

    def render(self) -> str:
        """The line."""
        return key_line(self._strings, self.size.width, self.state)


class SearchInput(Input):
    """Takes what to look for."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c,ctrl+q", "app.quit", show=False)]


class SearchLine(Horizontal):
    """What is looked for, how often it was found, and the keys for that. It takes the place of the other keys.

    Args:
        strings: The language.
    """

    class Changed(Message):
        """Something else is looked for."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    DEFAULT_CSS = f"""
    SearchLine {{ height: 1; background: ansi_default; color: ansi_default; padding: 0 {PADDING}; display: none; }}
    SearchLine > * {{ background: ansi_default; color: ansi_default; }}
    SearchLine > #slash {{ width: 2; }}
    SearchLine > SearchInput {{ width: 1fr; min-width: 6; border: none; padding: 0; height: 1; }}
    SearchLine > SearchInput:focus {{ border: none; background-tint: ansi_default 0%; }}
    SearchLine > #found {{ width: auto; padding: 0 1; }}
    SearchLine > #keys {{ width: auto; text-style: dim; }}
    """

    def __init__(self, strings: Strings) -> None:
        super().__init__()
        self._strings = strings
        self._input = SearchInput(compact=True)
        self._found = Static("", id="found", markup=False)
        self._keys = Static("", id="keys", markup=False)
        self._result = ""

    def compose(self) -> ComposeResult:
        """A slash, the text, what was found, the keys."""
        yield Static("/", id="slash", markup=False)
        yield self._input
        yield self._found
        yield self._keys

    @property
    def text(self) -> str:
        """What is looked for."""
        return self._input.value

    @property
    def is_written(self) -> bool:
        """Whether the user is writing what to look for."""
        return self._input.has_focus

    def edit(self) -> None:
        """Let the user write what to look for. Keys that are pressed from now on belong to it."""
        self.display = True
        self.screen.set_focus(self._input)
        self._input.action_end()

    def show_found(self, at: int, count: int) -> None:
        """Say how often it was found."""
        none = self._strings.text("ai.terminal.not_found") if self.text.strip() else ""
        self._result = f"{self._strings.number(at)}/{self._strings.number(count)}" if count else none
        self._found.update(self._result)
        self._fit_keys(self.screen.size.width)

    def on_resize(self, event: Resize) -> None:
        """Show as many keys as there is room for."""
        self._fit_keys(event.size.width + 2 * PADDING)

    def _fit_keys(self, width: int) -> None:
        taken = 2 * PADDING + 2 + max(width_of(self.text) + 1, _LEAST_INPUT) + width_of(self._result) + 2
        self._keys.update(search_line(self._strings, width - taken))

    def on_input_changed(self, event: Input.Changed) -> None:
        """Look for what is there so far."""
        event.stop()
        self.post_message(self.Changed(event.value))


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
