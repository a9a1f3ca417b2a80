"""What the headless primitives share."""

from typing import Any, ClassVar

import reflex as rx

from ..client import module


class ClientComponent(rx.Component):
    """A component whose React side is one of the kit's own modules."""

    source: ClassVar[str] = "disclosure.js"

    @classmethod
    def create(cls, *children: Any, **props: Any) -> rx.Component:
        """Create the component; the module is linked into the app that is compiled now, not at import."""
        component = super().create(*children, **props)
        component.library = module(cls.source)
        return component
