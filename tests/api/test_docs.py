"""What docs/api.md says can be done."""

import asyncio
import json
import re
import shutil
from pathlib import Path

import pytest
import reflex_thinking as rt
from reflex_thinking.api.limits import ApiLimits
from reflex_thinking.api.openapi import openapi

from .hosting import serve

DOCS = (Path(__file__).parents[2] / "docs" / "api.md").read_text()
COMMANDS = [block for block in re.findall(r"```sh\n(.*?)```", DOCS, re.DOTALL) if "curl" in block]


async def respond(turn: rt.Turn):
    yield rt.reasoning("Let me see.")
    yield "The answer is 4."


async def test_the_commands_of_the_guide_work_one_after_the_other(tmp_path: Path):
    curl = shutil.which("curl")
    if curl is None:
        pytest.skip("curl is not installed")
    outputs: list[str] = []
    async with serve(respond) as host:
        script = "set -eu\n" + "printf '\\n=====\\n'\n".join(COMMANDS)
        shell = await asyncio.create_subprocess_exec(
            *("sh", "-c", script.replace("http://localhost:3000", host.url)),
            cwd=tmp_path,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        out, error = await asyncio.wait_for(shell.communicate(), 60)
        assert shell.returncode == 0, error.decode()
        outputs = out.decode().split("\n=====\n")
    simple, finished, events, rest, stopped, thread = outputs
    assert simple.count("event: done") == 1 and '"delta":"Let me see."' in simple
    assert json.loads(finished)["assistant"] == {"text": "The answer is 4."}
    assert "id: 1\nevent: message_started" in events
    assert rest.split("\n\n")[1:] == events.split("\n\n")[4:]
    assert json.loads(stopped)["messageId"]
    assert len(json.loads(thread)["messages"]) == 2


def test_the_guide_names_every_route_and_every_limit():
    paths = [
        path.replace("{event_id}", "{messageId}").replace("{thread_id}", "{threadId}")
        for path in openapi("/api")["paths"]
    ]
    for path in paths:
        assert path in DOCS or path.endswith("/visitor.js")
    for name in ApiLimits.__slots__:
        assert f"`{name}`" in DOCS


def test_the_guide_names_every_code():
    api = Path(rt.__file__).parent / "api"
    codes = {code for path in api.glob("*.py") for code in re.findall(r'ApiError\(\s*\d+, "(\w+)"', path.read_text())}
    assert len(codes) > 10
    for code in codes - {"disconnected", "internal_error"}:
        assert f"`{code}`" in DOCS, code
