"""One line that says what a block came to."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reflex_thinking.sentences import sentences, shortened
from reflex_thinking.summaries import LONGEST, provider_headline, summarise, summarise_so_far

from tests.growth import assert_constant, assert_linear


def block(*texts: str, **fields: Any) -> dict[str, Any]:
    return {"id": "b", "steps": [{"type": "reasoning", "content": text} for text in texts], **fields}


def tool(name: str) -> dict[str, Any]:
    return {"type": "tool_call", "tool_name": name, "status": "done"}


def reasoning(text: str) -> dict[str, Any]:
    return {"type": "reasoning", "content": text}


# By rule --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "summary"),
    [
        # Sentences about the answer say nothing about what was thought.
        (
            "The early train is twelve euros cheaper. Let me write the answer now.",
            "The early train is twelve euros cheaper.",
        ),
        ("Both agree on the date. I'll now answer. Now I will format the table.", "Both agree on the date."),
        ("The bridge opened in 1932. I should keep it short. Provide a concise reply.", "The bridge opened in 1932."),
        ("Rent went up by a fifth. The response should be friendly. Time to send it.", "Rent went up by a fifth."),
        ("Two searches brought nothing. I say so rather than guess.", "Two searches brought nothing."),
        ("The lease ends in May. Okay, let me structure my response.", "The lease ends in May."),
        ("Share prices fell by 3% on Monday. I'll answer now.", "Share prices fell by 3% on Monday."),
        ("State law asks for two exits. Must reply with a table.", "State law asks for two exits."),
        ("Report 7 names the valve. State it clearly.", "Report 7 names the valve."),
        # Conclusions first, wherever they are, and without what leads up to them.
        ("So the second offer is the cheapest. It comes with a bag.", "The second offer is the cheapest."),
        ("Therefore, platform nine has no lift. Trains leave hourly.", "Platform nine has no lift."),
        ("The answer is 42. I counted them twice, row by row.", "The answer is 42."),
        ("Answer: Lisbon. It has been so for centuries, as everybody knows.", "Answer: Lisbon."),
        ("Let me add: 17 * 23 = 391. That is easy enough.", "Let me add: 17 * 23 = 391."),
        (
            "I found that the filter was installed backwards. The manual is clear.",
            "I found that the filter was installed backwards.",
        ),
        ("The lift is broken, so the stairs it is. Stairs are steep.", "The lift is broken, so the stairs it is."),
        ("Okay, so the key opens both doors. Doors are made of oak.", "The key opens both doors."),
        # What was asked and what is planned only when there is nothing better.
        ("The user wants to know the fare. The fare is nine euros.", "The fare is nine euros."),
        ("I need to look at both timetables. The first is from 2019.", "The first is from 2019."),
        ("The user wants a rhyme for orange. Let me think.", "The user wants a rhyme for orange."),
        ("Let me write the answer now.", "Let me write the answer now."),
        # One line of plain text.
        (
            "The *quay* has a **step-free** entrance, see [the map](https://example.com).",
            "The quay has a step-free entrance, see the map.",
        ),
        ("The numbers agree with each other.\n```\nx = 1. \n```", "The numbers agree with each other."),
        (
            "It is sold in packs of six\nand delivered on Mondays.",
            "It is sold in packs of six and delivered on Mondays.",
        ),
        (
            'They asked "Is it far?" and the guide said it is near.',
            'They asked "Is it far?" and the guide said it is near.',
        ),
        (
            "Trains leave at 8 a.m. from platform no. 4, e.g. on Sundays.",
            "Trains leave at 8 a.m. from platform no. 4, e.g. on Sundays.",
        ),
        ("1. Take the tram. 2. Change at the harbour, where it is quiet.", "Change at the harbour, where it is quiet."),
        ("No end mark on this one", "No end mark on this one"),
        ("4", "4"),
        ("   \n ", ""),
    ],
)
def test_a_summary_says_what_the_reasoning_came_to(text: str, summary: str):
    assert summarise(block(text)) == summary


@pytest.mark.parametrize(
    ("text", "summary"),
    [
        (
            "O usuário quer saber o preço. Portanto, o trem das oito é o mais barato. Agora vou escrever a resposta.",
            "O trem das oito é o mais barato.",
        ),
        (
            "El usuario pregunta por el clima. Mañana llueve en Sevilla. Ahora voy a redactar la respuesta.",
            "Mañana llueve en Sevilla.",
        ),
        (
            "L'utilisateur cherche un café. Le quai a une entrée sans marches. Je vais maintenant rédiger la réponse.",
            "Le quai a une entrée sans marches.",
        ),
        (
            "Der Nutzer fragt nach Zügen. Also ist der Zug um acht der beste. Jetzt formuliere ich die Antwort.",
            "Also ist der Zug um acht der beste.",
        ),
        (
            "ユーザーは料金を知りたい。したがって、八時の電車が一番安い。では、回答をまとめます。",
            "八時の電車が一番安い。",
        ),
        ("用户想知道票价。因此，八点的火车最便宜。现在我来写答案。", "八点的火车最便宜。"),
        ("المستخدم يسأل عن القطار. لذلك قطار الثامنة هو الأرخص. الآن سأكتب الإجابة.", "قطار الثامنة هو الأرخص."),
        # No sentence marks, no spaces between words.
        ("ผู้ใช้ถามราคาตั๋ว ตอนเช้ามีรถไฟสองขบวน ขบวนแปดโมงถูกที่สุด", "ขบวนแปดโมงถูกที่สุด"),
        ("早上有两班火车 八点的火车最便宜", "八点的火车最便宜"),
        # A language that nobody here wrote rules for.
        (
            "Pociągi są dwa. Ten o ósmej jest o dwanaście złotych tańszy.",
            "Ten o ósmej jest o dwanaście złotych tańszy.",
        ),
        ("기차는 두 대입니다. 여덟 시 기차가 가장 쌉니다.", "여덟 시 기차가 가장 쌉니다."),
    ],
)
def test_reasoning_stays_in_its_language(text: str, summary: str):
    assert summarise(block(text, locale="de")) == summary


@pytest.mark.parametrize(
    ("texts", "summary"),
    [
        (("**Providing historical facts**\n\nI'm noting that Grant was the 18th.",), "Providing historical facts"),
        (("**First**\n\na", "**Then the second**\n\nb"), "Then the second"),
        (("## Comparing options\n\nThe first one is cheaper.",), "Comparing options"),
        (("**Comparing fares**\n\nTwo.", "**Crafting the final response**\n\nThree."), "Comparing fares"),
        (("**Considering the request**\n\nThe train is the cheapest way.",), "The train is the cheapest way."),
    ],
)
def test_a_headline_that_says_something_comes_first(texts: tuple[str, ...], summary: str):
    assert summarise(block(*texts)) == summary


@pytest.mark.parametrize(
    ("texts", "found"),
    [
        (("**First**\n\na", "**Then the second**\n\nb"), "Then the second"),
        (("\n\n**Comparing options**\n\nOne is cheaper.",), "Comparing options"),
        (("**Comparing options**\n\nOne.\n\n\n**Checking the lift**\n\nIt works.",), "Checking the lift"),
        (("One is cheaper.\n\n**So it is the first**",), ""),
        (("**Bold** words begin this sentence.",), ""),
        (("**First**\n\na", "No headline here."), ""),
        (("**Formatting the response**\n\nIn a table.",), ""),
        ((), ""),
    ],
)
def test_a_providers_headline_is_above_the_last_part(texts: tuple[str, ...], found: str):
    assert provider_headline(block(*texts)) == found


# Tools and assistants -------------------------------------------------------------------------------------------------


def test_tools_without_reasoning_say_what_was_done_in_the_blocks_locale():
    steps = [tool("search"), tool("search"), tool("read_file")]
    assert summarise({"steps": steps}) == "Searched 2 sources, read a document"
    assert summarise({"steps": steps, "locale": "pt-BR"}) == "Pesquisou em 2 fontes, leu um documento"


def test_plans_before_tools_say_less_than_the_tools():
    plan = reasoning("The user asks for the weather. I should call the weather tool for Oslo.")
    assert summarise({"steps": [plan, tool("get_weather")]}) == "Used get_weather"


def test_what_was_found_after_the_tools_says_more_than_the_tools():
    steps = [reasoning("I look it up."), tool("get_weather"), reasoning("It rains in Oslo all day. I'll answer now.")]
    assert summarise({"steps": steps}) == "It rains in Oslo all day."


def test_a_conclusion_before_the_tools_counts_too():
    steps = [reasoning("So the invoice was paid twice."), tool("create_ticket")]
    assert summarise({"steps": steps}) == "The invoice was paid twice."


def test_reasoning_that_is_kept_private_is_said_to_be_so():
    private = {"type": "reasoning", "content": "", "redacted": True}
    assert summarise({"steps": [private]}) == "The provider keeps this reasoning private."
    assert summarise({"steps": [private, tool("search")]}) == "Ran a search"


def test_a_block_with_nothing_to_show_has_no_summary():
    assert summarise({"steps": []}) == ""
    assert summarise({"steps": [reasoning("\n")]}) == ""


# While it thinks ------------------------------------------------------------------------------------------------------


def test_half_a_sentence_is_not_shown_while_more_may_come():
    assert (
        summarise_so_far("The early train is cheaper. The late one lea", is_cut=False) == "The early train is cheaper."
    )
    assert summarise_so_far("The early train is chea", is_cut=False) == ""


def test_the_half_sentence_at_the_beginning_of_a_cut_text_is_not_shown():
    assert summarise_so_far("chance of rain. The roof is new and dry. Then", is_cut=True) == "The roof is new and dry."


def test_nothing_is_shown_for_what_is_only_about_the_answer():
    assert summarise_so_far("Let me write the answer now. I'll keep it short. ", is_cut=False) == ""


def test_a_headline_is_shown_while_its_part_is_written():
    assert summarise_so_far("**Comparing fares**\n\nThe early train is cheaper. ", is_cut=False) == "Comparing fares"


# Any text -------------------------------------------------------------------------------------------------------------


@given(st.lists(st.text(max_size=400), max_size=4))
def test_a_summary_is_one_short_line_and_empty_only_when_there_is_nothing(texts: list[str]):
    summary = summarise(block(*texts))
    assert len(summary) <= LONGEST
    assert summary == " ".join(summary.split())
    assert all(character.isprintable() or character in "\u200c\u200d" for character in summary)
    if any(character.isalnum() for text in texts if "](" not in text for character in text):
        assert summary


@given(st.text(alphabet="ab .!?\n\"'()1。，你好ก", max_size=300))
def test_sentences_leave_no_letter_out(text: str):
    letters = [character for character in text if character.isalpha()]
    assert [character for found in sentences(text) for character in found.text if character.isalpha()] == letters


def test_a_long_sentence_is_cut_where_a_clause_or_a_word_ends():
    long = "The restaurant on the quay has a lift, a ramp and wide doors, and the staff speaks four languages, which matters to guests from afar."
    assert (
        shortened(long, 120)
        == "The restaurant on the quay has a lift, a ramp and wide doors, and the staff speaks four languages…"
    )
    assert shortened("word " * 40, 50) == "word word word word word word word word word word…"
    assert len(shortened("我" * 500, 120)) == 120


HOSTILE = [
    "word ",
    "x",
    "a. ",
    "....x",
    ".",
    "**",
    "[",
    "](",
    "`~\n",
    "<a",
    "*a",
    "\n#",
    '"?" ',
    "let me now ",
    "the answer ",
    "just simply now ",
    "ich jetzt ",
    "回答を",
    "我需要写",
    "ครับ ",
    "1. ",
    "(",
    "so ",
    "sagte er: ",
]


@pytest.mark.parametrize("piece", HOSTILE)
def test_twice_the_text_costs_twice_the_time(piece: str):
    def prepare(characters: int) -> Callable[[], object]:
        text = piece * (characters // len(piece))
        return lambda: [shortened(sentence.text, LONGEST) for sentence in sentences(text)]

    assert_linear(prepare, 4_000, doublings=3)


@pytest.mark.parametrize("piece", HOSTILE)
def test_a_long_text_costs_no_more_than_a_short_one(piece: str):
    assert_constant(lambda count: partial(summarise, block(piece * count)), 5_000, 200_000)


def test_many_passages_cost_no_more_than_a_few():
    # All of them are looked through for tools, but not read.
    passages = ["The roof is new, and the cellar is dry as well. " * 20] * 40
    assert_constant(lambda count: partial(summarise, block(*passages[:count])), 8, 40)
