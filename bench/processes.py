"""Processor time: that of a server, and that of whatever disturbs a measurement."""

import contextlib
import os
import subprocess
from pathlib import Path
from typing import NamedTuple

PROC = Path("/proc")
TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")


def cpu_seconds(group: int) -> float:
    """Return the processor time that the processes of `group` have used so far, ended children included."""
    if not PROC.is_dir():
        return _from_ps(group)
    return sum(each.seconds for each in _processes().values() if each.group == group)


def resident_bytes(group: int) -> int:
    """Return the memory that the processes of `group` take; 0 where that cannot be had."""
    if not PROC.is_dir():
        return 0
    pages = 0
    for pid, each in _processes().items():
        if each.group == group:
            with contextlib.suppress(OSError):
                pages += int((PROC / str(pid) / "statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def foreign_seconds() -> float | None:
    """Return the processor time that everything but this process and its descendants has used so far, if it can be had.

    What it grows by during a run says how far other programs disturbed it.
    """
    if not PROC.is_dir():
        return None
    # user, nice, system, (idle, waiting,) interrupts, soft interrupts, stolen by other guests
    ticks = list(map(int, (PROC / "stat").read_text().split("\n", 1)[0].split()[1:9]))
    busy = sum(ticks[:3] + ticks[5:]) / TICKS_PER_SECOND
    processes = _processes()

    def is_ours(pid: int) -> bool:
        while pid in processes:
            if pid == os.getpid():
                return True
            pid = processes[pid].parent
        return False

    return busy - sum(each.seconds for pid, each in processes.items() if is_ours(pid))


class _Process(NamedTuple):
    parent: int
    group: int
    seconds: float


def _processes() -> dict[int, _Process]:
    found: dict[int, _Process] = {}
    for folder in PROC.iterdir():
        if not folder.name.isdigit():
            continue
        try:
            stat = (folder / "stat").read_text()
        except OSError:
            continue
        # The name in parentheses may hold anything; what follows is: state, parent, group, ...
        fields = stat.rpartition(")")[2].split()
        seconds = sum(map(int, fields[11:15])) / TICKS_PER_SECOND
        found[int(folder.name)] = _Process(int(fields[1]), int(fields[2]), seconds)
    return found


def _from_ps(group: int) -> float:
    listing = subprocess.run(["ps", "-A", "-o", "pgid=,time="], capture_output=True, text=True, check=True).stdout
    rows = (line.split() for line in listing.splitlines())
    return sum(_seconds(time) for number, time in rows if int(number) == group)


def _seconds(time: str) -> float:
    total = 0.0
    for part in time.replace("-", ":").split(":"):
        total = total * 60 + float(part)
    return total
