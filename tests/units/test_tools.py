"""The commands behind the Makefile."""

import ast
import gzip
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tools import bootstrap, chromium, frontend, lock, serve

ROOT = frontend.ROOT


@pytest.fixture
def app(tmp_path: Path) -> Path:
    folder = tmp_path / "app"
    (folder / "assets" / "external").mkdir(parents=True)
    (folder / "rxconfig.py").write_text("config = 1\n")
    (folder / "assets" / "style.css").write_text("a {}\n")
    return folder


def program(path: Path) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return str(path)


class TestContentHash:
    def test_depends_on_content_and_not_on_dates(self, app: Path):
        before = frontend.content_hash(app)
        os.utime(app / "rxconfig.py", (1, 1))
        assert frontend.content_hash(app) == before
        (app / "rxconfig.py").write_text("config = 2\n")
        assert frontend.content_hash(app) != before

    def test_depends_on_names(self, app: Path):
        before = frontend.content_hash(app)
        (app / "assets" / "style.css").rename(app / "assets" / "other.css")
        assert frontend.content_hash(app) != before

    @pytest.mark.parametrize("name", ["assets/external/store.js", "__pycache__/a.pyc", ".web/env.json", "chat.db"])
    def test_ignores_what_running_the_app_leaves_behind(self, app: Path, name: str):
        before = frontend.content_hash(app)
        (app / name).parent.mkdir(parents=True, exist_ok=True)
        (app / name).write_text("made while running")
        assert frontend.content_hash(app) == before

    def test_of_any_app_covers_the_kit_and_the_pins(self, app: Path):
        files = set(frontend.input_files(app))
        assert {ROOT / "components/reflex_thinking/__init__.py", ROOT / "constraints.txt"} <= files
        assert ROOT / "reflex.lock/package-lock.json" in files

    def test_of_the_demo_leaves_out_tests_and_commands(self):
        folders = {path.relative_to(ROOT).parts[0] for path in frontend.input_files(ROOT)}
        assert {"rxconfig.py", "thinking_ui", "components"} <= folders
        assert not folders & {"tests", "Makefile", ".git", ".venv"}


class TestServableCopy:
    def test_talks_to_its_port_in_plain_and_packed_files(self, tmp_path: Path):
        built, copy = tmp_path / "built", tmp_path / "copy"
        assets = built / frontend.CLIENT / "assets"
        assets.mkdir(parents=True)
        script = b'const event="ws:' + frontend.BAKED + b'/_event";'
        (assets / "env.js").write_bytes(script)
        (assets / "env.js.gz").write_bytes(gzip.compress(script))
        (assets / "page.js").write_bytes(b"page()")
        frontend.for_port(built, 4321, copy)
        wanted = b'const event="ws://localhost:4321/_event";'
        copied = copy / frontend.CLIENT / "assets"
        assert (copied / "env.js").read_bytes() == wanted
        assert gzip.decompress((copied / "env.js.gz").read_bytes()) == wanted
        assert (copied / "page.js").read_bytes() == b"page()"
        assert (assets / "env.js").read_bytes() == script

    def test_is_refused_for_a_bundle_without_the_address(self, tmp_path: Path):
        (tmp_path / "web" / frontend.CLIENT).mkdir(parents=True)
        (tmp_path / "web" / frontend.CLIENT / "a.js").write_text("a()")
        with pytest.raises(frontend.BuildError, match="does not hold the address"):
            frontend.keep(tmp_path / "web", tmp_path / "built")
        assert not (tmp_path / "built").exists()


class TestStage:
    def test_shows_the_app_and_takes_what_reflex_writes(self, app: Path, tmp_path: Path, monkeypatch):
        monkeypatch.setattr(frontend, "BUILD", tmp_path / "build")
        staged = frontend.stage(app)
        assert (staged / "rxconfig.py").read_text() == "config = 1\n"
        (staged / "assets" / "external").mkdir()
        (staged / frontend.LOCK_FOLDER / "package-lock.json").write_text("changed")
        assert list((app / "assets" / "external").iterdir()) == []
        assert (ROOT / frontend.LOCK_FOLDER / "package-lock.json").read_text() != "changed"


class TestPort:
    def test_busy_gives_one_line_and_a_way_out(self):
        with socket.socket() as other:
            other.bind(("127.0.0.1", 0))
            other.listen()
            port = other.getsockname()[1]
            result = subprocess.run(
                [sys.executable, "-m", "tools.serve", "--port", str(port)], cwd=ROOT, capture_output=True, text=True
            )
        assert result.returncode == 1
        assert result.stdout == ""
        assert result.stderr.splitlines() == [
            f"Port {port} is in use. Stop what runs there, or take another: make demo PORT={port + 1}"
        ]

    def test_free_is_accepted(self):
        serve.check_port(serve.free_port())


class TestBootstrap:
    def test_parses_on_old_pythons(self):
        source = (ROOT / "tools" / "bootstrap.py").read_text()
        ast.parse(source, feature_version=(3, 6))
        # Both are newer than what has to read this file, and the parser does not tell.
        assert "from __future__" not in source
        assert "import tomllib" not in source.split("def ")[0]

    def test_turns_an_old_python_away_in_one_line(self):
        with pytest.raises(bootstrap.SetupError) as refusal:
            bootstrap.check_python((3, 9, 2, "final", 0))
        assert re.fullmatch(
            r"This needs Python 3\.11 or newer, but '[^']+' is 3\.9\.2\. Install .*: make PYTHON=\S+",
            str(refusal.value),
        )
        bootstrap.check_python((3, 11, 0))

    def test_reports_an_old_python_before_doing_anything(self, monkeypatch, capsys, tmp_path: Path):
        monkeypatch.setattr(bootstrap, "OLDEST", (99, 0))
        monkeypatch.setattr(bootstrap, "LOG", str(tmp_path / "logs" / "install.log"))
        assert bootstrap.main(["dev"]) == 1
        output = capsys.readouterr()
        assert output.out == ""
        assert len(output.err.splitlines()) == 1
        assert list(tmp_path.iterdir()) == []

    @pytest.mark.slow
    def test_reports_a_failed_install_in_one_line(self, tmp_path: Path):
        for name in ("pyproject.toml", "constraints.txt", "tools/bootstrap.py"):
            (tmp_path / name).parent.mkdir(exist_ok=True)
            shutil.copy(ROOT / name, tmp_path / name)
        result = subprocess.run(
            [sys.executable, "tools/bootstrap.py", "demo"],
            cwd=tmp_path,
            env={**os.environ, "PIP_NO_INDEX": "1", "PIP_CONFIG_FILE": os.devnull},
            capture_output=True,
            text=True,
        )
        assert result.returncode == 1
        (line,) = result.stderr.splitlines()
        assert line.startswith("Installing Python packages failed (")
        assert line.endswith("then run make again. Details: .build/logs/install.log")
        assert (tmp_path / ".build/logs/install.log").read_text()
        assert not (tmp_path / ".venv" / "installed").exists()

    def test_profiles_contain_each_other(self):
        demo, dev = (set(bootstrap.requirements(profile)) for profile in bootstrap.PROFILES)
        assert demo < dev
        assert not any(entry.startswith("reflex-thinking") for entry in dev)


class TestLocks:
    def test_constraints_hold_names_and_versions_only(self):
        lines = [line for line in (ROOT / "constraints.txt").read_text().splitlines() if not line.startswith("#")]
        assert lines
        assert [line for line in lines if not re.fullmatch(r"[a-z0-9._-]+==[0-9][0-9a-z.+!]*", line)] == []

    def test_constraints_pin_all_that_is_asked_for(self):
        pinned = {
            re.split("==", line)[0].replace("_", "-") for line in (ROOT / "constraints.txt").read_text().splitlines()
        }
        wanted = {re.split(r"[\[<>=!~ ]", entry)[0].lower() for entry in bootstrap.requirements("dev")}
        assert wanted <= pinned

    def test_the_front_end_lock_holds_no_addresses(self):
        text = (ROOT / frontend.LOCK_FOLDER / "package-lock.json").read_text()
        assert "://" not in text
        assert text == lock.without_addresses(text)

    def test_the_front_end_lock_checks_every_package(self):
        packages = json.loads((ROOT / frontend.LOCK_FOLDER / "package-lock.json").read_text())["packages"]
        unchecked = [name for name, package in packages.items() if name and "integrity" not in package]
        assert unchecked == []


class TestChromium:
    @pytest.fixture(autouse=True)
    def bare_machine(self, monkeypatch, tmp_path: Path):
        for variable in (*chromium.OVERRIDES, "PLAYWRIGHT_BROWSERS_PATH"):
            monkeypatch.delenv(variable, raising=False)
        (tmp_path / "bin").mkdir()
        monkeypatch.setenv("PATH", str(tmp_path / "bin"))
        monkeypatch.setenv("HOME", str(tmp_path / "home"))
        monkeypatch.setattr(chromium, "MAC_APPLICATIONS", ())

    def test_is_looked_for_in_order(self, monkeypatch, tmp_path: Path):
        with pytest.raises(chromium.ChromiumMissingError) as missing:
            chromium.find()
        assert len(str(missing.value).splitlines()) == 1
        assert "apt-get install chromium" in str(missing.value)

        downloaded = program(tmp_path / "home/.cache/ms-playwright/chromium-1200/chrome-linux/chrome")
        assert chromium.find() == downloaded
        chrome = program(tmp_path / "bin/google-chrome")
        assert chromium.find() == chrome
        debian = program(tmp_path / "bin/chromium")
        assert chromium.find() == debian
        named = program(tmp_path / "elsewhere/my-chrome")
        monkeypatch.setenv("CHROME", named)
        assert chromium.find() == named
        monkeypatch.setenv("CHROMIUM", debian)
        assert chromium.find() == debian

    def test_named_wrongly_is_said_so(self, monkeypatch):
        monkeypatch.setenv("CHROMIUM", "/nowhere/chromium")
        with pytest.raises(chromium.ChromiumMissingError, match="CHROMIUM='/nowhere/chromium' is not a program"):
            chromium.find()

    def test_is_installed_only_by_root_with_apt(self, monkeypatch, tmp_path: Path):
        program(tmp_path / "bin/apt-get")
        (tmp_path / "bin/apt-get").write_text(f"#!/bin/sh\n: > {tmp_path}/asked\n")
        monkeypatch.setattr(os, "geteuid", lambda: 1000)
        assert chromium.install() is None
        assert not (tmp_path / "asked").exists()
        monkeypatch.setattr(os, "geteuid", lambda: 0)
        assert chromium.install() is None  # this apt-get installs nothing
        assert (tmp_path / "asked").exists()


def test_tests_with_a_browser_run_beside_the_others():
    from tools import tests

    folders = tests.others()
    assert "tests/units" in folders
    assert tests.BROWSER not in folders
    assert {*folders, tests.BROWSER} == {
        f"tests/{path.parent.relative_to(ROOT / 'tests').parts[0]}" for path in (ROOT / "tests").rglob("test_*.py")
    }
    assert tests.names_paths(["-q", "tests/units/test_tools.py::test_x"])
    assert not tests.names_paths(["-m", "slow or not slow", "-q"])


def test_the_type_checker_is_strict_with_files_that_exist_and_with_the_public_contract():
    strict = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["pyright"]["strict"]
    assert [path for path in strict if not (ROOT / path).exists()] == []
    assert len(set(strict)) == len(strict)
    kit = "components/reflex_thinking"
    assert {f"{kit}/{name}" for name in ("canonical.py", "model.py", "stored.py", "errors.py", "trace.py")} <= {*strict}


def test_the_type_checker_is_strict_with_whatever_does_not_import_reflex():
    kit = ROOT / "components" / "reflex_thinking"
    strict = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["pyright"]["strict"]

    def imports_reflex(path: Path) -> bool:
        return re.search(r"^\s*(import|from) reflex(_base)?\b", path.read_text(), re.M) is not None

    rooms = [path for path in kit.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()]
    pure = [path for path in rooms if not any(map(imports_reflex, path.rglob("*.py") if path.is_dir() else [path]))]
    assert len(pure) > 20
    missing = {str(path.relative_to(ROOT)) for path in pure} - {*strict, "components/reflex_thinking/__init__.py"}
    assert missing == set()
