"""Python says what the browser says, in every language."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from reflex_thinking.i18n import Strings
from reflex_thinking.locales import DEFAULT_LOCALE, available_locales, load_locale, near_locale
from reflex_thinking.providers import failures
from reflex_thinking.runs.commit import beyond, failure
from reflex_thinking.runs.limits import Limits
from reflex_thinking.runs.recovery import INTERRUPTED

CLIENT = Path(__file__).parents[2] / "components" / "reflex_thinking" / "client" / "strings.js"
NUMBERS = [0, 1, 2, 3, 9, 10, 11, 21, 99, 100, 101, 102, 103, 111, 234, 999, 1000, 1234, 12_345, 1_234_567, 3_000_000]
DURATIONS = [0, 49, 100, 4_200, 59_999, 60_000, 64_000, 3_599_000, 3_725_000, 400_000_000]
LIMITS = Limits(max_seconds=0.5)
FAILURES = [
    failures.CUT,
    failures.UNREADABLE,
    failures.NOTHING,
    failures.failure_from_exception(TimeoutError()).message,
    failures.failure_from_exception(ZeroDivisionError()).message,
    failure(ValueError()).message,
    INTERRUPTED,
    *(
        beyond(name, LIMITS).message
        for name in ("max_events", "max_bytes", "max_seconds", "idle_seconds", "runs_at_once")
    ),
]
ELSEWHERE = ["Your credit balance is too low.", "", failures.CUT + " Really.", "No more than that.", "a.b*c\n(d) [e]"]
KEYS = ["ai.thinking.used", "ai.thinking.tools", "ai.thinking.words", "ai.thinking.failures"]


def in_python(locale: str) -> list[str]:
    strings = Strings(locale)
    counts = [strings.text(key, n=number) for key in KEYS for number in NUMBERS]
    times = [strings.text("ai.thinking.complete", duration=strings.duration(time)) for time in DURATIONS]
    return [*counts, *times, *map(strings.told, [*FAILURES, *ELSEWHERE])]


def in_the_browser(locale: str) -> list[str]:
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no Node to ask")
    table = CLIENT.parents[1] / "locales" / f"{locale}.json"
    code = f"""
import {{ readFileSync }} from "node:fs";
import {{ text, formatDuration, told }} from {json.dumps(CLIENT.as_uri())};
const english = {json.dumps(load_locale(DEFAULT_LOCALE))};
const strings = {{ locale: {json.dumps(locale)}, texts: JSON.parse(readFileSync({json.dumps(str(table))}, "utf-8")) }};
const counts = {json.dumps(KEYS)}.flatMap((key) => {json.dumps(NUMBERS)}.map((n) => text(strings, key, {{ n }})));
const times = {json.dumps(DURATIONS)}.map((time) =>
  text(strings, "ai.thinking.complete", {{ duration: formatDuration(strings, time) }}));
const failures = {json.dumps([*FAILURES, *ELSEWHERE])}.map((message) => told(strings, english, message));
console.log(JSON.stringify([...counts, ...times, ...failures]));
"""
    run = subprocess.run([node, "--input-type=module", "-e", code], check=True, capture_output=True, text=True)
    return json.loads(run.stdout)


@pytest.mark.parametrize("locale", available_locales())
def test_counts_durations_and_failures_are_the_same_in_python_and_in_the_browser(locale: str):
    assert in_python(locale) == in_the_browser(locale)


def test_a_locale_is_found_by_its_language():
    assert near_locale("pt_PT.UTF-8") == "pt-BR"
    assert near_locale("de") == near_locale("de-AT") == "de"
    assert near_locale("xx") is None
    assert Strings("xx").text("ai.thinking.streaming") == "Thinking…"


def test_an_unknown_key_shows_itself_and_values_are_not_filled_in_twice():
    strings = Strings()
    assert strings.text("no.such.key") == "no.such.key"
    assert strings.text("ai.thinking.complete") == "Thought for {duration}"
    assert strings.text("ai.thinking.working", name="{name} \\1") == "{name} \\1 is working…"


def test_what_the_kit_says_of_failures_is_said_in_every_language():
    for locale in available_locales():
        told = list(map(Strings(locale).told, FAILURES))
        if locale == DEFAULT_LOCALE:
            assert told == FAILURES
        else:
            assert not set(told) & set(FAILURES)
            assert not any("{" in text for text in told)
        assert list(map(Strings(locale).told, ELSEWHERE)) == ELSEWHERE
    assert "200.000" in Strings("de").told(beyond("max_events", LIMITS).message)
    assert "ZeroDivisionError" in Strings("ja").told(failures.failure_from_exception(ZeroDivisionError()).message)


def test_what_the_host_app_says_itself_comes_first_and_the_rest_from_a_near_language():
    own = {"pt-PT": {"ai.error.cut": "A ligação caiu."}, "tlh": {"ai.chat.send": "ngeH"}}
    assert Strings("pt-PT", own).told(failures.CUT) == "A ligação caiu."
    assert Strings("pt-PT", own).text("ai.chat.stop") == "Parar"
    assert [Strings("tlh", own).text(key) for key in ("ai.chat.send", "ai.chat.stop")] == ["ngeH", "Stop"]
