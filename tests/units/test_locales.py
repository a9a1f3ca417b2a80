"""Every language says everything."""

import re

import pytest
from reflex_thinking.locales import DEFAULT_LOCALE, available_locales, load_locale

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
