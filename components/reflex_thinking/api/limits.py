"""How much one user may ask of the HTTP service."""

from __future__ import annotations

import dataclasses
import math
import time
from collections import OrderedDict
from collections.abc import Callable

from ..errors import ConfigurationError

MOST_KEYS = 20_000
"""So many users are remembered; beyond that, those who asked longest ago are forgotten."""


@dataclasses.dataclass(frozen=True, slots=True)
class ApiLimits:
    """What ``rt.mount_api(app, …, limits=…)`` takes."""

    body_bytes: int = 262_144
    """Of one request."""
    body_seconds: float = 30.0
    """How long a request's body may take to arrive."""
    message_length: int | None = None
    """Characters of a message; None for what ``rt.configure(max_message_length=…)`` says."""
    runs_at_once: int | None = None
    """Answers that are made for one user at the same time; None for what ``rt.configure(limits=…)`` says."""
    requests_per_minute: int = 120
    """Of one user."""
    newcomers_per_minute: int = 60
    """Requests from one address that bring no cookie: each of them makes a new user."""
    heartbeat_seconds: float = 15.0
    """After so long without news, a stream says that it is still there."""
    send_seconds: float = 30.0
    """A client that takes nothing for so long is given up."""
    retry_ms: int = 2000
    """How long a client should wait before it connects again."""

    def __post_init__(self) -> None:
        """Refuse what cannot be used."""
        for field in dataclasses.fields(self):
            value = getattr(self, field.name)
            if value is not None and value <= 0:
                msg = f"ApiLimits({field.name}={value!r}): use a number above 0"
                raise ConfigurationError(msg)


class RateLimiter:
    """Lets through so many requests a minute for each key, all at once or spread out.

    Args:
        per_minute: How many.
        clock: Tells the time in seconds.
    """

    def __init__(self, per_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.per_minute = per_minute
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str) -> int:
        """Count a request. Returns 0, or after how many seconds to try again when there were too many."""
        now = self._clock()
        left, at = self._left.pop(key, (float(self.per_minute), now))
        left = min(self.per_minute, left + (now - at) * self.per_minute / 60)
        is_free = left >= 1
        self._left[key] = (left - 1 if is_free else left, now)
        while len(self._left) > MOST_KEYS:
            self._left.popitem(last=False)
        return 0 if is_free else max(1, math.ceil((1 - left) * 60 / self.per_minute))
