"""Python says what the browser says, in every language."""

import json
import os
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
SIZES = [0, 1, 999, 1000, 1049, 9_999, 10_000, 12_345, 999_999, 1_000_000, 8_000_000, 12_000_000, 5_000_000_000, 10**13]
SHARES = [0, 0.005, 0.07, 0.5, 0.999, 1]
MOMENTS = [1_763_419_265_123, 1_763_361_605_000, 1_763_424_000_000]
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
KEYS = ["ai.summary.more", "ai.thinking.tools", "ai.thinking.words", "ai.thinking.failures"]
FORMS = {"ai.thinking.words": {form: f"{form}: {{n}}" for form in ("zero", "one", "two", "few", "many", "other")}}
OWN_LOCALES = ["pl", "ru", "cs", "lt", "lv", "sl", "ro", "he", "ga", "it", "hi", "fa", "bn", "ko", "tlh"]
OWN = {
    **dict.fromkeys(OWN_LOCALES, FORMS),
    "pl": {"ai.thinking.words": {"one": "{n} słowo", "few": "{n} słowa", "many": "{n} słów", "other": "{n} słowa"}},
}
REGIONS = ["ar-EG", "ar-MA", "en-GB", "en-IN", "en-ZA", "es-MX", "fr-CA", "pt-PT"]
LOCALES = [*available_locales(), *OWN_LOCALES, *REGIONS]


def in_python(locale: str) -> list[str]:
    strings = Strings(locale, OWN)
    counts = [strings.text(key, n=number) for key in KEYS for number in NUMBERS]
    times = [strings.text("ai.thinking.complete", duration=strings.duration(time)) for time in DURATIONS]
    shares = [*map(strings.percent, SHARES), *map(strings.size, SIZES)]
    # Babel and browsers differ in how Koreans abbreviate the afternoon.
    clocks = map(strings.time, [] if locale == "ko" else MOMENTS)
    return [*counts, *times, *shares, *clocks, *map(strings.told, [*FAILURES, *ELSEWHERE])]


@pytest.fixture(scope="module")
def browser() -> dict[str, list[str]]:
    """The same texts by the code and the data of browsers, for all locales."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no Node to ask")
    kit = {locale: load_locale(locale) for locale in available_locales()}
    code = f"""
import {{ formatDuration, formatMoment, formatSize, stringsOf, text, told }} from {json.dumps(CLIENT.as_uri())};
const kit = {json.dumps(kit)}, own = {json.dumps(OWN)};
const said = (locale) => {{
  const strings = stringsOf(locale, kit, own);
  const counts = {json.dumps(KEYS)}.flatMap((key) => {json.dumps(NUMBERS)}.map((n) => text(strings, key, {{ n }})));
  const times = {json.dumps(DURATIONS)}.map((time) =>
    text(strings, "ai.thinking.complete", {{ duration: formatDuration(strings, time) }}));
  const percent = new Intl.NumberFormat([strings.locale, "en-US"], {{ style: "percent" }});
  const shares = {json.dumps(SHARES)}.map((share) => percent.format(share));
  const failures = {json.dumps([*FAILURES, *ELSEWHERE])}.map((message) => told(strings, kit["en-US"], message));
  const clocks = (locale === "ko" ? [] : {json.dumps(MOMENTS)}).map((at) => formatMoment(strings.locale, at).time);
  const sizes = {json.dumps(SIZES)}.map((size) => formatSize(strings, size));
  return [...counts, ...times, ...shares, ...sizes, ...clocks, ...failures];
}};
console.log(JSON.stringify(Object.fromEntries({json.dumps(LOCALES)}.map((locale) => [locale, said(locale)]))));
"""
    # The reader's own language must not show in a locale that the browser does not know.
    env = {**os.environ, "LC_ALL": "de_DE.UTF-8"}
    run = subprocess.run([node, "--input-type=module", "-e", code], check=True, capture_output=True, text=True, env=env)
    return json.loads(run.stdout)


@pytest.mark.parametrize("locale", LOCALES)
def test_counts_durations_and_failures_are_the_same_in_python_and_in_the_browser(
    locale: str, browser: dict[str, list[str]]
):
    assert in_python(locale) == browser[locale]


def test_plural_forms_are_those_of_the_language():
    polish = Strings("pl", OWN)
    assert [polish.text("ai.thinking.words", n=n) for n in (1, 2, 5, 12, 22, 1234, 12_345)] == [
        "1 słowo",
        "2 słowa",
        "5 słów",
        "12 słów",
        "22 słowa",
        "1234 słowa",
        "12\u00a0345 słów",
    ]
    arabic = Strings("ar", {"ar": FORMS})
    assert [arabic.text("ai.thinking.words", n=n).partition(":")[0] for n in (0, 1, 2, 3, 11, 100)] == [
        "zero",
        "one",
        "two",
        "few",
        "many",
        "other",
    ]


def test_numbers_are_written_as_in_the_region_that_was_asked_for():
    assert [Strings(locale).duration(4_200) for locale in ("es", "es-MX", "ar-EG")] == ["4,2 s", "4.2 s", "٤٫٢ ث"]


def test_what_is_no_time_of_any_calendar_is_not_written():
    assert [Strings().time(at) for at in (0, 10**16, 10**30)] == ["", "", ""]


def test_lists_are_written_as_in_the_language():
    names = ["Ada", "Bo", "Cy"]
    assert [Strings(locale, OWN).listing(names) for locale in ("en-US", "de", "ja", "pl", "tlh")] == [
        "Ada, Bo, and Cy",
        "Ada, Bo und Cy",
        "Ada、Bo、Cy",
        "Ada, Bo i Cy",
        "Ada, Bo, and Cy",
    ]
    assert [Strings().listing(names[:many]) for many in range(3)] == ["", "Ada", "Ada and Bo"]


@pytest.mark.parametrize(
    "locale", ["", "-", "en-" + "x" * 5_000, "../../etc/passwd", "en\n", "ar-ZZ-x-y", "de@euro", "C"]
)
def test_a_locale_that_nobody_knows_is_never_a_failure(locale: str):
    strings = Strings(locale)
    assert strings.text("ai.thinking.words", n=12_345)
    assert strings.duration(61_000)


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
