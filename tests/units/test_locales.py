"""Every language says everything, and a host app may say it differently."""

import json
import re
import subprocess
from pathlib import Path

import pytest
import reflex as rx
import reflex_thinking as rt
from reflex_thinking import locales
from reflex_thinking.locales import DEFAULT_LOCALE, available_locales, load_locale, match_locale, preferred_locale
from reflex_thinking.primitives.locale import AppLocale
from reflex_thinking.settings import Settings, reader_locale, settings

ENGLISH = load_locale(DEFAULT_LOCALE)


def names_in(text: str | dict[str, str]) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text if isinstance(text, str) else " ".join(text.values())))


@pytest.mark.parametrize("locale", available_locales())
def test_a_locale_has_every_text_with_the_same_names_in_it(locale: str):
    texts = load_locale(locale)
    assert texts.keys() == ENGLISH.keys()
    for key, text in texts.items():
        assert names_in(text) == names_in(ENGLISH[key]), key
        assert isinstance(text, str) or "other" in text


def test_the_browser_imports_every_locale():
    from pathlib import Path

    import reflex_thinking

    source = (Path(reflex_thinking.__file__).parent / "client" / "locales.js").read_text(encoding="utf-8")
    for locale in available_locales():
        assert f'"../locales/{locale}.json"' in source


# What the host app says -----------------------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def as_it_was(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """Each test configures for itself, and what was said in the log is forgotten."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(settings, "locale", Settings.locale)
    monkeypatch.setattr(settings, "texts", {})
    monkeypatch.setattr(locales, "_unknown", set())


BLOCK = rt.ThinkingBlock(id="b", steps=[rt.ThinkingStep(id="s", type="reasoning", content="x")])
KLINGON = {"tlh": {"ai.thinking.streaming": "qel…", "ai.thinking.words": {"one": "{n} mu'", "other": "{n} mu'mey"}}}


@pytest.mark.slow
def test_the_apps_language_stands_around_the_whole_app():
    for component in (rt.thinking(BLOCK), rt.toggle_all(), rt.overlay()):
        around = component._get_all_app_wrap_components().values()
        assert [wrap for wrap in around if isinstance(wrap, AppLocale)]


@pytest.mark.slow
def test_the_apps_language_and_texts_are_what_was_configured():
    rt.configure(locale="pt-BR", texts={"pt-BR": {"ai.chat.send": "Mandar"}})
    around = str(AppLocale.create())
    assert 'locale:"pt-BR"' in around
    assert '"Mandar"' in around


@pytest.mark.slow
def test_a_component_has_a_language_of_its_own():
    assert 'locale:"ar"' in str(rt.thinking(BLOCK, locale="ar"))


@pytest.mark.slow
def test_a_host_app_adds_a_language(caplog: pytest.LogCaptureFixture):
    rt.configure(locale="tlh", texts=KLINGON)
    assert match_locale("tlh", settings.texts) == "tlh"
    assert "mu'mey" in str(AppLocale.create())
    assert not caplog.records


@pytest.mark.parametrize(
    ("texts", "complaint"),
    [
        ({"pt_BR": {}}, "'pt_BR' is no name of a locale"),
        ({"pt-BR": "Pensando"}, "use a dict"),
        ({"pt-BR": {"ai.thinking.straming": "x"}}, "did you mean 'ai.thinking.streaming'"),
        ({"pt-BR": {"ai.thinking.complete": "{time}"}}, r"nothing fills in \{time\}; there is \{duration\}"),
        ({"pt-BR": {"ai.thinking.words": {"one": "x"}}}, "with 'other' among them"),
        ({"pt-BR": {"ai.thinking.words": {"other": "x", "some": "y"}}}, "use a text"),
        ({"pt-BR": {"ai.thinking.streaming": 3}}, "use a text"),
        ("pt-BR", "use a dict"),
    ],
)
def test_texts_that_cannot_be_used_are_refused(texts: object, complaint: str):
    with pytest.raises(rt.ConfigurationError, match=complaint):
        rt.configure(texts=texts)
    assert settings.texts == {}


# Which one it is ------------------------------------------------------------------------------------------------------------

WANTED = {
    "en-US": "en-US",
    "pt-BR": "pt-BR",
    "pt_br": "pt-BR",
    "pt-PT": "pt-BR",
    "pt": "pt-BR",
    "ES-mx": "es",
    "zh-TW": "zh-CN",
    "tlh": "en-US",
    "constructor": "en-US",
    "": "en-US",
}


@pytest.mark.parametrize(("wanted", "used"), WANTED.items())
def test_a_language_is_itself_or_a_near_one_or_english(wanted: str, used: str):
    assert match_locale(wanted) == used


def test_python_and_the_browser_agree_on_it():
    module = (Path(locales.__file__).parents[1] / "client" / "strings.js").as_uri()
    script = (
        f"import {{ matchLocale }} from {json.dumps(module)}; console.info = () => {{}};"
        f"const known = {json.dumps(dict.fromkeys(available_locales(), 0))};"
        f"console.log(JSON.stringify({json.dumps(list(WANTED))}.map((one) => matchLocale(one, known))));"
    )
    ran = subprocess.run(["node", "--input-type=module", "-e", script], capture_output=True, check=True, text=True)
    assert json.loads(ran.stdout) == list(WANTED.values())


@pytest.mark.slow
def test_an_unknown_language_is_said_once(caplog: pytest.LogCaptureFixture):
    rt.configure(locale="tlh")
    rt.configure(locale="tlh")
    rt.thinking(BLOCK, locale="tlh")
    (record,) = caplog.records
    assert record.levelname == "WARNING"
    assert "no locale 'tlh', en-US is used instead" in record.getMessage()
    rt.thinking(BLOCK, locale="xx-YY")
    assert len(caplog.records) == 2


@pytest.mark.slow
def test_a_language_from_a_var_is_left_to_the_browser(caplog: pytest.LogCaptureFixture):
    rt.thinking(BLOCK, locale=rx.Var("state.locale", _var_type=str))
    assert not caplog.records


# The reader's own ---------------------------------------------------------------------------------------------------------------

ACCEPTED = {
    "pt-BR,pt;q=0.9,en-US;q=0.8,en;q=0.7": "pt-BR",
    "pt-PT": "pt-BR",
    "pl,cs;q=0.9,fr;q=0.8": "fr",
    "en;q=0.5, de-AT;q=0.9": "de",
    "DE-at": "de",
    "de;q=0,fr;q=0.1": "fr",
    "zh-Hant-TW": "zh-CN",
    "*": "en-US",
    "tlh": "en-US",
    "": "en-US",
    "de;q=nan,fr": "fr",
    "../../etc/passwd": "en-US",
    ";;;,,,q=1": "en-US",
    ",".join(["xx"] * 10_000) + ",de": "en-US",
}


@pytest.mark.parametrize(("header", "used"), ACCEPTED.items())
def test_the_language_of_a_browser_is_the_first_one_that_is_spoken_here(header: str, used: str):
    assert preferred_locale(header) == used


def test_a_host_apps_own_language_is_one_of_them():
    assert preferred_locale("tlh,de;q=0.5", ("tlh",)) == "tlh"


@pytest.mark.slow
def test_an_app_in_the_language_of_the_browser(caplog: pytest.LogCaptureFixture):
    assert reader_locale({"accept-language": "de"}) == "en-US"
    rt.configure(locale="auto")
    assert 'locale:"auto"' in str(AppLocale.create())
    assert reader_locale({"accept-language": "de"}) == "de"
    assert reader_locale({}) == "en-US"
    assert not caplog.records


def test_the_browser_finds_the_same_language():
    module = (Path(locales.__file__).parents[1] / "client" / "strings.js").as_uri()
    wanted = [["pt-BR", "en"], ["pl", "cs", "fr"], ["tlh"], [], ["zh-Hant-TW"], ["de-AT", "de"]]
    script = (
        f"import {{ preferredLocale }} from {json.dumps(module)};"
        f"const known = {json.dumps(dict.fromkeys(available_locales(), 0))};"
        f"console.log(JSON.stringify({json.dumps(wanted)}.map((one) => preferredLocale(one, known))));"
    )
    ran = subprocess.run(["node", "--input-type=module", "-e", script], capture_output=True, check=True, text=True)
    found = json.loads(ran.stdout)
    assert found == ["pt-BR", "fr", "en-US", "en-US", "zh-Hant-TW", "de-AT"]
    assert [match_locale(one) for one in found] == [preferred_locale(",".join(each)) for each in wanted]
