"""The frame of the page: a sidebar beside the conversation, a drawer over it on a phone."""

from typing import Any

import reflex as rx
from reflex.components.component import field
from reflex.vars.base import Var
from reflex_thinking.primitives.block import text


class ShellComponent(rx.Component):
    """A component of ``shell.js``."""

    @classmethod
    def create(cls, *children: Any, **props: Any) -> rx.Component:
        """Create it; the module is linked into the app that is compiled now."""
        component = super().create(*children, **props)
        component.library = rx.asset("shell.js", shared=True).importable_path
        return component


class Shell(ShellComponent):
    """The frame."""

    tag = "Shell"
    thread: Var[str] = field(doc="The thread that is shown: a drawer closes when another one is chosen.")


class ShellHeader(ShellComponent):
    """What stands above both."""

    tag = "ShellHeader"


class ShellMain(ShellComponent):
    """What stands beside the sidebar."""

    tag = "ShellMain"


class SidebarToggle(ShellComponent):
    """The button that shows and hides the sidebar."""

    tag = "SidebarToggle"


class SidebarBackdrop(ShellComponent):
    """What is behind the drawer."""

    tag = "SidebarBackdrop"


@rx.memo
def sidebar_toggle() -> rx.Component:
    """Shows and hides the sidebar."""
    return SidebarToggle.create(
        rx.icon("panel-left", size=18, aria_hidden=True),
        class_name="icon-button",
        custom_attrs={"aria-label": text("app.menu"), "title": text("app.menu")},
        data_slot="sidebar-toggle",
    )
