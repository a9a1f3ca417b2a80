"""Find a Chromium for the browser tests, or install one where that is possible.

Usage: python -m tools.chromium  (prints the path of the executable)
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tools import frontend

OVERRIDES = ("CHROMIUM", "CHROME")
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MAC_APPLICATIONS = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
PLAYWRIGHT_FOLDERS = ("~/.cache/ms-playwright", "~/Library/Caches/ms-playwright")
PLAYWRIGHT_BUILDS = ("chromium-*/chrome-linux*/chrome", "chromium-*/chrome-mac*/*.app/Contents/MacOS/*")

# No sandbox, because containers seldom allow one; and nothing that the browser would ask the network on its own.
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


class ChromiumMissingError(RuntimeError):
    """There is no Chromium and none could be installed; the message says what to install."""


def find() -> str:
    """Return the path of a Chromium or Chrome, installing Debian's when there is none and it may be installed."""
    found = from_environment() or installed() or playwright_build() or install()
    if found is None:
        raise ChromiumMissingError(
            "The browser tests need Chromium or Chrome: install one (on Debian: apt-get install chromium; anywhere: "
            ".venv/bin/playwright install chromium), or set CHROMIUM=/path/to/it"
        )
    return found


def from_environment() -> str | None:
    """Return the browser that an environment variable names."""
    for variable in OVERRIDES:
        if value := os.environ.get(variable):
            found = shutil.which(value)
            if found is None:
                raise ChromiumMissingError(f"{variable}={value!r} is not a program: correct it or leave it out")
            return found
    return None


def installed() -> str | None:
    """Return the browser that the system has."""
    return next(filter(None, map(shutil.which, (*NAMES, *MAC_APPLICATIONS))), None)


def playwright_build() -> str | None:
    """Return the newest Chromium that Playwright has downloaded."""
    for folder in (os.environ.get("PLAYWRIGHT_BROWSERS_PATH"), *PLAYWRIGHT_FOLDERS):
        base = Path(folder).expanduser() if folder else None
        builds = [] if base is None else [path for pattern in PLAYWRIGHT_BUILDS for path in base.glob(pattern)]
        if builds:
            return str(max(builds, key=lambda path: path.stat().st_mtime))
    return None


def install() -> str | None:
    """Install Debian's package and return its program, or None where that is not possible."""
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        return None
    print("Installing Chromium ...", flush=True)
    frontend.LOGS.mkdir(parents=True, exist_ok=True)
    with (frontend.LOGS / "chromium.log").open("w") as log:
        for command in (["update"], ["install", "--yes", "--no-install-recommends", "chromium"]):
            subprocess.run(
                ["apt-get", *command],
                env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
    return installed()


if __name__ == "__main__":
    try:
        print(find())
    except ChromiumMissingError as error:
        sys.exit(str(error))
