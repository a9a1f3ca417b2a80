"""Run all tests: those with a browser, which often wait, beside the others.

Usage: python -m tools.tests [pytest's own options]

With paths among the options it is one ordinary pytest run.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BROWSER = "tests/browser"
AT_ONCE = ("-n", "3", "--dist", "loadfile")
"""Tests with a browser wait often, so there are more of them at a time than a small machine has cores."""
BETWEEN = ("-n", "2", "--dist", "loadfile")
NICENESS = 10
"""The other tests take what the browser leaves: it needs longer."""
NOTHING_FOUND = 5
"""What pytest returns when no test was chosen."""


def others() -> list[str]:
    """The folders of tests that need no browser."""
    folders = sorted(path for path in (ROOT / "tests").iterdir() if path.is_dir() and path.name != "__pycache__")
    return [f"tests/{folder.name}" for folder in folders if f"tests/{folder.name}" != BROWSER]


def names_paths(options: list[str]) -> bool:
    """Whether the options say which files to run."""
    return any((ROOT / option.partition("::")[0]).exists() for option in options if not option.startswith("-"))


def run(options: list[str]) -> int:
    """Run the tests and return the exit status."""
    pytest = [sys.executable, "-m", "pytest", *options]
    if names_paths(options):
        return subprocess.run(pytest, cwd=ROOT, check=False).returncode
    codes = {*together(pytest)}
    if codes == {NOTHING_FOUND}:
        return NOTHING_FOUND
    return next((code for code in codes if code not in {0, NOTHING_FOUND}), 0)


def together(pytest: list[str]) -> tuple[int, int]:
    """Run the tests with a browser and the others side by side and return both exit statuses."""
    with tempfile.TemporaryFile() as output:
        browser = subprocess.Popen([*pytest, *AT_ONCE, BROWSER], cwd=ROOT, stdout=output, stderr=subprocess.STDOUT)
        try:
            first = subprocess.run(
                [*pytest, *BETWEEN, *others()], cwd=ROOT, check=False, preexec_fn=lambda: os.nice(NICENESS)
            ).returncode
            return first, browser.wait()
        except BaseException:
            browser.terminate()
            browser.wait()
            raise
        finally:
            output.seek(0)
            sys.stdout.flush()
            sys.stdout.buffer.write(output.read())
            sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
