"""Images and files of a message, and where images may be loaded from."""

from collections.abc import Sequence
from typing import Any

import reflex as rx
from reflex.components.component import field
from reflex.vars.base import Var
from reflex_base.components.tags import CommonTag

from ..image_sources import check_images
from ..settings import settings
from .base import ClientComponent

ImageSources = Sequence[str] | Var | None
"""Origins that images may be loaded from, each perhaps with the beginning of a path."""


class ImageArea(ClientComponent):
    """Says for everything of the kit below it where images may be loaded from."""

    tag = "Images"
    source = "images.js"

    allowed: Var[list[str]] = field(doc="Origins, each perhaps with the beginning of a path.")


class AppImages(ImageArea):
    """The same for the whole app, as ``rt.configure`` says when the app is compiled."""

    alias = "AppImages"

    def _render(self, props: dict[str, Any] | None = None) -> CommonTag:
        return super()._render(props).add_props(allowed=list(settings.images))


class MediaPart(ClientComponent):
    """An image or a file."""

    tag = "MediaPart"
    source = "media.js"

    part: Var[Any] = field(doc="The part.")
    message_id: Var[str] = field(doc="The message that it is part of, for data that is sent when it is needed.")
    images: Var[list[str]] = field(
        doc="Where images may be loaded from: origins, each perhaps with the beginning of a path."
    )


def media_part(part: Any, *, message_id: Any = None, images: ImageSources = None, **props: Any) -> rx.Component:
    """The default look of an image or a file, also inside a component of your own for one.

    A PNG, JPEG, GIF, WebP or AVIF is shown; a press opens it in a new tab. Everything else is a card with a download.

    Args:
        part: The part: an ``ImagePart``, a ``FilePart``, or a Var of one.
        message_id: The message that it is part of, where the part comes from a thread.
        images: Where images may be loaded from; by default what is said around it or by ``rt.configure``.
        props: Class names and other props of the element.
    """
    given = {"message_id": message_id, "images": images_prop("media_part", images)}
    return MediaPart.create(part=part, **{name: value for name, value in given.items() if value is not None}, **props)


def images_prop(where: str, images: ImageSources) -> Any:
    """What was given as ``images=``, checked if it is known now.

    Raises:
        ConfigurationError: An entry is no origin.
    """
    return images if images is None or isinstance(images, Var) else check_images(where, images)
