"""Something that opens and closes: root, trigger and panel, without any look of their own."""

from typing import Literal

import reflex as rx
from reflex.components.component import field
from reflex.event import passthrough_event_spec
from reflex.vars.base import Var

from ..client import hook
from .base import ClientComponent

LiteralSemantics = Literal["button", "details"]


class DisclosureRoot(ClientComponent):
    """The element around a trigger and its panel; it carries ``data-state``."""

    tag = "Disclosure"

    as_: Var[str] = field(doc="The element to render.", default=Var.create("div"))
    state_id: Var[str] = field(
        doc="Under this name, within the chat, block or step around it, the user's choice outlives the component."
    )
    open: Var[bool] = field(doc="Whether it is open; the host app decides alone when this is given.")
    default_open: Var[bool] = field(doc="Whether it is open until the user decides.")
    semantics: Var[LiteralSemantics] = field(doc="A button with a panel, or details with a summary.")
    on_open_change: rx.EventHandler[passthrough_event_spec(bool)] = field(doc="Called with the new state.")


class DisclosureTrigger(ClientComponent):
    """The control that opens and closes."""

    tag = "DisclosureTrigger"

    as_child: Var[bool] = field(doc="Make the only child the control instead of rendering a button.")
    controls: Var[bool] = field(doc="Whether there is a panel to point at.")


class DisclosureClose(ClientComponent):
    """A second control that closes, for the end of a long panel."""

    tag = "DisclosureClose"


class DisclosurePanel(ClientComponent):
    """What opens and closes. Empty until it is first opened; closed, it is inert and has the ``hidden`` attribute."""

    tag = "DisclosurePanel"


class DisclosureNamespace(rx.ComponentNamespace):
    """``rt.disclosure.root``, ``.trigger``, ``.panel`` and ``.close``."""

    root = staticmethod(DisclosureRoot.create)
    trigger = staticmethod(DisclosureTrigger.create)
    panel = staticmethod(DisclosurePanel.create)
    close = staticmethod(DisclosureClose.create)

    @staticmethod
    def is_open() -> Var[bool]:
        """Whether the nearest disclosure is open. For use inside of an ``rx.memo``."""
        return hook("useDisclosure", dict)["open"].to(bool)


disclosure = DisclosureNamespace()
