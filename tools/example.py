"""Serve one of the apps in `examples/`, each of which is a single file.

Usage: python -m tools.example NAME [--port 3000] [--host 127.0.0.1]

Reflex serves folders, so an app's file is put into a folder of its own in `.build/examples/`, beside the configuration that
`reflex init` would have written. What has no pages is served by granian alone.
"""

import argparse
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from tools import frontend, serve

EXAMPLES = frontend.ROOT / "examples"
PROJECTS = frontend.BUILD / "examples"
CONFIGURATION = '''"""Reflex configuration of an example."""

import reflex as rx

config = rx.Config(
    app_name="{name}",
    telemetry_enabled=False,
    plugins=[rx.plugins.RadixThemesPlugin()],
    disable_plugins=[rx.plugins.SitemapPlugin],
)
'''


def names() -> list[str]:
    """All examples."""
    return sorted(path.stem for path in EXAMPLES.glob("*.py") if path.stem != "__init__")


def has_pages(name: str) -> bool:
    """Whether an example is a Reflex app; one that is not has a `service`."""
    return "\nservice = " not in (EXAMPLES / f"{name}.py").read_text(encoding="utf-8")


def project(name: str, files: Mapping[str, str] | None = None) -> Path:
    """Make a Reflex project and return its folder.

    Args:
        name: What the app is called; its module is `{name}/{name}.py`.
        files: The modules of the app by name; by default the example of the same name.
    """
    folder = PROJECTS / name
    shutil.rmtree(folder, ignore_errors=True)
    (folder / name).mkdir(parents=True)
    (folder / "rxconfig.py").write_text(CONFIGURATION.format(name=name), encoding="utf-8")
    files = files or {name: (EXAMPLES / f"{name}.py").read_text(encoding="utf-8")}
    (folder / "assets").mkdir()
    shutil.copy2(frontend.ROOT / "assets" / "favicon.ico", folder / "assets")
    for module, code in {"__init__": "", **files}.items():
        (folder / name / f"{module}.py").write_text(code, encoding="utf-8")
    return folder


def service_command(name: str, host: str, port: int) -> list[str]:
    """The command that serves an example without pages."""
    target = f"examples.{name}:service"
    return [sys.executable, "-m", "granian", "--interface", "asgi", "--host", host, "--port", str(port), target]


def main() -> int:
    """Serve the example that is named on the command line."""
    parser = argparse.ArgumentParser(description="Serve an example.")
    parser.add_argument("name", choices=names(), help="one of the files in examples/")
    parser.add_argument("--port", type=int, default=3000)
    parser.add_argument("--host", default="127.0.0.1", help="0.0.0.0 lets other machines in")
    options = parser.parse_args()
    if has_pages(options.name):
        return serve.main([str(project(options.name)), "--port", str(options.port), "--host", options.host])
    try:
        command = service_command(options.name, options.host, options.port)
        return subprocess.run(command, cwd=frontend.ROOT, check=False).returncode
    except KeyboardInterrupt:
        return 0


if __name__ == "__main__":
    sys.exit(main())
