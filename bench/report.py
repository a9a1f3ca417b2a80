"""Tables of what was measured, and their place in a README."""

import datetime
import os
import platform
import re
from collections.abc import Callable, Iterable, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

from bench.driver import Result
from bench.medians import Medians, divide, median
from bench.requirements import Requirement
from bench.work import VARIANTS

NUMBERS_HEAD = (
    "app", "n", "shape", "runs", "wall s", "payload", "patch alone", "per text byte", "lag p50 / p95 / max ms",
    "main thread s", "script / layout s", "longest task ms", "server CPU s", "text",
)  # fmt: skip
# Other programs took so much of a core while a run went on that its times mean little.
DISTURBED = 0.2


def requirements_table(rows: Sequence[Requirement]) -> str:
    """Return the requirements as a markdown table."""
    return table(
        ("", "required", "measured", ""), [(row.name, row.required, row.measured, row.verdict) for row in rows]
    )


def numbers_table(runs: Sequence[Result], labels: dict[str, str]) -> str:
    """Return the medians of everything that was measured as a markdown table."""
    medians = Medians(runs)
    order = list(labels)
    keys = sorted(medians.runs, key=lambda key: (order.index(key[0]), VARIANTS.index(key[2]), key[3], key[1]))  # pyright: ignore[reportArgumentType]
    rows: list[tuple[str, ...]] = []
    for key in keys:
        target, n, variant, filled = key
        group = medians.runs[key]

        rate = divide(median(group, "payload_bytes"), median(group, "text_bytes"))
        finished = all(run["finished"] for run in group)
        complete = all(run["text_identical"] and run.get("text_identical_after_reload", True) for run in group)
        rows.append(
            (
                labels[target],
                f"{n:,}",
                variant + (", long thread" if filled else ""),
                str(len(group)),
                number(median(group, "wall"), 1) if finished else "not finished",
                size(median(group, "payload_bytes")),
                size(median(group, "patch_bytes") or None),
                number(rate, 2),
                " / ".join(number(median(group, f"lag_{part}"), 0) for part in ("p50", "p95", "max")),
                number(median(group, "task"), 2),
                " / ".join(number(median(group, part), 2) for part in ("script", "layout")),
                number(median(group, "longest_task") or None, 0, missing="< 50"),
                number(median(group, "server_cpu"), 2),
                "complete" if complete else "**incomplete**",
            )
        )
    return table(NUMBERS_HEAD, rows)


def number(value: float | None, digits: int, missing: str = "–") -> str:
    """Write a number, or what stands for none."""
    return missing if value is None else f"{value:,.{digits}f}"


def size(value: float | None) -> str:
    """Write a number of bytes."""
    if value is None:
        return "–"
    return f"{value / 1e6:.1f} MB" if value >= 1e6 else f"{value / 1e3:.0f} KB"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', '/') for cell in line)} |" for line in lines)


def about(browser: str) -> dict[str, Any]:
    """Return what the numbers were measured on."""
    return {
        "date": datetime.date.today().isoformat(),
        "cores": os.cpu_count(),
        "system": platform.system(),
        "python": platform.python_version(),
        "browser": browser,
        "reflex": metadata.version("reflex"),
    }


def is_disturbed(run: Result) -> bool:
    """Say whether other programs had too much of the machine."""
    return (run.get("disturbance") or 0) > DISTURBED


def about_line(results: dict[str, Any]) -> str:
    """Say it in one sentence, and in another how many runs were disturbed."""
    facts = results["about"]
    disturbed = sum(map(is_disturbed, results["runs"]))
    warning = (
        f" **During {disturbed} of {len(results['runs'])} runs other programs took more than {DISTURBED:.0%} of a core:"
        " measure again on a quiet machine.**"
    )
    return (
        f"Measured {facts['date']} on {facts['cores']} cores ({facts['system']}, Python {facts['python']}, "
        f"Chromium {facts['browser']}, Reflex {facts['reflex']}).{warning if disturbed else ''}"
    )


def fill_section(path: Path, name: str, text: str) -> bool:
    """Put `text` between the marks `<!-- name -->` and `<!-- /name -->` of a file; say whether it has them."""
    before = path.read_text() if path.exists() else ""
    pattern = re.compile(rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)", re.DOTALL)
    replace: Callable[[re.Match[str]], str] = lambda match: f"{match[1]}\n{text}\n\n{match[2]}"  # noqa: E731
    after, count = pattern.subn(replace, before)
    if count:
        path.write_text(after)
    return bool(count)
