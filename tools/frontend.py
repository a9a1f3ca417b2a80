"""Build an app's front end, once per content.

A build happens in a staging folder of links to the app, with Reflex's web folder elsewhere, so it never writes into the
source tree; what serving needs is then copied to `.build/builds/<hash>`, which nothing changes afterwards.

Reflex bakes the port of its websocket into the bundle. Builds are made for a port that no server uses, and `for_port`
makes a servable copy for a real one, so that one build serves every port.
"""

import contextlib
import fcntl
import gzip
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / ".build"
LOGS = BUILD / "logs"
LOCK_FOLDER = "reflex.lock"
KEPT_BUILDS = 6

# What decides the look of a front end. The repository holds more than its app, hence a list; other apps count whole.
SHARED_INPUTS = ("components", LOCK_FOLDER, "constraints.txt", "tools/frontend.py")
ROOT_INPUTS = ("rxconfig.py", "thinking_ui", "assets", "docs")
IGNORED_NAMES = {"__pycache__", "external", "node_modules", "uploaded_files"}
IGNORED_SUFFIXES = {".pyc", ".db", ".log"}

# What Reflex's backend reads from its web folder when it compiles nothing.
CLIENT = "build/client"
SERVED = (CLIENT, "backend", "routes.json", "reflex.json", "env.json")
BAKED = b"//localhost:65535"


class BuildError(RuntimeError):
    """A front end could not be built; the message says where the details are."""


def relative(path: Path) -> str:
    """Return `path` as a reader in the repository's root would write it."""
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)


def environment(**extra: str) -> dict[str, str]:
    """Return the environment for Reflex and for Node: the virtualenv's own tools first, no chatter, no telemetry."""
    bin_folder = str(Path(sys.executable).parent)
    return {
        **os.environ,
        "PATH": os.pathsep.join((bin_folder, os.environ.get("PATH", ""))),
        "REFLEX_DIR": str(BUILD / "reflex"),
        "REFLEX_USE_NPM": "1",
        "REFLEX_TELEMETRY_ENABLED": "false",
        "REFLEX_CHECK_LATEST_VERSION": "false",
        "npm_config_omit_lockfile_registry_resolved": "true",
        "npm_config_prefer_offline": "true",
        "npm_config_fetch_retries": "3",
        "npm_config_audit": "false",
        "npm_config_fund": "false",
        "npm_config_update_notifier": "false",
        **extra,
    }


def input_files(app_dir: Path) -> Iterator[Path]:
    """Yield every file that decides what the front end of `app_dir` is, in a stable order."""
    shared = [ROOT / name for name in SHARED_INPUTS]
    own = [ROOT / name for name in ROOT_INPUTS] if app_dir == ROOT else [app_dir]
    for start in (*shared, *own):
        if start.is_file():
            yield start
            continue
        for folder, folders, names in os.walk(start):
            folders[:] = sorted(name for name in folders if name not in IGNORED_NAMES and not name.startswith("."))
            for name in sorted(names):
                path = Path(folder) / name
                if path.suffix not in IGNORED_SUFFIXES and not name.startswith("."):
                    yield path


def content_hash(app_dir: Path = ROOT) -> str:
    """Return the name of the build that belongs to the present content of `app_dir` and of the kit."""
    digest = hashlib.sha256()
    for path in input_files(app_dir):
        digest.update(f"{os.path.relpath(path, ROOT)}\0{path.stat().st_size}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@contextlib.contextmanager
def exclusively() -> Iterator[None]:
    """Hold the lock under which builds are made, copied and pruned."""
    BUILD.mkdir(exist_ok=True)
    with (BUILD / "build.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def web_folder(app_dir: Path) -> Path:
    """Return where Reflex works on `app_dir`; a new app starts with what the main app has installed already."""
    main = ROOT / ".web"
    if app_dir == ROOT:
        return main
    folder = BUILD / "web" / app_dir.name
    if not folder.exists() and (main / "node_modules").exists():
        partial = folder.with_suffix(".partial")
        shutil.rmtree(partial, ignore_errors=True)
        shutil.copytree(main, partial, symlinks=True, ignore=shutil.ignore_patterns("node_modules", "build"))
        shutil.copytree(
            main / "node_modules",
            partial / "node_modules",
            symlinks=True,
            copy_function=os.link,
            ignore=shutil.ignore_patterns(".vite", ".package-lock.json"),
        )
        shutil.copy2(main / "node_modules" / ".package-lock.json", partial / "node_modules")
        partial.rename(folder)
    return folder


def stage(app_dir: Path, start_from_lock: bool = True) -> Path:
    """Return a folder that looks like `app_dir` to Reflex, but takes what Reflex writes into an app."""
    folder = BUILD / "stage"
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "assets").mkdir(parents=True)
    for entry in app_dir.iterdir():
        if not entry.name.startswith(".") and entry.name not in {"assets", LOCK_FOLDER}:
            (folder / entry.name).symlink_to(entry)
    for entry in (app_dir / "assets").glob("*"):
        if entry.name != "external":
            (folder / "assets" / entry.name).symlink_to(entry)
    lock = next((base / LOCK_FOLDER for base in (app_dir, ROOT) if (base / LOCK_FOLDER).exists()), None)
    if lock is not None and start_from_lock:
        shutil.copytree(lock, folder / LOCK_FOLDER)
    return folder


def compile_app(app_dir: Path, *, start_from_lock: bool = True, keep_lock_in: Path | None = None) -> Path:
    """Compile and bundle `app_dir` with Reflex and return its web folder. Call it while holding the lock.

    `keep_lock_in` takes the lock folder as the installation left it.
    """
    LOGS.mkdir(parents=True, exist_ok=True)
    log = LOGS / f"build-{app_dir.name}.log"
    web = web_folder(app_dir)
    # Reflex refreshes public files by date alone and never removes one.
    shutil.rmtree(web / "public", ignore_errors=True)
    staged = stage(app_dir, start_from_lock)
    settings = environment(REFLEX_WEB_WORKDIR=str(web), REFLEX_API_URL=f"http:{BAKED.decode()}", REFLEX_ENV_MODE="prod")
    with log.open("wb") as output:
        if "NPM_CONFIG_REGISTRY" not in settings:
            # Reflex would measure two public registries; the one npm is configured for is the right one.
            registry = subprocess.run(
                ["npm", "config", "get", "registry"], env=settings, stdout=subprocess.PIPE, stderr=output, text=True
            )
            settings["NPM_CONFIG_REGISTRY"] = registry.stdout.strip()
        result = subprocess.run(
            [sys.executable, "-m", "reflex", "export", "--frontend-only", "--no-zip"],
            cwd=staged,
            env=settings,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    if result.returncode != 0:
        raise BuildError(f"Building the front end of {relative(app_dir)!r} failed. Details: {relative(log)}")
    if keep_lock_in is not None:
        shutil.copytree(staged / LOCK_FOLDER, keep_lock_in)
    shutil.rmtree(staged)
    return web


def build(app_dir: Path = ROOT, *, quiet: bool = False) -> Path:
    """Return the finished build of `app_dir`, made now if its content has none yet."""
    app_dir = app_dir.resolve()
    target = BUILD / "builds" / content_hash(app_dir)
    if not target.exists():
        with exclusively():
            if not target.exists():
                if not quiet:
                    first = "" if (ROOT / ".web").exists() else " (the first time takes a minute)"
                    print(f"Building the front end{first} ...", flush=True)
                keep(compile_app(app_dir), target)
                prune()
    os.utime(target)
    return target


def keep(web: Path, target: Path) -> None:
    """Copy what serving needs from `web` to `target`, all or nothing."""
    partial = target.with_suffix(".partial")
    shutil.rmtree(partial, ignore_errors=True)
    for name in SERVED:
        source = web / name
        if source.is_dir():
            shutil.copytree(source, partial / name)
        elif source.exists():
            shutil.copy2(source, partial / name)
    if not any(BAKED in path.read_bytes() for path in partial.rglob("*.js")):
        raise BuildError(f"The bundle in {relative(web)} does not hold the address {BAKED.decode()!r} to be replaced")
    partial.rename(target)


def prune() -> None:
    """Remove all but the newest builds. Running servers have copies of their own."""
    builds = sorted((BUILD / "builds").iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in builds[KEPT_BUILDS:]:
        shutil.rmtree(path, ignore_errors=True)


def for_port(built: Path, port: int, target: Path) -> None:
    """Make `target` a copy of `built` whose pages talk to `port`."""
    address = b"//localhost:%d" % port
    for source in built.rglob("*"):
        copy = target / source.relative_to(built)
        if source.is_dir():
            copy.mkdir(parents=True, exist_ok=True)
            continue
        copy.parent.mkdir(parents=True, exist_ok=True)
        packed = source.suffix == ".gz"
        plain = gzip.decompress(source.read_bytes()) if packed else source.read_bytes()
        if BAKED in plain:
            plain = plain.replace(BAKED, address)
            copy.write_bytes(gzip.compress(plain, 6, mtime=0) if packed else plain)
        elif source.is_relative_to(built / CLIENT):
            os.link(source, copy)
        else:
            shutil.copy2(source, copy)
