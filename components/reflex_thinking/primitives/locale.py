"""The language of a part of the page."""

from typing import Any

from reflex.components.component import field
from reflex.vars.base import Var

from .base import ClientComponent


class LocaleArea(ClientComponent):
    """Gives everything of the kit below it a language, and the elements below it that language's direction."""

    tag = "LocaleArea"
    source = "language.js"

    locale: Var[str] = field(doc="The language, such as pt-BR.")
    texts: Var[dict[str, Any]] = field(doc="Texts of the host app by locale, over those of the kit.")
