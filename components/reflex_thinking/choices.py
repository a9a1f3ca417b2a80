"""What a user chose for the answers to come: language, thinking on or off, and the host app's own options."""

from typing import TYPE_CHECKING, Any

import reflex as rx

from .locales import AUTO, available_locales
from .settings import settings

ON, OFF = "on", "off"
STORAGE = "reflex-thinking.thinking"
"""Under this name a browser keeps whether thinking is on."""
MOST_OPTIONS = 20
LONGEST_NAME = 64
LONGEST_VALUE = 200


def known_locales() -> list[str]:
    """The languages that can be chosen: those of the kit, and those the host app has texts for."""
    return sorted({*available_locales(), *settings.texts})


class Choices(rx.State, mixin=True):
    """The part of a chat state that holds the user's choices. They go with every answer that is asked for.

    ``locale`` is empty as long as the user chose none: then it is that of the app, or of the browser.
    """

    locale: str = ""
    options: dict[str, str] = {}  # noqa: RUF012
    thinking_choice: str = rx.LocalStorage(ON, name=STORAGE, sync=True)
    _times_chosen: int = 0

    if TYPE_CHECKING:  # what the chat state itself has

        def _identify(self) -> tuple[str, str]: ...

    @rx.var
    def thinking_enabled(self) -> bool:
        """Whether the next answer is thought about first."""
        return self.thinking_choice != OFF

    @rx.event
    def set_thinking(self, enabled: bool):
        """Switch thinking on or off for the answers to come; kept in the browser.

        Args:
            enabled: Whether it is on.
        """
        self.thinking_choice = ON if enabled else OFF

    @rx.event
    async def set_locale(self, locale: str):
        """Choose the language; kept for this user and workspace.

        Args:
            locale: One that the kit speaks or the host app has texts for; ``"auto"`` takes the choice back.
        """
        if locale == AUTO or locale in known_locales():
            self.locale = "" if locale == AUTO else locale
            await self._keep_preference("locale", self.locale)

    @rx.event
    async def set_option(self, name: str, value: str):
        """Choose something of the host app's own, such as a model. ``respond`` finds it in ``turn.options``.

        Browsers may send anything here: check what you find there before you use it.

        Args:
            name: What is chosen, for example ``"model"``.
            value: The choice.
        """
        if not (isinstance(name, str) and isinstance(value, str) and name):  # pyright: ignore[reportUnnecessaryIsInstance]
            return
        options = {**self.options, name[:LONGEST_NAME]: value[:LONGEST_VALUE]}
        if len(options) <= MOST_OPTIONS:
            self.options = options
            await self._keep_preference("options", options)

    def _use_preferences(self, preferred: dict[str, Any]) -> None:
        """Take over what was kept for this user."""
        locale = preferred.get("locale", "")
        self.locale = locale if locale in known_locales() else ""
        self.options = preferred.get("options", {})

    async def _keep_preference(self, name: str, value: Any) -> None:
        self._times_chosen += 1
        user_id, workspace_id = self._identify()
        if not user_id:
            return
        known = await settings.store.get_preferences(user_id, workspace_id)
        await settings.store.set_preferences(user_id, workspace_id, {**known, name: value})
