"""The scripted runs of the demo app, and how tests hold them in the middle."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from reflex_thinking import RespondError

from tests.browser.live import Hold
from tests.units.runs.helpers import until, within
from thinking_ui.scenarios import runs


@pytest.fixture
def hold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Hold:
    held = Hold(tmp_path / "hold")
    held.release()
    monkeypatch.setattr(runs, "HOLD", str(tmp_path / "hold"))
    for name in ("WORD_SECONDS", "TOOL_SECONDS"):
        monkeypatch.setattr(runs, name, 0)
    return held


async def played(name: str, seen: list[str]) -> None:
    async for event in runs.play(name):
        seen += [runs.trace_of(event)]


async def test_a_scenario_waits_where_a_test_holds_it_and_goes_on_when_it_is_let_go(hold: Hold):
    seen: list[str] = []
    hold("the weather")
    playing = asyncio.ensure_future(played("two-blocks", seen))
    await until(lambda: "weather" in "".join(seen))
    for _ in range(5):
        await asyncio.sleep(0.02)
    assert "".join(seen) == "First I look at the weather, "
    hold("dry")
    await until(lambda: "dry" in "".join(seen))
    assert not playing.done()
    hold.release()
    await within(playing)
    assert "".join(seen).endswith("You are free at 15:30.")


async def test_a_step_without_text_is_known_by_its_type_and_id(hold: Hold):
    seen: list[str] = []
    hold("code_interpreter_call_update search-3 0.5")
    playing = asyncio.ensure_future(played("search", seen))
    await until(lambda: "0.5" in "".join(seen))
    assert "37" not in "".join(seen)
    hold.release()
    await within(playing)


async def test_a_scenario_that_does_not_exist_is_named():
    with pytest.raises(RespondError, match="'nonsense'"):
        await played("nonsense", [])


def test_every_scenario_ends(hold: Hold):
    async def all_of_them() -> dict[str, Any]:
        results = await asyncio.gather(*(played(name, []) for name in runs.SCENARIOS), return_exceptions=True)
        return dict(zip(runs.SCENARIOS, results, strict=True))

    failed = {name: type(result).__name__ for name, result in asyncio.run(all_of_them()).items() if result}
    assert failed == {"failure": "RespondError", "crash": "ZeroDivisionError"}
