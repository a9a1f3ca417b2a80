"""What docs/behaviour.md shows works."""

import json
import re
from pathlib import Path
from typing import Any

import httpx2
import pytest
import reflex_thinking as rt
from reflex_thinking.runs.registry import Runs
from reflex_thinking.settings import Settings, settings
from reflex_thinking.store.memory import MemoryStore
from reflex_thinking.summaries import Summarise

from tests.units.runs.helpers import QUICK, saying, start, stored, within

pytest.importorskip("anthropic")
BLOCKS = re.findall(
    r"```python\n(.*?)```",
    (Path(__file__).parents[2] / "docs" / "behaviour.md").read_text(encoding="utf-8"),
    flags=re.S,
)


@pytest.fixture(autouse=True)
def as_it_was(monkeypatch: pytest.MonkeyPatch):
    """What an example configures is forgotten."""
    for name in ("live", "auto_close", "locale", "summarise"):
        monkeypatch.setattr(settings, name, getattr(Settings, name))
    monkeypatch.setattr(settings, "texts", {})


def run(block: str) -> dict[str, Any]:
    names: dict[str, Any] = {"__name__": "docs"}
    exec(compile(block, "behaviour.md", "exec"), names)
    return names


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_every_python_block_runs(number: int):
    run(BLOCKS[number])


async def test_a_model_makes_the_summary():
    asked: list[str] = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        asked.append(json.loads(request.content)["messages"][0]["content"])
        said = [{"type": "text", "text": "Compared three offers."}]
        message = {"id": "m", "type": "message", "role": "assistant", "model": "x", "content": said}
        return httpx2.Response(200, json={**message, "usage": {"input_tokens": 1, "output_tokens": 1}})

    (names,) = (run(block) for block in BLOCKS if "rt.summarise_with" in block)
    names["client"]._client = httpx2.AsyncClient(transport=httpx2.MockTransport(answer))
    assert await summary_by(settings.summarise) == "Compared three offers."
    assert "There are three offers." in asked[0]


async def test_a_function_makes_the_summary():
    (names,) = (run(block) for block in BLOCKS if "def summarise" in block)
    assert await summary_by(names["summarise"]) == "There are three offers"


async def summary_by(summarise: Summarise | None) -> str:
    runs = Runs(MemoryStore(), limits=QUICK, summarise=summarise)
    made = await start(runs, saying(rt.reasoning("There are three offers."), "Take the second."))
    await within(made.wait())
    (event,) = await stored(made, runs)
    return event["blocks"][0]["summary"]
