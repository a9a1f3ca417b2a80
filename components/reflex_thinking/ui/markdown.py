"""Markdown of a model or a tool, rendered safely and at a cost that does not grow with its length."""

from typing import Any

import reflex as rx
from reflex.components.component import field
from reflex.vars.base import Var

from ..client import MARKDOWN_PACKAGES
from ..primitives.base import ClientComponent
from ..primitives.media import ImageSources, images_prop


class Markdown(ClientComponent):
    """Headings, lists, tables, code and links as elements; HTML in the text stays text."""

    tag = "Markdown"
    source = "markdown.js"
    lib_dependencies: list[str] = list(MARKDOWN_PACKAGES)  # noqa: RUF012

    text: Var[str] = field(doc="The markdown.")
    growing: Var[bool] = field(
        doc="Whether more text follows: then what is open at its end is shown as if it were closed."
    )
    images: Var[list[str]] = field(
        doc="Where images may be loaded from: origins, each perhaps with the beginning of a path."
    )


def markdown(text: Any, *, images: ImageSources = None, **props: Any) -> rx.Component:
    """Render markdown.

    Args:
        text: The text, or a Var of it. While it grows only its end is parsed again.
        images: Where images may be loaded from; by default what is said around it or by ``rt.configure``. An image from
            elsewhere is a link.
        props: ``growing`` (whether more text follows, so that half a table or half a link at the end does not flash
            up), class names and other props.
    """
    allowed = images_prop("markdown", images)
    return Markdown.create(text=text, **({} if allowed is None else {"images": allowed}), **props)
