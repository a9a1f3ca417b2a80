"""Images and files: what they are is read from their bytes."""

from __future__ import annotations

import base64
import json
import struct
from pathlib import Path

import pytest
import reflex_thinking as rt
from reflex_thinking import FilePart, ImagePart
from reflex_thinking.media import (
    LONGEST_NAME,
    checked_part,
    file_name,
    pixel_size,
    raster_type,
    short_type,
    type_of_name,
)

from tests.units.pictures import SVG, png


def b64(content: bytes) -> str:
    return base64.b64encode(content).decode()


GIF = b"GIF89a" + struct.pack("<HH", 7, 5) + b"\x00" * 10
JPEG = (
    b"\xff\xd8\xff\xe0\x00\x04ab\xff\xdb\x00\x03x\xff\xc2\x00\x11\x08" + struct.pack(">HH", 5, 7) + b"\x03" + b"\0" * 20
)
TURNED = b"\xff\xd8\xff\xe1\x00\x08Exif\x00\x00\xff\xc0\x00\x11\x08" + struct.pack(">HH", 5, 7) + b"\x03" + b"\0" * 20
LOSSY = b"RIFF\x00\x00\x00\x00WEBPVP8 \0\0\0\0\0\0\0\x9d\x01\x2a" + struct.pack("<HH", 7 | 0x4000, 5)
LOSSLESS = b"RIFF\x00\x00\x00\x00WEBPVP8L\0\0\0\0\x2f" + struct.pack("<I", (7 - 1) | (5 - 1) << 14)
EXTENDED = b"RIFF\x00\x00\x00\x00WEBPVP8X\0\0\0\0\0\0\0\0" + b"\x06\x00\x00\x04\x00\x00"
AVIF = b"\0\0\0\x1cftypavif\0\0\0\0mif1avif" + b"\0\0\0\x14ispe\0\0\0\0" + struct.pack(">II", 7, 5)


@pytest.mark.parametrize(
    ("content", "kind", "size"),
    [
        (png(7, 5), "image/png", (7, 5)),
        (GIF, "image/gif", (7, 5)),
        (JPEG, "image/jpeg", (7, 5)),
        (TURNED, "image/jpeg", (7, 5)),
        (LOSSY, "image/webp", (7, 5)),
        (LOSSLESS, "image/webp", (7, 5)),
        (EXTENDED, "image/webp", (7, 5)),
        (AVIF, "image/avif", (7, 5)),
        (b"\x89PNG\r\n\x1a\n", "image/png", None),
        (b"GIF89a", "image/gif", None),
        (b"\xff\xd8\xff", "image/jpeg", None),
        (b"RIFF\0\0\0\0WEBP", "image/webp", None),
        (SVG, None, None),
        (b"<!doctype html>", None, None),
        (b"%PDF-1.7", None, None),
        (b"BM" + b"\0" * 40, None, None),
        (b"", None, None),
    ],
)
def test_type_and_size_are_read_from_the_first_bytes(content: bytes, kind: str | None, size: tuple[int, int] | None):
    assert raster_type(content) == kind
    assert pixel_size(content) == size


@pytest.mark.parametrize("cut", range(0, 40, 3))
@pytest.mark.parametrize("content", [png(), GIF, JPEG, LOSSY, LOSSLESS, EXTENDED, AVIF])
def test_an_image_that_is_cut_off_anywhere_does_no_harm(content: bytes, cut: int):
    pixel_size(content[:cut])
    checked_part(ImagePart(id="p", data=b64(content[:cut])))


def test_what_an_image_is_called_does_not_matter():
    part = checked_part(ImagePart(id="p", media_type="image/gif", data=b64(png(7, 5))))
    assert isinstance(part, ImagePart)
    assert (part.media_type, part.width, part.height, part.size) == ("image/png", 7, 5, len(png(7, 5)))


def test_an_image_that_may_have_to_be_turned_has_no_size():
    part = checked_part(ImagePart(id="p", data=b64(TURNED)))
    assert isinstance(part, ImagePart)
    assert (part.media_type, part.width) == ("image/jpeg", None)


def test_an_image_with_more_pixels_than_a_browser_has_memory_for_is_a_file():
    bomb = png()[:16] + struct.pack(">II", 30_000, 30_000) + png()[24:]
    part = checked_part(ImagePart(id="p", data=b64(bomb)))
    assert (part.type, part.media_type) == ("file", "image/png")


def test_what_is_no_image_has_no_type_of_one():
    assert (
        checked_part(ImagePart(id="p", media_type="image/png", data=b64(SVG))).media_type == "application/octet-stream"
    )
    named = ImagePart(id="p", media_type="image/png", data=b64(SVG), name="a.svg")
    assert checked_part(named).media_type == "image/svg+xml"


@pytest.mark.parametrize("media_type", ["image/png", "image/svg+xml", "text/html"])
@pytest.mark.parametrize("content", [SVG, b"<html>", b"MZ\x90"])
def test_what_is_no_image_becomes_a_file(content: bytes, media_type: str):
    part = checked_part(ImagePart(id="p", media_type=media_type, data=b64(content), alt="A chart"))
    assert isinstance(part, FilePart)
    assert (part.size, part.alt, part.data) == (len(content), "A chart", b64(content))


@pytest.mark.parametrize(
    ("url", "media_type", "kind"),
    [
        ("https://a.example/x.png", "application/octet-stream", "image"),
        ("https://a.example/x", "application/octet-stream", "image"),
        ("https://a.example/x.svg", "application/octet-stream", "file"),
        ("https://a.example/x", "image/svg+xml", "file"),
        ("https://a.example/x", "text/html", "file"),
        ("https://[", "application/octet-stream", "image"),
    ],
)
def test_an_address_is_an_image_as_far_as_anybody_says(url: str, media_type: str, kind: str):
    assert checked_part(ImagePart(id="p", url=url, media_type=media_type)).type == kind


@pytest.mark.parametrize(
    ("url", "kind", "media_type", "size"),
    [
        (f"data:image/png;base64,{b64(png())}", "image", "image/png", len(png())),
        (f"DATA:image/jpg;base64,{b64(png())}", "image", "image/png", len(png())),
        ("data:image/svg+xml,%3Csvg%2F%3E", "file", "image/svg+xml", 6),
        ("data:,hi", "file", "application/octet-stream", 2),
        ("data:", "file", "application/octet-stream", 0),
    ],
)
def test_data_in_an_address_is_taken_out_of_it(url: str, kind: str, media_type: str, size: int):
    part = checked_part(ImagePart(id="p", url=url))
    assert (part.type, part.media_type, part.size, part.url) == (kind, media_type, size, None)
    assert part.data is not None


@pytest.mark.parametrize(
    "data",
    ["-_-_", "aGk", "aGk=\n", " aG\tk=", b64(png()).rstrip("="), base64.urlsafe_b64encode(bytes(range(256))).decode()],
)
def test_any_way_to_write_base64_is_understood(data: str):
    part = checked_part(FilePart(id="p", data=data))
    assert part.data is not None and part.omitted is None
    assert len(base64.b64decode(part.data, validate=True)) == part.size


@pytest.mark.parametrize("data", ["a", "äöü!", "aG=k", "<svg>", "\ud800", "aGk*"])
def test_data_that_is_no_base64_is_left_out(data: str):
    part = checked_part(ImagePart(id="p", media_type="image/png", data=data))
    assert (part.type, part.data, part.omitted) == ("image", None, "unreadable")


def test_too_much_data_is_left_out_and_its_size_is_known():
    content = png() + b"\0" * 1000
    assert checked_part(ImagePart(id="p", data=b64(content)), most=len(content)).omitted is None
    part = checked_part(ImagePart(id="p", media_type="image/png", data=b64(content)), most=len(content) - 1)
    assert (part.type, part.data, part.omitted, part.size) == ("image", None, "too_large", len(content))


@pytest.mark.parametrize(
    ("name", "cleaned"),
    [
        ("report.pdf", "report.pdf"),
        ("../../etc/passwd", "passwd"),
        ("C:\\Windows\\a.exe", "a.exe"),
        ("evil\u202egpj.exe", "evilgpj.exe"),
        ("a\nb\0c.txt", "abc.txt"),
        ("レポート 1.csv", "レポート 1.csv"),
        ("..", None),
        ("", None),
        (None, None),
    ],
)
def test_a_name_is_a_name_and_nothing_else(name: str | None, cleaned: str | None):
    assert file_name(name) == cleaned


def test_a_long_name_keeps_its_ending():
    name = file_name("a" * 10_000 + ".csv")
    assert name is not None and len(name) == LONGEST_NAME and name.endswith("….csv")
    assert len(file_name("a." + "b" * 10_000) or "") == LONGEST_NAME


@pytest.mark.parametrize("media_type", ["text/html; charset=utf-8", "TEXT/HTML", " text/html "])
def test_a_media_type_has_one_form(media_type: str):
    assert checked_part(FilePart(id="p", media_type=media_type)).media_type == "text/html"


@pytest.mark.parametrize("media_type", ["", "html", "a/b/c", "text/\n", "javascript:alert(1)"])
def test_what_is_no_media_type_is_unknown_unless_the_name_says_more(media_type: str):
    assert checked_part(FilePart(id="p", media_type=media_type)).media_type == "application/octet-stream"
    assert checked_part(FilePart(id="p", media_type=media_type, name="a.csv")).media_type == "text/csv"
    assert type_of_name("a.pdf") == "application/pdf"


def test_a_part_has_data_or_an_address_but_not_both():
    with pytest.raises(rt.DataError, match="url and data are both given"):
        ImagePart.from_json({"id": "p", "url": "https://a.example", "data": "aGk="})


# Shorthands -----------------------------------------------------------------------------------------------------------


def test_bytes_become_an_image():
    part = rt.image(png(7, 5), alt="A field").part
    assert isinstance(part, ImagePart)
    assert (part.media_type, part.alt, part.width, part.data) == ("image/png", "A field", 7, b64(png(7, 5)))
    assert rt.image(png()).part.id != rt.image(png()).part.id


def test_bytes_become_a_file():
    part = rt.file(b"a,b", name="x/data.csv").part
    assert (part.type, part.media_type, part.name, part.size) == ("file", "text/csv", "data.csv", 3)
    assert rt.file(url="https://a.example/x.pdf", size=10).part.media_type == "application/pdf"
    assert rt.file(png(), name="a.png").part.type == "file"


@pytest.mark.parametrize(
    ("arguments", "options"),
    [
        ((), {}),
        ((b"x",), {"url": "https://a.example"}),
        ((3,), {}),
        (("nö",), {}),
        ((), {"url": 3}),
        ((b"x",), {"id": ""}),
    ],
)
def test_what_is_no_image_or_file_is_refused(arguments: tuple[object, ...], options: dict[str, object]):
    for make in (rt.image, rt.file):
        with pytest.raises(rt.DataError, match=r"image|file|Part"):
            make(*arguments, **options)  # pyright: ignore[reportArgumentType]


def test_types_have_the_names_that_the_browser_gives_them():
    vectors = json.loads((Path(__file__).parent / "vectors.json").read_text(encoding="utf-8"))
    for part, word in vectors["short_types"]:
        assert short_type(part) == word, part
    for data, kind in vectors["raster_types"]:
        assert raster_type(base64.b64decode(data)) == kind, data
