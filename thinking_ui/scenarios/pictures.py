"""A small chart, drawn here, files that an assistant might give beside it, and a message with both."""

import struct
import zlib
from functools import cache

import reflex_thinking as rt

WIDTH, HEIGHT = 960, 480
TRAINS = (3, 6, 11, 14, 9, 7, 6, 7, 7, 8, 10, 13, 15, 12, 8, 5, 3)
"""Trains per hour, from six in the morning on."""
ALT = "Trains per hour between 6:00 and 22:00: most at 9:00 and 18:00"
TABLE = "hour,trains\n" + "".join(f"{hour}:00,{count}\n" for hour, count in enumerate(TRAINS, start=6))
DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" onload="window.pwned=1"><script>window.pwned=1</script></svg>'

_BAR, _PEAK, _LINE, _NOTHING = range(4)
_COLORS = bytes((96, 139, 209, 58, 96, 173, 128, 128, 140, 0, 0, 0))
_OPACITIES = bytes((255, 255, 90, 0))


@cache
def chart(grain: int = 1) -> bytes:
    """The trains of a day as a PNG without a background.

    Args:
        grain: The size of its dots: an image that a model has just begun is coarse.
    """
    rows = [b"\0" + _row(*_across(y // grain * grain), grain) for y in range(HEIGHT)]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in (
            (b"IHDR", struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 3, 0, 0, 0)),
            (b"PLTE", _COLORS),
            (b"tRNS", _OPACITIES),
            (b"IDAT", zlib.compress(b"".join(rows), 9)),
            (b"IEND", b""),
        )
    )


def _across(y: int) -> tuple[tuple[bool, ...], bool]:
    """Which bars are as high as a row, and whether it is one of the lines."""
    floor = HEIGHT - 24
    bars = tuple(floor - count * (floor - 32) / max(TRAINS) <= y < floor for count in TRAINS)
    return bars, floor <= y < floor + 2 or (y < floor and (floor - y) % 106 == 0)


@cache
def _row(bars: tuple[bool, ...], is_line: bool, grain: int) -> bytes:
    step = WIDTH / len(TRAINS)
    dots = bytearray()
    for x in (place // grain * grain for place in range(WIDTH)):
        number = min(int(x / step), len(TRAINS) - 1)
        if bars[number] and 0.14 < x / step - number < 0.86:
            dots.append(_PEAK if TRAINS[number] > 12 else _BAR)
        else:
            dots.append(_LINE if is_line else _NOTHING)
    return bytes(dots)


MESSAGE = rt.Message(
    id="media",
    parts=[
        rt.TextPart(id="media-1", text="When the trains run, and the numbers behind it:"),
        rt.image(chart(), alt=ALT, id="media-2").part,
        rt.file(TABLE.encode(), name="trains.csv", id="media-3").part,
        rt.ImagePart(id="media-4", url="https://images.example.com/station.jpg", alt="The station at noon"),
        rt.FilePart(id="media-5", url="https://files.example.com/timetable.pdf", name="timetable.pdf", size=1_840_000),
        rt.FilePart(id="media-6", file_id="file_011C", name="model.xlsx"),
        rt.ImagePart(id="media-7", media_type="image/png", alt="A map", omitted="too_large", size=42_000_000),
    ],
)
