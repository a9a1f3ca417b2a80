"""Run all tests: those that need a browser, in two halves, beside those that do not, because the former mostly wait.

Usage: python -m tools.tests [pytest's own options]

With paths among the options it is one ordinary pytest run.
"""

import contextlib
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BROWSER = "tests/browser"
NOTHING_FOUND = 5
"""What pytest returns when no test was chosen."""


def others() -> list[str]:
    """The folders of tests that need no browser."""
    folders = sorted(path for path in (ROOT / "tests").iterdir() if path.is_dir() and path.name != "__pycache__")
    return [f"tests/{folder.name}" for folder in folders if f"tests/{folder.name}" != BROWSER]


def names_paths(options: list[str]) -> bool:
    """Whether the options say which files to run."""
    return any((ROOT / option.partition("::")[0]).exists() for option in options if not option.startswith("-"))


def halves() -> list[list[str]]:
    """The files of tests that need a browser, in two groups that take about as long."""
    files = sorted((ROOT / BROWSER).glob("test_*.py"), key=lambda path: path.stat().st_size, reverse=True)
    groups: list[list[Path]] = [[], []]
    for file in files:
        min(groups, key=lambda group: sum(path.stat().st_size for path in group)).append(file)
    return [[f"{BROWSER}/{path.name}" for path in group] for group in groups]


def run(options: list[str]) -> int:
    """Run the tests and return the exit status."""
    pytest = [sys.executable, "-m", "pytest", *options]
    if names_paths(options):
        return subprocess.run(pytest, cwd=ROOT, check=False).returncode
    with contextlib.ExitStack() as stack:
        outputs = [stack.enter_context(tempfile.TemporaryFile()) for _ in range(2)]
        beside = [
            subprocess.Popen([*pytest, *files], cwd=ROOT, stdout=output, stderr=subprocess.STDOUT)
            for files, output in zip(halves(), outputs, strict=True)
        ]
        try:
            codes = {subprocess.run([*pytest, *others()], cwd=ROOT, check=False).returncode}
            codes |= {process.wait() for process in beside}
        except BaseException:
            for process in beside:
                process.terminate()
                process.wait()
            raise
        finally:
            for output in outputs:
                output.seek(0)
                sys.stdout.flush()
                sys.stdout.buffer.write(output.read())
                sys.stdout.flush()
    if codes == {NOTHING_FOUND}:
        return NOTHING_FOUND
    return next((code for code in codes if code not in {0, NOTHING_FOUND}), 0)


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
