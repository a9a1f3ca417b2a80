"""One line about what a tool takes or gives, and JSON in lines; ``client/values.test.js`` has the same vectors."""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reflex_thinking.i18n import Strings
from reflex_thinking.locales import available_locales
from reflex_thinking.tool_values import LARGEST, input_preview, parsed, pretty, preview

from tests.growth import assert_linear

VECTORS = json.loads((Path(__file__).parent / "tool_values.json").read_text(encoding="utf-8"))
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=30)


@pytest.mark.parametrize(("text", "said"), VECTORS["previews"])
def test_a_value_is_said_in_one_line(text: str, said: str):
    assert preview(Strings(), text) == said


@pytest.mark.parametrize(("text", "said"), VECTORS["inputs"])
def test_what_a_tool_takes_is_said_when_it_is_complete(text: str, said: str):
    assert input_preview(Strings(), text) == said
    assert not input_preview(Strings(), "x" * 20_000)


@pytest.mark.parametrize(("text", "lines"), VECTORS["lines"])
def test_json_is_written_in_lines(text: str, lines: str):
    assert pretty(text) == lines


@pytest.mark.parametrize(
    ("locale", "said"),
    [
        ("pt-BR", "1.200 hits: A, … · 2 itens"),
        ("es", "1200 hits: A, … · 2 elementos"),
        ("fr", "1\u202f200 hits: A, … · 2 éléments"),
        ("de", "1.200 hits: A, … · 2 Einträge"),
        ("ja", "hits: 1,200件: A, … · 2件"),
        ("zh-CN", "1,200 个 hits: A, … · 2 项"),
        ("ar", "1,200 hits: A, … · عنصران"),
    ],
)
def test_numbers_are_in_the_language_of_the_reader(locale: str, said: str):
    value = {"hits": [{"title": "A"}, *({} for _ in range(1199))], "data": [[1], [2]]}
    assert preview(Strings(locale), json.dumps(value)) == said


@given(VALUES)
def test_any_value_has_a_short_line_and_loses_nothing_in_its_lines(value: Any):
    text = json.dumps(value, ensure_ascii=False)
    for locale in available_locales():
        line = preview(Strings(locale), text)
        assert len(line) <= 160
        assert "\n" not in line
    assert json.loads(pretty(text)) == value


def test_what_is_nested_without_end_is_shown_as_it_is():
    deep = "[" * 100_000 + "]" * 100_000
    assert parsed(deep) is None
    assert len(preview(Strings(), deep)) <= 160
    assert preview(Strings(), "[" * 400 + '{"a": ' * 400 + "[1, [2]]" + "}" * 400 + "]" * 400) == "2 a"
    lines = pretty("[" * 200 + "1,2" + "]" * 200)
    assert max(map(len, lines.split("\n"))) < 500
    assert json.loads(lines)


def test_what_is_huge_is_not_read():
    assert parsed(json.dumps(["x" * LARGEST])) is None
    assert preview(Strings(), json.dumps(["x" * 2 * LARGEST])).startswith('["xxx')


def test_the_cost_grows_with_the_text_alone():
    def read(size: int) -> Callable[[], object]:
        text = json.dumps({"hits": [{"title": 'a " b', "tags": ["x", [1, 2]]}] * size})
        return lambda: (preview(Strings(), text), pretty(text))

    assert_linear(read, 300)
    assert_linear(lambda size: partial(pretty, '{"a": "' * size), 2_000)
