"""Every example says how to run it, and what it needs when that is missing."""

import ast
import importlib
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import reflex_thinking as rt
from reflex_base.registry import RegistrationContext

from tools import example

TURN = rt.Turn(text="What time is it in Lisbon?", history=[], thread_id="t", message_id="m", user_id="u")


def imported(name: str) -> Any:
    """An example, as an app of its own beside the others."""
    with RegistrationContext.ensure_context().fork():
        return importlib.import_module(f"examples.{name}")


@pytest.mark.parametrize("name", example.names())
def test_it_begins_with_how_to_run_it(name: str):
    head = ast.get_docstring(ast.parse((example.EXAMPLES / f"{name}.py").read_text(encoding="utf-8"))) or ""
    assert f"make example NAME={name}" in head
    assert "pip install" in head
    assert ("reflex run" in head) == example.has_pages(name)


def test_all_of_them_are_listed():
    listed = re.findall(r"\[(\w+)\.py\]\(\1\.py\)", (example.EXAMPLES / "README.md").read_text(encoding="utf-8"))
    assert sorted(listed) == example.names()


@pytest.mark.parametrize(
    ("name", "variable"), [("anthropic_chat", "ANTHROPIC_API_KEY"), ("openai_tools", "OPENAI_API_KEY")]
)
async def test_a_missing_key_is_said(name: str, variable: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv(variable, raising=False)
    module = imported(name)
    respond = rt.traced(module.agent) if hasattr(module, "agent") else module.Claude.respond
    with pytest.raises(rt.RespondError, match=f"{variable} is not set"):
        await _all(respond(TURN))


async def _all(values: AsyncIterator[Any]) -> list[Any]:
    return [value async for value in values]


@pytest.mark.parametrize(
    ("tool", "given"),
    [
        ("time_in", {"zone": "Europe/Nowhere"}),
        ("time_in", {"zone": "../../etc/passwd"}),
        ("time_in", {}),
        ("days_between", {"first": "yesterday", "last": "2026-01-01"}),
        ("rm", {"path": "/"}),
        ("time_in", "{broken"),
    ],
)
def test_a_tool_that_cannot_be_run_is_a_failed_step_and_the_model_is_told(tool: str, given: Any):
    module = imported("openai_tools")
    trace = rt.Trace()
    told = module.run(trace, rt.ToolCall(id="call_1", name=tool, input=given))
    assert isinstance(told, rt.RespondError)
    assert trace.events[-1].type == "tool_result" and trace.events[-1].error


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("12 * (3 + 4) / 7", "It is **12**."),
        ("-2 - 3", "It is **-5**."),
        ("1/0", None),
        ("__import__('os')", None),
        ("", None),
    ],
)
async def test_the_calculator_works_sums_out_and_nothing_else(text: str, answer: str | None):
    module = imported("custom_look")
    trace = rt.Trace()
    turn = rt.Turn(text=text, history=[], thread_id="t", message_id="m", user_id="u")
    if answer is None:
        with pytest.raises(rt.RespondError):
            await module.agent(trace, turn)
    else:
        await module.agent(trace, turn)
        assert trace.events[-1].text_delta == answer


def test_a_project_has_what_reflex_needs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(example, "PROJECTS", tmp_path)
    folder = example.project("headless")
    assert {str(path.relative_to(folder)) for path in folder.rglob("*.py")} == {
        "rxconfig.py",
        "headless/__init__.py",
        "headless/headless.py",
    }
