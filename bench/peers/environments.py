"""A virtualenv for each framework, made on first use with the newest versions, under `.build/peers/`."""

import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tools import frontend
from tools.serve import ServeError

PEERS = frontend.BUILD / "peers"
PIP = ("-m", "pip", "--disable-pip-version-check", "--no-input", "install", "--progress-bar", "off")


def programs(name: str, packages: Sequence[str]) -> Path:
    """Return the folder with the Python and the commands of a virtualenv that holds `packages`."""
    folder = PEERS / name / "venv"
    stamp = folder / "installed"
    wanted = "\n".join(packages)
    if stamp.exists() and stamp.read_text() == wanted:
        return folder / "bin"
    print(f"Installing {', '.join(packages)} ...", flush=True)
    shutil.rmtree(folder, ignore_errors=True)
    frontend.LOGS.mkdir(parents=True, exist_ok=True)
    log = frontend.LOGS / f"peers-{name}.log"
    with log.open("w") as output:
        for command in (
            [sys.executable, "-m", "venv", str(folder)],
            [str(folder / "bin" / "python"), *PIP, *packages],
        ):
            if subprocess.run(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output).returncode != 0:
                raise ServeError(f"Installing {packages[0]} failed. Details: {frontend.relative(log)}")
    stamp.write_text(wanted)
    return folder / "bin"


def version(folder: Path, package: str) -> str:
    """Return the version of a package in a virtualenv."""
    code = f"from importlib.metadata import version; print(version({package!r}))"
    found = subprocess.run([str(folder / "python"), "-c", code], capture_output=True, text=True)
    return found.stdout.strip() or "?"
