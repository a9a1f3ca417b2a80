"""Write the two lock files anew: `constraints.txt` (Python) and `reflex.lock/` (front end).

Usage: python -m tools.lock [--upgrade]

Versions that are pinned already stay unless `--upgrade` is given. Both files hold names, versions and checksums only,
never an address, so that they work behind any mirror.
"""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tools import bootstrap, frontend

CONSTRAINTS = frontend.ROOT / "constraints.txt"
PIP_REPORT = (
    "-m",
    "pip",
    "--disable-pip-version-check",
    "-q",
    "install",
    "--dry-run",
    "--ignore-installed",
    "--report",
)
HEADER = """\
# Everything `make` installs, pinned: names and versions only. Written by `make lock`.
"""


def resolve_python(upgrade: bool) -> str:
    """Return the text of a constraints file that pins all that the widest profile installs."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        pinned = [] if upgrade or not CONSTRAINTS.exists() else ["--constraint", str(CONSTRAINTS)]
        subprocess.run(
            [sys.executable, *PIP_REPORT, str(report), *pinned, *bootstrap.requirements(bootstrap.PROFILES[-1])],
            check=True,
        )
        installs = json.loads(report.read_text())["install"]
    pins = sorted(f"{item['metadata']['name'].lower()}=={item['metadata']['version']}" for item in installs)
    return HEADER + "\n".join(pins) + "\n"


def without_addresses(lock: str) -> str:
    """Return npm's lock file `lock` without the places where packages come from or ask for money."""
    data = json.loads(lock)
    for package in data.get("packages", {}).values():
        package.pop("resolved", None)
        package.pop("funding", None)
    return json.dumps(data, indent=2) + "\n"


def lock_frontend(upgrade: bool) -> None:
    """Install the front end's packages as the app asks for them and keep the result in `reflex.lock/`."""
    target = frontend.ROOT / frontend.LOCK_FOLDER
    with tempfile.TemporaryDirectory() as folder:
        fresh = Path(folder) / frontend.LOCK_FOLDER
        with frontend.exclusively():
            frontend.compile_app(frontend.ROOT, start_from_lock=not upgrade, keep_lock_in=fresh)
        shutil.rmtree(target, ignore_errors=True)
        target.mkdir()
        package_lock = (fresh / "package-lock.json").read_text()
        (target / "package-lock.json").write_text(without_addresses(package_lock))
        package = json.loads((fresh / "package.json").read_text())
        (target / "package.json").write_text(json.dumps(package, indent=2, sort_keys=True) + "\n")


def main() -> int:
    """Write both lock files."""
    parser = argparse.ArgumentParser(description="Write constraints.txt and reflex.lock/ anew.")
    parser.add_argument("--upgrade", action="store_true", help="forget the present pins and take the newest versions")
    upgrade: bool = parser.parse_args().upgrade
    print("Resolving Python packages ...", flush=True)
    try:
        CONSTRAINTS.write_text(resolve_python(upgrade))
    except subprocess.CalledProcessError:
        print("The pins in constraints.txt no longer fit pyproject.toml: run make lock UPGRADE=1", file=sys.stderr)
        return 1
    print("Resolving front-end packages ...", flush=True)
    try:
        lock_frontend(upgrade)
    except frontend.BuildError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
