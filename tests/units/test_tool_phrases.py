"""What tools and assistants did, in one phrase."""

from typing import Any

import pytest
from reflex_thinking.i18n import Strings
from reflex_thinking.locales import available_locales
from reflex_thinking.tool_phrases import Tally, deed_of

WEB = {"type": "tool_call", "tool_name": "web_search", "kind": "web_search_call"}
CODE = {"type": "tool_call", "tool_name": "code_interpreter", "kind": "code_interpreter_call"}


def tool(name: str, **fields: Any) -> dict[str, Any]:
    return {"type": "tool_call", "tool_name": name, **fields}


def assistant(name: str, **fields: Any) -> dict[str, Any]:
    return {"type": "assistant_call", "assistant_name": name, **fields}


def phrase(*calls: dict[str, Any], locale: str = "en-US", texts: Any = None) -> str:
    tally = Tally()
    for call in calls:
        tally.add(call)
    return tally.phrase(Strings(locale, texts), 120)


@pytest.mark.parametrize(
    ("name", "deed"),
    [
        ("search", "search"),
        ("search_documents", "search"),
        ("fileSearch", "search"),
        ("web_search_exa", "web"),
        ("grep", "search"),
        ("read_document", "read"),
        ("web_fetch", "read"),
        ("fetch", "read"),
        ("openURL", "read"),
        ("get_page", "read"),
        ("readNoteTree", "read"),
        ("run_python", "run"),
        ("bash", "run"),
        ("exec_command", "run"),
        ("write_file", "edit"),
        ("text_editor_code_execution", "edit"),
        ("edit", "edit"),
        ("calculator", "calculate"),
        ("add", "calculate"),
        ("add_two_numbers", "calculate"),
        ("get_weather", "use"),
        ("read_sensor", "use"),
        ("create_ticket", "use"),
        ("add_item", "use"),
        ("", "use"),
        ("天气", "use"),
    ],
)
def test_what_a_tool_does_is_told_by_its_name(name: str, deed: str):
    assert deed_of(name) == deed


def test_a_kind_tells_more_than_a_name():
    assert deed_of("read_file", "web_search_call") == "web"
    assert deed_of("search", "code_interpreter_call") == "run"


@pytest.mark.parametrize(
    ("calls", "said"),
    [
        ([], ""),
        ([{"type": "reasoning", "content": "Hm."}], ""),
        ([WEB], "Searched the web"),
        ([WEB, WEB], "Searched the web 2 times"),
        ([WEB, WEB, tool("search_documents"), *[tool("read_document")] * 2], "Searched 3 sources, read 2 documents"),
        ([CODE], "Ran code"),
        ([tool("search")], "Ran a search"),
        ([tool("write_file"), CODE], "Made an edit, ran code"),
        ([tool("add"), tool("multiply")], "Did 2 calculations"),
        ([tool("get_weather")], "Used get_weather"),
        ([tool("get_weather")] * 3, "Used get_weather 3 times"),
        ([tool("alpha"), tool("beta"), tool("alpha")], "Used alpha and beta"),
        ([tool("a"), tool("b"), tool("c"), tool("c")], "Used a, b, and 2 more"),
        ([assistant("Researcher"), assistant("Critic")], "Asked Researcher and Critic"),
        ([assistant("Researcher")] * 2, "Asked Researcher"),
        ([assistant(name) for name in "ABC"], "Asked A, B, and 1 more"),
        ([WEB, assistant("Critic"), tool("get_time")], "Searched the web, asked Critic, used get_time"),
        ([tool("search", status="error"), tool("search")], "Searched 2 sources, 1 failed"),
        ([tool("")], "Used 1 tool"),
    ],
)
def test_what_was_done_is_one_phrase(calls: list[dict[str, Any]], said: str):
    assert phrase(*calls) == said


@pytest.mark.parametrize(
    ("locale", "said"),
    [
        ("pt-BR", "Pesquisou em 3 fontes, leu 2 documentos"),
        ("es", "Buscó en 3 fuentes, leyó 2 documentos"),
        ("fr", "A cherché dans 3 sources, a lu 2 documents"),
        ("de", "3 Quellen durchsucht, 2 Dokumente gelesen"),
        ("ja", "3件の情報源を検索、2件の文書を閲覧"),
        ("zh-CN", "搜索了 3 个来源，阅读了 2 份文档"),
        ("ar", "بحث في 3 مصادر، قرأ مستندين"),
    ],
)
def test_the_phrase_is_in_the_language_with_its_plural_forms(locale: str, said: str):
    assert phrase(*[tool("search")] * 3, *[tool("read_file")] * 2, locale=locale) == said


def test_a_name_at_the_beginning_stays_as_it_is():
    assert phrase(tool("get_weather"), locale="de") == "get_weather benutzt"
    assert phrase(assistant("Ada"), assistant("Bo"), locale="ja") == "Ada、Boに依頼"


def test_every_deed_can_be_said_in_every_language():
    calls = [WEB, CODE, tool("read_file"), tool("edit"), tool("calculator"), tool("x"), assistant("Ada")]
    for locale in available_locales():
        for call in calls:
            for count in (1, 2, 3, 11, 100):
                said = phrase(*[call] * count, locale=locale)
                assert said
                assert not {"{", "}"} & set(said)
                assert "ai.summary" not in said


@pytest.mark.parametrize(
    ("locale", "said"),
    [
        ("pt-BR", "Usou x, y e mais 1"),
        ("es", "Usó x, y y 1 más"),
        ("fr", "A utilisé x, y et 1 autre"),
        ("de", "x, y und 1 weiteres benutzt"),
        ("ja", "x、y、ほか1件を使用"),
        ("zh-CN", "使用了 x、y和另外 1 个"),
        ("ar", "استخدم x وy وواحد آخر"),
    ],
)
def test_some_of_many_tools_are_named(locale: str, said: str):
    assert phrase(tool("x"), tool("y"), tool("z"), locale=locale) == said


def test_the_host_apps_own_texts_count():
    own = {
        "pl": {
            "ai.summary.read": {"one": "{n} dokument", "few": "{n} dokumenty", "many": "{n} dokumentów", "other": "-"}
        }
    }
    assert phrase(*[tool("read_file")] * 5, locale="pl", texts=own) == "5 dokumentów"


def test_a_hostile_name_is_one_short_line_and_long_lists_are_cut_at_whole_deeds():
    said = phrase(tool("x\n\u202e<b>" + "y" * 5_000))
    assert said.startswith("Used x <b>yyy")
    assert len(said) < 60
    assert "\u202e" not in said
    long = phrase(assistant("A" * 60), assistant("B" * 60), WEB, CODE, tool("c" * 60))
    assert len(long) <= 120


def test_many_calls_cost_no_memory():
    tally = Tally()
    for number in range(10_000):
        tally.add(tool(f"tool{number}"))
    assert tally.phrase(Strings(), 120) == "Used tool0, tool1, and 9,998 more"
    assert sum(map(len, tally._names.values())) < 10
