"""Measure the live path beside the floor and the naive page, and hold it against what is required.

Usage: python -m bench.run [--quick] [--only NAME,...] [--n N,...] [--reps N] [--write-readme]
"""

import argparse
import contextlib
import itertools
import json
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Error, sync_playwright

from bench import report
from bench.driver import Cell, Result, measure
from bench.medians import Medians
from bench.requirements import requirements
from bench.targets import BENCH, FLOOR, NAIVE, OURS, OWN, Served, Target
from bench.work import VARIANTS, Work
from tools import chromium
from tools.serve import BuildError, ServeError

RESULTS = BENCH / "results"
LATEST = RESULTS / "latest.json"
PUBLISHED = RESULTS / "published.json"
README = BENCH / "README.md"
LABELS = {target.name: target.label for target in OWN}

SIZES = (1000, 4000, 16_000)
QUICK_SIZES = (250, 1000)
NAIVE_LIMIT = 1000
FILLED_SIZES = 2


def matrix(sizes: Sequence[int], reps: int, variant_reps: int, only: Iterable[str]) -> list[Cell]:
    """Return the runs in their order: the apps take turns, so that noise meets all alike."""
    wanted = set(only)
    cells: list[Cell] = []
    for rep, n in itertools.product(range(max(reps, variant_reps)), sizes):
        plain = Work(n)
        if rep < reps:
            cells += [Cell(FLOOR, plain), Cell(OURS, plain)]
            if n <= NAIVE_LIMIT:
                cells.append(Cell(NAIVE, plain))
            if n in sizes[:FILLED_SIZES]:
                cells.append(Cell(OURS, plain, filled=True))
        if rep < variant_reps:
            cells += [Cell(OURS, Work(n, variant)) for variant in VARIANTS[1:]]
    return [cell for cell in cells if not wanted or wanted & names(cell)]


def names(cell: Cell) -> set[str]:
    """Return the names under which `--only` finds a run."""
    plain = cell.work.variant == "plain" and not cell.filled
    kind = "filled" if cell.filled else cell.work.variant
    return {cell.target.name, kind} if plain else {kind}


def run_all(cells: Sequence[Cell], timeout: float | None, save: Path) -> dict[str, Any]:
    """Serve every app that is needed, do all runs, and return everything; `save` has it at any time."""
    results: dict[str, Any] = {"about": {}, "runs": []}
    with contextlib.ExitStack() as stack:
        served: dict[str, Served | str] = {}
        for target in dict.fromkeys(cell.target for cell in cells):
            served[target.name] = start(stack, target)
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=list(chromium.ARGUMENTS))
        results["about"] = report.about(browser.version)
        browser.close()
        gave_up: set[Cell] = set()
        for number, cell in enumerate(cells, 1):
            if cell in gave_up:
                continue
            result: Result = {
                "target": cell.target.name,
                "n": cell.work.n,
                "variant": cell.work.variant,
                "filled": cell.filled,
            }
            where = served[cell.target.name]
            if isinstance(where, str):
                result["failure"] = where
                gave_up.add(cell)
            else:
                try:
                    result = measure(playwright, where, cell, timeout or 60 + cell.work.n * 0.02)
                except Error as error:
                    result["failure"] = str(error).splitlines()[0]
            if not result.get("finished", True):
                gave_up.add(cell)  # it would not finish the next time either
            results["runs"].append(result)
            save.parent.mkdir(exist_ok=True)
            save.write_text(json.dumps(results, indent=1) + "\n")
            print(f"{time.strftime('%H:%M:%S')} {number}/{len(cells)} {cell.name}: {line(result)}", flush=True)
    return results


def start(stack: contextlib.ExitStack, target: Target) -> Served | str:
    """Start an app, or return why it cannot be measured."""
    try:
        return stack.enter_context(target.serve())
    except (BuildError, ServeError) as error:
        print(f"{target.label}: {error}", file=sys.stderr, flush=True)
        return str(error)


def line(result: Result) -> str:
    """Return one run in one line."""
    if "failure" in result:
        return f"failed: {result['failure']}"
    end = f"{result['wall']:.1f} s" if result["finished"] else f"not finished, last seen {result['last_seen']}"
    text = "complete" if result["text_identical"] and result.get("text_identical_after_reload", True) else "INCOMPLETE"
    lag = f"{result['lag_p95']:.0f} ms" if "lag_p95" in result else "–"
    return (
        f"{end}, {report.size(result['payload_bytes'])}, lag p95 {lag}, main thread {result['task']:.2f} s, "
        f"longest task {result['longest_task']:.0f} ms, server {result['server_cpu']:.2f} s, text {text}"
        + (f", disturbed by {result['disturbance']:.0%} of a core" if report.is_disturbed(result) else "")
        + (f", errors {result['errors']}" if result["errors"] else "")
    )


def write_readme(results: dict[str, Any]) -> None:
    """Show the results in the README and keep them beside it."""
    rows = requirements(results["runs"])
    text = "\n\n".join(
        (
            report.about_line(results),
            report.requirements_table(rows),
            "The medians behind it:",
            report.numbers_table(results["runs"], LABELS),
        )
    )
    report.fill_section(README, "bench", text)
    PUBLISHED.write_text(json.dumps(results, indent=1) + "\n")


def number_list(text: str) -> list[int]:
    """Read `1000,4000`."""
    return [int(part) for part in text.split(",")]


def main() -> int:
    """Measure, print the table, and return 1 when a requirement is not met."""
    kinds = sorted({target.name for target in OWN} | set(VARIANTS) | {"filled"})
    parser = argparse.ArgumentParser(description="Measure the live path.")
    parser.add_argument("--quick", action="store_true", help="n = 250 and 1,000, one repetition: a look, no proof")
    parser.add_argument("--only", default="", help=f"only these, comma-separated: {', '.join(kinds)}")
    parser.add_argument("--n", type=number_list, help="these lengths, comma-separated")
    parser.add_argument("--reps", type=int, help="repetitions of the plain shape (3)")
    parser.add_argument("--variant-reps", type=int, default=1, help="repetitions of the other shapes (1)")
    parser.add_argument("--timeout", type=float, help="seconds after which a run is given up")
    parser.add_argument("--write-readme", action="store_true", help="put the table into bench/README.md")
    parser.add_argument("--from-latest", action="store_true", help="measure nothing, take the latest results")
    options = parser.parse_args()
    only = [name for name in options.only.split(",") if name]
    if unknown := set(only) - set(kinds):
        parser.error(f"--only does not know {', '.join(sorted(unknown))}; it knows {', '.join(kinds)}")

    if options.from_latest:
        results = json.loads(LATEST.read_text())
    else:
        sizes = options.n or (QUICK_SIZES if options.quick else SIZES)
        reps = options.reps or (1 if options.quick else 3)
        results = run_all(matrix(sizes, reps, options.variant_reps, only), options.timeout, LATEST)
    rows = requirements(results["runs"])
    results["requirements"] = [
        {"name": row.name, "required": row.required, "measured": row.measured, "passed": row.passed} for row in rows
    ]
    results["medians"] = Medians(results["runs"]).listing()
    LATEST.write_text(json.dumps(results, indent=1) + "\n")
    print(f"\n{report.about_line(results)}\n")
    print(report.requirements_table(rows))
    print()
    print(report.numbers_table(results["runs"], LABELS))
    if options.write_readme:
        write_readme(results)
    whole = not (only or options.quick or options.n or options.from_latest)
    unmet = [row for row in rows if row.passed is False or (whole and row.is_missing)]
    return int(bool(unmet) or any("failure" in run for run in results["runs"]))


if __name__ == "__main__":
    sys.exit(main())
