"""What is required of the live path, held against what was measured."""

import itertools
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bench.driver import Result
from bench.medians import Medians, divide
from bench.work import VARIANTS

SHORT, MIDDLE, LONG = 1000, 4000, 16_000
NO_LIMIT = "–"
MISSING = "?"


@dataclass(frozen=True)
class Requirement:
    """One line of the table. Without a limit it only informs."""

    name: str
    required: str
    measured: str
    passed: bool | None

    @property
    def verdict(self) -> str:
        """Pass, fail, or why there is neither."""
        if self.is_missing:
            return "**not measured**"
        return {True: "pass", False: "**FAIL**", None: "–"}[self.passed]

    @property
    def is_missing(self) -> bool:
        """Whether there is a limit, but nothing to hold against it."""
        return self.measured == MISSING and self.required != NO_LIMIT


def requirements(runs: Sequence[Result]) -> list[Requirement]:
    """Return the table of requirements, as far as `runs` can tell."""
    medians = Medians(run for run in runs if run.get("finished"))
    rows = [
        *_bytes(medians),
        *_filled_thread(medians),
        *_lag(medians),
        *_main_thread(medians),
        *_longest_task(medians),
        *_server(medians),
        *_variants(medians),
        *_state_size(runs),
        *_text(runs),
        *_opening(medians),
    ]
    return [row for row in rows if row.measured != MISSING or row.is_missing]


def _bytes(medians: Medians) -> Iterable[Requirement]:
    sizes = medians.sizes("ours")
    steps = list(itertools.pairwise(sizes))
    for value, label, limit in (
        ("payload_bytes", "payload bytes per further byte of text", 1.25),
        ("patch_bytes", "the same without the envelope of the live socket", None),
    ):
        rates = [medians.rate(value, *step) for step in steps]
        for (start, end), rate in zip(steps, rates, strict=True):
            yield _at_most(f"{label}, n = {start:,} → {end:,}", rate, limit)
        if len(rates) > 1:
            yield _within(f"{label}: difference between the steps", rates[0], rates[-1], 0.03)


def _filled_thread(medians: Medians) -> Iterable[Requirement]:
    sizes = medians.sizes("ours", filled=True)
    if len(sizes) > 1:
        for value, label in (("payload_bytes", "payload"), ("patch_bytes", "patch")):
            empty = medians.rate(value, sizes[0], sizes[-1])
            filled = medians.rate(value, sizes[0], sizes[-1], filled=True)
            yield _within(
                f"{label} bytes per byte in a thread of 50 messages of 20 KB, against an empty one", empty, filled, 0.03
            )


def _lag(medians: Medians) -> Iterable[Requirement]:
    for n in medians.sizes("ours"):
        ours, floor = medians.get("ours", n, "lag_p95"), medians.get("floor", n, "lag_p95")
        yield _at_most(
            f"lag p95, n = {n:,}", divide(ours, floor), 1.15, unit=" × floor", note=_pair(ours, floor, " ms", 0)
        )


def _main_thread(medians: Medians) -> Iterable[Requirement]:
    for n in medians.sizes("ours"):
        ours, floor = medians.get("ours", n, "task"), medians.get("floor", n, "task")
        limit = {MIDDLE: 1.5, LONG: 1.1}.get(n)
        yield _at_most(
            f"main-thread time, n = {n:,}",
            divide(ours, floor),
            limit,
            unit=" × floor",
            note=_pair(ours, floor, " s", 1),
        )
    ours, floor = medians.exponent("ours", "task"), medians.exponent("floor", "task")
    if ours is not None and floor is not None:
        yield Requirement(
            f"main-thread time, growth exponent{_range(medians)}",
            f"<= floor's + 0.05 = {floor + 0.05:.2f}",
            f"{ours:.2f}",
            ours <= floor + 0.05 if _is_whole(medians.sizes("ours")) else None,
        )


def _longest_task(medians: Medians) -> Iterable[Requirement]:
    for n in medians.sizes("ours")[-1:]:
        limit = 100 if n == LONG else None
        longest = medians.get("ours", n, "longest_task")
        yield _at_most(f"longest task while streaming, n = {n:,}", longest, limit, unit=" ms", digits=0, least=50)


def _server(medians: Medians) -> Iterable[Requirement]:
    for n in medians.sizes("ours"):
        ours, floor = medians.get("ours", n, "server_cpu"), medians.get("floor", n, "server_cpu")
        limit = 2.0 if n in (MIDDLE, LONG) else None
        yield _at_most(
            f"server CPU, n = {n:,}", divide(ours, floor), limit, unit=" × floor", note=_pair(ours, floor, " s", 2)
        )
    limit = 1.05 if _is_whole(medians.sizes("ours")) else None
    yield _at_most(f"server CPU, growth exponent{_range(medians)}", medians.exponent("ours", "server_cpu"), limit)


def _variants(medians: Medians) -> Iterable[Requirement]:
    for variant in VARIANTS[1:]:
        sizes = medians.sizes("ours", variant)
        for n in sizes:
            plain, other = medians.get("ours", n, "task"), medians.get("ours", n, "task", variant)
            limit = 2.0 if n >= MIDDLE else None
            yield _at_most(
                f"main-thread time as {variant}, n = {n:,}",
                divide(other, plain),
                limit,
                unit=" × plain",
                note=_pair(other, plain, " s", 1),
            )
        if sizes:
            limit = 1.2 if _is_whole(sizes) else None
            exponent = medians.exponent("ours", "task", variant)
            yield _at_most(f"main-thread time as {variant}, growth exponent", exponent, limit)


def _state_size(runs: Sequence[Result]) -> Iterable[Requirement]:
    """The state as it was pickled in the first and in the second half of the longest runs."""
    ours = [run for run in runs if run["target"] == "ours"]
    measured = [run for run in ours if len(run.get("state_bytes", ())) > 1]
    if not measured:
        if ours:
            yield Requirement("pickled state size during a run", "constant", MISSING, None)
        return
    longest = max(run["n"] for run in measured)
    halves: tuple[list[int], list[int]] = ([], [])
    for run in measured:
        sizes = run["state_bytes"]
        if run["n"] == longest:
            halves[0].extend(sizes[: len(sizes) // 2])
            halves[1].extend(sizes[len(sizes) // 2 :])
    early, late = map(statistics.median, halves)
    # A patch is as long as the text of one flush, so that the size wavers.
    constant = late <= early * 1.03 + 256
    yield Requirement(
        f"pickled state size during a run, n = {longest:,}",
        "constant",
        f"{early:,.0f} B, later {late:,.0f} B",
        constant,
    )


def _text(runs: Sequence[Result]) -> Iterable[Requirement]:
    ours = [run for run in runs if run["target"] == "ours"]
    if not ours:
        return
    for value, label in (
        ("text_identical", "all text present and identical in the page"),
        ("text_identical_after_reload", "the same after a reload, from the log or the stored message"),
    ):
        good = sum(bool(run.get(value)) for run in ours)
        yield Requirement(label, "always", f"{good} of {len(ours)} runs", good == len(ours))


def _opening(medians: Medians) -> Iterable[Requirement]:
    for n in medians.sizes("ours")[-1:]:
        opening = medians.get("ours", n, "opening")
        yield _at_most(f"opening the finished block after a reload, n = {n:,}", opening, None, unit=" ms", digits=0)


def _at_most(
    name: str,
    value: float | None,
    limit: float | None,
    *,
    unit: str = "",
    note: str = "",
    digits: int = 2,
    least: float | None = None,
) -> Requirement:
    required = NO_LIMIT if limit is None else f"<= {limit:g}{unit}"
    if value is None:
        return Requirement(name, required, MISSING, None)
    below = least is not None and value < least
    measured = f"< {least:.0f}{unit}" if below else f"{value:.{digits}f}{unit}"
    return Requirement(name, required, measured + note, None if limit is None else value <= limit)


def _within(name: str, first: float | None, second: float | None, limit: float) -> Requirement:
    ratio = divide(second, first)
    if ratio is None:
        return Requirement(name, f"within {limit:.0%}", MISSING, None)
    return Requirement(name, f"within {limit:.0%}", f"{ratio - 1:+.1%}", abs(ratio - 1) <= limit)


def _pair(ours: float | None, other: float | None, unit: str, digits: int) -> str:
    return "" if ours is None or other is None else f" ({ours:.{digits}f} against {other:.{digits}f}{unit})"


def _is_whole(sizes: Sequence[int]) -> bool:
    """Growth is judged over the whole range only: the fixed costs of a page hide it in short runs."""
    return len(sizes) > 1 and sizes[0] <= SHORT and sizes[-1] >= LONG


def _range(medians: Medians) -> str:
    sizes = medians.sizes("ours")
    return f", n = {sizes[0]:,} → {sizes[-1]:,}" if len(sizes) > 1 else ""
