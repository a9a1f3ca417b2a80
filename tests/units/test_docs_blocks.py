"""Every block of code in the README and the documentation runs, compiles, or names only what is there."""

import ast
import inspect
import json
import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import reflex as rx
import reflex_thinking as rt
from markdown_it import MarkdownIt
from reflex_base.registry import RegistrationContext
from reflex_thinking.settings import settings
from reflex_thinking.ui.step_list import _registered

from thinking_ui.docs import library, live, rendering
from tools import frontend

ROOT = frontend.ROOT
FILES = [
    ROOT / "README.md",
    ROOT / "examples" / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted((ROOT / "docs").glob("*.md")),
]
LANGUAGES = {"python", "sh", "json", "css", "markdown", "text", ""}


class Block(NamedTuple):
    """A block of code, and where it stands."""

    place: str
    language: str
    is_live: bool
    code: str


def blocks(path: Path) -> Iterator[Block]:
    for token in MarkdownIt("commonmark").parse(path.read_text(encoding="utf-8")):
        if token.type == "fence":
            words = token.info.split()
            line = token.map[0] + 1 if token.map else 0
            place = f"{path.relative_to(ROOT)}:{line}"
            yield Block(place, words[0] if words else "", rendering.is_live(token), token.content)


ALL = [block for path in FILES for block in blocks(path)]


def of(language: str) -> Any:
    return pytest.mark.parametrize(
        "block", [b for b in ALL if b.language == language and not b.is_live], ids=lambda b: b.place
    )


@pytest.fixture(autouse=True)
def as_it_was(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """What a block configures or writes is gone afterwards."""
    for name, value in vars(settings).items():
        monkeypatch.setattr(settings, name, dict(value) if isinstance(value, dict) else value)
    tools = dict(_registered)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ANTHROPIC_API_KEY", "none")
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    yield
    _registered.clear()
    _registered.update(tools)


def test_there_are_blocks_of_known_languages():
    assert len([block for block in ALL if block.language == "python"]) > 20
    assert {block.language for block in ALL} <= LANGUAGES


@of("python")
@pytest.mark.slow
def test_python_that_brings_its_imports_runs_and_other_python_compiles(block: Block):
    flags = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
    code = compile(block.code, block.place, "exec", flags=flags)
    is_whole = block.code.startswith(("import ", "from "))
    if is_whole and not code.co_flags & inspect.CO_COROUTINE:
        names: dict[str, Any] = {"__name__": "docs_block"}
        with RegistrationContext.ensure_context().fork():
            exec(code, names)
            for value in list(names.values()):
                if inspect.isfunction(value) and value.__module__ == "docs_block" and makes_component(value):
                    assert isinstance(value(), rx.Component)


def makes_component(function: Any) -> bool:
    signature = inspect.signature(function)
    return not signature.parameters and signature.return_annotation is rx.Component


@of("python")
def test_python_names_what_the_kit_has(block: Block):
    for node in ast.walk(ast.parse(block.code)):
        match node:
            case ast.Attribute(value=ast.Attribute(value=ast.Name(id="rt"), attr=outer), attr=name):
                assert hasattr(getattr(rt, outer), name), f"rt.{outer}.{name}"
            case ast.Attribute(value=ast.Name(id="rt"), attr=name):
                assert hasattr(rt, name), f"rt.{name}"
            case _:
                pass


@pytest.mark.parametrize("name", [name for name, page in library.pages().items() if rendering.live_blocks(page)])
@pytest.mark.slow
def test_examples_that_are_shown_live_make_components(name: str):
    with RegistrationContext.ensure_context().fork():
        live.examples.cache_clear()
        assert all(isinstance(example(), rx.Component) for example in live.examples(name))
        live.examples.cache_clear()


@of("json")
def test_json_is_json(block: Block):
    assert json.loads(block.code)


def test_the_message_in_the_contract_is_one():
    blocks = [block for block in ALL if block.place.startswith("docs/events.md") and block.language == "json"]
    part, message = (json.loads(block.code) for block in blocks)
    assert rt.parse_event(part).type == "part_added"
    final = rt.parse_event({"type": "message_final", "event_id": "m1", "event": message})
    assert final.type == "message_final" and final.event["blocks"][0]["id"] == "m1:0"


@of("sh")
def test_commands_can_be_read_by_a_shell_and_name_what_is_there(block: Block):
    read = subprocess.run(["sh", "-n"], input=block.code, capture_output=True, text=True, check=False)
    assert read.returncode == 0, read.stderr
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"^(?:[A-Z]+=\S+ )*make (?:[A-Z]+=\S+ )*([a-z-]+)", block.code, re.MULTILINE):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
    for extras in re.findall(r"reflex-thinking\[([^\]]*)\]", block.code):
        assert set(extras.split(",")) <= set(project["optional-dependencies"])
    assert set(re.findall(r"^(?:.*\| )?reflex-thinking ([a-z]+)", block.code, re.MULTILINE)) <= {"show", "events"}


def test_the_commands_of_the_terminal_guide_are_those_of_the_program():
    output = subprocess.run(["reflex-thinking", "--help"], env=frontend.environment(), capture_output=True, text=True)
    assert output.returncode == 0
    assert all(name in output.stdout for name in ("show", "events"))


def test_examples_that_are_named_exist():
    named = {
        name for path in FILES for name in re.findall(r"make example NAME=(\w+)", path.read_text(encoding="utf-8"))
    }
    assert named and all((ROOT / "examples" / f"{name}.py").exists() for name in named)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(path: Path):
    parser = MarkdownIt("commonmark").enable("table")
    for token in parser.parse(path.read_text(encoding="utf-8")):
        for child in token.children or ():
            target = (
                str(child.attrGet("href") or child.attrGet("src") or "") if child.type in ("link_open", "image") else ""
            )
            if not target or "://" in target:
                continue
            name, _, anchor = target.partition("#")
            there = (path.parent / name).resolve() if name else path
            assert there.exists(), target
            if anchor:
                headings = library.read(there.stem, there.read_text(encoding="utf-8")).headings
                assert anchor in {heading.anchor for heading in headings}, target
