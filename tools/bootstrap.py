"""Create `.venv` and install the pinned packages into it. Runs under the system's Python, standard library only.

Usage: python3 tools/bootstrap.py [demo|dev]

This file must parse on Pythons that are too old for the project, so that it can say so.
"""

import contextlib
import hashlib
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VENV = os.path.join(ROOT, ".venv")
STAMP = os.path.join(VENV, "installed")
LOG = os.path.join(ROOT, ".build", "logs", "install.log")
OLDEST = (3, 11)
PROFILES = ("demo", "dev")  # each contains the one before it
PIP = ("-m", "pip", "--disable-pip-version-check", "--no-input", "install", "--no-compile", "--progress-bar", "off")


class SetupError(Exception):
    """The environment cannot be made; the message says what to do."""


def check_python(version: tuple = tuple(sys.version_info)) -> None:
    """Raise SetupError unless `version` is new enough."""
    if tuple(version) < OLDEST:
        raise SetupError(
            "This needs Python {}.{} or newer, but {!r} is {}. Install a newer one, or name it: "
            "make PYTHON=/path/to/python3.12".format(
                OLDEST[0], OLDEST[1], os.path.basename(sys.executable or "python"), ".".join(map(str, version[:3]))
            )
        )


def fingerprint() -> str:
    """Return a hash of everything that decides what is installed, and where."""
    digest = hashlib.sha256("{}\n{}.{}\n".format(ROOT, *sys.version_info[:2]).encode())
    for name in ("pyproject.toml", "constraints.txt", os.path.join("tools", "bootstrap.py")):
        with open(os.path.join(ROOT, name), "rb") as file:
            digest.update(file.read())
    return digest.hexdigest()


def requirements(profile: str) -> list:
    """Return what `profile` installs besides the project itself, read from pyproject.toml."""
    import tomllib

    with open(os.path.join(ROOT, "pyproject.toml"), "rb") as file:
        pyproject = tomllib.load(file)
    project, groups = pyproject["project"], pyproject["dependency-groups"]
    own_extras = re.compile(re.escape(project["name"]) + r"\[(.*)\]$")

    def expand(entries: list):
        for entry in entries:
            if isinstance(entry, dict):
                yield from expand(groups[entry["include-group"]])
                continue
            extras = own_extras.match(entry)
            if extras is None:
                yield entry
                continue
            for extra in extras.group(1).split(","):
                yield from expand(project["optional-dependencies"][extra.strip()])

    return list(expand(project["dependencies"] + groups[profile]))


def run(command: list, log) -> None:
    """Run `command` with its output in `log`; raise CalledProcessError when it fails."""
    log.write("$ {}\n".format(" ".join(command)))
    log.flush()
    subprocess.run(command, stdout=log, stderr=subprocess.STDOUT, check=True, cwd=ROOT, stdin=subprocess.DEVNULL)


def read_stamp() -> tuple:
    """Return (profile, fingerprint) of what is installed, or (None, None)."""
    try:
        with open(STAMP) as file:
            profile, installed = file.read().split()
    except (OSError, ValueError):
        return None, None
    return (profile, installed) if profile in PROFILES else (None, None)


def create_venv(log) -> str:
    """Make `.venv` anew unless the one that is there works; return its Python."""
    python = os.path.join(VENV, "bin", "python")
    probe = "import sys, pip; sys.exit(sys.version_info[:2] != {!r})".format(tuple(sys.version_info[:2]))
    with contextlib.suppress(OSError, subprocess.CalledProcessError):
        run([python, "-c", probe], log)
        return python
    try:
        run([sys.executable, "-m", "venv", "--clear", VENV], log)
    except subprocess.CalledProcessError:
        raise SetupError(
            "Creating .venv failed. On Debian or Ubuntu: apt-get install python3-venv, then run make again. "
            "Details: " + os.path.relpath(LOG, ROOT)
        ) from None
    return python


def last_error() -> str:
    """Return pip's own last complaint, for the one line that is shown."""
    with open(LOG, errors="replace") as file:
        errors = [line[len("error:") :].strip() for line in file if line.lower().startswith("error:")]
    return errors[-1][:160] if errors else "pip failed"


def install(profile: str) -> None:
    """Bring `.venv` up to `profile`. Does nothing when it is there already."""
    if profile not in PROFILES:
        raise SetupError("Unknown profile {!r}: use one of {}".format(profile, ", ".join(PROFILES)))
    wanted = fingerprint()
    present, installed = read_stamp()
    if present is not None and PROFILES.index(present) >= PROFILES.index(profile):
        if installed == wanted:
            return
        profile = present
    print("Installing Python packages ({}), about a minute ...".format(profile), flush=True)
    with open(LOG, "w") as log:
        python = create_venv(log)
        with contextlib.suppress(OSError):
            os.remove(STAMP)
        try:
            run([python, *PIP, "--constraint", "constraints.txt", *requirements(profile)], log)
            run([python, *PIP, "--no-deps", "--no-build-isolation", "--editable", "."], log)
        except subprocess.CalledProcessError:
            raise SetupError(
                "Installing Python packages failed ({}). Check that pip can reach a package index, "
                "then run make again. Details: {}".format(last_error(), os.path.relpath(LOG, ROOT))
            ) from None
    with open(STAMP, "w") as file:
        file.write("{} {}\n".format(profile, wanted))


def main(arguments: list) -> int:
    """Check Python, then install the profile named on the command line (default: dev)."""
    try:
        check_python()
        os.makedirs(os.path.dirname(LOG), exist_ok=True)
        import fcntl

        # Two makes at once take turns; the second finds the work done.
        with open(os.path.join(ROOT, ".build", "install.lock"), "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            install(arguments[0] if arguments else "dev")
    except SetupError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
