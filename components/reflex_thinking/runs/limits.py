"""How far a run may go."""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import ConfigurationError


@dataclass(frozen=True, slots=True)
class Limits:
    """What ends a run, and what is kept of those that ended. A run that reaches a limit ends with a clear error."""

    max_events: int = 200_000
    """Events of one run."""
    max_bytes: int = 32_000_000
    """Bytes of one run's events, as JSON."""
    part_bytes: int = 8_000_000
    """Bytes of one image or file. A larger one keeps its name and its size, but not its data."""
    parts_bytes: int = 16_000_000
    """The same for all images and files of one message."""
    max_seconds: float = 3600.0
    """From the start to the end of a run."""
    idle_seconds: float | None = 600.0
    """Between two things that ``respond`` yields; None for no limit."""
    runs_at_once: int = 8
    """Of one user, in all threads."""
    kept_runs: int = 64
    """Finished runs whose log late viewers can still read."""
    kept_bytes: int = 32_000_000
    """The same as bytes of their events; the newest run is kept in any case."""
    close_seconds: float = 2.0
    """How long a ``respond`` that is stopped may take to clean up."""
    summary_seconds: float = 10.0
    """How long making the summary of a block may take."""
    save_delays: tuple[float, ...] = (0.2, 0.8, 2.0)
    """How long to wait before each further try to save a message."""
    save_seconds: float = 10.0
    """How long one try may take."""

    def __post_init__(self) -> None:
        """Refuse what cannot be used."""
        positive = (
            "max_events",
            "max_bytes",
            "part_bytes",
            "parts_bytes",
            "max_seconds",
            "idle_seconds",
            "runs_at_once",
        )
        for name in (*positive, "save_seconds"):
            value = getattr(self, name)
            if value is not None and value <= 0:
                msg = f"Limits({name}={value!r}): use a number above 0"
                raise ConfigurationError(msg)
