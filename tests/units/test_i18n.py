"""Python says what the browser says, in every language."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from reflex_thinking.i18n import Strings, match_locale
from reflex_thinking.locales import available_locales

CLIENT = Path(__file__).parents[2] / "components" / "reflex_thinking" / "client" / "strings.js"
NUMBERS = [0, 1, 2, 3, 9, 10, 11, 21, 99, 100, 101, 102, 103, 111, 234, 999, 1000, 1234, 12_345, 1_234_567, 3_000_000]
DURATIONS = [0, 49, 100, 4_200, 59_999, 60_000, 64_000, 3_599_000, 3_725_000, 400_000_000]
KEYS = ["ai.thinking.used", "ai.thinking.tools", "ai.thinking.words", "ai.thinking.failures"]


def in_python(locale: str) -> list[str]:
    strings = Strings(locale)
    counts = [strings.text(key, n=number) for key in KEYS for number in NUMBERS]
    return counts + [strings.text("ai.thinking.complete", duration=strings.duration(time)) for time in DURATIONS]


def in_the_browser(locale: str) -> list[str]:
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no Node to ask")
    table = CLIENT.parents[1] / "locales" / f"{locale}.json"
    code = f"""
import {{ readFileSync }} from "node:fs";
import {{ text, formatDuration }} from {json.dumps(CLIENT.as_uri())};
const strings = {{ locale: {json.dumps(locale)}, texts: JSON.parse(readFileSync({json.dumps(str(table))}, "utf-8")) }};
const counts = {json.dumps(KEYS)}.flatMap((key) => {json.dumps(NUMBERS)}.map((n) => text(strings, key, {{ n }})));
const times = {json.dumps(DURATIONS)}.map((time) =>
  text(strings, "ai.thinking.complete", {{ duration: formatDuration(strings, time) }}));
console.log(JSON.stringify([...counts, ...times]));
"""
    run = subprocess.run([node, "--input-type=module", "-e", code], check=True, capture_output=True, text=True)
    return json.loads(run.stdout)


@pytest.mark.parametrize("locale", available_locales())
def test_counts_and_durations_are_the_same_in_python_and_in_the_browser(locale: str):
    assert in_python(locale) == in_the_browser(locale)


def test_a_locale_is_found_by_its_language():
    assert match_locale("pt_PT.UTF-8") == "pt-BR"
    assert match_locale("de") == match_locale("de-AT") == "de"
    assert match_locale("xx") is None
    assert Strings("xx").text("ai.thinking.streaming") == "Thinking…"


def test_an_unknown_key_shows_itself_and_values_are_not_filled_in_twice():
    strings = Strings()
    assert strings.text("no.such.key") == "no.such.key"
    assert strings.text("ai.thinking.complete") == "Thought for {duration}"
    assert strings.text("ai.thinking.working", name="{name} \\1") == "{name} \\1 is working…"
