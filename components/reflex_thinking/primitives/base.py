"""What the headless primitives share."""

from typing import Any, ClassVar

import reflex as rx

from ..client import app_wraps, module
from ..locales import match_locale
from ..settings import settings


class ClientComponent(rx.Component):
    """A component whose React side is one of the kit's own modules."""

    source: ClassVar[str] = "disclosure.js"

    @classmethod
    def create(cls, *children: Any, **props: Any) -> rx.Component:
        """Create the component; the module is linked into the app that is compiled now, not at import."""
        if isinstance(wanted := props.get("locale"), str):
            texts = props.get("texts") or settings.texts
            match_locale(wanted, texts if isinstance(texts, dict) else ())
        component = super().create(*children, **props)
        component.library = module(cls.source)
        return component

    @staticmethod
    def _get_app_wrap_components() -> dict[tuple[int, str], Any]:
        return {(priority, str(wrap.tag)): wrap for priority, wrap in app_wraps()}


class EarlyPresses(ClientComponent):
    """Keeps what is pressed on the page before it is live."""

    tag = "EarlyPresses"
    source = "early.js"
