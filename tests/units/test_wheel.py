"""The wheel holds the kit, all of it and nothing else."""

import subprocess
import sys
import zipfile
from email import message_from_string
from email.message import Message
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
KIT = ROOT / "components" / "reflex_thinking"
EXTRAS = {
    "ag-ui",
    "anthropic",
    "api",
    "db",
    "gemini",
    "langchain",
    "openai",
    "postgres",
    "pydantic-ai",
    "terminal",
}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)],
        check=True,
        capture_output=True,
    )
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


@pytest.fixture(scope="module")
def metadata(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return message_from_string(archive.read(name).decode())


def test_holds_every_file_of_the_kit(names: set[str]):
    kit = {
        str(path.relative_to(KIT.parent))
        for path in KIT.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert {name for name in names if name.startswith("reflex_thinking/")} == kit
    assert "reflex_thinking/py.typed" in names


def test_holds_nothing_but_the_kit(names: set[str]):
    assert {name.split("/")[0] for name in names} == {"reflex_thinking", "reflex_thinking-0.1.0.dist-info"}


def test_declares_its_extras_and_needs_little(metadata: Message):
    assert set(metadata.get_all("Provides-Extra", [])) == EXTRAS
    needed = {entry for entry in metadata.get_all("Requires-Dist", []) if "extra ==" not in entry}
    uvloop = "uvloop>=0.21; sys_platform != 'win32' and implementation_name == 'cpython'"
    assert needed == {"babel>=2.16", "pydantic>=2", "reflex<0.11,>=0.10.1", uvloop}
    assert metadata["License-Expression"] == "MIT"
    assert metadata["Requires-Python"] == ">=3.11"
