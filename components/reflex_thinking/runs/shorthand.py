"""What ``respond`` may yield in place of canonical events. Text of the answer is a plain ``str``."""

from __future__ import annotations

import secrets
from base64 import b64encode
from dataclasses import dataclass
from typing import Any

from ..canonical import PartAdded
from ..errors import DataError
from ..media import checked_part
from ..model import FilePart, ImagePart


@dataclass(frozen=True, slots=True)
class Reasoning:
    """A piece of reasoning; :func:`reasoning` makes it."""

    text: str


def reasoning(text: str) -> Reasoning:
    """The next piece of reasoning, for a ``respond`` to yield.

    Pieces that follow each other form one step; anything else in between begins a new one.

    Raises:
        DataError: It is not a text.
    """
    if not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        msg = f"reasoning({text!r}): use a str"
        raise DataError(msg)
    return Reasoning(text)


def image(
    data: bytes | str | None = None,
    *,
    url: str | None = None,
    media_type: str | None = None,
    alt: str | None = None,
    name: str | None = None,
    id: str | None = None,  # noqa: A002 - what it is called everywhere
) -> PartAdded:
    """An image, for a ``respond`` to yield: ``yield rt.image(png, alt="Trains per hour")``.

    PNG, JPEG, GIF, WebP and AVIF are shown. Anything else becomes a file.

    Args:
        data: The bytes, or their base64.
        url: Where it is, in place of data. It is only loaded from where ``images=`` allows.
        media_type: For example ``"image/png"``; found out from the data by default.
        alt: What it shows, in words.
        name: The name it is saved under.
        id: Yield another image with the same id to replace it.

    Raises:
        DataError: It has neither data nor an address, or both, or they are none.
    """
    return _added("image", data, url, media_type=media_type, alt=alt, name=name, id=id)


def file(
    data: bytes | str | None = None,
    *,
    url: str | None = None,
    media_type: str | None = None,
    name: str | None = None,
    size: int | None = None,
    id: str | None = None,  # noqa: A002 - what it is called everywhere
) -> PartAdded:
    """A file to download, for a ``respond`` to yield: ``yield rt.file(csv, name="trains.csv")``.

    Args:
        data: The bytes, or their base64.
        url: Where it is, in place of data: an ``https`` address that opens in a new tab.
        media_type: For example ``"text/csv"``; found out from the name by default.
        name: The name it is saved under.
        size: Its bytes, when there is only an address.
        id: Yield another file with the same id to replace it.

    Raises:
        DataError: It has neither data nor an address, or both, or they are none.
    """
    return _added("file", data, url, media_type=media_type, name=name, size=size, id=id)


def _added(kind: str, data: object, url: object, **fields: Any) -> PartAdded:
    if (data is None) == (url is None):
        msg = f"{kind}(…): give it either data or url"
        raise DataError(msg)
    if not isinstance(data if url is None else url, bytes | str if url is None else str):
        expected = "data as bytes or base64" if url is None else "url as a str"
        msg = f"{kind}({data if url is None else url!r:.80}): give it {expected}"
        raise DataError(msg)
    given: dict[str, Any] = {key: value for key, value in fields.items() if value is not None}
    given.setdefault("id", f"{kind}-{secrets.token_hex(6)}")
    if isinstance(data, bytes):
        given["data"] = b64encode(data).decode()
    else:
        given["data" if url is None else "url"] = data if url is None else url
    part = (ImagePart if kind == "image" else FilePart).from_json(given)
    checked = checked_part(part)
    if checked.omitted:
        msg = f"{kind}({data!r:.80}): this text is not base64; give it bytes"
        raise DataError(msg)
    return PartAdded(part=checked)
