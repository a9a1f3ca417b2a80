"""How the user wants to see thinking: kept for them, applied at once."""

from typing import Any

import reflex as rx

from ..choices import known_locales
from ..locales import AUTO
from ..primitives.block import text
from ..primitives.chain_of_thought import numbered_memo
from ..settings import settings

LANGUAGES = {
    "ar": "العربية",
    "de": "Deutsch",
    "en-US": "English",
    "es": "Español",
    "fr": "Français",
    "ja": "日本語",
    "pt-BR": "Português (Brasil)",
    "zh-CN": "简体中文",
}
MODES = ("expanded", "collapsed", "overlay", "progress")


def language_name(locale: str) -> str:
    """A language by its own name; one that the host app brought by its code."""
    return LANGUAGES.get(locale, locale)


def preferences(state: Any, **props: Any) -> rx.Component:
    """A choice of what is shown while the assistant thinks, whether it closes by itself, and of the language.

    Args:
        state: Your state, a concrete :class:`ThinkingState`.
        props: Class names and other props of the element.
    """

    def thinking_preferences(rest: rx.RestProp) -> rx.Component:
        return rx.el.div(
            rx.el.label(
                text("ai.preferences.live"),
                rx.el.select(
                    *[rx.el.option(text(f"ai.preferences.live.{mode}"), value=mode) for mode in MODES],
                    value=state.live_mode,
                    on_change=state.set_live_mode,
                    data_slot="preference-live",
                ),
            ),
            rx.el.label(
                rx.el.input(
                    type="checkbox",
                    checked=state.auto_close,
                    on_change=state.set_auto_close,
                    data_slot="preference-auto-close",
                ),
                text("ai.preferences.auto_close"),
            ),
            rx.el.label(
                text("ai.preferences.locale"),
                rx.el.select(
                    *(
                        [rx.el.option(text("ai.preferences.locale.auto"), value=AUTO)]
                        if settings.locale == AUTO
                        else ()
                    ),
                    *[rx.el.option(language_name(locale), value=locale, lang=locale) for locale in known_locales()],
                    value=rx.cond(state.locale, state.locale, settings.locale),
                    on_change=state.set_locale,
                    data_slot="preference-locale",
                ),
            ),
            rest,
            class_name="rxt-scope rxt-preferences",
            data_slot="thinking-preferences",
        )

    return numbered_memo("thinking_preferences", thinking_preferences)(**props)
