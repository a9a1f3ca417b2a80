"""What the AI SDK itself sends: its package from npm, in node."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import reflex_thinking as rt

from tests.units.interop.agents import ANSWER, THOUGHT, check, final, says

SCRIPT = Path(__file__).with_name("vercel.mjs")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not (shutil.which("npm") and shutil.which("node")), reason="there is no npm here"),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("ai-sdk")
    (folder / "package.json").write_text('{"private": true, "type": "module"}')
    shutil.copy(SCRIPT, folder)
    command = ["npm", "install", "--no-audit", "--no-fund", "ai@6"]
    installed = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=180, check=False)
    if installed.returncode:
        pytest.skip(f"npm cannot install the AI SDK here: {installed.stderr[-200:]}")
    return folder


def message_from(folder: Path, how: str = "") -> dict[str, Any]:
    command = ["node", SCRIPT.name, how]
    sent = subprocess.run(command, cwd=folder, capture_output=True, timeout=60, check=True).stdout
    events = list(rt.events(sent))
    check(events)
    return final(events)


def test_a_model_that_thinks_calls_a_tool_and_answers(folder: Path):
    message = message_from(folder)
    assert says(message) == [
        ("reasoning", f"{THOUGHT}los."),
        ("tool_call", "look", {"where": "🥊"}, {"at": "🥊"}, None),
        ("text", ANSWER),
    ]
    assert (message["status"], message["stop_reason"], message["provider"]) == ("done", "stop", "vercel")
    assert message["artifacts"]["chips"] == ["Weiter?"]
    assert [source["url"] for source in message["artifacts"]["sources"]] == ["https://example.org/"]


def test_a_tool_that_fails(folder: Path):
    message = message_from(folder, "tool-error")
    kind, name, given, result, error = says(message)[1]
    assert (kind, name, given, result) == ("tool_call", "look", {"where": "🥊"}, None)
    assert error
    assert message["status"] == "done"


def test_a_model_that_fails_keeps_what_had_arrived(folder: Path):
    message = message_from(folder, "model-error")
    assert message["status"] == "error"
    assert says(message)[-1] == ("text", "Nichts ")
    assert "secret" not in str(message)
