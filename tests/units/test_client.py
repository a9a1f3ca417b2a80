"""The kit's JavaScript modules, linked into the app that is being compiled."""

from pathlib import Path
from typing import Any

import pytest
import reflex as rx
from reflex_thinking import client


@pytest.fixture
def linked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Which files were linked."""
    files: list[str] = []
    original = rx.asset

    def asset(path: str, **options: Any):
        files.append(path)
        return original(path, **options, _stack_level=2)

    monkeypatch.setattr(rx, "asset", asset)
    return files


def test_all_modules_are_there_for_each_app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        monkeypatch.chdir(tmp_path / name)
        assert client.module("thinking.js").endswith("/thinking.js")
        names = {path.name for path in Path("assets").rglob("*")}
        assert {"thinking.js", "thinking.css", "store.js", "en-US.json"} <= names


def test_they_are_linked_once_for_an_app_because_that_is_slow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, linked: list[str]
):
    monkeypatch.chdir(tmp_path)
    for _ in range(3):
        client.module("thinking.js")
        client.module("markdown.js")
    assert linked
    assert len(linked) == len(set(linked))
