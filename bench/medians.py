"""Medians over runs, and how they relate: ratios, growth, marginal rates."""

import math
import statistics
from collections.abc import Iterable

from bench.driver import Result
from bench.work import Variant

MEDIANS = (
    "wall",
    "text_bytes",
    "payload_bytes",
    "patch_bytes",
    "messages",
    "lag_p50",
    "lag_p95",
    "lag_max",
    "task",
    "script",
    "layout",
    "style",
    "longest_task",
    "server_cpu",
    "opening",
)


def median(runs: Iterable[Result], value: str) -> float | None:
    """Return the median of a value over the runs that have it, or None."""
    values = [run[value] for run in runs if run.get(value) is not None]
    return statistics.median(values) if values else None


class Medians:
    """The medians of all runs, looked up by app, n, shape and whether the thread was long."""

    def __init__(self, runs: Iterable[Result]):
        self.runs: dict[tuple[str, int, str, bool], list[Result]] = {}
        for run in runs:
            if "failure" not in run:
                key = (run["target"], run["n"], run["variant"], run["filled"])
                self.runs.setdefault(key, []).append(run)

    def sizes(self, target: str, variant: Variant = "plain", filled: bool = False) -> list[int]:
        """Return the n that were measured."""
        return sorted(n for (name, n, shape, long) in self.runs if (name, shape, long) == (target, variant, filled))

    def get(self, target: str, n: int, value: str, variant: Variant = "plain", filled: bool = False) -> float | None:
        """Return a median, or None when it was not measured."""
        return median(self.runs.get((target, n, variant, filled), []), value)

    def ratio(self, n: int, value: str) -> float | None:
        """Return ours divided by the floor's."""
        return divide(self.get("ours", n, value), self.get("floor", n, value))

    def exponent(self, target: str, value: str, variant: Variant = "plain") -> float | None:
        """Return the exponent with which a value grows from the smallest n to the largest: 1 is linear."""
        sizes = self.sizes(target, variant)
        if len(sizes) < 2:
            return None
        growth = divide(self.get(target, sizes[-1], value, variant), self.get(target, sizes[0], value, variant))
        return math.log(growth) / math.log(sizes[-1] / sizes[0]) if growth else None

    def rate(self, value: str, start: int, end: int, filled: bool = False) -> float | None:
        """Return the bytes that each further byte of text costs between two n."""

        def step(name: str) -> float | None:
            before, after = (self.get("ours", n, name, filled=filled) for n in (start, end))
            return None if before is None or after is None else after - before

        return divide(step(value), step("text_bytes"))

    def listing(self) -> list[Result]:
        """Return all medians."""
        return [
            {"target": target, "n": n, "variant": variant, "filled": filled, "runs": len(runs)}
            | {value: median(runs, value) for value in MEDIANS}
            for (target, n, variant, filled), runs in self.runs.items()
        ]


def divide(above: float | None, below: float | None) -> float | None:
    """Return a quotient, or None when a part of it is missing."""
    return above / below if above is not None and below else None
