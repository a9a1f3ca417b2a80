"""Words, stems and sentences."""

from __future__ import annotations

import pytest

from thinking_ui.chat.text import fold, language, sentences, stem, stems, words


@pytest.mark.parametrize(
    "forms",
    [
        "stream streams streamed streaming",
        "classify classification classifier classified",
        "translate translation translator translated",
        "query queries",
        "cancel cancelled cancelling cancels",
        "inspect inspector inspectors inspection inspected",
        "deploy deployment deployed",
        "insurance insurer insurers",
    ],
)
def test_forms_of_a_word_have_one_stem(forms: str):
    assert len({stem(word) for word in forms.split()}) == 1


@pytest.mark.parametrize("pair", ["fine finance", "bank ban", "process progress", "sas sa", "new news", "letters lets"])
def test_different_words_keep_different_stems(pair: str):
    first, second = pair.split()
    assert stem(first) != stem(second)


def test_accents_and_case_make_no_difference():
    assert fold("Décision") == "decision"
    assert words("AÇÃO Ação acao") == ["acao", "acao", "acao"]


def test_noise_and_common_words_are_left_out():
    assert stems("What is the " + "x" * 500 + " of a permit's desk?") == ["permit", "desk"]


def test_a_paragraph_is_cut_where_sentences_end():
    text = 'We use e.g. Python. "Never." It fell from 3.1 to 2.4 days! Then A. Smith left? yes'
    assert sentences(text) == [
        "We use e.g. Python.",
        '"Never."',
        "It fell from 3.1 to 2.4 days!",
        "Then A. Smith left? yes",
    ]


@pytest.mark.parametrize(
    ("text", "fallback", "expected"),
    [
        ("Vocês têm experiência com voz?", "en-US", "pt"),
        ("How long did it take?", "pt-BR", "en"),
        ("Olá", "pt-BR", "pt"),
        ("FastAPI?", "en-US", "en"),
        ("FastAPI?", "pt-BR", "pt"),
        ("", "en-US", "en"),
    ],
)
def test_the_language_of_a_question(text: str, fallback: str, expected: str):
    assert language(text, fallback) == expected
