"""Measure how fast the streams of providers become events, and whether a chunk costs more the longer a stream is.

Usage: python -m bench.providers [--n N,...] [--only NAME,...] [--write-readme]
"""

import argparse
import json
import math
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

from reflex_thinking.providers.normaliser import Normaliser

from bench.report import about, fill_section
from bench.streams import STREAMS, as_sent
from bench.targets import BENCH

LATEST = BENCH / "results" / "providers-latest.json"
SIZES = (1000, 10_000, 100_000)
PIECE = 4096
SLOWEST = 10_000
"""So many events a second are asked of every format: a hundred times what a fast model sends."""
STEEPEST = 1.15
"""The growth exponent that still counts as linear."""


@dataclass(frozen=True, slots=True)
class Row:
    """What was measured of one format at one length."""

    name: str
    chunks: int
    events: int
    seconds: float

    @property
    def rate(self) -> float:
        """Events per second."""
        return self.events / self.seconds


def pieces(data: bytes) -> Iterator[bytes]:
    """Return the data as a network hands it over."""
    return (data[place : place + PIECE] for place in range(0, len(data), PIECE))


def measure(name: str, n: int, tries: int) -> Row:
    """Read a stream of n chunks, from bytes to events, and return the best of some tries, in processor time."""
    data = as_sent(STREAMS[name], n)
    best, events = math.inf, 0
    for _ in range(tries):
        normaliser = Normaliser()
        started = time.process_time()
        events = sum(len(normaliser.feed(piece)) for piece in pieces(data)) + len(normaliser.end())
        best = min(best, time.process_time() - started)
        if normaliser.final is None or normaliser.final["status"] != "done":
            msg = f"{name}: the stream was not read to its end: {normaliser.final and normaliser.final.get('error')}"
            raise RuntimeError(msg)
    return Row(name, n, events, best)


def growth(rows: Sequence[Row]) -> float:
    """Return x in n^x, between the shortest and the longest stream."""
    first, last = rows[0], rows[-1]
    return math.log(last.seconds / first.seconds) / math.log(last.chunks / first.chunks) if first != last else 1.0


def main() -> int:
    """Measure, print a table, and return 1 when a format is too slow or grows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--n", default=",".join(map(str, SIZES)), help="numbers of chunks")
    parser.add_argument("--only", default="", help="names of formats, as the table has them, between semicolons")
    parser.add_argument("--write-readme", action="store_true", help="put the table into the README beside this file")
    options = parser.parse_args()
    sizes = [int(n) for n in options.n.split(",")]
    wanted = [name for name in STREAMS if not options.only or name in options.only.split(";")]
    results: list[Row] = []
    failed: list[str] = []
    table = [f"| format | {' | '.join(f'events/s at {n:,} chunks' for n in sizes)} | growth exponent |"]
    table.append(f"|---|{'---|' * len(sizes)}---|")
    sys.stdout.write("\n".join(table) + "\n")
    for name in wanted:
        rows = [measure(name, n, tries=5 if n < 50_000 else 2) for n in sizes]
        results += rows
        steep = growth(rows)
        table.append(f"| {name} | {' | '.join(f'{row.rate:,.0f}' for row in rows)} | {steep:.2f} |")
        sys.stdout.write(table[-1] + "\n")
        sys.stdout.flush()
        if steep > STEEPEST:
            failed.append(f"{name}: the cost grows as n^{steep:.2f}; n^{STEEPEST} is allowed")
        if (slowest := min(row.rate for row in rows)) < SLOWEST:
            failed.append(f"{name}: {slowest:,.0f} events/s; {SLOWEST:,} are required")
    if options.write_readme:
        fill_section(BENCH / "README.md", "providers", "\n".join(table))
    LATEST.parent.mkdir(exist_ok=True)
    LATEST.write_text(json.dumps({"about": about(""), "runs": [asdict(row) for row in results]}, indent=1) + "\n")
    for line in failed:
        sys.stderr.write(f"{line}\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
