"""What an editor knows of the kit: names, props, and wrong ones."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tools import frontend

CODE = """
import reflex_thinking as rt

reveal_type(rt.events([]))
reveal_type(rt.Turn)
reveal_type(rt.thinking(None, live="overlay", default_open=True))
reveal_type(rt.Trace().tool("search"))
rt.thinking(None, live="sideways")
rt.thinking(None, show_words="yes")
rt.chat(None, live="sideways")
rt.chat(None, lable="How")
rt.nothing
rt.requests.anthropic("claude", thinking="yes")
"""
REVEALED = ["Events", "type[Turn]", "Component", "ToolUse"]
WRONG = [8, 9, 10, 11, 12, 13]


@pytest.fixture(scope="module")
def findings(tmp_path_factory: pytest.TempPathFactory) -> list[dict]:
    folder = tmp_path_factory.mktemp("typing")
    (folder / "code.py").write_text(CODE, encoding="utf-8")
    settings = {"extraPaths": [str(frontend.ROOT / "components")], "reportUnusedExpression": False}
    (folder / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    command = [sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable, "-p", str(folder)]
    variables = frontend.environment(PYRIGHT_PYTHON_IGNORE_WARNINGS="1")
    output = subprocess.run(command, env=variables, capture_output=True, text=True, check=False)
    return json.loads(output.stdout)["generalDiagnostics"]


def test_names_and_what_they_return_are_known(findings: list[dict]):
    shown = [finding["message"] for finding in findings if finding["severity"] == "information"]
    assert [message.split(" is ")[1].strip('"') for message in shown] == REVEALED


def test_wrong_props_and_names_are_found(findings: list[dict]):
    lines = [finding["range"]["start"]["line"] + 1 for finding in findings if finding["severity"] == "error"]
    assert sorted(set(lines)) == WRONG


def test_types_come_with_the_package():
    assert (Path(frontend.ROOT) / "components" / "reflex_thinking" / "py.typed").exists()
