"""Images and files as they may be kept and shown: what they are is read from their bytes, not believed.

Only PNG, JPEG, GIF, WebP and AVIF are images. Everything else that calls itself one, SVG included, is a file: it can be
downloaded, but is never rendered.
"""

from __future__ import annotations

import binascii
import re
import unicodedata
from base64 import b64encode
from functools import cache
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote_to_bytes, urlsplit

from .model import FilePart, ImagePart
from .store.values import whole

if TYPE_CHECKING:
    from mimetypes import MimeTypes

RASTER = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"})
"""The types that are shown as images."""

MOST_PIXELS = 64_000_000
"""An image with more is a file: a few bytes can stand for more than a browser has memory for."""

UNKNOWN = "application/octet-stream"
"""The type of what nobody knows."""

LONGEST_NAME = 200
"""Characters of a file's name."""

_TYPE = re.compile(r"[a-z0-9][a-z0-9!#$&^_.+-]{0,126}/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}")

_INVISIBLE = frozenset({"Cc", "Cf", "Cn", "Co", "Zl", "Zp"})
_ALPHABET = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_HEAD = 4 * 16_384
"""The type and the size of an image are within so many characters of its base64."""

_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""Markers in a JPEG that its size follows."""


def checked_part(part: ImagePart | FilePart, *, most: int | None = None) -> ImagePart | FilePart:
    """A part with everything in it checked: its type, its name, its data and their size.

    Args:
        part: What somebody says it is. Data in a ``data:`` address is taken out of it.
        most: The bytes that there is room for. A part with more loses its data and says so.
    """
    given = part.model_dump(exclude_none=True)
    fields: dict[str, Any] = {key: whole(value) if isinstance(value, str) else value for key, value in given.items()}
    declared = _declared_type(fields.get("media_type"))
    if str(fields.get("url", ""))[:5].lower() == "data:":
        in_address, fields["data"] = _from_data_url(fields.pop("url"))
        declared = in_address if declared == UNKNOWN else declared
    fields["name"] = file_name(fields.get("name"))
    if declared == UNKNOWN:
        declared = type_of_name(fields["name"] or _last_of_path(fields.get("url")))
    data = fields.pop("data", None)
    found = None if data is None else _read_data(fields, data, most)
    if found is None and "data" in fields and declared in RASTER:
        declared = type_of_name(fields["name"])
    fields["media_type"] = found or declared
    is_shown = found is not None if "data" in fields else declared in {*RASTER, UNKNOWN}
    pixels = fields.pop("pixels", 0)
    model = ImagePart if part.type == "image" and is_shown and pixels <= MOST_PIXELS else FilePart
    known = {key: value for key, value in fields.items() if key in model.model_fields and key != "type"}
    return model.model_validate(known)


def _read_data(fields: dict[str, Any], data: str, most: int | None) -> str | None:
    """Put what data says of itself into the fields of a part. Returns the type of an image."""
    text = plain_base64(data)
    fields["size"] = len(text.rstrip("=")) * 3 // 4
    if most is not None and fields["size"] > most:
        fields["omitted"] = "too_large"
        return None
    if not is_base64(text):
        fields["omitted"] = "unreadable"
        return None
    head = binascii.a2b_base64(text[:_HEAD])
    width, height = pixel_size(head) or (0, 0)
    is_turned = b"Exif" in head  # perhaps: then nobody knows which side is which
    fields.update(data=text, pixels=width * height)
    fields.update(width=None if is_turned else width or None, height=None if is_turned else height or None)
    return raster_type(head)


def file_name(name: str | None) -> str | None:
    """A name without folders, invisible characters and tricks with the direction of writing; None if nothing is left."""
    last = re.split(r"[\\/]", name or "")[-1]
    shown = "".join(char for char in last if unicodedata.category(char) not in _INVISIBLE).strip(" .")
    if len(shown) > LONGEST_NAME:
        stem, _, ending = shown.rpartition(".")
        ending = f".{ending}" if stem and len(ending) <= 10 else ""
        shown = f"{shown[: LONGEST_NAME - len(ending) - 1]}…{ending}"
    return shown or None


def type_of_name(name: str | None) -> str:
    """The media type that the name of a file stands for."""
    return _types().guess_type(f"file:{name}")[0] or UNKNOWN if name else UNKNOWN


@cache
def _types() -> MimeTypes:
    """What the names of files say. The tables of the system are left out: they differ from one machine to the next."""
    from mimetypes import MimeTypes  # most messages do without

    return MimeTypes()


def short_type(part: dict[str, Any]) -> str:
    """What people call the type of a part, for example ``png``; empty when there is no such word. As in media.js."""
    _, dot, ending = str(part.get("name") or "").rpartition(".")
    if dot and part.get("type") == "file" and re.fullmatch(r"[A-Za-z0-9]{1,5}", ending):
        return ending.lower()
    subtype = str(part.get("media_type") or "").rpartition("/")[2].lower()
    word = {"octet-stream": "", "plain": "txt"}.get(subtype, subtype.removeprefix("x-").partition("+")[0])
    return word if re.fullmatch(r"[a-z0-9]{1,8}", word) else ""


def plain_base64(data: str) -> str:
    """Base64 in its usual form: without white space, with padding and not with the alphabet for addresses."""
    if any(space in data for space in (" ", "\n", "\r", "\t")):
        data = "".join(data.split())
    data = data.rstrip("=").replace("-", "+").replace("_", "/")
    return data + "=" * (-len(data) % 4)


def is_base64(text: str) -> bool:
    """Whether a text is base64 in its usual form."""
    digits = text.rstrip("=")
    return len(digits) % 4 != 1 and digits.isascii() and not digits.encode().translate(None, _ALPHABET)


def raster_type(content: bytes) -> str | None:
    """The type of an image, by its first bytes; None for what is not shown as one."""
    if content.startswith(b"\x89PNG\r\n\x1a\n"):
        return "image/png"
    if content.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    if content.startswith((b"GIF87a", b"GIF89a")):
        return "image/gif"
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return "image/webp"
    if content[4:8] == b"ftyp" and (content[8:12] in {b"avif", b"avis"} or b"avif" in content[16:64]):
        return "image/avif"
    return None


def pixel_size(content: bytes) -> tuple[int, int] | None:
    """How wide and high an image is, where its first bytes say so plainly. It may still have to be turned."""
    match raster_type(content):
        case "image/png":
            found = _numbers(content, (16, 4), (20, 4))
        case "image/gif":
            found = _numbers(content, (6, 2), (8, 2), order="little")
        case "image/jpeg":
            found = _jpeg_size(content)
        case "image/webp":
            found = _webp_size(content)
        case "image/avif":
            place = content.find(b"ispe", 0, 4096)
            found = None if place < 0 else _numbers(content, (place + 8, 4), (place + 12, 4))
        case _:
            found = None
    return found if found and all(found) else None


def _numbers(content: bytes, *places: tuple[int, int], order: Any = "big") -> tuple[int, int] | None:
    pieces = [content[start : start + length] for start, length in places]
    if any(len(piece) < length for piece, (_, length) in zip(pieces, places, strict=True)):
        return None
    width, height = (int.from_bytes(piece, order) for piece in pieces)
    return width, height


def _jpeg_size(content: bytes) -> tuple[int, int] | None:
    place = 2
    while content[place : place + 1] == b"\xff" and len(content) > place + 4:
        marker, length = content[place + 1], int.from_bytes(content[place + 2 : place + 4])
        if marker in _FRAMES:
            return _numbers(content, (place + 7, 2), (place + 5, 2))
        place += 2 + max(length, 2)
    return None


def _webp_size(content: bytes) -> tuple[int, int] | None:
    kind = content[12:16]
    if kind == b"VP8 ":
        found = _numbers(content, (26, 2), (28, 2), order="little")
        return found and (found[0] & 0x3FFF, found[1] & 0x3FFF)
    if kind == b"VP8L":
        bits = int.from_bytes(content[21:25], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    found = _numbers(content, (24, 3), (27, 3), order="little") if kind == b"VP8X" else None
    return found and (found[0] + 1, found[1] + 1)


def _declared_type(value: Any) -> str:
    """A media type without its parameters; unknown when it is none."""
    kind = str(value or "").partition(";")[0].strip().lower()
    return {"image/jpg": "image/jpeg"}.get(kind, kind) if _TYPE.fullmatch(kind) else UNKNOWN


def _from_data_url(url: str) -> tuple[str, str]:
    """The type and the base64 of a ``data:`` address."""
    head, _, data = url[5:].partition(",")
    if head.lower().endswith(";base64"):
        return _declared_type(head), data
    return _declared_type(head), b64encode(unquote_to_bytes(data)).decode()


def _last_of_path(url: Any) -> str | None:
    try:
        return urlsplit(str(url)).path.rpartition("/")[2] if url else None
    except ValueError:
        return None
