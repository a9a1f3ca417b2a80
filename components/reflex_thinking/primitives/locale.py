"""The language of a part of the page."""

from typing import Any

from reflex.components.component import field
from reflex.vars.base import Var
from reflex_base.components.tags import CommonTag

from ..settings import settings
from .base import ClientComponent


class LocaleArea(ClientComponent):
    """Gives everything of the kit below it a language, and the elements below it that language's direction."""

    tag = "LocaleArea"
    source = "language.js"

    locale: Var[str] = field(doc="The language, such as pt-BR.")
    texts: Var[dict[str, Any]] = field(doc="Texts of the host app by locale, over those of the kit.")


class Moment(ClientComponent):
    """When something was, as a ``time`` element: the time of day, or its children, with date and time on hover."""

    tag = "Moment"
    source = "language.js"

    at: Var[int] = field(doc="The time in ms.")


class AppLocale(LocaleArea):
    """The language of the whole app, as ``rt.configure`` says when the app is compiled."""

    tag = "AppLocale"

    def _render(self, props: dict[str, Any] | None = None) -> CommonTag:
        texts = {"texts": settings.texts} if settings.texts else {}
        return super()._render(props).add_props(locale=settings.locale, **texts)
