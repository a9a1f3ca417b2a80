"""Where images may be loaded from: ``images=`` of components and of ``rt.configure``. The browser does the comparing."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import cast
from urllib.parse import urlsplit

from .errors import ConfigurationError

_TRICKS = re.compile(r"[\x00-\x20\x7f-\x9f\\*?#]")


def check_images(where: str, images: object) -> list[str]:
    """The entries of a list of image sources.

    Args:
        where: What they were given to, for the error.
        images: Origins such as ``https://cdn.example.com``, each perhaps with the beginning of a path; or a path of the
            app's own origin such as ``/uploads``.

    Raises:
        ConfigurationError: It is no list, or an entry is none of these.
    """
    if isinstance(images, str) or not isinstance(images, Iterable):
        msg = f"{where}(images={images!r}): use a list of origins such as ['https://cdn.example.com']"
        raise ConfigurationError(msg)
    entries: list[str] = []
    for entry in cast("Iterable[object]", images):
        if not isinstance(entry, str) or not _is_source(entry):
            msg = (
                f"{where}(images=…): {entry!r} is no origin: write one such as 'https://cdn.example.com', perhaps with the "
                "beginning of a path, or a path of this app such as '/uploads'"
            )
            raise ConfigurationError(msg)
        entries.append(str(entry))
    return entries


def _is_source(entry: str) -> bool:
    if _TRICKS.search(entry):
        return False
    if entry.startswith("/"):
        return not entry.startswith("//")
    try:
        url = urlsplit(entry)
        has_port = url.port is None or url.port > 0
    except ValueError:
        return False
    return url.scheme in {"http", "https"} and bool(url.hostname) and "@" not in url.netloc and has_port
