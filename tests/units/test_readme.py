"""What the README shows works."""

import re
from pathlib import Path

import pytest
import reflex as rx
import reflex_thinking as rt

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", README, flags=re.S)


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_every_python_block_runs(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": f"readme_{number}"}
    exec(compile(BLOCKS[number], f"README.md#{number}", "exec"), names)
    for name, value in list(names.items()):
        if name in ("page", "chain") and callable(value):
            assert isinstance(value(), rx.Component)


def test_every_prop_in_the_table_exists():
    import inspect

    from reflex_thinking.primitives.block import BlockRoot

    known = {
        *inspect.signature(rt.thinking).parameters,
        *BlockRoot.get_fields(),
        *BlockRoot.create().get_event_triggers(),
    }
    table = README[README.index("| prop |") : README.index("### While it streams")]
    named = re.findall(r"`(\w+)`", " ".join(row.split("|")[1] for row in table.splitlines() if row.startswith("|")))
    assert named
    assert set(named) <= known


def test_every_documented_variable_is_in_the_stylesheet():
    css = (Path(rt.__file__).parent / "client" / "thinking.css").read_text(encoding="utf-8")
    assert re.findall(r"`(--rxt-[\w-]+)`", README)
    for name in re.findall(r"`(--rxt-[\w-]+)`", README):
        assert f"var({name}, " in css
