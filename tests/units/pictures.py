"""Small real images, made here."""

from __future__ import annotations

import struct
import zlib

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" onload="window.pwned=1"><script>window.pwned=1</script></svg>'


def png(width: int = 3, height: int = 2, colour: tuple[int, int, int] = (30, 120, 90)) -> bytes:
    """A PNG of one colour."""
    row = b"\x00" + bytes(colour) * width
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in (
            (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)),
            (b"IDAT", zlib.compress(row * height)),
            (b"IEND", b""),
        )
    )
