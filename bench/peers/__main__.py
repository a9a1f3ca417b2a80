"""Measure the same work through other frameworks, beside the kit and the floor.

Usage: python -m bench.peers [--only NAME,...] [--n N,...] [--reps N] [--write-readme]
"""

import argparse
import json
import sys
from typing import Any

from bench import report
from bench.driver import Cell
from bench.medians import Medians, median
from bench.peers.targets import PEER_TARGETS
from bench.run import README, RESULTS, number_list, run_all
from bench.targets import FLOOR, OURS
from bench.work import TICK, Work
from tools import frontend

LATEST = RESULTS / "peers-latest.json"
PUBLISHED = RESULTS / "peers.json"
TARGETS = (FLOOR, OURS, *PEER_TARGETS)
SIZES = (1000, 4000)
TIMEOUT = 150.0
HEAD = ("", "n", "wall s (ideal)", "payload", "main thread s", "lag p95 ms", "server CPU s", "text")


def table(results: dict[str, Any]) -> str:
    """Return the medians as the table for the README."""
    medians = Medians(results["runs"])
    failures = {run["target"]: run["failure"] for run in results["runs"] if "failure" in run}
    rows: list[tuple[str, ...]] = []
    for target in TARGETS:
        version = results["versions"].get(target.name, "")
        label = f"**{target.label}**" if target is OURS else f"{target.label} ({version})" if version else target.label
        for n in medians.sizes(target.name):
            runs = medians.runs[target.name, n, "plain", False]
            ideal = f"({n * TICK:g})"
            if all(run["finished"] for run in runs):
                wall = f"{report.number(median(runs, 'wall'), 1)} {ideal}"
            else:
                wall = f"not finished {ideal}"
            rows.append(
                (
                    label,
                    f"{n:,}",
                    wall,
                    report.size(median(runs, "payload_bytes")),
                    report.number(median(runs, "task"), 1),
                    report.number(median(runs, "lag_p95"), 0),
                    report.number(median(runs, "server_cpu"), 2),
                    "complete" if all(run["text_identical"] for run in runs) else "**incomplete**",
                )
            )
        if target.name in failures and not medians.sizes(target.name):
            rows.append((label, "–", failures[target.name], *["–"] * (len(HEAD) - 3)))
    return report.table(HEAD, rows)


def write_readme(results: dict[str, Any]) -> None:
    """Show the table wherever a README has a place for it, and keep the results."""
    text = f"{report.about_line(results)}\n\n{table(results)}"
    for path in (README, frontend.ROOT / "README.md"):
        report.fill_section(path, "peers", text)
    PUBLISHED.write_text(json.dumps(results, indent=1) + "\n")


def main() -> int:
    """Measure, print the table and, if asked, publish it."""
    names = [target.name for target in TARGETS]
    parser = argparse.ArgumentParser(description="Measure the same work through other frameworks.")
    parser.add_argument("--only", default="", help=f"only these, comma-separated: {', '.join(names)}")
    parser.add_argument("--n", type=number_list, default=SIZES, help="these lengths, comma-separated (1000,4000)")
    parser.add_argument("--reps", type=int, default=3, help="repetitions (3)")
    parser.add_argument("--timeout", type=float, default=TIMEOUT, help="seconds after which a run is given up")
    parser.add_argument("--write-readme", action="store_true", help="put the table into the READMEs")
    parser.add_argument("--from-latest", action="store_true", help="measure nothing, take the latest results")
    options = parser.parse_args()
    only = {name for name in options.only.split(",") if name}
    if unknown := only - set(names):
        parser.error(f"--only does not know {', '.join(sorted(unknown))}; it knows {', '.join(names)}")

    if options.from_latest:
        results = json.loads(LATEST.read_text())
    else:
        targets = [target for target in TARGETS if not only or target.name in only]
        cells = [Cell(target, Work(n)) for _ in range(options.reps) for n in options.n for target in targets]
        results = run_all(cells, options.timeout, LATEST)
        served = {run["target"] for run in results["runs"] if "failure" not in run}
        results["versions"] = {
            target.name: installation.version()
            for target, installation in PEER_TARGETS.items()
            if target.name in served
        }
        LATEST.write_text(json.dumps(results, indent=1) + "\n")
    print(f"\n{report.about_line(results)}\n\n{table(results)}")
    if options.write_readme:
        write_readme(results)
    return 0


if __name__ == "__main__":
    sys.exit(main())
