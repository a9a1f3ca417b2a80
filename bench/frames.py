"""What of the received frames is the patch, and what is Reflex's envelope around it."""

import json
import re
from collections.abc import Iterable

# A var of a state's delta: `"patch_rx_state_":`. Reflex gives every var this ending.
PATCH = re.compile(r'"patch(?:_rx_state_)?":')
DECODER = json.JSONDecoder()


def size(frames: Iterable[str]) -> int:
    """Return the bytes of all frames."""
    return sum(len(frame.encode()) for frame in frames)


def patch_size(frames: Iterable[str]) -> int:
    """Return the bytes of the patch var's values alone."""
    total = 0
    for frame in frames:
        position = 0
        while found := PATCH.search(frame, position):
            _, position = DECODER.raw_decode(frame, found.end())
            total += len(frame[found.end() : position].encode())
    return total
