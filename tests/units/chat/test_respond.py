"""The chat as the page calls it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from reflex_thinking import RespondError
from reflex_thinking import canonical as ev
from reflex_thinking.runs.registry import Runs
from reflex_thinking.runs.turn import Turn
from reflex_thinking.store.memory import MemoryStore

import thinking_ui.chat as chat
from tests.units.chat.helpers import text_of
from tests.units.runs.helpers import QUICK, turn_in, within
from thinking_ui import settings
from thinking_ui.chat import pace


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    for name in ("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "OPENAI_BASE_URL", "GEMINI_API_KEY", "GOOGLE_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("THINKING_UI_PACE", "0")
    settings.get_settings.cache_clear()
    chat.get_library.cache_clear()
    yield monkeypatch
    settings.get_settings.cache_clear()
    chat.get_library.cache_clear()


async def ask(text: str, **fields: Any) -> dict[str, Any]:
    store = MemoryStore()
    runs = Runs(store, journal_dir=None, limits=QUICK)
    turn = await turn_in(store, text=text, **fields)
    return await within((await runs.start(turn, chat.respond)).wait())


async def test_a_question_is_answered():
    message = await ask("What does discovery cost?")
    assert "14,000 euros" in text_of(message)
    assert message["blocks"]


async def test_without_thinking_there_is_no_block():
    message = await ask("What does discovery cost?", thinking_enabled=False)
    assert "14,000 euros" in text_of(message)
    assert message["blocks"] == []


async def test_the_folder_of_the_settings_is_searched(environment: pytest.MonkeyPatch, tmp_path: Path):
    (tmp_path / "bees.md").write_text("# Bees\n\nA hive makes 30 kilograms of honey.\n")
    environment.setenv("THINKING_UI_CORPUS", str(tmp_path))
    assert "30 kilograms" in text_of(await ask("How much honey does a hive make?"))


async def test_a_model_without_its_key_is_an_error_that_says_what_to_do(environment: pytest.MonkeyPatch):
    environment.setenv("THINKING_UI_MODEL", "anthropic")
    message = await ask("Hello")
    assert message["status"] == "error"
    assert message["error"] == {
        "message": "The model 'anthropic' cannot be used: Set ANTHROPIC_API_KEY and restart, or choose another model.",
        "code": "model_unavailable",
    }


async def test_a_turn_may_name_the_model():
    turn = Turn(text="Hello", history=[], thread_id="t", message_id="m", user_id="u", options={"model": "gemini"})
    with pytest.raises(RespondError, match="'gemini' cannot be used: Set GEMINI_API_KEY"):
        async for _ in chat.respond(turn):
            pass


async def test_the_pace_is_that_of_the_settings(environment: pytest.MonkeyPatch):
    waited: list[float] = []
    environment.setenv("THINKING_UI_PACE", "0.05")
    sleep = asyncio.sleep

    async def note(seconds: float) -> None:
        waited.append(seconds)
        await sleep(0)

    environment.setattr(asyncio, "sleep", note)
    turn = Turn(text="What does discovery cost?", history=[], thread_id="t", message_id="m", user_id="u")
    spoken = [event async for event in chat.respond(turn) if isinstance(event, ev.TextDelta)]
    assert len(spoken) > 5
    between_words = 0.05 * pace.WORD_SECONDS * pace.WORDS_AT_ONCE
    assert sum(seconds == pytest.approx(between_words) for seconds in waited) >= len(spoken)
