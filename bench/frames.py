"""What of the received frames is the patch, and what is the envelope of the live socket around it."""

import re
from collections.abc import Iterable

# `42/_rt,["p",1,` … `]`: a packet of the live socket's namespace.
PATCH = re.compile(r'42/_rt,\["p",\d+,(.*)\]', re.DOTALL)


def size(frames: Iterable[str]) -> int:
    """Return the bytes of all frames."""
    return sum(len(frame.encode()) for frame in frames)


def patch_size(frames: Iterable[str]) -> int:
    """Return the bytes of the lists of entries alone."""
    return sum(len(found[1].encode()) for frame in frames if (found := PATCH.fullmatch(frame)))
